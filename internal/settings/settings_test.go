package settings

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"jprof/internal/jtest"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
	"jprof/report/gate"
)

// number returns a pointer to n.
func number[N int | Count](n N) *N { return &n }

func TestReadConfig(t *testing.T) {
	fortnight := Age(14 * 24 * time.Hour)
	tests := []struct {
		name, text, err, hint string
		want                  Settings
	}{
		{name: "empty"},
		{name: "only comments", text: "# nothing\n"},
		{name: "all", text: `
exclude:
  paths: ["**/gen/**"]
  methods: ["**.toString()", com.example.Foo.*]
  annotations: [Immutable, "@org.example.Old"]
skip: [a/b.java]
report:
  title: My project
`, want: func() Settings {
			c := Settings{Skip: []string{"a/b.java"}, Exclude: Exclude{Paths: []string{"**/gen/**"},
				Methods:     []string{"**.toString()", "com.example.Foo.*"},
				Annotations: []string{"Immutable", "@org.example.Old"}}}
			c.Report.Title = "My project"
			return c
		}()},
		{name: "for an older jprof", text: "requires: 0.1\n", want: Settings{Requires: "0.1"}},
		{name: "for this jprof", text: "requires: " + version.Release(version.String()) + "\n",
			want: Settings{Requires: Release(version.Release(version.String()))}},
		{name: "for a newer jprof", text: "unknown: 1\nrequires: 99.10\n",
			err:  "line 2: requires jprof 99.10 or newer; this is jprof " + version.String(),
			hint: "install jprof 99.10"},
		{name: "for no jprof", text: "requires: newest\n",
			err: "line 1: requires must be a version of jprof such as 0.2, not newest"},
		{name: "contexts", text: `
contexts:
  mode: app
  include: [com.example.*]
  exclude: ["*$Generated"]
  max-contexts: 1000
  recursion: folded
  blocks: fast
  call-sites: true
  agents: [com.example.Mine]
  agent-path: [lib/mine.jar]
`, want: Settings{Contexts: Contexts{Mode: "app", Include: []string{"com.example.*"}, Exclude: []string{"*$Generated"},
			MaxContexts: number(1000), Recursion: "folded", Blocks: "fast", CallSites: true,
			Agents: []string{"com.example.Mine"}, AgentPath: []string{"lib/mine.jar"}}}},
		{name: "single values", text: "contexts: {include: a.*, exclude: b.*, agents: a.A, agent-path: a.jar}",
			want: Settings{Contexts: Contexts{Include: Texts{"a.*"}, Exclude: Texts{"b.*"}, Agents: Texts{"a.A"},
				AgentPath: Texts{"a.jar"}}}},
		{name: "an unknown mode", text: "contexts:\n  mode: none\n",
			err: "line 2: contexts.mode must be app or all, not none"},
		{name: "no contexts at all", text: "contexts:\n  max-contexts: 0\n",
			err: "line 2: contexts.max-contexts must be at least 1, not 0"},
		{name: "a pattern for paths", text: "contexts:\n  include:\n  - src/**\n",
			err: `line 3: contexts.include: "src/**" is not a pattern for names of classes such as com.example.*`},
		{name: "a method", text: "contexts: {exclude: com.example.Shop.sell}",
			err: `line 1: contexts.exclude: "com.example.Shop.sell" names a method: name the class, com.example.Shop`},
		{name: "an agent in a file", text: "contexts:\n  agents: [Mine.class/]\n",
			err: `line 2: contexts.agents: "Mine.class/" is not the name of a class`},
		{name: "gates", text: `
check:
  tests: true
  lines: 80
  branches: 79.5 %
  unmeasured: 3
  parts:
    - {module: "*:core", methods: 1}
    - {package: [a, b.**], except: b.c, lines: 100}
  changed: {since: origin/main, lines: 90}
  counts:
    - {method: a.B.c(), invocations: 5, executions: 18446744073709551615, growth: 10%}
  baseline: base.json
  ratchet: []
`, want: Settings{Check: Check{Tests: true, Lines: &Percent{80000}, Branches: &Percent{79500}, Unmeasured: number(3),
			Baseline: "base.json", Ratchet: &[]gate.Scope{},
			Parts: []Part{{Module: Texts{"*:core"}, Methods: &Percent{1000}},
				{Package: Texts{"a", "b.**"}, Except: Texts{"b.c"}, Lines: &Percent{100000}}},
			Changed: Changed{Since: "origin/main", Lines: &Threshold{Percent: Percent{90000}}},
			Counts: []Limits{{Method: Texts{"a.B.c()"}, Invocations: number[Count](5),
				Executions: number[Count](math.MaxUint64), Growth: &Percent{10000}}},
		}}},
		{name: "an age", text: "check:\n  age: 2w\n", want: Settings{Check: Check{Age: &fortnight}}},
		{name: "no age", text: "check:\n  age: 14\n",
			err: "line 2: check.age must be an age such as 14d, 36h or 2w, not 14"},
		{name: "a component without paths", text: "components:\n  a: x/**\n  b: []\n",
			err: "line 3: components.b: requires paths, as in [src/main/java/com/example/b/**]"},
		{name: "a component that is none", text: "components: {a: x}\ncheck:\n  parts: [{component: b, lines: 1}]\n",
			err: "line 3: check.parts.component: b is not in the section components, which has a"},
		{name: "a gate without a value", text: "check:\n  lines:\n  methods: 10\n",
			err: "line 2: check.lines has no value"},
		{name: "a gate without a value inside", text: "check: {changed: {since: x, lines: ~}}\n",
			err: "line 1: check.changed.lines has no value"},
		{name: "two documents", text: "exclude: []\n---\ncheck: {lines: 80}\n", err: "only one YAML document"},
		{name: "the old name of a setting", text: "report: {title: x}\nuninstrumented: [a]\n",
			err: "jprof.yaml: line 2: setting uninstrumented was renamed to skip", hint: "write skip: instead"},
		{name: "the old name of a gate", text: "check:\n  lines: 80\n  not-measured: 0\n",
			err:  "line 3: setting check.not-measured was renamed to check.unmeasured",
			hint: "write unmeasured: instead"},
		{name: "unknown gate", text: "check:\n  lines: 80\n  coverage: 80\n",
			err: "line 3: unknown setting check.coverage"},
		{name: "the name of an option", text: "check:\n  min-lines: 80\n",
			err: "line 2: unknown setting check.min-lines", hint: "did you mean lines? "},
		{name: "unknown key of a part", text: "check:\n  parts:\n    - {package: a, line: 80}\n",
			err: "line 3: unknown setting check.parts.line"},
		{name: "no percentage", text: "check:\n  lines: most\n",
			err: "jprof.yaml: line 2: check.lines must be a percentage such as 80 or 79.5, not most"},
		{name: "a list as percentage", text: "check:\n  lines: [80]\n",
			err: "line 2: check.lines must be a percentage such as 80 or 79.5, not a list"},
		{name: "a part without a minimum", text: "check:\n  parts:\n    - {class: b, lines: 5}\n    - {package: a}\n",
			err: "line 4: check.parts: requires a threshold"},
		{name: "a part of nothing", text: "check: {parts: [{lines: 5}]}\n",
			err: "line 1: check.parts: requires one of module, package, class, component and owner"},
		{name: "a part of two", text: "check: {parts: [{lines: 5, class: a, package: b}]}\n",
			err: "one of module, package, class, component and owner"},
		{name: "a bad pattern of a part", text: "check:\n  parts:\n  - lines: 5\n    class: 'a/b'\n",
			err: `line 4: check.parts.class: "a/b" is not a pattern for names`},
		{name: "counts of nothing", text: "check: {counts: [{executions: 5}]}\n",
			err: "line 1: check.counts: requires a method"},
		{name: "counts without limit", text: "check: {counts: [{method: a}]}\n",
			err: "line 1: check.counts: requires a limit"},
		{name: "a bad pattern of counts", text: "check:\n  counts:\n  - executions: 1\n    method: [a,\n      'a(']\n",
			err: `line 5: check.counts.method: "a(" is not a pattern for methods`},
		{name: "a negative count", text: "check: {counts: [{method: a, executions: -1}]}\n",
			err: "line 1: check.counts.executions must be a whole number such as 1000, not -1"},
		{name: "half a count", text: "check: {counts: [{method: a, executions: 9.5}]}\n",
			err: "check.counts.executions must be a whole number such as 1000, not 9.5"},
		{name: "more than all", text: "check:\n  tests: true\n  lines: 101\n",
			err: "jprof.yaml: line 3: check.lines must be between 0 and 100, not 101 %"},
		{name: "more than all of a part", text: "check:\n  parts: [{class: a,\n    lines: 101}]\n",
			err: "line 3: check.parts.lines must be between 0 and 100, not 101 %"},
		{name: "a quarantine without a day", text: "check:\n  quarantine:\n    - {test: A, reason: x}\n",
			err: "line 3: check.quarantine: requires the last day, as in until: 2027-01-31"},
		{name: "a quarantine without a test", text: "check: {quarantine: [{until: 2027-01-31, reason: x}]}\n",
			err: "check.quarantine: requires a test"},
		{name: "a quarantine without a reason", text: "check: {quarantine: [{test: A, until: 2027-01-31}]}\n",
			err: "check.quarantine: requires a reason"},
		{name: "a quarantine without an end", text: "check: {quarantine: [{test: A, until: 2027-02-30, reason: x}]}\n",
			err: "check.quarantine.until must be a day such as 2027-01-31, not 2027-02-30"},
		{name: "negative files", text: "check: {unmeasured: -1}\n",
			err: "line 1: check.unmeasured must be 0 or more, not -1"},
		{name: "a ratchet of classes", text: "check: {ratchet: [class]}\n",
			err: `line 1: check.ratchet: "class" is not one of project, module and package`},
		{name: "a list of paths", text: "exclude: ['**/gen/**', b]\n",
			want: Settings{Exclude: Exclude{Paths: []string{"**/gen/**", "b"}}}},
		{name: "nothing excluded", text: "exclude:\n"},
		{name: "an alias", text: "skip: &x [a]\nexclude: *x\n",
			want: Settings{Skip: []string{"a"}, Exclude: Exclude{Paths: []string{"a"}}}},
		{name: "unknown key", text: "exclude: []\nexcludes: []\n", err: "jprof.yaml: line 2: unknown setting excludes"},
		{name: "gates", text: "gates:\n  lines: 80\n", err: "jprof.yaml: line 1: unknown setting gates",
			hint: "did you mean check? "},
		{name: "quarantine", text: "quarantine: []\n", err: "jprof.yaml: line 1: unknown setting quarantine",
			hint: "did you mean check.quarantine? "},
		{name: "unknown key inside", text: "report:\n  titel: x\n", err: "line 2: unknown setting report.titel"},
		{name: "unknown key of exclude", text: "exclude:\n  paths: []\n  path: [a]\n",
			err: "jprof.yaml: line 3: unknown setting exclude.path"},
		{name: "wrong type inside", text: "exclude:\n  methods: 7\n",
			err: "line 2: exclude.methods must be a list of strings, not 7"},
		{name: "bad pattern for methods", text: "exclude:\n  methods:\n    - g\n    - f(\n",
			err: `jprof.yaml: line 4: exclude.methods: "f(" is not a pattern for methods`},
		{name: "bad name", text: "exclude: {annotations: ['a b']}\n",
			err: `line 1: exclude.annotations: "a b" is not the name of an annotation`},
		{name: "bad pattern of sources", text: "skip:\n- b\n- '[a'\n", err: `line 3: skip: "[a" is not a pattern`},
		{name: "wrong type", text: "exclude: 7\n", err: "jprof.yaml: line 1: exclude must be a list of paths, or " +
			"have the keys paths, methods and annotations, not 7"},
		{name: "bad pattern of ignored files", text: "affected:\n  ignore:\n  - docs/**\n  - '[a'\n",
			err: `line 4: affected.ignore: "[a" is not a pattern for paths`},
		{name: "ignored files", text: "affected: {ignore: ['docs/**', '*.yml']}",
			want: Settings{Affected: Affected{Ignore: []string{"docs/**", "*.yml"}}}},
		{name: "a path instead of a list", text: "skip: '**/A.java'\n",
			err: `line 1: skip must be a list of strings, not "**/A.java"`},
		{name: "a list of sections", text: "exclude:\n  paths:\n    - {a: b}\n",
			err: "line 3: exclude.paths must be a string, not a section"},
		{name: "a text instead of a section", text: "report: My project\n",
			err: "line 1: report must be a section with the keys title, not My project"},
		{name: "a text instead of true", text: "check: {tests: maybe}\n",
			err: "line 1: check.tests must be true or false, not maybe"},
		{name: "half a file", text: "check: {unmeasured: 1.5}\n",
			err: "line 1: check.unmeasured must be a whole number, not 1.5"},
		{name: "a list instead of a percentage", text: "check: {parts: [{class: a, lines: {}}]}\n",
			err: "line 1: check.parts.lines must be a percentage"},
		{name: "a list instead of settings", text: "- a\n",
			err: "line 1: the file must be a section with the keys exclude, skip, " +
				"by-test, test-reports, affected, components, check, contexts, efficiency, " +
				"report and requires, not a list"},
		{name: "given twice", text: "report: {}\nreport: {}\n",
			err: `line 2: mapping key "report" already defined at line 1`, hint: "give each key once"},
		{name: "unknown key of a merged section", text: "check:\n  <<: {linez: 3}\n  lines: 5\n",
			err: "jprof.yaml: line 2: unknown setting check.linez"},
		{name: "unknown key of one of several", text: "check:\n  <<: [{lines: 5}, {linez: 3}]\n",
			err: "jprof.yaml: line 2: unknown setting check.linez"},
		{name: "a section in itself", text: "check: &a\n  <<: *a\n  lines: 5\n",
			err: "anchor 'a' value contains itself"},
		{name: "a list of itself", text: "exclude: &a [*a]\n", err: "anchor 'a' value contains itself"},
		{name: "no YAML", text: "exclude: [a\n", err: "jprof.yaml: line "},
		{name: "bad pattern", text: "exclude:\n- a\n- '[a'\n", err: `line 3: exclude: "[a" is not a pattern`},
		{name: "an unknown failure", text: "check:\n  allow:\n  - build-failed\n  - nothing\n",
			err: `jprof.yaml: line 4: check.allow: "nothing" is not one of build-failed, `},
		{name: "one unknown failure", text: "check:\n  allow: nothing\n",
			err: `line 2: check.allow: "nothing" is not one of`},
		{name: "more than all for changes", text: "check:\n  changed:\n    lines: 101\n    since: x\n",
			err: "line 3: check.changed.lines must be between"},
		{name: "a bad pattern of an exception",
			text: "check:\n  parts:\n  - package: a\n    lines: 5\n    except: a/b\n",
			err:  `line 5: check.parts.except: "a/b" is not`},
		{name: "more than all in a merged section", text: "report: {title: &a x}\ncheck:\n  <<:\n    lines: 101\n",
			err: "line 4: check.lines must be between"},
		{name: "a bad pattern by an alias", text: "skip: &x\n- a\n- a/b\nexclude:\n  methods: *x\n",
			err: `line 3: exclude.methods: "a/b" is not a pattern`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, FileName), []byte(test.text), 0o666); err != nil {
				t.Fatal(err)
			}
			got, err := Read(dir)
			if test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) {
					t.Errorf("error %v, want one with %q", err, test.err)
				}
				if hints := strings.Join(term.Hints(err), "; "); !strings.HasPrefix(hints, test.hint) {
					t.Errorf("hints %q, want %q", hints, test.hint)
				}
				return
			}
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, %v, want %+v", got, err, test.want)
			}
		})
	}
	if got, err := Read(t.TempDir()); err != nil || !reflect.DeepEqual(got, Settings{}) {
		t.Errorf("without a file: %+v, %v", got, err)
	}
}

func FuzzReadConfig(f *testing.F) {
	f.Add("exclude: ['**/a']\nreport: {title: x}\n")
	f.Add("exclude: {methods: ['**.f(int, *)'], annotations: [A], paths: [b]}")
	f.Add("exclude: &a [*a]\n")
	f.Add("? {")
	f.Fuzz(func(t *testing.T, text string) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, FileName), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		c, err := Read(dir)
		if err == nil {
			c.skipped("src/main/java/A.java") // must not panic
		}
	})
}

func TestSkipIn(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a/gen/X.java", "a/gen/x.txt", "a/Y.java"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got := map[string]string{}
	if err := (Settings{Skip: []string{"src/**/gen/**"}}).SkipIn(dir, "src/java", got); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"src/java/a/gen/X.java": `skipped by "src/**/gen/**" in jprof.yaml`}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestReadNoFile has something in the place of the file that would block, never end, or fill the memory.
func TestReadNoFile(t *testing.T) {
	for want, put := range map[string]func(path string) error{
		"not a regular file":  jtest.MakePipe,
		"not a regular file ": func(path string) error { return os.Symlink("/dev/zero", path) },
		"a link to a file that does not exist": func(path string) error {
			return os.Symlink("none", path)
		},
		"larger than 4 MB": func(path string) error { return os.WriteFile(path, make([]byte, MaxFile+1), 0o666) },
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, FileName)
		if err := put(path); err != nil {
			t.Fatal(err)
		}
		_, err := Read(dir)
		if !errors.As(err, new(exit.UsageError)) || err.Error() != path+": "+strings.TrimSpace(want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}
