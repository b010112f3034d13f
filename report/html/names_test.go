package html_test

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"jprof/report"
	"jprof/report/reporttest"
)

// checkLink fails where a link leads out of the folder, or to a file or a place in it that is not there.
func (f *folder) checkLink(from, link string) {
	f.t.Helper()
	if link == "data:," {
		return
	}
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "" || u.Host != "" || strings.HasPrefix(u.Path, "/") {
		f.t.Errorf("%s: link to %q", from, link)
		return
	}
	target := from
	if u.Path != "" {
		target = path.Join(path.Dir(from), u.Path)
	}
	if f.out.Bytes(target) == nil { // under exactly this spelling
		f.t.Errorf("%s: link to %q, which does not exist", from, link)
		return
	}
	if filter, value, ok := strings.Cut(u.Fragment, "="); ok {
		f.checkFilter(target, filter, value)
		return
	}
	if u.Fragment != "" && !f.ids(target)[u.Fragment] {
		f.t.Errorf("%s: link to %q: no such place", from, link)
	}
}

// checkFilter fails where a page has no filter f1, f2, ... with the value to choose.
func (f *folder) checkFilter(page, filter, value string) {
	f.t.Helper()
	if page == "contexts.html" {
		way, method, _ := strings.Cut(value, "&method=")
		if (filter != "way" || way != "up" || method == "") && filter+"="+value != "metric=discarded+writes" {
			f.t.Errorf("%s shows nothing for %s=%s", page, filter, value)
		}
		return
	}
	for i, choices := range elements(withClass(f.page(page), "tools")[0], "select") {
		if filter == fmt.Sprintf("f%d", i+1) && slices.ContainsFunc(elements(choices, "option"),
			func(o *html.Node) bool { return attr(o, "value") == value }) {
			return
		}
	}
	f.t.Errorf("%s has no filter %s with %s", page, filter, value)
}

// ids are the IDs of a page.
func (f *folder) ids(page string) map[string]bool {
	if f.idsOf[page] == nil {
		ids := map[string]bool{}
		for _, n := range find(f.pages[page], func(n *html.Node) bool { return attr(n, "id") != "" }) {
			ids[attr(n, "id")] = true
		}
		f.idsOf[page] = ids
	}
	return f.idsOf[page]
}

// checkSearchIndex fails where a result of the search would lead to nothing. Addresses are made as search.js makes
// them.
func (f *folder) checkSearchIndex() {
	f.t.Helper()
	pkg, source := "", ""
	page := func(folder, page, name string) string {
		if page == "" {
			page = strings.TrimPrefix(pkg+"."+name, ".")
		}
		return folder + "/" + page + ".html"
	}
	for _, line := range f.searchIndex() {
		if line == "" { // of a project without files
			continue
		}
		fields := append(strings.Split(line[1:], "\t"), "", "")
		switch line[0] {
		case 'p':
			pkg = fields[0]
		case 'k':
			f.checkLink("search-index.js", page("package", fields[1], fields[0]))
		case 'f':
			source = page("source", fields[1], path.Base(fields[0]))
			f.checkLink("search-index.js", source)
		case 'c':
			f.checkLink("search-index.js", page("class", fields[1], fields[0]))
		case 'n', 'm':
			f.checkLink("search-index.js", source+"#L"+fields[1])
		}
	}
}

// clashing is a project whose names differ in case only, or not at all, are too long for a file, or have letters that
// files had better not have.
func clashing(t *testing.T) *report.Model {
	t.Helper()
	long := strings.Repeat("Very", 62) + "L" // and one more that differs: 250 characters
	var files []reporttest.File
	for i, name := range []string{"Foo", "foo", "FOO", "A$B", "A-B", "A_B", long + "1", long + "2", "aux", "Größe",
		"Grüße", "p-foo"} {
		files = append(files, reporttest.File{Path: string(rune('a'+i)) + "/" + name + ".java",
			Text: "‹t class " + name + "|class X {}›"})
	}
	for _, in := range [][2]string{{"g:one", "a.B"}, {"g:one", "a.b"}, {"g:one", "A.b"}, {"g:ONE", "a.B"},
		{"g:ONE", long + "." + long}, {"other:one", "a.b"}} {
		for _, name := range []string{"Same", "same"} {
			files = append(files, reporttest.File{Module: in[0], Package: in[1],
				Path: strings.ReplaceAll(in[0]+"."+in[1], ".", "/") + "/" + name + ".java", Counters: []uint64{1},
				Text: "‹t class " + name + "|class X { ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·a();› }››\n‹t class " +
					name + "$In|class In { }› }›"})
		}
	}
	return reporttest.Model(t, files...)
}

func TestNamesOfPages(t *testing.T) {
	f := write(t, clashing(t)) // Memory refuses names that are equal but for case
	f.checkFolder()
	for _, name := range f.names {
		if len(path.Base(name)) > 110 {
			t.Errorf("long name %s", name)
		}
		if base := strings.ToLower(path.Base(name)); strings.HasPrefix(base, "aux.") {
			t.Errorf("%s is a device on Windows", name)
		}
	}
	if again := write(t, clashing(t)); !slices.Equal(again.names, f.names) {
		t.Error("names differ between two reports of one model")
	}
}

// TestLinksOfClashingNames checks that classes and packages with nearly the same name have pages of their own.
func TestLinksOfClashingNames(t *testing.T) {
	f := write(t, clashing(t))
	classes, pages := 0, map[string]bool{}
	for _, row := range elements(elements(f.page("classes.html"), "tbody")[0], "tr") {
		name := elements(row, "a")[0]
		file := elements(withClass(row, "file")[0], "a")[0]
		class := f.page(attr(name, "href"))
		pkg := textOf(withClass(row, "pkg")[0])
		if got, want := textOf(elements(class, "h1")[0]), strings.TrimPrefix(pkg+"."+textOf(name), "."); got != want {
			t.Errorf("the page of %s is of %s", want, got)
		}
		source, _, _ := strings.Cut(attr(file, "href"), "#")
		for _, page := range []*html.Node{class, f.page(source)} {
			if got := texts(withClass(page, "run"))[0]; !strings.HasPrefix(got, attr(file, "title")+" ") {
				t.Errorf("the page of %s is of %s", attr(file, "title"), got)
			}
		}
		classes++
		pages[attr(name, "href")] = true
	}
	if classes != 24 || len(pages) != 24 {
		t.Errorf("%d classes on %d pages, want 24", classes, len(pages))
	}
	packages := 0
	for _, row := range elements(elements(withClass(f.page("index.html"), "tree")[0], "tbody")[0], "tr") {
		module := attr(row, "data-m")
		if attr(row, "class") != "d1" || module == "" {
			continue
		}
		packages++
		link := elements(row, "a")[0]
		page := f.page(attr(link, "href"))
		if got, want := textOf(elements(page, "h1")[0])+" "+texts(withClass(page, "run"))[0],
			textOf(link)+" in "+module; got != want {
			t.Errorf("the page of %q is of %q", want, got)
		}
	}
	if packages != 6 {
		t.Errorf("%d packages, want 6", packages)
	}
}
