package version

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestStringHasNoWhiteSpace(t *testing.T) {
	v := String()
	if v == "" || strings.ContainsAny(v, " \t\n") {
		t.Errorf("String() = %q", v)
	}
	if !strings.HasPrefix(v, Next) {
		t.Errorf("String() = %q, want it to start with %q", v, Next)
	}
}

func TestCommit(t *testing.T) {
	tests := []struct {
		settings []debug.BuildSetting
		want     string
	}{
		{nil, ""},
		{[]debug.BuildSetting{{Key: "vcs.modified", Value: "true"}}, ""},
		{[]debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}}, "+abc"},
		{[]debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.modified", Value: "false"}},
			"+0123456789ab"},
		{[]debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.modified", Value: "true"}},
			"+0123456789ab.dirty"},
	}
	for _, test := range tests {
		var b Build
		b.recorded(test.settings)
		if got := b.commit(); got != test.want {
			t.Errorf("commit of %v = %q, want %q", test.settings, got, test.want)
		}
	}
}

// TestRelease checks that values set by make dist win over those that Go records.
func TestRelease(t *testing.T) {
	release, revision, committed = "1.2.3", "0123456789abcdef", "2026-11-24T00:00:00Z"
	defer func() { release, revision, committed = "", "", "" }()
	want := Build{Version: "1.2.3", Release: true, Commit: "0123456789abcdef", Time: "2026-11-24T00:00:00Z",
		Go: runtime.Version(), System: runtime.GOOS, Arch: runtime.GOARCH}
	if got := Current(); got != want {
		t.Errorf("Current() = %+v, want %+v", got, want)
	}
	release = ""
	if got, want := String(), Next+"-dev+0123456789ab"; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
}
