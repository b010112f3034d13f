package measure

import (
	"os"
	"slices"
	"strings"
	"testing"

	"jprof/internal/jtest"
	"jprof/internal/measure/agent"
	"jprof/internal/util/term"
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

// TestFixedLauncher checks that a JVM whose launcher is a matter of the build is recorded by a variable, and that this
// is said.
func TestFixedLauncher(t *testing.T) {
	if err := agent.Missing(); err != nil {
		t.Skip(err)
	}
	java, arguments := jtest.JDKs(t)[0].Java(), ""
	file := contextsFile{Cache: t.TempDir(),
		Settings: agent.Settings{Coverage: agent.App, Image: true, Out: t.TempDir()}}
	jvm := StepJVM{Java: java, Arguments: &arguments, Fixed: true}
	list, err := jvm.options(t.Context(), term.New(t.Output(), os.Getenv), file)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, o := range list {
		got[o.Key] = o.Value
	}
	if !strings.Contains(got["toolOptions"], "-javaagent:") || got["java"] != "" ||
		!strings.Contains(got["without"], "--jdk-image") {
		t.Errorf("options %q", got)
	}
}
