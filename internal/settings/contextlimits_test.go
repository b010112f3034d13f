package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestContextLimits(t *testing.T) {
	read := func(text string) (Settings, error) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, FileName), []byte("check:\n  contexts:\n"+text), 0o666); err != nil {
			t.Fatal(err)
		}
		return Read(dir)
	}
	c, err := read("    - {method: [a.B.c, a.B.d], below: [x.Y.z, x.Y.y], calls: 5}\n" +
		"    - {method: e.F.g, objects: 7}\n")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := c.Check.Rules()
	if err != nil || len(rules.Contexts) != 5 || !c.Check.Empty() {
		t.Fatalf("%d rules, %v: empty %v", len(rules.Contexts), err, c.Check.Empty())
	}
	if r := rules.Contexts[1]; r.Match.String() != "a.B.c" || r.Below.String() != "x.Y.y" || *r.Limits[0] != 5 ||
		r.Limits[1] != nil {
		t.Errorf("%+v", r)
	}
	if r := rules.Contexts[4]; r.Below != nil || *r.Limits[2] != 7 {
		t.Errorf("%+v", r)
	}
	for text, want := range map[string]string{
		"    - {calls: 5}\n":                         "line 3: check.contexts: requires a method",
		"    - {method: a, below: b}\n":              "line 3: check.contexts: requires a limit",
		"    - {method: 'a(', calls: 1}\n":           `check.contexts.method: "a(" is not a pattern`,
		"    - {method: a, below: 'a(', calls: 1}":   `check.contexts.below: "a(" is not a pattern`,
		"    - {method: a, invocations: 1}\n":        "unknown setting check.contexts.invocations",
		"    - {method: a, calls: many}\n":           "check.contexts.calls must be a whole number",
		"    - {method: a, calls: }\n":               "check.contexts.calls has no value",
		"    - method: a\n      bytecodes: [1, 2]\n": "check.contexts.bytecodes must be a whole number",
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
