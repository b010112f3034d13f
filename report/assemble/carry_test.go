package assemble_test

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/probe"
	"jprof/report"
	"jprof/report/assemble"
	"jprof/report/reporttest"
)

// carried is the model of the newer files with what the older ones have counted; groups of older files are older from
// one to the next.
func carried(t *testing.T, newer []reporttest.File, older ...[]reporttest.File) *report.Model {
	t.Helper()
	inputs := make([]assemble.Input, 0, 1+len(older))
	for _, files := range append([][]reporttest.File{newer}, older...) {
		p := &reporttest.Project{}
		if err := p.Add(files...); err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, p.Input("test"))
	}
	in := inputs[0]
	for _, o := range inputs[1:] {
		in.Older = append(in.Older, o.Sets...)
	}
	in.Counters = func(id probe.ID) []uint64 {
		for _, i := range inputs {
			if c := i.Counters(id); c != nil {
				return c
			}
		}
		return nil
	}
	in.Source = func(path string, hash [32]byte) (text []byte, err error) {
		for _, i := range inputs {
			if text, err = i.Source(path, hash); err == nil && sha256.Sum256(text) == hash {
				return text, nil
			}
		}
		return nil, cmp.Or(err, errors.New("no such source"))
	}
	m, err := assemble.Model(in)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// methods lists the methods of a model with their counts.
func methods(m *report.Model) (list []string) {
	for _, f := range m.Files {
		for _, x := range f.Methods {
			list = append(list, fmt.Sprintf("%s %s %d", f.Path, x.Label, x.Invocations))
		}
	}
	return list
}

func file(path, text string, counters ...uint64) reporttest.File {
	return reporttest.File{Module: "g:a", Package: "p", Path: path, Text: text, Counters: counters}
}

func TestCarryOver(t *testing.T) {
	m := carried(t,
		[]reporttest.File{file("A.java", reporttest.MethodsAfter, 10, 4, 1, 2, 100, 200, 0, 5),
			file("B.java", reporttest.MethodsElsewhere, 7)},
		[]reporttest.File{file("A.java", reporttest.MethodsBefore, 3, 1, 30, 300, 3000, 0, 11, 12)},
		[]reporttest.File{file("A.java", reporttest.MethodsBefore+"// still older\n", 1, 1, 1, 1, 1, 1, 1, 1)},
	)
	want := []string{
		"A.java A$1::run() 5", "A.java A::changes() 2", "A.java A::same() 14", "A.java A::added() 1",
		"A.java A$2::run() 112", "A.java A$3::run() 213", // they were $1 and $2
		"B.java B::moves() 38", // it was in A
	}
	if got := methods(m); !slices.Equal(got, want) {
		t.Errorf("methods\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var same *report.Branch
	for i, b := range m.Files[0].Branches {
		if b.Kind == "condition" && b.True > 0 {
			same = &m.Files[0].Branches[i]
		}
	}
	if same == nil || same.True != 4+1+1 || same.False != 6+2+0 {
		t.Errorf("branch of same(): %+v", same)
	}
	var dropped []string
	for _, d := range m.Dropped {
		dropped = append(dropped, fmt.Sprintf("%s:%d %s %d: %s", d.Path, d.Line, d.What, d.Count, d.Reason))
	}
	wantDropped := []string{
		"A.java:5 A::changes() 300: the method has changed",
		"A.java:6 A::goes() 3000: the newest sources have no such method",
		"A.java:5 A::changes() 1: the method has changed",
		"A.java:6 A::goes() 1: the newest sources have no such method",
		"A.java:7 A::never() 1: the newest sources have no such method",
	}
	if !slices.Equal(dropped, wantDropped) {
		t.Errorf("dropped\n%s\nwant\n%s", strings.Join(dropped, "\n"), strings.Join(wantDropped, "\n"))
	}
}

// TestCarryOverToOthers checks that code alone is not enough: counts never get to another method that only looks like
// the old one.
func TestCarryOverToOthers(t *testing.T) {
	class := func(path, name, members string, counters ...uint64) reporttest.File {
		return file(path, "‹t class "+name+"|class "+name+" {\n"+members+"}›", counters...)
	}
	method := func(name string, counter int, body string) string {
		return fmt.Sprintf("‹m %[1]s() %[2]d|int ¤%[1]s() ‹b body %[2]d|{ ‹r %[2]d|·%[3]s;› }››\n", name, counter, body)
	}
	anonymous := func(name string, counter int) string {
		return fmt.Sprintf("‹t anonymous %[1]s|‹m run() %[2]d|void ¤run() ‹b body %[2]d|{ ‹r %[2]d|·n++;› }›››", name,
			counter)
	}
	for name, test := range map[string]struct {
		newer, older []reporttest.File
		want         []string
		dropped      int
	}{
		"a small method of another class": {
			[]reporttest.File{class("B.java", "Other", method("size", 0, "return 0"), 0)},
			[]reporttest.File{class("A.java", "Old", method("size", 0, "return 0"), 7)},
			[]string{"B.java Other::size() 0"}, 1},
		"a class that was renamed with all its small methods": {
			[]reporttest.File{class("B.java", "New", method("size", 0, "return 0")+method("name", 1, "return x"), 1,
				1)},
			[]reporttest.File{class("A.java", "Old", method("size", 0, "return 0")+method("name", 1, "return x"), 7,
				8)},
			[]string{"B.java New::size() 8", "B.java New::name() 9"}, 0},
		"an anonymous class in front of another": {
			[]reporttest.File{class("A.java", "A", method("unused", 0, "return "+anonymous("A$1", 1))+
				method("used", 2, "return "+anonymous("A$2", 3)), 0, 0, 1, 10)},
			[]reporttest.File{class("A.java", "A", method("used", 0, "return "+anonymous("A$1", 1)), 1, 10)},
			[]string{"A.java A::unused() 0", "A.java A$1::run() 0", "A.java A::used() 2", "A.java A$2::run() 20"}, 0},
		"methods with anonymous classes that change places": {
			[]reporttest.File{class("A.java", "A", method("two", 0, "return "+anonymous("A$1", 1))+
				method("one", 2, "return "+anonymous("A$2", 3)), 0, 0, 1, 10)},
			[]reporttest.File{class("A.java", "A", method("one", 0, "return "+anonymous("A$1", 1))+
				method("two", 2, "return "+anonymous("A$2", 3)), 1, 5, 0, 0)},
			[]string{"A.java A::two() 0", "A.java A$1::run() 0", "A.java A::one() 2", "A.java A$2::run() 15"}, 0},
		"an anonymous class in a method that is gone": {
			[]reporttest.File{class("A.java", "A", method("other", 0, "return "+anonymous("A$1", 1)), 0, 0)},
			[]reporttest.File{class("A.java", "A", method("one", 0, "return "+anonymous("A$1", 1)), 1, 5)},
			[]string{"A.java A::other() 0", "A.java A$1::run() 0"}, 2},
	} {
		m := carried(t, test.newer, test.older)
		if got := methods(m); !slices.Equal(got, test.want) || len(m.Dropped) != test.dropped {
			t.Errorf("%s: got %q, dropped %+v, want %q", name, got, m.Dropped, test.want)
		}
	}
}

// TestCarryOverLosesNothing checks that shown and dropped counts add up to all that was counted, for any set of old
// sources.
func TestCarryOverLosesNothing(t *testing.T) {
	sum := func(m *report.Model) (n uint64) {
		for _, f := range m.Files {
			for _, x := range f.Methods {
				n += x.Invocations
			}
		}
		for _, d := range m.Dropped {
			n += d.Count
		}
		return n
	}
	a := []reporttest.File{file("A.java", reporttest.MethodsAfter, 10, 4, 1, 2, 100, 200, 0, 5),
		file("B.java", reporttest.MethodsElsewhere, 7)}
	b := []reporttest.File{file("A.java", reporttest.MethodsBefore, 3, 1, 30, 300, 3000, 50, 11, 12)}
	total := sum(carried(t, a)) + sum(carried(t, b))
	for name, m := range map[string]*report.Model{"a is newer": carried(t, a, b), "b is newer": carried(t, b, a)} {
		if got := sum(m); got != total {
			t.Errorf("%s: %d, want %d", name, got, total)
		}
	}
}

// TestTitlesOfDropped checks that a method that is gone has the name of its class in the source that had it.
func TestTitlesOfDropped(t *testing.T) {
	const gone = "‹t enum E|enum E {\n ONE ‹t anonymous E$1|{ ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·a();› }›› }›}›"
	m := carried(t, []reporttest.File{file("E.java", "‹t enum E|enum E { ONE }›")},
		[]reporttest.File{file("E.java", gone, 3)})
	if len(m.Dropped) != 1 || m.Dropped[0].What != "E$1::f()" || m.Dropped[0].Title != "E.ONE::f()" {
		t.Errorf("dropped %+v", m.Dropped)
	}
}
