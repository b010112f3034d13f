package html_test

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"jprof/report"
	jhtml "jprof/report/html"
	"jprof/report/html/layout"
)

// folder is a report in memory, parsed.
type folder struct {
	t     *testing.T
	out   memory
	names []string
	pages map[string]*html.Node
	idsOf map[string]map[string]bool // see ids
}

func write(t *testing.T, m *report.Model) *folder {
	t.Helper()
	return parsed(t, func(out layout.Output) error { return jhtml.Write(jhtml.Data{Model: m}, out) })
}

func parsed(t *testing.T, write func(layout.Output) error) *folder {
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

// find returns the elements for which is returns true.
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
			if n.Data == "style" || n.Data == "script" && (n.FirstChild != nil || attr(n, "src") == "") ||
				n.Data == "iframe" || n.Data == "base" || n.Data == "form" || n.Data == "img" {
				f.t.Errorf("%s: element %s", name, n.Data)
			}
		}
		if len(elements(doc, "main")) != 1 || len(elements(doc, "footer")) != 1 {
			f.t.Errorf("%s: not exactly one main and footer", name)
		}
		policies := find(doc, func(n *html.Node) bool { return attr(n, "http-equiv") == "Content-Security-Policy" })
		if len(policies) != 1 || !strings.HasPrefix(attr(policies[0], "content"), "default-src 'none';") ||
			strings.Contains(attr(policies[0], "content"), "unsafe") {
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
