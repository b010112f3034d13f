package report

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"jprof/internal/format/probe"
)

// Compare compares source sets by module and name.
func (s SetName) Compare(o SetName) int {
	return cmp.Or(cmp.Compare(s.Module, o.Module), cmp.Compare(s.Name, o.Name))
}

// IsTestPath reports whether a source is a test source, by the names of its folders. It is for sources that no source
// set of the model compiles. In src/SET/java the name of the source set decides, because packages of main sources may
// be named test, too. In doubtful cases it returns false, because gates ignore test sources.
func IsTestPath(name string) bool {
	folders := strings.Split(path.Dir(name), "/")
	for i := range max(0, len(folders)-2) {
		if folders[i] == "src" && (folders[i+2] == "java" || folders[i+2] == "resources") {
			return probe.NamesTests(folders[i+1])
		}
	}
	return slices.ContainsFunc(folders, func(folder string) bool {
		return folder == "test" || folder == "tests" || strings.HasSuffix(folder, "Test")
	})
}

// IsTest reports whether only source sets of tests compile the file. Then it is a test source; all others are main
// sources.
func (f *File) IsTest() bool {
	return !slices.ContainsFunc(f.Sets, func(s SetName) bool { return !s.Test })
}

func isMain(f *File) bool { return !f.IsTest() }

// Scope returns the kind of sources that Model.Totals count: "main sources" or "test sources"; "" if the project has no
// test sources.
func (m *Model) Scope() string {
	switch {
	case m.TestTotals.Files() > 0:
		return "main sources"
	case len(m.Files) > 0 && !slices.ContainsFunc(m.Files, isMain):
		return "test sources"
	}
	return ""
}

// MainSources returns the model with the files, classes and omitted parts of the main sources only. Totals and
// TestTotals are not changed. A model that has only test sources is returned unchanged.
func (m *Model) MainSources() *Model {
	if !slices.ContainsFunc(m.Files, isMain) {
		return m
	}
	p := m.only(isMain)
	p.Run.OmittedFolders = slices.DeleteFunc(slices.Clone(m.Run.OmittedFolders), func(f SourceFolder) bool {
		return m.holdsTests(f.Module, f.Set)
	})
	return p
}

// holdsTests reports whether a source set holds tests, by its files, or by its name if it has none.
func (m *Model) holdsTests(module, set string) bool {
	for _, f := range m.Files {
		for _, s := range f.Sets {
			if s.Module == module && s.Name == set {
				return s.Test
			}
		}
	}
	return probe.Kind("").IsTest(set)
}

// TestSources returns the model with the test sources only. Without test sources it has no files.
func (m *Model) TestSources() *Model { return m.only((*File).IsTest) }

// only returns the model with the files that in accepts.
func (m *Model) only(in func(*File) bool) *Model {
	p := *m
	p.Files, p.Classes, p.Omitted = nil, nil, nil
	for _, f := range m.Files {
		if in(f) {
			p.Files = append(p.Files, f)
		}
	}
	for _, c := range m.Classes {
		if in(c.File) {
			p.Classes = append(p.Classes, c)
		}
	}
	for _, n := range m.Omitted {
		if in(n.File) {
			p.Omitted = append(p.Omitted, n)
		}
	}
	return &p
}

// Sum returns the totals of all files of the model, both main and test sources.
func (m *Model) Sum() Totals {
	var t Totals
	for _, f := range m.Files {
		t = t.Plus(f.Totals)
	}
	return t
}

// MainAndTests returns the totals of the main sources and of the test sources in files. Without main sources, main has
// the totals of the test sources, and tests is empty.
func MainAndTests(files []*File) (main, tests Totals) {
	for _, f := range files {
		if f.IsTest() {
			tests = tests.Plus(f.Totals)
		} else {
			main = main.Plus(f.Totals)
		}
	}
	if main.Files() == 0 {
		return tests, Totals{}
	}
	return main, tests
}
