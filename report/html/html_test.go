package html_test

import (
	"bytes"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"jprof/report"
	jhtml "jprof/report/html"
	"jprof/report/reporttest"
)

// folder is a report in memory, parsed.
type folder struct {
	t     *testing.T
	out   reporttest.Memory
	names []string
	pages map[string]*html.Node
	idsOf map[string]map[string]bool // see ids
}

func write(t *testing.T, m *report.Model) *folder {
	t.Helper()
	return parsed(t, func(out jhtml.Output) error { return jhtml.Write(m, out) })
}

func parsed(t *testing.T, write func(jhtml.Output) error) *folder {
	t.Helper()
	f := &folder{t: t, pages: map[string]*html.Node{}, idsOf: map[string]map[string]bool{}}
	if err := write(&f.out); err != nil {
		t.Fatal(err)
	}
	var err error
	if f.names, err = f.out.Names(); err != nil {
		t.Fatal(err)
	}
	for _, name := range f.names {
		if strings.HasSuffix(name, ".html") {
			if f.pages[name], err = html.Parse(bytes.NewReader(f.out.Bytes(name))); err != nil {
				t.Fatal(err)
			}
		}
	}
	return f
}

// page returns a page, which must exist.
func (f *folder) page(name string) *html.Node {
	f.t.Helper()
	if f.pages[name] == nil {
		f.t.Fatalf("no page %s in %q", name, f.names)
	}
	return f.pages[name]
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// find returns the elements for which is tells true.
func find(n *html.Node, is func(*html.Node) bool) []*html.Node {
	var out []*html.Node
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && is(d) {
			out = append(out, d)
		}
	}
	return out
}

func elements(n *html.Node, tag string) []*html.Node {
	return find(n, func(d *html.Node) bool { return d.Data == tag })
}

func withClass(n *html.Node, class string) []*html.Node {
	return find(n, func(d *html.Node) bool { return slices.Contains(strings.Fields(attr(d, "class")), class) })
}

func isCell(n *html.Node) bool { return n.Data == "td" || n.Data == "th" }

func byID(n *html.Node, id string) *html.Node {
	if all := find(n, func(d *html.Node) bool { return attr(d, "id") == id }); len(all) == 1 {
		return all[0]
	}
	return nil
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

func texts(nodes []*html.Node) []string {
	out := []string{}
	for _, n := range nodes {
		out = append(out, strings.Join(strings.Fields(textOf(n)), " "))
	}
	return out
}

// lineOf returns the element of a line of a source page.
func (f *folder) lineOf(page string, n int) *html.Node {
	f.t.Helper()
	for _, list := range elements(withClass(f.page(page), "code")[0], "ol") {
		start := 1
		if s := attr(list, "start"); s != "" {
			start, _ = strconv.Atoi(s)
		}
		if lines := elements(list, "li"); start <= n && n < start+len(lines) {
			return lines[n-start]
		}
	}
	f.t.Fatalf("%s has no line %d", page, n)
	return nil
}

// line returns what is shown of a line of a source page.
func (f *folder) line(page string, n int) (counts []string, mark, code string) {
	f.t.Helper()
	return lineParts(f.lineOf(page, n))
}

// lineParts returns counts, mark and code of a line.
func lineParts(line *html.Node) (counts []string, mark, code string) {
	code = textOf(line)
	if em := elements(line, "em"); len(em) > 0 {
		counts = strings.Fields(textOf(em[0]))
		code = strings.TrimPrefix(code, textOf(em[0]))
	}
	marks := map[string]string{"no": "✗", "none": "✗", "half": "◐", "un": "?", "off": "⊘"} // by the style sheet
	for _, class := range strings.Fields(attr(line, "class")) {
		mark += marks[class]
	}
	return counts, mark, code
}

// checkFolder fails where a page leads out of the folder, to nothing, or holds script or style of its own.
func (f *folder) checkFolder() {
	f.t.Helper()
	for name, doc := range f.pages {
		ids := map[string]bool{}
		for _, n := range find(doc, func(*html.Node) bool { return true }) {
			if id := attr(n, "id"); id != "" {
				if ids[id] {
					f.t.Errorf("%s: id %q is there twice", name, id)
				}
				ids[id] = true
			}
			for _, a := range n.Attr {
				switch {
				case a.Key == "href" || a.Key == "src":
					f.checkLink(name, a.Val)
				case a.Key == "style", strings.HasPrefix(a.Key, "on"):
					f.t.Errorf("%s: attribute %s=%q", name, a.Key, a.Val)
				}
			}
			if n.Data == "style" || n.Data == "script" && (n.FirstChild != nil || attr(n, "src") == "") || n.Data == "iframe" || n.Data == "base" || n.Data == "form" || n.Data == "img" {
				f.t.Errorf("%s: element %s", name, n.Data)
			}
		}
		if len(elements(doc, "main")) != 1 || len(elements(doc, "footer")) != 1 {
			f.t.Errorf("%s: not exactly one main and footer", name)
		}
		policies := find(doc, func(n *html.Node) bool { return attr(n, "http-equiv") == "Content-Security-Policy" })
		if len(policies) != 1 || !strings.HasPrefix(attr(policies[0], "content"), "default-src 'none';") || strings.Contains(attr(policies[0], "content"), "unsafe") {
			f.t.Errorf("%s: no strict content security policy", name)
		}
	}
	if slices.Contains(f.names, "search-index.js") { // a comparison has none
		f.checkSearchIndex()
	}
	css := string(f.out.Bytes("style.css"))
	if strings.Contains(css, "url(") || strings.Contains(css, "@import") {
		f.t.Error("the style sheet loads something")
	}
}

// links reports whether a page has a link.
func (f *folder) links(from, to string) bool {
	return slices.ContainsFunc(elements(f.page(from), "a"), func(a *html.Node) bool { return attr(a, "href") == to })
}

func TestLinksOfSample(t *testing.T) {
	f := write(t, reporttest.SampleModel(t))
	f.checkFolder()
	const classPage, sourcePage = "class/org.example.Shapes.html", "source/org.example.Shapes.java.html"
	for _, l := range [][2]string{
		{"index.html", classPage}, {"index.html", sourcePage + "#L17"}, {"index.html", "package/app.org.example.html"},
		{"package/app.org.example.html", "../" + classPage}, {"package/app.org.example.html", "../source/org.example.Broken.java.html"},
		{"classes.html", classPage}, {"classes.html", sourcePage + "#L3"}, {"classes.html", sourcePage + "#L17"},
		{classPage, "../" + sourcePage + "#L17"}, {classPage, "../index.html"},
		{sourcePage, "../" + classPage}, {sourcePage, "#m3"}, {sourcePage, "#L17"},
		{"hot.html", classPage + "#m3"}, {"hot.html", sourcePage + "#L17"},
		{"not-measured.html", "source/org.example.Broken.java.html#L1"}, {"not-measured.html", sourcePage + "#L29"},
	} {
		if !f.links(l[0], l[1]) {
			t.Errorf("%s does not link to %s", l[0], l[1])
		}
	}
}

func TestClasses(t *testing.T) {
	doc := write(t, reporttest.SampleModel(t)).page("classes.html")
	var rows [][]string
	for _, tr := range elements(elements(doc, "tbody")[0], "tr") {
		cells := elements(tr, "td")
		row := texts(cells)
		module := row[9] + " " + attr(cells[9], "title") // the short name, and the whole one as a tooltip
		rows = append(rows, append(texts(elements(tr, "th")), row[0], row[2], row[3], row[4], row[5], row[6], row[7], row[8], module, row[10]))
	}
	want := [][]string{
		{"Fibonacci org.example", "3,328,191", "77.8 % 7 of 9", "2", "66.7 % 2 of 3", "83.3 % 5 of 6", "6", "1,664,079", "Fibonacci.java", "app org.example:app", "main"},
		{"Shapes org.example ? 1 part unmeasured", "26,450", "88.9 % 8 of 9", "1", "87.5 % 7 of 8", "50.0 % 2 of 4", "10", "12,000", "Shapes.java", "app org.example:app", "main"},
		{"UtilTest org.example.util", "4", "100 % 2 of 2", "0", "100 % 2 of 2", "–", "2", "2", "UtilTest.java", "util org.example:util", "test"},
		{"Named org.example", "0", "–", "–", "–", "–", "–", "–", "Named.java", "app org.example:app", "main"},
		{"Never org.example", "0", "0 % 0 of 1", "1", "0 % 0 of 1", "–", "1", "0", "Never.java", "app org.example:app", "main"},
	}
	if len(rows) != len(want) {
		t.Fatalf("%d rows, want %d", len(rows), len(want))
	}
	for i := range want {
		if !slices.Equal(rows[i], want[i]) {
			t.Errorf("row %d: %q\nwant   %q", i, rows[i], want[i])
		}
	}
}

// The columns for tests, and none where there is nothing to tell apart.
func TestClassesByTests(t *testing.T) {
	m := reporttest.ReactorModel(t)
	f := write(t, m)
	index := f.page("classes.html")
	var heads []string
	for _, th := range elements(elements(index, "thead")[0], "th") {
		if title := attr(th, "title"); title != "" {
			heads = append(heads, textOf(th)+": "+title)
		}
	}
	want := []string{"Missed: Lines not executed", "Complex\u00adity: Cyclomatic complexity: the paths through each method", "Own tests: Regions executed by tests of the source's own module", "Others’ tests: Regions executed by tests of other modules",
		"Unit: Regions executed by unit tests", "Integration: Regions executed by integration tests"}
	if !slices.Equal(heads, want) {
		t.Errorf("columns %q", heads)
	}
	row := elements(elements(index, "tbody")[0], "tr")[0] // class A
	var cells []string
	for _, td := range elements(row, "td") {
		if title := attr(td, "title"); strings.HasSuffix(title, " regions") {
			cells = append(cells, strings.TrimSpace(textOf(td))+" ("+title+")")
		}
	}
	if want := []string{"33.3 % (1 of 3 regions)", "100 % (3 of 3 regions)", "66.7 % (2 of 3 regions)", "100 % (3 of 3 regions)"}; !slices.Equal(cells, want) {
		t.Errorf("cells of A: %q", cells)
	}
	const lead = "Regions executed by own module's tests 50.0 %, other modules' tests 75.0 %, unit tests 50.0 %, integration tests 100 %"
	if got := texts(withClass(f.page("index.html"), "lead")); !slices.Equal(got, []string{lead}) {
		t.Errorf("above the table: %q", got)
	}
	sample := write(t, reporttest.SampleModel(t))
	plain := sample.page("classes.html")
	if len(withClass(sample.page("index.html"), "lead")) != 0 || len(elements(elements(plain, "thead")[0], "th")) != len(elements(elements(index, "thead")[0], "th"))-len(heads)+3 { // both have the lines missed and complexity; the sample has branches
		t.Error("columns of tests without tests")
	}
}

func TestClassPage(t *testing.T) {
	doc := write(t, reporttest.SampleModel(t)).page("class/org.example.Shapes.html")
	if got := texts(elements(doc, "h1")); !slices.Equal(got, []string{"org.example.Shapes"}) {
		t.Errorf("heading %q", got)
	}
	got := texts(elements(elements(doc, "tbody")[0], "th"))
	want := []string{"Shapes$Shape::area()", "Shapes$Shape::Shape(int size)", "Shapes$Shape::Shape()", "Shapes$1::compare(Shape x, Shape y)",
		"static {...}", "register()", "compare(Shape a)", "register(int times) ✗ not executed"}
	if !slices.Equal(got, want) {
		t.Errorf("methods %q\nwant    %q", got, want)
	}
	var complexity, counts []string
	for _, tr := range elements(elements(doc, "tbody")[0], "tr") {
		cells := texts(elements(tr, "td"))
		counts = append(counts, cells[0]+" "+cells[2])
		complexity = append(complexity, cells[5])
	}
	want = []string{"24,500 12,000", "1,200 1,200", "700 700", "42 42", "2 2", "2 2", "1 1", "0 0"}
	if !slices.Equal(counts, want) {
		t.Errorf("executions and invocations %q", counts)
	}
	if want := []string{"2", "1", "1", "1", "1", "1", "1", "2"}; !slices.Equal(complexity, want) {
		t.Errorf("complexity of methods %q", complexity)
	}
	if facts := texts(withClass(doc, "facts"))[0]; !strings.HasSuffix(facts, "26,450 statement executions10 complexity1 part unmeasured") {
		t.Errorf("facts %q", facts)
	}
}

func TestSourcePage(t *testing.T) {
	f := write(t, reporttest.SampleModel(t))
	tests := []struct {
		page       string
		line       int
		counts     []string
		mark, code string
	}{
		{"Fibonacci", 6, []string{"1,664,079"}, "", "    static int fib(int n) {"},
		{"Fibonacci", 7, []string{"1,664,079", "832,040"}, "", "        if (n <= 1) return n;"},
		{"Fibonacci", 9, []string{"832,039"}, "", "            + fib(n - 2);"},
		{"Fibonacci", 10, nil, "", "    }"},
		{"Fibonacci", 18, nil, "", "            // never for small numbers"},
		{"Fibonacci", 19, []string{"0"}, "✗", `            System.out.println("too large");`},
		{"Fibonacci", 20, []string{"1"}, "", "        } else {"},
		{"Fibonacci", 25, []string{"0"}, "✗", "    private static void helper(Map<String, List<Integer>> cache) {"},
		{"Shapes", 17, []string{"12,000", "12,000", "500"}, "", "        int area() { int a = size; if (a > 0) { a *= a; } return a; }"},
		{"Shapes", 22, []string{"42"}, "", "            public int compare(Shape x, Shape y) {"},
		{"Shapes", 29, []string{"2"}, "?", "        use(x -> x.area());"},
		{"Broken", 3, nil, "?", "class Broken {"},
	}
	for _, tt := range tests {
		counts, mark, code := f.line("source/org.example."+tt.page+".java.html", tt.line)
		if !slices.Equal(counts, tt.counts) || mark != tt.mark || code != tt.code {
			t.Errorf("%s %d: %q %q %q\nwant %q %q %q", tt.page, tt.line, counts, mark, code, tt.counts, tt.mark, tt.code)
		}
	}
	row := f.lineOf("source/org.example.Fibonacci.java.html", 19)
	if attr(row, "class") != "no" || len(elements(row, "b")) != 1 || len(withClass(row, "rc")) != 0 {
		t.Error("the region and block of line 19 are not shown as not executed")
	}
	row = f.lineOf("source/org.example.Shapes.java.html", 29)
	if um := withClass(row, "um"); len(um) != 1 || textOf(um[0]) != "x.area()" || attr(um[0], "title") != "unmeasured: the value of the lambda may be void or not" {
		t.Errorf("the part that is not measured is not marked in %q", textOf(row))
	}
}

func TestHostileProject(t *testing.T) {
	const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
	text := "‹t class <script>|class X { // </script><script>alert(1)</script> \xff\x00 \u202e &amp;\n" +
		"‹m f(" + evil + ") 0|void ¤f() ‹b body 0|{ ‹r 0|·s = \"" + evil + "\";› ‹u " + strings.ReplaceAll(evil, " ", "_") + "|x› }›› }›"
	m := reporttest.Model(t,
		reporttest.File{Module: evil, Set: evil, Package: evil, Path: "src/" + evil + ".java", Text: text, Counters: []uint64{7}},
		reporttest.File{Path: "javascript:alert(1).java", Package: "CON", Text: "‹t class CON|class CON {}›"},
		reporttest.File{Path: "etc/..passwd", Package: "..", Text: "‹t class ..|class X { ‹m f() 0-1|‹b body 0|{ }›› }›", Counters: []uint64{0, 5}},
		reporttest.File{Path: "u.java", Text: "‹u " + evil + "|x›"})
	m.Title, m.Run.ID, m.Run.Command, m.Run.Tool = evil, evil, []string{evil}, evil
	f := write(t, m)
	f.checkFolder()
	safe := regexp.MustCompile(`^[A-Za-z0-9._/-]+$`)
	for _, name := range f.names {
		if !safe.MatchString(name) || strings.Contains(name, "..") {
			t.Errorf("file name %q", name)
		}
	}
	var source string
	for _, name := range f.names {
		if doc := f.pages[name]; doc != nil && strings.HasPrefix(name, "source/") && strings.Contains(textOf(doc), "class X { //") {
			source = name
		}
	}
	if source == "" {
		t.Fatal("no page of the source")
	}
	_, _, got := f.line(source, 1)
	if want := "class X { // </script><script>alert(1)</script> \ufffd␀ ⟨U+202E⟩ &amp;"; got != want {
		t.Errorf("code %q, want %q", got, want)
	}
}

func TestEncodings(t *testing.T) {
	f := write(t, reporttest.Model(t,
		reporttest.File{Path: "L.java", Encoding: "ISO-8859-1", Counters: []uint64{3},
			Text: "‹t class L|class L { ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·s = \"Grüße\"; ·t = 'é';› }›› }›"}))
	counts, _, code := f.line("source/L.java.html", 1)
	if want := `class L { void f() { s = "Grüße"; t = 'é'; } }`; code != want {
		t.Errorf("code %q, want %q", code, want)
	}
	if !slices.Equal(counts, []string{"3", "3"}) {
		t.Errorf("counts %q", counts)
	}
	if got := texts(elements(f.lineOf("source/L.java.html", 1), "b")); !slices.Equal(got, []string{"{", `s = "Grüße"; t = 'é';`, "}"}) {
		t.Errorf("pieces %q", got)
	}
}

func TestMissingSource(t *testing.T) {
	p, err := reporttest.Sample()
	if err != nil {
		t.Fatal(err)
	}
	in := p.Input("sample")
	in.Source = func(string, [32]byte) ([]byte, error) { return nil, fs.ErrNotExist }
	m, err := report.Build(in)
	if err != nil {
		t.Fatal(err)
	}
	f := write(t, m)
	doc := f.page("source/org.example.Fibonacci.java.html")
	if note := texts(withClass(doc, "note")); len(note) != 1 || !strings.Contains(note[0], "The source cannot be shown: app/src/main/java/org/example/Fibonacci.java: file does not exist") {
		t.Errorf("note %q", note)
	}
	if !f.links("source/org.example.Fibonacci.java.html", "../class/org.example.Fibonacci.html#m0") {
		t.Error("the methods are not listed")
	}
}

func TestEmptyProject(t *testing.T) {
	f := write(t, reporttest.Model(t))
	f.checkFolder()
	if !strings.Contains(textOf(f.page("classes.html")), "No classes.") || !strings.Contains(textOf(f.page("index.html")), "No code here.") {
		t.Error("the pages do not say that there are no classes")
	}
}

func TestVersionsAndProblems(t *testing.T) {
	f := write(t, reporttest.Model(t,
		reporttest.File{Module: "a", Package: "p", Path: "A.java", Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{ }›› }›", Counters: []uint64{1}},
		reporttest.File{Module: "b", Package: "p", Path: "A.java", Text: "‹t class A|class A { int x;\n‹m f() 0-1|‹b body 0|{ }›› }›", Counters: []uint64{2, 5}}))
	f.checkFolder()
	index := textOf(f.page("classes.html"))
	if !strings.Contains(index, "version 1 of 2, compiled by a main") || !strings.Contains(index, "version 2 of 2, compiled by b main") {
		t.Errorf("versions are not told apart in %q", index)
	}
	if got := texts(withClass(f.page("index.html"), "alarm")); !slices.Equal(got, []string{"Self-check 1"}) {
		t.Errorf("failed self-checks: %q", got)
	}
	if !strings.Contains(textOf(f.page("not-measured.html")), "the count of the method A::f() comes out as -3 and is shown as 0") {
		t.Error("the failed self-check is not listed")
	}
}

func TestBadSpansAreCut(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Text: "‹t class A|class A { ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·a(); b();› ‹r 1|·c();› }›› }›", Counters: []uint64{1, 0}})
	file := m.Files[0]
	file.Regions[0].Span.End.Offset += 4 // across the next region
	file.Blocks[0].Span.End.Offset = 1 << 31
	file.Methods[0].Name.Offset = 1 << 31
	f := write(t, m)
	if _, _, code := f.line("source/A.java.html", 1); code != "class A { void f() { a(); b(); c(); } }" {
		t.Errorf("code %q", code)
	}
}

func TestCreateFails(t *testing.T) {
	var out reporttest.Memory
	w, err := out.Create("hot.html") // so that the report cannot create it
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := jhtml.Write(reporttest.SampleModel(t), &out); err == nil || !strings.Contains(err.Error(), "hot.html") {
		t.Errorf("error %v", err)
	}
}

func TestSameModelSameBytes(t *testing.T) {
	a, b := write(t, reporttest.SampleModel(t)), write(t, reporttest.SampleModel(t))
	for _, name := range a.names {
		if !bytes.Equal(a.out.Bytes(name), b.out.Bytes(name)) {
			t.Errorf("%s differs between two reports of one model", name)
		}
	}
}
