package compare_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"jprof/report"
	"jprof/report/compare"
	"jprof/report/reporttest"
)

// javaClass is a class of methods with one region each, and enough code to be found again anywhere.
func javaClass(name string, methods ...string) string {
	text := "‹t class " + name + "|class " + name + " {"
	for i, m := range methods {
		text += fmt.Sprintf(
			"\n‹m %s() %d|void ¤%s() ‹b body %d|{ ‹r %d|·%s1(‹c condition - -|x›, ‹c condition - -|y›);› }››", m, i, m,
			i, i, m)
	}
	return text + "\n}›\n"
}

func pairsOf(c *compare.Comparison) (list []string) {
	name := func(f *report.File) string {
		if f == nil {
			return "-"
		}
		return f.Sets[0].Module + "/" + f.Path
	}
	for _, p := range c.Files() {
		s := name(p.Old) + " > " + name(p.New) + ":"
		for _, m := range p.Methods {
			s += " " + m.Name()
		}
		list = append(list, s)
	}
	return list
}

func TestFilesBelongTogether(t *testing.T) {
	in := func(module, path, text string, counters ...uint64) reporttest.File {
		return reporttest.File{Module: module, Package: "p", Path: path, Text: text, Counters: counters}
	}
	old := reporttest.Model(t,
		in("m", "Same.java", javaClass("Same", "a", "b"), 1, 1),
		in("m", "Equal.java", javaClass("Equal", "c"), 1),
		in("m", "Old.java", javaClass("Old", "d", "e", "f"), 1, 2, 3),
		in("m", "Gone.java", javaClass("Gone", "g"), 7),
		in("m", "From.java", javaClass("From", "h", "i"), 1, 50),
		in("m", "Two.java", javaClass("Two", "k"), 1),
		in("n", "Two.java", javaClass("Two", "k", "l"), 2, 3))
	now := reporttest.Model(t,
		in("m", "Same.java", javaClass("Same", "a", "b"), 1, 1000),
		in("m", "Equal.java", javaClass("Equal", "c"), 1),
		in("m", "New.java", javaClass("New", "d", "e", "f"), 1, 2, 10), // renamed
		in("m", "From.java", javaClass("From", "h"), 1),
		in("m", "To.java", javaClass("To", "i", "j"), 50, 5), // one moved, one new
		in("m", "Two.java", javaClass("Two", "k"), 3),
		in("n", "Two.java", javaClass("Two", "k", "l"), 2, 4))
	c := compare.Models(old, now)
	want := []string{
		"m/Same.java > m/Same.java: Same::b()", "m/Gone.java > -: Gone::g()", "m/Old.java > m/New.java: New::f()",
		"- > m/To.java: To::j()", "m/Two.java > m/Two.java: Two::k()", "n/Two.java > n/Two.java: Two::l()",
	}
	if got := pairsOf(c); !slices.Equal(got, want) {
		t.Errorf("files\n%q\nwant\n%q", got, want)
	}
	want = []string{"p.Same > p.Same 2>1001", "- > p.To 0>55", "p.From > p.From 51>1", "p.Gone > - 7>0",
		"p.Old > p.New 6>13", "p.Two > p.Two 1>3", "p.Two > p.Two 5>6"}
	if got := classes(c); !slices.Equal(got, want) {
		t.Errorf("classes\n%q\nwant\n%q", got, want)
	}
	var moved []string
	for _, x := range c.Classes {
		if x.Moved() {
			moved = append(moved, x.Name())
		}
	}
	if !slices.Equal(moved, []string{"p.New"}) {
		t.Errorf("moved classes %q", moved)
	}
}

// TestClassWithNewMethodIsNotNew checks that a class with old methods is not new because its new method is all that
// differs.
func TestClassWithNewMethodIsNotNew(t *testing.T) {
	old := reporttest.Model(t, reporttest.File{Path: "A.java", Text: javaClass("A", "a"), Counters: []uint64{2}},
		reporttest.File{Path: "B.java", Text: javaClass("B")})
	now := reporttest.Model(t, reporttest.File{Path: "A.java", Text: javaClass("A", "a", "b"),
		Counters: []uint64{2, 3}},
		reporttest.File{Path: "B.java", Text: javaClass("B", "c"), Counters: []uint64{4}})
	if got, want := classes(compare.Models(old, now)), []string{"B > B 0>4", "A > A 2>5"}; !slices.Equal(got, want) {
		t.Errorf("classes %q, want %q", got, want)
	}
}

func TestFactor(t *testing.T) {
	for want, c := range map[string]compare.Change{
		"": {Before: 0, After: 5}, "0": {Before: 5}, "1.62": {Before: 177, After: 287},
		"1,235": {Before: 2, After: 2469}, "999": {Before: 1, After: 999},
		"9,223,372,036,854,775,808":   {Before: 1, After: math.MaxInt64},
		"1/9,223,372,036,854,775,808": {Before: math.MaxInt64, After: 1}, "0.001": {Before: 1000, After: 1},
		"1/1,001": {Before: 1001, After: 1},
	} {
		if got := c.Factor(); got != want {
			t.Errorf("%v: %q, want %q", c, got, want)
		}
	}
}

// TestCompareOtherModules checks that modules that one of the runs has not built are not gone.
func TestCompareOtherModules(t *testing.T) {
	module := func(name string, count uint64) reporttest.File {
		return reporttest.File{Module: name, Package: name, Path: name + "/A.java", Counters: []uint64{count},
			Text: "‹t class A|class A { ‹m f() 0|void ¤" + name + "() ‹b body 0|{ ‹r 0|·" + name + "();› }›› }›"}
	}
	c := compare.Models(reporttest.Model(t, module("a", 1), module("b", 5)),
		reporttest.Model(t, module("a", 2), module("c", 5)))
	if len(c.Methods) != 1 || len(c.Classes) != 1 || c.Methods[0].File().Path != "a/A.java" ||
		!slices.Equal(c.OnlyBefore, []string{"b"}) || !slices.Equal(c.OnlyAfter, []string{"c"}) {
		t.Errorf("methods %+v, only before %q, only after %q", c.Methods, c.OnlyBefore, c.OnlyAfter)
	}
	if want := (compare.Change{Before: 1, After: 2}); c.Executed != want || c.Invocations != want {
		t.Errorf("executed %v, invocations %v, want %v", c.Executed, c.Invocations, want)
	}
	// Without any in common they have other names.
	c = compare.Models(reporttest.Model(t, module("a", 1)), reporttest.Model(t, module("b", 2)))
	if len(c.Methods) != 2 || len(c.OnlyBefore)+len(c.OnlyAfter) > 0 {
		t.Errorf("methods %+v, only before %q, only after %q", c.Methods, c.OnlyBefore, c.OnlyAfter)
	}
}
