package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
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
	write(t, filepath.Join(dir, "a/target/surefire-reports/TEST-x.A.xml"), `<?xml version="1.0"?><testsuite name="x.A" tests="3">`+
		`<testcase classname="x.A" name="one"/><testcase classname="x.A" name="two"><failure message="m">text</failure></testcase>`+
		`<testcase classname="x.B" name="three"><skipped/></testcase></testsuite>`)
	write(t, filepath.Join(dir, "b/target/failsafe-reports/TEST-x.B.xml"), `<testsuite><testcase classname="x.A" name="one"><error/></testcase></testsuite>`)
	write(t, filepath.Join(dir, "src/TEST-data.xml"), "no report")
	write(t, filepath.Join(dir, ".jprof/runs/1/test-reports/a/surefire-reports/TEST-x.A.xml"), `<testsuite><testcase classname="x.A" name="one"/></testsuite>`)
	got, err := readResults(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := results{"x.A.one": {passed: 1, failed: 1}, "x.A.two": {failed: 1}, "x.B.three": {skipped: 1}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if total := got.total(); total != (outcomes{1, 2, 1}) || total.String() != "4 / 2 / 1" {
		t.Errorf("total %v", total)
	}
	if d := want.differences(got); d != nil {
		t.Errorf("differences of equal results: %q", d)
	}
	if d := want.differences(results{}); len(d) != 3 || !strings.Contains(d[0], "x.A.one: run / failed / skipped 2 / 1 / 0 plain, 0 / 0 / 0 under jprof") {
		t.Errorf("differences: %q", d)
	}
	if d := (results{}).differences(results{}); len(d) != 1 {
		t.Errorf("no reports at all are no difference: %q", d)
	}
	write(t, filepath.Join(dir, "c/surefire-reports/TEST-cut.xml"), "<testsuite tests=")
	if _, err := readResults(dir); err == nil {
		t.Error("a report cut short is no error")
	}
}

func TestHashTree(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "same"), "1")
	write(t, filepath.Join(dir, "edited"), "1")
	write(t, filepath.Join(dir, "removed"), "1")
	before, err := hashTree(dir)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "edited"), "2")
	write(t, filepath.Join(dir, ".jprof/run.json"), "{}")
	write(t, filepath.Join(dir, "sub/added"), "")
	if err := os.Remove(filepath.Join(dir, "removed")); err != nil {
		t.Fatal(err)
	}
	after, err := hashTree(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := changedPaths(before, after), []string{"edited", "removed", "sub", "sub/added"}; !reflect.DeepEqual(got, want) {
		t.Errorf("changed: %q, want %q", got, want)
	}
}

func TestPrint(t *testing.T) {
	var out bytes.Buffer
	print(&out, []row{
		{project: project{name: "a"}, tests: results{"x": {passed: 1, failed: 1, skipped: 1}}, plain: 10 * time.Second, with: 15 * time.Second, measured: 2, sources: 3,
			notMeasured: []string{"B.java:1: why"}},
		{project: project{name: "b"}, differences: []string{"exit code"}},
	})
	for _, want := range []string{
		"| a | 3 / 1 / 1 | yes | 2 of 3 | 1 | 10 s | 15 s | 1.50 |\n",
		"| b | 0 / 0 / 0 | **no: 1 differences** | 0 of 0 | 0 | 0 s | 0 s | - |\n",
		"\na\n\n- not measured: B.java:1: why\n",
		"\nb\n\n- differs: exit code\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}

func TestUnstable(t *testing.T) {
	plain := results{"A.f[1]": {passed: 1}, "A.f[2]": {skipped: 1}, "A.g": {passed: 1}}
	again := results{"A.f[1]": {skipped: 1}, "A.f[2]": {skipped: 1}, "A.g": {passed: 1}}
	unstable := plain.unstable(again)
	if !reflect.DeepEqual(unstable, []string{"A.f"}) {
		t.Fatalf("unstable: %q", unstable)
	}
	same := results{"A.f[1]": {passed: 1}, "A.f[2]": {passed: 1}, "A.g": {passed: 1}}
	if d := plain.runsOnly(unstable).differences(same.runsOnly(unstable)); d != nil {
		t.Errorf("a test that is unstable by itself is a difference: %q", d)
	}
	for _, other := range []results{
		{"A.f[1]": {passed: 1}, "A.g": {passed: 1}},
		{"A.f[1]": {passed: 1}, "A.f[2]": {passed: 1}, "A.g": {failed: 1}},
	} {
		if d := plain.runsOnly(unstable).differences(other.runsOnly(unstable)); len(d) != 1 {
			t.Errorf("%v: %q", other, d)
		}
	}
}
