package html_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/contexts/overlap"
	"jprof/report/html/contexts"
	"jprof/report/html/layout"
)

// contextsChange is two runs: a method is called more often, one less, one is new, one gone, one as before.
func contextsChange(t *testing.T) *contexts.Diff {
	before := ccttest.Tree(t, `
thread main
  A.main()V 1 100
    A.more()V 10 100
    A.less()V 10 100
    A.gone()V 1 50
    java.util.List.same()V 5 50
`)
	after := ccttest.Tree(t, `
thread main
  A.main()V 1 100
    A.more()V 20 300
    A.less()V 5 50
    A.fresh()V 1 100
    java.util.List.same()V 5 50
`)
	before.About.Coverage, after.About.Coverage = "app", "all"
	c := overlap.Compare(before, after)
	d := &contexts.Diff{Title: "sample", Trees: c.Trees,
		Runs: [2]report.RunInfo{{ID: "20260101-000000"}, {ID: "20260102-000000", Tool: "0.0-test"}}}
	for m := range d.Overlap {
		d.Overlap[m] = c.Overlap(cct.Metric(m))
	}
	shifts := slices.Collect(c.Pairs(cct.Bytecodes))
	slices.SortStableFunc(shifts, func(a, b overlap.Pair) int { return cmp.Compare(b.Lost, a.Lost) })
	for _, s := range shifts[:3] {
		tree, node := after, s.Nodes[1]
		if node < 0 {
			tree, node = before, s.Nodes[0]
		}
		d.OtherShifts, d.OtherLost = 2, 1.5
		d.Shifts = append(d.Shifts, contexts.Shift{Path: tree.Name(int(node)), Metric: cct.Bytecodes,
			Before: s.Values[0][cct.Bytecodes], After: s.Values[1][cct.Bytecodes], Lost: s.Lost,
			Where: c.Where(s.Part)})
	}
	return d
}

func TestContextsDiff(t *testing.T) {
	d := contextsChange(t)
	d.Trees[1].About.Excluded = []cct.Exclusion{{What: "native methods", Reason: "they have no bytecodes"}}
	f := parsed(t, func(out layout.Output) error { return contexts.WriteDiff(d, out) })
	f.checkFolder()
	page := f.page("index.html")
	if text := textOf(page); !strings.Contains(text, "58.33 %") ||
		!strings.Contains(text, "callee differs below A.main()") {
		t.Error("the overlap is not shown")
	}
	if text := textOf(page); !strings.Contains(text, "All other contexts: 2") || !strings.Contains(text, "1.50 %") {
		t.Error("what others take away is not shown")
	}
	if text := textOf(page); !strings.Contains(text, "Not covered: native methods: they have no bytecodes.") {
		t.Error("the page does not say what is not covered")
	}
	if notes := texts(withClass(page, "note")); len(notes) != 1 || !strings.HasPrefix(notes[0],
		"Recorded otherwise: coverage was app before, and all after: ") {
		t.Errorf("notes %q", notes)
	}
	tables := elements(page, "table")
	var rows []string
	for _, row := range elements(elements(tables[len(tables)-1], "tbody")[0], "tr") {
		rows = append(rows, strings.Join(texts(find(row, isCell)), " "))
	}
	want := []string{"A.more() project 100 300 +200 10 20", "A.fresh() project 0 100 +100 0 1",
		"A.gone() project 50 0 −50 1 0", "A.less() project 100 50 −50 10 5"}
	if !slices.Equal(rows, want) {
		t.Errorf("methods that differ\n%q, want\n%q", rows, want)
	}
}

func TestContextsDiffInBrowser(t *testing.T) {
	b := open(t)
	page := b.folder(func(out layout.Output) error { return contexts.WriteDiff(contextsChange(t), out) })
	b.contexts(page("index.html"))
	b.check("cells", `flame.state().cells.map((c) => c.box.className.replace(" current", "") + " " + `+
		`(c.box.textContent || c.box.getAttribute("aria-label")) + " " + Math.round(1000 * c.width)).join("\n")`,
		`thread all threads +50 % 1000
thread main +50 % 1000
up A.main +50 % 1000
up A.fresh new 100
down A.gone gone 50
down A.less −50 % 150
up A.more +200 % 400
same List.same = 100`)
	// The states look different, and not by their colours only.
	looks := map[string]bool{}
	for _, class := range []string{"up", "down", "same"} {
		looks[eval[string](b, fmt.Sprintf(
			`getComputedStyle(document.querySelector(".flame > .%s")).backgroundImage`, class))] = true
	}
	if len(looks) != 3 {
		t.Errorf("patterns %v", looks)
	}
	b.do(chromedp.Focus(chromedp.CSS("#flame")))
	b.press(kb.ArrowDown + kb.ArrowDown + kb.ArrowDown)
	b.check("said", `document.getElementById("said").textContent`,
		"A.more(): +200 %, before 100, after 300 bytecodes")
	b.check("details", `Array.from(document.querySelectorAll("#details tbody tr:nth-child(2) > *"), (e) => `+
		`e.textContent).join(" ")`, "bytecodes 100 300 +200")
	b.check("rows", `Array.from(document.querySelectorAll("#context-tree tbody tr"), (r) => `+
		`Array.from(r.cells, (c) => c.textContent).join(" ")).join("\n")`, `main 100.0 % 400 600 +200 +50 %
A.main() 100.0 % 400 600 +200 +50 %
A.more() 40.0 % 100 300 +200 +200 %
A.less() 15.0 % 100 50 −50 −50 %
A.fresh() 10.0 % 0 100 +100 new
A.gone() 5.0 % 50 0 −50 gone
Show 1 row of the JDK: 10.0 %`)
	b.choose("#side", "1")
	b.wait(`flame.state().cells.length === 7`)
	b.check("before", `flame.state().cells.map((c) => Math.round(1000 * c.width)).join()`,
		"1000,1000,1000,125,250,250,125")
	for _, width := range []int64{1300, 400} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.contexts(page("index.html"))
		b.checkAccessible(fmt.Sprint("differences of contexts, ", width, " pixels"))
		if !eval[bool](b, `document.documentElement.scrollWidth <= document.documentElement.clientWidth`) {
			t.Errorf("too wide at %d pixels", width)
		}
	}
	b.checkQuiet()
}
