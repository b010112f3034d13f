package cctbuild

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"jprof/internal/format/contexts"
	"jprof/internal/format/recordfile"
	"jprof/report/contexts/cct"
)

func number(s string) uint64 {
	n, _ := strconv.ParseUint(s, 10, 64)
	return n
}

// drawn is a tree as text: a line a node, with calls, bytecodes and what it made.
func drawn(tree *cct.Tree) string {
	var b strings.Builder
	depths := make([]int, tree.Len())
	for i := range tree.Len() {
		if p := tree.Parent[i]; p >= 0 {
			depths[i] = depths[p] + 1
		}
		fmt.Fprintf(&b, "%s %s", strings.Repeat("*", depths[i]), tree.Name(i))
		if depths[i] > 0 {
			fmt.Fprintf(&b, " %d %d", tree.Self[cct.Calls][i], tree.Self[cct.Bytecodes][i])
		}
		for _, a := range tree.Allocations(i) {
			fmt.Fprintf(&b, " %s=%d/%d/%d", a.Type, a.Objects, a.Arrays, a.Elements)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func want(t *testing.T, tree *cct.Tree, err error, lines string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(drawn(tree)); got != strings.TrimSpace(lines) {
		t.Errorf("got\n%s\nwant\n%s", got, strings.TrimSpace(lines))
	}
}

func TestMetrics(t *testing.T) {
	s, pack := compiled(t)
	s.add(t, "thread main", "* P.again 3", "** P.two 3 cut=0", "*** P.<init> 2", "* P.copy 1 7", "* P.make 4 100",
		"** P.bare 2 made=[I made=p.Q")
	tree, err := Tree(s, pack, Options{})
	want(t, tree, err, `
 main
* P.again()V 3 9
** P.two()LP; 3 9 P=3/0/0
*** P.<init>()V 2 6
* P.copy([I)Ljava/lang/Object; 1 3 int[]=0/1/7
* P.make(I)[I 4 12 int[]=0/4/100
** P.bare()Ljava/lang/Object; 2 8 int[]=0/2/0 java.lang.Object=2/0/0 p.Q=2/0/0`)
	if tree.Self[cct.Objects][6] != 4 || tree.Self[cct.Arrays][6] != 2 || tree.Self[cct.Elements][5] != 100 {
		t.Errorf("sums: %v", tree.Sums(6))
	}
	if m := tree.Methods[tree.Method[1]]; m.Source != "P.java" || m.Line != 1 || m.Kind != cct.App {
		t.Errorf("method: %+v", m)
	}
}

// TestConstructorOfObject has nodes for calls that are not recorded, at their place among the siblings.
func TestConstructorOfObject(t *testing.T) {
	s, pack := compiled(t)
	s.head.Coverage = contexts.All
	s.add(t, "thread main", "* P.<init> 2", "* P.bare 4", "** P.two 1", "*** P.<init> 1", "* P.make 1 1")
	tree, err := Tree(s, pack, Options{})
	want(t, tree, err, `
 main
* P.<init>()V 2 6
** java.lang.Object.<init>()V 2 2
* P.bare()Ljava/lang/Object; 4 16 java.lang.Object=4/0/0
** P.two()LP; 1 4 P=1/0/0
*** P.<init>()V 1 3
**** java.lang.Object.<init>()V 1 1
** java.lang.Object.<init>()V 4 4
* P.make(I)[I 1 3 int[]=0/1/1`)
	if n, err := Contexts(s, pack); n != 8 || n != uint64(tree.Contexts()) || err != nil {
		t.Errorf("%d contexts, %v, want %d", n, err, tree.Contexts())
	}
	if m := tree.Methods[tree.Method[2]]; m.Kind != cct.JDK {
		t.Errorf("kind of %s: %v", m.Key(), m.Kind)
	}
	// Effects are those of nodes that were read: they have a place in their order, as roots have.
	effects := effectsOf(Counts{}, Counts{10, 1}, Counts{20, 2}, Counts{30, 3}, Counts{40, 1 << 32}, Counts{50, 5})
	AddEffects(tree, effects)
	with, err := Tree(s, pack, Options{Effects: effects})
	if err != nil || !reflect.DeepEqual(tree.Effects, with.Effects) {
		t.Errorf("effects %v, want %v (%v)", tree.Effects, with.Effects, err)
	}
	got := cct.Inclusive(nil, tree.Effects[cct.Captured], tree.Parent)
	if !slices.Equal(got, []uint64{1<<32 + 11, 1, 0, 1<<32 + 5, 1<<32 + 3, 1 << 32, 0, 0, 5}) {
		t.Errorf("captured, inclusive: %v", got)
	}
	s.head.Classes[1].Name = "z.Impl" // behind java.lang.Object in the order
	tree, err = Tree(s, pack, Options{Threads: func(string) bool { return false }})
	if err != nil || tree.Len() != 0 {
		t.Errorf("threads that nobody wants: %d nodes, %v", tree.Len(), err)
	}
	for i := 1; i < len(tree.Methods); i++ {
		if tree.Methods[i-1].Compare(&tree.Methods[i]) >= 0 {
			t.Errorf("methods out of order: %s, %s", tree.Methods[i-1].Key(), tree.Methods[i].Key())
		}
	}
}

func TestFolds(t *testing.T) {
	s, pack := compiled(t)
	s.add(t, "thread main", "* P.<clinit> 1", "** P.bare 1", "* P.again 1", "** P$Impl.compareTo(Ljava 5",
		"*** P$Impl.compareTo(LP 5", "** P.two 1", "*** P.again 2", "**** P.two 2")
	tree, err := Tree(s, pack, Options{Folds: []Fold{Synthetic, Clinit, Recursion}})
	want(t, tree, err, `
 (class initialisers)
* P.<clinit>()V 1 3
** P.bare()Ljava/lang/Object; 1 4 java.lang.Object=1/0/0
 main
* P.again()V 3 9
** P.two()LP; 3 12 P=3/0/0
** P$Impl.compareTo(LP$Impl;)I 5 35`)
	if got := tree.About.Folds; len(got) != 3 || got[0] != "synthetic" {
		t.Errorf("folds: %v", got)
	}
	plain, err := Tree(s, pack, Options{})
	for _, m := range plain.Methods {
		if bridge := m.Name == "compareTo" && m.Descriptor == "(Ljava/lang/Object;)I"; m.Bridge != bridge {
			t.Errorf("%s: bridge %v", m.Key(), m.Bridge)
		}
	}
	if err != nil || plain.Sum(cct.Bytecodes) != tree.Sum(cct.Bytecodes) || plain.Contexts() != 8 {
		t.Errorf("bytecodes %d before, %d folded, %d contexts", plain.Sum(cct.Bytecodes), tree.Sum(cct.Bytecodes),
			plain.Contexts())
	}
}

func TestSteps(t *testing.T) {
	s, pack := compiled(t)
	s.head.Steps = []string{"it", "unit"}
	s.trees = append(s.trees, contexts.Root{Step: "it", Name: "main"}, contexts.Node{Depth: 1, Method: 0, Calls: 2})
	s.trees = append(s.trees, contexts.Root{Step: "unit", Name: "main"}, contexts.Node{Depth: 1, Method: 0, Calls: 3},
		contexts.Root{Step: "unit", Beyond: true}, contexts.Node{Depth: 1, Method: 0, Calls: 7})
	tree, err := Tree(s, pack, Options{})
	want(t, tree, err, " main\n* P.<clinit>()V 5 15\n (beyond the limit)\n* P.<clinit>()V 7 21")
	if tree.Contexts() != 1 || tree.BeyondRoot() != 2 || len(tree.About.Steps) != 2 {
		t.Errorf("%d contexts, %d is the root beyond, steps %v", tree.Contexts(), tree.BeyondRoot(), tree.About.Steps)
	}
	if n, err := Contexts(s, pack); n != 1 || err != nil {
		t.Errorf("%d contexts counted, %v", n, err)
	}
	tree, err = Tree(s, pack, Options{Steps: []string{"it"}})
	want(t, tree, err, " main\n* P.<clinit>()V 2 6")
	checkSteps(t, s, pack)
	_, err = Tree(s, pack, Options{Steps: []string{"none"}})
	if err == nil || !strings.Contains(err.Error(), `"none"`) {
		t.Errorf("a step that is not there: %v", err)
	}
}

func effectsOf(list ...Counts) *Effects {
	e := NewEffects(len(list))
	for i, counts := range list {
		e.Set(i, counts)
	}
	return e
}

// checkSteps checks that trees of steps that are made together are those that are made one by one.
func checkSteps(t *testing.T, s contexts.Source, pack *contexts.Pack) {
	t.Helper()
	effects := []Counts{{}, {1, 10}, {}, {2, 20}, {}, {3, 30}}
	trees, err := Steps(s, pack, Options{Effects: effectsOf(effects...), Exceptions: true, Folds: []Fold{Clinit}})
	if err != nil || len(trees) != 2 {
		t.Fatalf("%d trees, %v", len(trees), err)
	}
	for step, at := range map[string]int{"it": 0, "unit": 2} {
		one, err := Tree(s, pack, Options{Steps: []string{step}, Exceptions: true, Folds: []Fold{Clinit},
			Effects: effectsOf(effects[at:]...)})
		if err != nil || !reflect.DeepEqual(trees[step], one) {
			t.Errorf("%s: %+v, want %+v (%v)", step, trees[step], one, err)
		}
	}
}

func TestSitesAndSources(t *testing.T) {
	s, pack := compiled(t)
	s.head.Sites = contexts.Sites
	s.add(t, "thread main", "* P.again 1", "** P.two 1 site=0", "* P$Impl.<init> 1")
	tree, err := Tree(s, pack, Options{Project: func(class, source string) (string, bool) {
		return "src/" + source, class == "P"
	}})
	want(t, tree, err, " main\n* P.again()V 1 3\n** P.two()LP; 1 4 P=1/0/0\n* P$Impl.<init>()V 1 3")
	if tree.Line[2] != 10 || tree.Line[1] != 0 {
		t.Errorf("lines of calls: %v", tree.Line)
	}
	again, impl := tree.Methods[tree.Method[1]], tree.Methods[tree.Method[3]]
	if again.Source != "src/P.java" || again.Kind != cct.App || impl.Kind != cct.Library {
		t.Errorf("%+v, %+v", again, impl)
	}
}

// TestWhatCannotBeComputed has nothing that fails: it is said.
func TestWhatCannotBeComputed(t *testing.T) {
	s, _ := compiled(t)
	s.add(t, "thread main", "* P.again 3")
	tree, err := Tree(s, contexts.NewPack(), Options{})
	want(t, tree, err, " main\n* P.again()V 3 0")
	if len(tree.About.Missing) != 2 || tree.About.Missing[0] != "P" {
		t.Errorf("missing: %q", tree.About.Missing)
	}
	s, pack := compiled(t)
	s.head.Methods[2].Slots = []contexts.Slot{{Kind: 4, A: 0}} // again: there is no array
	s.head.About.Blocks |= contexts.Fast
	s.head.Snapshots, s.head.Stopped, s.head.Guessed = 1, 2, 1
	s.head.Losses = []contexts.Loss{{Class: "p.Big", Reason: "too large"}}
	s.head.Agents = []contexts.Agent{{Name: "a.Agent", Problem: "threw"}}
	s.add(t, "thread main", "* P.two 1 cut=0", "** P.two 0 cut=0", "* P.two 1 cut=99")
	tree, err = Tree(s, pack, Options{})
	want(t, tree, err, " main\n* P.two()LP; 1 1 P=1/0/0\n** P.two()LP; 0 0\n* P.two()LP; 1 4 P=1/0/0")
	a := tree.About
	if a.Negative != 2 || a.Contrary != 1 || a.Blocks != "exact, fast" || a.Snapshots != 1 ||
		a.Stopped != 2 || a.Guessed != 1 ||
		len(tree.Losses) != 1 || len(a.Agents) != 1 || len(a.Excluded) == 0 {
		t.Errorf("about: %+v", a)
	}
	for _, n := range tree.Notes() {
		t.Log(n.Kind, n.Text)
	}
}

// TestDamagedClassFile has a pack in which the content of a class file is damaged: the rest is computed, and it is
// said.
func TestDamagedClassFile(t *testing.T) {
	s, pack := compiled(t)
	s.add(t, "thread main", "* P.again 3", "* P$Impl.<init> 1")
	damaged := contexts.NewPack()
	damaged.Merge(pack.Only(s.head.Classes[1:]))
	var file bytes.Buffer
	w, err := recordfile.NewWriter(&file, recordfile.Classes, []byte{0, 0, 0, 1})
	if err != nil {
		t.Fatal(err)
	}
	sha := s.head.Classes[0].SHA
	if err := errors.Join(w.Item(append(sha[:], "no class"...)), w.Close()); err != nil {
		t.Fatal(err)
	}
	wrong, err := contexts.ReadPack(&file, "classes")
	if err != nil {
		t.Fatal(err)
	}
	damaged.Merge(wrong)
	if _, err := damaged.Class(sha); err == nil {
		t.Fatal("it is whole")
	}
	tree, err := Tree(s, damaged, Options{})
	want(t, tree, err, " main\n* P.again()V 3 0\n* P$Impl.<init>()V 1 3")
	if notes := tree.Notes(); len(notes) == 0 ||
		!strings.Contains(notes[0].Text, "of a class are unknown, as jprof cannot read the class file: P") {
		t.Errorf("notes: %v", notes)
	}
}

// TestLines sums up lines in chosen contexts, and sets them for the contexts with most bytecodes.
func TestLines(t *testing.T) {
	s, pack := compiled(t)
	s.add(t, "thread main", "* P.again 3", "** P.two 3 cut=0", "*** P.<init> 2", "* P.make 4 100", "** P.bare 2",
		"* P.two 5", "thread other", "* P.two 1")
	named := func(name string) func(*cct.Method) bool {
		return func(m *cct.Method) bool { return m.Name == name }
	}
	for _, tt := range []struct {
		threads string
		below   func(*cct.Method) bool
		want    string
	}{
		// two has new, dup, invokespecial, areturn: a cut ends one of three calls at the first.
		{"", nil, "two 3 9 [{9 9 33 1}] 1"},
		{"", named("again"), "two 1 3 [{9 3 9 1}] 1"},
		{"other", nil, "two 1 1 [{9 1 4 0}] 0"},
	} {
		o := Options{Threads: func(name string) bool { return tt.threads == "" || name == tt.threads }}
		list, err := Lines(s, pack, o, tt.below, named("two"))
		if err != nil || len(list) != 1 {
			t.Fatalf("%v, %+v", err, list)
		}
		m := &list[0]
		if got := fmt.Sprint(m.Method.Name, " ", m.Contexts, m.Calls, " ", m.Lines, m.Failed); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.threads, got, tt.want)
		}
	}

	s.head.Coverage = contexts.All // calls of the constructor of Object get nodes
	tree, err := Tree(s, pack, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := AddLines(tree, s, pack, 3); err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range tree.Len() {
		if lines := tree.Lines[int32(i)]; lines != nil {
			got = append(got, fmt.Sprint(tree.Name(i), tree.Self[cct.Bytecodes][i], lines))
		}
	}
	want := []string{"P.again()V9 [{10 3 9 0}]", "P.make(I)[I12 [{8 4 12 0}]", "P.two()LP;20 [{9 5 20 0}]"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
