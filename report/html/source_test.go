package html_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"jprof/report/reporttest"
)

func TestClassPageByTests(t *testing.T) {
	m := reporttest.ReactorModel(t)
	f := write(t, m)
	f.checkFolder()
	var page string
	for _, name := range f.names {
		if strings.HasPrefix(name, "class/") && strings.HasSuffix(name, "A.html") {
			page = name
		}
	}
	doc := f.page(page)
	var heads []string
	for _, th := range elements(elements(doc, "thead")[0], "th") {
		if title := attr(th, "title"); title != "" {
			heads = append(heads, textOf(th)+": "+title)
		}
	}
	want := []string{"Own tests: Invocations by own module's tests", "Others’ tests: Invocations by other modules' tests",
		"Unit: Invocations by unit tests", "Integration: Invocations by integration tests"}
	if !slices.Equal(heads, want) {
		t.Errorf("columns %q", heads)
	}
	var rows []string
	for _, row := range elements(elements(doc, "tbody")[0], "tr") {
		var cells []string
		for _, td := range elements(row, "td") {
			if title := attr(td, "title"); strings.HasSuffix(title, " regions") {
				cells = append(cells, textOf(td)+" ("+title+")")
			}
		}
		rows = append(rows, textOf(elements(row, "a")[0])+" "+strings.Join(cells, " "))
	}
	if want := []string{"f() 2 (1 of 2 regions) 6 (2 of 2 regions) 7 (2 of 2 regions) 1 (2 of 2 regions)",
		"g() 0 (0 of 1 regions) 3 (1 of 1 regions) 0 (0 of 1 regions) 3 (1 of 1 regions)"}; !slices.Equal(rows, want) {
		t.Errorf("rows %q", rows)
	}
}

func TestLinesOfMethods(t *testing.T) {
	f := write(t, reporttest.SampleModel(t))
	f.checkFolder()
	var lines []string
	for _, row := range elements(elements(f.page("class/org.example.Shapes.html"), "tbody")[0], "tr") {
		cells := elements(row, "td")
		a := elements(elements(row, "th")[0], "a")[0]
		lines = append(lines, strings.TrimSpace(textOf(cells[len(cells)-1]))+" "+strings.TrimPrefix(attr(a, "href"), "../source/org.example.Shapes.java.html"))
	}
	if want := []string{"17 #L17", "11–13 #L11", "15 #L15", "22–24 #L22", "4–6 #L4", "28–30 #L28", "20–26 #L20", "32–34 #L32"}; !slices.Equal(lines, want) {
		t.Errorf("lines %q", lines)
	}
	var outline []string
	for _, a := range find(f.page("source/org.example.Shapes.java.html"), func(n *html.Node) bool { return attr(n, "data-l") != "" }) {
		outline = append(outline, strings.Join(strings.Fields(textOf(a)), " ")+" "+attr(a, "href")+" "+attr(a, "data-l"))
	}
	if want := []string{"2 static {...} #L4 6", "1,200 Shapes$Shape::Shape(int size) #L11 13", "700 Shapes$Shape::Shape() #L15 15",
		"12,000 Shapes$Shape::area() #L17 17", "1 compare(Shape a) #L20 26", "42 Shapes$1::compare(Shape x, Shape y) #L22 24",
		"2 register() #L28 30", "0 register(int times) #L32 34"}; !slices.Equal(outline, want) {
		t.Errorf("outline %q", outline)
	}
}

// TestHeatOfRegions checks what the script colours by: a level for each region, by the scale of the report.
func TestHeatOfRegions(t *testing.T) {
	f := write(t, reporttest.Model(t,
		reporttest.File{Path: "A.java", Counters: []uint64{0, 1, 1000}, Text: `‹t class A|class A {
  ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·x();› }››
  ‹m g() 1|void ¤g() ‹b body 1|{ ‹r 1|·x();› }››
  ‹m h() 2|void ¤h() ‹b body 2|{ ‹r 2|·x();› }››
}›`},
		reporttest.File{Path: "B.java", Counters: []uint64{1000000}, Text: `‹t class B|class B { ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·x();› }›› }›`}))
	for page, want := range map[string]string{"source/A.java.html": "015 1,000,000", "source/B.java.html": "a 1,000,000"} {
		doc := f.page(page)
		if got := attr(byID(doc, "marks"), "data-heat") + " " + attr(withClass(doc, "code")[0], "data-hottest"); got != want {
			t.Errorf("%s: %s, want %s", page, got, want)
		}
	}
}

func TestOutcomesBehindBranches(t *testing.T) {
	f := write(t, reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{5, 2, 0}, Text: `‹t class A|class A {
  ‹m f() 0|void ¤f() ‹b body 0|{
    ‹r 0|·if (‹c condition 1 0-1|a
        .b()›) x();
    ·for (T t : ‹c loop 1 0|list›) y();
    ·switch (a) { ‹c case 2|case 1›: z(); ‹c default 0|default›: }
    ·g(‹u no way|v
      -> w›);›
  }››
  ‹m never() 2|void ¤never() ‹b body 2|{ ‹r 2|·if (‹c condition 2 2|a›) x();› }››
}›`}))
	doc := f.page("source/A.java.html")
	var got []string
	for _, u := range elements(withClass(doc, "code")[0], "u") {
		got = append(got, attr(u, "class")+" "+strings.TrimSpace(textOf(u))+": "+attr(u, "title"))
	}
	if want := []string{"y more a: T 2 / F 3", "y .b(): T 2 / F 3", "y list: next 2 / end 5", "n case 1: × 0", "y default: no case × 5"}; !slices.Equal(got, want) {
		t.Errorf("outcomes %q", got)
	}
	// Why code is not measured stands behind its first line only.
	for line, want := range map[int]string{7: "um first", 8: "um"} {
		b := withClass(f.lineOf("source/A.java.html", line), "um")
		if len(b) != 1 || attr(b[0], "class") != want || attr(b[0], "title") != "unmeasured: no way" {
			t.Errorf("line %d: %d parts", line, len(b))
		}
	}
}
