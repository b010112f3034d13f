// Package jacoco writes counts in the XML format of JaCoCo's reports, as its report.dtd has it ("-//JACOCO//DTD Report
// 1.1//EN"):
//
//	report > sessioninfo                              the run
//	report > group > package                          a group for each module, none where there is one module only
//	package > class > method > counter                one class for each type that holds code, nested ones apart
//	package > sourcefile > line, counter
//
// The format counts instructions of bytecode, which sources do not have: INSTRUCTION, mi and ci are statements.
// Sources have no descriptors either: desc is the list of parameters in the source. Initialisers are methods, <clinit>
// those of classes and <init> those of instances, with {...} in the place of parameters; from the second of a class on,
// their number follows. Branches are those of the source, catch clauses among them. A line is one on which a statement
// starts. It is in one class only, that of its first statement. Complexity is JaCoCo's: branches less decisions plus
// one, covered as far as branches are.
//
// The format reports whether a line was executed, not how often. It has no word for unmeasured code: it is omitted. If
// several modules compile a file, the first one has the counts. The versions of one path are one file, whose lines are
// added up. Where two paths of a module have the same package and name, as in sources for several releases of Java, the
// later one is in a group of its own, named after the module and the folder. Control characters in names, which XML
// cannot hold, are shown as their pictures.
package jacoco

import (
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"jprof/report"
	"jprof/report/export/xmldoc"
	"jprof/report/gate"
)

const doctype = `DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd"`

type session struct {
	XMLName xml.Name `xml:"sessioninfo"`
	ID      string   `xml:"id,attr"`
	Start   int64    `xml:"start,attr"` // milliseconds since 1970
	Dump    int64    `xml:"dump,attr"`
}

type pkg struct {
	XMLName  xml.Name `xml:"package"`
	Name     string   `xml:"name,attr"`
	Classes  []class  `xml:"class"`
	Files    []file   `xml:"sourcefile"`
	Counters []counter
}

type class struct {
	Name     string   `xml:"name,attr"`
	File     string   `xml:"sourcefilename,attr"`
	Methods  []method `xml:"method"`
	Counters []counter
}

type method struct {
	Name     string `xml:"name,attr"`
	Desc     string `xml:"desc,attr"`
	Line     int    `xml:"line,attr"`
	Counters []counter
}

type file struct {
	Name     string `xml:"name,attr"`
	Lines    []line `xml:"line"`
	Counters []counter
}

type line struct {
	Number          int `xml:"nr,attr"`
	Missed          int `xml:"mi,attr"`
	Covered         int `xml:"ci,attr"`
	MissedBranches  int `xml:"mb,attr"`
	CoveredBranches int `xml:"cb,attr"`
}

type counter struct {
	XMLName xml.Name `xml:"counter"`
	Type    string   `xml:"type,attr"`
	Missed  int      `xml:"missed,attr"`
	Covered int      `xml:"covered,attr"`
}

// sum is the numbers of counters.
type sum struct {
	statements, branches, lines, complexity, methods, classes report.Ratio
}

func (s *sum) plus(o sum) {
	s.statements = s.statements.Plus(o.statements)
	s.branches = s.branches.Plus(o.branches)
	s.lines = s.lines.Plus(o.lines)
	s.complexity = s.complexity.Plus(o.complexity)
	s.methods = s.methods.Plus(o.methods)
	s.classes = s.classes.Plus(o.classes)
}

// counters lists the counters that are not empty, in JaCoCo's order.
func (s sum) counters() []counter {
	var out []counter
	for _, c := range []struct {
		name  string
		ratio report.Ratio
	}{{"INSTRUCTION", s.statements}, {"BRANCH", s.branches}, {"LINE", s.lines}, {"COMPLEXITY", s.complexity},
		{"METHOD", s.methods}, {"CLASS", s.classes}} {
		if c.ratio.Total > 0 {
			out = append(out, counter{Type: c.name, Missed: c.ratio.Total - c.ratio.Covered, Covered: c.ratio.Covered})
		}
	}
	return out
}

// Write writes all measured files of m.
func Write(w io.Writer, m *report.Model, _ *gate.Verdict) error {
	d := xmldoc.New(w, doctype)
	for _, f := range m.Run.Failures() {
		d.Comment(report.Printable(f.Text))
	}
	root := start("report", m.Title)
	d.Token(root)
	when := max(0, m.Run.Start.UnixMilli())
	d.Value(session{ID: report.Printable(m.Run.ID), Start: when, Dump: when})
	groups := groupsOf(m)
	var all sum
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		group, packages := start("group", name), groups[name]
		if len(groups) > 1 {
			d.Token(group)
		}
		var ofGroup sum
		for _, name := range slices.Sorted(maps.Keys(packages)) {
			p, s := packageOf(name, packages[name])
			d.Value(p)
			ofGroup.plus(s)
		}
		if len(groups) > 1 {
			d.Value(ofGroup.counters())
			d.Token(group.End())
		}
		all.plus(ofGroup)
	}
	d.Value(all.counters())
	d.Token(root.End())
	if err := d.End(); err != nil {
		return fmt.Errorf("jacoco: %w", err)
	}
	return nil
}

// packages holds the versions of each path, by the name of the package.
type packages map[string][][]*report.File

// groupsOf assigns paths to groups, so that a package and a file name in it are there once in each.
func groupsOf(m *report.Model) map[string]packages {
	type place struct{ group, pkg, file string }
	taken := map[place]bool{}
	groups := map[string]packages{}
	for versions := range m.Paths() {
		u := report.UnitOf(versions)
		if len(u.Types) == 0 {
			continue
		}
		group, name := u.Sets[0].Module, path.Base(u.Path)
		if taken[place{group, u.Package, name}] {
			root := strings.TrimSuffix(path.Dir(u.Path), strings.ReplaceAll(u.Package, ".", "/"))
			group = strings.TrimSpace(group + " (" + strings.TrimSuffix(root, "/") + ")")
		}
		taken[place{group, u.Package, name}] = true
		if groups[group] == nil {
			groups[group] = packages{}
		}
		groups[group][u.Package] = append(groups[group][u.Package], versions)
	}
	return groups
}

func packageOf(name string, paths [][]*report.File) (pkg, sum) {
	folder := strings.ReplaceAll(name, ".", "/")
	p := pkg{Name: report.Printable(folder)}
	var all sum
	for _, versions := range paths {
		u := report.UnitOf(versions)
		f := file{Name: report.Printable(path.Base(u.Path))}
		var ofFile sum
		for _, t := range u.Types {
			c, s := classOf(t)
			c.Name, c.File = report.Printable(className(folder, t.Name)), f.Name
			p.Classes = append(p.Classes, c)
			ofFile.plus(s)
		}
		for _, l := range u.Lines {
			f.Lines = append(f.Lines, line{l.Line, l.Code().Total - l.Code().Covered, l.Code().Covered,
				l.Branches.Total - l.Branches.Covered, l.Branches.Covered})
		}
		f.Counters = ofFile.counters()
		p.Files = append(p.Files, f)
		all.plus(ofFile)
	}
	p.Counters = all.counters()
	return p, all
}

func className(folder, name string) string {
	if folder == "" {
		return name
	}
	return folder + "/" + name
}

func classOf(t report.UnitType) (class, sum) {
	var c class
	all := sum{statements: report.CodeOf(t.Lines), lines: report.LineRatio(t.Lines), classes: report.Ratio{Total: 1}}
	for _, l := range t.Lines {
		all.branches = all.branches.Plus(l.Branches)
	}
	for _, m := range t.Methods {
		s := sum{statements: report.CodeOf(m.Lines), branches: m.Branches, lines: report.LineRatio(m.Lines),
			complexity: m.Complexity(), methods: report.Ratio{Total: 1}}
		if m.Count > 0 {
			s.methods.Covered = 1
		}
		all.complexity = all.complexity.Plus(s.complexity)
		all.methods = all.methods.Plus(s.methods)
		c.Methods = append(c.Methods, method{report.Printable(m.Name), report.Printable(m.Params), m.Line,
			s.counters()})
	}
	if all.methods.Covered > 0 || all.lines.Covered > 0 {
		all.classes.Covered = 1
	}
	c.Counters = all.counters()
	return c, all
}

func start(element, name string) xml.StartElement {
	return xml.StartElement{Name: xml.Name{Local: element},
		Attr: []xml.Attr{{Name: xml.Name{Local: "name"}, Value: report.Printable(name)}}}
}
