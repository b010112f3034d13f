package maven

import (
	"jprof/buildtools"
	"jprof/buildtools/cmdline"
)

// Locate returns the mvn for the copy of the project at mirror: the project's wrapper (mvnw) in the
// folder of the call or the nearest one above it in the project, else the mvn on the PATH.
//
// The wrapper comes first because it names the version of Maven that the project is built with by
// everybody else; typing "mvn" after jprof names the tool, not the file. What runs is the wrapper's
// copy in the mirror: it looks for .mvn from where it lies.
func (b *Build) Locate(mirror string) (buildtools.Executable, error) {
	dir, ok := b.Project.InMirror(b.cwd, mirror)
	if !ok { // a call from outside: the wrapper is next to the pom, or above
		if file, given := cmdline.Lookup(b.args, "--file"); given {
			dir, ok = b.Project.InMirror(cmdline.Real(cmdline.Absolute(b.cwd, file)), mirror)
		}
	}
	if ok {
		if exe, found := wrapper(dir, mirror); found {
			return exe, nil
		}
	}
	return b.onPath()
}

// Plain is the call of mvn as the user has made it, for Info.
func (b *Build) Plain() (buildtools.Command, error) {
	top, ok := mvnFolder(b.cwd)
	if !ok {
		top = b.cwd // without a project to search, a wrapper further up is not this folder's
	}
	exe, found := wrapper(b.cwd, top)
	if !found {
		var err error
		if exe, err = b.onPath(); err != nil {
			return buildtools.Command{}, err
		}
	}
	return exe.Command(cmdline.Flat(b.args), b.cwd, b.env), nil
}

// wrapper looks for mvnw from dir up to top.
func wrapper(dir, top string) (buildtools.Executable, bool) {
	return buildtools.Wrapper("mvnw", "mvnw.cmd", dir, top)
}

// onPath looks for mvn in the PATH of the call's environment.
func (b *Build) onPath() (buildtools.Executable, error) {
	exe, found := buildtools.OnPath("mvn", b.env)
	if !found {
		return exe, buildtools.Errorf(
			[]string{"install Maven and put its bin folder on the PATH, or add a wrapper to the project (mvnw)"},
			"%s: no mvnw in the project, and no mvn on the PATH", b.cwd)
	}
	return exe, nil
}
