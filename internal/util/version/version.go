// Package version holds the version of this jprof, and where its releases are.
package version

import (
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// Home is the address of the module and of its project's pages, without https://. The owner sets it, once, by make home
// (docs/RELEASING.md): it is in go.mod, in the documentation and in the packages of a release.
const Home = "github.com/OWNER/jprof"

// Contact is the address of mail of those who make the packages of a release. The owner sets it with Home.
const Contact = "jprof@owner.example"

// Download is the address of the folder that has the archives of a release, as GitHub lays them out: the tag of version
// 1.2.3 is v1.2.3.
func Download(version string) string { return "https://" + Home + "/releases/download/v" + version }

// Group returns the group ID of jprof's artifacts in repositories of Maven: the owner's name space, as Maven Central
// gives it for a home such as github.com/owner/jprof, io.github.owner; for a host of one's own, its reversed name.
func Group() string {
	host, path, _ := strings.Cut(Home, "/")
	labels := strings.Split(host, ".")
	slices.Reverse(labels)
	if slices.Contains([]string{"github.com", "gitlab.com", "bitbucket.org"}, host) {
		labels[0] = "io"
	}
	if owner, _, below := strings.Cut(path, "/"); below {
		labels = append(labels, owner)
	}
	return strings.Join(labels, ".")
}

// Latest is the newest release. The documentation, and the blocks for CI in it, install it.
const Latest = "0.2.0"

// Next is the version that the sources are on their way to.
const Next = "0.3.0"

// Values set by make dist, by the option -X of Go's linker: the version without v, the hash of the commit, and its time
// as in RFC 3339.
var release, revision, committed string

// Build describes a build of jprof.
type Build struct {
	Version string // as String returns it
	Release bool   // it is a release, not sources on their way to one
	Commit  string // the whole hash, "" if it is not known
	Time    string // of the commit, as in RFC 3339, "" if it is not known
	Changed bool   // the sources differed from the commit
	Go      string // the version of Go, such as go1.26.1
	System  string // the operating system, as Go names it
	Arch    string // the processor, as Go names it
}

// String returns the version of this build: that of the release, else the next one with "-dev" and, where it is known,
// the commit: "0.2.0-dev+1a2b3c4d5e6f", with ".dirty" if the sources differed from it. It has no white space.
func String() string { return Current().Version }

// Current describes the build that runs.
func Current() Build {
	b := Build{
		Version: release, Release: release != "", Commit: revision, Time: committed,
		Go: runtime.Version(), System: runtime.GOOS, Arch: runtime.GOARCH,
	}
	if info, ok := debug.ReadBuildInfo(); ok && b.Commit == "" {
		b.recorded(info.Settings)
	}
	if !b.Release {
		b.Version = Next + "-dev" + b.commit()
	}
	return b
}

// recorded takes over the data that the Go tool records of a repository.
func (b *Build) recorded(settings []debug.BuildSetting) {
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Changed = s.Value == "true"
		}
	}
}

// commit returns "+" and the shortened commit, followed by ".dirty" if the sources differed from it, or "" if there is
// none.
func (b *Build) commit() string {
	if b.Commit == "" {
		return ""
	}
	short := "+" + b.Commit[:min(12, len(b.Commit))]
	if b.Changed {
		short += ".dirty"
	}
	return short
}
