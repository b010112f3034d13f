package live

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"jprof/report"
)

// window is the shortest time between two marks. JVMs write twice a second, so rates over a shorter time would jump.
const window = 2 * time.Second

// rates computes executions per second since the older of two marks.
type rates struct{ older, newer time.Time }

// Indices in source.methods: the executions now, at the newer mark, and at the older mark.
const (
	atNow = iota
	atNewer
	atOlder
)

// move sets a new mark if the newer one is old enough.
func (x *rates) move(now time.Time, sources []*source) {
	mark := func(at int) {
		for _, s := range sources {
			copy(s.methods[at], s.methods[at-1])
		}
	}
	switch {
	case x.newer.IsZero(): // rates do not include earlier executions
		mark(atNewer)
		mark(atOlder)
		x.older, x.newer = now, now
	case now.Sub(x.newer) >= window:
		mark(atOlder)
		mark(atNewer)
		x.older, x.newer = x.newer, now
	}
}

// since returns the executions per second since the older mark. executions is their number now, and before is their
// number at that mark.
func (x *rates) since(executions, before uint64, now time.Time) float64 {
	seconds := now.Sub(x.older).Seconds()
	if executions <= before || seconds <= 0 { // the count began again
		return 0
	}
	return float64(executions-before) / seconds
}

// Method has the executions of a method.
type Method struct {
	Path       string // of its file
	Line       int    // of its name
	Name       string // as in reports: Outer.Inner::name(int)
	Test       bool   // of a test source
	Executions uint64 // of statements
	Rate       float64
}

// A Query selects methods. The zero value selects all methods of main sources, those with most executions first.
type Query struct {
	N      int  // the maximal number of methods; 0 for all
	ByRate bool // sort by rate, not by executions
	Tests  bool // include methods of test sources
	// Match selects methods by path and name; nil selects all.
	Match func(path, name string) bool
}

// Words returns a Query.Match for methods whose path or name has all words of a text, in any case; nil if it has none.
func Words(text string) func(path, name string) bool {
	words := strings.Fields(strings.ToLower(text))
	if len(words) == 0 {
		return nil
	}
	return func(path, name string) bool {
		text := strings.ToLower(path + " " + name)
		return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
	}
}

// Methods returns the methods with executions that a query selects, with the numbers of the last Poll.
func (r *Run) Methods(q Query) []Method {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.methods(q)
}

func (r *Run) methods(q Query) []Method {
	type candidate struct {
		source     *source
		method     int
		executions uint64
		rate       float64
	}
	order := func(a, b candidate) int {
		by := cmp.Compare(b.executions, a.executions)
		if q.ByRate {
			by = cmp.Or(cmp.Compare(b.rate, a.rate), by)
		}
		return cmp.Or(by, strings.Compare(a.source.path, b.source.path), cmp.Compare(a.method, b.method))
	}
	var all []candidate
	for _, s := range r.sources {
		if s.test && !q.Tests || s.sum.executed == 0 {
			continue
		}
		var names []string
		if q.Match != nil {
			names = s.methodNames()
		}
		for i, n := range s.methods[atNow] {
			if n > 0 && s.lines[i] > 0 && (q.Match == nil || q.Match(s.path, names[i])) {
				all = append(all, candidate{s, i, n, r.rates.since(n, s.methods[atOlder][i], r.polled)})
			}
		}
		if q.N > 0 && len(all) > 1000+q.N { // limit the memory
			slices.SortFunc(all, order)
			all = all[:q.N]
		}
	}
	slices.SortFunc(all, order)
	if q.N > 0 {
		all = all[:min(q.N, len(all))]
	}
	list := make([]Method, len(all))
	for i, c := range all {
		list[i] = Method{c.source.path, int(c.source.lines[c.method]), c.source.methodNames()[c.method],
			c.source.test, c.executions, c.rate}
	}
	return list
}

// of returns the rates of main sources and of test sources. It adds up only the code of methods, because other code
// runs once.
func (x *rates) of(sources []*source, now time.Time) (main, test float64) {
	for _, s := range sources {
		var is, was uint64
		for i, n := range s.methods[atNow] {
			is, was = report.Add(is, n), report.Add(was, s.methods[atOlder][i])
		}
		if s.test {
			test += x.since(is, was, now)
		} else {
			main += x.since(is, was, now)
		}
	}
	return main, test
}
