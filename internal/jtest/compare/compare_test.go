package compare

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestReadResults(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a/target/surefire-reports/TEST-x.A.xml"),
		`<?xml version="1.0"?><testsuite name="x.A" tests="3">`+
			`<testcase classname="x.A" name="one"/><testcase classname="x.A" name="two">`+
			`<failure message="m">text</failure></testcase>`+
			`<testcase classname="x.B" name="three"><skipped/></testcase></testsuite>`)
	write(t, filepath.Join(dir, "b/target/failsafe-reports/TEST-x.B.xml"),
		`<testsuite><testcase classname="x.A" name="one"><error/></testcase>`+
			`<testcase classname="x.C" name="[1] java.util.Random@3635099"/>`+
			`<testcase classname="x.C" name="[1] java.util.Random@76cf841"/></testsuite>`)
	write(t, filepath.Join(dir, "src/TEST-data.xml"), "no report")
	write(t, filepath.Join(dir, ".jprof/runs/1/test-reports/a/surefire-reports/TEST-x.A.xml"),
		`<testsuite><testcase classname="x.A" name="one"/></testsuite>`)
	got, err := ReadResults(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := Results{"x.A.one": {Passed: 1, Failed: 1}, "x.A.two": {Failed: 1}, "x.B.three": {Skipped: 1},
		"x.C.[1] java.util.Random@": {Passed: 2}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if total := got.Total(); total != (Outcomes{3, 2, 1}) || total.String() != "6 / 2 / 1" {
		t.Errorf("total %v", total)
	}
	if d := want.Differences(got); d != nil {
		t.Errorf("differences of equal results: %q", d)
	}
	if d := want.Differences(Results{}); len(d) != 4 ||
		!strings.Contains(d[0], "x.A.one: run / failed / skipped 2 / 1 / 0 plain, 0 / 0 / 0 under jprof") {
		t.Errorf("differences: %q", d)
	}
	if d := (Results{}).Differences(Results{}); len(d) != 1 {
		t.Errorf("no reports at all are no difference: %q", d)
	}
	write(t, filepath.Join(dir, "c/surefire-reports/TEST-cut.xml"), "<testsuite tests=")
	if _, err := ReadResults(dir); err == nil {
		t.Error("a report cut short is no error")
	}
}

func TestHashTree(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "same"), "1")
	write(t, filepath.Join(dir, "edited"), "1")
	write(t, filepath.Join(dir, "removed"), "1")
	before, err := HashTree(dir)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "edited"), "2")
	write(t, filepath.Join(dir, ".jprof/run.json"), "{}")
	write(t, filepath.Join(dir, "sub/added"), "")
	if err := os.Remove(filepath.Join(dir, "removed")); err != nil {
		t.Fatal(err)
	}
	after, err := HashTree(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Changed(before, after),
		[]string{"edited", "removed", "sub", "sub/added"}; !reflect.DeepEqual(got, want) {
		t.Errorf("changed: %q, want %q", got, want)
	}
}

func TestUnstable(t *testing.T) {
	plain := Results{"A.f[1]": {Passed: 1}, "A.f[2]": {Skipped: 1}, "A.g": {Passed: 1}}
	again := Results{"A.f[1]": {Skipped: 1}, "A.f[2]": {Skipped: 1}, "A.g": {Passed: 1}}
	unstable := plain.Unstable(again)
	if !reflect.DeepEqual(unstable, []string{"A.f"}) {
		t.Fatalf("unstable: %q", unstable)
	}
	same := Results{"A.f[1]": {Passed: 1}, "A.f[2]": {Passed: 1}, "A.g": {Passed: 1}}
	if d := plain.RunsOnly(unstable).Differences(same.RunsOnly(unstable)); d != nil {
		t.Errorf("a test that is unstable by itself is a difference: %q", d)
	}
	for _, other := range []Results{
		{"A.f[1]": {Passed: 1}, "A.g": {Passed: 1}},
		{"A.f[1]": {Passed: 1}, "A.f[2]": {Passed: 1}, "A.g": {Failed: 1}},
	} {
		if d := plain.RunsOnly(unstable).Differences(other.RunsOnly(unstable)); len(d) != 1 {
			t.Errorf("%v: %q", other, d)
		}
	}
}
