package html

import (
	"fmt"
	"path"
	"strings"
	"time"

	"jprof/report"
	"jprof/report/columns"
	"jprof/report/source"
)

// ratio is a cell with a coverage.
type ratio struct {
	Percent string
	Of      string
	Missed  int
	Width   int    // of the bar of a tile, 0 to 100
	Tenths  int    // likewise of a cell: 0 for none, 10 for all
	State   string // "none", "some", "all", or "" without a total
}

func makeRatio(r report.Ratio) ratio {
	c := ratio{Percent: r.Percent(), Of: r.String(), Missed: r.Total - r.Covered}
	if r.Total == 0 {
		return c
	}
	c.Width, c.Tenths = r.Covered*100/r.Total, r.Covered*10/r.Total
	switch r.Covered {
	case 0:
		c.State = "none"
	case r.Total:
		c.State = "all"
	default:
		c.State = "some"
		c.Width, c.Tenths = max(2, c.Width), max(1, c.Tenths)
	}
	return c
}

// tiles are the totals on top of a page.
type tiles struct {
	Methods, Blocks, Regions, Branches, Lines ratio
	Invocations, Executed                     uint64
	Complexity                                int
	Files                                     int    // measured
	Omitted                                   int    // methods and parts that are in no ratio
	OmittedNote                               string // in words, with files
	Scope                                     string // see report.Model.Scope
	Tests                                     *tiles // of the test sources beside these, nil for none
}

func makeTiles(t report.Totals) tiles {
	omitted := t.Unmeasured.Methods + t.Unmeasured.Parts + t.Excluded.Methods + t.Excluded.Parts
	return tiles{Methods: makeRatio(t.Methods), Blocks: makeRatio(t.Blocks), Regions: makeRatio(t.Regions), Branches: makeRatio(t.Branches),
		Lines: makeRatio(t.Lines), Invocations: t.Invocations, Executed: t.Executed, Complexity: t.Complexity, Files: t.FilesMeasured,
		Omitted: omitted, OmittedNote: t.OmittedNote()}
}

// headline is the totals of a model: those of the main sources, with those of the test sources beside them.
func headline(m *report.Model) tiles {
	t := makeTiles(m.Totals)
	t.Scope = m.Scope()
	if m.TestTotals.Files() > 0 {
		tests := makeTiles(m.TestTotals)
		t.Tests = &tests
	}
	return t
}

// hotBlock is a cell with the block entered most often.
type hotBlock struct {
	Known bool
	Count uint64
	Kind  string
	Href  string
	Line  int
}

func (s *site) hotBlock(root string, f *report.File, i int) hotBlock {
	if i < 0 {
		return hotBlock{}
	}
	b := f.Blocks[i]
	return hotBlock{true, b.Count, b.Kind, s.lineHref(root, f, int(b.Span.Start.Line)), int(b.Span.Start.Line)}
}

func (s *site) lineHref(root string, f *report.File, line int) string {
	return fmt.Sprintf("%s%s#L%d", root, s.sourcePage[f], line)
}

// place is the module and source set of a file.
type place struct {
	Modules, Sets []string
	Version       string
}

func placeOf(f *report.File) place {
	modules, sets := map[string]bool{}, map[string]bool{}
	for _, s := range f.Sets {
		modules[report.Printable(s.Module)], sets[report.Printable(s.Name)] = true, true
	}
	return place{sortedKeys(modules), sortedKeys(sets), report.Printable(f.VersionNote())}
}

type classRow struct {
	Name, Package, Href    string
	FileName, Path, Source string
	Place                  place
	States                 []string    // see states
	Omitted                *omittedTag // where it has no counts
	Unmeasured, Excluded   string      // code in it, "" for none
	Cells                  []cell      // of classesPage.Numbers
	Hottest                hotBlock
}

// omittedTag says why there are no counts.
type omittedTag struct {
	Excluded bool
	Reason   string
}

func makeOmittedTag(p *report.Part) *omittedTag {
	if p == nil {
		return nil
	}
	return &omittedTag{p.Excluded, report.Printable(p.Reason)}
}

type classesPage struct {
	Frame         frame
	Modules, Sets []string
	Packages      []string // nil for no filter
	ShowModules   bool     // more than one
	ShowSets      bool
	States, Tests []option
	Numbers       numbers
	Tight         bool // has columns for tests
	Long          bool // has more rows than are shown at first: see .long in style.css
	// Rows makes the rows one by one while the page is written.
	Rows func(yield func(classRow) bool)
}

func (s *site) classes() classesPage {
	sum := s.model.Sum()
	p := classesPage{
		Frame: s.frame("", "classes", "Classes"), Numbers: s.numbers(columns.Classes, &sum), Tight: len(s.model.Origins) > 0,
		States: stateOptions, Tests: s.testOptions(),
		Modules: printables(s.modules), Sets: printables(s.sets), Packages: s.packages, ShowModules: len(s.modules) > 1, ShowSets: len(s.sets) > 1,
		Long: len(s.model.Classes) > 1000,
	}
	p.Rows = func(yield func(classRow) bool) {
		for _, c := range s.model.Classes {
			if !yield(s.classRow(c, p.Numbers)) {
				return
			}
		}
	}
	return p
}

// runLine is a run in a line of a page.
type runLine struct {
	Label, Command, Start, Commit, ID string
	ExitCode, JVMs, Changed           int
}

func makeRunLine(r report.RunInfo) runLine {
	l := runLine{Label: report.Printable(r.Label), Command: report.Printable(strings.Join(r.Command, " ")), Commit: report.Printable(r.Commit),
		ID: report.Printable(r.ID), ExitCode: r.ExitCode, JVMs: r.JVMs, Changed: r.Changed}
	if !r.Start.IsZero() {
		l.Start = r.Start.Format(time.DateTime + " MST")
	}
	return l
}

func saturated(m *report.Model) string {
	if m.Saturated() {
		return report.SaturatedNote
	}
	return ""
}

func printables(in []string) []string {
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = report.Printable(s)
	}
	return out
}

func (s *site) classRow(c *report.Class, numbers numbers) classRow {
	f := c.File
	r := classRow{
		Name: report.Printable(c.Name), Package: report.Printable(f.Package), Href: s.classPage[c],
		FileName: report.Printable(path.Base(f.Path)), Path: report.Printable(f.Path), Source: s.lineHref("", f, c.Line),
		Place: placeOf(f), States: s.states(c.Totals, s.hotClasses[c]),
		Omitted:    makeOmittedTag(c.OmittedBy),
		Unmeasured: c.Totals.Unmeasured.String(), Excluded: c.Totals.Excluded.String(), Hottest: s.hotBlock("", f, c.Hottest),
	}
	r.Cells = numbers.cells(&c.Totals, r.Omitted, level(c.Totals.Executed, s.maxClass))
	return r
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
	return partRow{Path: report.Printable(f.Path), Href: s.lineHref(root, f, int(u.Span.Start.Line)), Line: int(u.Span.Start.Line), Last: int(u.Span.End.Line),
		Whole: u.Whole, Excluded: u.Excluded, Reason: report.Printable(u.Reason), Place: placeOf(f)}
}

type hotRegion struct {
	Count uint64
	Tests bool // in a test source
	Heat  int
	Href  string
	Where string
	Short string // Where without folders
	Code  string
}

type hotPage struct {
	Frame   frame
	Methods []methodRow
	Regions []hotRegion
	Both    bool // the rows of main sources are before those of test sources
}

func (s *site) hot() hotPage {
	p := hotPage{Frame: s.frame("", "hot", "Hot spots")}
	p.Methods, p.Regions = s.hottest(s.model.MainSources(), hotRows)
	if s.model.TestTotals.Files() > 0 {
		p.Both = len(p.Methods) > 0 // else the choice of main sources would show nothing
		methods, regions := s.hottest(s.model.TestSources(), hotRows)
		p.Methods, p.Regions = append(p.Methods, methods...), append(p.Regions, regions...)
	}
	return p
}

// hottest are the n methods and regions of a model with the most executions.
func (s *site) hottest(m *report.Model, n int) (methods []methodRow, list []hotRegion) {
	for _, h := range m.HottestMethods(n) {
		methods = append(methods, s.methodRow("", h.File, h.Index))
	}
	regions := m.HottestRegions(n)
	code := source.FirstLines(m, regions)
	for i, h := range regions {
		list = append(list, hotRegion{h.Region.Count, h.File.IsTest(), level(h.Region.Count, s.maxRegion),
			s.lineHref("", h.File, int(h.Region.Span.Start.Line)),
			report.Printable(fmt.Sprintf("%s:%d", h.File.Path, h.Region.Span.Start.Line)),
			report.Printable(fmt.Sprintf("%s:%d", path.Base(h.File.Path), h.Region.Span.Start.Line)), code[i]})
	}
	return methods, list
}

type unmeasuredPage struct {
	Frame          frame
	OmittedNote    string
	Whole          []partRow
	Parts          []partRow
	Excluded       []partRow // files and parts
	OmittedFolders []report.SourceFolder
	Warnings       []partRow
	Problems       []partRow
}

func (s *site) unmeasured() unmeasuredPage {
	p := unmeasuredPage{Frame: s.frame("", "unmeasured", "Unmeasured"), OmittedNote: s.model.Sum().OmittedNote()}
	for _, f := range s.model.Run.OmittedFolders {
		f.Module, f.Set, f.Path, f.Reason = report.Printable(f.Module), report.Printable(f.Set), report.Printable(f.Path), report.Printable(f.Reason)
		p.OmittedFolders = append(p.OmittedFolders, f)
	}
	for _, n := range s.model.Omitted {
		row := s.partRow("", n.File, n.Part)
		switch {
		case n.Excluded:
			p.Excluded = append(p.Excluded, row)
		case n.Whole:
			p.Whole = append(p.Whole, row)
		default:
			p.Parts = append(p.Parts, row)
		}
	}
	byPath := map[string]*report.File{}
	for _, f := range s.model.Files {
		byPath[f.Path] = f
	}
	rows := func(list []report.Problem) (out []partRow) {
		for _, pr := range list {
			out = append(out, partRow{Path: report.Printable(pr.Path), Href: s.lineHref("", byPath[pr.Path], pr.Line),
				Line: pr.Line, Reason: report.Printable(pr.Text)})
		}
		return out
	}
	p.Warnings, p.Problems = rows(s.model.Warnings), rows(s.model.Problems)
	return p
}
