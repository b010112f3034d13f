package testreports

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"app/surefire-reports/TEST-org.example.BTest.xml": `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="org.example.BTest" time="1,234.5" tests="4">
  <properties><property name="a" value="<testcase>"/></properties>
  <testcase name="passes" classname="org.example.BTest" time="0.25"/>
  <testcase name="fails" classname="org.example.BTest" time="1"><failure message="expected: &lt;1&gt;
but was 2" type="org.opentest4j.AssertionFailedError"><![CDATA[trace</testcase>]]></failure>` +
			`<system-out>x</system-out></testcase>
  <testcase name="throws" classname="org.example.BTest"><error type="java.io.IOException">trace</error></testcase>
  <testcase name="later" classname="org.example.BTest" time="x"><skipped message="not today"/></testcase>
  <testcase name="flaky" classname="org.example.BTest" time="2"><flakyFailure message="at first" type="E"/></testcase>
</testsuite>`,
		"app/failsafe-reports/TEST-org.example.AIT.xml": `<testsuites><testsuite name="org.example.AIT" time="3">` +
			`<testcase name="it"/></testsuite><testsuite name="org.example.A2IT"/></testsuites>`,
		"util/test/TEST-cut.xml":     `<testsuite name="cut"><testcase name="whole"/><testcase name="ha`,
		"util/test/TEST-strange.xml": `<testcase name="alone"/>`,
		"util/test/other.xml":        `<testsuite name="other"/>`,
		"util/test/TEST-no.txt":      `text`,
		"app/surefire-reports/junitreports/TEST-org.example.BTest.xml": `<testsuite name="of TestNG itself"/>`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, `"<testcase>"`, `"&lt;testcase&gt;"`)),
			0o666); err != nil {
			t.Fatal(err)
		}
	}
	suites, problems := Read(dir)
	var got []string
	for _, s := range suites {
		got = append(got, fmt.Sprintf("%s %s %v: %d passed, %d skipped, %d failed", s.Module, s.Name, s.Time,
			s.Count(Passed), s.Count(Skipped), s.Count(Failed)))
		for _, c := range s.Cases {
			got = append(got, fmt.Sprintf("  %s %d %v %q", c.Name, c.Outcome, c.Time, c.Message))
		}
	}
	want := []string{
		"app org.example.A2IT 0s: 0 passed, 0 skipped, 0 failed",
		"app org.example.AIT 3s: 1 passed, 0 skipped, 0 failed",
		`  it 0 0s ""`,
		"app org.example.BTest 20m34.5s: 2 passed, 1 skipped, 2 failed",
		`  passes 0 250ms ""`,
		`  fails 2 1s "expected: <1>"`,
		`  throws 2 0s "java.io.IOException"`,
		`  later 1 0s "not today"`,
		`  flaky 0 2s ""`,
		"util cut 0s: 1 passed, 0 skipped, 1 failed",
		`  whole 0 0s ""`,
		`  (report) 2 0s "the test report cannot be read: XML syntax error on line 1: unexpected EOF"`,
		"util strange 0s: 0 passed, 0 skipped, 1 failed",
		`  (report) 2 0s "the test report cannot be read: a test outside of a suite"`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("suites\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var told []string
	for _, err := range problems {
		told = append(told, strings.TrimPrefix(err.Error(), dir+string(filepath.Separator)))
	}
	if len(told) != 2 || !strings.HasPrefix(told[0], filepath.Join("util", "test", "TEST-cut.xml")) ||
		!strings.HasSuffix(told[1], "a test outside of a suite") {
		t.Errorf("problems %q", told)
	}
	if suites, problems := Read(filepath.Join(dir, "none")); len(suites)+len(problems) > 0 {
		t.Errorf("of no folder: %v, %v", suites, problems)
	}
}

// TestNaming reads the failed tests that name a text, in reports that are not older than the build.
func TestNaming(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"TEST-new.xml": `<testsuite name="p.New"><testcase name="passes"/><testcase name="fails"><error type="E">` +
			"E: b/__Counter\n\tat b.B.f(B.java:3)</error></testcase><testcase name=\"lists\" classname=\"p.Other\">" +
			`<failure message="has __Counter"/></testcase><testcase name="else"><failure>no</failure></testcase>` +
			`<system-out>__Counter</system-out></testsuite>`,
		"old/TEST-old.xml": `<testsuite name="p.Old"><testcase name="fails"><error>__Counter</error></testcase>` +
			`</testsuite>`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now()
	old := now.Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "old", "TEST-old.xml"), old, old); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range Naming(dir, "__Counter", now.Add(-time.Minute)) {
		got = append(got, c.Class+" "+c.Name+" "+c.Trace)
	}
	want := []string{"p.New fails E: b/__Counter\n\tat b.B.f(B.java:3)", "p.Other lists has __Counter"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWrite: what is added to the reports of a build is read as one suite with those of the same class.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	to := filepath.Join(dir, "app", "surefire-reports")
	if err := os.MkdirAll(to, 0o777); err != nil {
		t.Fatal(err)
	}
	text := `<testsuite name="p.ATest" time="1"><testcase name="new" classname="p.ATest" time="1"/></testsuite>`
	if err := os.WriteFile(filepath.Join(to, "TEST-p.ATest.xml"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	hostile := "<script> \"a\" & 'b'"
	err := Write(dir, CarriedOver, []Suite{
		{Module: "app", Name: "p.ATest", Time: 2 * time.Second, Cases: []Case{
			{Class: "p.ATest", Name: "old", Time: 1500 * time.Millisecond},
			{Class: "p.ATest", Name: hostile, Outcome: Skipped, Message: hostile}}},
		{Module: "app", Name: "../p/BTest", Cases: []Case{{Name: "fails", Outcome: Failed, Message: "why"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	suites, problems := Read(dir)
	if len(problems) > 0 || len(suites) != 2 {
		t.Fatalf("%+v, %v", suites, problems)
	}
	if b := suites[0]; b.Name != "../p/BTest" || b.Count(Failed) != 1 || b.Cases[0].Message != "why" {
		t.Errorf("%+v", b)
	}
	a := suites[1]
	if a.Added() || !suites[0].Added() {
		t.Error("the whole suite is added that the build has not reported, and no other")
	}
	if len(a.Cases) != 3 || a.Time != 3*time.Second || a.Count(Passed) != 2 {
		t.Errorf("%+v", a)
	}
	for _, c := range a.Cases {
		if c.Outcome == Skipped && (c.Name != hostile || c.Message != hostile) {
			t.Errorf("%+v", c)
		}
	}
}

// TestPack: what is packed is read as it was, and packed again to the same bytes.
func TestPack(t *testing.T) {
	suites := []Suite{{Module: "app", Name: "p.ATest", Time: 1500 * time.Millisecond, Cases: []Case{
		{Class: "p.ATest", Name: "a", Time: time.Second},
		{Class: "p.ATest", Name: "<b>", Outcome: Failed, Message: "why", Trace: "why\n\tat p.A.a(A.java:3) ]]>"},
		{Name: "c", Outcome: Skipped, Message: "later"}}}, {Name: "alone"}}
	var first, second bytes.Buffer
	if err := Pack(&first, suites); err != nil {
		t.Fatal(err)
	}
	text := first.String()
	read, err := Unpack(&first)
	if err != nil || !reflect.DeepEqual(read, suites) {
		t.Errorf("%+v, %v, want %+v", read, err, suites)
	}
	if err := Pack(&second, read); err != nil || second.String() != text {
		t.Errorf("%s, %v, want %s", second.String(), err, text)
	}
}
