package version

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestStringHasNoWhiteSpace(t *testing.T) {
	v := String()
	if v == "" || strings.ContainsAny(v, " \t\n") {
		t.Errorf("String() = %q", v)
	}
	if !strings.HasPrefix(v, next) {
		t.Errorf("String() = %q, want it to start with %q", v, next)
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
		if got := commit(test.settings); got != test.want {
			t.Errorf("commit(%v) = %q, want %q", test.settings, got, test.want)
		}
	}
}
