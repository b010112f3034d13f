package carry

import (
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
	"jprof/internal/runs"
)

// Input holds what NewPlan requires.
type Input struct {
	Leaves []Leaf
	// Grown reports whether tests were added to a class or one in it, removed from it, or declared in another way.
	Grown func(class string) bool
}

// Leaf is a run that is carried over from; a merged run has several.
type Leaf struct {
	runs.Leaf
	// Now has the maps that the new run will probably have.
	Now []*probe.Set
	// Run reports whether a test, by its index, is to run; and Mine whether no later leaf has executed it.
	Run, Mine func(i int) bool
}

// A Plan decides which tests of an earlier run are carried over.
type Plan struct {
	leaves []leaf
	grown  func(class string) bool
}

// leaf is a Leaf in a plan.
type leaf struct {
	Leaf
	run  []bool // by owner: it is not carried over, unless it is no test
	mine []bool
}

// NewPlan decides what is carried over.
func NewPlan(in Input) *Plan {
	p := &Plan{grown: in.Grown}
	for _, l := range in.Leaves {
		tests := l.Tests.Tests()
		x := leaf{l, make([]bool, len(tests)), make([]bool, len(tests))}
		for i := range tests {
			if tests[i].Kind == testcounts.Case {
				x.run[i], x.mine[i] = l.Run(i), l.Mine(i)
			}
		}
		p.leaves = append(p.leaves, x)
	}
	for i := range p.leaves {
		l := &p.leaves[i]
		p.force(l, l.unmoved(NewMoves(l.Maps, l.Now)))
	}
	for i := range p.leaves {
		p.leaves[i].grow(p.grown)
	}
	return p
}

// unmoved are the owners that have counts that are not in other maps.
func (l *leaf) unmoved(m *Moves) (list []int) {
	for i := range l.Tests.Tests() {
		if n, _ := l.moved(m, i); n > 0 {
			list = append(list, i)
		}
	}
	return list
}

// moved returns the counts of an owner in terms of other maps; lost is the number of counters without a place there.
func (l *leaf) moved(m *Moves, i int) (lost int, sections map[probe.ID]*testcounts.Section) {
	sections = map[probe.ID]*testcounts.Section{}
	for s := range l.Tests.Of(i) {
		lost += m.Section(s, sections)
	}
	return lost, sections
}

// force has tests run whose counts, or those of the set-up of their class, cannot be carried over. It reports how many
// there are that were not to run before.
func (p *Plan) force(l *leaf, owners []int) int {
	n := 0
	tests := l.Tests.Tests()
	add := func(l *leaf, i int) {
		if l.mine[i] && !l.run[i] {
			l.run[i] = true
			n++
		}
	}
	for _, i := range owners {
		switch tests[i].Kind {
		case testcounts.Case:
			add(l, i)
		case testcounts.Class:
			for k := range tests {
				if tests[k].Step == tests[i].Step && decl.IsWithin(tests[k].Class, tests[i].Class) {
					add(l, k) // if it is a test
				}
			}
		default:
			for x := range p.leaves {
				for k := range p.leaves[x].run {
					add(&p.leaves[x], k)
				}
			}
		}
	}
	return n
}

// grow has all tests of a class run if its tests are others now, some of them run, and their set-up has counts.
func (l *leaf) grow(grown func(class string) bool) {
	tests := l.Tests.Tests()
	for i := range tests {
		if tests[i].Kind != testcounts.Class || l.Tests.Executions(i) == 0 || !grown(tests[i].Class) {
			continue
		}
		for k := range tests {
			if l.mine[k] && tests[k].Step == tests[i].Step && decl.IsWithin(tests[k].Class, tests[i].Class) {
				l.run[k] = true
			}
		}
	}
}

// Carried is the number of tests that are carried over, if no other test runs than is to.
func (p *Plan) Carried() int {
	n := 0
	for i := range p.leaves {
		l := &p.leaves[i]
		for k := range l.run {
			if l.mine[k] && !l.run[k] {
				n++
			}
		}
	}
	return n
}

// Running is the number of tests of the earlier run that run: also those that cannot be omitted alone.
func (p *Plan) Running() int {
	type key struct{ step, name string }
	omitted := map[key]bool{}
	for step, o := range p.Omitted() {
		for _, name := range slices.Concat(o.Classes, o.Methods) {
			omitted[key{step, name}] = true
		}
	}
	n := 0
	for i := range p.leaves {
		l := &p.leaves[i]
		for k, t := range l.Tests.Tests() {
			if l.mine[k] && !omitted[key{t.Step, decl.Outermost(t.Class)}] &&
				!omitted[key{t.Step, t.Class + "#" + t.Method}] {
				n++
			}
		}
	}
	return n
}

// Omitted lists the classes and methods that a test step omits.
type Omitted struct {
	Classes []string // binary names of classes of which no test runs, with those in them; sorted
	Methods []string // Class#method of methods of which no test runs, in other classes; sorted
}

// Omitted returns what each test step omits, by its ID. Tests of no step, and those that are not named by a class and a
// method of Java, are not omitted: they run.
func (p *Plan) Omitted() map[string]Omitted {
	type key struct{ step, name string }
	classes, methods := map[key]bool{}, map[key]bool{} // true if all of it is carried over
	note := func(m map[key]bool, k key, carried bool) {
		before, known := m[k]
		m[k] = carried && (before || !known)
	}
	for i := range p.leaves {
		l := &p.leaves[i]
		for k, t := range l.Tests.Tests() {
			if !l.mine[k] {
				continue
			}
			outer := decl.Outermost(t.Class)
			note(classes, key{t.Step, outer}, !l.run[k] && !p.grown(outer))
			note(methods, key{t.Step, t.Class + "#" + t.Method}, !l.run[k] && isIdentifier(t.Method))
		}
	}
	omitted := map[string]Omitted{}
	for k, carried := range classes {
		if l := omitted[k.step]; carried && k.step != "" && isClass(k.name) {
			l.Classes = append(l.Classes, k.name)
			omitted[k.step] = l
		}
	}
	for k, carried := range methods {
		class, _, _ := strings.Cut(k.name, "#")
		whole := classes[key{k.step, decl.Outermost(class)}]
		if l := omitted[k.step]; carried && k.step != "" && isClass(class) && !whole {
			l.Methods = append(l.Methods, k.name)
			omitted[k.step] = l
		}
	}
	for step, l := range omitted {
		slices.Sort(l.Classes)
		slices.Sort(l.Methods)
		omitted[step] = l
	}
	return omitted
}

// isClass reports whether a name is one of a class of Java.
func isClass(name string) bool {
	for part := range strings.SplitSeq(name, ".") {
		if !isIdentifier(part) {
			return false
		}
	}
	return true
}

// isIdentifier reports whether a name is one of Java, without letters that a build tool may write in another way.
func isIdentifier(name string) bool {
	for i, c := range name {
		letter := c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}
