package cli

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"jprof/buildtools/gradle"
	"jprof/buildtools/maven"
	"jprof/internal/util/term"
)

func TestCutOwn(t *testing.T) {
	for _, test := range []struct{ args, rest, own string }{
		{"verify --label a", "verify", "label=a"},
		{"--contexts verify", "verify", "contexts="},
		{"-q --contexts=app verify --max-contexts 5 --call-sites", "-q verify",
			"call-sites=true contexts=app max-contexts=5"},
		{"--recursion=folded --contexts --blocks fast --agent a,B --agent c.D --agent-path x.jar test", "test",
			"agent-path=[x.jar] agent=[a,B c.D] blocks=fast contexts= recursion=folded"},
		// a task of Gradle may have these
		{"deploy --agent a --blocks=3 --from x", "deploy --agent a --blocks=3 --from x", ""},
	} {
		rest, own, err := cutOwn("gradle", strings.Fields(test.args))
		if err != nil {
			t.Errorf("%s: %v", test.args, err)
			continue
		}
		var list []string
		for _, name := range own.FlagNames() {
			value := own.Value(name)
			if several, is := value.(cli.StringSlice); is {
				value = several.Value()
			}
			list = append(list, fmt.Sprintf("%s=%v", name, value))
		}
		slices.Sort(list)
		if got := strings.Join(list, " "); strings.Join(rest, " ") != test.rest || got != test.own {
			t.Errorf("%s: %q, %s", test.args, rest, got)
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

// An option that is like one of jprof is not for Maven. A task of Gradle may have it.
func TestMisspelt(t *testing.T) {
	typed := []string{"-B", "--fail-at-end", "--by-tset=true", "verify"}
	err := misspelt(maven.Tool{}.Info(), typed)
	if err == nil || err.Error() != "unknown option --by-tset" ||
		!slices.Equal(term.Hints(err), []string{"did you mean --by-test?"}) {
		t.Errorf("%v, hints %q", err, term.Hints(err))
	}
	if err := misspelt(gradle.Tool{}.Info(), typed); err == nil {
		t.Error("an option in front of the first task is not checked")
	}
	ofTask := []string{"--stop", "--status", "--profile", "--info", "--no-daemon", "--offline", "--parallel",
		"--scan",
		"--project-dir=a", "--write-locks", "--dry-run", "--continue", "--stacktrace", "--max-workers=2",
		"--priority=low", "--build-cache", "--settings-file=x", "--gui", "--rerun-tasks", "--console=plain",
		"--quiet", "--include-build=b",
		"--build-file=c", "--watch-fs", "--export-keys", "--update-locks", "--foreground", "--continuous", "--debug",
		"--exclude-task=d", "--system-prop=e", "--init-script=f", "--warning-mode=all", "--configure-on-demand",
		"--configuration-cache", "--refresh-keys", "--help", "--version", "--warn", "test", "--by-tset"}
	if err := misspelt(gradle.Tool{}.Info(), ofTask); err != nil {
		t.Error(err)
	}
	known := []string{"--activate-profiles", "--builder", "--errors", "--file", "--legacy-local-repository",
		"--log-file", "--offline", "--projects", "--quiet", "--resume", "--settings", "--show-version", "--threads",
		"--toolchains", "--from", "--shard", "--store", "--affected"}
	if err := misspelt(maven.Tool{}.Info(), known); err != nil {
		t.Error(err)
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
