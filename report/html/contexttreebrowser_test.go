package html_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
)

// TestFoldsFrameworks folds the levels of a framework that calls the project, in the flame graph and in the tree.
func TestFoldsFrameworks(t *testing.T) {
	b := open(t)
	b.contexts(b.contextPages(contextsOf(ccttest.Tree(t, `
thread main
  lib.test.Runner.main([Ljava/lang/String;)V 1 100
    lib.test.Runner.run()V 1 10
      java.lang.reflect.Method.invoke()V 1 10
        org.example.Main.run()V 1 1000
          org.example.Main.work()V 1 2000
      lib.test.Runner.report()V 1 20
`)))("contexts.html"))
	b.check("folded", rows, `main | 100.0 % | 3,140 | 0
  frameworks: java.lang.reflect, lib.test | 100.0 % | 3,140 | 140
    Main.run() | 95.5 % | 3,000 | 1,000
      Main.work() | 63.7 % | 2,000 | 2,000`)
	const cells = `Array.from(document.querySelectorAll("#flame > div"), (e) => ` +
		`e.getAttribute("aria-label") || e.textContent).join("\n")`
	b.check("cells", cells, `all threads
main
⋮ frameworks: java.lang.reflect, lib.test
Main.run
Main.work`)
	b.do(chromedp.Click(chromedp.CSS("#cell-2")))
	b.check("details", `document.getElementById("details").innerText.replace(/\s+/g, " ")`,
		"frameworks: java.lang.reflect, lib.test 4 contexts above the code of the project, in one cell. "+
			"Unfold Metric Inclusive Share Exclusive calls 6 100.0 % 4 bytecodes 3,140 100.0 % 140 "+
			"objects 0 0.0 % 0 arrays 0 0.0 % 0 elements 0 0.0 % 0 Neither it nor what it calls allocates.")
	b.choose("#way", "up")
	b.wait(`Boolean(flame.state().top.up)`)
	b.check("callers", cells+`.split("\n").slice(0, 5).join("\n")`, `all threads
Method.invoke
⋮ frameworks: lib.test
main
Runner.main`)
	b.choose("#way", "down")
	b.choose("#fold", "packages")
	b.check("packages", cells, `all threads
main
⋮ lib.test
⋮ java.lang.reflect
Main.run
Main.work`)
	b.check("address", `location.hash`, "#fold=packages")
	b.choose("#fold", "frameworks")
	b.do(chromedp.Click(chromedp.CSS("#cell-2")))
	b.do(chromedp.Click(chromedp.CSS(".ways button")))
	b.wait(`document.querySelectorAll("#context-tree tbody tr").length === 7`)
	b.check("unfolded", rows, `main | 100.0 % | 3,140 | 0
  Runner.main(String[]) | 100.0 % | 3,140 | 100
    Runner.run() | 96.8 % | 3,040 | 10
      Method.invoke() | 95.9 % | 3,010 | 10
        Main.run() | 95.5 % | 3,000 | 1,000
          Main.work() | 63.7 % | 2,000 | 2,000
      Runner.report() | 0.6 % | 20 | 20`)
	b.check("address", `location.hash`, "#fold=nothing")
	b.checkQuiet()
}

// TestSandwich shows a method between its callers and its callees, and goes from there to another one and back.
func TestSandwich(t *testing.T) {
	b := open(t)
	page := b.contextPages(contextsOf(sampleContexts(t)))
	b.contexts(page("contexts.html#way=both&method=org.example.Parser.parse(String)"))
	const cells = `flame.state().cells.map((c) => ` +
		`c.row + " " + c.item.label + " " + Math.round(1000 * c.width)).join("\n")`
	const parse = `2 Parser.parse 1000
3 ArrayList.add 26
3 Text.trim 611
3 Parser.parse 59
4 ArrayList.add 10
1 Job.run 62
0 pool-N-thread-N 62
1 Main.main 938
0 main 938`
	b.check("cells", cells, parse)
	b.do(chromedp.Focus(chromedp.CSS("#flame")))
	for _, step := range []struct{ keys, at string }{
		{kb.ArrowUp, "Main.main"}, {kb.ArrowUp, "main"}, {kb.ArrowDown + kb.ArrowDown, "Parser.parse"},
		{kb.ArrowDown, "Text.trim"}, {kb.ArrowLeft, "ArrayList.add"}, {kb.ArrowUp, "Parser.parse"},
	} {
		b.press(step.keys)
		b.check("cursor", `document.querySelector(".current").textContent`, step.at)
	}
	b.press(kb.ArrowUp + kb.Enter)
	b.wait(`flame.state().top.label === "Main.main"`)
	b.check("the caller in the middle", cells, `1 Main.main 1000
2 Main.report 9
3 ArrayList.add 6
2 Parser.parse 978
3 ArrayList.add 25
3 Text.trim 637
3 Parser.parse 61
4 ArrayList.add 10
0 main 1000`)
	b.check("path", zoomed, "Parser.parse › Main.main 100.0 %")
	b.check("address", `decodeURIComponent(location.hash)`, "#way=both&method=org.example.Main.main(String[])")
	b.press(kb.Escape)
	b.wait(`flame.state().top.label === "Parser.parse"`)
	b.check("back", cells, parse)
	b.press(kb.Escape)
	b.wait(`flame.state().top.method < 0`)
	b.check("all", `location.hash`, "")
	b.choose("#way", "both")
	b.wait(`flame.state().top.method >= 0`)
	b.check("the method with most", `flame.state().top.label`, "Text.trim")
	b.choose("#way", "down")
	b.wait(`flame.state().top.method < 0`)
	b.choose("#way", "both")
	b.wait(`flame.state().top.method >= 0`)
	b.checkAccessible("a method between callers and callees")
	b.checkQuiet()
}

// TestStartAt starts at a method by its name.
func TestStartAt(t *testing.T) {
	b := open(t)
	page := b.contextPages(contextsOf(sampleContexts(t)))
	b.contexts(page("contexts.html"))
	typed := func(text string) {
		b.do(chromedp.Evaluate[chromedp.Void](`document.getElementById("root").value = ""`),
			chromedp.Focus(chromedp.CSS("#root")))
		b.press(text)
		b.press(kb.Enter)
	}
	typed("ma")
	b.check("names to choose from", `Array.from(document.querySelectorAll("#roots option"), (o) => o.value).join("\n")`,
		"org.example.Main.report()\norg.example.Main.main(String[])")
	b.check("several", shares, "2 methods have this name: choose one of the list.")
	typed("main")
	b.wait(`flame.state().top.label === "Main.main"`)
	b.check("the field", `document.getElementById("root").value`, "org.example.Main.main(String[])")
	b.check("address", `decodeURIComponent(location.hash)`, "#method=org.example.Main.main(String[])")
	typed("nowhere")
	b.check("none", shares, "No method found.")
	b.do(chromedp.Evaluate[chromedp.Void](`(() => { const field = document.getElementById("root"); field.value = ""; ` +
		`field.dispatchEvent(new Event("change")); })()`))
	b.wait(`flame.state().top.method < 0`)
	b.checkQuiet()
}

// TestShortNames keeps the name of the method where a cell is too narrow for the class.
func TestShortNames(t *testing.T) {
	b := open(t)
	b.contexts(b.contextPages(contextsOf(sampleContexts(t)))("contexts.html"))
	for _, tt := range []struct {
		name    string
		letters int
		want    string
	}{
		{"Parser.parse", 12, "|Parser.parse|"}, {"Parser.parse", 11, "Pa|rser.parse|"},
		{"Parser.parse", 6, "Parser.|parse|"}, {"Parser.parse", 5, "Parser.|pars|e"},
		{"Parser.parse", 1, "Parser.||parse"},
		{"⋮ a.b, c.d", 5, "|⋮ a.|b, c.d"}, {"run", 9, "|run|"},
	} {
		b.check(tt.name, fmt.Sprintf(`flameLayout.shorten(%q, %d).join("|")`, tt.name, tt.letters), tt.want)
	}
}

func TestContextTree(t *testing.T) {
	b := open(t)
	page := b.contextPages(contextsOf(sampleContexts(t)))
	b.contexts(page("contexts.html"))
	b.check("the largest path", rows, `main | 83.2 % | ≥7,850 | 0
  Main.main(String[]) | 83.2 % | ≥7,850 | 100
    Parser.parse(String) | 81.4 % | ≥7,680 | 2,000
      Parser.parse(String) | 5.1 % | ≥480 | 400
      Show 2 rows of libraries and the JDK: 55.1 %
    Main.report() | 0.7 % | ≥70 | 20
pool-N-thread-N | 16.0 % | ≥1,510 | 0
(beyond the limit) | 0.7 % | ≥70 | 0`)
	const heads = `Array.from(document.querySelectorAll("#context-tree thead button"))`
	b.do(chromedp.Evaluate[chromedp.Void](heads + `.find((e) => e.textContent === "Elements").click()`))
	b.check("by elements", rows+`.split("\n").slice(3, 5).join("\n")`,
		"      Parser.parse(String) | 5.1 % | ≥480 | 400\n      Show 2 rows of libraries and the JDK: 55.1 %")
	b.do(chromedp.Click(chromedp.CSS(`#context-tree [colspan] button`)))
	b.check("libraries", rows+`.split("\n").slice(4, 6).join("\n")`,
		"      Text.trim() | 53.0 % | ≥5,000 | 5,000\n      ArrayList.add(Object) | 2.1 % | ≥200 | 200")
	b.check("sorted", `document.querySelector("#context-tree [aria-sort]").textContent`, "Elements")
	// Keys fold and unfold.
	b.do(chromedp.Focus(chromedp.CSS("#context-tree tbody .fold")))
	b.press(kb.ArrowLeft)
	b.check("folded", rows, "main | 83.2 % | ≥7,850 | 0\npool-N-thread-N | 16.0 % | ≥1,510 | 0\n"+
		"(beyond the limit) | 0.7 % | ≥70 | 0")
	b.press(kb.ArrowDown + kb.ArrowRight)
	b.wait(`document.querySelectorAll("#context-tree tbody tr").length === 4`)
	b.check("unfolded", rows+`.split("\n")[2]`, "  Job.run() | 16.0 % | ≥1,510 | 1,000")

	// Details: what is allocated by type, by the method itself and below it.
	b.do(chromedp.Focus(chromedp.CSS("#flame")))
	b.press(kb.ArrowDown + kb.ArrowDown + kb.ArrowDown)
	b.check("allocations", `Array.from(document.querySelectorAll("#details div tbody tr"), (r) => `+
		`Array.from(r.cells, (c) => c.textContent).join(" ")).join("\n")`,
		"byte[] ≥100 ≥1,600 ≥3,200 0\njava.lang.StringBuilder ≥10  ? 10\njava.lang.Object[] ≥5 ≥80 ≥400 0")
	// Calls beyond the limit of contexts.
	b.do(chromedp.Click(chromedp.CSS("#cell-15")))
	b.check("beyond the limit", partial,
		"Beyond the limit of contexts: who called it, and what it called, is not known.")
	b.checkQuiet()
}

// TestLinesOfContexts shows the lines of the contexts that have some, summed up over those of a cell.
func TestLinesOfContexts(t *testing.T) {
	b := open(t)
	tree := sampleContexts(t)
	tree.Lines = map[int32][]cct.LineSum{}
	for i, m := range tree.Method {
		if m >= 0 && tree.Methods[m].Name == "parse" && tree.Self[cct.Bytecodes][i] > 450 {
			tree.Lines[int32(i)] = []cct.LineSum{{Line: 7, Executions: 10, Bytecodes: 100, Exceptions: 2},
				{Line: 9, Executions: 40, Bytecodes: tree.Self[cct.Bytecodes][i] - 100}}
		}
	}
	page := b.contextPages(contextsOf(tree))
	const lines = `Array.from(document.querySelectorAll("#details > div"), (d) => ` +
		`d.innerText.replace(/\s+/g, " ")).at(-1)`
	b.contexts(page("contexts.html#method=org.example.Parser.parse(String)"))
	b.check("of all contexts", lines, "Lines of its own code Executions Bytecodes Share Exceptions "+
		"line 7 20 200 2.1 % 4 line 9 80 2,300 24.4 % 0")
	b.contexts(page("contexts.html#method=org.example.Job.run()"))
	b.check("without lines", `document.getElementById("details").innerText.includes("Lines of its")+""`, "false")
	node := int32(slices.Index(tree.Self[cct.Bytecodes], 2000))
	tree.Lines = map[int32][]cct.LineSum{node: {{Line: 7, Executions: 10, Bytecodes: 2000}}}
	page = b.contextPages(contextsOf(tree))
	b.contexts(page("contexts.html#method=org.example.Parser.parse(String)"))
	b.check("of some contexts", lines, "Lines of its own code Executions Bytecodes Share Exceptions "+
		"line 7 10 2,000 21.2 % 0 For 80.0 % of its bytecodes: the contexts with most have lines here.")
	b.checkQuiet()
}
