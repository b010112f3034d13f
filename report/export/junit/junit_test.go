package junit_test

import (
	"encoding/xml"
	"errors"
	"strings"
	"testing"

	"jprof/report/compare"
	"jprof/report/export/junit"
	"jprof/report/gate"
	"jprof/report/reporttest"
)

func TestWrite(t *testing.T) {
	v := &gate.Verdict{
		Gates: []gate.Gate{
			{Rule: "lines", Subject: "project", Required: "at least 80 %", Actual: "90 % (9 of 10)", Passed: true},
			{Rule: "changed lines", Subject: "since main", Required: "at least 80 %", Actual: "40 % (2 of 5)"},
			{Rule: "executions", Subject: "method A::<f>\x1b()", Required: "at most 7", Actual: "1,024",
				Path: "app/A.java", Line: 2},
		},
		Changed: &compare.ChangedLines{Since: "main",
			Uncovered: []compare.Range{{Path: "app/A.java", First: 6, Last: 7, Lines: 2}}},
	}
	var b strings.Builder
	if err := junit.Write(&b, reporttest.SampleModel(t), v); err != nil {
		t.Fatal(err)
	}
	want := `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="jprof check" tests="3" failures="2" errors="0" skipped="0" time="0">
 <testsuite name="jprof check" tests="3" failures="2" errors="0" skipped="0" time="0" timestamp="2026-01-02T03:04:05">
  <testcase classname="jprof.check" name="lines (project)" time="0"></testcase>
  <testcase classname="jprof.check" name="changed lines (since main)" time="0">
   <failure message="40 % (2 of 5), required: at least 80 %" type="changed lines">changed lines (since main): 40 % ` +
		`(2 of 5), required: at least 80 %&#xA;not executed: app/A.java:6-7</failure>
  </testcase>
  <testcase classname="jprof.check" name="executions (method A::&lt;f&gt;␛())" time="0" file="app/A.java" line="2">
   <failure message="1,024, required: at most 7" type="executions">executions (method A::&lt;f&gt;␛()): 1,024, ` +
		`required: at most 7</failure>
  </testcase>
 </testsuite>
</testsuites>
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	if err := xml.Unmarshal([]byte(b.String()), new(struct{})); err != nil {
		t.Error(err)
	}
	if err := junit.Write(reporttest.Full{}, reporttest.SampleModel(t), v); !errors.Is(err, reporttest.ErrFull) {
		t.Errorf("error %v", err)
	}
}
