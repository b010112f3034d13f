package html_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"jprof/report/cct"
	"jprof/report/efficiency"
	jhtml "jprof/report/html"
	"jprof/report/reporttest"
)

// sampleEfficiency are methods of the sample project: one without effect, one that captures, and one of use.
func sampleEfficiency() *efficiency.Result {
	method := func(class, name string, cost, value, captured uint64, lists ...efficiency.List) *efficiency.Method {
		m := &efficiency.Method{Method: cct.Method{Class: class, Name: name, Descriptor: "()I", Line: 17}, Contexts: 3,
			Numbers: efficiency.Numbers{Invocations: 9, Cost: cost, Value: value, Captured: captured}}
		for _, l := range lists {
			m.Listed[l] = true
			m.With[l] = efficiency.Contexts{Number: 2, Cost: cost}
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
	r.Total = efficiency.Numbers{Cost: 160_140, Writes: 50, Captured: 40, Escaping: 10, Output: 10}
	r.Total.Covered[efficiency.NoEffect] = 80_000
	return r
}

// TestEfficiency checks that a line of each list leads to the contexts and to the source of its method.
func TestEfficiency(t *testing.T) {
	c := contextsOf(shapesContexts(t))
	c.Efficiency = sampleEfficiency()
	f := parsed(t, func(out jhtml.Output) error { return jhtml.WriteJoined(reporttest.SampleModel(t), c, out) })
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
	want := []string{"org.example.Shapes$Shape.area() project source 80,000 50.0 % 0 0.000 % 0 2/3"}
	if !slices.Equal(got, want) {
		t.Errorf("no effect\n%q, want\n%q", got, want)
	}
	var titles []string
	for _, e := range elements(page, "title") {
		titles = append(titles, textOf(e))
	}
	if want := "org.example.Shapes$Shape.area(): cost 80,000, value 0, no effect"; !slices.Contains(titles, want) {
		t.Errorf("dots %q, no %q", titles, want)
	}
	c.Efficiency = nil
	f = parsed(t, func(out jhtml.Output) error { return jhtml.WriteContexts(c, out) })
	f.checkFolder()
	if f.links("index.html", "efficiency.html") {
		t.Error("a link to a page that is not there")
	}
	c.Efficiency = &efficiency.Result{Options: efficiency.Default()}
	f = parsed(t, func(out jhtml.Output) error { return jhtml.WriteContexts(c, out) })
	f.checkFolder()
	if text := textOf(f.page("efficiency.html")); !strings.Contains(text, "No effect: no method") {
		t.Errorf("a run without methods:\n%s", text)
	}
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

// withEffects are contexts whose writes and captured writes are known.
func withEffects(t *testing.T) *jhtml.Contexts {
	c := contextsOf(shapesContexts(t))
	c.Efficiency = sampleEfficiency()
	c.Tree().Effects = [cct.NumEffects][]uint64{{0, 10, 5, 35, 0, 0}, {0, 9, 0, 30, 1, 0}}
	return c
}

// TestFlameGraphOfCapturedWrites checks that writes and captured writes are widths, and that the list leads there.
func TestFlameGraphOfCapturedWrites(t *testing.T) {
	b := open(t)
	page := b.contextPages(withEffects(t))
	b.contexts(page("contexts.html"))
	b.check("widths", `Array.from(document.getElementById("metric").options, (o) => o.text).join()`,
		"calls,bytecodes,objects,arrays,elements,writes,captured writes")
	b.do(chromedp.Navigate(page("efficiency.html")))
	b.do(chromedp.Click(chromedp.CSS(`a[href="contexts.html#metric=captured+writes"]`)))
	b.wait(`document.querySelectorAll("#context-tree tbody tr").length > 0`)
	b.check("captured", drawn, "0 all threads 1000\n1 main 1000\n2 Main.main 1000\n3 Fibonacci.run 775\n"+
		"4 Shapes$Shape.area 775\n5 Shapes$Shape.area 25")
	b.do(chromedp.Focus(chromedp.CSS("#flame")))
	b.press(kb.ArrowDown + kb.ArrowDown + kb.ArrowDown + kb.ArrowDown)
	b.check("cursor", cursor, "Shapes$Shape.area: org.example.Shapes$Shape.area(): 77.5 %, "+
		"31 captured writes, exclusive 30")
	b.check("details", `Array.from(document.querySelectorAll("#details tr"), (r) => r.innerText).slice(-2).join("; ")`,
		"writes\t35\t70.0 %\t35; captured writes\t31\t77.5 %\t30")
	b.check("columns", `Array.from(document.querySelectorAll("#context-tree th[data-by]"), (h) => h.innerText).join()`,
		"Share,Exclusive,Calls,Bytecodes,Objects,Arrays,Elements,Writes,Captured writes")
	for _, width := range []int64{1300, 400} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.checkAccessible("captured writes")
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
	heads := []string{"Method", "Invocations", "Cost", "Value", "Captured"}
	f := parsed(t, func(out jhtml.Output) error {
		return jhtml.WriteJoined(reporttest.SampleModel(t), withEffects(t), out)
	})
	f.checkFolder()
	var got [][]string
	for _, row := range cellsOf(t, elements(f.page(page), "table")[0], heads...) {
		if strings.Contains(row[0], "area") || row[2] != "–" {
			got = append(got, row)
		}
	}
	checkRows(t, "methods", got, [][]string{
		{"Shapes$Shape::area() no effect low efficiency", "12,000", "80,000", "0", "0"}})
	for _, to := range []string{"../efficiency.html#no-effect", "../efficiency.html#low-efficiency",
		"../efficiency.html#columns"} {
		if !f.links(page, to) {
			t.Errorf("no link to %s", to)
		}
	}
	if titles := titlesOf(elements(f.page(page), "table")[0]); !slices.Contains(titles,
		"Captured: Writes that nobody but the method, and what it called, ever saw") {
		t.Errorf("titles %q", titles)
	}
	c := withEffects(t)
	c.Efficiency = nil
	without := parsed(t, func(out jhtml.Output) error { return jhtml.WriteJoined(reporttest.SampleModel(t), c, out) })
	counts := parsed(t, func(out jhtml.Output) error { return jhtml.Write(reporttest.SampleModel(t), out) })
	for _, f := range []*folder{without, counts} {
		if text := textOf(f.page(page)); strings.Contains(text, "Captured") || strings.Contains(text, "Cost") {
			t.Errorf("columns without numbers:\n%s", text)
		}
	}

	b := open(t)
	at := b.folder(func(out jhtml.Output) error {
		return jhtml.WriteJoined(reporttest.SampleModel(t), withEffects(t), out)
	})
	for _, width := range []int64{1300, 400} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.visit(at(page))
		b.checkAccessible("a class")
		if !eval[bool](b, `document.documentElement.scrollWidth <= document.documentElement.clientWidth`) {
			t.Errorf("%d pixels: too wide", width)
		}
	}
	b.checkQuiet()
}
