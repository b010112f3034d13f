package live

import (
	"encoding/binary"
	"strings"

	"jprof/internal/format/probe"
	"jprof/report"
	"jprof/report/assemble"
)

// layout is a file of a map, reduced to the data for its sums. It takes a fraction of the size of the map.
//
//	program = { statements << 1 | new (uvarint)  method (varint: difference, -1 none)
//	            terms (uvarint) { counter (uvarint: difference)  coefficient (varint) } }
//
// Each entry has statements of one region that follow each other and have the same formula. The bit new marks entries
// that do not continue the region of the entry before: the first entry of a region, and an entry after an omitted part.
type layout struct {
	path    string
	hash    [32]byte
	pkg     probe.ID
	base    uint32 // the index of its first counter in the package
	n       uint32 // the number of its counters
	program string
	names   string   // the titles of the methods: see appendName
	lines   []uint32 // the lines of the names of the methods; 0 for a method that is omitted
	empty   bool     // no code of the file is measured
}

// layoutOf makes the layout of a file of a package.
func layoutOf(outlines *assemble.Outlines, p *probe.Package, f *probe.File) *layout {
	shown := outlines.Of(p, f)
	l := &layout{path: f.Path, hash: f.Hash, pkg: p.ID, base: f.Base, n: f.Counters, empty: !shown.Measured}
	if l.empty {
		return l
	}
	var names []byte
	l.lines = make([]uint32, len(shown.Methods))
	before := ""
	for i, m := range shown.Methods {
		name := report.MethodRef{File: shown, Index: i}.Title()
		names = appendName(names, before, name)
		before = name
		if m.Measured {
			l.lines[i] = m.Name.Line
		}
	}
	l.names = string(names)
	w := writer{blocks: f.Blocks}
	for _, r := range f.Regions {
		w.region(shown, r)
	}
	l.program = string(w.out)
	return l
}

// appendName appends the name of a method to names. It writes one byte with the number of bytes that the name shares
// with the name before it, the other bytes, and a line break. This saves space, because names of methods begin with
// their class.
func appendName(names []byte, before, name string) []byte {
	n := 0
	for n < min(len(before), len(name), 255) && before[n] == name[n] {
		n++
	}
	return append(append(append(names, byte(n)), name[n:]...), '\n')
}

// methodNames returns the names of all methods, in the order of the field lines.
func (l *layout) methodNames() []string {
	var list []string
	before := ""
	for rest := l.names; rest != ""; {
		name, more, _ := strings.Cut(rest[1:], "\n")
		before = before[:rest[0]] + name
		list, rest = append(list, before), more
	}
	return list
}

// writer writes the program of a layout.
type writer struct {
	blocks []probe.Block
	method int32 // the method of the entry before
	out    []byte
}

// region writes the entries of a region.
func (w *writer) region(shown *report.File, r probe.Region) {
	measured := func(s probe.Span) bool { return shown.OmittedAt(s.Start.Offset, s.End.Offset) == nil }
	if len(r.Statements) == 0 {
		if measured(r.Span) {
			w.entry(r.Block, 0, true, r.Count)
		}
		return
	}
	begins := true
	for i := 0; i < len(r.Statements); {
		s, n := r.Statements[i], 0
		for ; i < len(r.Statements) && r.Statements[i].Count.Equal(s.Count) && measured(r.Statements[i].Span); i++ {
			n++
		}
		if n == 0 { // omitted
			i++
			begins = true
			continue
		}
		w.entry(r.Block, n, begins, s.Count)
		begins = false
	}
}

// entry writes one entry, for a number of statements of a block that have the same count.
func (w *writer) entry(block int32, statements int, begins bool, count probe.Formula) {
	head := uint64(statements) << 1
	if begins {
		head |= 1
	}
	method := w.blocks[block].Method
	w.out = binary.AppendUvarint(w.out, head)
	w.out = binary.AppendVarint(w.out, int64(method)-int64(w.method))
	w.method = method
	w.out = binary.AppendUvarint(w.out, uint64(len(count)))
	last := uint32(0)
	for _, t := range count {
		w.out = binary.AppendUvarint(w.out, uint64(t.Counter-last))
		w.out = binary.AppendVarint(w.out, int64(t.Coef))
		last = t.Counter
	}
}

// sum has the sums of one or more files.
type sum struct {
	executed         uint64 // executions of statements
	covered, regions int
}

func (s sum) plus(o sum) sum {
	return sum{report.Add(s.executed, o.executed), s.covered + o.covered, s.regions + o.regions}
}

// evaluator evaluates programs. It uses its memory again for each program.
type evaluator struct{ formula probe.Formula }

// run evaluates a program with the counters of its file, nil for none. It writes the executions of each method to
// methods.
func (e *evaluator) run(program string, counters []uint64, methods []uint64) (s sum) {
	clear(methods)
	in := reader(program)
	method, last := int64(0), uint64(0)
	for len(in) > 0 {
		head := in.uvarint()
		method += in.varint()
		e.formula = e.formula[:0]
		counter := uint64(0)
		for range in.uvarint() {
			counter += in.uvarint()
			e.formula = append(e.formula, probe.Term{Counter: uint32(counter), Coef: int32(in.varint())})
		}
		value := uint64(max(0, e.formula.Value(counters)))
		if head&1 != 0 || value != last { // a region ends where the next statement was begun less often
			s = s.plus(sum{0, int(min(value, 1)), 1})
		}
		last = value
		executed := report.Times(value, int(head>>1))
		s.executed = report.Add(s.executed, executed)
		if method >= 0 {
			methods[method] = report.Add(methods[method], executed)
		}
	}
	return s
}

// reader decodes the numbers of a program.
type reader string

func (r *reader) uvarint() (x uint64) {
	for shift := 0; ; shift += 7 {
		b := (*r)[0]
		*r = (*r)[1:]
		x |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return x
		}
	}
}

func (r *reader) varint() int64 {
	x := r.uvarint()
	return int64(x>>1) ^ -int64(x&1)
}
