package speedscope_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"jprof/report/export/speedscope"
	"jprof/report/reporttest"
	"jprof/report/times"
)

// TestTimes compares profiles of times with the schema of speedscope, and a stack of each.
func TestTimes(t *testing.T) {
	m, _ := reporttest.Times(t)
	var b bytes.Buffer
	if err := speedscope.WriteTimes(&b, m, times.Time, times.Executions); err != nil {
		t.Fatal(err)
	}
	validate(t, b.Bytes())
	var f file
	if err := json.Unmarshal(b.Bytes(), &f); err != nil {
		t.Fatal(err)
	}
	if len(f.Profiles) != 2 {
		t.Fatalf("%d profiles", len(f.Profiles))
	}
	time, executions := f.Profiles[0], f.Profiles[1]
	if time.Name != "time" || time.Unit != "nanoseconds" || time.EndValue != 200 ||
		!slices.Equal(time.Weights, []uint64{20, 30, 40, 50, 60}) {
		t.Errorf("time: %+v", time)
	}
	var names []string
	for _, i := range time.Samples[2] {
		names = append(names, f.Shared.Frames[i].Name)
	}
	if !slices.Equal(names, []string{"org.example.Fibonacci.fib(int n):7", "java.util.List.add:99"}) {
		t.Errorf("the third stack is %q", names)
	}
	if executions.Name != "executions" || executions.Unit != "none" ||
		!slices.Contains(executions.Weights, 1664079) {
		t.Errorf("executions: %+v", executions)
	}
	if err := speedscope.WriteTimes(reporttest.Full{}, m, times.Time); err == nil {
		t.Error("a full disk is no error")
	}
}
