package follow_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"jprof/report/follow"
)

// TestInitialisers follows initialisers with the same code, in another order or in fewer classes. Each has the count of
// the one that it was, by the lines of both texts.
func TestInitialisers(t *testing.T) {
	const two = "class A {\nA x = f();\n} class B {\nA x = f();\n}"
	const both, swapped = "static int a = f();\nint b = f();\n", "int b = f();\nstatic int a = f();\n"
	for _, x := range []struct {
		old, later string
		lines      [][2]int // old and later
	}{
		{two, "class A {\nA x = f();\n} class B {\n}", [][2]int{{2, 2}}},
		{two, "class B {\nA x = f();\n} class C {\nA x = f();\n}", [][2]int{{4, 2}, {2, 4}}},
		{"class A {\n" + both + "}", "class A {\n" + swapped + "}", [][2]int{{3, 2}, {2, 3}}},
	} {
		c := count(t, x.old, rand.New(rand.NewPCG(1, 1)))
		counts, want := map[int]uint64{}, [][3]int{}
		for _, l := range c.file.Lines() {
			counts[l.Line] = l.Count
		}
		for _, l := range x.lines {
			want = append(want, [3]int{l[1], int(counts[l[0]]), 1})
		}
		var got [][3]int
		for _, l := range follow.To(c.file, c.text, mapOf(t, x.later), []byte(x.later)).File.Lines() {
			got = append(got, [3]int{l.Line, int(l.Count), l.Statements.Total})
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q: lines, counts and statements are %v, want %v", x.later, got, want)
		}
	}
}

// TestRunLines reformats a method: the lines of the run that have the code of a line are known where no other code is
// on them.
func TestRunLines(t *testing.T) {
	const old = "class A {\nvoid m(int a) {\nif (a > 0) a++;\na--;\na += 2;\nint b = a;\n}\n" +
		"int c = f(); int d = f();\n}\n"
	const later = "class A {\nvoid m(int a)\n{\nif (a > 0)\na++;\na--; a += 2;\n\nint b = a;\n}\nint d = f();\n}\n"
	c := count(t, old, rand.New(rand.NewPCG(1, 1)))
	f := follow.To(c.file, c.text, mapOf(t, later), []byte(later))
	got := map[int]string{}
	for _, l := range f.File.Lines() {
		got[l.Line] = fmt.Sprint(f.RunLine(l.Line), f.RunLines(l.Line))
	}
	want := map[int]string{4: "3 []", 5: "3 []", 6: "4 [4 5]", 8: "6 [6]", 10: "8 []"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("lines of the run: %v, want %v", got, want)
	}
}
