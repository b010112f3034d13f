package html

import (
	"bufio"
	"fmt"
	"html/template"
	"path"
	"strings"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/html/code"
	"jprof/report/html/layout"
	"jprof/report/source"
)

type classLink struct{ Name, Href string }

type sourcePage struct {
	In       classLink // the package
	Frame    layout.Frame
	FileName string
	Path     string
	Package  string
	Place    place
	Measured bool
	Tiles    tiles
	Classes  []classLink
	Methods  int           // the number of methods
	Outline  template.HTML // their items
	Parts    []partRow
	Note     string
	Missing  string // reason why the source cannot be shown, "" if it is
	Callers  []callersOf
	// CallersCost is true if the callers have bytecodes.
	CallersCost bool
	Tests       *sourceTests // nil without counts by test
	Samples     string       // describes the times, "" without
}

// sourceFile writes the page of a source. If the source is missing, the page has the reason, and lists the methods.
func (s *site) sourceFile(f *report.File, of *fileTests) error {
	name := path.Base(f.Path)
	p := sourcePage{Frame: s.frame("../", "", name), FileName: report.Printable(name), Path: report.Printable(f.Path),
		Package: report.Printable(f.Package), Place: placeOf(f), Measured: f.Measured, Tiles: makeTiles(f.Totals),
		In: s.packageLink(f), Samples: s.samples(), Methods: len(f.Methods)}
	for _, c := range f.Classes {
		p.Classes = append(p.Classes, classLink{report.Printable(c.Name), "../" + s.classPage[c]})
	}
	for _, u := range f.Omitted {
		p.Parts = append(p.Parts, s.partRow("../", f, u))
	}
	p.Callers, p.CallersCost = s.callers(f), s.joined != nil && s.joined.tree.Has(cct.Bytecodes)
	src, err := source.Load(s.model, f)
	if err != nil {
		p.Missing = report.Printable(err.Error())
	} else {
		p.Note = report.Printable(src.Note)
	}
	p.Outline = s.outline(f, strings.TrimSuffix(p.FileName, ".java"), src == nil)
	tests, writeTests := s.sourceTests(of, src)
	p.Tests, p.Frame.Tests = tests, tests != nil && tests.Data != ""
	var shown []int
	err = s.Write(s.sourcePage[f], func(w *bufio.Writer) error {
		if err := s.Templates.ExecuteTemplate(w, "source", p); err != nil {
			return err
		}
		if src != nil {
			c := code.New(s.codeView(f), w, f, src)
			c.Write()
			shown = c.Shown
			w.WriteString("</div></div>\n<script src=\"../source.js\" defer></script>\n")
			if p.Frame.Tests {
				w.WriteString("<script src=\"../sourceuses.js\" defer></script>\n" +
					"<script src=\"../sourcetests.js\" data-tests=\"")
				layout.Quoted(w, tests.Data)
				w.WriteString("\" defer></script>\n")
			}
		}
		if err := s.Templates.ExecuteTemplate(w, "callers", p); err != nil {
			return err
		}
		return s.Templates.ExecuteTemplate(w, "foot", p.Frame)
	})
	if err != nil || writeTests == nil {
		return err
	}
	return writeTests(shown)
}

// codeView returns the choices for the code on a page of a source. The count of a method links to the row of the
// method. For methods of the first class, which has most methods, this row is in the outline of the page. For others,
// it is on the page of their class; the script changes these links.
func (s *site) codeView(f *report.File) code.View {
	return code.View{Prefix: "L", Hottest: s.maxRegion, Times: s.codeTimes(f), MethodHref: func(i int) string {
		if f.Methods[i].Class == f.Classes[0] {
			return fmt.Sprintf("#m%d", i)
		}
		return fmt.Sprintf("../%s#m%d", s.classPage[f.Methods[i].Class], i)
	}}
}

// packageLink returns the link from a page of a file, or of a class in it, to the page of the package.
func (s *site) packageLink(f *report.File) classLink {
	p := s.packageOf[f]
	return classLink{p.name(), "../" + p.page}
}
