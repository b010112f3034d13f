// Package cobertura writes counts as Cobertura's XML report, as coverage-04.dtd has it:
//
//	coverage > sources > source                             ".": paths are relative to the root of the project
//	coverage > packages > package > classes > class         one for each type that holds code, nested ones apart
//	class > methods > method > lines > line                 those of its lambdas included
//	class > lines > line > conditions > condition           each line of a file is in one class only
//
// A line is one on which a statement starts; hits is the count of the first such statement that was executed. The
// branches of a line are those of the statements that start on it. condition-coverage sums up the outcomes of all of
// them, and each branch is a condition, of type switch for the labels of a switch, else jump. Complexity is cyclomatic;
// that of classes, packages and the whole is the mean of their methods. A rate without a total is 1.
//
// The format cannot represent unmeasured code, so it is omitted. The versions of one path are one file, whose lines are
// added up. Control characters in names, which XML does not allow, are replaced by their pictures.
package cobertura

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"jprof/internal/java/decl"
	"jprof/report"
	"jprof/report/export/xmldoc"
	"jprof/report/gate"
)

const doctype = `DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd"`

// sum holds the numbers that rates are computed from.
type sum struct {
	lines, branches     report.Ratio
	complexity, methods int
}

func (s *sum) plus(o sum) {
	s.lines = s.lines.Plus(o.lines)
	s.branches = s.branches.Plus(o.branches)
	s.complexity += o.complexity
	s.methods += o.methods
}

// mean returns the mean complexity of the methods.
func (s sum) mean() float64 { return float64(s.complexity) / float64(max(1, s.methods)) }

// rates returns the attributes for the numbers.
func (s sum) rates() []any {
	return []any{"line-rate", rate(s.lines), "branch-rate", rate(s.branches), "complexity", number(s.mean())}
}

func rate(r report.Ratio) string {
	if r.Total == 0 {
		return "1"
	}
	return number(float64(r.Covered) / float64(r.Total))
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// Write writes all measured files of m.
func Write(w io.Writer, m *report.Model, _ *gate.Verdict) error {
	// Rates come before the numbers that they sum up. Units are made twice, to save the memory for all of them.
	packages := map[string][][]*report.File{}
	var all sum
	for versions := range m.Paths() {
		u := report.UnitOf(versions)
		if len(u.Types) == 0 {
			continue
		}
		packages[u.Package] = append(packages[u.Package], versions)
		all.plus(sumOf(u.Types...))
	}
	d := xmldoc.New(w, doctype)
	for _, f := range m.Run.Failures() {
		d.Comment(report.Printable(f.Text))
	}
	d.Element(func() {
		d.Element(func() { d.Element(func() { d.Text(".") }, "source") }, "sources")
		d.Element(func() {
			for _, name := range slices.Sorted(maps.Keys(packages)) {
				writePackage(d, name, packages[name])
			}
		}, "packages")
	}, "coverage", "line-rate", rate(all.lines), "branch-rate", rate(all.branches), "lines-covered", all.lines.Covered,
		"lines-valid", all.lines.Total, "branches-covered", all.branches.Covered, "branches-valid", all.branches.Total,
		"complexity", number(all.mean()), "version", "jprof "+m.Run.Tool,
		"timestamp", max(0, m.Run.Start.UnixMilli()))
	if err := d.End(); err != nil {
		return fmt.Errorf("cobertura: %w", err)
	}
	return nil
}

func writePackage(d *xmldoc.Document, name string, paths [][]*report.File) {
	var all sum
	units := make([]*report.Unit, len(paths))
	for i, versions := range paths {
		units[i] = report.UnitOf(versions)
		all.plus(sumOf(units[i].Types...))
	}
	d.Element(func() {
		d.Element(func() {
			for _, u := range units {
				for _, t := range u.Types {
					writeClass(d, u, t)
				}
			}
		}, "classes")
	}, "package", append([]any{"name", report.Printable(name)}, all.rates()...)...)
}

// sumOf returns the numbers of types.
func sumOf(types ...report.UnitType) sum {
	var s sum
	for _, t := range types {
		s.plus(sum{lines: report.LineRatio(t.Lines), methods: len(t.Methods)})
		for _, m := range t.Methods {
			s.complexity += m.Complexity().Total
		}
		for _, l := range t.Lines {
			s.branches = s.branches.Plus(l.Branches)
		}
	}
	return s
}

// writeClass writes a class with its methods and lines. The elements for both are required, even if they are empty.
func writeClass(d *xmldoc.Document, u *report.Unit, t report.UnitType) {
	d.Element(func() {
		d.Element(func() {
			for _, m := range t.Methods {
				s := sum{report.LineRatio(m.Code.Lines), m.Branches, m.Complexity().Total, 1}
				d.Element(func() { writeLines(d, m.Code.Lines, nil) }, "method", append([]any{
					"name", report.Printable(m.Name), "signature", report.Printable(m.Params)}, s.rates()...)...)
			}
		}, "methods")
		writeLines(d, t.Lines, u.Branches)
	}, "class", append([]any{"name", report.Printable(decl.Qualified(u.Package, t.Name)),
		"filename", report.Printable(u.Path)}, sumOf(t).rates()...)...)
}

// writeLines writes lines, with conditions if branches is not nil.
func writeLines(d *xmldoc.Document, counts []report.LineCount, branches map[int][]report.Branch) {
	d.Element(func() {
		for _, l := range counts {
			about := []any{"number", l.Line, "hits", l.Count, "branch", l.Branches.Total > 0}
			if l.Branches.Total > 0 {
				about = append(about, "condition-coverage",
					fmt.Sprintf("%s (%d/%d)", percent(l.Branches), l.Branches.Covered, l.Branches.Total))
			}
			d.Element(func() {
				if l.Branches.Total > 0 && branches != nil {
					d.Element(func() { writeConditions(d, branches[l.Line]) }, "conditions")
				}
			}, "line", about...)
		}
	}, "lines")
}

func writeConditions(d *xmldoc.Document, branches []report.Branch) {
	for n, b := range branches {
		kind := "jump"
		if b.Kind == "case" || b.Kind == "default" {
			kind = "switch"
		}
		d.Element(nil, "condition", "number", n, "type", kind, "coverage", percent(b.Covered()))
	}
}

// percent returns a whole number. As readers expect, 100 always means all and 0 none.
func percent(r report.Ratio) string {
	whole := r.Covered * 100 / r.Total
	if whole == 0 && r.Covered > 0 {
		whole = 1
	}
	return strconv.Itoa(whole) + "%"
}
