package json

import (
	"io"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
)

// ContextView writes the output of jprof contexts for a run. The document, version 1, of which docs/schema has a JSON
// Schema:
//
//	{"format": "jprof-context-view", "version": 1,
//	 "run": {...}, "about": {...}, "notes": [...], "totals": S, "contexts": N, as in the document with all contexts,
//	 "by": "bytecodes",
//	 "hottest": {"of": N, "methods": [{"method": M, "contexts": N, "exclusive": S, "inclusive": S, "bytes": B}]},
//	 "paths": {"whole": N, "rows": [R]},
//	 "chosen": {"contexts": N, "exclusive": S, "inclusive": S, "exclusiveBytes": B, "inclusiveBytes": B,
//	            "methods": [M]},
//	 "callers": {"whole": N, "rows": [R]}, "below": {"whole": N, "rows": [R]},
//	 "allocated": {"of": N, "types": [{"type": "int[]", "arrays": N, "elements": N, "bytes": B,
//	                                   "by": [{"method": M, "made": N}], "more": N}]},
//	 "lines": [{"method": M, "contexts": N, "calls": N, "failed": N,
//	            "lines": [{"line": L, "executions": N, "bytecodes": N, "exceptions": N}]}],
//	 "unequal": {"slow": U, "quick": U, "contexts": U},
//	 "waits": {"events": [W], "of": N, "contexts": [W and {"path": [M], "more": true, "contexts": N, "in": "..."}],
//	           "other": {"count": N, "nanos": N}}}
//
//	M = {"key": "pkg.Class.name(descriptor)", as methods of that document}
//	R = {"depth": N, "name": "...", "key": "...", "line": L, "contexts": N, "calls": N, "exclusive": N,
//	     "inclusive": N, "recursive": true, "skipped": N, "first": "...", "last": "...", "frameworks": true,
//	     "hidden": N}
//	U = {"of": N, "list": [{"method": M, "bytecodes": X, "time": X, "low": X, "high": X, "samples": N, "factor": X,
//	     "in": [{"name": "...", "share": X}], "waits": [W], "path": [M]}]}
//	W = {"event": "jdk.ThreadPark", "count": N, "nanos": N}
//	B = {"known": N, "unknownObjects": N}: bytes in the heap by the layout of cct.LayoutText, without so many objects
//
// The numbers of rows are those of the metric "by", and "whole" is 100 % of them. Rows are in preorder. A row with
// "skipped" replaces that many levels, from "first" to "last"; with "frameworks", its numbers are those of all of them.
// Beside "rows" there is "left", {"contexts": N, "amount": N}: the contexts without a row, as in contextview.Left.
// Parts that were not requested are missing.
func ContextView(w io.Writer, v *contextview.View, run report.RunInfo) error {
	d := begin(w, "jprof-context-view", 1)
	contextsHead(d, v.Tree, run)
	d.Member("by", v.By.String())
	if h := v.Hot; h != nil {
		d.Member("hottest", object{"of", h.Of, "methods", list(h.List, func(h contextview.Hot) object {
			return object{"method", keyed(h.Of), "contexts", h.Contexts, "exclusive", sumsOf(h.Self),
				"inclusive", sumsOf(h.Inclusive), "bytes", bytesOf(v.Tree, h.Bytes),
				"exclusiveTime", optional(contextview.IntervalOf(v.Tree, v.By, h.Self[cct.Time])),
				"inclusiveTime", optional(contextview.IntervalOf(v.Tree, v.By, h.Inclusive[cct.Time]))}
		})})
	}
	rows := func(key string, r *contextview.Rows) {
		if r != nil {
			d.Member(key, object{"whole", r.Whole, "rows", orEmpty(r.List), "left", object{
				"contexts", optional(r.Left.Contexts), "amount", r.Left.Amount}})
		}
	}
	rows("paths", v.Paths)
	if c := v.Chosen; c != nil {
		contexts, _ := c.Contexts()
		own, all := c.Bytes()
		d.Member("chosen", object{"contexts", contexts, "exclusive", sumsOf(c.Sums), "inclusive", sumsOf(c.Inclusive),
			"exclusiveBytes", bytesOf(v.Tree, own), "inclusiveBytes", bytesOf(v.Tree, all),
			"methods", list(c.Methods, func(m int32) object { return keyed(&v.Tree.Methods[m]) })})
	}
	rows("callers", v.Callers)
	rows("below", v.Below)
	if a := v.Allocated; a != nil {
		made := func(m contextview.Maker) object { return object{"method", keyed(m.Method), "made", m.Made} }
		d.Member("allocated", object{"of", a.Of, "types", list(a.List, func(a contextview.Allocated) object {
			return object{"type", a.Type, "objects", optional(a.Objects), "arrays", optional(a.Arrays),
				"elements", optional(a.Elements), "bytes", bytesOf(v.Tree, a.Bytes), "by", list(a.Makers, made),
				"more", optional(a.MoreMakers)}
		})})
	}
	if l := v.Lines; l != nil {
		line := func(l cct.LineSum) object {
			return object{"line", l.Line, "executions", l.Executions, "bytecodes", l.Bytecodes,
				"exceptions", optional(l.Exceptions)}
		}
		d.Member("lines", list(l.List, func(m cct.MethodLines) object {
			return object{"method", keyed(&m.Method), "contexts", m.Contexts, "calls", m.Calls,
				"failed", optional(m.Failed), "lines", list(m.Lines, line)}
		}))
	}
	if u := v.Unequal; u != nil {
		d.Member("unequal", object{"slow", unequals(v.Tree, u.Slow, u.OfSlow),
			"quick", unequals(v.Tree, u.Quick, u.OfQuick), "contexts", unequals(v.Tree, u.Contexts, u.OfContexts)})
	}
	if w := v.Waits; w != nil {
		d.Member("waits", object{"events", list(w.Events, waitOf), "of", w.Of, "contexts", list(w.List,
			func(x contextview.Wait) object {
				return append(waitOf(x.WaitSum), object{"path", list(x.Path, keyed), "more", optional(x.More),
					"contexts", x.Contexts, "in", optional(x.In)}...)
			}), "other", object{"count", w.Other.Samples, "nanos", w.Other.Nanos}})
	}
	return d.End("json")
}

// unequals returns methods, or contexts, whose shares of the bytecodes and of the time differ.
func unequals(t *cct.Tree, entries []contextview.Unequal, of int) object {
	return object{"of", of, "list", list(entries, func(x contextview.Unequal) object {
		o := object{"method", keyed(x.Of), "bytecodes", x.Bytecodes, "time", x.Time, "low", x.Low, "high", x.High,
			"samples", x.Samples, "factor", x.Factor,
			"in", list(x.In, func(p contextview.TimePart) object { return object{"name", p.Name, "share", p.Share} }),
			"waits", list(x.Waits, waitOf)}
		if x.Node >= 0 {
			var path []object
			for _, m := range x.Path(t) {
				path = append(path, keyed(m))
			}
			o = append(o, "path", path)
		}
		return o
	})}
}

func waitOf(w contextview.WaitSum) object {
	return object{"event", w.Event, "count", w.Samples, "nanos", w.Nanos}
}

// keyed returns a method with its key.
func keyed(m *cct.Method) object { return append(object{"key", m.Key()}, methodOf(m)...) }

// bytesOf returns bytes by an assumed layout of objects, nil if allocations were not recorded.
func bytesOf(t *cct.Tree, b cct.Bytes) any {
	if !t.Has(cct.Objects) {
		return optional(object(nil))
	}
	return optional(object{"known", b.Known, "unknownObjects", optional(b.Unknown)})
}
