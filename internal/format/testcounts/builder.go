package testcounts

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
)

// Builder collects the counts of tests, in any order, and makes Counts of them. It keeps the counts packed.
type Builder struct {
	jvms    uint32
	tables  []table
	numbers map[probe.ID]uint32 // of tables
	finder  finder
	packed  []byte
	pieces  []piece
	owners  []Test
	index   map[identity]int // index in owners; of tests only those with an Attempt
	scratch []entry
	print   []byte
}

// piece is a part of an owner's counts.
type piece struct {
	owner uint32
	print uint32
	start uint64 // in packed
}

// entry is one count.
type entry struct {
	section, index uint32
	count          uint64
}

// An identity identifies the same attempt of a test in different JVMs or runs.
type identity struct {
	Key
	attempt int
}

// NewBuilder returns a builder for counts of the packages of maps.
func NewBuilder(maps []*probe.Set) *Builder {
	var tables []table
	for id, n := range probe.Sizes(maps) {
		tables = append(tables, table{id, uint32(n)})
	}
	return newBuilder(tables)
}

func newBuilder(tables []table) *Builder {
	slices.SortFunc(tables, func(a, b table) int { return bytes.Compare(a.id[:], b.id[:]) })
	b := &Builder{tables: tables, numbers: map[probe.ID]uint32{}, index: map[identity]int{}}
	for i, t := range tables {
		b.numbers[t.id] = uint32(i)
	}
	return b
}

// AddJVMs adds the number of JVMs whose tests reported to jprof.
func (b *Builder) AddJVMs(n int) { b.jvms += uint32(n) }

// Owner adds a test or another owner without counts, and returns its number for Add. Owners with the same Key and
// Attempt are one. A test whose Attempt is 0 is always a new one. When all tests have been added, such attempts are
// numbered in the order of Began, then in the order of the calls.
func (b *Builder) Owner(t Test) int {
	if t.Kind != Case {
		t.Attempt = 1
	}
	key := identity{t.Key(), t.Attempt}
	if t.Attempt > 0 {
		if i, ok := b.index[key]; ok {
			b.owners[i].join(&t)
			return i
		}
		b.index[key] = len(b.owners)
	}
	b.owners = append(b.owners, t)
	return len(b.owners) - 1
}

// join adds the data of o, which is the same owner from another JVM or run.
func (t *Test) join(o *Test) {
	t.Nanos += o.Nanos
	t.Carried = t.Carried && o.Carried
	if !o.Began.IsZero() && (t.Began.IsZero() || o.Began.Before(t.Began)) {
		t.Began = o.Began
	}
	t.ID, t.Display = lower(t.ID, o.ID), lower(t.Display, o.Display)
	if severity[o.Status] > severity[t.Status] {
		t.Status, t.Reason = o.Status, o.Reason
	} else if o.Status == t.Status {
		t.Reason = lower(t.Reason, o.Reason)
	}
}

// severity ranks statuses. If a test has different statuses in two runs, the worse one is kept.
var severity = [...]int{Passed: 1, Skipped: 0, Aborted: 2, Unfinished: 3, Failed: 4}

// lower returns the lower of two texts. It ignores an empty text. The order of arguments does not matter.
func lower(a, b string) string {
	if a == "" || b == "" {
		return max(a, b)
	}
	return min(a, b)
}

// Add adds counts to an owner. Sections may be in any order, and contain a counter more than once. If a package or
// counter is not in the maps, Add returns an error and adds nothing.
func (b *Builder) Add(owner int, sections ...Section) error {
	b.scratch = b.scratch[:0]
	for _, s := range sections {
		number, ok := b.numbers[s.ID]
		if !ok {
			return fmt.Errorf("counts by test: no map has the package %x", s.ID)
		}
		for i, k := range s.Index {
			if k >= b.tables[number].counters {
				return fmt.Errorf("counts by test: the package %x has no counter %d", s.ID, k)
			}
			b.scratch = append(b.scratch, entry{number, k, s.Count[i]})
		}
	}
	b.addScratch(owner)
	return nil
}

// addScratch adds the entries of scratch to an owner.
func (b *Builder) addScratch(owner int) {
	order := func(x, y entry) int { return cmp.Or(cmp.Compare(x.section, y.section), cmp.Compare(x.index, y.index)) }
	if !slices.IsSortedFunc(b.scratch, order) {
		slices.SortFunc(b.scratch, order)
	}
	list := b.scratch[:0]
	for _, e := range b.scratch {
		switch last := len(list) - 1; {
		case e.count == 0:
		case last >= 0 && order(list[last], e) == 0:
			list[last].count = min(list[last].count+e.count, counts.MaxCount)
		default:
			e.count = min(e.count, counts.MaxCount)
			list = append(list, e)
		}
	}
	if len(list) > 0 {
		start := uint64(len(b.packed))
		b.pieces = append(b.pieces, piece{uint32(owner), b.pack(list), start})
	}
}

// pack appends the counts of a list to packed, and returns the number of its footprint.
func (b *Builder) pack(list []entry) uint32 {
	sections := 0
	for i := range list {
		if i == 0 || list[i].section != list[i-1].section {
			sections++
		}
	}
	b.print = binary.AppendUvarint(b.print[:0], uint64(sections))
	var gaps []byte
	lastSection := uint32(0)
	for i := 0; i < len(list); {
		section, last := list[i].section, uint32(0)
		gaps = gaps[:0]
		for ; i < len(list) && list[i].section == section; i++ {
			gaps = binary.AppendUvarint(gaps, uint64(list[i].index-last))
			last = list[i].index
			b.packed = binary.AppendUvarint(b.packed, list[i].count)
		}
		b.print = binary.AppendUvarint(b.print, uint64(section-lastSection))
		b.print = binary.AppendUvarint(b.print, uint64(len(gaps)))
		b.print = append(b.print, gaps...)
		lastSection = section
	}
	return b.finder.find(b.print, len(list))
}
