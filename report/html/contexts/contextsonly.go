package contexts

import (
	"cmp"
	"fmt"
	"slices"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/html/layout"
)

// contextHome is the home page of a report that has contexts and no counts.
type contextHome struct {
	Frame layout.Frame
	Run   layout.RunLine
	Apart string // see Data.Apart
	Notes []contextNote
	More  int // number of further notes on contexts.html
	// Efficiency is true if there is a page of efficiency.
	Efficiency bool
	Tiles      []Tile
	Tops       []contextTop
	Types      []contextview.Allocated // allocated types, those with most first
	Failed     *layout.Failures        // nil for none
}

// contextTop is a list of the methods with the most of a metric.
type contextTop struct {
	Title, Column string
	Rows          []contextTopRow
}

type contextTopRow struct {
	Name, Href string
	Count      uint64
	Share      string
}

// Scripts lists the scripts of contexts.html.
var Scripts = []string{"contexttimes.js", "contexts.js", "contextitem.js", "flamelayout.js", "flame.js", "flameroot.js",
	"flamedetails.js", "contexttree.js"}

// Write writes the report of a run that has contexts and no counts: a home page, contexts.html, and efficiency.html if
// the efficiency was computed.
func Write(c *Data, out layout.Output) error {
	f, err := layout.NewFolder(out, Scripts...)
	if err != nil {
		return err
	}
	fr := func(page, title string) layout.Frame {
		return layout.Frame{PageTitle: title, Title: report.Printable(c.Title), Tool: c.Run.Tool,
			Nav: append([]layout.NavLink{{Href: "index.html", Text: "Overview", Here: page == "home"}},
				Nav(c, page)...)}
	}
	home := contextHome{Frame: fr("home", "Overview"), Run: layout.NewRunLine(c.Run),
		Tiles: contextTiles(c.Tree()), Tops: contextTops(c.Tree()), Types: mostAllocated(c.Tree()),
		Failed: layout.NewFailures(c.Run, "")}
	home.Apart = report.Printable(c.Apart)
	home.Tiles[0].Href, home.Efficiency = "contexts.html", c.Efficiency != nil
	notes, outside := contextNotes(c.Tree())
	home.Notes, home.More = notes, len(outside)
	if err := f.Page("index.html", "contexts-home", home); err != nil {
		return err
	}
	return layout.Parallel(Pages(&f, c, fr, nil))
}

// contextTops returns the lists of the methods that cost most, and that allocate most.
func contextTops(t *cct.Tree) []contextTop {
	list := func(title, column string, m cct.Metric) contextTop {
		of := func(s cct.MethodSum) uint64 { return s.Self[m] }
		sums := slices.SortedStableFunc(slices.Values(t.ByMethod()), func(a, b cct.MethodSum) int {
			return cmp.Compare(of(b), of(a))
		})
		top := contextTop{Title: title, Column: column}
		for _, s := range sums[:min(layout.TopRows, len(sums))] {
			if of(s) == 0 {
				break
			}
			method := &t.Methods[s.Method]
			top.Rows = append(top.Rows, contextTopRow{report.Printable(method.Title()), Href("", method),
				of(s), Share(of(s), t.Sum(m))})
		}
		return top
	}
	calls := list("Methods called most", "Calls", cct.Calls)
	if !t.Has(cct.Bytecodes) {
		return []contextTop{calls}
	}
	return []contextTop{
		list("Methods with most bytecodes of their own", "Bytecodes", cct.Bytecodes),
		calls,
		list("Methods that make most objects", "Objects", cct.Objects),
	}
}

// mostAllocated returns the types with most allocations, in all contexts.
func mostAllocated(t *cct.Tree) []contextview.Allocated {
	if !t.Has(cct.Objects) {
		return nil
	}
	list := contextview.AllAllocated(t, cct.Bytecodes, 0)
	list = list[:min(layout.TopRows, len(list))]
	for i := range list {
		list[i].Title = report.Printable(list[i].Title)
	}
	return list
}

// Share returns a part of a whole in percent, as text for contexts.html.
func Share(part, whole uint64) string {
	if whole == 0 {
		return "0.0 %"
	}
	p := 100 * float64(part) / float64(whole)
	if p > 0 && p < 0.1 {
		return "< 0.1 %"
	}
	return fmt.Sprintf("%.1f %%", p)
}
