// Package cobertura writes counts as Cobertura's XML report, as coverage-04.dtd has it:
//
//	coverage > sources > source                             ".": paths are relative to the root of the project
//	coverage > packages > package > classes > class         one for each type that holds code, nested ones apart
//	class > methods > method > lines > line                 those of its lambdas included
//	class > lines > line > conditions > condition           each line of a file is in one class only
//
// A line is one on which a statement starts; hits is the count of the first of them that was executed. Its branches are
// those of the statements that start on it: condition-coverage sums up the outcomes of all of them, and each is a
// condition, of type switch for the labels of a switch and jump else. Complexity is cyclomatic, of classes and more the
// mean of their methods. A rate without a total is 1.
//
// The format has no word for unmeasured code: it is omitted. The versions of one path are one file, whose lines are
// added up. Control characters in names, which XML cannot hold, are shown as their pictures.
package cobertura

import (
	"encoding/xml"
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

type pkg struct {
	XMLName xml.Name `xml:"package"`
	Name    string   `xml:"name,attr"`
	rates
	Classes []class `xml:"classes>class"`
}

type class struct {
	Name string `xml:"name,attr"`
	File string `xml:"filename,attr"`
	rates
	Methods methods `xml:"methods"`
	Lines   lines   `xml:"lines"`
}

// methods and lines have to be there, empty or not.
type methods struct {
	Methods []method `xml:"method"`
}

type lines struct {
	Lines []line `xml:"line"`
}

type method struct {
	Name      string `xml:"name,attr"`
	Signature string `xml:"signature,attr"`
	rates
	Lines lines `xml:"lines"`
}

type line struct {
	Number     int         `xml:"number,attr"`
	Hits       uint64      `xml:"hits,attr"`
	Branch     bool        `xml:"branch,attr"`
	Coverage   string      `xml:"condition-coverage,attr,omitempty"`
	Conditions *conditions `xml:"conditions"`
}

type conditions struct {
	Conditions []condition `xml:"condition"`
}

type condition struct {
	Number   int    `xml:"number,attr"`
	Type     string `xml:"type,attr"`
	Coverage string `xml:"coverage,attr"`
}

type rates struct {
	Line       string `xml:"line-rate,attr"`
	Branch     string `xml:"branch-rate,attr"`
	Complexity string `xml:"complexity,attr"`
}

// sum is the numbers of a rate.
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

func (s sum) rates() rates {
	mean := 0.0
	if s.methods > 0 {
		mean = float64(s.complexity) / float64(s.methods)
	}
	return rates{rate(s.lines), rate(s.branches), number(mean)}
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
	// Rates come before the numbers that they sum up. Units are made twice, instead of keeping all of them.
	packages := map[string][][]*report.File{}
	var all sum
	for versions := range m.Paths() {
		u := report.UnitOf(versions)
		if len(u.Types) == 0 {
			continue
		}
		packages[u.Package] = append(packages[u.Package], versions)
		for _, c := range classes(u) {
			all.plus(c.sum)
		}
	}
	d := xmldoc.New(w, doctype)
	for _, f := range m.Run.Failures() {
		d.Comment(report.Printable(f.Text))
	}
	r := all.rates()
	coverage := xml.StartElement{Name: xml.Name{Local: "coverage"}, Attr: []xml.Attr{
		attr("line-rate", r.Line), attr("branch-rate", r.Branch),
		attr("lines-covered", strconv.Itoa(all.lines.Covered)), attr("lines-valid", strconv.Itoa(all.lines.Total)),
		attr("branches-covered", strconv.Itoa(all.branches.Covered)),
		attr("branches-valid", strconv.Itoa(all.branches.Total)),
		attr("complexity", r.Complexity), attr("version", "jprof "+m.Run.Tool),
		attr("timestamp", strconv.FormatInt(max(0, m.Run.Start.UnixMilli()), 10)),
	}}
	d.Token(coverage)
	d.Value(struct {
		XMLName xml.Name `xml:"sources"`
		Source  string   `xml:"source"`
	}{Source: "."})
	list := xml.StartElement{Name: xml.Name{Local: "packages"}}
	d.Token(list)
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		d.Value(packageOf(name, packages[name]))
	}
	d.Token(list.End())
	d.Token(coverage.End())
	if err := d.End(); err != nil {
		return fmt.Errorf("cobertura: %w", err)
	}
	return nil
}

func attr(name, value string) xml.Attr { return xml.Attr{Name: xml.Name{Local: name}, Value: value} }

func packageOf(name string, paths [][]*report.File) pkg {
	p := pkg{Name: report.Printable(name)}
	var all sum
	for _, versions := range paths {
		for _, c := range classes(report.UnitOf(versions)) {
			p.Classes = append(p.Classes, c.class)
			all.plus(c.sum)
		}
	}
	p.rates = all.rates()
	return p
}

type summed struct {
	class
	sum sum
}

func classes(u *report.Unit) []summed {
	var out []summed
	for _, t := range u.Types {
		name := decl.Qualified(u.Package, t.Name)
		c := summed{class: class{Name: report.Printable(name), File: report.Printable(u.Path)}}
		for _, m := range t.Methods {
			s := sum{lines: report.LineRatio(m.Code.Lines), branches: m.Branches, complexity: m.Complexity().Total,
				methods: 1}
			c.sum.complexity += s.complexity
			c.sum.methods++
			c.Methods.Methods = append(c.Methods.Methods,
				method{report.Printable(m.Name), report.Printable(m.Params), s.rates(),
					lines{convert(m.Code.Lines, nil)}})
		}
		c.sum.lines = report.LineRatio(t.Lines)
		for _, l := range t.Lines {
			c.sum.branches = c.sum.branches.Plus(l.Branches)
		}
		c.rates = c.sum.rates()
		c.Lines.Lines = convert(t.Lines, u.Branches)
		out = append(out, c)
	}
	return out
}

// convert makes lines, with conditions if branches is not nil.
func convert(counts []report.LineCount, branches map[int][]report.Branch) []line {
	out := make([]line, len(counts))
	for i, l := range counts {
		out[i] = line{Number: l.Line, Hits: l.Count}
		if l.Branches.Total == 0 {
			continue
		}
		out[i].Branch = true
		out[i].Coverage = fmt.Sprintf("%s (%d/%d)", percent(l.Branches), l.Branches.Covered, l.Branches.Total)
		if branches == nil {
			continue
		}
		out[i].Conditions = &conditions{}
		for n, b := range branches[l.Line] {
			kind := "jump"
			if b.Kind == "case" || b.Kind == "default" {
				kind = "switch"
			}
			out[i].Conditions.Conditions = append(out[i].Conditions.Conditions,
				condition{n, kind, percent(b.Covered())})
		}
	}
	return out
}

// percent is a whole number: 100 means all and 0 none, as readers take these.
func percent(r report.Ratio) string {
	whole := r.Covered * 100 / r.Total
	if whole == 0 && r.Covered > 0 {
		whole = 1
	}
	return strconv.Itoa(whole) + "%"
}
