package cctbuild

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/jfr"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
)

// stack adds a stack of so many samples, the outermost frame first: "Class.method(desc)", with ":line" behind it.
func stack(s *jfr.Samples, place jfr.Place, n int, frames ...string) {
	s.Stacks = append(s.Stacks, stackOf(s, place, n, frames))
	s.All = s.All.Plus(s.Stacks[len(s.Stacks)-1].Amount)
}

func stackOf(s *jfr.Samples, place jfr.Place, n int, frames []string) jfr.Stack {
	x := jfr.Stack{Amount: jfr.Amount{Samples: n, Nanos: uint64(n) * jfr.Period}, Place: place}
	for _, text := range slices.Backward(frames) {
		name, line := text, 0
		if i := strings.IndexByte(text, ':'); i > 0 {
			name = text[:i]
			fmt.Sscan(text[i+1:], &line)
		}
		dot := strings.LastIndexByte(name[:strings.IndexByte(name, '(')], '.')
		f := jfr.Frame{Class: name[:dot], Method: name[dot+1:], Line: line}
		index := slices.Index(s.Frames, f)
		if index < 0 {
			index = len(s.Frames)
			s.Frames = append(s.Frames, f)
		}
		x.Frames = append(x.Frames, index)
	}
	return x
}

// timed adds samples to a tree. Its threads are those of the run.
func timed(t *cct.Tree, s *jfr.Samples, o Options) *cct.Times {
	threads := map[string]bool{}
	for _, name := range t.Threads {
		threads[name] = true
	}
	addTimes(t, s, o, threads)
	return t.Times
}

// selfTimes returns the samples of all contexts that have some, with their paths.
func selfTimes(t *cct.Tree) map[string]int {
	found := map[string]int{}
	for i, nanos := range t.Self[cct.Time] {
		if nanos == 0 {
			continue
		}
		path := t.Name(i)
		for n := t.Parent[i]; n >= 0; n = t.Parent[n] {
			path = t.Name(int(n)) + " " + path
		}
		found[path] = t.Times.Samples(nanos)
	}
	return found
}

const twoPaths = `
thread main
  A.main()V 1 10
    A.near()V 3 9
      A.walk()V 3 500
    A.far()V 3 9
      A.walk()V 3 500
        A.walk()V 2 9
thread pool-N
  A.run()V 1 1
thread (others)
  A.run()V 7 1
thread (beyond the limit)
  A.lost()V 1 1
`

// TestTimes places stacks of all kinds, and accounts for each sample.
func TestTimes(t *testing.T) {
	main := jfr.Place{Thread: "main"}
	for name, x := range map[string]struct {
		place  jfr.Place
		frames []string
		want   string // the path of the context; "" for none
		rest   func(*cct.Times) jfr.Amount
	}{
		"two paths": {main, []string{"A.main()V", "A.far()V", "A.walk()V"}, "main A.main()V A.far()V A.walk()V", nil},
		"the JDK between and below": {main, []string{"java.lang.Thread.run()V", "A.main()V",
			"java.lang.reflect.Method.invoke()V", "A.near()V", "A.walk()V", "java.util.Arrays.fill([I)V"},
			"main A.main()V A.near()V A.walk()V", nil},
		"recursion": {main, []string{"A.main()V", "A.far()V", "A.walk()V", "A.walk()V"},
			"main A.main()V A.far()V A.walk()V A.walk()V", nil},
		"another method of that name": {main, []string{"A.main()V", "A.near()V", "A.walk(I)V"},
			"main A.main()V A.near()V", nil},
		"another thread": {jfr.Place{Thread: "worker-N"}, []string{"A.run()V"}, "(others) A.run()V", nil},
		"a thread that was renamed": {jfr.Place{Thread: "pool-N"}, []string{"A.main()V", "A.near()V"},
			"main A.main()V A.near()V", nil},
		"no context": {main, []string{"java.lang.Thread.run()V"}, "",
			func(x *cct.Times) jfr.Amount { return x.Outside }},
		"a call that was not recorded": {main, []string{"A.main()V", "A.run()V"}, "main A.main()V",
			func(x *cct.Times) jfr.Amount { return x.Partly }},
		"beyond the limit": {main, []string{"A.main()V", "A.near()V", "A.lost()V", "A.walk()V"},
			"(beyond the limit) A.lost()V", nil},
		"cut stack": {jfr.Place{Thread: "main", Cut: true}, []string{"A.walk()V", "A.walk()V"},
			"main A.main()V A.far()V A.walk()V A.walk()V", func(x *cct.Times) jfr.Amount { return x.Cut }},
	} {
		tree, s := ccttest.Tree(t, twoPaths), &jfr.Samples{Clock: jfr.CPU}
		stack(s, x.place, 7, x.frames...)
		times := timed(tree, s, Options{})
		want := map[string]int{}
		if x.want != "" {
			want[x.want] = 7
		}
		if got := selfTimes(tree); !maps.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
		counted := jfr.Amount{}
		for _, rest := range []jfr.Amount{times.Outside, times.Partly, times.Cut} {
			counted = counted.Plus(rest)
		}
		if x.rest == nil && counted.Samples > 0 || x.rest != nil && x.rest(times).Samples != 7 {
			t.Errorf("%s: it counts as %+v", name, times)
		}
		if times.All.Samples != 7 {
			t.Errorf("%s: %d samples in all", name, times.All.Samples)
		}
	}
}

// TestTimesFolded gives a recursive call the context of the method above, as the run did.
func TestTimesFolded(t *testing.T) {
	tree, s := ccttest.Tree(t, twoPaths), &jfr.Samples{}
	tree.About.Recursion = "folded"
	stack(s, jfr.Place{Thread: "main"}, 2, "A.main()V", "A.near()V", "A.walk()V", "A.near()V", "A.walk()V")
	timed(tree, s, Options{})
	if got := selfTimes(tree)["main A.main()V A.near()V A.walk()V"]; got != 2 {
		t.Errorf("got %v", selfTimes(tree))
	}
}

// TestTimesOfSites distinguishes two call sites of a method by the line of the caller.
func TestTimesOfSites(t *testing.T) {
	tree, s := ccttest.Tree(t, `
	thread main
	  A.main()V 1 10
	    A.f()V 1 1
	    A.f()V 1 1
	`), &jfr.Samples{}
	tree.Line = []int32{0, 0, 5, 8}
	stack(s, jfr.Place{Thread: "main"}, 3, "A.main()V:8", "A.f()V:20")
	stack(s, jfr.Place{Thread: "main"}, 4, "A.main()V:5", "A.f()V:21")
	timed(tree, s, Options{})
	if got, want := tree.Self[cct.Time], []uint64{0, 0, 4 * jfr.Period, 3 * jfr.Period}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestTimesChosen omits samples of other steps and threads, and keeps those of folded contexts.
func TestTimesChosen(t *testing.T) {
	samples := func() *jfr.Samples {
		s := &jfr.Samples{}
		stack(s, jfr.Place{Thread: "main", Step: "a"}, 1, "A.main()V", "A.near()V", "A.walk()V")
		stack(s, jfr.Place{Thread: "main", Step: "b"}, 10, "A.main()V", "A.far()V", "A.walk()V", "A.walk()V")
		stack(s, jfr.Place{Thread: "pool-N", Step: "b"}, 100, "A.run()V")
		s.Waits = append(s.Waits, jfr.Wait{Event: "jdk.ThreadPark", Stack: stackOf(s,
			jfr.Place{Thread: "main", Step: "b"}, 4,
			[]string{"A.main()V", "A.far()V", "A.walk()V", "java.Unsafe.park()V"})})
		return s
	}
	main := func(name string) bool { return name == "main" }
	for name, x := range map[string]struct {
		options      Options
		self, waited int
	}{
		"all":         {Options{}, 111, 4},
		"a step":      {Options{Steps: []string{"a"}}, 1, 0},
		"a thread":    {Options{Threads: main}, 11, 4},
		"both":        {Options{Steps: []string{"b"}, Threads: main}, 10, 4},
		"no such one": {Options{Steps: []string{"c"}}, 0, 0},
	} {
		tree := ccttest.Tree(t, twoPaths)
		times := timed(tree, samples(), x.options)
		folded := tree.Fold(cct.Folding{Recursion: true})
		waits := 0
		for _, w := range folded.Times.Waits {
			if got := folded.Name(int(w.Node)); got != "A.walk()V" || w.In != "java.Unsafe.park" {
				t.Errorf("%s: a wait in %s at %s", name, w.In, got)
			}
			waits += w.Samples
		}
		if got := times.Samples(tree.Sum(cct.Time)); got != x.self || times.All.Samples != x.self ||
			waits != x.waited || folded.Sum(cct.Time) != tree.Sum(cct.Time) {
			t.Errorf("%s: %d samples of %d, folded %d, and %d waits", name, got, times.All.Samples,
				times.Samples(folded.Sum(cct.Time)), waits)
		}
		from := tree.Fold(cct.Folding{From: func(m int32) bool { return tree.Methods[m].Name == "far" }})
		if x.self > 9 && from.Times.Samples(from.Sum(cct.Time)) != 10 {
			t.Errorf("%s: %d samples below far", name, from.Times.Samples(from.Sum(cct.Time)))
		}
	}
}

// TestTimesOfLarge places stacks of a random tree, with frames without contexts in between, where they are from.
func TestTimesOfLarge(t *testing.T) {
	tree := ccttest.Large(5000, 3)
	random := rand.New(rand.NewPCG(1, 2))
	s, want := &jfr.Samples{}, make([]uint64, tree.Len())
	for range 2000 {
		node := int32(random.IntN(tree.Len()))
		if tree.Method[node] < 0 || tree.BeyondRoot() >= 0 && int(node) >= tree.BeyondRoot() {
			continue
		}
		var frames []string
		thread := ""
		for n := node; n >= 0; n = tree.Parent[n] {
			if tree.Method[n] < 0 {
				thread = tree.Name(int(n))
				continue
			}
			for range random.IntN(3) {
				frames = append(frames, "java.lang.reflect.Method.invoke()V")
			}
			frames = append(frames, tree.Name(int(n)))
		}
		slices.Reverse(frames)
		stack(s, jfr.Place{Thread: thread}, 1, frames...)
		want[node] += jfr.Period
	}
	times := timed(tree, s, Options{})
	if got := tree.Self[cct.Time]; !reflect.DeepEqual(got, want) {
		t.Errorf("the samples are at other contexts: %d of %d", tree.Sum(cct.Time)/jfr.Period, len(s.Stacks))
	}
	if times.Outside.Samples+times.Partly.Samples+times.Cut.Samples > 0 {
		t.Errorf("%+v", times)
	}
}
