package text

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
)

// Contexts writes the output of jprof contexts for a run: the parts that the view has. Notes on the limits of the
// numbers follow, and a line with the next command to type, "" for none. Tables fit into width columns, 0 for any
// number:
//
//	run 20250304-050607-a1b2c3 of 2025-03-04 05:06 UTC: Deep.java
//	13,193 contexts of 4 methods: 13,193 calls, 110,538 bytecodes, 0 objects, 0 arrays
//	recorded: coverage app, blocks exact, recursion full
//
//	hottest methods by bytecodes, without what they call
//	  exclusive       %  inclusive        %   calls  contexts  method
//	     45,005  40.7 %     45,005   40.7 %   5,001     5,001  Deep.down(int)
//
//	hottest paths by bytecodes
//	  inclusive        %  exclusive  calls  context
//	    110,538  100.0 %          0      0  thread main
//	    110,538  100.0 %          9      1    Deep.main(String[])
//	     45,005   40.7 %          9      1      Deep.down(int)
//	                                            ⋮ 4,876 levels of Deep.down(int)
func Contexts(w io.Writer, width int, v *contextview.View, run report.RunInfo, next string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, report.Printable(contextview.RunLine(run)))
	fmt.Fprintln(b, contextview.Summary(v.Tree))
	fmt.Fprintln(b, report.Printable(contextview.Recorded(&v.Tree.About)))
	if v.Hot != nil {
		fmt.Fprintln(b)
		hotTable(v).write(b, width)
	}
	if v.Paths != nil {
		fmt.Fprintln(b)
		treeTable(v, v.Paths, "hottest paths by "+v.By.String(), "context").write(b, width)
		left(b, v, v.Paths)
	}
	if v.Chosen != nil {
		fmt.Fprintln(b)
		chosen(b, width, v)
	}
	if v.Callers != nil {
		fmt.Fprintln(b)
		heading := "callers, each below what it calls; the numbers are the method's, as called from there"
		treeTable(v, v.Callers, heading, "caller").write(b, width)
		if v.Hot != nil && next != "" && v.Callers.Left.Amount > 0 { // options do not change that in an overview
			fmt.Fprintf(b, "  %s; the command at the end shows more\n", v.Callers.LeftText(v.By, false))
		} else {
			left(b, v, v.Callers)
		}
	}
	if v.Below != nil {
		fmt.Fprintln(b)
		treeTable(v, v.Below, "callees: what is executed below it", "context").write(b, width)
		left(b, v, v.Below)
	}
	if v.Allocated != nil {
		fmt.Fprintln(b)
		allocationTable(v).write(b, width)
	}
	if v.Lines != nil {
		writeLines(b, width, v)
	}
	if v.Unequal != nil {
		fmt.Fprintln(b)
		unequal(b, width, v)
	}
	if v.Waits != nil {
		fmt.Fprintln(b)
		waits(b, width, v)
	}
	contextNotes(b, v)
	if next != "" {
		fmt.Fprintln(b, "\n"+next)
	}
	return flush(b)
}

// left describes the rows that a tree omits, and the options that show more.
func left(b *bufio.Writer, v *contextview.View, rows *contextview.Rows) {
	if text := rows.LeftText(v.By, true); text != "" {
		fmt.Fprintln(b, "  "+text)
	}
}

func hotTable(v *contextview.View) *table {
	whole := v.Tree.Sum(v.By)
	t := &table{heading: "hottest methods by " + v.By.String() + ", without what they call" + ofCalls(v.By),
		none: "there is none", of: v.Hot.Of}
	titles := []string{"exclusive", "%", "inclusive", "%", "calls", "contexts"}
	made := v.By.IsMade() && v.Paths == nil // the methods that allocate most, alone
	if made {
		t.heading += "; per 1,000 bytecodes: objects and arrays, and their bytes"
		titles = []string{"exclusive", "%", "inclusive", "objects", "arrays", "avg length", "bytes", "per 1,000",
			"bytes per 1,000"}
	}
	for _, title := range titles {
		t.columns = append(t.columns, column{title, number})
	}
	t.columns = append(t.columns, column{"method", context})
	for i := range v.Hot.List {
		h := &v.Hot.List[i]
		n := report.Thousands
		cells := []string{contextview.Number(v.Tree, v.By, h.Self[v.By]), contextview.Percent(h.Self[v.By], whole),
			contextview.Inclusive(v.Tree, v.By, h.Inclusive[v.By])}
		if made {
			cells = append(cells, n(h.Self[cct.Objects]), n(h.Self[cct.Arrays]),
				contextview.AverageArray(h.Self).String(), contextview.BytesText(h.Bytes),
				contextview.Density(h.Self).String(), contextview.ByteDensity(h.Bytes, h.Self).String())
		} else {
			cells = append(cells, contextview.Percent(h.Inclusive[v.By], whole), n(h.Self[cct.Calls]), n(h.Contexts))
		}
		t.rows = append(t.rows, append(cells, report.Printable(h.Of.Title())))
	}
	return t
}

// ofCalls returns an explanation of inclusive calls for a heading.
func ofCalls(by cct.Metric) string {
	if by == cct.Calls {
		return "; inclusive: its calls, and those of all that it calls"
	}
	return ""
}

// deepest is the deepest level for an indent of two columns; deeper trees are indented by less.
const deepest = 20

func treeTable(v *contextview.View, rows *contextview.Rows, heading, what string) *table {
	t := &table{heading: heading + ofCalls(v.By), none: "nothing has the share that is shown (--min)",
		columns: []column{{"inclusive", number}, {"%", number}, {"exclusive", number}, {"calls", number},
			{what, context}}}
	calls := what == "caller" && v.By == cct.Calls // the other numbers of the method are of no use then
	if calls {
		t.heading = heading
		t.columns = []column{{"calls", number}, {"%", number}, {what, context}}
	}
	levels := 0
	for _, r := range rows.List {
		levels = max(levels, r.Depth)
	}
	indent := func(depth int) string {
		if levels > deepest {
			return strings.Repeat(" ", min(depth, 2*deepest))
		}
		return strings.Repeat("  ", depth)
	}
	for _, r := range rows.List {
		name := report.Printable(r.Text())
		if r.Skipped > 0 && !r.Frameworks {
			cells := make([]string, len(t.columns))
			cells[len(cells)-1] = indent(r.Depth) + name
			t.rows = append(t.rows, cells)
			continue
		}
		if calls {
			t.add(report.Thousands(r.Calls), contextview.Percent(r.Calls, rows.Whole),
				indent(r.Depth)+name)
			continue
		}
		inclusive := contextview.Inclusive(v.Tree, v.By, r.Inclusive)
		percent := contextview.Percent(r.Inclusive, rows.Whole)
		if r.Recursive {
			inclusive, percent, name = "", "", name+" (recursive)"
		}
		t.add(inclusive, percent, contextview.Number(v.Tree, v.By, r.Exclusive), report.Thousands(r.Calls),
			indent(r.Depth)+name)
	}
	return t
}

// chosen writes the sums of the methods that were chosen.
func chosen(b *bufio.Writer, width int, v *contextview.View) {
	c := v.Chosen
	heading := report.Printable(c.Title())
	if v.Hot != nil {
		heading = "the hottest method: " + heading
	}
	t := &table{heading: heading,
		columns: []column{{"", word}, {"inclusive", number}, {"% of all", number}, {"exclusive", number},
			{"% of all", number}}}
	for _, m := range v.Tree.Columns() {
		whole := v.Tree.Sum(m)
		row := []string{m.String(), contextview.Inclusive(v.Tree, m, c.Inclusive[m]),
			contextview.Percent(c.Inclusive[m], whole), contextview.Number(v.Tree, m, c.Sums[m]),
			contextview.Percent(c.Sums[m], whole)}
		if m == cct.Calls {
			row[1], row[2] = "", "" // calls of other methods are nobody's question here
		}
		t.rows = append(t.rows, row)
	}
	if v.Tree.Has(cct.Objects) && c.Allocates() {
		own, all := c.Bytes()
		if v.Tree.IsPartial() {
			all.Unknown = max(1, all.Unknown) // calls beyond the limit are missing here
		}
		derived := func(name string, of func(cct.Sums, cct.Bytes) string) {
			t.add(name, of(c.Inclusive, all), "", of(c.Sums, own), "")
		}
		derived("bytes", func(_ cct.Sums, b cct.Bytes) string { return contextview.BytesText(b) })
		derived("elements per array", func(s cct.Sums, _ cct.Bytes) string {
			return contextview.AverageArray(s).String()
		})
		derived("made per 1,000 bytecodes", func(s cct.Sums, _ cct.Bytes) string {
			return contextview.Density(s).String()
		})
		derived("bytes per 1,000 bytecodes", func(s cct.Sums, b cct.Bytes) string {
			return contextview.ByteDensity(b, s).String()
		})
	}
	t.write(b, width)
}

func allocationTable(v *contextview.View) *table {
	heading := "allocations"
	if v.Chosen != nil {
		heading = "allocations below it, and in it"
	}
	t := &table{heading: heading, none: "nothing was allocated by recorded code", of: v.Allocated.Of,
		columns: []column{{"objects", number}, {"arrays", number}, {"elements", number}, {"avg length", number},
			{"bytes", number}, {"type", path}, {"made by", context}}}
	for i := range v.Allocated.List {
		a := &v.Allocated.List[i]
		var makers []string
		for _, m := range a.Makers {
			makers = append(makers, report.Printable(m.Method.Title())+" "+report.Thousands(m.Made))
		}
		if a.MoreMakers > 0 {
			makers = append(makers, fmt.Sprintf("%s more", thousands(a.MoreMakers)))
		}
		objects, arrays, elements := some(a.Objects), some(a.Arrays), some(a.Elements)
		average, bytes := a.Average().String(), contextview.BytesText(a.BytesIn(v))
		if v.IsLeast() {
			objects, arrays, elements = atLeast(objects), atLeast(arrays), atLeast(elements)
		}
		if a.Arrays > 0 && a.Elements == 0 && v.Tree.About.Unmade > 0 {
			arrays, average, bytes = "≤"+arrays, "", "≤"+bytes // a note says why
		}
		t.add(objects, arrays, elements, average, bytes,
			report.Printable(a.Title), strings.Join(makers, ", "))
	}
	return t
}

// atLeast marks a number as a lower bound. It returns "" unchanged.
func atLeast(number string) string {
	if number == "" {
		return ""
	}
	return "≥" + number
}

// some returns a number as text, "" for 0.
func some(n uint64) string {
	if n == 0 {
		return ""
	}
	return report.Thousands(n)
}

// contextNotes writes the limits of the numbers of a view, and the assumptions of its bytes.
func contextNotes(b *bufio.Writer, v *contextview.View) {
	notes(b, "notes on these numbers", v.Notes())
}

// notes writes notes below a heading, or nothing if there are none.
func notes(b *bufio.Writer, heading string, list []cct.Note) {
	if len(list) > 0 {
		fmt.Fprintln(b, "\n"+heading)
	}
	for _, n := range list {
		fmt.Fprintln(b, "  "+report.Printable(n.Text))
	}
}
