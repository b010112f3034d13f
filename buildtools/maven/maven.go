// Package maven says how jprof runs Maven: where a project begins, which mvn builds it, which goals
// are refused, and the arguments that load the extension which has the compiler compile
// instrumented sources.
//
// The order for a caller is New, then either Plain (where Info is set), or, with a copy of
// Project.Root at hand, Locate, Inspect, InstallInto, Extension and Command.
package maven

import (
	"path/filepath"
	"strings"

	"jprof/buildtools"
	"jprof/buildtools/cmdline"
	"jprof/internal/environ"
)

// Build is one call of mvn by the user.
type Build struct {
	// Project is what the call builds. It is empty if Info is set.
	Project buildtools.Project
	// Info says that mvn only prints something, like its version: there is nothing to copy.
	Info bool
	// Compiles says that the goals can be expected to compile something, so that it is an error if
	// nothing was instrumented. It is false for clean or dependency:tree.
	Compiles bool

	cwd  string // absolute, without symbolic links
	args []cmdline.Arg
	env  []string

	// See InstallInto; both "" where nothing is installed.
	installed  string // the folder that stands in front of the user's local repository
	repository string // the user's
}

// New looks at a call of mvn with args in the folder cwd. The environment env is that of the call,
// KEY=VALUE; MAVEN_ARGS, which newer versions of Maven read, counts as arguments too.
//
// Errors: a goal that would publish instrumented code, no pom, a pom that is not valid XML.
func New(cwd string, args, env []string) (*Build, error) {
	cwd, err := filepath.Abs(cwd)
	if err != nil {
		return nil, err
	}
	if cwd, err = filepath.EvalSymlinks(cwd); err != nil {
		return nil, err
	}
	b := &Build{cwd: cwd, args: syntax.Parse(args), env: env}
	all := append(syntax.Parse(cmdline.Words(environ.Get(env, "MAVEN_ARGS"))), b.args...)
	if err := refuse(cmdline.Goals(all)); err != nil {
		return nil, err
	}
	if cmdline.Has(all, info...) {
		b.Info = true
		return b, nil
	}
	b.Compiles = compiles(cmdline.Goals(all))
	b.Project, err = find(cwd, all)
	return b, err
}

// Command is the call of mvn as jprof makes it: with the user's arguments first, in the copy of the
// project's root at mirror, with the extension at jar, which reads the hook file (buildtools.Hook).
//
// Paths of the user's arguments that lead into the project lead into the copy. Those that do not
// lead to what they did before. A call from outside the project (mvn -f) stays where it is.
func (b *Build) Command(mirror string, exe buildtools.Executable, jar, hook string) buildtools.Command {
	return b.command(mirror, exe, "-Dmaven.ext.class.path="+b.extClassPath(jar), "-Djprof.hook="+hook)
}

// InPlace is the call of mvn where the copy's own sources are instrumented: without the extension, and without
// the plugins that look at sources, class files or coverage, as far as a property switches them off.
func (b *Build) InPlace(mirror string, exe buildtools.Executable) buildtools.Command {
	return b.command(mirror, exe,
		"-Dcheckstyle.skip=true", "-Dpmd.skip=true", "-Dcpd.skip=true", "-Dspotless.check.skip=true", "-Dspotless.apply.skip=true",
		"-Dlicense.skip=true", "-Drat.skip=true", "-Dformatter.skip=true", "-Dimpsort.skip=true", "-Dsort.skip=true",
		"-Dspotbugs.skip=true", "-Dforbiddenapis.skip=true", "-Danimal.sniffer.skip=true", "-Djapicmp.skip=true", "-Drevapi.skip=true",
		"-Dmodernizer.skip=true", "-Darchunit.skip=true", "-Dbaseline.skip=true", "-Dbnd.baseline.skip=true",
		// A pom that sets haltOnFailure itself is stronger than the property for it, so that all of JaCoCo is skipped.
		"-Djacoco.skip=true", "-DskipPitest=true", "-Dmaven.clover.skip=true", "-Dcobertura.skip=true",
		"-Dmaven.compiler.failOnWarning=false")
}

// command is the call of mvn with the options that it has however sources are instrumented, and with more.
func (b *Build) command(mirror string, exe buildtools.Executable, more ...string) buildtools.Command {
	own := append(append(more, b.installOptions()...),
		"-Dmaven.deploy.skip=true",
		// Neither into a cache that other builds read, nor out of it: a test whose result comes from a
		// cache does not run. Maven's own cache, Develocity's, and what that was called before.
		"-Dmaven.build.cache.enabled=false",
		"-Ddevelocity.cache.local.enabled=false", "-Ddevelocity.cache.remote.enabled=false",
		"-Dgradle.cache.local.enabled=false", "-Dgradle.cache.remote.enabled=false",
	)
	var args, rest []string
	for i, a := range b.args {
		if a.Text[0] == "--" { // all behind it are goals for mvn
			for _, a := range b.args[i:] {
				rest = append(rest, a.Text...)
			}
			break
		}
		args = append(args, b.inMirror(a, mirror)...)
	}
	args = append(append(args, own...), rest...)
	dir, _ := b.Project.InMirror(b.cwd, mirror)
	return exe.Command(args, dir, b.installEnv(b.mirrorEnv(mirror)))
}

// inMirror is an argument as Command describes. Properties may be paths, too: absolute ones that lead into the project lead into the
// copy, so that no build directory is one of the user's. The local repository and the log stay the user's.
func (b *Build) inMirror(a cmdline.Arg, mirror string) []string {
	switch key, value, _ := strings.Cut(a.Value, "="); {
	case a.Option == "--log-file":
		return a.With(cmdline.Absolute(b.cwd, a.Value))
	case a.Option != "--define" || value == "":
	case key == "maven.repo.local":
		return a.With(key + "=" + cmdline.Absolute(b.cwd, value))
	case filepath.IsAbs(value):
		if path, inside := b.Project.InMirror(cmdline.Real(value), mirror); inside {
			return a.With(key + "=" + path)
		}
	}
	return syntax.InMirror(a, b.Project, b.cwd, mirror)
}

// mirrorEnv is the environment of the build. MAVEN_BASEDIR would have mvn read .mvn of the user's
// own tree.
func (b *Build) mirrorEnv(mirror string) []string {
	env := b.env
	for _, key := range []string{"MAVEN_BASEDIR", "MAVEN_PROJECTBASEDIR"} {
		if dir := environ.Get(b.env, key); dir != "" {
			if mapped, ok := b.Project.InMirror(cmdline.Real(dir), mirror); ok {
				env = append(env[:len(env):len(env)], key+"="+mapped)
			}
		}
	}
	return env
}
