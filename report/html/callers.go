package html

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"jprof/internal/java/decl"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/contexts/efficiency"
	"jprof/report/html/contexts"
)

// maxCallers limits the callers of a method on a page of a source.
const maxCallers = 10

// callersOf holds the callers of a method, for the page of the source of the method.
type callersOf struct {
	Label label
	Href  string // address of the method in the source
	All   string // address of all callers in contexts.html
	Calls uint64
	Rows  []callerRow
	More  int // number of callers that Rows lacks
}

type callerRow struct {
	Name, Href string
	Calls      uint64
	Bytecodes  string // of these calls, inclusive
	Share      string // percentage of all bytecodes of the run
}

// joined has the contexts that are shown beside the sources of a model.
type joined struct {
	tree    *cct.Tree
	edges   map[int32][]edge           // by callee, most calls first
	methods map[*report.File][][]int32 // the methods in the tree that each method of a file has
	lines   map[string]uint32          // lines of declarations of methods of the tree, by key
	page    map[string]string          // the page of the source of a class in the tree
	total   uint64                     // bytecodes of all contexts
	// efficiency has the efficiency of methods by key, nil if it was not computed.
	efficiency map[string]*efficiency.Method
}

// methodEfficiency holds the efficiency of a method of a source.
type methodEfficiency struct {
	sums  report.Efficiency
	lists []listLink
}

// listLink leads to a list of the page of efficiency.
type listLink struct{ ID, Name string }

// edge sums up the calls of a method by another one.
type edge struct {
	caller           int32 // a method of the tree, or -1-i if thread i made the calls outside of all methods
	calls, bytecodes uint64
	topmost          bool // at least one of the calls is not recursive
}

// join finds the methods of a model in the tree of contexts.
func join(m *report.Model, c *contexts.Data, sourcePage map[*report.File]string) *joined {
	t := c.Tree()
	j := &joined{tree: t, edges: callers(t), methods: map[*report.File][][]int32{},
		lines: map[string]uint32{}, page: map[string]string{},
		total: t.Sum(cct.Bytecodes)}
	if c.Efficiency != nil {
		j.efficiency = map[string]*efficiency.Method{}
		for _, x := range c.Efficiency.Methods {
			j.efficiency[x.Key()] = x
		}
	}
	byClass := map[string][]int32{}
	for i := range t.Methods {
		if c := t.Methods[i].Class; t.Methods[i].Kind == cct.App {
			byClass[c] = append(byClass[c], int32(i))
		}
	}
	for _, f := range m.Files {
		own := make([][]int32, len(f.Methods))
		for i := range f.Methods {
			class := decl.Qualified(f.Package, f.Methods[i].Owner())
			own[i] = matching(f, i, byClass[class], t)
			for _, id := range own[i] {
				j.lines[t.Methods[id].Key()] = f.Methods[i].Name.Line
			}
		}
		j.methods[f] = own
		name := strings.TrimSuffix(path.Base(sourcePage[f]), ".html")
		for _, typ := range f.Types {
			class := decl.Qualified(f.Package, typ.Name)
			for _, i := range byClass[class] {
				if inFile(f, &t.Methods[i]) {
					j.page[class] = name
					break
				}
			}
		}
	}
	return j
}

// hasEfficiency reports whether the run has contexts whose efficiency was computed.
func (j *joined) hasEfficiency() bool { return j != nil && j.efficiency != nil }

// efficiencyOf returns the efficiency of method i of a file, or nil if it is unknown.
func (j *joined) efficiencyOf(f *report.File, i int) *methodEfficiency {
	if !j.hasEfficiency() {
		return nil
	}
	var e *methodEfficiency
	seen := map[*efficiency.Method]bool{}
	for _, id := range j.methods[f][i] {
		x := j.efficiency[j.tree.Methods[id].Key()]
		if x == nil || seen[x] {
			continue // a method of the same name, of another class file
		}
		seen[x] = true
		if e == nil {
			e = &methodEfficiency{lists: listLinks(x)}
		}
		e.sums.Cost = cct.Add(e.sums.Cost, x.Cost)
		e.sums.Value = cct.Add(e.sums.Value, x.Value)
		e.sums.Captured = cct.Add(e.sums.Captured, x.Captured)
	}
	return e
}

// listLinks returns links to the lists that have a method. It omits lists that another list implies, or that a column
// shows.
func listLinks(m *efficiency.Method) []listLink {
	var links []listLink
	for _, l := range []efficiency.List{efficiency.NoEffect, efficiency.NoSideEffect, efficiency.LowEfficiency} {
		if m.Numbers.In(l) && (l != efficiency.NoSideEffect || !m.Numbers.In(efficiency.NoEffect)) {
			links = append(links, listLink{l.String(), strings.ReplaceAll(l.String(), "-", " ")})
		}
	}
	return links
}

// inFile reports whether a method of a class with the right name is from the file. The source of such a method is
// unknown, or it is the path or the name of the file.
func inFile(f *report.File, m *cct.Method) bool {
	return m.Source == "" || m.Source == f.Path || m.Source == path.Base(f.Path)
}

// matching returns the candidates that are method i of the file. Candidates are methods of the class in the tree. They
// match if they have the name of the method, and their first line is one of its lines. A constructor may begin at the
// value of a field, so a candidate that alone has the name matches as well.
func matching(f *report.File, i int, candidates []int32, t *cct.Tree) []int32 {
	m := &f.Methods[i]
	name := m.VMName()
	var all, within []int32
	for _, c := range candidates {
		x := &t.Methods[c]
		if x.Name != name || !inFile(f, x) {
			continue
		}
		all = append(all, c)
		if line := uint32(x.Line); line >= m.Span.Start.Line && line <= m.Span.End.Line {
			within = append(within, c)
		}
	}
	if len(within) > 0 {
		return within
	}
	same := 0
	for k := range f.Methods {
		if f.Methods[k].Owner() == m.Owner() && f.Methods[k].VMName() == name {
			same++
		}
	}
	if same == 1 {
		return all
	}
	return nil
}

// callers returns the calls of each method, by caller. Bytecodes of recursive calls are counted in the first call.
func callers(t *cct.Tree) map[int32][]edge {
	type pair struct{ callee, caller int32 }
	at := map[pair]int{}
	var pairs []pair
	var sums []edge
	covered := make([]int32, len(t.Methods)) // by method, the end of its last topmost subtree
	total := t.Total(cct.Bytecodes)
	for i, method := range t.Method {
		if method < 0 {
			continue
		}
		p := pair{method, t.Method[t.Parent[i]]}
		k, ok := at[p]
		if !ok {
			k = len(sums)
			at[p] = k
			pairs, sums = append(pairs, p), append(sums, edge{caller: p.caller})
		}
		sums[k].calls = cct.Add(sums[k].calls, t.Self[cct.Calls][i])
		if int32(i) >= covered[method] {
			covered[method], sums[k].topmost = t.End[i], true
			sums[k].bytecodes = cct.Add(sums[k].bytecodes, total[i])
		}
	}
	out := map[int32][]edge{}
	for k, p := range pairs {
		out[p.callee] = append(out[p.callee], sums[k])
	}
	for _, list := range out {
		slices.SortFunc(list, func(a, b edge) int {
			return cmp.Or(cmp.Compare(b.calls, a.calls), cmp.Compare(b.bytecodes, a.bytecodes),
				cmp.Compare(a.caller, b.caller))
		})
	}
	return out
}

// source returns the address of a method in the pages of sources, without their folder; "" for none.
func (j *joined) source(m *cct.Method) string {
	page := j.page[m.Class]
	if m.Kind != cct.App || page == "" {
		return ""
	}
	if line := j.lines[m.Key()]; line > 0 {
		return fmt.Sprintf("%s.html#L%d", page, line)
	}
	return page + ".html" // a lambda, or a method that the compiler has made
}

// callers returns the callers of the methods of a file, nil without contexts.
func (s *site) callers(f *report.File) []callersOf {
	if s.joined == nil {
		return nil
	}
	j := s.joined
	var out []callersOf
	for i, ids := range j.methods[f] {
		var edges []edge
		for _, id := range ids {
			edges = append(edges, j.edges[id]...)
		}
		if len(edges) == 0 {
			continue
		}
		row := s.methodRow("../", f, i)
		c := callersOf{Label: row.Label, Href: row.Href, All: contexts.Href("../", &j.tree.Methods[ids[0]]),
			More: max(0, len(edges)-maxCallers)}
		for k, e := range edges {
			c.Calls = cct.Add(c.Calls, e.calls)
			if k < maxCallers {
				c.Rows = append(c.Rows, j.callerRow(e))
			}
		}
		out = append(out, c)
	}
	return out
}

func (j *joined) callerRow(e edge) callerRow {
	r := callerRow{Calls: e.calls, Bytecodes: contextview.Inclusive(j.tree, cct.Bytecodes, e.bytecodes),
		Share: contexts.Share(e.bytecodes, j.total)}
	if !e.topmost {
		r.Bytecodes, r.Share = "", "recursive" // the bytecodes are in those of an outer call of the method
	}
	if e.caller < 0 {
		r.Name = "thread " + report.Printable(j.tree.Threads[-1-e.caller])
		return r
	}
	m := &j.tree.Methods[e.caller]
	r.Name = report.Printable(m.Title())
	r.Href = j.source(m)
	return r
}
