package html_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"jprof/report/contexts/ccttest"
)

// TestFoldsRowsAboveTheProject folds the rows of a framework that calls the project, with those beside them.
func TestFoldsRowsAboveTheProject(t *testing.T) {
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
  Show 4 rows of libraries and the JDK above
  Main.run() | 95.5 % | 3,000 | 1,000
    Main.work() | 63.7 % | 2,000 | 2,000`)
	b.do(chromedp.Click(chromedp.CSS(`#context-tree [colspan] button`)))
	b.wait(`document.querySelectorAll("#context-tree tbody tr").length === 7`)
	b.check("unfolded", rows, `main | 100.0 % | 3,140 | 0
  Runner.main(String[]) | 100.0 % | 3,140 | 100
    Runner.run() | 96.8 % | 3,040 | 10
      Method.invoke() | 95.9 % | 3,010 | 10
        Main.run() | 95.5 % | 3,000 | 1,000
          Main.work() | 63.7 % | 2,000 | 2,000
      Runner.report() | 0.6 % | 20 | 20`)
	b.check("focus", `document.activeElement.getAttribute("aria-label")`, "Rows of lib.test.Runner.main(String[])")
	b.checkQuiet()
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
