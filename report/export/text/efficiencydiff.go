package text

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"jprof/report"
	"jprof/report/compare"
	"jprof/report/contexts/contextview"
	"jprof/report/contexts/efficiency"
)

// EfficiencyDiff writes the differences between the efficiency of two runs: numbers of the program, methods that have
// entered or left a list, and methods whose own code differs most in cost. It writes at most top of each. Tables fit
// into width columns, 0 for any number:
//
//	before  run base (20250304-050607-a1b2c3) of 2025-03-04 05:06 UTC: mvn verify
//	after   run 20250305-050607-1a2b3c of 2025-03-05 05:06 UTC: mvn verify
//	              before    after  difference   change
//	  cost         3,563    2,900        -663  -18.6 %
//	  no effect   10.2 %    3.1 %  -7.1 points
func EfficiencyDiff(w io.Writer, width int, d *efficiency.Diff, runs [2]report.RunInfo, top int) error {
	b := bufio.NewWriter(w)
	for i, name := range []string{"before", "after "} {
		fmt.Fprintf(b, "%s  %s\n", name, report.Printable(contextview.RunLine(runs[i])))
	}
	for _, text := range d.Otherwise {
		fmt.Fprintln(b, "warning: "+text)
	}
	programDiff(d).write(b, width)
	fmt.Fprintln(b)
	moved := d.Moved()
	lists := &table{heading: "methods that have entered (+) or left (-) a list; see first whether they cost less: " +
		"lists compare cost with value", none: "there is none", of: len(moved),
		columns: []column{{"cost", word}, {"value", word}, {"discarded", word}, {"lists", word}, {"method", context}}}
	for _, c := range moved[:min(top, len(moved))] {
		lists.rows = append(lists.rows, append(changedEffects(c), strings.Join(movedLists(c), " "),
			report.Printable(c.Of.Title())))
	}
	lists.writePart(b, width)
	methods := &table{heading: "methods whose own code differs most in cost (own); cost is with all that they call",
		none: "no method differs", of: len(d.Methods), columns: []column{{"own", number}, {"cost", word},
			{"value", word}, {"discarded", word}, {"efficiency", word}, {"method", context}}}
	for i := range d.Methods[:min(top, len(d.Methods))] {
		c := &d.Methods[i]
		old, now := &c.Numbers[0], &c.Numbers[1]
		efficiencies := efficiency.Percent(old.Value, old.Cost) + " -> " + efficiency.Percent(now.Value, now.Cost)
		cells := []string{signed(compare.Change{Before: old.Exclusive, After: now.Exclusive})}
		cells = append(append(cells, changedEffects(c)...), efficiencies, report.Printable(c.Of.Title()))
		methods.rows = append(methods.rows, cells)
	}
	methods.writePart(b, width)
	if len(d.Methods) > 0 {
		fmt.Fprintln(b, "what the columns are")
		meanings(b, d.Results[1].Columns()[:4])
	}
	for i, name := range []string{"before", "after"} {
		for _, n := range d.Results[i].Notes() {
			fmt.Fprintf(b, "%s: %s\n", name, report.Printable(n.Text))
		}
	}
	return flush(b)
}

// programDiff returns a table that compares the numbers of the program.
func programDiff(d *efficiency.Diff) *table {
	t := &table{columns: []column{{"", word}, {"before", number}, {"after", number}, {"difference", number},
		{"change", number}}}
	before, after := d.Results[0], d.Results[1]
	for _, x := range []struct {
		name string
		of   func(*efficiency.Result) uint64
	}{
		{"cost", func(r *efficiency.Result) uint64 { return r.Total.Cost }},
		{"writes", func(r *efficiency.Result) uint64 { return r.Total.Writes }},
		{"discarded", func(r *efficiency.Result) uint64 { return r.Total.Captured }},
		{"output", func(r *efficiency.Result) uint64 { return r.Total.Output }},
	} {
		c := compare.Change{Before: x.of(before), After: x.of(after)}
		t.add(x.name, report.Thousands(c.Before), report.Thousands(c.After), signed(c),
			relative(c))
	}
	for _, l := range efficiency.Shown {
		if l == efficiency.Capturing {
			continue // all that captures is in the row above
		}
		row := []string{before.Explain(l).Name}
		var shares [2]float64
		for i, r := range d.Results {
			part, of := r.Share(l)
			shares[i] = 100 * float64(part) / float64(max(1, of))
			row = append(row, contextview.Percent(part, of))
		}
		t.rows = append(t.rows, append(row, points(shares[1]-shares[0]), ""))
	}
	return t
}

// points returns the difference between two shares as text.
func points(difference float64) string {
	return report.Points(difference) + " points"
}

// relative returns the difference in percent of the number before; "" if there is no difference, or the number before
// was 0.
func relative(c compare.Change) string {
	if c.Before == 0 || c.Before == c.After {
		return ""
	}
	text := contextview.Percent(c.Difference(), c.Before)
	switch {
	case strings.HasPrefix(text, "<"):
		return text
	case c.After < c.Before:
		return "-" + text
	}
	return "+" + text
}

// changedEffects returns the cells for cost, value and discarded writes.
func changedEffects(c *efficiency.Change) []string {
	var cells []string
	for _, of := range []func(*efficiency.Numbers) uint64{
		func(n *efficiency.Numbers) uint64 { return n.Cost },
		func(n *efficiency.Numbers) uint64 { return n.Value },
		func(n *efficiency.Numbers) uint64 { return n.Captured },
	} {
		number := compare.Change{Before: of(&c.Numbers[0]), After: of(&c.Numbers[1])}
		cells = append(cells, fromTo(number, !c.New, !c.Gone))
	}
	return cells
}

// movedLists returns the lists that a method has entered and left.
func movedLists(c *efficiency.Change) []string {
	var names []string
	for _, l := range c.Entered {
		names = append(names, "+"+l.String())
	}
	for _, l := range c.Left {
		names = append(names, "-"+l.String())
	}
	return names
}
