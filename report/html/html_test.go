package html_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	jhtml "jprof/report/html"
	"jprof/report/reporttest"
)

func TestLinksOfSample(t *testing.T) {
	f := write(t, reporttest.SampleModel(t))
	f.checkFolder()
	const classPage, sourcePage = "class/org.example.Shapes.html", "source/org.example.Shapes.java.html"
	for _, l := range [][2]string{
		{"index.html", classPage}, {"index.html", sourcePage + "#L17"}, {"index.html", "package/app.org.example.html"},
		{"package/app.org.example.html", "../" + classPage},
		{"package/app.org.example.html", "../source/org.example.Broken.java.html"},
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

func TestHostileProject(t *testing.T) {
	const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
	text := "‹t class <script>|class X { // </script><script>alert(1)</script> \xff\x00 \u202e &amp;\n" +
		"‹m f(" + evil + ") 0|void ¤f() ‹b body 0|{ ‹r 0|·s = \"" + evil + "\";› ‹u " +
		strings.ReplaceAll(evil, " ", "_") + "|x› }›› }›"
	m := reporttest.Model(t,
		reporttest.File{Module: evil, Set: evil, Package: evil, Path: "src/" + evil + ".java", Text: text,
			Counters: []uint64{7}},
		reporttest.File{Path: "javascript:alert(1).java", Package: "CON", Text: "‹t class CON|class CON {}›"},
		reporttest.File{Path: "etc/..passwd", Package: "..",
			Text: "‹t class ..|class X { ‹m f() 0-1|‹b body 0|{ }›› }›", Counters: []uint64{0, 5}},
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
		if doc := f.pages[name]; doc != nil && strings.HasPrefix(name, "source/") &&
			strings.Contains(textOf(doc), "class X { //") {
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

func TestEmptyProject(t *testing.T) {
	f := write(t, reporttest.Model(t))
	f.checkFolder()
	if !strings.Contains(textOf(f.page("classes.html")), "No classes.") ||
		!strings.Contains(textOf(f.page("index.html")), "No code here.") {
		t.Error("the pages do not say that there are no classes")
	}
}

func TestVersionsAndProblems(t *testing.T) {
	f := write(t, reporttest.Model(t,
		reporttest.File{Module: "a", Package: "p", Path: "A.java",
			Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{ }›› }›", Counters: []uint64{1}},
		reporttest.File{Module: "b", Package: "p", Path: "A.java",
			Text: "‹t class A|class A { int x;\n‹m f() 0-1|‹b body 0|{ }›› }›", Counters: []uint64{2, 5}}))
	f.checkFolder()
	index := textOf(f.page("classes.html"))
	if !strings.Contains(index, "version 1 of 2, compiled by a main") ||
		!strings.Contains(index, "version 2 of 2, compiled by b main") {
		t.Errorf("versions are not told apart in %q", index)
	}
	if got := texts(withClass(f.page("index.html"), "alarm")); !slices.Equal(got, []string{"Self-check 1"}) {
		t.Errorf("failed self-checks: %q", got)
	}
	if !strings.Contains(textOf(f.page("not-measured.html")),
		"the count of the method A::f() comes out as -3 and is shown as 0") {
		t.Error("the failed self-check is not listed")
	}
}

func TestCreateFails(t *testing.T) {
	var out memory
	w, err := out.Create("hot.html") // so that the report cannot create it
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	err = jhtml.Write(jhtml.Data{Model: reporttest.SampleModel(t)}, &out)
	if err == nil || !strings.Contains(err.Error(), "hot.html") {
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
