// Package version holds the version of this jprof.
package version

import (
	"runtime/debug"
	"strings"
)

// release is set by the release build: go build -ldflags "-X jprof/internal/version.release=1.2.3".
var release string

// next is the version that the sources are on their way to.
const next = "0.2.0"

// String returns the version of this build: that of the release, else the next one with "-dev" and,
// where the Go tool recorded it, the commit: "0.2.0-dev+1a2b3c4d5e6f". It has no white space.
func String() string {
	if release != "" {
		return release
	}
	v := next + "-dev"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	return v + commit(info.Settings)
}

// commit returns "+" and the shortened commit in settings, followed by ".dirty" if the tree differed from it, or "" if
// there is none.
func commit(settings []debug.BuildSetting) string {
	var revision, modified string
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value
		case "vcs.modified":
			modified = s.Value
		}
	}
	if revision == "" {
		return ""
	}
	if len(revision) > 12 {
		revision = revision[:12]
	}
	revision = "+" + strings.TrimSpace(revision)
	if modified == "true" {
		revision += ".dirty"
	}
	return revision
}
