package json

import (
	"io"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
)

// ContextView writes what jprof contexts shows of a run. The document, version 1, of which docs/schema has a JSON
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
//	                                   "by": [{"method": M, "made": N}], "more": N}]}}
//
//	M = {"key": "pkg.Class.name(descriptor)", as methods of that document}
//	R = {"depth": N, "name": "...", "key": "...", "line": L, "contexts": N, "calls": N, "exclusive": N,
//	     "inclusive": N, "recursive": true, "skipped": N, "first": "...", "last": "...", "hidden": N}
//	B = {"known": N, "unknownObjects": N}: bytes in the heap by the layout of cct.LayoutText, without so many objects
//
// The numbers of rows have the metric "by", and "whole" is 100 % of them. Rows are in preorder. "skipped" are rows in
// place of so many levels, from "first" to "last". Beside "rows" there is "left", {"contexts": N, "amount": N}: the
// contexts without a row, as in contextview.Left. Parts that were not asked for are not there.
func ContextView(w io.Writer, v *contextview.View, run report.RunInfo) error {
	d := begin(w, "jprof-context-view", 1)
	contextsHead(d, v.Tree, run)
	d.member("by", v.By.String())
	if h := v.Hot; h != nil {
		d.member("hottest", hottest{h.Of, list(h.List, func(h contextview.Hot) hot {
			return hot{keyed(h.Of), h.Contexts, sumsOf(h.Self), sumsOf(h.Inclusive), bytesOf(v.Tree, h.Bytes)}
		})})
	}
	rows := func(key string, r *contextview.Rows) {
		if r != nil {
			d.member(key, viewRows{r.Whole, list(r.List, rowOf), leftRows{r.Left.Contexts, r.Left.Amount}})
		}
	}
	rows("paths", v.Paths)
	if c := v.Chosen; c != nil {
		contexts, _ := c.Contexts()
		own, all := c.Bytes()
		d.member("chosen", chosenMethods{contexts, sumsOf(c.Sums), sumsOf(c.Inclusive),
			bytesOf(v.Tree, own), bytesOf(v.Tree, all),
			list(c.Methods, func(m int32) keyedMethod { return keyed(&v.Tree.Methods[m]) })})
	}
	rows("callers", v.Callers)
	rows("below", v.Below)
	if a := v.Allocated; a != nil {
		d.member("allocated", allocatedTypes{a.Of, list(a.List, func(a contextview.Allocated) allocatedType {
			return allocatedType{a.Type, a.Objects, a.Arrays, a.Elements, bytesOf(v.Tree, a.Bytes),
				list(a.Makers, func(m contextview.Maker) maker { return maker{keyed(m.Method), m.Made} }), a.MoreMakers}
		})})
	}
	return d.end()
}

type keyedMethod struct {
	Key string `json:"key"`
	methodEntry
}

func keyed(m *cct.Method) keyedMethod { return keyedMethod{m.Key(), methodOf(m)} }

type hottest struct {
	Of      int   `json:"of"`
	Methods []hot `json:"methods"`
}

type hot struct {
	Method    keyedMethod `json:"method"`
	Contexts  uint64      `json:"contexts"`
	Exclusive sums        `json:"exclusive"`
	Inclusive sums        `json:"inclusive"`
	Bytes     *heapBytes  `json:"bytes,omitempty"`
}

// heapBytes are bytes by an assumed layout of objects.
type heapBytes struct {
	Known   uint64 `json:"known"`
	Unknown uint64 `json:"unknownObjects,omitempty"`
}

// bytesOf is nil where allocations were not recorded.
func bytesOf(t *cct.Tree, b cct.Bytes) *heapBytes {
	if !t.Has(cct.Objects) {
		return nil
	}
	return &heapBytes{b.Known, b.Unknown}
}

type viewRows struct {
	Whole uint64    `json:"whole"`
	Rows  []viewRow `json:"rows"`
	Left  leftRows  `json:"left"`
}

// leftRows counts the contexts without a row.
type leftRows struct {
	Contexts int    `json:"contexts,omitempty"`
	Amount   uint64 `json:"amount"`
}

type viewRow struct {
	Depth     int    `json:"depth"`
	Name      string `json:"name,omitempty"`
	Key       string `json:"key,omitempty"`
	Line      int32  `json:"line,omitempty"`
	Contexts  int    `json:"contexts"`
	Calls     uint64 `json:"calls"`
	Exclusive uint64 `json:"exclusive"`
	Inclusive uint64 `json:"inclusive"`
	Recursive bool   `json:"recursive,omitempty"`
	Skipped   int    `json:"skipped,omitempty"`
	First     string `json:"first,omitempty"`
	Last      string `json:"last,omitempty"`
	Hidden    int    `json:"hidden,omitempty"`
}

func rowOf(r contextview.Row) viewRow {
	return viewRow{r.Depth, r.Name, r.Key, r.Line, r.Contexts, r.Calls, r.Exclusive, r.Inclusive, r.Recursive,
		r.Skipped, r.First, r.Last, r.Hidden}
}

type chosenMethods struct {
	Contexts  int           `json:"contexts"`
	Exclusive sums          `json:"exclusive"`
	Inclusive sums          `json:"inclusive"`
	OwnBytes  *heapBytes    `json:"exclusiveBytes,omitempty"`
	AllBytes  *heapBytes    `json:"inclusiveBytes,omitempty"`
	Methods   []keyedMethod `json:"methods"`
}

type allocatedTypes struct {
	Of    int             `json:"of"`
	Types []allocatedType `json:"types"`
}

type allocatedType struct {
	Type     string     `json:"type"`
	Objects  uint64     `json:"objects,omitempty"`
	Arrays   uint64     `json:"arrays,omitempty"`
	Elements uint64     `json:"elements,omitempty"`
	Bytes    *heapBytes `json:"bytes,omitempty"`
	By       []maker    `json:"by"`
	More     int        `json:"more,omitempty"`
}

type maker struct {
	Method keyedMethod `json:"method"`
	Made   uint64      `json:"made"`
}
