package html_test

import (
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	jhtml "jprof/report/html"
	"jprof/report/html/layout"
)

// TestEditors follows the link from a source to an editor, and changes the editor. A report that is not in the
// project's own folder has none.
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
	const link = `Array.from(document.querySelectorAll(".editors a"), (a) => a.textContent + " " + a.href).join("\n")`
	idea := "Open in IntelliJ IDEA idea://open?file=" +
		strings.ReplaceAll(url.QueryEscape(root+"/A.java"), "+", "%20") + "&line=70"
	code := "Open in VS Code vscode://file" + in + "/A.java:"
	b.check("first", link, idea)
	eval[string](b, `location.hash = "#L9"`)
	b.wait(`document.querySelector(".editors a").href.endsWith("=9")`)
	b.check("the way to change it", `document.querySelector(".editors button").ariaLabel`, "change to VS Code")
	eval[string](b, `document.querySelector(".editors button").click(), ""`)
	b.check("changed", link, code+"9")
	b.visit(b.pages(sourceModel(t))("source/A.java.html"))
	b.check("elsewhere", link, "")
	b.visit(file("source/A.java.html"))
	b.check("remembered", link, code+"70")
	eval[string](b, `document.querySelector(".editors button").click(), ""`)
	b.check("changed back", link, idea)
}
