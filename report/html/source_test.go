package html_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"jprof/report/assemble"
	"jprof/report/reporttest"
)

// TestHeatOfRegions checks what the script colours by: a level for each region, by the scale of the report.
func TestHeatOfRegions(t *testing.T) {
	f := write(t, reporttest.Model(t,
		reporttest.File{Path: "A.java", Counters: []uint64{0, 1, 1000}, Text: `‹t class A|class A {
  ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·x();› }››
  ‹m g() 1|void ¤g() ‹b body 1|{ ‹r 1|·x();› }››
  ‹m h() 2|void ¤h() ‹b body 2|{ ‹r 2|·x();› }››
}›`},
		reporttest.File{Path: "B.java", Counters: []uint64{1000000},
			Text: `‹t class B|class B { ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·x();› }›› }›`}))
	for page, want := range map[string]string{"source/A.java.html": "015 1,000,000",
		"source/B.java.html": "a 1,000,000"} {
		doc := f.page(page)
		if got := attr(byID(doc, "marks"), "data-heat") + " " +
			attr(withClass(doc, "code")[0], "data-hottest"); got != want {
			t.Errorf("%s: %s, want %s", page, got, want)
		}
	}
}

func TestOutcomesBehindBranches(t *testing.T) {
	f := write(t, reporttest.Model(t,
		reporttest.File{Path: "A.java", Counters: []uint64{5, 2, 0}, Text: `‹t class A|class A {
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
	if want := []string{"y more a: T 2 / F 3", "y .b(): T 2 / F 3", "y list: next 2 / end 5", "n case 1: × 0",
		"y default: no case × 5"}; !slices.Equal(got, want) {
		t.Errorf("outcomes %q", got)
	}
	// The reason why code is unmeasured comes after its first line only.
	for line, want := range map[int]string{7: "um first", 8: "um"} {
		b := withClass(f.lineOf("source/A.java.html", line), "um")
		if len(b) != 1 || attr(b[0], "class") != want || attr(b[0], "title") != "unmeasured: no way" {
			t.Errorf("line %d: %d parts", line, len(b))
		}
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
		{"Shapes", 17, []string{"12,000", "12,000", "500"}, "",
			"        int area() { int a = size; if (a > 0) { a *= a; } return a; }"},
		{"Shapes", 22, []string{"42"}, "", "            public int compare(Shape x, Shape y) {"},
		{"Shapes", 29, []string{"2"}, "?", "        use(x -> x.area());"},
		{"Broken", 3, nil, "?", "class Broken {"},
	}
	for _, tt := range tests {
		counts, mark, code := f.line("source/org.example."+tt.page+".java.html", tt.line)
		if !slices.Equal(counts, tt.counts) || mark != tt.mark || code != tt.code {
			t.Errorf("%s %d: %q %q %q\nwant %q %q %q", tt.page, tt.line, counts, mark, code, tt.counts, tt.mark,
				tt.code)
		}
	}
	row := f.lineOf("source/org.example.Fibonacci.java.html", 19)
	if attr(row, "class") != "no" || len(elements(row, "b")) != 1 || len(withClass(row, "rc")) != 0 {
		t.Error("the region and block of line 19 are not shown as not executed")
	}
	row = f.lineOf("source/org.example.Shapes.java.html", 29)
	if um := withClass(row, "um"); len(um) != 1 || textOf(um[0]) != "x.area()" ||
		attr(um[0], "title") != "unmeasured: the value of the lambda may be void or not" {
		t.Errorf("the part that is not measured is not marked in %q", textOf(row))
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
	if got := texts(elements(f.lineOf("source/L.java.html", 1), "b")); !slices.Equal(got,
		[]string{"{", `s = "Grüße"; t = 'é';`, "}"}) {
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
	m, err := assemble.Model(in)
	if err != nil {
		t.Fatal(err)
	}
	f := write(t, m)
	doc := f.page("source/org.example.Fibonacci.java.html")
	if note := texts(withClass(doc, "note")); len(note) != 1 || !strings.Contains(note[0],
		"The source cannot be shown: app/src/main/java/org/example/Fibonacci.java: file does not exist") {
		t.Errorf("note %q", note)
	}
	if !f.links("source/org.example.Fibonacci.java.html", "../class/org.example.Fibonacci.html#m0") {
		t.Error("the methods are not listed")
	}
}

func TestBadSpansAreCut(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java",
		Text:     "‹t class A|class A { ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·a(); b();› ‹r 1|·c();› }›› }›",
		Counters: []uint64{1, 0}})
	file := m.Files[0]
	file.Regions[0].Span.End.Offset += 4 // across the next region
	file.Blocks[0].Span.End.Offset = 1 << 31
	file.Methods[0].Name.Offset = 1 << 31
	f := write(t, m)
	if _, _, code := f.line("source/A.java.html", 1); code != "class A { void f() { a(); b(); c(); } }" {
		t.Errorf("code %q", code)
	}
}
