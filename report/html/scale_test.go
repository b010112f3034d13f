package html_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jprof/report"
	jhtml "jprof/report/html"
	"jprof/report/html/layout"
	"jprof/report/reporttest"
)

// largeModel is the model of a project of so many files, each with a class of ten methods, in packages of ten files and
// modules of fifty packages.
func largeModel(t testing.TB, files int) *report.Model {
	t.Helper()
	var p reporttest.Project
	for i := range files {
		var b strings.Builder
		pkg, class := fmt.Sprintf("org.example.part%d.area%d", i/500, i/10), fmt.Sprintf("Handler%dOfThings", i)
		fmt.Fprintf(&b, "package %s;\n\n‹t class %s|public class %s {\n", pkg, class, class)
		for m := range 10 {
			fmt.Fprintf(&b, "    ‹m handle%d(Request request, List<String> names) %d|void ¤handle%d(Request request, "+
				"List<String> names) ‹b body %d|{\n"+
				"        ‹r %d|·int a = request.size();\n        ·if (‹c condition %d %d|a > 0›) ‹b then %d|{\n"+
				"            ‹r %d|·call(a);\n            ·log(names);›\n        }›\n        ·return;›\n    }››\n\n",
				m, 2*m, m, 2*m, 2*m, 2*m+1, 2*m, 2*m+1, 2*m+1)
		}
		b.WriteString("}›\n")
		counters := make([]uint64, 20)
		for k := range counters {
			if (i+k)%7 < i%8 {
				counters[k] = uint64(i*k) * uint64(i) % 1000003
			}
		}
		f := reporttest.File{Module: fmt.Sprintf("org.example:part%d", i/500), Package: pkg,
			Path: strings.ReplaceAll(pkg, ".", "/") + "/" + class + ".java",
			Text: b.String(), Counters: counters}
		if err := p.Add(f); err != nil {
			t.Fatal(err)
		}
	}
	m, err := p.Build("large")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// largeFiles is the number of files of a large project: more than have classes in the tree and cells on the map. With
// JPROF_SCALE=1 as many as the JDK has.
func largeFiles() int {
	if os.Getenv("JPROF_SCALE") != "" {
		return 15000
	}
	return 1200
}

// BenchmarkWrite writes the report of a large project.
func BenchmarkWrite(b *testing.B) {
	m := largeModel(b, largeFiles())
	for b.Loop() {
		write := func(out layout.Output) error { return jhtml.Write(jhtml.Data{Model: m}, out) }
		if err := layout.WriteDir(b.TempDir(), write); err != nil {
			b.Fatal(err)
		}
	}
}

// TestLargeProject checks that the home page of a large project stays small, and that its search finds what is there.
// It logs how long that takes.
func TestLargeProject(t *testing.T) {
	b := open(t)
	files := largeFiles()
	m := largeModel(t, files)
	started := time.Now()
	page := b.pages(m)
	t.Logf("%d files written in %v", files, time.Since(started))
	b.do(chromedp.Navigate(page("index.html")))
	b.wait(`document.readyState === "complete"`)
	t.Logf("home page: interactive after %.0f ms",
		eval[float64](b, `performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd`))
	if n := eval[int](b, `document.querySelectorAll(".tree tbody tr").length`); n != (files+9)/10+(files+499)/500 {
		t.Errorf("%d rows in the tree", n)
	}
	const visible = `Array.from(document.querySelectorAll(".tree tbody tr")).filter((r) => r.checkVisibility()).length`
	modules := (files + 499) / 500
	if n := eval[int](b, visible); n != modules {
		t.Errorf("%d rows are to be seen, want those of %d modules", n, modules)
	}
	b.do(chromedp.Click(chromedp.CSS(".tree .fold")))
	if n := eval[int](b, visible); n != modules+50 {
		t.Errorf("%d rows are to be seen, want 50 packages more than %d", n, modules)
	}
	if n := eval[int](b, `document.querySelectorAll(".tm a").length`); n > 3500 {
		t.Errorf("%d cells and frames on the map", n)
	}
	asked := time.Now()
	b.slash()
	b.wait(`"jprofIndex" in window`)
	t.Logf("search: ready within %v", time.Since(asked))
	last := files - 1
	for words, want := range map[string]string{
		fmt.Sprintf("handler%dofthings", last):         fmt.Sprintf("class Handler%dOfThings", last),
		fmt.Sprintf("handler%dofthings.handle7", last): "method handle7(Request request, List<String> names)",
		fmt.Sprintf("area%d/ java", last/10):           "file Handler",
		"request":                                      "method handle",
		"h":                                            "class Handler",
	} {
		took := eval[float64](b, fmt.Sprintf(
			`(() => { const e = document.getElementById("search"); e.value = %q; const t = performance.now();
			e.dispatchEvent(new Event("input")); return performance.now() - t })()`, words))
		t.Logf("search for %q: %.0f ms", words, took)
		if got, _, _ := strings.Cut(eval[string](b, found), "\n"); !strings.HasPrefix(got, want) {
			t.Errorf("search for %q: first %q, want %q", words, got, want)
		}
	}
	b.do(chromedp.Navigate(page("classes.html")))
	b.wait(`document.readyState === "complete"`)
	t.Logf("classes: interactive after %.0f ms",
		eval[float64](b, `performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd`))
	shown := func(what string, want int) {
		t.Helper()
		const rows = `Array.from(document.querySelectorAll(".list tbody tr")).filter((r) => r.checkVisibility()).length`
		if n := eval[int](b, rows); n != want {
			t.Errorf("%s: %d rows are to be seen, want %d", what, n, want)
		}
	}
	shown("at first", 1000)
	filter := func(words string) {
		b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => { const e = document.querySelector(".tools `+
			`input"); e.value = %q; e.dispatchEvent(new Event("input")) })()`, words)))
	}
	for _, i := range []int{0, last} {
		filter(fmt.Sprintf("handler%dofthings", i))
		shown("one, wherever it is", 1)
	}
	filter("")
	b.do(chromedp.Click(chromedp.CSS(".cut a")))
	shown("all", files)
	if eval[bool](b, `document.querySelector(".cut").checkVisibility()`) {
		t.Error("all is offered where all is shown")
	}
	b.checkQuiet()
}
