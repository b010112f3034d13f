package compare_test

import (
	"fmt"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/compare"
	"jprof/report/reporttest"
)

// missed lists places as "line never".
func missed(list []report.Missed) string {
	var texts []string
	for _, x := range list {
		texts = append(texts, fmt.Sprintf("%d %s", x.Line, strings.Join(x.Never, "+")))
	}
	return strings.Join(texts, ", ")
}

// TestEdit compares a class of which one method has another line and a new branch, one is not executed any more, and
// one goes another way.
func TestEdit(t *testing.T) {
	const same = "‹m g() 2|void ¤g() ‹b body 2|{\n‹r 2|·one();›\n}››\n" +
		"‹m h() 3|void ¤h() ‹b body 3|{\n‹r 3|·if (‹c condition 4 3-4|x›) ‹b then 4|{ ‹r 4|·y();› }›› }››\n}›"
	before := "‹t class A|class A {\n‹m f() 0|void ¤f() ‹b body 0|{\n‹r 0|·first();›\n‹r 1|·second();›\n}››\n" + same
	after := "‹t class A|class A {\n‹m f() 0|void ¤f() ‹b body 0|{\n‹r 0|·first();›\n‹r 1|·other();›\n" +
		"‹r 6|·added();›\n}››\n" + same
	old := reporttest.Model(t, file("A.java", before, 5, 5, 2, 7, 3))
	now := reporttest.Model(t, file("A.java", after, 5, 5, 0, 7, 0, 0, 0))
	c := compare.Models(old, now)
	if got := c.Changed.Text(); got != "1 of 2 lines executed (50.0 %)" {
		t.Errorf("changed: %s", got)
	}
	if got := missed(c.Changed.Missed); got != "5 executed" {
		t.Errorf("missed in the change: %s", got)
	}
	if got := missed(c.NewlyMissed.Missed); got != "7 invoked, 11 true" {
		t.Errorf("newly missed: %s", got)
	}
	if got := c.NewlyMissed.Text(); got != "1 line, 1 outcome of a branch" {
		t.Errorf("newly missed: %s", got)
	}
	if back := compare.Models(now, now); back.NewlyMissed.Any() || back.Changed.Text() != "" {
		t.Errorf("equal runs: %+v", back.NewlyMissed)
	}
	// Without a source, all lines of a changed method have changed.
	old.ReadSource = func(string, [32]byte) ([]byte, error) { return nil, fmt.Errorf("gone") }
	if got := compare.Models(old, now).Changed.Text(); got != "2 of 3 lines executed (66.7 %)" {
		t.Errorf("without a source: %s", got)
	}
}

// TestEditBesideMissed changes a method beside a line of which a part was missed before, and is missed.
func TestEditBesideMissed(t *testing.T) {
	of := func(name string) string {
		return "‹t class A|class A {\n‹m f() 0|void ¤f() ‹b body 0|{\n‹r 0|·a();› ‹r 1|·b();›\n‹r 2|·" + name +
			"();›\n}››\n}›"
	}
	c := compare.Models(reporttest.Model(t, file("A.java", of("before"), 5, 0, 5)),
		reporttest.Model(t, file("A.java", of("after"), 7, 0, 7)))
	if c.NewlyMissed.Any() || len(c.NewlyMissed.Missed) > 0 || c.Changed.Text() != "1 of 1 lines executed (100 %)" {
		t.Errorf("%+v, changed %s", c.NewlyMissed, c.Changed.Text())
	}
}

// TestSmallDifferences checks which classes are listed: not those that differ by 1 % or less, and edited ones first.
func TestSmallDifferences(t *testing.T) {
	class := func(name, code string, counter uint64) reporttest.File {
		return file(name+".java", "‹t class "+name+"|class "+name+" {\n‹m f() 0|void ¤f() ‹b body 0|{\n‹r 0|·"+code+
			"();›\n}››\n}›", counter)
	}
	old := reporttest.Model(t, class("Noise", "n", 1000), class("Much", "m", 1000), class("Edited", "a", 10),
		class("Zero", "z", 1))
	now := reporttest.Model(t, class("Noise", "n", 1010), class("Much", "m", 1100), class("Edited", "b", 11),
		class("Zero", "z", 0))
	c := compare.Models(old, now)
	var got []string
	classes, folded := c.LargeClasses()
	for _, x := range classes {
		got = append(got, fmt.Sprint(x.Name(), x.Edited))
	}
	if want := "p.Editedtrue p.Muchfalse p.Zerofalse"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %s", got, want)
	}
	methods, _ := c.LargeMethods()
	if len(c.Classes) != 4 || len(methods) != 3 || folded != "1 that differ by at most 1 %" {
		t.Errorf("%d classes, %d methods, %q", len(c.Classes), len(methods), folded)
	}
}

// TestSmallDifferencesAreThoseOfTheShownCounts lists no class or method for a single region that differs much, and that
// region in spite of it.
func TestSmallDifferencesAreThoseOfTheShownCounts(t *testing.T) {
	hot := func(name string, body, rare uint64) reporttest.File {
		return file(name+".java", "‹t class "+name+"|class "+name+" {\n‹m f() 0|void ¤f() ‹b body 0|{\n‹r 0|·n();›\n"+
			"‹b then 1|{‹r 1|·rare();›}›\n}››\n}›", body, rare)
	}
	c := compare.Models(reporttest.Model(t, hot("Hot", 100_000, 1), hot("More", 100, 1)),
		reporttest.Model(t, hot("Hot", 100_000, 2), hot("More", 300, 1)))
	classes, _ := c.LargeClasses()
	methods, _ := c.LargeMethods()
	regions := c.LargeRegions()
	if len(classes) != 1 || classes[0].Name() != "p.More" || len(methods) != 1 || methods[0].Name() != "More::f()" {
		t.Errorf("classes %v, methods %v", classes, methods)
	}
	if len(regions) != 2 || regions[1].Change != (compare.Change{Before: 1, After: 2}) {
		t.Errorf("regions %+v", regions)
	}
}

// TestNewTests lists tests without a result in the base, but for those that were renamed.
func TestNewTests(t *testing.T) {
	old := reporttest.WithResults(t, "old", "ATest: a=x b=y", "app/ATest.a app/ATest.b")
	now := reporttest.WithResults(t, "new", "ATest: a=x c=y d=z", "app/ATest.a app/ATest.c app/ATest.d -app/ATest.e")
	got := compare.Tests(old, now)
	if len(got.New) != 1 || got.New[0].Name != "p.ATest#d" || got.New[0].Place() != "app/ATest.java:4" || !got.Known {
		t.Errorf("%+v", got)
	}
}

// TestPart compares runs of which one has only a part of the tests: nothing is newly missed.
func TestPart(t *testing.T) {
	const text = "‹t class A|class A {\n‹m f() 0|void ¤f() ‹b body 0|{\n‹r 0|·first();›\n}››\n}›"
	old, now := reporttest.Model(t, file("A.java", text, 5)), reporttest.Model(t, file("A.java", text, 0))
	for _, c := range []struct{ before, after, want string }{
		{"", "-Dtest=B", "only a part of the tests ran: -Dtest=B"},
		{"-pl a", "", "only a part of the tests ran before: -pl a"},
		{"-pl a", "-pl a", ""},
	} {
		old.Run.Part, now.Run.Part = c.before, c.after
		d := compare.Models(old, now)
		if d.Part != c.want || d.NewlyMissed.Any() != (c.want == "") {
			t.Errorf("%q, %q: %q, newly missed %+v", c.before, c.after, d.Part, d.NewlyMissed)
		}
	}
}
