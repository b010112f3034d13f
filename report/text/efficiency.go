package text

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"jprof/report"
	"jprof/report/contextview"
	"jprof/report/efficiency"
)

// explained says what each list has, and what to do about it.
var explained = map[efficiency.List][2]string{
	efficiency.NoSideEffect: {"no side effect: writes nothing that others see, but what it returns",
		"keep its results, or replace it by something cheaper: nothing else depends on it"},
	efficiency.NoEffect: {"no effect: writes nothing that others see, and returns nothing",
		"find out why it is called: often a check that never fails, or a log that is off"},
	efficiency.LowEfficiency: {"low efficiency: much cost for what it gives to others",
		"look for a cheaper way to the same result"},
	efficiency.Capturing: {"captured writes: made in it, or for it, and seen by nobody else",
		"look for intermediate objects and copies that it could do without"},
}

// Efficiency writes what jprof efficiency shows of a run: totals, and top methods of each list. Tables fit into width
// columns, 0 for any number:
//
//	27 contexts of 27 methods: cost 2,941 bytecodes, output 33 writes, efficiency 1.122 % (output / cost)
//	229 writes: 33 escape, 196 are captured; System.arraycopy made 57.6 %
//	captured writes: 48.5 % in one context, 48.5 % in one method, 100.0 % in ten
//
//	no effect: writes nothing that others see, and returns nothing (3.2 % of the cost)
//	  cost      %  value  efficiency  contexts  method
//	   100  3.2 %      0     0.000 %         1  Foo.check()
//	  find out why it is called: often a check that never fails, or a log that is off
func Efficiency(w io.Writer, width int, r *efficiency.Result, top int) error {
	b := bufio.NewWriter(w)
	t := &r.Total
	fmt.Fprintf(b, "%s of %s: cost %s, output %s, efficiency %s (output / cost)\n",
		contextview.Counted(r.Contexts, "context"), contextview.Counted(uint64(len(r.Methods)), "method"),
		contextview.Counted(t.Cost, "bytecode"), contextview.Counted(t.Output, "write"),
		efficiency.Percent(t.Output, t.Cost))
	c := r.Concentration()
	fmt.Fprintf(b, "%s: %s escape, %s are captured; System.arraycopy made %s\n",
		contextview.Counted(t.Writes, "write"), report.Thousands(t.Escaping), report.Thousands(t.Captured),
		contextview.Percent(c.Arraycopy, t.Writes))
	fmt.Fprintf(b, "captured writes: %s in one context, %s in one method, %s in ten\n",
		contextview.Percent(c.Node, t.Captured), contextview.Percent(c.Method, t.Captured),
		contextview.Percent(c.Ten, t.Captured))
	for _, l := range efficiency.Lists {
		fmt.Fprintln(b)
		list := r.In(l)
		heading := explained[l][0]
		if l != efficiency.Capturing {
			part, of := r.Share(l)
			heading += " (" + contextview.Percent(part, of) + " of the cost)"
		}
		efficiencyTable(heading, r, l, list[:min(top, len(list))]).write(b, width)
		if len(list) > top {
			fmt.Fprintf(b, "  and %s more\n", report.Thousands(uint64(len(list)-top)))
		}
		if len(list) > 0 {
			fmt.Fprintln(b, "  "+explained[l][1])
		}
	}
	efficiencyNotes(b, r)
	return flush(b)
}

// efficiencyTable are methods of a list.
func efficiencyTable(heading string, r *efficiency.Result, l efficiency.List, list []*efficiency.Method) *table {
	t := &table{heading: heading, none: "there is none"}
	titles := []string{"cost", "%", "value", "efficiency", "captured", "contexts"}
	for _, title := range titles {
		t.columns = append(t.columns, column{title, number})
	}
	t.columns = append(t.columns, column{"method", context})
	for _, m := range list {
		t.rows = append(t.rows, []string{report.Thousands(m.Cost), contextview.Percent(m.Cost, r.Total.Cost),
			report.Thousands(m.Value), efficiency.Percent(m.Value, m.Cost), report.Thousands(m.Captured),
			inContexts(m, l), report.Printable(m.Title())})
	}
	return t
}

// inContexts is in how many of its contexts a method has what the list is about.
func inContexts(m *efficiency.Method, l efficiency.List) string {
	if n := m.With[l].Number; n < m.Contexts {
		return report.Thousands(n) + "/" + report.Thousands(m.Contexts)
	}
	return report.Thousands(m.Contexts)
}

// EfficiencyOf writes the numbers of methods, and contexts of them that were chosen.
func EfficiencyOf(w io.Writer, width int, r *efficiency.Result, list []*efficiency.Method) error {
	b := bufio.NewWriter(w)
	for _, m := range list {
		fmt.Fprintln(b, report.Printable(m.Title()))
		numbersOf(b, &m.Numbers, m.Local)
		for _, l := range efficiency.Lists {
			if with := m.With[l]; with.Number > 0 {
				fmt.Fprintf(b, "  %s: in %s of %s, with %s of its cost\n", strings.ReplaceAll(l.String(), "-", " "),
					report.Thousands(with.Number), contextview.Counted(m.Contexts, "context"),
					contextview.Percent(with.Cost, m.Cost))
			}
		}
		fmt.Fprintln(b)
	}
	t := &table{heading: "its contexts", none: "there is none"}
	for _, title := range []string{"captured", "cost", "value", "efficiency", "invocations"} {
		t.columns = append(t.columns, column{title, number})
	}
	t.columns = append(t.columns, column{"context, and its callers", code})
	for i := range r.Chosen {
		c := &r.Chosen[i]
		var path []string
		for k := len(c.Path) - 1; k >= 0; k-- {
			path = append(path, report.Printable(shortName(c.Path[k])))
		}
		t.rows = append(t.rows, []string{report.Thousands(c.Captured), report.Thousands(c.Cost),
			report.Thousands(c.Value), efficiency.Percent(c.Value, c.Cost), report.Thousands(c.Invocations),
			strings.Join(path, " < ")})
	}
	t.write(b, width)
	efficiencyNotes(b, r)
	return flush(b)
}

// shortName is Class.method, without the package.
func shortName(m *efficiency.Method) string {
	return m.Class[strings.LastIndexByte(m.Class, '.')+1:] + "." + m.Name
}

func numbersOf(b *bufio.Writer, n *efficiency.Numbers, local uint64) {
	fmt.Fprintf(b, "  %s, cost %s, value %s, efficiency %s\n", contextview.Counted(n.Invocations, "invocation"),
		report.Thousands(n.Cost), report.Thousands(n.Value), efficiency.Percent(n.Value, n.Cost))
	fmt.Fprintf(b, "  %s, %s its own: %s escape, %s do not, %s captured here\n",
		contextview.Counted(n.Writes, "write"), report.Thousands(local), report.Thousands(n.Escaping),
		report.Thousands(n.NotEscaping), report.Thousands(n.Captured))
	fmt.Fprintf(b, "  escaping by output %s, returned or thrown %s, operands %s, global %s\n",
		report.Thousands(n.Output), report.Thousands(n.Returned), report.Thousands(n.Operand),
		report.Thousands(n.Global))
	if n.Output > 0 {
		var kinds []string
		for k, count := range n.Outputs {
			if count > 0 {
				kinds = append(kinds, efficiency.Kind(k).String()+" "+report.Thousands(count))
			}
		}
		fmt.Fprintln(b, "  output to "+strings.Join(kinds, ", "))
	}
}

func efficiencyNotes(b *bufio.Writer, r *efficiency.Result) {
	notes := r.Notes()
	if len(notes) == 0 {
		return
	}
	fmt.Fprintln(b, "\nwhat these numbers are not")
	for _, n := range notes {
		fmt.Fprintln(b, "  "+report.Printable(n))
	}
}
