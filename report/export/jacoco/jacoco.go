// Package jacoco writes counts in the XML format of JaCoCo's reports, as its report.dtd has it ("-//JACOCO//DTD Report
// 1.1//EN"):
//
//	report > sessioninfo                              the run
//	report > group > package                          a group for each module, none where there is one module only
//	package > class > method > counter                one class for each type that holds code, nested ones apart
//	package > sourcefile > line, counter
//
// The format counts instructions of bytecode, which sources do not have: INSTRUCTION, mi and ci are statements. Sources
// have no descriptors either: desc is the list of parameters in the source. Initialisers are methods: <clinit> for
// those of classes, <init> for those of instances, with {...} in place of parameters. From the second initialiser of a
// class on, a number follows. Branches are those of the source, including catch clauses. A line is one on which a
// statement starts. It is in one class only, that of its first statement. Complexity is JaCoCo's: the number of
// branches minus that of decisions plus one, and the same with covered branches for the covered part.
//
// The format has only whether a line was executed, not how often. It cannot represent unmeasured code, so it is
// omitted. If several modules compile a file, the first one has the counts. The versions of one path are one file,
// whose lines are added up. Two paths of a module may have the same package and name, as in sources for several
// releases of Java. Then the later one is in a group of its own, named after the module and the folder. Control
// characters in names, which XML does not allow, are replaced by their pictures.
package jacoco

import (
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

// The counters, in JaCoCo's order.
const (
	statements = iota
	branches
	lines
	complexity
	methods
	classes
	numCounters
)

// sum holds the numbers of the counters.
type sum [numCounters]report.Ratio

func (s *sum) plus(o sum) {
	for i := range s {
		s[i] = s[i].Plus(o[i])
	}
}

// write writes the counters whose total is not 0.
func (s sum) write(d *xmldoc.Document) {
	names := [numCounters]string{"INSTRUCTION", "BRANCH", "LINE", "COMPLEXITY", "METHOD", "CLASS"}
	for i, r := range s {
		if r.Total > 0 {
			d.Element(nil, "counter", "type", names[i], "missed", r.Total-r.Covered, "covered", r.Covered)
		}
	}
}

// Write writes all measured files of m.
func Write(w io.Writer, m *report.Model, _ *gate.Verdict) error {
	d := xmldoc.New(w, doctype)
	for _, f := range m.Run.Failures() {
		d.Comment(report.Printable(f.Text))
	}
	when := max(0, m.Run.Start.UnixMilli())
	d.Element(func() {
		d.Element(nil, "sessioninfo", "id", report.Printable(m.Run.ID), "start", when, "dump", when)
		writeGroups(d, groupsOf(m)).write(d)
	}, "report", "name", report.Printable(m.Title))
	if err := d.End(); err != nil {
		return fmt.Errorf("jacoco: %w", err)
	}
	return nil
}

// writeGroups writes the packages, in groups if there are several.
func writeGroups(d *xmldoc.Document, groups map[string]packages) sum {
	var all sum
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		write := func() sum {
			var ofGroup sum
			packages := groups[name]
			for _, name := range slices.Sorted(maps.Keys(packages)) {
				ofGroup.plus(writePackage(d, name, packages[name]))
			}
			return ofGroup
		}
		if len(groups) == 1 {
			return write()
		}
		d.Element(func() {
			ofGroup := write()
			ofGroup.write(d)
			all.plus(ofGroup)
		}, "group", "name", report.Printable(name))
	}
	return all
}

// packages holds the versions of each path, by the name of the package.
type packages map[string][][]*report.File

// groupsOf assigns paths to groups, so that each group has a file name in a package only once.
func groupsOf(m *report.Model) map[string]packages {
	type place struct{ group, pkg, file string }
	taken := map[place]bool{}
	groups := map[string]packages{}
	for versions := range m.Paths() {
		if !report.HasCode(versions) {
			continue
		}
		f := versions[0]
		group, name := report.SetsOf(versions)[0].Module, path.Base(f.Path)
		if taken[place{group, f.Package, name}] {
			root := strings.TrimSuffix(path.Dir(f.Path), strings.ReplaceAll(f.Package, ".", "/"))
			group = strings.TrimSpace(group + " (" + strings.TrimSuffix(root, "/") + ")")
		}
		taken[place{group, f.Package, name}] = true
		if groups[group] == nil {
			groups[group] = packages{}
		}
		groups[group][f.Package] = append(groups[group][f.Package], versions)
	}
	return groups
}

func writePackage(d *xmldoc.Document, name string, paths [][]*report.File) sum {
	folder := strings.ReplaceAll(name, ".", "/")
	var all sum
	d.Element(func() {
		units, sums := make([]*report.Unit, len(paths)), make([]sum, len(paths))
		for i, versions := range paths {
			units[i] = report.UnitOf(versions)
			for _, t := range units[i].Types {
				sums[i].plus(writeClass(d, strings.TrimPrefix(folder+"/"+t.Name, "/"), path.Base(units[i].Path), t))
			}
			all.plus(sums[i])
		}
		for i, u := range units {
			d.Element(func() {
				for _, l := range u.Lines {
					d.Element(nil, "line", "nr", l.Line, "mi", l.Code().Total-l.Code().Covered, "ci", l.Code().Covered,
						"mb", l.Branches.Total-l.Branches.Covered, "cb", l.Branches.Covered)
				}
				sums[i].write(d)
			}, "sourcefile", "name", report.Printable(path.Base(u.Path)))
		}
		all.write(d)
	}, "package", "name", report.Printable(folder))
	return all
}

func writeClass(d *xmldoc.Document, name, file string, t report.UnitType) sum {
	all := sum{statements: report.CodeOf(t.Lines), lines: report.LineRatio(t.Lines)}
	for _, l := range t.Lines {
		all[branches] = all[branches].Plus(l.Branches)
	}
	d.Element(func() {
		for _, m := range t.Methods {
			s := sum{statements: report.CodeOf(m.Lines), branches: m.Branches, lines: report.LineRatio(m.Lines),
				complexity: m.Complexity(), methods: report.RatioOf(m.Count)}
			all[complexity] = all[complexity].Plus(s[complexity])
			all[methods] = all[methods].Plus(s[methods])
			d.Element(func() { s.write(d) }, "method", "name", report.Printable(m.Name),
				"desc", report.Printable(m.Params), "line", m.Line)
		}
		all[classes] = report.RatioOf(uint64(all[methods].Covered + all[lines].Covered))
		all.write(d)
	}, "class", "name", report.Printable(name), "sourcefilename", report.Printable(file))
	return all
}
