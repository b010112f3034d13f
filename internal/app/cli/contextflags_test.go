package cli

import (
	"reflect"
	"strings"
	"testing"
)

func TestCutOwn(t *testing.T) {
	tests := []struct {
		args, rest string
		own        ownOptions
	}{
		{"verify --label a", "verify", ownOptions{label: "a", repeat: 1}},
		{"--contexts verify", "verify", ownOptions{repeat: 1, contexts: contextOptions{on: true}}},
		{"-q --contexts=app verify --max-contexts 5 --call-sites", "-q verify",
			ownOptions{repeat: 1, contexts: contextOptions{on: true, mode: "app", max: "5", callSites: true}}},
		{"--recursion=folded --contexts --blocks fast --agent a.B --agent c.D --agent-path x.jar test", "test",
			ownOptions{repeat: 1, contexts: contextOptions{on: true, recursion: "folded", blocks: "fast",
				agents: []string{"a.B", "c.D"}, agentPath: []string{"x.jar"}}}},
		// a task of Gradle may have these
		{"deploy --agent a --blocks=3", "deploy --agent a --blocks=3", ownOptions{repeat: 1}},
	}
	for _, test := range tests {
		rest, own, err := cutOwn("gradle", strings.Fields(test.args))
		if err != nil || strings.Join(rest, " ") != test.rest || !reflect.DeepEqual(own, test.own) {
			t.Errorf("%s: %q, %+v, %v", test.args, rest, own, err)
		}
	}
	for args, want := range map[string]string{
		"--contexts= verify":             "--contexts requires a value, not an empty one",
		"--contexts app verify":          "--contexts app: the value must follow =",
		"--contexts verify --contexts":   "--contexts may be given only once",
		"--contexts --call-sites=1":      "--call-sites takes no value",
		"--contexts verify --recursion":  "--recursion requires a value",
		"verify --repeat x":              `--repeat: "x" is not a whole number`,
		"verify --label":                 "--label requires a value",
		"--label a --label b":            "--label may be given only once",
		"--contexts --max-contexts= now": "--max-contexts requires a value, not an empty one",
	} {
		if _, _, err := cutOwn("mvn", strings.Fields(args)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}

// An option whose value may be omitted takes the next argument for no value.
func TestOptionalValue(t *testing.T) {
	for args, want := range map[string]string{
		"--contexts Main.java":              "--contexts= -- Main.java",
		"--contexts=all Main.java x":        "--contexts=all -- Main.java x",
		"--recursion folded -s Main.java":   "--recursion=folded --s -- Main.java",
		"--contexts --call-sites Main.java": "--contexts= --call-sites -- Main.java",
	} {
		got, err := arranged("run", runFlags(), strings.Fields(args), false)
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q, %v, want %s", args, got, err, want)
		}
	}
}
