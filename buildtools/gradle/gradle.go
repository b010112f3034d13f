// Package gradle is the build tool Gradle. It finds the start of a build, the gradle that runs the build, and refused
// tasks. It makes the arguments that load the init script of package plugins. It reads the messages of compilers, and
// the source sets: from Gradle, or else from the build files. The cache of jprof has the init script for all projects,
// jprof-HASH.init.gradle.
package gradle

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"jprof/buildtools"
	"jprof/buildtools/cmdline"
	"jprof/internal/util/environ"
	"jprof/internal/util/paths"
)

// build is one call of gradle.
type build struct {
	buildtools.Call

	cwd  string // absolute, without symbolic links
	args []cmdline.Arg
	env  []string
}

// open reads a call of gradle: see buildtools.Tool.
func open(cwd string, args, env []string) (*build, error) {
	cwd, err := paths.Canonical(cwd)
	if err != nil {
		return nil, err
	}
	b := &build{cwd: cwd, args: syntax.Parse(args), env: env}
	tasks := cmdline.Goals(b.args)
	if err := refuse(tasks); err != nil {
		return nil, err
	}
	if cmdline.Has(b.args, continuous...) {
		return nil, buildtools.Errorf([]string{"omit the option: jprof counts one build"},
			"a continuous build does not end, so it cannot be counted")
	}
	if cmdline.Has(b.args, info...) || onlyOwn(tasks) {
		b.AsTyped = true
		return b, nil
	}
	b.Compiles = compiles(tasks) && !cmdline.Has(b.args, "-m", "--dry-run")
	b.Options = cmdline.Given(b.args, []string{"--system-prop", "--project-prop", "--init-script", "--include-build"},
		func(string) bool { return false })
	b.Settings = b.userFiles()
	b.Project, err = b.find()
	return b, err
}

// userFiles returns the files of the user that the call reads: see buildtools.Call.
func (b *build) userFiles() map[string]string {
	user, _ := os.UserHomeDir() // without one, there are none
	home := cmp.Or(environ.Get(b.env, "GRADLE_USER_HOME"), filepath.Join(user, ".gradle"))
	if given, ok := cmdline.Lookup(b.args, "--gradle-user-home"); ok {
		home = given
	}
	home = paths.Absolute(b.cwd, home)
	files := map[string]string{"gradle.properties of the user": filepath.Join(home, "gradle.properties")}
	scripts, _ := filepath.Glob(filepath.Join(home, "init.d", "*.gradle*")) // none if there is no folder
	for _, path := range append(scripts, filepath.Join(home, "init.gradle"), filepath.Join(home, "init.gradle.kts")) {
		files["the init script "+filepath.Base(path)+" of the user"] = path
	}
	return files
}

// About is part of buildtools.Build.
func (b *build) About() buildtools.Call { return b.Call }

var launcher = buildtools.Launcher{Tool: "Gradle", Command: "gradle", Script: "gradlew", WinScript: "gradlew.bat"}

// locate returns the gradle for the copy of the project at mirror: the project's wrapper (gradlew) in the
// folder of the call or the nearest one above it in the project, else the gradle on the PATH.
//
// The wrapper comes first because it names the version with which everybody else builds the project. In "jprof
// gradle", gradle is the name of the tool, not of a file. The wrapper is run from the mirror, because it reads
// gradle/wrapper beside itself.
func (b *build) locate(mirror string) (buildtools.Executable, error) {
	var dirs []string
	for _, dir := range []string{b.cwd, b.Project.Home} { // -p names a project elsewhere
		if dir, ok := b.Project.InMirror(dir, mirror); ok {
			dirs = append(dirs, dir)
		}
	}
	return launcher.Find(b.cwd, b.env, mirror, dirs...)
}

// Plain is part of buildtools.Build.
func (b *build) Plain() (buildtools.Command, error) {
	top, ok := above(b.cwd, settingsNames)
	if !ok {
		top = b.cwd // without a build, a wrapper further up does not belong to this folder
	}
	exe, err := launcher.Find(b.cwd, b.env, top, b.cwd)
	return exe.Command(cmdline.Flat(b.args), b.cwd, b.env), err
}

// withScript returns a call of gradle with the init script. The user's arguments come first. The call runs in the copy
// of the project's root at mirror. hook is the path of a buildtools.HookFile, which the init script reads.
//
// Paths into the project lead into the copy. Other paths lead to the same place as before.
func (b *build) withScript(mirror string, exe buildtools.Executable, script, hook string) buildtools.Command {
	return b.command(mirror, exe, true, "--init-script", script, "-Djprof.hook="+hook,
		// A test whose result comes from a cache does not run, and no other build can use these classes.
		"--no-build-cache",
		// The init script visits all projects when they are configured. Older versions do not know these properties,
		// and have nothing to switch off.
		"-Dorg.gradle.configureondemand=false",
		"-Dorg.gradle.isolated-projects=false", "-Dorg.gradle.unsafe.isolated-projects=false",
		"-Ddevelocity.cache.local.enabled=false", "-Ddevelocity.cache.remote.enabled=false",
	)
}

// describe returns a call of gradle in which the init script writes a description of the build, in JSON, to the file
// with the path in the last argument.
func (b *build) describe(mirror string, exe buildtools.Executable, script, to string) buildtools.Command {
	return b.command(mirror, exe, false, "-q", "--init-script", script, "-Djprof.describe="+to,
		"-Dorg.gradle.configureondemand=false",
		"-Dorg.gradle.configuration-cache=false", "-Dorg.gradle.unsafe.configuration-cache=false",
		"-Dorg.gradle.isolated-projects=false", "-Dorg.gradle.unsafe.isolated-projects=false", "help")
}

// command returns a call of gradle in the mirror with the user's options. If tasks is true, the user's tasks are among
// them. All other arguments follow.
func (b *build) command(mirror string, exe buildtools.Executable, tasks bool, more ...string) buildtools.Command {
	var args []string
	for _, a := range b.args {
		if (tasks || !a.Goal) && !b.dropped(a) {
			args = append(args, syntax.InMirror(a, b.Project, b.cwd, mirror)...)
		}
	}
	args = append(args, "-Djprof.skip=true") // the plugin of the project would start jprof again
	dir, _ := b.Project.InMirror(b.cwd, mirror)
	return exe.Command(append(args, more...), dir, b.env)
}

// dropped reports whether jprof removes an argument of the user, because with it the build would share the project
// cache directory or the build cache with other builds, or configure projects on demand.
func (b *build) dropped(a cmdline.Arg) bool {
	if a.Option == "--project-cache-dir" {
		_, inside := b.Project.InMirror(paths.Real(paths.Absolute(b.cwd, a.Value)), "")
		return !inside
	}
	return a.Text[0] == "--configure-on-demand" || a.Text[0] == "--build-cache"
}

// lastName returns the name of a task without the path of its project.
func lastName(task string) string { return task[strings.LastIndexByte(task, ':')+1:] }
