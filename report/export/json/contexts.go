package json

import (
	"io"
	"strconv"

	"jprof/report"
	"jprof/report/contexts/cct"
)

// ContextsFormat and ContextsVersion start each document that Contexts writes.
const (
	ContextsFormat  = "jprof-contexts"
	ContextsVersion = 1
)

// Contexts writes a whole calling context tree. The document, version 1, of which docs/schema has a JSON Schema:
//
//	{"format": "jprof-contexts", "version": 1, "run": {as in the document with all counts},
//	 "about": A, "notes": [NOTE], "totals": S, "contexts": N, "inclusiveIs": "lower-bound",
//	 "methods": [{"class": "org.example.Outer$Inner", "name": "m", "descriptor": "(I)V", "source": "...", "line": L,
//	              "kind": "app", "synthetic": true, "bridge": true}],
//	 "threads": ["main"], "types": ["java.lang.String", "int[]"], "sizes": [24, 0],
//	 "nodes": [{"thread": I, "inclusive": S},
//	           {"parent": I, "method": I, "line": L, "beyond": true, "exclusive": S, "inclusive": S,
//	            "allocated": [{"type": I, "objects": N}, {"type": I, "arrays": N, "elements": N}]}]}
//
// S = {"calls": N, "bytecodes": N, "objects": N, "arrays": N, "elements": N}: a number that is 0 is missing. A metric
// that the run did not record is also missing in "metrics" of A. I are indices of the lists. Nodes are in preorder: a
// node comes after its parent and before the subtree of its next sibling. They are a list, and not nested objects,
// because trees are thousands of levels deep and parsers have limits: Python's stops at 1,000 levels, Go's at 10,000.
// "sizes" has the bytes of an object of each type by the layout of cct.LayoutText, 0 for arrays and if the size is not
// known. A node without a parent is a thread name. "line" of a node is that of the call, if call sites are recorded.
// "beyond" marks the nodes of calls beyond the limit: there is one for each method. If there are such nodes, inclusive
// numbers of all documents are lower bounds, and the key "inclusiveIs" says so.
func Contexts(w io.Writer, t *cct.Tree, run report.RunInfo) error {
	d := begin(w, ContextsFormat, ContextsVersion)
	contextsHead(d, t, run)
	d.List("methods", len(t.Methods), func(i int) any { return methodOf(&t.Methods[i]) })
	d.Member("threads", orEmpty(t.Threads))
	d.Member("types", orEmpty(t.Allocs.Types))
	d.Member("sizes", orEmpty(t.Allocs.Sizes))
	d.Key("nodes")
	d.Raw("[")
	known := t.Columns()
	var totals [cct.NumColumns][]uint64
	for _, m := range known {
		totals[m] = t.Total(m)
	}
	beyond := t.BeyondRoot()
	var b []byte
	for i := range t.Len() {
		b = b[:0]
		if i > 0 {
			b = append(b, ',')
		}
		b = appendNode(append(b, '\n'), t, known, i, beyond >= 0 && i >= beyond)
		b = append(b, `"inclusive": `...)
		b = appendSums(b, known, func(m cct.Metric) uint64 { return totals[m][i] })
		d.Raw(string(append(b, '}')))
	}
	d.Raw("]")
	return d.End("json")
}

// contextsHead writes the first members of documents about contexts.
func contextsHead(d *document, t *cct.Tree, run report.RunInfo) {
	d.Member("run", runInfoOf(run, false))
	d.Member("about", aboutOf(t))
	d.Member("notes", orEmpty(t.AllNotes()))
	d.Member("totals", totalsOfTree(t))
	d.Member("contexts", t.Contexts())
	if t.IsPartial() {
		d.Member("inclusiveIs", "lower-bound")
	}
}

func totalsOfTree(t *cct.Tree) object {
	var s cct.Sums
	for m := range s {
		s[m] = t.Sum(cct.Metric(m))
	}
	return sumsOf(s)
}

// appendNode appends the members of a node up to its inclusive numbers.
func appendNode(b []byte, t *cct.Tree, known []cct.Metric, i int, beyond bool) []byte {
	number := func(key string, n int64) {
		b = append(b, key...)
		b = strconv.AppendInt(b, n, 10)
		b = append(b, ", "...)
	}
	if t.Parent[i] < 0 {
		number(`{"thread": `, int64(-1-t.Method[i]))
		return b
	}
	number(`{"parent": `, int64(t.Parent[i]))
	number(`"method": `, int64(t.Method[i]))
	if t.Line != nil && t.Line[i] > 0 {
		number(`"line": `, int64(t.Line[i]))
	}
	if beyond {
		b = append(b, `"beyond": true, `...)
	}
	b = append(b, `"exclusive": `...)
	b = appendSums(b, known, func(m cct.Metric) uint64 { return t.Self[m][i] })
	b = append(b, ", "...)
	a := &t.Allocs
	if a.At == nil || a.At[i] == a.At[i+1] {
		return b
	}
	b = append(b, `"allocated": [`...)
	for k := a.At[i]; k < a.At[i+1]; k++ {
		if k > a.At[i] {
			b = append(b, ", "...)
		}
		number(`{"type": `, int64(a.Type[k]))
		key := `"objects": `
		if cct.IsArray(a.Types[a.Type[k]]) {
			key = `"arrays": `
		}
		b = strconv.AppendUint(append(b, key...), a.Made[k], 10)
		if key == `"arrays": ` {
			b = strconv.AppendUint(append(b, `, "elements": `...), a.Elements[k], 10)
		}
		b = append(b, '}')
	}
	return append(b, "], "...)
}

// appendSums appends those of the known metrics that are not 0.
func appendSums(b []byte, known []cct.Metric, of func(cct.Metric) uint64) []byte {
	b = append(b, '{')
	first := true
	for _, m := range known {
		n := of(m)
		if n == 0 {
			continue
		}
		if !first {
			b = append(b, ", "...)
		}
		first = false
		b = append(b, '"')
		b = append(b, m.String()...)
		b = append(b, `": `...)
		b = strconv.AppendUint(b, n, 10)
	}
	return append(b, '}')
}

func methodOf(m *cct.Method) object {
	return object{"class", m.Class, "name", m.Name, "descriptor", m.Descriptor, "source", optional(m.Source),
		"line", optional(m.Line), "kind", m.Kind.String(),
		"synthetic", optional(m.Synthetic), "bridge", optional(m.Bridge)}
}

// sumsOf returns the metrics that are not 0.
func sumsOf(s cct.Sums) object {
	o := object{}
	for m, n := range s {
		o = append(o, cct.Metric(m).String(), optional(n))
	}
	return o
}

// aboutOf describes the recording of a tree.
func aboutOf(t *cct.Tree) object {
	a := &t.About
	return object{"coverage", a.Coverage, "blocks", a.Blocks, "recursion", a.Recursion, "callSites", a.CallSites,
		"metrics", list(t.Columns(), cct.Metric.String), "limit", a.Limit, "jvms", a.JVMs, "java", orEmpty(a.Java),
		"steps", orEmpty(a.Steps), "folds", orEmpty(a.Folds), "from", orEmpty(a.From)}
}
