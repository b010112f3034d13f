package text

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"jprof/report"
	"jprof/report/cct"
	"jprof/report/contextview"
)

// Contexts writes what jprof contexts shows of a run: the parts that the view has. Notes on what the numbers lack come
// last. Tables fit into width columns, 0 for any number:
//
//	13,193 contexts of 4 methods: 13,193 calls, 110,538 bytecodes, 0 objects, 0 arrays
//
//	hottest methods by bytecodes, exclusive: without the methods that they call
//	  exclusive       %  inclusive        %   calls  contexts  objects  arrays  method
//	     45,005  40.7 %     45,005   40.7 %   5,001     5,001        0       0  Deep.down(int)
//
//	hottest paths by bytecodes
//	  inclusive        %  exclusive  calls  context
//	    110,538  100.0 %          0      0  thread main
//	    110,538  100.0 %          9      1    Deep.main(String[])
//	     45,005   40.7 %          9      1      Deep.down(int)
//	                                            ⋮ 4,876 levels of Deep.down(int)
func Contexts(w io.Writer, width int, v *contextview.View) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, summary(v.Tree))
	if v.Hot != nil {
		fmt.Fprintln(b)
		t := hotTable(v)
		t.write(b, width)
		t.more(b, v.Hot.Of)
	}
	if v.Paths != nil {
		fmt.Fprintln(b)
		treeTable(v, v.Paths, "hottest paths by "+v.By.String(), "context").write(b, width)
	}
	if v.Chosen != nil {
		fmt.Fprintln(b)
		chosen(b, width, v)
	}
	if v.Callers != nil {
		fmt.Fprintln(b)
		heading := "called by: callers are below what they call; numbers are those of the method, called on this way"
		treeTable(v, v.Callers, heading, "caller").write(b, width)
	}
	if v.Below != nil {
		fmt.Fprintln(b)
		treeTable(v, v.Below, "calls: what is executed below it", "context").write(b, width)
	}
	if v.Allocated != nil {
		fmt.Fprintln(b)
		t := allocationTable(v)
		t.write(b, width)
		t.more(b, v.Allocated.Of)
	}
	contextNotes(b, v.Tree)
	return flush(b)
}

// summary is the first line: what the tree has in all.
func summary(t *cct.Tree) string {
	methods := uint64(len(t.ByMethod()))
	s := fmt.Sprintf("%s of %s: %s, %s, %s, %s", counted(uint64(t.Contexts()), "context"), counted(methods, "method"),
		counted(t.Sum(cct.Calls), "call"), counted(t.Sum(cct.Bytecodes), "bytecode"),
		counted(t.Sum(cct.Objects), "object"), counted(t.Sum(cct.Arrays), "array"))
	if n := t.Sum(cct.Elements); n > 0 {
		s += fmt.Sprintf(" with %s", counted(n, "element"))
	}
	return s
}

func counted(n uint64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return report.Thousands(n) + " " + noun + "s"
}

// percent is a share with one decimal; what is not 0 never looks like it.
func percent(n, whole uint64) string {
	share := contextview.Share(n, whole)
	if n > 0 && share < 0.05 {
		return "<0.1 %"
	}
	return fmt.Sprintf("%.1f %%", share)
}

func hotTable(v *contextview.View) *table {
	whole := v.Tree.Sum(v.By)
	t := &table{heading: "hottest methods by " + v.By.String() + ", exclusive: without what they call",
		none: "no method has any"}
	titles := []string{"exclusive", "%", "inclusive", "%", "calls", "contexts"}
	alone := v.Paths == nil // then there is room for more
	if alone {
		titles = append(titles, "objects", "arrays", "avg length", "per 1,000")
	}
	for _, title := range titles {
		t.columns = append(t.columns, column{title, number})
	}
	t.columns = append(t.columns, column{"method", context})
	for i := range v.Hot.List {
		h := &v.Hot.List[i]
		n := report.Thousands
		cells := []string{n(h.Self[v.By]), percent(h.Self[v.By], whole), n(h.Inclusive[v.By]),
			percent(h.Inclusive[v.By], whole), n(h.Self[cct.Calls]), n(h.Contexts)}
		if alone {
			cells = append(cells, n(h.Self[cct.Objects]), n(h.Self[cct.Arrays]), decimal(h.AverageArray()),
				decimal(h.Density()))
		}
		t.rows = append(t.rows, append(cells, report.Printable(h.Of.Signature())))
	}
	return t
}

// decimal is a number with one decimal, "" for none.
func decimal(x float64, ok bool) string {
	if !ok {
		return ""
	}
	return fmt.Sprintf("%.1f", x)
}

// deepest is how many levels are indented by two columns; deeper trees by less.
const deepest = 20

func treeTable(v *contextview.View, rows *contextview.Rows, heading, what string) *table {
	t := &table{heading: heading, none: "nothing has the share that is shown (--min)",
		columns: []column{{"inclusive", number}, {"%", number}, {"exclusive", number}, {"calls", number},
			{what, context}}}
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
		if r.Skipped > 0 {
			t.rows = append(t.rows, []string{"", "", "", "", indent(r.Depth) + skipped(&r)})
			continue
		}
		name := report.Printable(r.Name)
		if r.Line > 0 {
			name += fmt.Sprintf("  (line %d)", r.Line)
		}
		share := r.Inclusive
		if what == "caller" && v.By == cct.Calls {
			share = r.Calls
		}
		t.rows = append(t.rows, []string{report.Thousands(r.Inclusive), percent(share, rows.Whole),
			report.Thousands(r.Exclusive), report.Thousands(r.Calls), indent(r.Depth) + name})
	}
	return t
}

// skipped is the text of a row in place of several levels.
func skipped(r *contextview.Row) string {
	levels := "⋮ " + counted(uint64(r.Skipped), "level")
	if r.First == r.Last {
		return levels + " of " + report.Printable(r.First)
	}
	return levels + ": " + report.Printable(r.First) + " to " + report.Printable(r.Last)
}

// chosen writes the sums of the methods that were chosen.
func chosen(b *bufio.Writer, width int, v *contextview.View) {
	c := v.Chosen
	name := report.Printable(v.Tree.Methods[c.Methods[0]].Signature())
	if n := len(c.Methods); n > 1 {
		name = counted(uint64(n), "method") + " together, such as " + name
	}
	t := &table{heading: fmt.Sprintf("%s, in %s", name, counted(uint64(c.Contexts()), "context")),
		columns: []column{{"", word}, {"inclusive", number}, {"% of all", number}, {"exclusive", number},
			{"% of all", number}}}
	for m := range cct.NumMetrics {
		whole := v.Tree.Sum(m)
		t.rows = append(t.rows, []string{m.String(), report.Thousands(c.Inclusive[m]), percent(c.Inclusive[m], whole),
			report.Thousands(c.Sums[m]), percent(c.Sums[m], whole)})
	}
	t.write(b, width)
}

func allocationTable(v *contextview.View) *table {
	heading := "allocations"
	if v.Chosen != nil {
		heading = "allocations below it, and in it"
	}
	t := &table{heading: heading, none: "nothing was allocated",
		columns: []column{{"objects", number}, {"arrays", number}, {"elements", number}, {"avg length", number},
			{"type", path}, {"made by", label}}}
	for i := range v.Allocated.List {
		a := &v.Allocated.List[i]
		var makers []string
		for _, m := range a.Makers {
			makers = append(makers, shortMethod(report.Printable(m.Method.Signature()))+" "+report.Thousands(m.Made))
		}
		if a.MoreMakers > 0 {
			makers = append(makers, fmt.Sprintf("%s more", report.Thousands(uint64(a.MoreMakers))))
		}
		t.rows = append(t.rows, []string{some(a.Objects), some(a.Arrays), some(a.Elements), decimal(a.Average()),
			report.Printable(a.Type), strings.Join(makers, ", ")})
	}
	return t
}

// some is a number, "" for 0.
func some(n uint64) string {
	if n == 0 {
		return ""
	}
	return report.Thousands(n)
}

// contextNotes writes what the numbers of a tree are not.
func contextNotes(b *bufio.Writer, t *cct.Tree) {
	notes := t.Notes()
	if len(notes) == 0 {
		return
	}
	fmt.Fprintln(b, "\nwhat these numbers are not")
	for _, n := range notes {
		fmt.Fprintln(b, "  "+report.Printable(n.Text))
	}
}
