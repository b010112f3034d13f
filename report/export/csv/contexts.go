package csv

import (
	"io"

	"jprof/report/contexts/cct"
)

// contextColumns are the columns of Contexts. Programs read them, so do not change them.
var contextColumns = []string{"method", "contexts", "calls", "bytecodes", "inclusive", "objects", "arrays", "elements"}

// Contexts writes a line for each method of a calling context tree, of all its threads together, by name:
//
//	method      pkg.Outer$Inner.name(descriptor)
//	contexts    nodes of the tree
//	calls
//	bytecodes   executed in the method itself
//	inclusive   bytecodes with those of what it calls; recursive calls are counted once
//	objects, arrays, elements   made in the method itself
//
// A number that the run did not record is empty: with --blocks calls, all but contexts and calls.
// Methods of the same name from different class files have one line together. Lines end with a line feed alone, for
// programs that read lines.
func Contexts(w io.Writer, t *cct.Tree) error {
	return write(w, false, contextColumns, func(row func(cells ...string)) {
		for _, s := range t.ByMethod() {
			known := func(sums *cct.Sums, m cct.Metric) string {
				if !t.Has(m) {
					return ""
				}
				return number(sums[m])
			}
			row(text(t.Methods[s.Method].Key()), number(s.Contexts), number(s.Self[cct.Calls]),
				known(&s.Self, cct.Bytecodes), known(&s.Inclusive, cct.Bytecodes), known(&s.Self, cct.Objects),
				known(&s.Self, cct.Arrays), known(&s.Self, cct.Elements))
		}
	})
}
