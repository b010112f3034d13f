package efficiencytable

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"jprof/internal/jtest/generated"
	"jprof/internal/jtest/trial"
)

// column is a column of the table: its title, its text in a row, and its share in thousandths of a percent, of which
// the table shows the median. share is nil if the column has no median.
type column struct {
	title string
	text  func(r *Row) string
	share func(r *Row) uint64
}

// portion returns a column of shares part/of.
func portion(title string, part, of func(r *Row) uint64) column {
	s := func(r *Row) uint64 { return share(part(r), of(r)) }
	return column{title, func(r *Row) string { return percent(s(r)) }, s}
}

func cost(r *Row) uint64     { return r.Cost }
func writes(r *Row) uint64   { return r.Writes }
func captured(r *Row) uint64 { return r.Captured }

// columns lists the columns of the table after the names.
var columns = []column{
	{title: "JDK", text: func(r *Row) string { return r.JDK }},
	{title: "contexts", text: func(r *Row) string { return thousands(r.Contexts) }},
	{title: "methods", text: func(r *Row) string { return thousands(r.Methods) }},
	{title: "cost, M", text: func(r *Row) string { return thousands((r.Cost + 500_000) / 1_000_000) }},
	{title: "output, k", text: func(r *Row) string { return thousands((r.Output + 500) / 1000) }},
	portion("efficiency", func(r *Row) uint64 { return r.Output }, cost),
	portion("no side effect", func(r *Row) uint64 { return r.NoSideEffect }, cost),
	portion("no effect", func(r *Row) uint64 { return r.NoEffect }, cost),
	portion("low efficiency", func(r *Row) uint64 { return r.LowEfficiency }, cost),
	portion("captured in a context", func(r *Row) uint64 { return r.TopContext }, captured),
	portion("a method", func(r *Row) uint64 { return r.TopMethod }, captured),
	portion("ten", func(r *Row) uint64 { return r.TopTen }, captured),
	portion("arraycopy", func(r *Row) uint64 { return r.Arraycopy }, writes),
	{title: "s", text: func(r *Row) string { return fmt.Sprintf("%.1f", r.Seconds) }},
	{title: "MB", text: func(r *Row) string { return fmt.Sprint((r.Peak + 500_000) / 1_000_000) }},
}

// Write writes the table of rows with the median of each share, the methods at the top of the lists, and the notes of
// each row. first is the title of the column of names.
func Write(w *strings.Builder, first string, rows []Row) {
	titles, lines := []string{first}, []string{"---"}
	for _, c := range columns {
		titles, lines = append(titles, c.title), append(lines, "---:")
	}
	trial.Row(w, titles...)
	trial.Row(w, lines...)
	for i := range rows {
		r := &rows[i]
		cells := []string{r.title()}
		for _, c := range columns {
			cells = append(cells, c.text(r))
		}
		trial.Row(w, cells...)
	}
	trial.Row(w, median(rows)...)
	fmt.Fprintf(w, "\nThe methods at the top of two lists:\n\n")
	trial.Titles(w, first, "no effect: share of the cost", "captured writes: share of them")
	for i := range rows {
		r := &rows[i]
		trial.Row(w, r.title(), named(r.Effectless), named(r.Capturing))
	}
	fmt.Fprintln(w)
	for i := range rows {
		for _, n := range rows[i].Notes {
			fmt.Fprintf(w, "- %s: %s\n", rows[i].title(), n)
		}
	}
}

// Publish writes a line about the measurement and the table of rows. If doc is not "", they also replace the part of
// command in this document.
func Publish(to io.Writer, doc, command, line, first string, rows []Row) error {
	var w strings.Builder
	fmt.Fprintf(&w, "%s.\n\n", line)
	Write(&w, first, rows)
	fmt.Fprint(to, w.String())
	if doc == "" {
		return nil
	}
	return generated.Write(doc, command, w.String())
}

// title returns the name of the row, with its coverage unless it includes the JDK.
func (r *Row) title() string {
	if r.Coverage == "all" {
		return r.Name
	}
	return r.Name + ", without the JDK"
}

// median returns the row of medians.
func median(rows []Row) []string {
	cells := []string{"median"}
	for _, c := range columns {
		if c.share == nil || len(rows) == 0 {
			cells = append(cells, "")
			continue
		}
		var all []uint64
		for i := range rows {
			all = append(all, c.share(&rows[i]))
		}
		slices.Sort(all)
		cells = append(cells, percent((all[(len(all)-1)/2]+all[len(all)/2])/2))
	}
	return cells
}

// named returns a list of methods with their shares.
func named(list []Share) string {
	var texts []string
	for _, s := range list {
		texts = append(texts, fmt.Sprintf("`%s` %s", s.Method, percent(s.Share)))
	}
	return strings.Join(texts, ", ")
}

// percent returns a share in percent with two digits after the point, or with three if it is below 0.1 %.
func percent(thousandths uint64) string {
	if thousandths < 100 {
		return fmt.Sprintf("0.%03d", thousandths)
	}
	hundredths := (thousandths + 5) / 10
	return fmt.Sprintf("%d.%02d", hundredths/100, hundredths%100)
}

// thousands returns a number with commas.
func thousands(n uint64) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}
