package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"jprof/internal/util/words"
	"jprof/report"
)

// TestWordsOfPage holds the page's own percentages, times and sizes to those of the terminal.
func TestWordsOfPage(t *testing.T) {
	var calls, want []string
	add := func(text, call string, args ...any) {
		calls, want = append(calls, fmt.Sprintf(call, args...)), append(want, text)
	}
	for _, r := range []report.Ratio{{}, {Total: 7}, {Covered: 7, Total: 7}, {Covered: 131, Total: 151},
		{Covered: 32, Total: 37}, {Covered: 81, Total: 104}, {Covered: 9999, Total: 10000},
		{Covered: 1, Total: 1 << 40}, {Covered: 1<<40 - 1, Total: 1 << 40}, {Covered: 1, Total: 8},
		{Covered: 1, Total: 16}, {Covered: 3, Total: 2000}} {
		add(r.Percent(), "m.percent(%d, %d)", r.Covered, r.Total)
	}
	for _, c := range [][2]report.Ratio{{{Covered: 1, Total: 2}, {Covered: 2, Total: 4}},
		{{Covered: 5000, Total: 9999}, {Covered: 5000, Total: 10000}},
		{{Covered: 4866, Total: 5701}, {Covered: 4867, Total: 5705}},
		{{Covered: 500, Total: 1000}, {Covered: 499, Total: 1000}},
		{{Covered: 9999, Total: 10000}, {Covered: 1, Total: 1}}, {{Covered: 0, Total: 2}, {Covered: 1, Total: 1}},
		{{Covered: 7, Total: 8}, {Covered: 1, Total: 8}}} {
		points := strings.Replace(c[1].Change(c[0]), "-", "−", 1) + " points"
		if c[0].Covered*c[1].Total == c[1].Covered*c[0].Total {
			points = "as before"
		}
		add(points, "changed({covered: %d, total: %d}, {covered: %d, total: %d})", c[1].Covered, c[1].Total,
			c[0].Covered, c[0].Total)
	}
	for _, s := range []float64{-1, 0, 0.04, 4.6, 9.94, 10, 59.4, 60, 289, 3599, 3600, 7322, 90000} {
		add(words.Duration(time.Duration(s*float64(time.Second))), "m.lasting(%v)", s)
	}
	for _, n := range []int64{0, 1, 999, 1000, 9949, 9951, 23456, 999499, 999500, 1234567, 45678901, 2e9, 3e12} {
		add(words.Bytes(n), "m.sized(%d)", n)
	}
	paris := time.FixedZone("CEST", 2*60*60)
	for _, at := range []time.Time{time.Date(2026, 7, 1, 0, 30, 59, 999, paris),
		time.Date(999, 1, 2, 3, 4, 5, 0, time.UTC)} {
		add(words.Time(at), "m.utc(%q)", at.Format(time.RFC3339Nano))
	}
	w := see(t, fake(t, made()), "/")
	list := ""
	for _, call := range calls {
		list += call + ","
	}
	got := eval[[]string](w, `Promise.all(["dom", "summary"].map((name) =>
		import(new URL("assets/" + name + ".js", location)))).then(([m, {changed}]) => [`+list+`])`)
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s is %q, want %q", calls[i], got[i], want[i])
		}
	}
}

// TestProgress takes the name of a module from its head only, not from the messages of plugins, and numbers of tests
// from the end of a module where only classes with failures are named.
func TestProgress(t *testing.T) {
	w := see(t, fake(t, made()), "/")
	got := eval[string](w, `import(new URL("assets/progress.js", location)).then((m) => {
		const p = new m.Progress();
		const lines = ["[INFO] ------------------------< demo:calc >------------------------", 
			"[INFO] Building calc 1.0",
			"[INFO]   from pom.xml", "[INFO] ------------------------------[ jar ]-----------------------------",
			"[INFO] --- maven-jar-plugin:3.4.1:jar (default-jar) @ calc ---",
			"[INFO] Building jar: /home/me/calc/target/calc-1.0.jar"];
		lines.forEach((line) => p.read(line));
		const quiet = ["[ERROR] Tests run: 63, Failures: 8, Errors: 1, Skipped: 0, Time elapsed: 1 s -- in A",
			"[ERROR] Tests run: 2149, Failures: 8, Errors: 1, Skipped: 2", // of the module
			"[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 1 s -- in B"];
		quiet.forEach((line) => p.read(line));
		return [p.module, p.step, p.tests, p.failed, p.skipped].join(" ");
	})`)
	if got != "calc jar:jar 2152 10 2" {
		t.Errorf("progress %q", got)
	}
}
