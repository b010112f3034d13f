package csv

import (
	"encoding/csv"
	"fmt"
	"io"

	"jprof/report/cct"
)

// contextColumns are the columns of Contexts. Programs read them: they stay as they are.
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
// Methods of the same name from different class files have one line each. Lines end with a line feed alone, for
// programs that read lines.
func Contexts(w io.Writer, t *cct.Tree) error {
	c := csv.NewWriter(w)
	// Errors stay in c.
	_ = c.Write(contextColumns)
	for _, s := range t.ByMethod() {
		_ = c.Write([]string{text(t.Methods[s.Method].Key()), number(s.Contexts), number(s.Self[cct.Calls]),
			number(s.Self[cct.Bytecodes]), number(s.Inclusive[cct.Bytecodes]), number(s.Self[cct.Objects]),
			number(s.Self[cct.Arrays]), number(s.Self[cct.Elements])})
	}
	c.Flush()
	if err := c.Error(); err != nil {
		return fmt.Errorf("csv: %w", err)
	}
	return nil
}
