package contextview

import (
	"cmp"
	"fmt"
	"slices"

	"jprof/report/contexts/cct"
	"jprof/report/times"
)

// Unequal is a method, or one of its contexts, whose share of the bytecodes and share of the time differ by more than
// the noise of sampling.
type Unequal struct {
	Of        *cct.Method
	Node      int32   // the context, -1 for all contexts of the method together
	Bytecodes float64 // its share of the bytecodes of the tree, 0 to 1
	Time      float64 // its share of the time of the tree
	Low, High float64 // the confidence interval of 95 % of that share
	Samples   int
	Factor    float64 // the larger share divided by the smaller one, by the nearer end of the interval
	// In lists code without contexts that has a part of the time, most of it first: code of the JDK, and native code.
	In []TimePart
	// Waits lists what the method waited for, the longest first. It is in no share.
	Waits []WaitSum
}

// TimePart is a part of the time of a method, 0 to 1, in code that it called.
type TimePart struct {
	Name  string // pkg.Class.method
	Share float64
}

// UnequalLists holds methods whose shares differ.
type UnequalLists struct {
	Slow  []Unequal // more of the time than of the bytecodes
	Quick []Unequal // more of the bytecodes than of the time
	// Contexts has contexts whose time per bytecode differs from that of all contexts of their method.
	Contexts   []Unequal
	OfSlow     int // lengths of the whole lists
	OfQuick    int
	OfContexts int
}

// What may be behind the differences of a list, in words.
const (
	SlowCauses = "memory that is not in the cache, the JDK and native code (with --contexts=app), locks, files, " +
		"sockets, or code that was not compiled yet"
	QuickCauses = "compilers make simple loops and small calls cheap, and drop what nobody uses"
)

// TimeText returns the share of the time, with its interval.
func (x *Unequal) TimeText() string {
	return fmt.Sprintf("%s (%s to %s)", shareText(x.Time), shareText(x.Low), shareText(x.High))
}

// FactorText returns the factor with a mark, as it is a lower bound.
func (x *Unequal) FactorText() string {
	switch {
	case x.Factor >= 100:
		return "≥100"
	case x.Factor >= 10:
		return fmt.Sprintf("≥%.0f", x.Factor)
	}
	return fmt.Sprintf("≥%.1f", x.Factor)
}

// BytecodesText returns the share of the bytecodes.
func (x *Unequal) BytecodesText() string { return shareText(x.Bytecodes) }

// shareText returns a share, 0 to 1, in percent. A share above 0 is never shown as 0.
func shareText(share float64) string { return Percent(uint64(share*1e9+0.5), 1e9) }

// Path returns the method of the context and its callers.
func (x *Unequal) Path(t *cct.Tree) []*cct.Method {
	path, _ := pathOf(t, x.Node, t.Len())
	return path
}

// Title returns the method, or the context with its callers, for people.
func (x *Unequal) Title(t *cct.Tree) string {
	if x.Node < 0 {
		return x.Of.Title()
	}
	return PathText(pathOf(t, x.Node, waitLevels))
}

// leastFactor is the factor by which two shares differ at least, beyond the interval. It is larger than chance makes it
// for any of some thousand methods.
const leastFactor = 1.5

// UnequalOf returns the methods and contexts of a tree with times whose share of the bytecodes or of the time is at
// least that of the limits, and whose two shares differ. Those whose shares differ most come first.
func UnequalOf(t *cct.Tree, limits Limits, match func(*cct.Method) bool) *UnequalLists {
	u := &unequals{tree: t, least: limits.Share, bytecodes: float64(t.Sum(cct.Bytecodes)), time: t.Sum(cct.Time)}
	lists := &UnequalLists{}
	if u.bytecodes == 0 || u.time == 0 {
		return lists
	}
	byMethod := map[string]Unequal{} // by key: methods of several class files have one sum
	for _, s := range t.ByMethod() {
		m := &t.Methods[s.Method]
		x, differs := u.of(m, -1, s.Self)
		byMethod[m.Key()] = x
		switch {
		case !differs || match != nil && !match(m):
		case x.Time > x.Bytecodes:
			lists.Slow = append(lists.Slow, x)
		default:
			lists.Quick = append(lists.Quick, x)
		}
	}
	for i, method := range t.Method {
		if method < 0 || !u.matters(t.Sums(i)) || match != nil && !match(&t.Methods[method]) {
			continue
		}
		m := &t.Methods[method]
		if x, _ := u.of(m, int32(i), t.Sums(i)); x.otherThan(byMethod[m.Key()]) {
			lists.Contexts = append(lists.Contexts, x)
		}
	}
	lists.Slow, lists.OfSlow = firstUnequal(lists.Slow, limits.Rows)
	lists.Quick, lists.OfQuick = firstUnequal(lists.Quick, limits.Rows)
	lists.Contexts, lists.OfContexts = firstUnequal(lists.Contexts, limits.Rows)
	u.explain(lists)
	return lists
}

// unequals compares shares of bytecodes and of time.
type unequals struct {
	tree      *cct.Tree
	least     float64
	bytecodes float64
	time      uint64
}

// matters reports whether numbers have the least share of the bytecodes or of the time.
func (u *unequals) matters(s cct.Sums) bool {
	return max(float64(s[cct.Bytecodes])/u.bytecodes, float64(s[cct.Time])/float64(u.time)) >= u.least
}

// of compares the numbers of a method or context. It reports whether its shares differ, and matter.
func (u *unequals) of(m *cct.Method, node int32, s cct.Sums) (Unequal, bool) {
	x := Unequal{Of: m, Node: node, Bytecodes: float64(s[cct.Bytecodes]) / u.bytecodes,
		Time: float64(s[cct.Time]) / float64(u.time), Samples: u.tree.Times.Samples(s[cct.Time])}
	if !u.matters(s) {
		return x, false
	}
	all := float64(u.tree.Times.Samples(u.time))
	low, high := times.Interval(x.Samples)
	x.Low, x.High = low/all, min(1, high/all)
	if x.Time > x.Bytecodes {
		x.Factor = ratioOf(x.Low, x.Bytecodes)
	} else {
		x.Factor = ratioOf(x.Bytecodes, x.High)
	}
	return x, x.Factor >= leastFactor
}

// mostFactor represents a factor without a limit.
const mostFactor = 1e6

func ratioOf(a, b float64) float64 {
	if a > mostFactor*b {
		return mostFactor
	}
	return a / b
}

// otherThan reports whether the time per bytecode of a context differs from that of its method beyond the interval. It
// sets the factor of the context to that of this difference.
func (x *Unequal) otherThan(method Unequal) bool {
	if method.Time == 0 || x.Bytecodes == 0 {
		return false
	}
	mean := method.Time / method.Bytecodes
	low, high := x.Low/x.Bytecodes/mean, x.High/x.Bytecodes/mean
	switch {
	case low >= leastFactor:
		x.Factor = low
	case high > 0 && 1/high >= leastFactor:
		x.Factor = 1 / high
	default:
		return false
	}
	return true
}

// firstUnequal orders a list by the difference of the shares, and returns its first entries and its length.
func firstUnequal(list []Unequal, rows int) (first []Unequal, of int) {
	gap := func(x Unequal) float64 { return max(x.Low-x.Bytecodes, x.Bytecodes-x.High) }
	slices.SortStableFunc(list, func(a, b Unequal) int {
		return cmp.Or(cmp.Compare(gap(b), gap(a)), cmp.Compare(b.Samples, a.Samples))
	})
	return list[:min(rows, len(list))], len(list)
}

// explain adds where the time of the listed methods is, and what they waited for.
func (u *unequals) explain(lists *UnequalLists) {
	inside := map[scope]map[string]uint64{}
	for _, s := range u.tree.Times.Stacks {
		for _, p := range u.scopes(s.Node) {
			if inside[p] == nil {
				inside[p] = map[string]uint64{}
			}
			inside[p][s.In] += s.Nanos
		}
	}
	waits := map[scope][]WaitSum{}
	for _, w := range u.tree.Times.Waits {
		for _, p := range u.scopes(w.Node) {
			waits[p] = addWait(waits[p], w.Event, w.Amount)
		}
	}
	for _, list := range [][]Unequal{lists.Slow, lists.Quick, lists.Contexts} {
		for i := range list {
			x := &list[i]
			p := scope{x.Of.Key(), x.Node}
			parts, whole := inside[p], uint64(0)
			for _, nanos := range parts {
				whole += nanos
			}
			for name, nanos := range parts {
				if name != "" {
					x.In = append(x.In, TimePart{name, float64(nanos) / float64(whole)})
				}
			}
			slices.SortFunc(x.In, func(a, b TimePart) int {
				return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Name, b.Name))
			})
			x.Waits = waits[p]
		}
	}
}

// scope names a context, or with the node -1 all contexts of a method.
type scope struct {
	method string
	node   int32
}

// scopes returns the scopes that the time of a node belongs to.
func (u *unequals) scopes(node int32) [2]scope {
	key := u.tree.Methods[u.tree.Method[node]].Key()
	return [2]scope{{key, node}, {key, -1}}
}
