package text

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"jprof/report"
	"jprof/report/compare"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
)

// ContextDiff writes the differences between the contexts of two runs:
//
//	overlap by bytecodes: 80.00 %; calls 97.62 %, objects 100.00 %, arrays 100.00 %, elements 100.00 %
//	before  run base (20250304-050607-a1b2c3) of 2025-03-04 05:06 UTC: mvn verify
//	        2 contexts of 2 methods: 11 calls, 100 bytecodes, 0 objects, 0 arrays
//	after   run 20250305-050607-1a2b3c of 2025-03-05 05:06 UTC: mvn verify
//	        3 contexts of 3 methods: 21 calls, 100 bytecodes, 0 objects, 0 arrays
//	warning: recorded otherwise: coverage was app before, and all after: ...
//	2 contexts in both, 1 of them changed; 1 new, 0 gone
//	in all: 100 -> 100 bytecodes, +0, x1.00
//
// Tables of the causes of the lost overlap, and of the contexts and methods that differ most, follow. Tables fit into
// width columns, 0 for any number.
func ContextDiff(w io.Writer, width int, d *contextview.Diff) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, overlapLine(d))
	for i, name := range []string{"before", "after "} {
		fmt.Fprintf(b, "%s  %s\n        %s\n", name, report.Printable(contextview.RunLine(d.Runs[i])),
			contextview.Summary(d.Trees[i]))
	}
	for _, text := range d.Otherwise {
		fmt.Fprintln(b, "warning: "+text)
	}
	fmt.Fprintf(b, "%s in both, %s of them changed; %s new, %s gone\n",
		contextview.Counted(uint64(d.Both), "context"),
		thousands(d.Changed), thousands(d.New), thousands(d.Gone))
	sum := compare.Change{Before: d.Trees[0].Sum(d.By), After: d.Trees[1].Sum(d.By)}
	fmt.Fprintf(b, "in all: %s %s, %s, %s\n\n", fromTo(sum, true, true), d.By, signed(sum),
		sum.RatioText("x", true, true))
	if len(d.Causes) > 0 {
		t := &table{heading: "where paths begin to differ, and how much of the overlap is lost below",
			columns: []column{{"lost", number}, {"contexts", number}, {"where", code}}}
		for _, c := range joinedCauses(d.Causes) {
			t.add(fmt.Sprintf("%.2f %%", c.Lost), thousands(c.Contexts),
				report.Printable(c.Where))
		}
		if lost, others := d.RestOfCauses(); others > 0 {
			t.add(fmt.Sprintf("%.2f %%", lost), thousands(others),
				"all other contexts, also those whose shares alone differ")
		}
		t.writePart(b, width)
	}
	const none = "none: both runs have the same numbers"
	contexts := &table{heading: "contexts that differ most in " + d.By.String(), none: none,
		columns: append(changeColumns(d.By), column{"lost", number}, column{"context, called by", code})}
	for i := range d.Contexts {
		c := &d.Contexts[i]
		lost := ""
		if c.Lost > 0 {
			lost = fmt.Sprintf("%.2f %%", c.Lost)
		}
		contexts.rows = append(contexts.rows, append(changeCells(c.Values, d.By, c.New, c.Gone), lost,
			report.Printable(CalledBy(c.Titles))))
	}
	more := d.New + d.Gone + d.Changed - len(d.Contexts)
	if lost, others := d.RestOfContexts(); others > 0 {
		row := make([]string, len(contexts.columns))
		row[len(row)-2] = fmt.Sprintf("%.2f %%", lost)
		row[len(row)-1] = "all other contexts: " + thousands(others)
		contexts.rows = append(contexts.rows, row)
		more = 0 // it has them
	}
	contexts.of = len(contexts.rows) + more
	contexts.writePart(b, width)
	methods := methodChanges(d, "methods that differ most in "+d.By.String()+", without what they call")
	methods.none = none
	methods.writePart(b, width)
	before, after := d.Trees[0].Notes(), d.Trees[1].Notes()
	for _, n := range before {
		name := "before"
		if slices.Contains(after, n) {
			name = "both"
		}
		fmt.Fprintf(b, "%s: %s\n", name, report.Printable(n.Text))
	}
	for _, n := range after {
		if !slices.Contains(before, n) {
			fmt.Fprintf(b, "after: %s\n", report.Printable(n.Text))
		}
	}
	return flush(b)
}

// joinedCauses returns causes with one for each place. A place is named by its method, so that several have one name.
func joinedCauses(list []contextview.Cause) []contextview.Cause {
	var joined []contextview.Cause
	for _, c := range list {
		i := slices.IndexFunc(joined, func(o contextview.Cause) bool { return o.Where == c.Where })
		if i < 0 {
			joined = append(joined, c)
			continue
		}
		joined[i].Lost, joined[i].Contexts = joined[i].Lost+c.Lost, joined[i].Contexts+c.Contexts
	}
	slices.SortStableFunc(joined, func(x, y contextview.Cause) int { return cmp.Compare(y.Lost, x.Lost) })
	return joined
}

// methodChanges returns a table of the methods that differ.
func methodChanges(d *contextview.Diff, heading string) *table {
	t := &table{heading: heading, columns: append(changeColumns(d.By), column{"method", context}), of: d.OfMethods}
	for i := range d.Methods {
		m := &d.Methods[i]
		t.add(append(changeCells(m.Values, d.By, m.New, m.Gone), report.Printable(m.Of.Title()))...)
	}
	return t
}

// overlapLine returns a line with the overlap of each metric, that of the comparison first.
func overlapLine(d *contextview.Diff) string {
	line := fmt.Sprintf("overlap by %s: %.2f %%", d.By, d.Overlap[d.By])
	separator := "; "
	for _, m := range cct.Known(d.Trees[:]...) {
		if m != d.By {
			line += fmt.Sprintf("%s%s %.2f %%", separator, m, d.Overlap[m])
			separator = ", "
		}
	}
	return line
}

func changeColumns(by cct.Metric) []column {
	list := []column{{"difference", number}, {by.String(), word}, {"ratio", word}}
	if by != cct.Calls {
		list = append(list, column{cct.Calls.String(), word})
	}
	return list
}

func changeCells(values [2]cct.Sums, by cct.Metric, isNew, gone bool) []string {
	change := func(m cct.Metric) compare.Change { return compare.Change{Before: values[0][m], After: values[1][m]} }
	c := change(by)
	cells := []string{signed(c), fromTo(c, !isNew, !gone), c.RatioText("x", !isNew, !gone)}
	if by != cct.Calls {
		cells = append(cells, fromTo(change(cct.Calls), !isNew, !gone))
	}
	return cells
}

// CalledBy returns a path from its end: the context, and its callers.
func CalledBy(path []string) string {
	const callers = 4
	list := slices.Clone(path)
	slices.Reverse(list)
	for i, name := range list {
		list[i] = shortMethod(name)
	}
	if len(list) > callers+1 {
		list = append(list[:callers:callers], fmt.Sprintf("%d more", len(list)-callers))
	}
	return strings.Join(list, " < ")
}

// Overlaps writes the overlap of each pair of equal runs with contexts, and the differences of the two that differ
// most:
//
//	overlap of 3 equal runs by bytecodes
//	  runs     overlap
//	  1 and 2  100.00 %
//
// diffs has the comparisons of all pairs, in the order 1 and 2, 1 and 3, 2 and 3.
func Overlaps(w io.Writer, width int, runs int, diffs []*contextview.Diff) error {
	b := bufio.NewWriter(w)
	t := &table{heading: fmt.Sprintf("overlap of %d equal runs by %s", runs, diffs[0].By),
		columns: []column{{"runs", word}, {"overlap", number}, {"contexts that differ", number}}}
	var worst *contextview.Diff
	i := 0
	for first := range runs {
		for second := first + 1; second < runs; second++ {
			d := diffs[i]
			i++
			t.add(fmt.Sprintf("%d and %d", first+1, second+1),
				fmt.Sprintf("%.2f %%", d.Overlap[d.By]), thousands(d.New+d.Gone+d.Changed))
			if d.Differs() && (worst == nil || d.Overlap[d.By] < worst.Overlap[d.By]) {
				worst = d
			}
		}
	}
	t.write(b, width)
	if worst != nil {
		methodChanges(worst, "\nmethods that vary, of the two runs that differ most").writePart(b, width)
	}
	return flush(b)
}
