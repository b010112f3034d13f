package html

import (
	"jprof/report"
	"jprof/report/html/layout"
)

type unmeasuredPage struct {
	Frame        layout.Frame
	OmittedNote  string
	Whole, Parts placeTable
	Excluded     placeTable // files and parts
	Warnings     placeTable
	Problems     placeTable

	OmittedFolders, ExcludedFolders []report.SourceFolder
}

// placeTable is a table of places in sources, with a text for each place.
type placeTable struct {
	Place, What string // heads of the columns
	Sets        bool   // there is a column of source sets
	Rows        []partRow
}

func (s *site) unmeasured() unmeasuredPage {
	p := unmeasuredPage{
		Frame: s.frame("", "unmeasured", "Unmeasured"), OmittedNote: s.model.Sum().OmittedNote(),
		Whole:    placeTable{Place: "File", What: "Reason", Sets: true},
		Parts:    placeTable{Place: "Place", What: "Reason", Sets: true},
		Excluded: placeTable{Place: "Place", What: "Reason", Sets: true},
	}
	p.OmittedFolders = printableFolders(s.model.Run.OmittedFolders)
	p.ExcludedFolders = printableFolders(s.model.Run.ExcludedFolders)
	for _, n := range s.model.Omitted {
		t := &p.Parts
		switch {
		case n.Excluded:
			t = &p.Excluded
		case n.Whole:
			t = &p.Whole
		}
		t.Rows = append(t.Rows, s.partRow("", n.File, n.Part))
	}
	p.Warnings, p.Problems = s.problems("Warning", s.model.Warnings), s.problems("Problem", s.model.Problems)
	return p
}

// printableFolders returns copies of folders. Pages need printable texts, so the texts in the copies are printable.
func printableFolders(folders []report.SourceFolder) (list []report.SourceFolder) {
	for _, f := range folders {
		f.Module, f.Set = report.Printable(f.Module), report.Printable(f.Set)
		f.Path, f.Reason = report.Printable(f.Path), report.Printable(f.Reason)
		list = append(list, f)
	}
	return list
}

func (s *site) problems(what string, list []report.Problem) placeTable {
	byPath := map[string]*report.File{}
	for _, f := range s.model.Files {
		byPath[f.Path] = f
	}
	t := placeTable{Place: "Place", What: what}
	for _, p := range list {
		t.Rows = append(t.Rows, partRow{Path: report.Printable(p.Path), Href: s.lineHref("", byPath[p.Path], p.Line),
			Line: p.Line, Reason: report.Printable(p.Text)})
	}
	return t
}

type partRow struct {
	Path, Href string
	Whole      bool
	Excluded   bool
	Line, Last int
	Reason     string
	Place      place
}

func (s *site) partRow(root string, f *report.File, u report.Part) partRow {
	return partRow{Path: report.Printable(f.Path), Href: s.lineHref(root, f, int(u.Span.Start.Line)),
		Line: int(u.Span.Start.Line), Last: int(u.Span.End.Line),
		Whole: u.Whole, Excluded: u.Excluded, Reason: report.Printable(u.Reason), Place: placeOf(f)}
}
