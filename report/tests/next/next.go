// Package next ranks the methods of main sources by what a test of them is worth: their risk times what is missed. It
// also names the test that is nearest to each.
package next

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/tests/testview"
)

// Formula explains Place.Score to users.
const Formula = "the score is complexity × √(commits of the file in the last year + 1) × missed lines and branch " +
	"outcomes; with calls in production, it is multiplied by 1 + the number of their digits"

// Column is a column of the list.
type Column struct {
	Key     string `json:"key"` // in JSON
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

// Columns returns the columns that a list has behind the method, and the order of the list in a sentence. All outputs
// have the same.
func Columns(list []Place) (columns []Column, order string) {
	commits := slices.ContainsFunc(list, func(p Place) bool { return p.Changes >= 0 })
	production := slices.ContainsFunc(list, func(p Place) bool { return p.Production > 0 })
	risks := []string{"complexity"}
	columns = []Column{{"lines", "missed lines", "lines that were not executed"},
		{"outcomes", "missed branches", "outcomes of branches that never happened"},
		{"complexity", "complexity", "cyclomatic complexity, by McCabe"}}
	if commits {
		risks = append(risks, "commits of the last year")
		columns = append(columns, Column{"commits", "commits", "that changed the file in the last year"})
	}
	if production {
		risks = append(risks, "calls in production")
		columns = append(columns, Column{"production", "calls in production", "outside of tests, in a merged run"})
	}
	order = "Highest risk × missed lines and branches first. The risk grows with " + words.Listed(risks) + "."
	return append(columns, Column{"test", "nearest test",
		"it executes much of the method and little else, or has the name of the class"}), order
}

// Place is a method with missed lines or outcomes of branches.
type Place struct {
	Method          report.MethodRef
	Line            int // the first missed line or branch; of a method that was never invoked, that of its name
	Lines, Outcomes int // that no test executed
	Complexity      int
	Changes         int    // commits that changed its file, -1 if they are not known
	Production      uint64 // calls outside of tests, in a merged run
	Score           float64
	Test            Test // the nearest, with an empty name if there is none
}

// Test is a test, or a class of tests, that could be extended.
type Test struct {
	Name string `json:"name"` // org.example.ParserTest#digits, or org.example.ParserTest
	Path string `json:"path"` // "" where its source is not known
	Line int    `json:"line"`
}

// Input holds what Rank requires besides the model.
type Input struct {
	Tests  *testview.Model // counts by test of the same run, nil for none
	Merged bool            // the run was merged: what ran outside of tests may be production
	// Changes has the number of commits that changed a file, by its path; nil if they are not known.
	Changes map[string]int
}

// Rank lists the methods of the main sources of a model with missed code, the highest score first, and how many there
// are. Only the first n have a test.
func Rank(m *report.Model, in Input, n int) []Place {
	var list []Place
	for _, f := range m.MainSources().Files {
		missed := firstMissed(f)
		for i := range f.Methods {
			x := &f.Methods[i]
			if !x.Measured {
				continue
			}
			p := Place{Method: report.MethodRef{File: f, Index: i}, Lines: x.Lines.Total - x.Lines.Covered,
				Outcomes: x.Branches.Total - x.Branches.Covered, Complexity: x.Complexity, Changes: -1}
			p.Line = cmp.Or(missed[i], int(x.Name.Line))
			if in.Changes != nil {
				p.Changes = in.Changes[f.Path]
			}
			if in.Merged && in.Tests != nil && x.Invocations > 0 {
				p.production(in.Tests)
			}
			if p.Lines+p.Outcomes > 0 {
				p.Score = p.score()
				list = append(list, p)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Place) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Method.File.Path, b.Method.File.Path),
			cmp.Compare(a.Line, b.Line))
	})
	near := Near(m, in.Tests)
	for i := range list[:min(n, len(list))] {
		list[i].Test = near(list[i].Method)
	}
	return list
}

// Near returns the function that finds the test nearest to a method of a model. tests is nil without counts by test.
func Near(m *report.Model, tests *testview.Model) func(report.MethodRef) Test {
	n := nearest{m, tests, testFiles(m)}
	return n.of
}

func (p *Place) score() float64 {
	s := float64(p.Complexity) * math.Sqrt(float64(1+max(0, p.Changes))) * float64(p.Lines+p.Outcomes)
	return s * (1 + float64(digits(p.Production)))
}

func digits(n uint64) int {
	d := 0
	for ; n > 0; n /= 10 {
		d++
	}
	return d
}

// production sets Production, and adds to Lines those that ran outside of tests only.
func (p *Place) production(tests *testview.Model) {
	file := tests.File(p.Method.File)
	inTest := func(uses []testview.Use) bool {
		return slices.ContainsFunc(uses, func(u testview.Use) bool { return !tests.Tests[u.Test].IsOutside() })
	}
	for _, u := range file.Invocations(p.Method.Index) {
		if tests.Tests[u.Test].IsOutside() {
			p.Production = report.Add(p.Production, u.Count)
		}
	}
	if p.Production == 0 {
		return
	}
	seen := map[int]bool{}
	for i := range p.Method.File.Regions {
		r := &p.Method.File.Regions[i]
		if !r.Measured || r.Count == 0 || p.Method.File.MethodOf(r.Block) != p.Method.Index || inTest(file.Region(i)) {
			continue
		}
		for _, s := range r.Statements {
			if line := int(s.Start.Line); !seen[line] {
				seen[line] = true
				p.Lines++
			}
		}
	}
}

// firstMissed returns the line of the first missed place of each method.
func firstMissed(f *report.File) map[int]int {
	lines := map[int]int{}
	for _, x := range (&report.Model{Files: []*report.File{f}}).Missed(nil) {
		if lines[x.Method] == 0 {
			lines[x.Method] = x.Line
		}
	}
	return lines
}

// nearest finds the tests that are nearest to methods.
type nearest struct {
	model *report.Model
	tests *testview.Model
	files map[string][]*report.File // test sources, by the class that their name is about
}

// testFiles returns the test sources by the names of classes that theirs are made of: Parser for ParserTest,
// ParserTests, ParserIT and TestParser.
func testFiles(m *report.Model) map[string][]*report.File {
	files := map[string][]*report.File{}
	for _, f := range m.Files {
		if !f.IsTest() {
			continue
		}
		name := strings.TrimSuffix(path.Base(f.Path), ".java")
		for _, end := range []string{"Tests", "Test", "IT", "TestCase"} {
			if of, is := strings.CutSuffix(name, end); is {
				files[of] = append(files[of], f)
			}
		}
		if of, is := strings.CutPrefix(name, "Test"); is {
			files[of] = append(files[of], f)
		}
	}
	return files
}

// of returns the test nearest to a method: see byTest. Without counts by test it is the test class that is named after
// the class.
func (n *nearest) of(r report.MethodRef) Test {
	class := r.Method().Class
	if n.tests != nil {
		if t := n.byTest(r); t.Name != "" {
			return t
		}
	}
	name := strings.TrimSuffix(path.Base(r.File.Path), ".java")
	if class != nil {
		name = class.Name
	}
	list := n.files[name]
	if len(list) == 0 {
		return Test{}
	}
	f := list[0]
	if i := slices.IndexFunc(list, func(x *report.File) bool { return x.Package == r.File.Package }); i >= 0 {
		f = list[i]
	}
	t := Test{Name: strings.TrimSuffix(path.Base(f.Path), ".java"), Path: f.Path, Line: 1}
	if len(f.Classes) > 0 {
		t.Name, t.Line = f.Classes[0].Qualified(), f.Classes[0].Line
	}
	return t
}

// byTest returns, of the tests that execute at least half as many regions of a method as the one that executes most,
// the one that executes least else. If none executes the method, its class counts in place of the method.
func (n *nearest) byTest(r report.MethodRef) Test {
	file, class := n.tests.File(r.File), r.Method().Class
	method, around := map[int32]int{}, map[int32]int{}
	for i := range r.File.Regions {
		region := &r.File.Regions[i]
		if !region.Measured || region.Count == 0 || region.Block < 0 || r.File.Blocks[region.Block].Class != class {
			continue
		}
		for _, u := range file.Region(i) {
			if !n.tests.Tests[u.Test].IsTest() {
				continue
			}
			around[u.Test]++
			if r.File.MethodOf(region.Block) == r.Index {
				method[u.Test]++
			}
		}
	}
	of := method
	if len(of) == 0 {
		of = around
	}
	most, best := 0, int32(-1)
	for _, regions := range of {
		most = max(most, regions)
	}
	better := func(a, b int32) bool {
		x, y := &n.tests.Tests[a], &n.tests.Tests[b]
		return cmp.Or(cmp.Compare(y.Regions, x.Regions), cmp.Compare(of[a], of[b]), int(b-a)) > 0
	}
	for t, regions := range of {
		if 2*regions >= most && (best < 0 || better(t, best)) {
			best = t
		}
	}
	if best < 0 {
		return Test{}
	}
	x := &n.tests.Tests[best]
	t := Test{Name: x.String()}
	t.Path, t.Line = PlaceOf(n.model, x.Class, x.Method)
	return t
}

// PlaceOf returns the place of the method of a test, or of its class; "" and 0 where they are not known.
func PlaceOf(model *report.Model, class, method string) (file string, line int) {
	top, _, _ := strings.Cut(class, "$")
	for _, f := range model.Files {
		for _, c := range f.Classes {
			if c.Qualified() != top {
				continue
			}
			for _, i := range c.Methods {
				if m := &f.Methods[i]; m.VMName() == method {
					return f.Path, int(m.Name.Line)
				}
			}
			return f.Path, c.Line
		}
	}
	return "", 0
}
