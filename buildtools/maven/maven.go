// Package maven is the build tool Maven. It finds the start of a project, the mvn that builds it, and refused goals;
// makes the arguments that load the extension of package plugins; and reads facts from poms and from the output of mvn.
//
// There are two hooks. With the extension, the compilers read instrumented copies of their source roots. The other
// hook, in place, puts instrumented sources into the mirror instead of the originals; the poms list the sources. It is
// used with --fallback, and if a build has not loaded the extension.
//
// The cache of jprof has maven-extension-HASH.jar, compiled once for all projects, and maven-HASH.json, the output of
// mvn -v. The workspace of a project has repository/, a local repository into which its builds install. Maven searches
// it before the user's local repository.
package maven

import (
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/buildtools/cmdline"
	"jprof/internal/util/environ"
	"jprof/internal/util/paths"
)

// build is one call of mvn.
type build struct {
	buildtools.Call
	fallback bool // --fallback is among the arguments

	cwd  string // absolute, without symbolic links
	args []cmdline.Arg
	env  []string

	// See installInto; both are "" if nothing is installed.
	installed  string // the local repository that the build installs into
	repository string // the user's local repository
}

// open reads a call of mvn: see buildtools.Tool. The words of MAVEN_ARGS are arguments too, as in newer versions of
// Maven.
func open(cwd string, args, env []string) (*build, error) {
	cwd, err := paths.Canonical(cwd)
	if err != nil {
		return nil, err
	}
	b := &build{cwd: cwd, env: env}
	if i := slices.Index(args, "--"+fallback.Name); i >= 0 {
		args, b.fallback = slices.Delete(slices.Clone(args), i, i+1), true
	}
	b.args = syntax.Parse(args)
	all := append(syntax.Parse(cmdline.Words(environ.Get(env, "MAVEN_ARGS"))), b.args...)
	if err := refuse(cmdline.Goals(all)); err != nil {
		return nil, err
	}
	if cmdline.Has(all, info...) {
		b.AsTyped = true
		return b, nil
	}
	b.Compiles = compiles(cmdline.Goals(all))
	b.Options = cmdline.Given(all, []string{"--define", "--activate-profiles"}, harmless)
	b.Settings = settings(cwd, all)
	b.Project, err = find(cwd, all)
	return b, err
}

// About is part of buildtools.Build.
func (b *build) About() buildtools.Call { return b.Call }

// withExtension returns a call of mvn that loads the extension at jar. The user's arguments come first. The call runs
// in the copy of the project's root at mirror. The extension reads hook, the path of a buildtools.HookFile.
//
// Paths into the project lead into the copy. Other paths lead to the same place as before. A call from outside the
// project (mvn -f) keeps its folder.
func (b *build) withExtension(mirror string, exe buildtools.Executable, jar, hook string) buildtools.Command {
	return b.command(mirror, exe, "-Dmaven.ext.class.path="+b.extClassPath(jar), "-Djprof.hook="+hook)
}

// withoutChecks returns a call of mvn without the extension, for a copy whose own sources are instrumented. Plugins
// that check sources, class files or coverage are switched off, if they have a property for it.
func (b *build) withoutChecks(mirror string, exe buildtools.Executable) buildtools.Command {
	return b.command(mirror, exe,
		"-Dcheckstyle.skip=true", "-Dpmd.skip=true", "-Dcpd.skip=true",
		"-Dspotless.check.skip=true", "-Dspotless.apply.skip=true",
		"-Dlicense.skip=true", "-Drat.skip=true", "-Dformatter.skip=true", "-Dimpsort.skip=true", "-Dsort.skip=true",
		"-Dspotbugs.skip=true", "-Dforbiddenapis.skip=true", "-Danimal.sniffer.skip=true",
		"-Djapicmp.skip=true", "-Drevapi.skip=true",
		"-Dmodernizer.skip=true", "-Darchunit.skip=true", "-Dbaseline.skip=true", "-Dbnd.baseline.skip=true",
		// All of JaCoCo is skipped, because haltOnFailure in a pom is stronger than its property.
		"-Djacoco.skip=true", "-DskipPitest=true", "-Dmaven.clover.skip=true", "-Dcobertura.skip=true",
		"-Dmaven.compiler.failOnWarning=false")
}

// command returns a call of mvn in the mirror, with the options that both hooks need, and the options more.
func (b *build) command(mirror string, exe buildtools.Executable, more ...string) buildtools.Command {
	own := append(append(more, b.installOptions()...),
		"-Djprof.skip=true", // the plugin of the project would start jprof again
		"-Dmaven.deploy.skip=true",
		// Neither read nor write caches that other builds use: a test whose result comes from a cache does not run.
		// These are Maven's own cache, Develocity's, and Develocity's under its former name.
		"-Dmaven.build.cache.enabled=false",
		"-Ddevelocity.cache.local.enabled=false", "-Ddevelocity.cache.remote.enabled=false",
		"-Dgradle.cache.local.enabled=false", "-Dgradle.cache.remote.enabled=false",
	)
	var args, rest []string
	for i, a := range b.args {
		if a.Text[0] == "--" { // mvn takes all arguments after it as goals
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

// inMirror returns an argument for a call in the mirror. Paths into the project become paths into the copy, even
// absolute paths in properties, so that no build directory is one of the user's. The paths of the local repository and
// of the log stay the user's own.
func (b *build) inMirror(a cmdline.Arg, mirror string) []string {
	switch key, value, _ := strings.Cut(a.Value, "="); {
	case a.Option == "--log-file":
		return a.With(paths.Absolute(b.cwd, a.Value))
	case a.Option != "--define" || value == "":
	case key == "maven.repo.local":
		return a.With(key + "=" + paths.Absolute(b.cwd, value))
	case filepath.IsAbs(value):
		if path, inside := b.Project.InMirror(paths.Real(value), mirror); inside {
			return a.With(key + "=" + path)
		}
	}
	return syntax.InMirror(a, b.Project, b.cwd, mirror)
}

// mirrorEnv returns the environment of the build. MAVEN_BASEDIR is changed, because with it mvn would read .mvn of the
// user's own tree.
func (b *build) mirrorEnv(mirror string) []string {
	env := b.env
	for _, key := range []string{"MAVEN_BASEDIR", "MAVEN_PROJECTBASEDIR"} {
		if dir := environ.Get(b.env, key); dir != "" {
			if mapped, ok := b.Project.InMirror(paths.Real(dir), mirror); ok {
				env = append(env[:len(env):len(env)], key+"="+mapped)
			}
		}
	}
	return env
}
