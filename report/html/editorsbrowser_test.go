package html_test

import (
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	jhtml "jprof/report/html"
	"jprof/report/html/layout"
)

// TestEditors follows the links from a source to editors. A report that is not in the project's own folder has none.
func TestEditors(t *testing.T) {
	b := open(t)
	root := filepath.Join(t.TempDir(), "a#project ß")
	if err := layout.WriteDir(filepath.Join(root, ".jprof", "report"), func(out layout.Output) error {
		return jhtml.Write(jhtml.Data{Model: sourceModel(t)}, out)
	}); err != nil {
		t.Fatal(err)
	}
	file := func(name string) string {
		return (&url.URL{Scheme: "file", Path: filepath.Join(root, ".jprof/report", name), Fragment: "L70"}).String()
	}
	b.visit(file("source/A.java.html"))
	in := (&url.URL{Path: root}).EscapedPath()
	const links = `Array.from(document.querySelectorAll(".editors a"), (a) => a.textContent + " " + a.href).join("\n")`
	b.check("links", links, "IntelliJ IDEA idea://open?file="+
		strings.ReplaceAll(url.QueryEscape(root+"/A.java"), "+", "%20")+"&line=70\n"+
		"VS Code vscode://file"+in+"/A.java:70")
	eval[string](b, `location.hash = "#L9"`)
	b.wait(`Array.from(document.querySelectorAll(".editors a")).every((a) => a.href.endsWith("9"))`)
	b.visit(b.pages(sourceModel(t))("source/A.java.html"))
	b.check("elsewhere", links, "")
}
