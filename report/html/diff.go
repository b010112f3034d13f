package html

import (
	"bufio"
	"cmp"
	"fmt"
	"path"

	"jprof/report"
	"jprof/report/compare"
	"jprof/report/html/code"
	"jprof/report/html/layout"
	"jprof/report/source"
)

// diffRows limits the methods, and the regions, on the first page of a comparison. The page of a file has all of its
// methods.
const diffRows = 500

// WriteDiff writes the differences between two runs:
//
//	index.html          what of the changed code was executed, what is newly missed, totals, tests, counts that differ
//	source/NAME.html    a file in which methods differ, before and after, side by side
//	style.css, report.js
//
// As in Write, each processor writes one page at a time.
func WriteDiff(c *compare.Comparison, out layout.Output) error {
	pages, err := layout.NewFolder(out)
	if err != nil {
		return err
	}
	s := newDiffSite(c, pages)
	list := []func() error{func() error { return s.Page("index.html", "diff", s.index()) }}
	for _, p := range s.files {
		list = append(list, func() error { return s.filePage(p) })
	}
	return layout.Parallel(list)
}

// diffSite holds the data that all pages of a comparison share.
type diffSite struct {
	layout.Folder
	*compare.Comparison
	files       []compare.FilePair
	pageOf      map[*report.File]string // the page of each file; both files of a pair have the same page
	hottest     uint64                  // the highest count of a region in either run
	mostOf      uint64                  // the largest difference in the executions of a method
	mostOfClass uint64
}

func newDiffSite(c *compare.Comparison, pages layout.Folder) *diffSite {
	s := &diffSite{Folder: pages, Comparison: c, files: c.Files(), pageOf: map[*report.File]string{}}
	var names layout.Names
	for _, p := range s.files {
		name := names.Page("source", sourceName(cmp.Or(p.New, p.Old)))
		s.pageOf[p.Old], s.pageOf[p.New] = name, name
	}
	delete(s.pageOf, nil)
	for _, m := range []*report.Model{c.Before, c.After} {
		for _, f := range m.Files {
			for i := range f.Regions {
				s.hottest = max(s.hottest, f.Regions[i].Count)
			}
		}
	}
	for i := range c.Methods {
		s.mostOf = max(s.mostOf, c.Methods[i].Executed.Difference())
	}
	for i := range c.Classes {
		s.mostOfClass = max(s.mostOfClass, c.Classes[i].Executed.Difference())
	}
	return s
}

func (s *diffSite) frame(root, page, title string) layout.Frame {
	return layout.Frame{Root: root, PageTitle: report.Printable(title), Title: report.Printable(s.After.Title),
		Tool: s.After.Run.Tool, Nav: []layout.NavLink{
			{Href: "index.html", Text: "Differences", Here: page == "index"},
		}}
}

// changeCells has the cells of a table for a count before and after.
type changeCells struct {
	Before, After     uint64
	HasBefore, HasNow bool
	Difference        uint64
	Sign              string // "+", "−" or ""
	Ratio             string // "×2", "from 0", "new" or "gone"
}

func makeChange(c compare.Change, hasBefore, hasNow bool) changeCells {
	cells := changeCells{Before: c.Before, After: c.After, HasBefore: hasBefore, HasNow: hasNow,
		Difference: c.Difference(), Ratio: c.RatioText("×", hasBefore, hasNow)}
	switch {
	case c.After > c.Before:
		cells.Sign = "+"
	case c.After < c.Before:
		cells.Sign = "−"
	}
	return cells
}

// diffRow is a class or a method that differs.
type diffRow struct {
	ID                    string
	Label                 label
	Package               string
	Href                  string
	Tags                  []string // "new", "gone", "edited", "moved"
	From                  string   // the former place and name of a method or class that has moved
	Executed, Invocations changeCells
	Heat                  int
	Where                 string
}

// diffTable is a table of classes or methods.
type diffTable struct {
	Sorted bool // by the difference in executions, the largest first
	Rows   []diffRow
}

func tags(isNew, gone, edited, moved bool) []string {
	var list []string
	for _, t := range []struct {
		is   bool
		name string
	}{{isNew, "new"}, {gone, "gone"}, {edited, "edited"}, {moved, "moved"}} {
		if t.is {
			list = append(list, t.name)
		}
	}
	return list
}

// lineHref returns a link to a line of the file after the change. If the file was removed, it is a line of the file
// before the change. lineHref returns "" for a file without a page.
func (s *diffSite) lineHref(root string, f *report.File, line int, gone bool) string {
	page, ok := s.pageOf[f]
	if !ok {
		return ""
	}
	prefix := code.NewLines
	if gone {
		prefix = code.OldLines
	}
	return fmt.Sprintf("%s%s#%s%d", root, page, prefix, line)
}

func (s *diffSite) methodRow(root string, m *compare.MethodChange) diffRow {
	r := diffRow{
		Label: makeLabel(m.Name()), Href: s.lineHref(root, m.File(), m.Line(), m.New == nil),
		Tags:        tags(m.Old == nil, m.New == nil, m.Edited, m.Moved()),
		Executed:    makeChange(m.Executed, m.Old != nil, m.New != nil),
		Invocations: makeChange(m.Invocations, m.Old != nil, m.New != nil),
		Heat:        layout.Level(m.Executed.Difference(), s.mostOf), Where: whereIs(m.File(), m.Line()),
	}
	if m.Moved() {
		r.From = report.Printable(m.Old.Title()) + ", " + whereIs(m.Old.File, int(m.Old.Method().Name.Line))
	}
	return r
}

func whereIs(f *report.File, line int) string {
	return report.Printable(fmt.Sprintf("%s:%d", f.Path, line))
}

func (s *diffSite) classRow(c *compare.ClassChange) diffRow {
	x := cmp.Or(c.New, c.Old)
	r := diffRow{
		Label: label{Name: report.Printable(x.Name)}, Package: report.Printable(x.File.Package),
		Href:        s.lineHref("", x.File, x.Line, c.New == nil),
		Tags:        tags(c.Old == nil, c.New == nil, c.Edited && c.Old != nil && c.New != nil, c.Moved()),
		Executed:    makeChange(c.Executed, c.Old != nil, c.New != nil),
		Invocations: makeChange(c.Invocations, c.Old != nil, c.New != nil),
		Heat:        layout.Level(c.Executed.Difference(), s.mostOfClass), Where: whereIs(x.File, x.Line),
	}
	if c.Moved() {
		r.From = report.Printable(c.Old.Qualified()) + ", " + whereIs(c.Old.File, c.Old.Line)
	}
	return r
}

type diffFile struct {
	Frame              layout.Frame
	FileName           string
	OldPath, NewPath   string // "" for none
	OldPlace, NewPlace place
	Methods            diffTable
	Notes              []string
	Shown              bool // at least one source
}

// filePage writes the page of a file before and after. If a source is missing, the page has the reason, and shows the
// other source.
func (s *diffSite) filePage(p compare.FilePair) error {
	anchors := [2]map[int]bool{{}, {}}
	d := diffFile{Methods: diffTable{Sorted: true}}
	rowOf := map[report.MethodRef]string{}
	for i, m := range p.Methods {
		r := s.methodRow("../", m)
		r.ID = fmt.Sprintf("m%d", i)
		d.Methods.Rows = append(d.Methods.Rows, r)
		for side, ref := range []*report.MethodRef{m.Old, m.New} {
			if ref != nil {
				rowOf[*ref] = r.ID
				if ref.File == p.Old || ref.File == p.New {
					anchors[side][int(ref.Method().Name.Line)] = true
				}
			}
		}
	}
	for _, list := range [][]report.Missed{s.Changed.Missed, s.NewlyMissed.Missed} {
		for _, x := range list {
			if x.File == p.New {
				anchors[1][x.Line] = true
			}
		}
	}
	var sides [2]*code.Writer
	for side, f := range []*report.File{p.Old, p.New} {
		if f == nil {
			continue
		}
		for _, c := range f.Classes {
			anchors[side][c.Line] = true
		}
		m, when, prefix := s.Before, "before", code.OldLines
		if side == 1 {
			m, when, prefix = s.After, "after", code.NewLines
		}
		src, err := source.Load(m, f)
		if err != nil {
			d.Notes = append(d.Notes, report.Printable(fmt.Sprintf("The source %s cannot be shown: %v", when, err)))
			continue
		}
		if src.Note != "" {
			d.Notes = append(d.Notes, report.Printable(fmt.Sprintf("The source %s: %s", when, src.Note)))
		}
		d.Shown = true
		sides[side] = code.New(code.View{Prefix: prefix, Hottest: s.hottest, MethodHref: func(i int) string {
			if id, ok := rowOf[report.MethodRef{File: f, Index: i}]; ok {
				return "#" + id
			}
			return ""
		}}, nil, f, src)
	}
	if p.Old != nil {
		d.OldPath, d.OldPlace = report.Printable(p.Old.Path), placeOf(p.Old)
		d.FileName = path.Base(p.Old.Path)
	}
	if p.New != nil {
		d.NewPath, d.NewPlace = report.Printable(p.New.Path), placeOf(p.New)
		d.FileName = path.Base(p.New.Path)
	}
	d.FileName = report.Printable(d.FileName)
	d.Frame = s.frame("../", "", d.FileName)
	d.Frame.Wide = true
	return s.Write(s.pageOf[cmp.Or(p.New, p.Old)], func(w *bufio.Writer) error {
		if err := s.Templates.ExecuteTemplate(w, "diff-file", d); err != nil {
			return err
		}
		if d.Shown {
			code.NewBeside(w, sides[0], sides[1], p.Old == nil || p.New == nil, anchors).Write()
			w.WriteString("<script src=\"../source.js\" defer></script>\n")
		}
		return s.Templates.ExecuteTemplate(w, "foot", d.Frame)
	})
}
