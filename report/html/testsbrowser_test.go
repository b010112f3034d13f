package html_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	jhtml "jprof/report/html"
	"jprof/report/html/layout"
	"jprof/report/reporttest"
	"jprof/report/tests/testview"
)

// testPages writes the report of a run with counts by test.
func (b *browser) testPages(m *testview.Model) func(string) string {
	b.t.Helper()
	return b.folder(func(out layout.Output) error {
		return jhtml.Write(jhtml.Data{Model: m.Report, Tests: m}, out)
	})
}

const (
	// listed are the tests in the list of all.
	listed = `Array.from(document.querySelectorAll("#alltests tbody tr"), (r) => Array.from(r.cells, (c, i) => i ? ` +
		`c.textContent : c.querySelector("a").textContent).join("|")).join("\n")`
	listedNames = `Array.from(document.querySelectorAll("#alltests tbody a"), (a) => a.textContent).join(" ")`
	// executedCode is the table of a class or test: cells, and the lines that it alone executed.
	executedCode = `Array.from(document.querySelectorAll(".uses tbody tr:not([hidden])"), (r) => ` +
		`Array.from(r.cells, (c) => c.textContent.trim()).join("|")).join("\n")`
)

func TestListOfTestsInBrowser(t *testing.T) {
	b := open(t)
	page := b.testPages(reporttest.TestedModel(t))
	b.visit(page("tests.html"))
	b.wait(listed + ` !== ""`)
	b.check("by executions", listed, `ParserTest#signs|passed|0.000|24|5|0
ParserTest#digits[1]|passed|0.000|16|3|0
OtherTest#fails|passed|0.000|10|4|2
ParserTest#digits[2]|passed|0.000|8|3|0
ParserTest#flaky (attempt 2)|passed|0.005|5|4|0
ParserTest#flaky|failed|0.007|4|3|0
ParserTest#nothing|passed|0.000|0|0|0
ParserTest#skipped|skipped|0.000|0|0|0`)

	// Sorting, by the keyboard.
	b.do(chromedp.Focus(chromedp.CSS(`#alltests thead th:nth-child(3) button`)))
	b.press(kb.Enter)
	b.check("the slowest first", `document.querySelector("#alltests tbody a").textContent`, "ParserTest#flaky")
	b.check("said", `document.querySelector("#alltests th[aria-sort]").textContent + " " + `+
		`document.querySelector("#alltests th[aria-sort]").getAttribute("aria-sort")`, "Seconds descending")
	b.do(chromedp.Click(chromedp.CSS(`#alltests thead th:first-child button`)))
	b.check("by name", `document.querySelector("#alltests tbody a").textContent`, "OtherTest#fails")

	// Filters are for classes and tests.
	classes := `Array.from(document.querySelectorAll(".testclasses tbody tr:not([hidden]) a"), (a) => ` +
		`a.textContent).join(" ")`
	b.choose(".tools input", "othertest")
	b.check("tests with a word", listedNames, "OtherTest#fails")
	b.check("classes with a word", classes, "OtherTest")
	b.check("table of classes", `String(document.getElementById("allclasses").checkVisibility())`, "true")
	b.choose(".tools input", "othertest#fails")
	b.check("a test", listedNames, "OtherTest#fails")
	b.check("no table without rows", `String(document.getElementById("allclasses").checkVisibility())`, "false")
	const said = `document.querySelector(".tools output").textContent`
	b.check("said of tests", said, "no class, 1 row below")
	b.choose(".tools input", "nothing at all")
	b.check("said of nothing", said, "no class, no test")
	b.choose(".tools input", "")
	for _, tt := range []struct{ note, tests, classes string }{
		{"1", "ParserTest#nothing", "ParserTest"},
		{"2", "ParserTest#digits[1] ParserTest#digits[2] ParserTest#flaky (attempt 2) ParserTest#signs", "ParserTest"},
		{"3", "ParserTest#flaky ParserTest#flaky (attempt 2)", "ParserTest"},
		{"4", "outside of tests set-up of ParserTest several tests at once", ""},
	} {
		b.do(chromedp.Click(chromedp.CSS(`.testnotes li:nth-child(` + tt.note + `) a`)))
		b.wait(listedNames + fmt.Sprintf(` === %q`, tt.tests))
		b.check("classes by note "+tt.note, classes, tt.classes)
	}
	b.choose(".tools label:nth-of-type(3) select", "")
	b.choose(".tools label:nth-of-type(2) select", "failed")
	b.check("failed", listedNames, "ParserTest#flaky")
	b.check("address", hash, "#f1=failed")
	b.visit(page("tests.html") + "#f1=skipped")
	b.wait(listedNames + ` === "ParserTest#skipped"`)
	b.do(chromedp.Click(chromedp.CSS("#alltests tbody a")))
	b.wait(`location.href.endsWith("tests/org.example.ParserTest.html#t8") && !!document.querySelector("#executed p")`)
	b.checkQuiet()
}

func TestClassOfTestsInBrowser(t *testing.T) {
	b := open(t)
	page := b.testPages(reporttest.TestedModel(t))
	b.visit(page("tests/org.example.ParserTest.html"))
	b.wait(executedCode + ` !== ""`)
	const parse = "Parser::parse(String s)|Parser.java|"
	b.check("together", executedCode, parse+"61|5|1|9")
	b.check("where it leads", `document.querySelector(".uses .lines a").getAttribute("href")`,
		"../source/org.example.Parser.java.html#L9")

	b.do(chromedp.Click(chromedp.CSS(`#t7 th a`)))
	b.wait(`document.querySelector("h1").textContent === "org.example.ParserTest#signs" && ` + executedCode + ` !== ""`)
	b.check("signs", executedCode, parse+"24|5|0|")
	b.check("only its counts", `document.querySelector(".uses a").getAttribute("href")`,
		"../source/org.example.Parser.java.html?test=7#L4")
	b.check("its facts", `Array.from(document.querySelectorAll("#executed .facts li"), (e) => e.textContent).join()`,
		"passed ,0.000 seconds,24 executions,5 regions,0 of them executed by no other test")
	b.check("with the same regions", `document.querySelector(".same").textContent`, "The same regions, however often, "+
		"were executed by 1 other test: org.example.ParserTest#flaky")
	b.check("the list is not shown", `String(document.getElementById("tests").checkVisibility())`, "false")
	b.check("title", `document.title`, "signs – org.example.ParserTest – tested – jprof")
	b.do(chromedp.Click(chromedp.CSS(`.neighbours [rel=next]`)))
	b.wait(`document.querySelector("h1").textContent.endsWith("#skipped")`)
	b.check("skipped", `document.getElementById("executed").innerText.replace(/\s+/g, " ")`, "skipped 0.000 seconds "+
		"0 executions 0 regions 0 of them executed by no other test "+
		"not today previous: signs Executed code of main sources "+
		"Nothing of the main sources was executed.")
	b.do(chromedp.NavigateBack())
	b.wait(`document.querySelector("h1").textContent.endsWith("#signs")`)
	b.do(chromedp.Click(chromedp.CSS(`.crumbs #here a`)))
	b.wait(`document.getElementById("tests").checkVisibility()`)

	b.visit(page("tests/org.example.OtherTest.html#t0"))
	b.wait(executedCode + ` !== ""`)
	b.check("fails alone", executedCode, parse+"10|4|2|10 11")
	b.choose("#executed select", "only")
	b.check("with lines of its own", executedCode, parse+"10|4|2|10 11")
	b.choose("#executed .tools input", "close")
	b.check("filtered", executedCode, "")
	b.check("how many", `document.querySelector("#executed output").textContent`, "0 of 1 row")

	b.visit(page("tests/outside.html"))
	b.do(chromedp.Click(chromedp.CSS(`tbody a`)))
	b.wait(executedCode + ` !== ""`)
	b.check("outside of tests", executedCode, parse+"5|4|0|\nParser::close()|Parser.java|1|1|0|")
	b.checkQuiet()
}

func TestSearchFindsTests(t *testing.T) {
	b := open(t)
	page := b.testPages(reporttest.TestedModel(t))
	b.visit(page("index.html"))
	b.search("parsertest#flaky")
	b.check("tests", found, "test flaky org.example.ParserTest\ntest flaky (attempt 2) org.example.ParserTest")
	b.search("othertest")
	b.check("classes with tests", found, "tests OtherTest org.example\ntest fails org.example.OtherTest")
	b.search("signs")
	b.check("a test, not its method as well", found, "test signs org.example.ParserTest")
	b.do(chromedp.KeyEvent(kb.Enter))
	b.wait(`location.href.endsWith("tests/org.example.ParserTest.html#t7") && ` + executedCode + ` !== ""`)
	b.checkQuiet()
}

// TestHostileTestsInBrowser checks that names of tests are text, and fit, where scripts insert them.
func TestHostileTestsInBrowser(t *testing.T) {
	b := open(t)
	m := reporttest.HostileTests(t)
	page := b.testPages(m)
	b.do(chromedp.EmulateViewport(390, 844))
	b.visit(page("tests.html"))
	b.wait(listed + ` !== ""`)
	b.check("rows", `String(document.querySelectorAll("#alltests tbody tr").length)`,
		fmt.Sprint(len(reporttest.HostileNames)))
	b.check("markup", `Array.from(document.querySelectorAll("#alltests tbody a"), (a) => a.textContent).filter((s) => `+
		`s.includes("<")).join(" ")`, "<script>alert(1)</script>#<script>alert(1)</script>[<script>alert(1)</script>]")
	b.check("list fits", cutOff, "")
	links := b.linksOn(page("tests.html"), "#alltests tbody a")
	const made = `Array.from(document.querySelectorAll("main img, main script"), (e) => e.outerHTML).join(" ")`
	for _, link := range links {
		b.visit(link)
		b.wait(`document.querySelectorAll("#tests tbody tr").length > 0`)
		number := strings.TrimPrefix(eval[string](b, `document.querySelector("#tests tbody tr").id`), "t")
		b.visit(link + "#t" + number)
		b.wait(executedCode + ` !== ""`)
		b.check(link+": elements", made, "")
		b.check(link+": fits", cutOff, "")
	}
	b.search("script")
	b.check("search", `document.querySelectorAll("#found .name").length > 0 ? `+made+` : "nothing"`, "")
	b.checkQuiet()
}

// TestPagesOfTestsForAll checks that the pages can be used by all: with a screen reader, on a phone, on paper, and
// without scripts.
func TestPagesOfTestsForAll(t *testing.T) {
	b := open(t)
	page := b.testPages(reporttest.TestedModel(t))
	for _, name := range []string{"tests.html", "tests/org.example.ParserTest.html",
		"tests/org.example.ParserTest.html#t7", "tests/outside.html"} {
		b.do(chromedp.EmulateViewport(1280, 900))
		b.visit(page(name))
		b.wait(`document.readyState === "complete"`)
		if !strings.HasSuffix(name, "outside.html") {
			b.wait(`document.querySelectorAll("#alltests tbody tr, .uses tbody tr").length > 0`)
		}
		b.checkAccessible(name)
		for _, width := range []int64{390, 1024} {
			b.do(chromedp.EmulateViewport(width, 900))
			b.check(fmt.Sprintf("%s at %d", name, width), cutOff, "")
		}
		b.do(chromedp.EmulateViewport(718, 1000))
		b.medium("print")
		b.check(name+" on paper", cutOff, "")
		b.medium("")
	}
	if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	b.visit(page("tests.html"))
	b.check("without scripts", `Array.from(document.querySelectorAll("main tbody tr"), (r) => r.checkVisibility() ? `+
		`r.querySelector("a").textContent : "").join(" ") + document.querySelectorAll("main button").length`,
		"ParserTest OtherTest0")
	b.checkQuiet()
}
