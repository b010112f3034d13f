package text

import (
	"bufio"
	"fmt"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/contextview"
	"jprof/report/times"
)

// unequal writes the methods whose shares of the bytecodes and of the time differ by more than the noise of sampling:
//
//	more of the time than of the bytecodes
//	  bytecodes  time                     factor  method            likely cause
//	      2.0 %  31.0 % (28.1 to 34.2 %)    14.0  Main.load(int[])  60.0 % of it in java.io.FileInputStream.read0
func unequal(b *bufio.Writer, width int, v *contextview.View) {
	u := v.Unequal
	unequalTable(v, "more of the time than of the bytecodes", contextview.SlowCauses, u.Slow, u.OfSlow).write(b, width)
	fmt.Fprintln(b)
	unequalTable(v, "more of the bytecodes than of the time", contextview.QuickCauses, u.Quick, u.OfQuick).
		write(b, width)
	fmt.Fprintln(b)
	unequalTable(v, "contexts that take other times than their methods do elsewhere, for equal bytecodes", "",
		u.Contexts, u.OfContexts).write(b, width)
}

func unequalTable(v *contextview.View, heading, causes string, list []contextview.Unequal, of int) *table {
	if causes != "" {
		heading += ": " + causes
	}
	t := &table{heading: heading, none: "none by more than the noise of sampling", of: of,
		columns: []column{{"bytecodes", number}, {"time", word}, {"factor", number}, {"method", context},
			{"of its time", code}}}
	for i := range list {
		x := &list[i]
		t.add(x.BytecodesText(), x.TimeText(), x.FactorText(), report.Printable(x.Title(v.Tree)),
			report.Printable(x.CausesText()))
	}
	return t
}

// waits writes what threads waited for.
func waits(b *bufio.Writer, width int, v *contextview.View) {
	w := v.Waits
	t := &table{heading: "waits, by what threads waited for", none: "none is known",
		columns: []column{{"time", number}, {"events", number}, {"mean", number}, {"what for", word}}}
	for _, e := range w.Events {
		t.add(times.Nanos(float64(e.Nanos)), thousands(e.Samples), times.Nanos(e.Mean()), e.Words())
	}
	t.write(b, width)
	fmt.Fprintln(b)
	t = &table{heading: "waits, by context", none: "none is known", of: w.Of,
		columns: []column{{"time", number}, {"events", number}, {"mean", number}, {"what for", word},
			{"contexts", number}, {"method < its callers", context}}}
	for _, x := range w.List {
		t.add(times.Nanos(float64(x.Nanos)), thousands(x.Samples), times.Nanos(x.Mean()), x.Words(),
			thousands(x.Contexts), report.Printable(contextview.PathText(x.Path, x.More)))
	}
	t.write(b, width)
	if w.Other.Samples > 0 {
		fmt.Fprintf(b, "  not shown: %s of threads without contexts, with %s\n",
			words.Plural(w.Other.Samples, "event"), times.Nanos(float64(w.Other.Nanos)))
	}
}
