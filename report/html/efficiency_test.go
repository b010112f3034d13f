package html_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"golang.org/x/net/html"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/efficiency"
	jhtml "jprof/report/html"
	"jprof/report/html/contexts"
	"jprof/report/html/layout"
	"jprof/report/reporttest"
)

// sampleEfficiency are methods of the sample project: one without effect, one that captures, and one of use.
func sampleEfficiency() *efficiency.Result {
	method := func(class, name string, cost, value, captured uint64, lists ...efficiency.List) *efficiency.Method {
		m := &efficiency.Method{Method: cct.Method{Class: class, Name: name, Descriptor: "()I", Line: 17}, Contexts: 3,
			Numbers: efficiency.Numbers{Invocations: 9, Cost: cost, Value: value, Captured: captured}}
		for _, l := range lists {
			m.Listed[l] = true
			m.With[l] = efficiency.Contexts{Number: 2, Cost: cost, Value: value, Captured: captured, Adds: cost}
		}
		return m
	}
	r := &efficiency.Result{Contexts: 8, Beyond: 5, Options: efficiency.Default(), TopNode: 40}
	r.Methods = []*efficiency.Method{
		method("org.example.Shapes$Shape", "area", 80_000, 0, 0, efficiency.NoSideEffect, efficiency.NoEffect,
			efficiency.LowEfficiency),
		method("org.example.Main", "main", 160_140, 1200, 40, efficiency.Capturing),
		method("org.example.Fibonacci", "run", 20_110, 12_000_000, 0),
	}
	r.Methods[1].Captures = map[string]uint64{"int[]": 1, "org.example.Shapes$Shape": 30, "char[]": 2, "long[]": 4}
	r.Total = efficiency.Numbers{Cost: 160_140, Writes: 50, Captured: 40, Escaping: 10, Output: 10}
	r.Total.Covered[efficiency.NoEffect] = 80_000
	return r
}

// TestEfficiency checks that a line of each list leads to the contexts and to the source of its method.
func TestEfficiency(t *testing.T) {
	c := contextsOf(shapesContexts(t))
	c.Efficiency = sampleEfficiency()
	f := parsed(t, func(out layout.Output) error {
		return jhtml.Write(jhtml.Data{Model: reporttest.SampleModel(t), Contexts: c}, out)
	})
	f.checkFolder()
	page := f.page("efficiency.html")
	text := textOf(page)
	for _, want := range []string{"1 method, with 50.0 % of the cost", "What to do: Find out why they are called.",
		"5 calls were beyond the limit of contexts", "80.0 % of the writes: nobody but the method",
		"what costs much and is of little use is at the bottom right"} {
		if !strings.Contains(strings.ToLower(text), strings.ToLower(want)) {
			t.Errorf("the page does not say %q:\n%s", want, text)
		}
	}
	for _, l := range [][2]string{{"efficiency.html", "source/org.example.Shapes.java.html#L17"},
		{"efficiency.html", "contexts.html#way=up&method=org.example.Shapes%24Shape.area%28%29"},
		{"index.html", "efficiency.html"}, {"contexts.html", "efficiency.html"}} {
		if !f.links(l[0], l[1]) {
			t.Errorf("%s does not link to %s", l[0], l[1])
		}
	}
	var got []string
	for _, row := range elements(elements(page, "tbody")[1], "tr") {
		got = append(got, strings.Join(texts(find(row, isCell)), " "))
	}
	want := []string{"org.example.Shapes.Shape.area() source 80,000 50.0 % 0 0.000 % 0 2/3"}
	if !slices.Equal(got, want) {
		t.Errorf("no effect\n%q, want\n%q", got, want)
	}
	last := find(elements(elements(page, "tbody")[2], "tr")[0], isCell)
	if got := strings.TrimSpace(textOf(last[len(last)-1])); got != "30 Shapes.Shape, 4 long[], 2 char[], 1 more type" {
		t.Errorf("types of captured objects: %q", got)
	}
	var titles []string
	for _, e := range elements(page, "title") {
		titles = append(titles, textOf(e))
	}
	if want := "org.example.Shapes.Shape.area(): cost 80,000, value 0, no effect"; !slices.Contains(titles, want) {
		t.Errorf("dots %q, no %q", titles, want)
	}
	c.Efficiency = nil
	f = parsed(t, func(out layout.Output) error { return contexts.Write(c, out) })
	f.checkFolder()
	if f.links("index.html", "efficiency.html") {
		t.Error("a link to a page that is not there")
	}
	c.Efficiency = &efficiency.Result{Options: efficiency.Default()}
	f = parsed(t, func(out layout.Output) error { return contexts.Write(c, out) })
	f.checkFolder()
	if text := textOf(f.page("efficiency.html")); !strings.Contains(text, "No effect: no method") {
		t.Errorf("a run without methods:\n%s", text)
	}
}

// manyMethods are a hundred and more in each list, of two kinds; the last ones have next to no cost.
func manyMethods() *efficiency.Result {
	r := &efficiency.Result{Options: efficiency.Default()}
	for i := range 500 {
		m := &efficiency.Method{Method: cct.Method{Class: "p.Made", Name: fmt.Sprintf("m%d", i), Descriptor: "()V",
			Kind: cct.Kind(i % 2)}, Contexts: 3}
		m.Cost, m.Value, m.Captured = uint64(1_000_000/(i+1)), uint64(i%5)*100, uint64(200_000/(i+1))
		for l, n := range map[efficiency.List]int{efficiency.NoSideEffect: 450, efficiency.NoEffect: 159,
			efficiency.Capturing: 300, efficiency.LowEfficiency: 20} {
			if m.Listed[l] = i < n; i < n {
				m.With[l] = efficiency.Contexts{Number: 3, Cost: m.Cost, Value: m.Value, Captured: m.Captured,
					Adds: m.Cost}
			}
		}
		r.Total.Cost += m.Cost
		r.Total.Captured += m.Captured
		r.Methods = append(r.Methods, m)
	}
	return r
}

// TestLongListsOfEfficiency checks that lists are short, and name the command for the rest.
func TestLongListsOfEfficiency(t *testing.T) {
	c := withEffects(t)
	c.Efficiency = manyMethods()
	f := parsed(t, func(out layout.Output) error { return contexts.Write(c, out) })
	f.checkFolder()
	page := f.page("efficiency.html")
	text := strings.Join(strings.Fields(textOf(page)), " ")
	for _, want := range []string{"and 59 more: jprof efficiency --run 20260103-000000 -n 159 lists them",
		"Show all 50 rows of the project", "Drawn are the 400 methods that cost most, of 500.", "cost value",
		"p.Made.m0() project", "p.Made.m1() library", "p.Made.m1(): cost 500,000, value 100, no effect"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q:\n%s", want, text)
		}
	}
	const main = "It has the whole run: jprof contexts --run 20260103-000000 --main omits tests."
	if text := strings.Join(strings.Fields(textOf(f.page("contexts.html"))), " "); !strings.Contains(text, main) {
		t.Errorf("the page of contexts does not say %q", main)
	}
	for i, want := range []int{100, 100, 20, 100} {
		if got := len(elements(elements(page, "tbody")[1+i], "tr")); got != want {
			t.Errorf("list %d has %d rows, want %d", i, got, want)
		}
	}
	const first = "p.Made.m0() project 200,000 14.7 % 1,000,000 0 0.000 % 3 "
	if got := strings.Join(texts(find(elements(elements(page, "tbody")[2], "tr")[0], isCell)), " "); got != first {
		t.Errorf("captures most: %q, want %q", got, first)
	}
	if !f.links("efficiency.html", "contexts.html#way=up&method=p.Made.m0%28%29&metric=discarded+writes") {
		t.Error("no link to the flame graph of discarded writes")
	}
	if !onTick(page) {
		t.Error("no method of value 0 is level with the tick 0")
	}
	circles := map[string]int{}
	for _, e := range elements(page, "circle") {
		circles[fmt.Sprint(e.Attr)]++
	}
	if len(circles) < 350 {
		t.Errorf("400 methods are at %d points", len(circles))
	}
	var marks []string
	for _, svg := range elements(page, "svg") {
		for _, dot := range elements(svg, "a") {
			marks = append(marks, attr(dot, "class"))
		}
	}
	if !slices.IsSorted(marks) || marks[0] != "e0" || marks[len(marks)-1] != "e3" {
		t.Errorf("methods without effect are not on top: %q", marks)
	}

	// Methods with less than 0.1 % are not listed.
	r := manyMethods()
	for _, m := range r.Methods[30:] {
		m.Cost = 1
		for l := range m.With {
			m.With[l].Cost, m.With[l].Adds = min(1, m.With[l].Cost), min(1, m.With[l].Adds)
		}
	}
	c.Efficiency = r
	f = parsed(t, func(out layout.Output) error { return contexts.Write(c, out) })
	page = f.page("efficiency.html")
	if got := len(elements(elements(page, "tbody")[1], "tr")); got != 30 {
		t.Errorf("%d rows, want 30", got)
	}
	if text := textOf(page); !strings.Contains(text, "and 129 more") {
		t.Errorf("the page does not say that 129 are left out:\n%s", text)
	}
}

// onTick reports whether a dot of a method without value is level with the tick "0" of the axis of values.
func onTick(page *html.Node) bool {
	tick := ""
	for _, e := range elements(page, "text") {
		if textOf(e) == "0" {
			tick = attr(e, "y")
		}
	}
	for _, dot := range elements(page, "a") {
		for _, circle := range elements(dot, "circle") {
			if strings.Contains(textOf(dot), "value 0") && attr(circle, "cy") == tick {
				return true
			}
		}
	}
	return false
}

// TestLongListsInBrowser checks that the first rows are shown, and all after a click; sorting keeps the number.
func TestLongListsInBrowser(t *testing.T) {
	b := open(t)
	c := withEffects(t)
	c.Efficiency = manyMethods()
	page := b.contextPages(c)("efficiency.html")
	b.visit(page)
	const visible = `Array.from(document.querySelectorAll("table.effects")[0].tBodies[0].rows).` +
		`filter((r) => r.checkVisibility()).map((r) => r.cells[0].innerText.split("(")[0])`
	b.check("first", visible+`.length + `+visible+`[0]`, "25p.Made.m0")
	b.do(chromedp.Click(chromedp.CSS("table.effects thead th:first-child button")))
	b.do(chromedp.Click(chromedp.CSS("table.effects thead th:first-child button")))
	b.check("sorted", visible+`.length + `+visible+`[0]`, "25p.Made.m98")
	for _, width := range []int64{1300, 400} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.checkAccessible("long lists")
	}
	b.check("the number on a phone", `(() => { const c = document.querySelector("table.effects tbody td"); `+
		`return (c.getBoundingClientRect().right <= document.documentElement.clientWidth) + ""; })()`, "true")
	b.do(chromedp.Click(chromedp.CSS(".showall")))
	b.check("all of the project", visible+`.length + ""`, "50")
	b.check("focus", `document.activeElement.textContent`, "p.Made.m48()")
	const fold = `document.querySelector("table.effects tfoot button")`
	b.check("folded", fold+`.textContent`, "Show 50 rows of libraries")
	b.do(chromedp.Click(chromedp.CSS("table.effects tfoot button")))
	b.check("all", visible+`.length + `+visible+`[1] + `+fold+`.textContent`, "100p.Made.m98Fold 50 rows of libraries")
	b.choose(".tools select", "project")
	b.check("of the project", visible+`.length + ""`, "50")
	b.choose(".tools select", "")
	b.do(chromedp.Click(chromedp.CSS("table.effects tfoot button")))
	b.check("folded again", visible+`.length + ""`, "50")
	b.checkQuiet()
	b.visit(page)
	b.choose(".tools input", "m51")
	b.check("filtered, also folded rows", visible+`.join(" ")`, "p.Made.m51")
	b.choose(".tools input", "")
	b.check("folded after the filter", visible+`.length + ""`, "50")
}

// TestEfficiencyIsAccessible checks the page in both colours.
func TestEfficiencyIsAccessible(t *testing.T) {
	b := open(t)
	page := b.contextPages(withEffects(t))("efficiency.html")
	for _, width := range []int64{1300, 400} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.visit(page)
		b.checkAccessible("efficiency")
		if !eval[bool](b, `document.documentElement.scrollWidth <= document.documentElement.clientWidth`) {
			t.Errorf("%d pixels: too wide", width)
		}
	}
}

// withEffects are contexts whose writes and discarded writes are known.
func withEffects(t *testing.T) *contexts.Data {
	c := contextsOf(shapesContexts(t))
	c.Efficiency = sampleEfficiency()
	c.Tree().Effects = [cct.NumEffects][]uint64{{0, 10, 5, 35, 0, 0}, {0, 9, 0, 30, 1, 0}}
	return c
}

// TestFlameGraphOfCapturedWrites checks that writes and discarded writes are widths, and that the list leads there.
func TestFlameGraphOfCapturedWrites(t *testing.T) {
	b := open(t)
	page := b.contextPages(withEffects(t))
	b.contexts(page("contexts.html"))
	b.check("widths", `Array.from(document.getElementById("metric").options, (o) => o.text).join()`,
		"calls,bytecodes,objects,arrays,elements,writes,discarded writes")
	b.do(chromedp.Navigate(page("efficiency.html")))
	b.do(chromedp.Click(chromedp.CSS(`a[href="contexts.html#metric=discarded+writes"]`)))
	b.wait(`document.querySelectorAll("#context-tree tbody tr").length > 0`)
	b.check("captured", drawn, "0 all threads 1000\n1 main 1000\n2 Main.main 1000\n3 Fibonacci.run 775\n"+
		"4 Shapes.Shape.area 775\n5 Shapes.Shape.area 25")
	b.do(chromedp.Focus(chromedp.CSS("#flame")))
	b.press(kb.ArrowDown + kb.ArrowDown + kb.ArrowDown + kb.ArrowDown)
	b.check("cursor", cursor, "Shapes.Shape.area: org.example.Shapes.Shape.area(): 77.5 %, "+
		"31 discarded writes, exclusive 30")
	b.check("details", `Array.from(document.querySelectorAll("#details tr"), (r) => r.innerText).slice(-2).join("; ")`,
		"writes\t35\t70.0 %\t35; discarded writes\t31\t77.5 %\t30")
	b.check("columns", `Array.from(document.querySelectorAll("#context-tree th[data-by]"), (h) => h.innerText).join()`,
		"Share,Exclusive,Calls,Bytecodes,Objects,Arrays,Elements,Writes,Discarded writes")
	for _, width := range []int64{1300, 400} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.checkAccessible("discarded writes")
	}
	b.choose("#metric", "5")
	b.check("writes", `location.hash`, "#metric=writes")
	b.checkQuiet()

	c := withEffects(t)
	c.Tree().Effects = [cct.NumEffects][]uint64{}
	b.contexts(b.contextPages(c)("contexts.html"))
	b.check("without effects", `document.getElementById("metric").options.length + ""`, "5")
}

// TestEfficiencyOfClasses checks that pages of classes have efficiency beside counts, where there are contexts.
func TestEfficiencyOfClasses(t *testing.T) {
	const page = "class/org.example.Shapes.html"
	heads := []string{"Method", "Calls", "Cost", "Value", "Discarded"}
	f := parsed(t, func(out layout.Output) error {
		return jhtml.Write(jhtml.Data{Model: reporttest.SampleModel(t), Contexts: withEffects(t)}, out)
	})
	f.checkFolder()
	var got [][]string
	for _, row := range cellsOf(t, elements(f.page(page), "table")[0], heads...) {
		if strings.Contains(row[0], "area") || row[2] != "–" {
			got = append(got, row)
		}
	}
	checkRows(t, "methods", got, [][]string{
		{"Shape::area() no effect low efficiency", "12,000", "80,000", "0", "0"}})
	for _, to := range []string{"../efficiency.html#no-effect", "../efficiency.html#low-efficiency",
		"../efficiency.html#columns"} {
		if !f.links(page, to) {
			t.Errorf("no link to %s", to)
		}
	}
	if titles := titlesOf(elements(f.page(page), "table")[0]); !slices.Contains(titles,
		"Discarded: Writes that nobody but the method, and what it called, ever saw") {
		t.Errorf("titles %q", titles)
	}
	c := withEffects(t)
	c.Efficiency = nil
	without := parsed(t, func(out layout.Output) error {
		return jhtml.Write(jhtml.Data{Model: reporttest.SampleModel(t), Contexts: c}, out)
	})
	counts := parsed(t, func(out layout.Output) error {
		return jhtml.Write(jhtml.Data{Model: reporttest.SampleModel(t)}, out)
	})
	for _, f := range []*folder{without, counts} {
		if text := textOf(f.page(page)); strings.Contains(text, "Discarded") || strings.Contains(text, "Cost") {
			t.Errorf("columns without numbers:\n%s", text)
		}
	}

	b := open(t)
	wide := withEffects(t)
	for _, m := range wide.Efficiency.Methods {
		m.Cost, m.Value, m.Captured = 1_040_744_956, 30_871_866, 7_213_500
	}
	at := b.folder(func(out layout.Output) error {
		return jhtml.Write(jhtml.Data{Model: reporttest.SampleModel(t), Contexts: wide}, out)
	})
	for _, width := range []int64{1300, 1280, 400} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.visit(at(page))
		b.checkAccessible("a class")
		if !eval[bool](b, `document.documentElement.scrollWidth <= document.documentElement.clientWidth`) {
			t.Errorf("%d pixels: too wide", width)
		}
		if width > 1000 {
			b.check(fmt.Sprint("scrolling of the table at ", width), `(() => { `+
				`const e = document.querySelector("table.methods").parentNode; `+
				`return e.scrollWidth === e.clientWidth ? "none" : e.scrollWidth + " of " + e.clientWidth; })()`,
				"none")
		}
	}
	b.checkQuiet()
}
