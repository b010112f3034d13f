package html_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	jhtml "jprof/report/html"
	"jprof/report/html/contexts"
	"jprof/report/html/layout"
	"jprof/report/reporttest"
)

// sampleContexts is a small program: recursion, two threads, a library and the JDK, calls beyond the limit, a loss.
func sampleContexts(t *testing.T) *cct.Tree {
	tree := ccttest.Tree(t, `
thread main
  org.example.Main.main([Ljava/lang/String;)V 1 100
    org.example.Parser.parse(Ljava/lang/String;)V 10 2000 java.lang.StringBuilder=10
      org.example.Parser.parse(Ljava/lang/String;)V 4 400
        java.util.ArrayList.add(Ljava/lang/Object;)Z 8 80
      java.util.ArrayList.add(Ljava/lang/Object;)Z 20 200 java.lang.Object[]=5/80
      lib.text.Text.trim()V 100 5000 byte[]=100/1600
    org.example.Main.report()V 1 20
      java.util.ArrayList.add(Ljava/lang/Object;)Z 5 50
thread pool-N-thread-N
  org.example.Job.run()V 2 1000 org.example.Job$Result=2
    org.example.Parser.parse(Ljava/lang/String;)V 1 500
      java.util.ArrayList.add(Ljava/lang/Object;)Z 1 10
thread (beyond the limit)
  java.util.ArrayList.add(Ljava/lang/Object;)Z 7 70
`)
	tree.Losses = []cct.Loss{{Class: "org.example.Huge", Method: "table()V", Reason: "would be larger than 64 KB"}}
	return tree
}

// contextsOf is a run with this tree.
func contextsOf(t *cct.Tree) *contexts.Data {
	return &contexts.Data{Title: "sample", Run: report.RunInfo{ID: "20260103-000000", Tool: "0.0-test",
		Command: []string{"jprof", "run", "--contexts", "Main.java"}, JVMs: 1},
		Steps: []contexts.Step{{Name: "all", Tree: t}}}
}

// contextPages writes a report of contexts only.
func (b *browser) contextPages(c *contexts.Data) func(string) string {
	b.t.Helper()
	return b.folder(func(out layout.Output) error { return contexts.Write(c, out) })
}

// contexts opens contexts.html, and waits for the flame graph.
func (b *browser) contexts(page string) {
	b.t.Helper()
	b.visit(page)
	b.wait(`document.querySelectorAll("#context-tree tbody tr").length > 0`)
}

const (
	// drawn is all cells in the order of the page: depth, name, share of the width.
	drawn = `flame.state().cells.map((c) => c.depth + " " + c.item.tree.label(c.item.method) + " " + ` +
		`Math.round(1000 * c.width)).join("\n")`
	// cursor is the cell with the cursor, and what is said of it.
	cursor = `document.querySelector(".current").textContent + ": " + document.getElementById("said").textContent`
	zoomed = `document.getElementById("path").innerText`
	shares = `document.getElementById("share").textContent`
	// stepped is the place of the cursor among the highlighted cells, and the number of its cell.
	stepped = `document.getElementById("share").textContent.split("; ")[1] + ": " + ` +
		`document.querySelector(".current").textContent + " " + document.querySelector(".current").id.slice(5)`
	partial = `Array.from(document.querySelectorAll("#details .partial"), (e) => e.textContent).join()`
	// rows is the tree table: depth, name, share, inclusive and exclusive bytecodes.
	rows = `Array.from(document.querySelectorAll("#context-tree tbody tr"), (r) => "  ".repeat(r.depth) + ` +
		`(r.cells[1] ? [0, 1, 4, 2] : [0]).map((i) => r.cells[i].textContent).join(" | ")).join("\n")`
)

func TestFlameGraph(t *testing.T) {
	b := open(t)
	page := b.contextPages(contextsOf(sampleContexts(t)))
	b.contexts(page("contexts.html"))
	b.check("cells", drawn, `0 all threads 1000
1 main 832
2 Main.main 832
3 Main.report 7
4 ArrayList.add 5
3 Parser.parse 814
4 ArrayList.add 21
4 Text.trim 530
4 Parser.parse 51
5 ArrayList.add 8
1 pool-N-thread-N 160
2 Job.run 160
3 Parser.parse 54
4 ArrayList.add 1
1 (beyond the limit) 7
2 ArrayList.add 7`)

	// Keys: to the largest callee, to the caller, to neighbours.
	b.do(chromedp.Focus(chromedp.CSS("#flame")))
	const main = "Main.main: org.example.Main.main(String[]): 83.2 %, ≥7,850 bytecodes, exclusive 100"
	for _, step := range []struct{ keys, at string }{
		{kb.ArrowDown + kb.ArrowDown, main},
		{kb.ArrowRight, "Job.run: org.example.Job.run(): 16.0 %, ≥1,510 bytecodes, exclusive 1,000"},
		{kb.ArrowLeft + kb.ArrowDown,
			"Parser.parse: org.example.Parser.parse(String): 81.4 %, ≥7,680 bytecodes, exclusive 2,000"},
		{kb.ArrowUp, main},
		{kb.ArrowUp + kb.ArrowUp + kb.ArrowUp + kb.ArrowLeft,
			"all threads: all threads: 100.0 %, 9,430 bytecodes, exclusive 0"},
	} {
		b.press(step.keys)
		b.check("cursor", cursor, step.at)
	}
	b.press(kb.ArrowDown + kb.ArrowDown + kb.ArrowDown + kb.Enter)
	b.check("zoomed in", drawn, `0 Parser.parse 1000
1 ArrayList.add 26
1 Text.trim 651
1 Parser.parse 63
2 ArrayList.add 10`)
	b.check("path", zoomed, "all threads 100.0 % › main 83.2 % › Main.main 83.2 % › Parser.parse 81.4 %")
	b.press(kb.Escape)
	b.check("zoomed out", zoomed, "all threads 100.0 % › main 83.2 % › Main.main 83.2 %")
	b.do(chromedp.Click(chromedp.CSS("#path button")))
	b.check("by the path", zoomed, "all threads 100.0 %")
	b.do(chromedp.Click(chromedp.CSS("#cell-2")))
	b.check("zoomed by a click", zoomed, "all threads 100.0 % › main 83.2 % › Main.main 83.2 %")
	b.do(chromedp.Focus(chromedp.CSS("#flame")))
	b.press(kb.Home)
	b.check("all the way", zoomed, "all threads 100.0 %")

	// Highlights.
	b.slash()
	b.check("search", `document.activeElement.id`, "highlight")
	b.press("parse")
	b.check("highlighted", `Array.from(document.querySelectorAll(".match"), (e) => e.textContent).join()`,
		"Parser.parse,Parser.parse,Parser.parse")
	b.check("share", shares, "86.9 % of the bytecodes in or below 1 method; 3 cells")
	for _, step := range []struct{ key, at string }{
		{kb.Enter, "1 of 3 cells: Parser.parse 5"}, {kb.Enter, "2 of 3 cells: Parser.parse 8"},
	} {
		b.press(step.key)
		b.check("step", stepped, step.at)
	}
	b.do(chromedp.Click(chromedp.CSS(`#steps [value="1"]`)))
	b.check("the last one", stepped, "3 of 3 cells: Parser.parse 12")
	b.do(chromedp.Focus(chromedp.CSS("#flame")))
	b.press("n")
	b.check("around", stepped, "1 of 3 cells: Parser.parse 5")
	b.do(chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`)) // the keys work on the whole page
	b.press("p")
	b.check("back", stepped, "3 of 3 cells: Parser.parse 12")
	b.check("others are dim", `getComputedStyle(document.getElementById("cell-2")).backgroundColor === `+
		`getComputedStyle(document.getElementById("details")).backgroundColor ? "dim" : "not"`, "dim")
	b.do(chromedp.Focus(chromedp.CSS("#highlight")))
	b.press(kb.Escape)
	b.check("no highlights", `document.querySelectorAll(".match").length + `+shares, "0")
	b.check("focus", `document.activeElement.id`, "flame")

	// Hovering.
	b.hover("#cell-2")
	b.check("tip", `document.querySelector(".tip").textContent`,
		"org.example.Main.main(String[]): 83.2 %, ≥7,850 bytecodes, exclusive 100")
	b.checkQuiet()
}

func TestFlameChoices(t *testing.T) {
	b := open(t)
	page := b.contextPages(contextsOf(sampleContexts(t)))
	b.contexts(page("contexts.html"))
	b.choose("#metric", "0")
	b.check("by calls", `flame.state().cells[2].item.value(0) + location.hash`, "149#metric=calls")
	b.choose("#thread", "2")
	b.wait(`flame.state().top.method !== -1`)
	b.check("a thread", drawn, "0 pool-N-thread-N 1000\n1 Job.run 1000\n2 Parser.parse 500\n3 ArrayList.add 250")
	b.choose("#thread", "0")
	b.choose("#way", "up")
	b.wait(`Boolean(flame.state().top.up)`)
	b.check("callers", drawn, `0 all threads 1000
1 ArrayList.add 256
2 Main.report 31
3 Main.main 31
4 main 31
2 Parser.parse 181
3 Job.run 6
4 pool-N-thread-N 6
3 Main.main 125
4 main 125
3 Parser.parse 50
4 Main.main 50
5 main 50
2 (beyond the limit) 44
1 Text.trim 625
2 Parser.parse 625
3 Main.main 625
4 main 625
1 Job.run 13
2 pool-N-thread-N 13
1 Main.main 6
2 main 6
1 Main.report 6
2 Main.main 6
3 main 6
1 Parser.parse 94
2 Job.run 6
3 pool-N-thread-N 6
2 Main.main 63
3 main 63
2 Parser.parse 25
3 Main.main 25
4 main 25`)
	b.check("address", `location.hash`, "#way=up&metric=calls")

	// A method: what it calls with all that is below, and by whom it is called. Recursive calls are in the first one.
	const method = "org.example.Parser.parse(String)"
	b.contexts(page("contexts.html#method=" + method))
	b.check("callees of a method", drawn, "0 Parser.parse 1000\n1 ArrayList.add 26\n1 Text.trim 611\n"+
		"1 Parser.parse 59\n2 ArrayList.add 10")
	b.check("its bytecodes", `flame.state().top.value(1) + ""`, "8190")
	b.do(chromedp.Evaluate[chromedp.Void](
		`Array.from(document.querySelectorAll(".ways button")).find((e) => ` +
			`e.textContent.startsWith("Callers")).click()`))
	b.wait(`Boolean(flame.state().top.up)`)
	b.check("callers of a method", drawn,
		"0 Parser.parse 1000\n1 Job.run 62\n2 pool-N-thread-N 62\n1 Main.main 938\n2 main 938")
	b.check("address", `decodeURIComponent(location.hash)`, "#way=up&method="+method)
	b.contexts(page("contexts.html#method=no.Such.method()"))
	b.check("unknown", shares, "No context of no.Such.method().")
	b.checkQuiet()
}

// TestFlameNumbers checks that the page has the numbers of a tree that comes in several chunks, whichever are loaded.
func TestFlameNumbers(t *testing.T) {
	b := open(t)
	tree := ccttest.Large(40000, 3)
	page := b.contextPages(contextsOf(tree))
	b.contexts(page("contexts.html#fold=nothing"))
	sums := func(what string) {
		t.Helper()
		for m := range cct.NumMetrics {
			b.check(what, fmt.Sprintf(`flame.state().tree.total[%d][0] + ""`, m), fmt.Sprint(tree.Sum(m)))
		}
	}
	sums("first chunk")
	// Allocations of all threads are known at once, those of a method when its contexts are loaded.
	const made = `Array.from(document.querySelectorAll("#details div tbody tr"), (r) => r.cells[1].textContent).join()`
	b.check("all threads", partial, "")
	all := eval[string](b, made)
	b.do(chromedp.Focus(chromedp.CSS("#flame")))
	b.press(kb.ArrowDown + kb.ArrowDown)
	b.check("a method", partial,
		"Incomplete: contexts that are not loaded yet are missing in this list. Load all contexts")
	if got := eval[string](b, made); !strings.HasPrefix(got, "≥") || strings.HasPrefix(all, "≥") {
		t.Errorf("made by a method: %s, by all threads: %s", got, all)
	}
	if n := eval[int](b, `flame.state().cells.length`); n > 5000 || n < 1000 {
		t.Errorf("%d cells are drawn", n)
	}
	checkPaths := func(what string) {
		t.Helper()
		// All that is loaded, by path: node numbers of the page are not those of the tree.
		got := map[string][]float64{}
		text := eval[string](b, `(() => { const t = flame.state().tree, out = {}; t.walk(0, (n) => {
			if (t.isRest(n)) return true;
			const path = []; for (let k = n; k; k = t.parent[k]) path.unshift(t.method[k]);
			out[path.join("/")] = t.total.map((c) => c[n]).concat(t.self.map((c) => c[n])); return false; });
			return JSON.stringify(out); })()`)
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		names := make([]string, tree.Len())
		found, wrong := 0, 0
		for i, method := range tree.Method {
			names[i] = fmt.Sprint(method)
			if method < 0 {
				names[i] = fmt.Sprint(len(tree.Methods) + int(-1-method))
			} else {
				names[i] = names[tree.Parent[i]] + "/" + names[i]
			}
			values, ok := got[names[i]]
			if !ok {
				continue
			}
			found++
			for m := range cct.NumMetrics {
				if values[m] != float64(tree.Total(m)[i]) || values[m+cct.NumMetrics] != float64(tree.Self[m][i]) {
					wrong++
				}
			}
		}
		if found+1 != len(got) || wrong > 0 {
			t.Errorf("%s: %d contexts, %d of the tree, %d wrong numbers", what, len(got)-1, found, wrong)
		}
	}
	checkPaths("first chunk")
	b.do(chromedp.Evaluate[chromedp.Void](
		`flame.state().tree.loadAll(() => {}).then(() => (window.done = true)); undefined`))
	b.wait(`window.done`)
	sums("all chunks")
	checkPaths("all chunks")
	b.check("made by all threads", `(() => { const sums = {}; const t = flame.state().tree;
		t.walk(0, (n) => { t.eachMade(n, (type, made) => (sums[type] = (sums[type] || 0) + made)); return false; });
		const list = Object.values(sums).sort((a, b) => b - a).slice(0, 10);
		return list.map((n) => n.toLocaleString("en")).join(); })()`, all)
	if n := eval[int](b, `(() => { let n = 0; flame.state().tree.walk(0, () => void n++); return n; })()`); n !=
		tree.Len()+1 {
		t.Errorf("%d nodes are loaded, want %d", n-1, tree.Len())
	}
	b.checkQuiet()
}

func TestContextsAreAccessible(t *testing.T) {
	b := open(t)
	page := b.contextPages(contextsOf(sampleContexts(t)))
	for _, width := range []int64{1300, 640, 400} { // 640: a window of 1,280 pixels at 200 %
		b.do(chromedp.EmulateViewport(width, 900))
		what := fmt.Sprint(width, " pixels")
		for _, address := range []string{"index.html", "contexts.html", "contexts.html#words=add",
			"contexts.html#way=up"} {
			b.visit(page(address))
			if strings.HasPrefix(address, "contexts") {
				b.wait(`document.querySelectorAll("#context-tree tbody tr").length > 0`)
			}
			b.checkAccessible(address + ", " + what)
			if !eval[bool](b, `document.documentElement.scrollWidth <= document.documentElement.clientWidth`) {
				t.Errorf("%s, %s: too wide", address, what)
			}
		}
	}
	b.visit(b.folder(func(out layout.Output) error {
		c := contextsOf(shapesContexts(t))
		return jhtml.Write(jhtml.Data{Model: reporttest.SampleModel(t), Contexts: c}, out)
	})("source/org.example.Shapes.java.html"))
	b.checkAccessible("callers")
	b.contexts(page("contexts.html"))
	b.medium("print")
	b.check("on paper", `["#flame", ".flametools", "#context-tree", "#methods"].map((s) => `+
		`document.querySelector(s).checkVisibility()).join()`, "true,false,false,true")
	b.check("folded rows on paper", `(() => { const b = document.querySelector(".list.own tfoot button"); return `+
		`b.innerText + JSON.parse(getComputedStyle(b, "::after").content); })()`,
		"2 rows of libraries and the JDK, folded")
	b.checkQuiet()
}

// TestManyCells checks that a wide and a deep tree stay small on the page, and that what is folded can be reached.
func TestManyCells(t *testing.T) {
	b := open(t)
	var wide strings.Builder
	wide.WriteString("thread main\n")
	for i := range 20000 {
		fmt.Fprintf(&wide, "  A.f%d()V 1 %d\n", i, 1+i%7)
	}
	for d := range 1000 {
		fmt.Fprintf(&wide, "%sB.deep()V 1 100\n", strings.Repeat("  ", d+1))
	}
	tree := ccttest.Tree(t, wide.String())
	b.contexts(b.contextPages(contextsOf(tree))("contexts.html"))
	if n := eval[int](b, `document.querySelectorAll(".flame > div").length`); n > 5000 || n < 100 {
		t.Errorf("%d cells", n)
	}
	if !eval[bool](b, `flame.state().cells.some((c) => c.cut)`) {
		t.Error("the deepest row does not say that there is more")
	}
	const rest = `flame.state().cells.find((c) => c.item.isRest)`
	before := eval[int](b, rest+`.item.contexts`)
	if before < 19000 {
		t.Errorf("%d contexts are folded", before)
	}
	b.do(chromedp.Evaluate[chromedp.Void](rest + `.box.click()`))
	b.wait(`flame.state().shown.isRest && flame.state().tree.complete`)
	if n := eval[int](b, `flame.state().shown.contexts`); n != before {
		t.Errorf("%d contexts are zoomed to, want %d", n, before)
	}
	b.checkQuiet()
}
