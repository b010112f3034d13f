package csv

import (
	"io"
	"strings"

	"jprof/report/contexts/efficiency"
)

// efficiencyColumns are the columns of Efficiency. Programs read them: add new ones at the end only.
var efficiencyColumns = []string{"method", "invocations", "cost", "value", "writes", "escaping", "not_escaping",
	"captured", "output", "returned", "operand", "global", "lists", "local"}

// Efficiency writes a line for each method that ran, by name. Numbers are inclusive, without those of recursive calls,
// except invocations, captured and local:
//
//	method        pkg.Outer$Inner.name(descriptor)
//	invocations   of all contexts
//	cost          bytecodes, and what natives cost (arraycopy)
//	value         escaping writes, and invocations with a primitive result
//	writes        escaping and not_escaping
//	escaping      visible to others when the method had ended: in one or more of output, returned, operand, global
//	captured      of all contexts: what the method itself had no use for
//	returned      or thrown
//	lists         those that the method is in, with + between: no-side-effect, no-effect, low-efficiency, capturing
//	local         writes of its own code
func Efficiency(w io.Writer, r *efficiency.Result) error {
	return write(w, false, efficiencyColumns, func(row func(cells ...string)) {
		for _, m := range r.Methods {
			var lists []string
			for _, l := range efficiency.Lists {
				if m.Numbers.In(l) {
					lists = append(lists, l.String())
				}
			}
			cells := []string{text(m.Key())}
			for _, n := range []uint64{m.Invocations, m.Cost, m.Value, m.Writes, m.Escaping, m.NotEscaping, m.Captured,
				m.Output, m.Returned, m.Operand, m.Global} {
				cells = append(cells, number(n))
			}
			row(append(cells, strings.Join(lists, "+"), number(m.Local))...)
		}
	})
}
