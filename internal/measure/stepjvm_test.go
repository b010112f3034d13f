package measure

import (
	"slices"
	"strings"
	"testing"
)

// Options that exclude a replaced java.base are found wherever they stand.
func TestConflict(t *testing.T) {
	args := func(s string) *string { return &s }
	for _, test := range []struct {
		jvm  StepJVM
		want string // a part of the reason, "" for none
	}{
		{StepJVM{Arguments: args("-Xmx1g --patch-module=a.b=x -Xshare:auto")}, ""},
		{StepJVM{Arguments: args(""), ToolOptions: "-Dx=--patch-module"}, ""},
		{StepJVM{}, "takes no options"},
		{StepJVM{Arguments: args("-Xmx1g --patch-module java.base=x")}, "--patch-module java.base=x"},
		{StepJVM{Arguments: args("--patch-module=java.base=x -ea")}, "--patch-module=java.base=x"},
		{StepJVM{Arguments: args("-ea"), ToolOptions: "-Xshare:on"}, "-Xshare:on"},
	} {
		got := test.jvm.conflict()
		if (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%+v: %q, want %q", test.jvm, got, test.want)
		}
	}
}

func TestStackOption(t *testing.T) {
	for own, want := range map[string][]string{
		"":                                {"-Xss4m"},
		"-Xmx1g -Dx=-Xssx":                {"-Xss4m"},
		"-ea -Xss512k":                    nil,
		"-XX:ThreadStackSize=512":         nil,
		"-XX:MainThreadStackSize=512 -ea": nil,
	} {
		if got := stackOption("-Dy", own); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", own, got, want)
		}
	}
}
