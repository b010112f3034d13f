package carry

import (
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
	"jprof/internal/runs"
)

// Input has the arguments of NewPlan.
type Input struct {
	Leaves []Leaf
	// Grown reports whether tests of a class, or of a class nested in it, were added, removed or declared in another
	// way.
	Grown func(class string) bool
	// Shard is the share that the build runs and carries over, nil for all.
	Shard *Shard
}

// Shard is one of several shares of the owners of counts. Each owner is in one of them.
type Shard struct {
	First bool                    // it has all that belongs to no class
	Has   func(class string) bool // by the binary name of a top-level class
}

// has reports whether the share has an owner.
func (s *Shard) has(kind testcounts.Kind, class string) bool {
	switch {
	case s == nil:
		return true
	case kind == testcounts.Case || kind == testcounts.Class:
		return s.Has(decl.Outermost(class))
	}
	return s.First
}

// Leaf is a run from which counts are carried over; a merged run has several.
type Leaf struct {
	runs.Leaf
	// Now has the maps that the new run will probably have.
	Now []*probe.Set
	// Run reports whether the test with index i is to run. Mine reports whether no later leaf has executed it.
	Run, Mine func(i int) bool
}

// A Plan decides which tests of an earlier run are carried over.
type Plan struct {
	leaves []leaf
	grown  func(class string) bool
	shard  *Shard
}

// leaf is a Leaf in a plan.
type leaf struct {
	Leaf
	run  []bool // by owner: the test runs, and is not carried over; false for owners that are not tests
	mine []bool
}

// NewPlan decides which tests are carried over.
func NewPlan(in Input) *Plan {
	p := &Plan{grown: in.Grown, shard: in.Shard}
	for _, l := range in.Leaves {
		tests := l.Tests.Tests()
		x := leaf{l, make([]bool, len(tests)), make([]bool, len(tests))}
		for i := range tests {
			if tests[i].Kind == testcounts.Case {
				x.run[i] = l.Run(i)
				x.mine[i] = l.Mine(i) && p.shard.has(testcounts.Case, tests[i].Class)
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

// unmoved returns the owners with counts that the other maps have no counters for.
func (l *leaf) unmoved(m *Moves) (list []int) {
	for i := range l.Tests.Tests() {
		if n, _ := l.moved(m, i); n > 0 {
			list = append(list, i)
		}
	}
	return list
}

// moved returns the counts of owner i in terms of other maps. lost is the number of counters without a place there.
func (l *leaf) moved(m *Moves, i int) (lost int, sections map[probe.ID]*testcounts.Section) {
	sections = map[probe.ID]*testcounts.Section{}
	for s := range l.Tests.Of(i) {
		lost += m.Section(s, sections)
	}
	return lost, sections
}

// force plans to run the tests of owners whose counts cannot be carried over. The set-up of a class represents all
// tests of the class. force returns the number of tests that this adds.
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

// grow plans to run all tests of a class if the set of its tests has changed, and its set-up has counts.
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

// Carried returns the number of tests that are carried over, if no more tests run than planned.
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

// Running returns the number of tests of the earlier run that run again, including tests that cannot be omitted alone.
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

// Omitted lists the classes and methods whose tests a test step omits.
type Omitted struct {
	Classes []string // binary names of classes of which no test runs, nor of the classes nested in them; sorted
	Methods []string // Class#method for methods of which no test runs, if the class is not in Classes; sorted
}

// Omitted returns the omitted classes and methods of each test step, by its ID. Some tests cannot be omitted and run
// again: tests of no step, and tests without the names of a Java class and method.
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
		if l := omitted[k.step]; carried && k.step != "" && IsClass(k.name) {
			l.Classes = append(l.Classes, k.name)
			omitted[k.step] = l
		}
	}
	for k, carried := range methods {
		class, _, _ := strings.Cut(k.name, "#")
		whole := classes[key{k.step, decl.Outermost(class)}]
		if l := omitted[k.step]; carried && k.step != "" && IsClass(class) && !whole {
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

// IsClass reports whether a name can be the name of a Java class.
func IsClass(name string) bool {
	for part := range strings.SplitSeq(name, ".") {
		if !isIdentifier(part) {
			return false
		}
	}
	return true
}

// isIdentifier reports whether a name is a Java identifier of ASCII letters, digits, _ and $. Build tools may write
// other letters in another way.
func isIdentifier(name string) bool {
	for i, c := range name {
		letter := c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}
