package runmodel

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"jprof/internal/runs"
)

// TestNoteTests reads the tests that failed, or were tried again, from reports; tests of one name are one.
func TestNoteTests(t *testing.T) {
	note := func(cases string) runs.Run {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, "core"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "core", "TEST-A.xml"), []byte(`<testsuite name="p.A">`+cases+
			`</testsuite>`), 0o666); err != nil {
			t.Fatal(err)
		}
		var r runs.Run
		suites, err := CompleteReports(dir, &r, TestFacts{})
		if err != nil {
			t.Fatal(err)
		}
		NoteTests(suites, &r, nil, "code", func(name string) bool { return name == "core:p.A#was" })
		return r
	}
	const passing = `<testcase name="ok"/><testcase name="was"/>`
	r := note(passing + `<testcase name="no" classname="p.B"><error/></testcase>` +
		`<testcase name="again"><flakyFailure/></testcase><testcase name="never"><failure/><rerunFailure/></testcase>` +
		`<testcase name="two"><failure/></testcase><testcase name="two"/><testcase name="left"><skipped/></testcase>`)
	want := []runs.TestOutcome{{Name: "core:p.A#again", Failed: 1, Passed: true}, {Name: "core:p.A#never", Failed: 2},
		{Name: "core:p.A#two", Failed: 1}, {Name: "core:p.B#no", Failed: 1}}
	if o := r.Outcomes; !reflect.DeepEqual(o.Failed, want) || o.Code != "code" ||
		!reflect.DeepEqual(o.Passed, []string{"core:p.A#was"}) ||
		*r.Results != (runs.Results{Tests: 8, Failed: 3, Skipped: 1}) {
		t.Errorf("%+v, %+v", o, r.Results)
	}
	suite := note(passing).Outcomes.Suite
	if suite != note(passing+`<testcase name="left"><skipped/></testcase>`).Outcomes.Suite ||
		suite == note(passing+`<testcase name="new"/>`).Outcomes.Suite {
		t.Error("the suite is not that of the tests that ran")
	}
	var none runs.Run
	if NoteTests(nil, &none, nil, "code", nil); none.Outcomes != nil || none.Results != nil {
		t.Errorf("%+v", none)
	}
}
