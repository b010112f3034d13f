// Package csv writes counts as comma-separated values (RFC 4180, in UTF-8), a line for each method:
//
//	modules               that compile it, separated by semicolons
//	package, class        the class is its binary name without the package: Outer$Inner
//	method                its name, <init> or <clinit>, and the list of its parameters: <init>(int size)
//	path, line, end_line  the path is relative to the root of the project; the line is that of the name
//	numbers               the columns of package columns for the table CSV; of a ratio two: NAME_covered, NAME
//	measured              true or false: then the numbers are empty
//
// Numbers of a method include its lambdas, but not methods of classes within it.
//
// Methods that could not be parsed are missing. If source sets compile different versions of a path, each version has
// lines.
//
// Spreadsheets read some texts as formulas. A text that starts with =, +, -, @ or white space gets an apostrophe in
// front. Names in Java never start like that, but paths may. Control characters are replaced by their pictures, so that
// a line of text is a record.
package csv

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"jprof/report"
	"jprof/report/columns"
	"jprof/report/gate"
)

// Write writes the methods of all files of m, by path and place.
func Write(w io.Writer, m *report.Model, _ *gate.Verdict) error {
	numbers := columns.Of(columns.CSV)
	return write(w, true, header(numbers), func(row func(cells ...string)) { rows(m, numbers, row) })
}

func rows(m *report.Model, numbers []columns.Column, write func(cells ...string)) {
	for _, f := range m.Files {
		modules := strings.Join(slices.DeleteFunc(f.Modules(), func(name string) bool { return name == "" }), ";")
		for i := range f.Methods {
			m := &f.Methods[i]
			record := []string{text(modules), text(f.Package), text(m.Owner()), text(m.VMName() + m.Params()),
				text(f.Path),
				number(m.Name.Line), number(m.Span.End.Line)}
			row := columns.OfMethod(m)
			for _, n := range numbers {
				record = append(record, cells(n, &row, m.Measured)...)
			}
			write(append(record, strconv.FormatBool(m.Measured))...)
		}
	}
}

// Table writes a table of texts below the row head.
func Table(w io.Writer, head []string, rows [][]string) error {
	return write(w, false, head, func(row func(cells ...string)) {
		for _, cells := range rows {
			for i, c := range cells {
				cells[i] = text(c)
			}
			row(cells...)
		}
	})
}

// write writes the row head, and then the rows for which fill calls row.
func write(w io.Writer, crlf bool, head []string, fill func(row func(cells ...string))) error {
	c := csv.NewWriter(w)
	c.UseCRLF = crlf
	row := func(cells ...string) { _ = c.Write(cells) } // errors stay in c
	row(head...)
	fill(row)
	c.Flush()
	if err := c.Error(); err != nil {
		return fmt.Errorf("csv: %w", err)
	}
	return nil
}

// header returns the first record.
func header(numbers []columns.Column) []string {
	record := []string{"modules", "package", "class", "method", "path", "line", "end_line"}
	for _, c := range numbers {
		if c.Ratio != nil {
			record = append(record, c.Name+"_covered")
		}
		record = append(record, c.Name)
	}
	return append(record, "measured")
}

// cells returns the cells of a row for a column: two for a ratio, one for a count. They are empty if there is no
// number.
func cells(c columns.Column, row *report.Totals, measured bool) []string {
	if c.Ratio != nil {
		if !measured {
			return []string{"", ""}
		}
		r := c.Ratio(row)
		return []string{number(r.Covered), number(r.Total)}
	}
	if n, ok := c.Count(row); ok && measured {
		return []string{number(n)}
	}
	return []string{""}
}

// text returns the cell for a name.
func text(s string) string {
	s = report.Printable(s)
	if s != "" && strings.ContainsRune("=+-@\t ", rune(s[0])) {
		return "'" + s
	}
	return s
}

func number[N int | uint32 | uint64](n N) string { return fmt.Sprint(n) }
