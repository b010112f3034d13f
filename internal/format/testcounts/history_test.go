package testcounts

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"jprof/internal/format/probe"
)

// history is a random JVM: tests begin, count and end, in several threads, and at some time the JVM ends or is killed.
type history struct {
	*jvm
	random   *rand.Rand
	running  []uint64 // tests under way
	next     int
	expected map[string]map[string]uint64 // counts by owner and counter, as the stream has them
	names    map[uint64]string            // of tests and containers that have begun
	classes  []uint64                     // containers under way
}

// note adds counts to those that are expected of an owner.
func (h *history) note(owner string, s Section) {
	if h.expected[owner] == nil {
		h.expected[owner] = map[string]uint64{}
	}
	for i, k := range s.Index {
		h.expected[owner][fmt.Sprint(s.ID[0], " ", k)] += s.Count[i]
	}
}

// section is random counts of a random package.
func (h *history) section() Section {
	s := Section{ID: []probe.ID{a, b}[h.random.IntN(2)]}
	for k := range uint32(map[probe.ID]int{a: 10, b: 4}[s.ID]) {
		if h.random.IntN(3) == 0 {
			s.Index, s.Count = append(s.Index, k), append(s.Count, 1+h.random.Uint64N(1<<h.random.IntN(40)))
		}
	}
	return s
}

// step does something at random.
func (h *history) step() {
	switch n := h.random.IntN(10); {
	case n == 0 && len(h.classes) < 3:
		class := fmt.Sprintf("p.C%d", h.random.IntN(3))
		c := h.begin(beginClass, 0, "[engine:e]/[class:"+class+"]", class, "", "", class)
		h.classes, h.names[c] = append(h.classes, c), class
	case n == 1 && len(h.classes) > 0:
		i := h.random.IntN(len(h.classes))
		h.end(h.classes[i], Status(h.random.IntN(4)))
		h.classes = slices.Delete(h.classes, i, i+1)
	case n < 5:
		method := fmt.Sprintf("t%d", h.next)
		h.next++
		c := h.test(method)
		h.running, h.names[c] = append(h.running, c), "p.T#"+method
	case n < 7 && len(h.running) > 0:
		i := h.random.IntN(len(h.running))
		h.end(h.running[i], Status(h.random.IntN(4)))
		h.running = slices.Delete(h.running, i, i+1)
	default:
		h.boundary()
	}
}

// boundary counts: what the recorder gives to an owner. It does not matter here which owner is right.
func (h *history) boundary() {
	owner, name := uint64(toOutside), OutsideName
	if known := slices.Sorted(maps.Keys(h.names)); h.random.IntN(3) == 0 {
		owner, name = toShared, SharedName
	} else if len(known) > 0 && h.random.IntN(4) > 0 {
		owner = known[h.random.IntN(len(known))]
		name = h.names[owner]
	}
	first, second := h.section(), h.section()
	h.count(owner, first, second)
	h.note(name, first)
	h.note(name, second)
}

// TestHistories has random histories, of JVMs that end or are killed with count files that are older or newer than the
// stream. The sums of all owners are those of the run (see collect), each counter has the larger of its two numbers,
// and tests that had ended have exactly their counts.
func TestHistories(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 1))
		h := &history{jvm: newJVM(t), random: random, names: map[uint64]string{},
			expected: map[string]map[string]uint64{}}
		for range random.IntN(60) {
			h.step()
		}
		files := map[string][]byte{}
		want := map[probe.ID][]uint64{} // of the run
		larger := func() {
			for id, counters := range h.counters {
				if want[id] == nil {
					want[id] = make([]uint64, len(counters))
				}
				for k, n := range counters {
					want[id][k] = max(want[id][k], n)
				}
			}
		}
		underWay, rest := slices.Clone(h.running), map[string]uint64{}
		switch random.IntN(4) {
		case 0: // it ends
			files["1.counts"], files["1.tests"] = h.file(), h.ended()
		case 1: // it is killed after another test
			part := h.file()
			for range random.IntN(9) {
				h.step()
			}
			underWay = h.running
			files["1.part"], files["1.tests"] = part[:len(part)-13], h.soFar()
		case 2: // it is killed while it counts
			files["1.tests"] = h.soFar()
			s := h.section()
			h.silent(s)
			part := h.file()
			files["1.part"] = part[:len(part)-13]
			for i, k := range s.Index {
				rest[fmt.Sprint(s.ID[0], " ", k)] = s.Count[i]
			}
		case 3: // it is killed before it writes counts
			files["1.tests"] = h.soFar()
		}
		larger()
		owner := OutsideName
		if len(underWay) == 1 {
			owner = h.names[underWay[0]]
		}
		for counter, n := range rest {
			if h.expected[owner] == nil {
				h.expected[owner] = map[string]uint64{}
			}
			h.expected[owner][counter] += n
		}
		totals, tests, _ := collect(t, folder(t, files))
		for _, id := range []probe.ID{a, b} {
			got, sum := totals.Counters(id), want[id]
			if !slices.Equal(got, sum) && slices.Max(append(slices.Clone(sum), 0)) > 0 {
				t.Fatalf("seed %d: the run has %d, want %d", seed, got, sum)
			}
		}
		got := owned(tests)
		for owner, counters := range h.expected {
			if len(counters) > 0 && !maps.Equal(got[owner], counters) {
				t.Fatalf("seed %d: %s has %v, want %v", seed, owner, got[owner], counters)
			}
			delete(got, owner)
		}
		for owner, counters := range got {
			if len(counters) > 0 {
				t.Fatalf("seed %d: %s has %v, want nothing", seed, owner, counters)
			}
		}
		again(t, tests)
	}
}

// owned are the counts of each owner, by counter.
func owned(c *Counts) map[string]map[string]uint64 {
	all := map[string]map[string]uint64{}
	for i := range c.Tests() {
		name := c.Tests()[i].Name()
		all[name] = map[string]uint64{}
		for s := range c.Of(i) {
			for j, k := range s.Index {
				all[name][fmt.Sprint(s.ID[0], " ", k)] += s.Count[j]
			}
		}
	}
	return all
}

// again checks that counts are the same when they are written and read, or parted and merged.
func again(t *testing.T, c *Counts) {
	t.Helper()
	read, err := Read(bytes.NewReader(encode(t, c)), "f")
	if err != nil {
		t.Fatal(err)
	}
	even := read.Only(func(i int) bool { return i%2 == 0 })
	odd := read.Only(func(i int) bool { return i%2 == 1 })
	for _, merged := range []*Counts{Merge(even, odd), Merge(odd, even), Merge(odd, Merge(even))} {
		if show(merged) != show(c) {
			t.Fatalf("merged:\n%swant\n%s", show(merged), show(c))
		}
	}
}

// TestMerge: the same test of two runs is one, and the order of runs does not matter to the byte.
func TestMerge(t *testing.T) {
	run := func(seed uint64) *Counts {
		random := rand.New(rand.NewPCG(seed, 2))
		builder := NewBuilder(twoMaps())
		h := history{random: random}
		for i := range 20 {
			test := Test{Kind: Kind(random.IntN(4)), Step: "s", Attempt: 1 + random.IntN(2), Began: start,
				Status: Status(random.IntN(5)), Nanos: uint64(i), Reason: []string{"", "x", "y"}[random.IntN(3)],
				ID: fmt.Sprint(random.IntN(2))}
			if test.Kind <= Class {
				test.Class = fmt.Sprint("C", random.IntN(3))
			}
			if test.Kind == Case {
				test.Method, test.Params = fmt.Sprint("f", random.IntN(2)), []string{"", "int"}[random.IntN(2)]
			}
			if err := builder.Add(builder.Owner(test), h.section(), h.section()); err != nil {
				t.Fatal(err)
			}
		}
		return builder.Counts()
	}
	for seed := range uint64(50) {
		x, y, z := run(3*seed), run(3*seed+1), run(3*seed+2)
		want := encode(t, Merge(x, y, z))
		for i, list := range [][]*Counts{{y, z, x}, {z, y, x}, {Merge(x, y), z}, {x, Merge(z, y)}} {
			if !bytes.Equal(encode(t, Merge(list...)), want) {
				t.Fatalf("seed %d, order %d: other bytes:\n%s\n%s", seed, i, show(Merge(list...)), show(Merge(x, y, z)))
			}
		}
		last := x.Only(func(i int) bool { return x.Tests()[i].Attempt == 2 })
		for i := range last.Tests() {
			if last.Tests()[i].Attempt != 2 {
				t.Errorf("seed %d: %s alone", seed, &last.Tests()[i])
			}
		}
		sum := uint64(0)
		for _, c := range []*Counts{x, y, z} {
			for i := range c.Tests() {
				sum += c.Executions(i)
			}
		}
		merged := Merge(x, y, z)
		for i := range merged.Tests() {
			sum -= merged.Executions(i)
		}
		if sum != 0 {
			t.Errorf("seed %d: merging changes the sum by %d", seed, sum)
		}
	}
}
