package contexts

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/contexts/efficiency"
	"jprof/report/contexts/flame"
	"jprof/report/html/layout"
)

// Data has the calling contexts of a run, for the page contexts.html.
type Data struct {
	Title string
	Run   report.RunInfo
	Steps []Step // first the whole run, then each test step if there are several
	// Efficiency has the efficiency of methods, for the page efficiency.html; nil if it was not computed.
	Efficiency *efficiency.Result
	// Apart explains that the newest counts, or contexts, belong to other sources, and so are not in this report. It is
	// a sentence without a full stop, "" for none. In a report of counts, Steps is empty then.
	Apart string
}

// Step is the tree of a test step, or of the whole run.
type Step struct {
	Name string
	Tree *cct.Tree
}

// Tree returns the tree of the whole run.
func (c *Data) Tree() *cct.Tree { return c.Steps[0].Tree }

// maxMethodRows limits the methods in the table of methods, for each metric.
const maxMethodRows = 200

// maxLosses limits the list of classes and methods without contexts.
const maxLosses = 500

type contextsPage struct {
	Frame   layout.Frame
	Run     layout.RunLine
	How     string // a description of the recording
	Notes   []contextNote
	Outside []string // code that is not covered, and choices made when contexts were read
	Tiles   []Tile
	Metrics []string
	Metric  string // shown first
	Steps   []string
	Size    string // part of the tree that the page has
	// Effects is true if the flame graph has writes and discarded writes.
	Effects bool
	// Compares is true if the flame graph shows two runs.
	Compares  bool
	Columns   []string // of Methods
	Sorted    string   // the column of Columns that determines the order
	Methods   []contextMethod
	firstRows        // of Methods
	Folds     bool   // there are frameworks, which the flame graph folds
	Total     int    // number of all methods, with those that Methods lacks
	Bytes     string // meaning of bytes, "" if there are none
	// AtLeast is true if inclusive numbers are lower bounds.
	AtLeast bool
	Losses  []lossRow
	More    int    // number of losses that Losses lacks
	Clock   *clock // nil without times
}

type contextNote struct {
	Text string
	Bad  bool // numbers are missing
}

type Tile struct {
	Title string
	Count uint64
	Note  string
	Href  string // of the note, "" for none
}

// contextMethod is the row of a method, with sums over all of its contexts.
type contextMethod struct {
	Name, Kind, Href string
	Cells            []methodCell
}

// methodCell is a number of a method as text, with a value to sort by, "" if Text is a plain number.
type methodCell struct{ Text, Value string }

type lossRow struct{ What, Reason string }

// Nav returns the entries of the navigation for contexts.
func Nav(c *Data, page string) []layout.NavLink {
	links := []layout.NavLink{{Href: "contexts.html", Text: "Contexts", Here: page == "contexts"}}
	if c.Efficiency != nil {
		links = append(links, layout.NavLink{Href: "efficiency.html", Text: "Efficiency", Here: page == "efficiency"})
	}
	return links
}

// Pages returns the functions that write contexts.html and its scripts, and efficiency.html. sources may be nil.
func Pages(f *layout.Folder, c *Data, frame func(page, title string) layout.Frame, sources sourceLinks) []func() error {
	list := []func() error{func() error {
		return f.Page("contexts.html", "contexts", makeContextsPage(c, frame("contexts", "Calling contexts")))
	}}
	if c.Efficiency != nil {
		list = append(list, func() error {
			page := makeEfficiencyPage(c, frame("efficiency", "Efficiency"), sources)
			return f.Page("efficiency.html", "efficiency", page)
		})
	}
	for i, step := range c.Steps {
		list = append(list, func() error { return contextScripts(f, i, step.Tree, sources) })
	}
	return list
}

// sourceLinks returns the address of a method in its source: a page below source/, "" for none.
type sourceLinks func(m *cct.Method) string

func makeContextsPage(c *Data, fr layout.Frame) contextsPage {
	t := c.Tree()
	p := contextsPage{Frame: fr, Run: layout.NewRunLine(c.Run), Tiles: contextTiles(t),
		How:    words.Capital(report.Printable(contextview.Recorded(&t.About))),
		Metric: t.Main().String(), Metrics: flameMetrics(t), Size: sizeNote(t, c.Run.ID), Effects: t.HasEffects()}
	p.Notes, p.Outside = contextNotes(t)
	if t.Has(cct.Objects) {
		p.Bytes = words.Capital(contextview.BytesNote(t))
	}
	for _, s := range c.Steps {
		p.Steps = append(p.Steps, report.Printable(s.Name))
	}
	p.Columns, p.Methods, p.Total = contextMethods(t)
	p.firstRows = rowsAtFirst(p.Methods, func(m *contextMethod) string { return m.Kind }, false)
	p.Folds = hasFrameworks(t.Methods)
	p.Sorted = words.Capital(t.Main().String())
	p.AtLeast = t.IsPartial()
	p.Clock = clockOf(t)
	p.More = max(0, len(t.Losses)-maxLosses)
	for _, l := range t.Losses[:len(t.Losses)-p.More] {
		what := l.Class
		if l.Method != "" {
			what += "." + l.Method
		}
		p.Losses = append(p.Losses, lossRow{report.Printable(what), report.Printable(l.Reason)})
	}
	return p
}

// contextNotes returns the limits of the numbers of a tree, and the code that they do not cover.
func contextNotes(t *cct.Tree) (notes []contextNote, outside []string) {
	for _, n := range t.AllNotes() {
		text := words.Capital(report.Printable(n.Text))
		if n.Kind == cct.Uncovered || n.Kind == cct.Told || n.Kind == cct.Timed {
			outside = append(outside, text)
			continue
		}
		notes = append(notes, contextNote{text, n.Kind == cct.Lost})
	}
	return notes, outside
}

// sizeNote describes the part of the tree that the page has, if the tree is too large. It returns "" if the page has
// the whole tree.
func sizeNote(t *cct.Tree, run string) string {
	if t.Len() <= flame.MaxNodes {
		return ""
	}
	command := "jprof contexts"
	if run != "" {
		command += " --run " + report.Printable(run)
	}
	return fmt.Sprintf("This page has the %s contexts with the largest shares, of %s. The others are in all sums; "+
		"%s lists them.", report.Thousands(flame.MaxNodes), report.Thousands(uint64(t.Contexts())), command)
}

func contextTiles(t *cct.Tree) []Tile {
	s := func(m cct.Metric) uint64 { return t.Sum(m) }
	methods := len(t.ByMethod())
	threads := len(t.Threads)
	if t.BeyondRoot() >= 0 {
		threads--
	}
	perThousand := ""
	if s(cct.Bytecodes) > 0 {
		perThousand = fmt.Sprintf("%.1f per 1,000 bytecodes", 1000*float64(s(cct.Objects))/float64(s(cct.Bytecodes)))
	}
	length := ""
	if s(cct.Arrays) > 0 {
		length = fmt.Sprintf("%.1f elements on average", float64(s(cct.Elements))/float64(s(cct.Arrays)))
	}
	tiles := []Tile{
		{"Contexts", uint64(t.Contexts()), fmt.Sprintf("of %s in %s", words.Plural(methods, "method"),
			words.Plural(threads, "thread name")), ""},
		{"Calls", s(cct.Calls), "", ""},
	}
	if !t.Has(cct.Bytecodes) {
		return tiles
	}
	return append(tiles, []Tile{
		{"Bytecodes executed", s(cct.Bytecodes), "", ""},
		{"Objects", s(cct.Objects), perThousand, ""},
		{"Arrays", s(cct.Arrays), length, ""},
	}...)
}

// contextMethods returns the methods with the highest exclusive or inclusive number of any metric, in the order of
// their bytecodes. of is the number of all methods.
func contextMethods(t *cct.Tree) (columns []string, methods []contextMethod, of int) {
	sums := slices.Clone(t.ByMethod())
	wanted := map[int32]bool{}
	most := func(of func(s *cct.MethodSum) uint64) {
		slices.SortStableFunc(sums, func(a, b cct.MethodSum) int { return cmp.Compare(of(&b), of(&a)) })
		for _, s := range sums[:min(maxMethodRows, len(sums))] {
			wanted[s.Method] = true
		}
	}
	for _, m := range t.Columns() {
		most(func(s *cct.MethodSum) uint64 { return s.Inclusive[m] })
		most(func(s *cct.MethodSum) uint64 { return s.Self[m] })
	}
	slices.SortStableFunc(sums, func(a, b cct.MethodSum) int {
		return cmp.Or(cmp.Compare(b.Self[cct.Bytecodes], a.Self[cct.Bytecodes]),
			cmp.Compare(b.Self[cct.Calls], a.Self[cct.Calls]), cmp.Compare(a.Method, b.Method))
	})
	var out []contextMethod
	for _, s := range sums {
		if !wanted[s.Method] {
			continue
		}
		m := &t.Methods[s.Method]
		out = append(out, contextMethod{Name: report.Printable(m.Title()), Kind: kindName(m.Kind),
			Href: Href("", m), Cells: methodCells(t, &s)})
	}
	columns = []string{"Contexts", "Calls"}
	if t.Has(cct.Bytecodes) {
		columns = append(columns, "Bytecodes", "Inclusive", "Objects", "Arrays", "Elements", "Elements per array",
			"Bytes", "Made per 1,000", "Bytes per 1,000")
	}
	if t.Has(cct.Time) {
		columns = append(columns, "Time", "Inclusive time")
	}
	return columns, out, len(sums)
}

// methodCells returns the numbers of a method that the tree has.
func methodCells(t *cct.Tree, s *cct.MethodSum) []methodCell {
	number := func(n uint64) methodCell { return methodCell{report.Thousands(n), ""} }
	cells := []methodCell{number(s.Contexts), number(s.Self[cct.Calls])}
	if t.Has(cct.Bytecodes) {
		cells = append(cells, costCells(t, s)...)
	}
	if t.Has(cct.Time) {
		self, all := s.Self[cct.Time], s.Inclusive[cct.Time]
		cells = append(cells, methodCell{contextview.TimeText(t, self), strconv.FormatUint(self, 10)},
			methodCell{contextview.Inclusive(t, cct.Time, all), strconv.FormatUint(all, 10)})
	}
	return cells
}

// costCells returns the numbers of a method that a run with calls only lacks.
func costCells(t *cct.Tree, s *cct.MethodSum) []methodCell {
	number := func(n uint64) methodCell { return methodCell{report.Thousands(n), ""} }
	ratio := func(r contextview.Ratio) methodCell { return methodCell{r.String(), fmt.Sprintf("%.0f", 1000*r.Value)} }
	return []methodCell{number(s.Self[cct.Bytecodes]),
		methodCell{contextview.Inclusive(t, cct.Bytecodes, s.Inclusive[cct.Bytecodes]),
			strconv.FormatUint(s.Inclusive[cct.Bytecodes], 10)},
		number(s.Self[cct.Objects]), number(s.Self[cct.Arrays]), number(s.Self[cct.Elements]),
		ratio(contextview.AverageArray(s.Self)),
		methodCell{contextview.BytesText(s.Bytes), strconv.FormatUint(s.Bytes.Known, 10)},
		ratio(contextview.Density(s.Self)), ratio(contextview.ByteDensity(s.Bytes, s.Self))}
}

// firstRows describes the rows of a table that scripts show at first.
type firstRows struct {
	Own     bool // only those of the project
	AtFirst int  // the number of these rows, or of all
	Folded  bool // some of these are hidden, too
}

// mostAtFirst is the number of rows that a table shows before a click. style.css has the same number.
const mostAtFirst = 25

// rowsAtFirst chooses the first rows of a table. kind returns the kindName of a row. With always, rows of others than
// the project are hidden even where the project has none.
func rowsAtFirst[T any](rows []T, kind func(*T) string, always bool) firstRows {
	own := 0
	for i := range rows {
		if kind(&rows[i]) == kindName(cct.App) {
			own++
		}
	}
	f := firstRows{AtFirst: len(rows)}
	if own < len(rows) && (own > 0 || always) {
		f.Own, f.AtFirst = true, own
	}
	f.Folded = f.AtFirst > mostAtFirst
	return f
}

// hasFrameworks reports whether there are methods of the project, and others that may be above them.
func hasFrameworks(methods []cct.Method) bool {
	is := func(m cct.Method) bool { return m.Kind == cct.App }
	return slices.ContainsFunc(methods, is) &&
		slices.ContainsFunc(methods, func(m cct.Method) bool { return !is(m) })
}

func kindName(k cct.Kind) string { return [...]string{"project", "library", "JDK"}[k] }

// Href returns a link to the callers of a method on contexts.html.
func Href(root string, m *cct.Method) string {
	return root + "contexts.html#way=up&method=" + url.QueryEscape(keyOf(m))
}
