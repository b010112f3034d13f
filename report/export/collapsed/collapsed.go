// Package collapsed writes calling context trees as collapsed stacks, which flamegraph.pl and many other programs read:
//
//	main;Sum.main;Sum.sum;Sum.f 40
//
// The input is a tree and a metric. The output has a line for each context with an exclusive number above 0: its
// thread, its callers from the outermost on, the context itself, and the number. A frame is pkg.Class.method, so
// overloads have one name. Lines are in the order of the tree, in which children are sorted by name. Equal lines are
// possible, and readers add them up. A semicolon in a name is written as a comma, white space as an underscore.
package collapsed

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
)

// Write writes the contexts of a tree whose number in the metric is not 0.
func Write(w io.Writer, t *cct.Tree, _ report.RunInfo, by cct.Metric) error {
	frames := make([]string, len(t.Methods))
	for i := range t.Methods {
		frames[i] = frame(t.Methods[i].Class + "." + t.Methods[i].Name)
	}
	b := bufio.NewWriterSize(w, 1<<16) // it keeps the first error
	var line []byte
	for s := range contextview.Stacks(t) {
		if s.Self[by] == 0 {
			continue
		}
		line = append(line[:0], frame(t.Threads[-1-t.Method[s.Path[0]]])...)
		for _, node := range s.Path[1:] {
			line = append(append(line, ';'), frames[t.Method[node]]...)
		}
		line = strconv.AppendUint(append(line, ' '), s.Self[by], 10)
		if _, err := b.Write(append(line, '\n')); err != nil {
			break
		}
	}
	return flush(b)
}

func flush(b *bufio.Writer) error {
	if err := b.Flush(); err != nil {
		return fmt.Errorf("collapsed: %w", err)
	}
	return nil
}

var special = strings.NewReplacer(";", ",", " ", "_", "\t", "_")

// frame returns the text of a frame for a name.
func frame(name string) string { return special.Replace(report.Printable(name)) }
