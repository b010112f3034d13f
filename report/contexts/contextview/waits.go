package contextview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"jprof/internal/util/words"
	"jprof/report/contexts/cct"
	"jprof/report/times"
)

// WaitSum is a number of events of one kind, and how long threads waited in them together.
type WaitSum struct {
	Event string // as the recorder names it: jdk.ThreadPark
	times.Amount
}

// waitLevels is the number of methods on the path of a wait: contexts with the same ones are shown together.
const waitLevels = 3

// Wait holds the events of one kind in contexts that have the same method and the same nearest callers.
type Wait struct {
	WaitSum
	Path     []*cct.Method // the method where threads waited, and its callers
	Contexts int
	More     bool   // there are further callers
	In       string // the innermost method, if it has no context
}

// Waits has what threads waited for.
type Waits struct {
	Events []WaitSum // all events, by kind, the longest first
	List   []Wait    // the longest first
	Of     int       // the length of the list
	Other  times.Amount
}

// WaitsOf returns what threads waited for in methods that match, and in what they call. If match is nil, it returns
// all.
func WaitsOf(t *cct.Tree, limits Limits, match func(*cct.Method) bool) *Waits {
	w := &Waits{}
	if match == nil && len(t.About.From) == 0 {
		w.Other = t.Times.OtherWaits
	}
	at := map[string]int{}
	seen := map[string]bool{}
	for _, s := range t.Times.Waits {
		if match != nil && !within(t, s.Node, match) {
			continue
		}
		w.Events = addWait(w.Events, s.Event, s.Amount)
		path, more := pathOf(t, s.Node, waitLevels)
		key := s.Event
		for _, m := range path {
			key += " " + m.Key()
		}
		i, ok := at[key]
		if !ok {
			i = len(w.List)
			at[key] = i
			w.List = append(w.List, Wait{WaitSum: WaitSum{Event: s.Event}, Path: path, More: more, In: s.In})
		}
		w.List[i].Amount = w.List[i].Amount.Plus(s.Amount)
		if context := fmt.Sprint(i, " ", s.Node); !seen[context] {
			seen[context] = true
			w.List[i].Contexts++
		}
	}
	slices.SortStableFunc(w.List, func(a, b Wait) int { return cmp.Compare(b.Nanos, a.Nanos) })
	w.List, w.Of = w.List[:min(limits.Rows, len(w.List))], len(w.List)
	return w
}

// within reports whether a node, or one above it, is of a method that matches.
func within(t *cct.Tree, node int32, match func(*cct.Method) bool) bool {
	for n := node; n >= 0 && t.Method[n] >= 0; n = t.Parent[n] {
		if match(&t.Methods[t.Method[n]]) {
			return true
		}
	}
	return false
}

// addWait adds events to the sums of a list, which has the longest first.
func addWait(list []WaitSum, event string, a times.Amount) []WaitSum {
	i := slices.IndexFunc(list, func(w WaitSum) bool { return w.Event == event })
	if i < 0 {
		i = len(list)
		list = append(list, WaitSum{Event: event})
	}
	list[i].Amount = list[i].Amount.Plus(a)
	slices.SortStableFunc(list, func(a, b WaitSum) int { return cmp.Compare(b.Nanos, a.Nanos) })
	return list
}

// eventWords has the events of the recorder in words.
var eventWords = map[string]string{
	"jdk.JavaMonitorEnter": "to enter synchronized", "jdk.JavaMonitorWait": "in Object.wait",
	"jdk.ThreadPark": "parked, for a lock or a task", "jdk.ThreadSleep": "in Thread.sleep",
	"jdk.FileRead": "to read a file", "jdk.FileWrite": "to write a file", "jdk.FileForce": "to force a file to disk",
	"jdk.SocketRead": "to read a socket", "jdk.SocketWrite": "to write a socket",
}

// Words returns the kind of the events in words.
func (w WaitSum) Words() string { return cmp.Or(eventWords[w.Event], w.Event) }

// Mean returns the mean duration of the events in nanoseconds.
func (w WaitSum) Mean() float64 { return float64(w.Nanos) / float64(max(1, w.Samples)) }

// pathOf returns the method of a node and its next callers, up to so many methods, and whether there are more.
func pathOf(t *cct.Tree, node int32, levels int) (path []*cct.Method, more bool) {
	n := node
	for ; n >= 0 && t.Method[n] >= 0 && len(path) < levels; n = t.Parent[n] {
		path = append(path, &t.Methods[t.Method[n]])
	}
	return path, n >= 0 && t.Method[n] >= 0
}

// PathText returns a path for people, from the callee to its callers.
func PathText(path []*cct.Method, more bool) string {
	var names []string
	for _, m := range path {
		names = append(names, m.Title())
	}
	if more {
		names = append(names, "…")
	}
	return strings.Join(names, " < ")
}

// CausesText names the code without contexts that has most of the time, and the longest waits; "" for neither.
func (x *Unequal) CausesText() string {
	var list []string
	for i, part := range x.In {
		if i == 2 || part.Share < 0.1 {
			break
		}
		list = append(list, shareText(part.Share)+" in "+part.Name)
	}
	for i, w := range x.Waits {
		if i == 2 {
			break
		}
		list = append(list, "waited "+times.Nanos(float64(w.Nanos))+" "+w.Words())
	}
	return words.Listed(list)
}
