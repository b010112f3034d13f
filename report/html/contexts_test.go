package html_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	jhtml "jprof/report/html"
	"jprof/report/html/contexts"
	"jprof/report/html/layout"
	"jprof/report/reporttest"
)

// shapesContexts are contexts of the sample project.
func shapesContexts(t *testing.T) *cct.Tree {
	tree := ccttest.Tree(t, `
thread main
  org.example.Main.main([Ljava/lang/String;)V 1 100
    org.example.Shapes$Shape.area()I 11000 60000
    org.example.Fibonacci.run()V 1 40
      org.example.Shapes$Shape.area()I 1000 20000
        org.example.Shapes$Shape.area()I 7 70
`)
	for i := range tree.Methods {
		if m := &tree.Methods[i]; m.Name == "area" {
			m.Line = 17
		}
	}
	return tree
}

func TestCallersOfSources(t *testing.T) {
	c := contextsOf(shapesContexts(t))
	f := parsed(t, func(out layout.Output) error {
		return jhtml.Write(jhtml.Data{Model: reporttest.SampleModel(t), Contexts: c}, out)
	})
	f.checkFolder()
	const source = "source/org.example.Shapes.java.html"
	section := withClass(f.page(source), "callers")[0]
	if got := texts(elements(section, "h3")); !slices.Equal(got, []string{"Shapes.Shape::area()"}) {
		t.Errorf("methods with callers %q", got)
	}
	want := []string{"org.example.Main.main(String[]) 11,000 60,000 74.8 %",
		"org.example.Fibonacci.run() 1,000 20,070 25.0 %", "org.example.Shapes.Shape.area() 7  recursive"}
	var got []string
	for _, row := range elements(elements(section, "tbody")[0], "tr") {
		got = append(got, strings.Join(texts(find(row, isCell)), " "))
	}
	if !slices.Equal(got, want) {
		t.Errorf("callers\n%q, want\n%q", got, want)
	}
	for _, l := range [][2]string{{source, "#callers"}, {source, "../" + source + "#L17"},
		{source, "../contexts.html#way=up&method=org.example.Shapes%24Shape.area%28%29"},
		{"index.html", "contexts.html"}, {"classes.html", "contexts.html"}} {
		if !f.links(l[0], l[1]) {
			t.Errorf("%s does not link to %s", l[0], l[1])
		}
	}
	if !strings.Contains(string(f.out.Bytes("contexts/head.js")),
		`c0org.example.Shapes.Shape\torg.example.Shapes.java.html\torg.example.Shapes$Shape\nmarea()\t17\n`) {
		t.Error("the flame graph does not lead to the source of a method")
	}
	if n := len(withClass(f.page("source/org.example.Never.java.html"), "callers")); n != 0 {
		t.Errorf("%d lists of callers where nothing was called", n)
	}
}

// TestContextsOfOtherSources checks that counts and contexts of different sources are not mixed.
func TestContextsOfOtherSources(t *testing.T) {
	c := &contexts.Data{Apart: "The newest contexts are of other sources: A.java has changed"}
	f := parsed(t, func(out layout.Output) error {
		return jhtml.Write(jhtml.Data{Model: reporttest.SampleModel(t), Contexts: c}, out)
	})
	f.checkFolder()
	if notes := texts(withClass(f.page("index.html"), "note")); !slices.Contains(notes, c.Apart+".") {
		t.Errorf("notes %q", notes)
	}
	if n := len(withClass(f.page("source/org.example.Shapes.java.html"), "callers")); n != 0 ||
		f.out.Bytes("flame.js") != nil {
		t.Errorf("%d lists of callers of other sources", n)
	}
	c = contextsOf(shapesContexts(t))
	c.Apart = "The newest counts are of other sources"
	f = parsed(t, func(out layout.Output) error { return contexts.Write(c, out) })
	if notes := texts(withClass(f.page("index.html"), "note")); !slices.Contains(notes, c.Apart+".") {
		t.Errorf("notes %q", notes)
	}
}

// TestContextsWithCallsOnly checks that pages show no number that was not recorded.
func TestContextsWithCallsOnly(t *testing.T) {
	tree := ccttest.Tree(t, `
thread main
  org.example.Main.main([Ljava/lang/String;)V 1 0
    org.example.Shapes$Shape.area()I 7 0
`)
	tree.About.Blocks = "calls"
	f := parsed(t, func(out layout.Output) error { return contexts.Write(contextsOf(tree), out) })
	f.checkFolder()
	for name, want := range map[string][]string{"index.html": {"Methods called most"}, "contexts.html": {
		"Recorded: coverage app, blocks calls, recursion full.",
		"Bytecodes and allocations are unknown", "org.example.Shapes.Shape.area()"}} {
		text := textOf(f.page(name))
		for _, word := range want {
			if !strings.Contains(text, word) {
				t.Errorf("%s does not say %q", name, word)
			}
		}
		for _, word := range []string{"Objects", "Arrays", "Elements", "Inclusive bytecodes"} {
			if strings.Contains(text, word) {
				t.Errorf("%s says %q", name, word)
			}
		}
	}
	if notes := texts(withClass(f.page("contexts.html"), "note")); len(notes) < 1 ||
		!strings.HasPrefix(notes[0], "Bytecodes and allocations are unknown") {
		t.Errorf("notes %q", notes)
	}
	if head := string(f.out.Bytes("contexts/head.js")); !strings.Contains(head, `"metrics":["calls"],"columns":1,`) {
		t.Errorf("the flame graph has other metrics: %s", head)
	}
	f = parsed(t, func(out layout.Output) error {
		return jhtml.Write(jhtml.Data{Model: reporttest.SampleModel(t), Contexts: contextsOf(tree)}, out)
	})
	section := withClass(f.page("source/org.example.Shapes.java.html"), "callers")[0]
	if got := texts(elements(section, "th")); strings.Contains(strings.Join(got, " "), "Bytecodes") {
		t.Errorf("callers have columns %q", got)
	}
	other := ccttest.Tree(t, `
thread main
  org.example.Main.main([Ljava/lang/String;)V 1 9
`)
	f = parsed(t, func(out layout.Output) error {
		return contexts.WriteDiff(&contexts.Diff{Trees: [2]*cct.Tree{tree, other}}, out)
	})
	text := textOf(f.page("index.html"))
	if strings.Contains(text, "Bytecodes before") || !strings.Contains(text, "Overlap by calls") {
		t.Errorf("differences: %s", text)
	}
}

func TestContextsWithoutCounts(t *testing.T) {
	tree := sampleContexts(t)
	tree.About.Blocks, tree.About.Snapshots = "fast", 1
	f := parsed(t, func(out layout.Output) error { return contexts.Write(contextsOf(tree), out) })
	f.checkFolder()
	home := textOf(f.page("index.html"))
	for _, want := range []string{"no counts of statements", "Bytecodes: upper bound", "1 JVM had not written",
		"org.example.Parser.parse(String)", "byte[]"} {
		if !strings.Contains(home, want) {
			t.Errorf("the home page does not say %q", want)
		}
	}
	page := f.page("contexts.html")
	methods := elements(find(page, func(n *html.Node) bool {
		return attr(n, "data-sortable") == "" && n.Data == "table" &&
			slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "data-sortable" })
	})[0], "tbody")[0]
	var rows []string
	for _, row := range elements(methods, "tr") {
		rows = append(rows, strings.Join(texts(find(row, isCell)), " "))
	}
	want := []string{
		"lib.text.Text.trim() library 1 100 5,000 ≥5,000 0 100 1,600 16.0 3,200 20.0 640.0",
		"org.example.Parser.parse(String) project 3 15 2,900 ≥8,190 10 0 0  ? 3.4 ",
		"org.example.Job.run() project 1 2 1,000 ≥1,510 2 0 0  ? 2.0 ",
		"java.util.ArrayList.add(Object) JDK 4 41 410 ≥410 0 5 80 16.0 400 12.2 975.6",
		"org.example.Main.main(String[]) project 1 1 100 ≥7,850 0 0 0  0 0.0 0.0",
		"org.example.Main.report() project 1 1 20 ≥70 0 0 0  0 0.0 0.0",
	}
	if !slices.Equal(rows, want) {
		t.Errorf("methods\n%s\nwant\n%s", strings.Join(rows, "\n"), strings.Join(want, "\n"))
	}
	if text := textOf(page); !strings.Contains(text, "org.example.Huge.table()V") ||
		!strings.Contains(text, "larger than 64 KB") {
		t.Error("losses are not listed")
	}
}

// TestHostileContexts checks that names cannot end a script, a line or a page.
func TestHostileContexts(t *testing.T) {
	b := ccttest.NewBuilder()
	const evil = "</script><script>alert(1)</script>\n\t\"'\\\u2028"
	b.Thread(evil)
	m := b.Method(cct.Method{Class: "p." + evil, Name: evil, Descriptor: "(L" + evil + ";)V"})
	b.Node(1, m, 3, 5, []cct.Allocation{{Type: evil, Objects: 1}})
	tree := b.Tree()
	tree.Losses = []cct.Loss{{Class: evil, Reason: evil}}
	c := contextsOf(tree)
	c.Title = evil
	f := parsed(t, func(out layout.Output) error { return contexts.Write(c, out) })
	f.checkFolder()
	head := string(f.out.Bytes("contexts/head.js"))
	if strings.Contains(head, "</script") || strings.Contains(head, "\u2028") || strings.Count(head, "\n") != 1 {
		t.Errorf("script %q", head)
	}
}
