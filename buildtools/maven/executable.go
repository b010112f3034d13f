package maven

import (
	"jprof/buildtools"
	"jprof/buildtools/cmdline"
	"jprof/internal/util/paths"
)

var launcher = buildtools.Launcher{Tool: "Maven", Command: "mvn", Script: "mvnw", WinScript: "mvnw.cmd"}

// locate returns the mvn for the copy of the project at mirror: the project's wrapper (mvnw) in the
// folder of the call or the nearest one above it in the project, else the mvn on the PATH.
//
// The wrapper comes first because it names the version of Maven with which everybody else builds the project. In
// "jprof mvn", mvn is the name of the tool, not of a file. The wrapper is run from the mirror, because it reads .mvn
// beside itself.
func (b *build) locate(mirror string) (buildtools.Executable, error) {
	dir, ok := b.Project.InMirror(b.cwd, mirror)
	if !ok { // a call from outside: the wrapper is next to the pom, or above
		if file, given := cmdline.Lookup(b.args, "--file"); given {
			dir, ok = b.Project.InMirror(paths.Real(paths.Absolute(b.cwd, file)), mirror)
		}
	}
	if !ok {
		return launcher.Find(b.cwd, b.env, mirror)
	}
	return launcher.Find(b.cwd, b.env, mirror, dir)
}

// Plain is part of buildtools.Build.
func (b *build) Plain() (buildtools.Command, error) {
	top, ok := mvnFolder(b.cwd)
	if !ok {
		top = b.cwd // without a project, a wrapper further up does not belong to this folder
	}
	exe, err := launcher.Find(b.cwd, b.env, top, b.cwd)
	return exe.Command(cmdline.Flat(b.args), b.cwd, b.env), err
}
