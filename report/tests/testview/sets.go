package testview

import (
	"encoding/binary"
	"iter"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
)

// sets holds the parts of the main sources that tests executed: regions, and outcomes of branches if required. Attempts
// of one test are one. Each set is a list of numbers, ascending and packed: gaps as uvarints.
type sets struct {
	tests [][]byte // by group; nil for an owner that is no test
	size  int      // above all numbers
}

// numbers unpacks a list.
func numbers(packed []byte) iter.Seq[int] {
	return func(yield func(int) bool) {
		at := 0
		for len(packed) > 0 {
			gap, n := binary.Uvarint(packed)
			packed, at = packed[n:], at+int(gap)
			if !yield(at) {
				return
			}
		}
	}
}

func pack(list []int) []byte {
	var packed []byte
	at := 0
	for _, n := range list {
		packed, at = binary.AppendUvarint(packed, uint64(n-at)), n
	}
	return slices.Clip(packed)
}

// sets makes the sets of all tests. If setUp is true, the parts executed in the set-up of a class are in the set of
// each of its tests, as the set-up runs with any of them.
func (m *Model) sets(outcomes, setUp bool) *sets {
	base := make(map[*fileParts]int, len(m.files))
	s := &sets{tests: make([][]byte, len(m.Tests))}
	for i := range m.files {
		base[&m.files[i]] = s.size
		s.size += m.files[i].end
	}
	parallel(len(m.Tests), func(e *evaluator, test int) {
		s.tests[test] = pack(m.executed(e, test, base, outcomes))
	})
	s.tests = m.joined(s.tests, setUp)
	return s
}

// parallel calls do for 0 to n-1, and returns the evaluators that it used.
func parallel(n int, do func(e *evaluator, i int)) []*evaluator {
	all := make([]*evaluator, min(runtime.GOMAXPROCS(0), 8))
	var next atomic.Int32
	var done sync.WaitGroup
	for w := range all {
		all[w] = &evaluator{}
		done.Go(func() {
			for i := next.Add(1) - 1; int(i) < n; i = next.Add(1) - 1 {
				do(all[w], int(i))
			}
		})
	}
	done.Wait()
	return all
}

// executed returns the numbers of the regions and outcomes that a test executed, ascending.
func (m *Model) executed(e *evaluator, test int, base map[*fileParts]int, outcomes bool) []int {
	var list []int
	for f, values := range m.valuesOf(e, test, func(f *fileParts) int {
		switch {
		case !f.main:
			return 0
		case outcomes:
			return f.end
		}
		return f.methods
	}) {
		for _, v := range values {
			if f.counts(int(v.part)) {
				list = append(list, base[f]+int(v.part))
			}
		}
	}
	slices.Sort(list)
	return list
}

// counts reports whether a part is a region, or an outcome of a branch, that is measured.
func (f *fileParts) counts(part int) bool {
	switch {
	case part < f.methods:
		return f.file.Regions[part].Measured
	case part < f.yes:
		return false
	case part < f.no:
		return f.file.Branches[part-f.yes].Measured
	}
	b := f.file.Branches[part-f.no]
	return b.Measured && b.Outcomes == 2
}

// joined returns the sets by group. It joins those of attempts and, if setUp is true, those of the set-up of classes.
func (m *Model) joined(byTest [][]byte, setUp bool) [][]byte {
	type class struct{ step, name string }
	classes := map[class]int{}
	members := make([][]int, len(m.Tests)) // by group
	for i, t := range m.Tests {
		switch t.Kind {
		case testcounts.Class:
			classes[class{t.Step, t.Class}] = i
		case testcounts.Case:
			members[m.groups[i]] = append(members[m.groups[i]], i)
		}
	}
	out := make([][]byte, len(m.Tests))
	for g, list := range members {
		if len(list) == 0 {
			continue
		}
		if setUp {
			t := m.Tests[list[0]]
			for name := range decl.Around(t.Class) {
				if i, has := classes[class{t.Step, name}]; has {
					list = append(list, i)
				}
			}
		}
		if len(list) == 1 {
			out[g] = byTest[list[0]]
			continue
		}
		var all []int
		for _, i := range list {
			all = slices.AppendSeq(all, numbers(byTest[i]))
		}
		slices.Sort(all)
		out[g] = pack(slices.Compact(all))
	}
	return out
}

// bits is a set of numbers.
type bits []uint64

func newBits(size int) bits { return make(bits, size/64+1) }

func (b bits) has(n int) bool { return b[n/64]&(1<<(n%64)) != 0 }

func (b bits) add(n int) { b[n/64] |= 1 << (n % 64) }

// fresh returns the number of elements of a packed list that the set lacks.
func (b bits) fresh(packed []byte) int {
	n := 0
	for i := range numbers(packed) {
		if !b.has(i) {
			n++
		}
	}
	return n
}

// candidates returns the tests of the model that were executed. Of each group it returns the last attempt.
func (m *Model) candidates() []int32 {
	last := map[int32]int32{}
	for i, t := range m.Tests {
		if t.Kind == testcounts.Case && t.Status != testcounts.Skipped {
			last[m.groups[i]] = int32(i) // attempts ascend
		}
	}
	return slices.Sorted(maps.Values(last))
}

// secondsOf returns the time of all attempts of each test, by group.
func (m *Model) secondsOf() []float64 {
	byGroup := make([]float64, len(m.Tests))
	for i, t := range m.Tests {
		byGroup[m.groups[i]] += t.Seconds
	}
	return byGroup
}
