package html

import (
	"cmp"
	"slices"

	"jprof/report"
	"jprof/report/contexts/cct"
)

// contextHome is the home page of a report of contexts without counts.
type contextHome struct {
	Frame frame
	Run   runLine
	Apart string // see Contexts.Apart
	Notes []contextNote
	More  int // notes on contexts.html
	// Efficiency means that there is a page of it.
	Efficiency bool
	Tiles      []contextTile
	Tops       []contextTop
	Types      []cct.Allocation // most first
	Failed     *failures        // nil for none
}

// contextTop is a list of methods.
type contextTop struct {
	Title, Column string
	Rows          []contextTopRow
}

type contextTopRow struct {
	Name, Href string
	Count      uint64
	Share      string
}

// contextScriptNames are the scripts of contexts.html.
var contextScriptNames = []string{"contexts.js", "flame.js", "flamedetails.js", "contexttree.js"}

// WriteContexts writes the report of a run that has contexts and no counts: a home page, and contexts.html.
func WriteContexts(c *Contexts, out Output) error {
	f, err := newFolder(out, contextScriptNames...)
	if err != nil {
		return err
	}
	fr := func(page, title string) frame {
		return frame{PageTitle: title, Title: report.Printable(c.Title), Tool: c.Run.Tool,
			Nav: append([]navLink{{Href: "index.html", Text: "Overview", Here: page == "home"}},
				contextNav(c, page)...)}
	}
	home := contextHome{Frame: fr("home", "Overview"), Run: makeRunLine(c.Run),
		Tiles: contextTiles(c.Tree()), Tops: contextTops(c.Tree()), Types: mostAllocated(c.Tree()),
		Failed: makeFailures(c.Run)}
	home.Apart = report.Printable(c.Apart)
	home.Tiles[0].Href, home.Efficiency = "contexts.html", c.Efficiency != nil
	notes, outside := contextNotes(c.Tree())
	home.Notes, home.More = notes, len(outside)
	if home.Failed != nil {
		for i := range home.Failed.Rows {
			home.Failed.Rows[i].Href = "" // there is no page of tests
		}
	}
	if err := f.page("index.html", "contexts-home", home); err != nil {
		return err
	}
	return parallel(f.contextPages(c, fr, nil))
}

// contextTops are the methods that cost most, and that allocate most.
func contextTops(t *cct.Tree) []contextTop {
	list := func(title, column string, m cct.Metric, of func(s *cct.MethodSum) uint64) contextTop {
		sums := slices.Clone(t.ByMethod())
		slices.SortStableFunc(sums, func(a, b cct.MethodSum) int { return cmp.Compare(of(&b), of(&a)) })
		top := contextTop{Title: title, Column: column}
		for _, s := range sums[:min(topRows, len(sums))] {
			if of(&s) == 0 {
				break
			}
			method := &t.Methods[s.Method]
			top.Rows = append(top.Rows, contextTopRow{report.Printable(method.Title()), contextHref("", method),
				of(&s), share(of(&s), t.Sum(m))})
		}
		return top
	}
	self := func(m cct.Metric) func(s *cct.MethodSum) uint64 {
		return func(s *cct.MethodSum) uint64 { return s.Self[m] }
	}
	calls := list("Methods called most", "Calls", cct.Calls, self(cct.Calls))
	if !t.Has(cct.Bytecodes) {
		return []contextTop{calls}
	}
	return []contextTop{
		list("Methods with most bytecodes of their own", "Bytecodes", cct.Bytecodes, self(cct.Bytecodes)),
		calls,
		list("Methods that make most objects", "Objects", cct.Objects, self(cct.Objects)),
	}
}

// mostAllocated are the types of which most was made, in all contexts.
func mostAllocated(t *cct.Tree) []cct.Allocation {
	if t.Allocs.At == nil || !t.Has(cct.Objects) {
		return nil
	}
	byType := map[int32]*cct.Allocation{}
	for i, typ := range t.Allocs.Type {
		a := byType[typ]
		if a == nil {
			a = &cct.Allocation{Type: t.Allocs.Types[typ]}
			byType[typ] = a
		}
		if cct.IsArray(a.Type) {
			a.Arrays = cct.Add(a.Arrays, t.Allocs.Made[i])
			a.Elements = cct.Add(a.Elements, t.Allocs.Elements[i])
		} else {
			a.Objects = cct.Add(a.Objects, t.Allocs.Made[i])
		}
	}
	var out []cct.Allocation
	for _, a := range byType {
		a.Type = report.Printable(a.Type)
		out = append(out, *a)
	}
	slices.SortFunc(out, func(a, b cct.Allocation) int {
		return cmp.Or(cmp.Compare(b.Objects+b.Arrays, a.Objects+a.Arrays), cmp.Compare(a.Type, b.Type))
	})
	return out[:min(topRows, len(out))]
}
