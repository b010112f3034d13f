package cct_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
)

// sumDrawing is the example of package comments: sum of two callers, and a recursive method.
const sumDrawing = `
	thread main
	  Sum.main([Ljava/lang/String;)V 1 18
	    Sum.twice(I)I 1 8
	      Sum.sum(II)I 2 74 int[]=2/10
	        Sum.f(I)I 6 24
	    Sum.sum(II)I 1 107 int[]=1/10 java.lang.String=3
	      Sum.f(I)I 10 40
	    Sum.fact(I)I 1 10
	      Sum.fact(I)I 1 10
	        Sum.fact(I)I 1 10
	          Sum.fact(I)I 1 6
	thread Beta
	  Sum.f(I)I 1 4
	`

func TestColumns(t *testing.T) {
	tree := ccttest.Tree(t, sumDrawing)
	var names []string
	for i := range tree.Len() {
		names = append(names, tree.Name(i))
	}
	want := []string{"Beta", "Sum.f(I)I", "main", "Sum.main([Ljava/lang/String;)V", "Sum.fact(I)I", "Sum.fact(I)I",
		"Sum.fact(I)I", "Sum.fact(I)I", "Sum.sum(II)I", "Sum.f(I)I", "Sum.twice(I)I", "Sum.sum(II)I", "Sum.f(I)I"}
	if !slices.Equal(names, want) {
		t.Errorf("nodes: %q", names)
	}
	if want := []int32{-1, 0, -1, 2, 3, 4, 5, 6, 3, 8, 3, 10, 11}; !slices.Equal(tree.Parent, want) {
		t.Errorf("parents: %v", tree.Parent)
	}
	if want := []int32{2, 2, 13, 13, 8, 8, 8, 8, 10, 10, 13, 13, 13}; !slices.Equal(tree.End, want) {
		t.Errorf("ends: %v", tree.End)
	}
	if got := tree.Total(cct.Bytecodes)[3]; got != 307 {
		t.Errorf("bytecodes of main and its callees: %d", got)
	}
	if got := tree.Sum(cct.Calls); got != 26 {
		t.Errorf("calls of all: %d", got)
	}
	if tree.Contexts() != 11 {
		t.Errorf("%d contexts", tree.Contexts())
	}
}

func TestByMethod(t *testing.T) {
	tree := ccttest.Tree(t, sumDrawing)
	got := map[string]cct.MethodSum{}
	var keys []string
	for _, s := range tree.ByMethod() {
		m := tree.Methods[s.Method]
		got[m.Name] = s
		keys = append(keys, m.Key())
	}
	if !slices.IsSorted(keys) || len(keys) != 5 {
		t.Errorf("methods: %q", keys)
	}
	sum := got["sum"]
	if sum.Contexts != 2 || sum.Self != (cct.Sums{3, 181, 3, 3, 20}) || sum.Inclusive[cct.Bytecodes] != 245 {
		t.Errorf("sum: %+v", sum)
	}
	if f := got["fact"]; f.Self[cct.Bytecodes] != 36 || f.Inclusive[cct.Bytecodes] != 36 || f.Contexts != 4 {
		t.Errorf("the callers of a recursive method count again: %+v", f)
	}
}

func TestBeyondTheLimit(t *testing.T) {
	tree := ccttest.Tree(t, `
	thread main
	  p.Main.run()V 1 9
	thread zebra
	  p.Main.run()V 1 9
	thread (beyond the limit)
	  p.Main.run()V 5 45
	  p.Main.late()V 2 8
	`)
	tree.About.Limit = 2_000_000
	if tree.Contexts() != 2 || tree.BeyondRoot() != 4 {
		t.Errorf("%d contexts, the root beyond is %d", tree.Contexts(), tree.BeyondRoot())
	}
	run := tree.ByMethod()[1]
	if run.Contexts != 2 || run.Self[cct.Calls] != 7 || run.Inclusive[cct.Bytecodes] != 63 {
		t.Errorf("sums by method have all calls: %+v", run)
	}
	want := "7 calls with 53 bytecodes were beyond the limit of 2,000,000 contexts"
	if !tree.IsPartial() {
		t.Error("its inclusive numbers are said to be complete")
	}
	if notes := tree.Notes(); len(notes) != 1 || notes[0].Kind != cct.Beyond ||
		!strings.Contains(notes[0].Text, want) ||
		!strings.HasSuffix(notes[0].Text, "contexts.include and contexts.exclude in jprof.yaml") {
		t.Errorf("notes: %v", notes)
	}
}

func TestAllocations(t *testing.T) {
	tree := ccttest.Tree(t, sumDrawing)
	want := []cct.Allocation{{Type: "java.lang.String", Objects: 3}, {Type: "int[]", Arrays: 1, Elements: 10}}
	if got := tree.Allocations(8); !reflect.DeepEqual(got, want) {
		t.Errorf("of sum below main: %+v", got)
	}
	if got := tree.Allocations(3); got != nil {
		t.Errorf("of main: %+v", got)
	}
}

func TestMethodNames(t *testing.T) {
	for _, tt := range []struct{ class, name, descriptor, key, signature string }{
		{"p.Outer$Inner", "of", "(I[Ljava/lang/String;[[JZ)V", "p.Outer$Inner.of(I[Ljava/lang/String;[[JZ)V",
			"p.Outer$Inner.of(int,String[],long[][],boolean)"},
		{"Main", "<init>", "()V", "Main.<init>()V", "Main.<init>()"},
	} {
		m := cct.Method{Class: tt.class, Name: tt.name, Descriptor: tt.descriptor}
		if m.Key() != tt.key || m.Signature() != tt.signature {
			t.Errorf("%s, %s", m.Key(), m.Signature())
		}
	}
}

func TestTitles(t *testing.T) {
	for want, m := range map[string]cct.Method{
		"A.copy()":                 {Name: "copy"},
		"A.copy() (bridge)":        {Name: "copy", Synthetic: true, Bridge: true},
		"A.access$0() (synthetic)": {Name: "access$0", Synthetic: true},
		"A.lambda$run$0()":         {Name: "lambda$run$0", Synthetic: true},
	} {
		m.Class, m.Descriptor = "A", "()V"
		if got := m.Title(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestSumsStayAtTheLargestNumber(t *testing.T) {
	if got := cct.Add(math.MaxUint64-1, 3); got != math.MaxUint64 {
		t.Errorf("got %d", got)
	}
}

func TestNotes(t *testing.T) {
	tree := ccttest.Tree(t, sumDrawing)
	if notes := tree.Notes(); notes != nil {
		t.Errorf("of a tree without losses: %v", notes)
	}
	tree.About.Blocks, tree.About.Snapshots, tree.About.Stopped, tree.About.Negative = "fast", 1, 1, 2
	tree.About.Contrary, tree.About.Ambiguous = 3, []string{"p.Hand.<init>(Z)V"}
	tree.About.Missing = []string{"a.A", "a.B", "a.C", "a.D", "a.E", "a.F"}
	tree.About.Excluded = []cct.Exclusion{{What: "java.lang.Object", Reason: "its constructor is known otherwise"}}
	tree.Losses = []cct.Loss{{Class: "p.Big", Method: "huge()V", Reason: "larger than 64 KB with counters"},
		{Class: "p.Other", Reason: "cut"}}
	var text []string
	for _, n := range tree.Notes() {
		text = append(text, string(n.Kind)+" "+n.Text)
	}
	all := strings.Join(text, "\n")
	for _, want := range []string{"upper-bound bytecodes: upper bound", "up to 30 seconds of it are lost",
		"2 values below 0",
		"the counts of 3 contexts contradict each other", "p.Hand.<init>(Z)V calls this(...) or super(...) of several",
		"of 6 classes are unknown, as jprof cannot read the class file: a.A, a.B, a.C, a.D, a.E and 1 more",
		"not-covered not covered: java.lang.Object: its constructor is known otherwise",
		"not covered: p.Big.huge()V: larger than 64 KB with counters", "not covered: p.Other: cut"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing in\n%s", want, all)
		}
	}
}

// TestKilledNotes checks that a run without contexts says why, if its JVMs were killed too early.
func TestKilledNotes(t *testing.T) {
	tree := ccttest.Tree(t, "thread main\n")
	tree.About.Snapshots = 1
	notes := tree.Notes()
	if len(notes) != 1 || notes[0].Kind != cct.Lost ||
		!strings.HasPrefix(notes[0].Text, "1 JVM had not yet written its first contexts (killed, ") {
		t.Errorf("%v", notes)
	}
	tree.About.JVMs = 2 // the other one ended as it should
	if notes := tree.Notes(); len(notes) != 1 || !strings.Contains(notes[0].Text, "up to 30 seconds of it are lost") {
		t.Errorf("%v", notes)
	}
}

// TestStoppedNotes checks that calls that had not ended are a remark where they are counted exactly, and else a loss.
func TestStoppedNotes(t *testing.T) {
	tree := ccttest.Tree(t, sumDrawing)
	tree.About.Stopped, tree.About.Guessed = 5000, 2
	notes := tree.Notes()
	if len(notes) != 1 || notes[0].Kind != cct.Told || !strings.HasPrefix(notes[0].Text, "5,000 calls were") ||
		!strings.HasSuffix(notes[0].Text, "for 2 of them the call within the line is not known") {
		t.Errorf("%v", notes)
	}
	tree.About.Guessed = 0
	if notes := tree.Notes(); len(notes) > 0 {
		t.Errorf("exact counts: %v", notes)
	}
}

// TestLossNotes checks the notes about calls without a number, or without a place.
func TestLossNotes(t *testing.T) {
	const ended = "counted as if it had ended, as jprof does not know how far it had run"
	for _, tt := range []struct {
		about cct.About
		want  string
	}{
		{cct.About{Lost: 1}, "1 call or exception was not counted: the JVM had no memory or stack left for it"},
		{cct.About{Lost: 1200},
			"1,200 calls or exceptions were not counted: the JVM had no memory or stack left for them"},
		{cct.About{Unread: []string{"1-2.contexts: cut short"}}, "1-2.contexts: cut short"},
		{cct.About{Unplaced: 1}, "1 call was still running when the JVM ended. It is " + ended},
		{cct.About{Unplaced: 2}, "2 calls were still running when the JVM ended. They are counted as if they had " +
			"ended, as jprof does not know how far they had run"},
		{cct.About{Stopped: 16, Unplaced: 1}, "17 calls were still running when the JVM ended. 16 are counted up " +
			"to the place that each had reached; 1 is " + ended},
		{cct.About{Stopped: 16, Guessed: 3, Unplaced: 1}, "17 calls were still running when the JVM ended. 16 are " +
			"counted up to the place that each had reached, 3 of them only up to the line; 1 is " + ended},
	} {
		tree := ccttest.Tree(t, sumDrawing)
		tree.About.Lost, tree.About.Unread = tt.about.Lost, tt.about.Unread
		tree.About.Stopped, tree.About.Guessed, tree.About.Unplaced = tt.about.Stopped, tt.about.Guessed,
			tt.about.Unplaced
		if notes := tree.Notes(); len(notes) != 1 || notes[0].Kind != cct.Lost || notes[0].Text != tt.want {
			t.Errorf("%v, want %s", notes, tt.want)
		}
	}
}

func TestLargeTreesAreAlwaysTheSame(t *testing.T) {
	a, b := ccttest.Large(20_000, 7), ccttest.Large(20_000, 7)
	if !slices.Equal(a.Parent, b.Parent) || !slices.Equal(a.Self[1], b.Self[1]) {
		t.Error("two trees of the same seed differ")
	}
	if a.Len() < 19_000 || a.Len() > 20_010 || len(a.Threads) != 4 {
		t.Errorf("%d nodes, %d threads", a.Len(), len(a.Threads))
	}
	for i := range a.Len() {
		if p := a.Parent[i]; p >= 0 && (int(p) >= i || a.End[p] < a.End[i]) {
			t.Fatalf("node %d is outside of its parent %d", i, p)
		}
	}
	if c := ccttest.Large(20_000, 8); slices.Equal(a.Self[0], c.Self[0]) {
		t.Error("another seed gives the same tree")
	}
}

// TestFrom checks that only the topmost contexts of methods are kept, with all below them.
func TestFrom(t *testing.T) {
	tree := ccttest.Tree(t, `
	thread main
	  Test.one()V 1 5
	    p.Main.run()V 1 9 A=1
	      Test.back()V 2 3
	        p.Main.run()V 1 4 A=2
	  Test.two()V 1 5
	    p.Main.run()V 3 9 A=4
	    p.Main.stop()V 1 1
	thread idle
	  Test.none()V 1 7
	thread (beyond the limit)
	  Test.none()V 1 1
	  p.Main.run()V 5 45
	`)
	got := tree.Fold(cct.Folding{From: func(m int32) bool { return tree.Methods[m].Class == "p.Main" }})
	var lines []string
	for i := range got.Len() {
		sums := got.Sums(i)
		lines = append(lines, fmt.Sprint(got.Parent[i], " ", got.Name(i), " ", sums[:cct.NumMetrics]))
	}
	want := []string{"-1 main [0 0 0 0 0]", "0 p.Main.run()V [4 18 5 0 0]", "1 Test.back()V [2 3 0 0 0]",
		"2 p.Main.run()V [1 4 2 0 0]", "0 p.Main.stop()V [1 1 0 0 0]", "-1 (beyond the limit) [0 0 0 0 0]",
		"5 p.Main.run()V [5 45 0 0 0]"}
	if !slices.Equal(lines, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	if a := got.Allocations(1); len(a) != 1 || a[0].Objects != 5 || got.Contexts() != 4 || got.BeyondRoot() != 5 {
		t.Errorf("allocations %v, %d contexts, the root beyond is %d", a, got.Contexts(), got.BeyondRoot())
	}
	// The calls of Test.two beyond the limit are missing in its numbers, though it is not there itself.
	got = tree.Fold(cct.Folding{From: func(m int32) bool { return tree.Methods[m].Name == "two" }})
	got.About.From = []string{"two"}
	notes := got.Notes()
	calls := got.Sum(cct.Calls)
	if !got.IsPartial() || got.Contexts() != 3 || calls != 5 || len(notes) != 2 || notes[1].Kind != cct.Beyond ||
		!strings.Contains(notes[1].Text, "lower bounds") {
		t.Errorf("partial %v, %d contexts, %d calls, notes %v", got.IsPartial(), got.Contexts(), calls, notes)
	}
}

// TestWithinLimit names only options that the run did not have.
func TestWithinLimit(t *testing.T) {
	const classes = ", or choose its classes: contexts.include and contexts.exclude in jprof.yaml"
	for _, x := range []struct {
		limit                     uint64
		coverage, recursion, ways string
	}{
		{2_000_000, "all", "full", "--contexts=app, --max-contexts 8000000 and -Xmx9g for the JVM or " +
			"--recursion folded if methods call themselves"},
		{100, "app", "folded", "--max-contexts 400 and -Xmx1g for the JVM"},
		{0, "app", "folded", "a larger --max-contexts"},
	} {
		want := "To have all callers, record the run with " + x.ways + classes
		if got := cct.WithinLimit(x.limit, x.coverage, x.recursion); got != want {
			t.Errorf("%+v: %s", x, got)
		}
	}
}
