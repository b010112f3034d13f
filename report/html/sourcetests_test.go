package html_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"jprof/report"
	jhtml "jprof/report/html"
	"jprof/report/html/layout"
	"jprof/report/reporttest"
	"jprof/report/tests/testview"
)

const testedSource = "source/org.example.Parser.java.html"

// byTest writes the report of a run by test, and returns the addresses of its pages.
func (b *browser) byTest(m *testview.Model) func(page string) string {
	b.t.Helper()
	return b.folder(func(out layout.Output) error {
		return jhtml.Write(jhtml.Data{Model: m.Report, Tests: m}, out)
	})
}

// numberOf is the number of a test.
func numberOf(t *testing.T, m *testview.Model, name string) int {
	t.Helper()
	i := slices.IndexFunc(m.Tests, func(x testview.Test) bool { return strings.HasSuffix(x.String(), name) })
	if i < 0 {
		t.Fatalf("there is no test %s", name)
	}
	return i
}

func TestSourceSaysHowManyTests(t *testing.T) {
	m := reporttest.TestedModel(t)
	f := parsed(t, func(out layout.Output) error {
		return jhtml.Write(jhtml.Data{Model: m.Report, Tests: m}, out)
	})
	f.checkFolder()
	for page, want := range map[string]string{testedSource: "5 tests executed this source.",
		"source/org.example.ParserTest.java.html": "3 tests executed this source."} {
		if text := strings.Join(strings.Fields(textOf(f.page(page))), " "); !strings.Contains(text, want) {
			t.Errorf("%s does not say %q", page, want)
		}
		if script := strings.TrimSuffix(page, ".html") + ".tests.js"; !slices.Contains(f.names, script) {
			t.Errorf("there is no %s", script)
		}
	}
	const classPage = "class/org.example.Parser.html"
	table := withClass(f.page(classPage), "methods")[0]
	for _, row := range []string{"6 of 64520", "1 of 1–101"} { // complexity, tests, hottest block
		if text := textOf(table); !strings.Contains(text, row) {
			t.Errorf("%s lacks %q: %s", classPage, row, text)
		}
	}
	without := write(t, m.Report)
	if slices.ContainsFunc(without.names, func(name string) bool { return strings.HasSuffix(name, "tests.js") }) ||
		strings.Contains(textOf(without.page(testedSource)), "tests executed") {
		t.Error("a report without counts by test has some")
	}
}

// usesInScript are all uses of all lines, regions and methods, as a page reads them: "what test=count ...", ascending.
const usesInScript = `(async () => {
	await loadScript(document.querySelector("script[data-tests]") && "source/" +
		document.querySelector("script[data-tests]").dataset.tests);
	const d = new SourceTests(window.jprofSource);
	const list = (what, sum) => what + " (" + sum.cases + ")" +
		d.uses(sum).map((u) => " " + u.test + "=" + u.count).join("");
	return [list("file", d.file), ...Array.from(d.lines, ([n, sum]) => list("line " + n, sum)),
		...d.methods.map((sum, i) => list("method " + i, sum)),
		...d.regions.map((c, i) => list("region " + i, d.one(c))),
		...d.invocations.map((c, i) => list("invocations " + i, d.one(c)))].join("\n");
})()`

// usesOf are the same, as the model says.
func usesOf(m *testview.Model, f *report.File, lines []int) string {
	x := m.File(f)
	var out []string
	add := func(what string, uses []testview.Use) {
		line := fmt.Sprintf("%s (%d)", what, m.Cases(uses))
		for _, u := range uses {
			line += fmt.Sprintf(" %d=%d", u.Test, u.Count)
		}
		out = append(out, line)
	}
	add("file", x.All())
	for _, n := range lines {
		add(fmt.Sprint("line ", n), x.Line(n))
	}
	for i := range f.Methods {
		add(fmt.Sprint("method ", i), x.Method(i))
	}
	for i := range f.Regions {
		add(fmt.Sprint("region ", i), x.Region(i))
	}
	for i := range f.Methods {
		add(fmt.Sprint("invocations ", i), x.Invocations(i))
	}
	return strings.Join(out, "\n")
}

// TestTestsOfSourcesAreThoseOfTheModel checks that scripts read what was written, also counts of 62 bits.
func TestTestsOfSourcesAreThoseOfTheModel(t *testing.T) {
	b := open(t)
	const large = 1<<62 - 1
	p := &reporttest.Project{}
	err := p.Add(reporttest.File{Path: "Large.java", Text: "‹t class Large|class Large {\n" +
		"‹m f() 0|void ¤f() ‹b body 0|{\n‹r 0|·if (‹c condition 1 0-1|a›) ‹b then 1|{\n‹r 1|·x();›\n}››\n}››\n" +
		"‹m never() 2|void ¤never() ‹b body 2|{\n‹r 2|·y();›\n}››\n}›\n",
		Counters: []uint64{large, 1 << 54, 0}, ByTest: map[string][]uint64{
			"LargeTest#most": {large - 10, 1<<54 - 3, 0}, "LargeTest#few": {7, 3, 0}, "LargeTest": {3, 0, 0}}})
	if err != nil {
		t.Fatal(err)
	}
	largeModel, err := p.ByTest("large")
	if err != nil {
		t.Fatal(err)
	}
	tested := reporttest.TestedModel(t)
	for _, c := range []struct {
		m     *testview.Model
		page  string
		lines []int
	}{
		{tested, testedSource, []int{4, 5, 6, 7, 8, 9, 10, 11, 13, 16, 17}},
		{largeModel, "source/Large.java.html", []int{2, 3, 4, 7, 8}},
	} {
		b.visit(b.byTest(c.m)(c.page))
		b.do(chromedp.Evaluate[chromedp.Void](usesInScript + `.then((s) => (window.uses = s)); undefined`))
		b.wait(`window.uses !== undefined`)
		got := eval[string](b, `window.uses`)
		if want := usesOf(c.m, c.m.Report.Files[0], c.lines); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.page, got, want)
		}
	}
	b.checkQuiet()
}

const (
	testsTitle = `document.getElementById("source-tests").textContent`
	testsSaid  = `document.querySelector(".facts-of-tests").textContent`
	testsRows  = `Array.from(document.querySelectorAll(".source-tests tbody tr"), (r) => Array.from(r.cells)` +
		`.slice(0, -1).map((c) => c.textContent.replaceAll("org.example.", "")).join(" ")).join("; ")`
	numbers = `Array.from(document.querySelectorAll(".code li"), (li, i) => ` +
		`li.querySelector(".nt")?.checkVisibility() ? i + 1 + ":" + li.querySelector(".nt").textContent : "")` +
		`.filter(Boolean).join(" ")`
)

// TestTestsOfSource checks lists of tests: by keys, by the mouse, of lines, regions, methods and the source.
func TestTestsOfSource(t *testing.T) {
	b := open(t)
	m := reporttest.TestedModel(t)
	page := b.byTest(m)
	b.visit(page(testedSource))
	b.check("numbers at first", numbers, "")
	b.press("T")
	b.wait(numbers + ` !== ""`)
	b.check("numbers", numbers, "4:5 5:5 6:5 7:4 8:3 9:2 10:1 11:1 13:4 16:0 17:0")
	b.visit(page(testedSource + "#L9"))
	b.wait(numbers + ` !== ""`) // kept
	b.press("t")
	b.wait(testsRows + ` !== ""`)
	b.check("line", testsTitle, "Tests of line 9")
	b.check("said", testsSaid, "Executions: 5 in 2 tests.")
	b.check("tests of the line", testsRows, "4 ParserTest#signs; 1 ParserTest#flaky (attempt 2)")
	b.check("focus", `document.activeElement.id`, "source-tests")
	b.do(chromedp.KeyEvent("\x1b"))
	b.check("closed", `String(document.querySelector(".source-tests").checkVisibility())`, "false")

	b.visit(page(testedSource + "#L4")) // of the line that declares a method
	b.press("t")
	b.wait(testsRows + `.includes("several")`)
	b.check("invocations", testsSaid, "Calls: 15 in 5 tests, 1 in set-up of classes, 1 outside of tests, "+
		"3 in several tests at once.")
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll(".source-tests .group button")[1].click()`))
	b.wait(testsTitle + ` === "Tests of the method parse"`)
	b.wait(testsRows + `.includes("several")`)
	b.check("tests of the method", testsRows, "24 5 ParserTest#signs; 16 4 ParserTest#digits[1]; "+
		"10 2 OtherTest#fails; 8 2 ParserTest#digits[2]; 5 1 ParserTest#flaky (attempt 2); "+
		"4 1 ParserTest#flaky failed; 4 1 set-up of ParserTest; 5 1 outside of tests; 12 3 several tests at once")
	b.do(chromedp.Click(chromedp.CSS(".executed-by")))
	b.wait(testsTitle + ` === "Tests of this source"`)
	b.do(chromedp.Click(chromedp.CSS(".code li:nth-child(11) > b")))
	b.wait(testsTitle + ` === "Tests of the region at line 11"`)
	b.wait(testsRows + ` === "2 OtherTest#fails"`)
	b.do(chromedp.Click(chromedp.CSS(".code li:nth-child(17) > b")))
	b.wait(testsTitle + ` === "Tests of the region at line 17"`)
	b.wait(testsSaid + ` !== "Executions: 2 in 1 test."`)
	b.check("only outside", testsSaid, "No test executed it. Executions: 1 outside of tests.")
	b.checkQuiet()
}

// TestTestsPerLineKeepTheLine: the column of tests makes lines longer, and the line of the reader stays where it is.
func TestTestsPerLineKeepTheLine(t *testing.T) {
	b := open(t)
	page := b.byTest(reporttest.TestedModel(t))
	b.do(chromedp.EmulateViewport(320, 300))
	b.visit(page(testedSource) + "#L13")
	const top = `document.getElementById("L13").getBoundingClientRect().top`
	b.wait(`getComputedStyle(document.documentElement).getPropertyValue("--toolsheight") === ` +
		`document.querySelector(".code-tools").offsetHeight + "px"`)
	b.wait(top + ` < innerHeight`)
	b.check("in sight below several rows of tools",
		`String(`+top+` >= document.querySelector(".code .head").getBoundingClientRect().bottom)`, "true")
	before := eval[float64](b, top)
	for _, what := range []string{"with the column", "without it"} {
		b.press("T")
		b.wait(fmt.Sprintf(`Math.abs(%s - %v) < 2 && document.querySelector(".with-tests") %s`, top, before,
			map[bool]string{true: "!== null", false: "=== null"}[what == "with the column"]))
	}
	b.checkQuiet()
}

// TestOnlyOneTest checks a source as one of its tests executed it.
func TestOnlyOneTest(t *testing.T) {
	b := open(t)
	m := reporttest.TestedModel(t)
	page := b.byTest(m)
	address := func(test int) string { return page(testedSource) + fmt.Sprintf("?test=%d#L9", test) }
	b.visit(address(numberOf(t, m, "#signs")))
	const note = `document.querySelector(".only-test").textContent`
	b.wait(`document.querySelector(".only-test")?.textContent.includes("executed")`)
	b.check("note", note, "Only what org.example.ParserTest#signs executed here: 5 of 8 regions, "+
		"24 executions of statements. All tests")
	b.check("counts", `Array.from(document.querySelectorAll(".code em"), (e) => e.textContent).join(" ")`,
		"5 5 5 1 4 4   5 0 ")
	b.check("shaded", `Array.from(document.querySelectorAll("li > b.by-test"), (e) => e.textContent.trim()).join(" ")`,
		`{ int n = 0; if (s.matches("[0-9]+")) n = Integer.parseInt(s); else if (s.startsWith("-")) `+
			`n = -Integer.parseInt(s.substring(1)); else return n;`)
	b.check("outcomes", `Array.from(document.querySelectorAll(".code u[data-o]"), (u) => `+
		`getComputedStyle(u, "::after").content + u.className).join(" ")`, `"T 1 / F 4"y "T 4 / F 0"p`)
	b.check("marks", `Array.from(document.querySelectorAll(".code li"), (li) => `+
		`getComputedStyle(li, "::after").content).filter((c) => c !== "none" && c !== "normal").join(" ")`, "")
	b.press("n")
	b.check("next place", marked, "L13")
	b.do(chromedp.Click(chromedp.CSS(".only-test a:last-child")))
	b.wait(`document.querySelector(".code-tools") && !location.search`)
	b.check("line stays", hash, "#L13")
	b.check("all", `String(document.querySelector(".only-test"))`, "null")

	b.visit(address(numberOf(t, m, "#nothing")))
	b.wait(`document.querySelector(".only-test")?.textContent.includes("All tests")`)
	b.check("unclear", note, "org.example.ParserTest#nothing may have executed code of this source that is counted "+
		"under several tests at once. All tests")
	b.check("no counts", `Array.from(document.querySelectorAll(".code em"), (e) => e.textContent).join("")`, "00")
	b.visit(address(99))
	b.wait(`document.querySelector(".only-test")?.textContent.includes("All tests")`)
	b.check("no test", `String(`+note+`.length > 10 && !document.querySelector(".one-test"))`, "true")
	b.checkQuiet()
}

// TestHostileTestsOfSource checks that names of tests are text where scripts insert them, and can be tabbed to.
func TestHostileTestsOfSource(t *testing.T) {
	b := open(t)
	m := reporttest.HostileTests(t)
	page := b.byTest(m)
	f := parsed(t, func(out layout.Output) error {
		return jhtml.Write(jhtml.Data{Model: m.Report, Tests: m}, out)
	})
	i := slices.IndexFunc(f.names, func(name string) bool {
		return strings.HasPrefix(name, "source/") && strings.HasSuffix(name, ".html")
	})
	b.visit(page(f.names[i]))
	b.do(chromedp.Click(chromedp.CSS(".executed-by")))
	b.wait(`document.querySelectorAll(".source-tests tbody tr").length >= 10`)
	b.check("elements", `Array.from(document.querySelectorAll("main :is(img, iframe, `+
		`script:not([src^='../source']))"), (e) => e.outerHTML).join(" ")`, "")
	b.check("a name", `String(`+testsRows+`.includes("<script>alert(1)</script>"))`, "true")
	b.check("fits", `String(document.documentElement.scrollWidth <= document.documentElement.clientWidth)`, "true")
	b.check("dead links", `String(Array.from(document.querySelectorAll(".source-tests tbody a.lb")).every((a) => `+
		`/\/tests\/[\w.-]+\.html#t\d+$/.test(a.href)))`, "true")
	b.checkQuiet()
}

// TestSourceHasAtMostSoManyTests checks that sources with very many uses have those of the tests that executed most.
func TestSourceHasAtMostSoManyTests(t *testing.T) {
	b := open(t)
	const tests, methods = 4000, 100
	var text strings.Builder
	text.WriteString("‹t class Many|class Many {\n")
	counters := make([]uint64, methods)
	by := map[string][]uint64{}
	for i := range tests {
		own := make([]uint64, methods)
		for k := range own {
			own[k] = uint64(i + 1 + k*i%101)
			counters[k] += own[k]
		}
		by[fmt.Sprintf("ManyTest#m%d", i)] = own
	}
	for i := range methods {
		fmt.Fprintf(&text, "‹m f%d() %d|void ¤f%[1]d() ‹b body %[2]d|{\n‹r %[2]d|·x();›\n}››\n", i, i)
	}
	text.WriteString("}›\n")
	p := &reporttest.Project{}
	err := p.Add(reporttest.File{Path: "Many.java", Text: text.String(), Counters: counters, ByTest: by})
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.ByTest("many")
	if err != nil {
		t.Fatal(err)
	}
	page := b.byTest(m)
	b.visit(page("source/Many.java.html#L3"))
	b.press("t")
	b.wait(`document.querySelectorAll(".source-tests tbody tr").length === 10`)
	b.check("most", testsRows+`.split("; ")[0]`, "4,000 ManyTest#m3999")
	b.check("said", testsSaid, "Executions: 7,501,489 in 3,000 of 4,000 tests.")
	b.check("more", `document.querySelector(".source-tests .more").textContent.replace(/^[\d,]+ of [\d,]+ tests/, "")`,
		" 1,000 more tests are not in this report. All are listed by jprof tests --for Many.java:3")
	b.visit(page("source/Many.java.html") + fmt.Sprintf("?test=%d", numberOf(t, m, "#m0")))
	b.wait(`document.querySelector(".only-test")?.textContent.includes("All tests")`)
	b.check("another test", `document.querySelector(".only-test").textContent`,
		"ManyTest#m0 may have executed code of this source that is not in this report. All tests")
	b.checkQuiet()
}

// TestTestsAreAccessible checks the list of tests, and a source as one test executed it.
func TestTestsAreAccessible(t *testing.T) {
	b := open(t)
	m := reporttest.TestedModel(t)
	page := b.byTest(m)
	for _, width := range []int64{1300, 400} {
		b.do(chromedp.EmulateViewport(width, 900))
		what := fmt.Sprintf("%d pixels", width)
		b.visit(page(testedSource + "#L4"))
		b.press("T")
		b.wait(numbers + ` !== ""`)
		b.press("t")
		b.wait(testsRows + ` !== ""`)
		b.checkAccessible("tests, " + what)
		b.press("T") // not for the next page
		b.visit(page(testedSource) + fmt.Sprintf("?test=%d", numberOf(t, m, "#signs")))
		b.wait(`document.querySelector(".only-test")?.textContent.includes("All tests")`)
		b.checkAccessible("one test, " + what)
	}
	b.checkQuiet()
}
