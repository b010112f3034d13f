package settings

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/efficiency"
)

func TestEfficiencyLimits(t *testing.T) {
	read := func(text string) (Settings, error) {
		dir := t.TempDir()
		text = "check:\n  efficiency:\n" + text
		if err := os.WriteFile(filepath.Join(dir, FileName), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return Read(dir)
	}
	c, err := read("    - {no-effect: 2}\n    - {method: [a.B.c, a.D.*], no-effect: 0.5%, capturing: 7, " +
		"no-effect-cost: 100000, captured-writes: 0}\n")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := c.Check.Rules()
	if err != nil || len(rules.Efficiency) != 3 || !c.Check.Empty() {
		t.Fatalf("%d rules, %v: empty %v", len(rules.Efficiency), err, c.Check.Empty())
	}
	if r := rules.Efficiency[0]; r.Match != nil || *r.Shares[efficiency.NoEffect] != 2000 ||
		r.Shares[efficiency.Capturing] != nil {
		t.Errorf("%+v", r)
	}
	if r := rules.Efficiency[2]; r.Match.String() != "a.D.*" || *r.Shares[efficiency.NoEffect] != 500 ||
		*r.Shares[efficiency.Capturing] != 7000 || *r.Most[efficiency.NoEffect] != 100_000 ||
		*r.Most[efficiency.Capturing] != 0 || r.Most[efficiency.LowEfficiency] != nil {
		t.Errorf("%+v", r)
	}
	for text, want := range map[string]string{
		"    - {method: a}\n":                  "line 3: check.efficiency: requires a limit: no-side-effect, no-effect",
		"    - {no-effect-cost: 5%}\n":         "no-effect-cost must be a whole number such as 1000, not 5%",
		"    - {method: 'a(', no-effect: 1}\n": `check.efficiency.method: "a(" is not a pattern`,
		"    - {no-effect: 101}\n":             "check.efficiency.no-effect must be between 0 and 100, not 101 %",
		"    - {no-efect: 1}\n":                "unknown setting check.efficiency.no-efect",
		"    - {no-effect: much}\n":            "check.efficiency.no-effect must be a percentage such as",
		"    - {no-effect: }\n":                "check.efficiency.no-effect has no value",
		"    - {max-capturing: 5}\n":           "unknown setting check.efficiency.max-capturing",
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestEfficiency(t *testing.T) {
	read := func(text string) (Settings, error) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, FileName), []byte("efficiency:\n"+text), 0o666); err != nil {
			t.Fatal(err)
		}
		return Read(dir)
	}
	c, err := read("  output: [com.example.Device.send, 'Bus.write(int)']\n  native-cost: arraycopy=1,clone=2\n" +
		"  value-types: Money\n  low-efficiency: 0.5%\n")
	if err != nil {
		t.Fatal(err)
	}
	o := efficiency.Default()
	if err := c.Efficiency.Apply(&o); err != nil {
		t.Fatal(err)
	}
	if o.ArraycopyCost != 1 || o.CloneCost != 2 || !slices.Equal(o.ValueTypes, []string{"java.lang.String", "Money"}) ||
		o.LowEfficiency != 5000 || len(o.Output) != 2 {
		t.Errorf("%+v", o)
	}
	if m := (cct.Method{Class: "a.Bus", Name: "write", Descriptor: "(I)V"}); !o.Output[1].Matches(&m) {
		t.Errorf("%v does not match %v", o.Output[1], m)
	}
	o = efficiency.Default()
	if (Settings{}).Efficiency.Apply(&o) != nil || o.LowEfficiency != 1000 || o.Output != nil {
		t.Errorf("without settings: %+v", o)
	}
	for text, want := range map[string]string{
		"  outputs: a.B.c\n":             `line 2: unknown setting efficiency.outputs`,
		"  output: 'a('\n":               `line 2: efficiency.output: "a(" is not a pattern for methods such as`,
		"  output:\n    - a.b\n    - ''": `line 4: efficiency.output: "" is not a pattern for methods such as`,
		"  output: {a: b}\n":             `line 2: efficiency.output must be a list of strings`,
		"  native-cost: memcpy=1\n":      `efficiency.native-cost: "memcpy=1" is not a cost such as arraycopy=7`,
		"  native-cost: arraycopy=-1\n":  `efficiency.native-cost: "arraycopy=-1" is not a cost`,
		"  value-types: [Money, a b]\n":  `efficiency.value-types: "a b" is not the name of a class such as Money`,
		"  low-efficiency: low\n":        `efficiency.low-efficiency must be a percentage such as 80 or 79.5, not low`,
		"  low-efficiency: 101\n":        `efficiency.low-efficiency must be between 0 and 100, not 101 %`,
		"  as-paper: true\n":             `unknown setting efficiency.as-paper`,
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
