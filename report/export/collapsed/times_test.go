package collapsed_test

import (
	"strings"
	"testing"

	"jprof/report/export/collapsed"
	"jprof/report/reporttest"
	"jprof/report/times"
)

// TestTimes writes each metric of times.
func TestTimes(t *testing.T) {
	m, _ := reporttest.Times(t)
	for by, want := range map[times.Metric]string{
		times.Time: `org.example.Fibonacci.fib(int_n):8;org.example.Fibonacci.fib(int_n):7 20
org.example.Fibonacci.fib(int_n):8;org.example.Fibonacci.fib(int_n):8;org.example.Fibonacci.fib(int_n):8 30
org.example.Fibonacci.fib(int_n):7;java.util.List.add:99 40
org.example.Fibonacci.fib(int_n):8;org.example.Fibonacci.fib 50
(outside_of_the_project) 60
`,
		times.Samples: "org.example.Fibonacci.fib(int_n):8;org.example.Fibonacci.fib(int_n):7 2\n",
		times.Executions: "org.example.Fibonacci.fib(int_n):7 1664079\n" +
			"org.example.Fibonacci.fib(int_n):8 832039\n",
	} {
		var b strings.Builder
		if err := collapsed.WriteTimes(&b, m, by); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); by == times.Time && got != want || !strings.Contains("\n"+got, "\n"+want) {
			t.Errorf("%v:\n%s\nwant\n%s", by, got, want)
		}
	}
	if err := collapsed.WriteTimes(reporttest.Full{}, m, times.Time); err == nil {
		t.Error("a full disk is no error")
	}
}
