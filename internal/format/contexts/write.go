package contexts

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"jprof/internal/format/ancestors"
	"jprof/internal/format/recordfile"
	"jprof/internal/util/atomicfile"
)

// recordSize is the size at which a record ends, in bytes.
const recordSize = 1 << 20

// The kinds of records, see doc.go.
const (
	kindJVMs    = 'J'
	kindClasses = 'C'
	kindMethods = 'M'
	kindLosses  = 'L'
	kindAgents  = 'A'
	kindStep    = 'P'
	kindTree    = 'T'
	kindStopped = 'S'
	kindBeyond  = 'B'
)

// Flags of files and of records of trees.
const (
	flagMerged   = 1
	flagSnapshot = 2

	treeContinued = 1
	treeBeyond    = 2
)

// The places of the content of a class.
const (
	inPatch   = 0 // in the classes of the instrumented JDK, by ordinal
	inClasses = 1 // in the classes of the JVM, by ordinal
	bySHA     = 2 // in the pack of the run
	nowhere   = 3 // not known; in merged files
)

// WriteFile writes a merged profile to a file. A reader sees the complete file or none.
func WriteFile(path string, s Source) error {
	return atomicfile.Write(path, func(w io.Writer) error { return Write(w, s) })
}

// Write writes a merged profile. Only one record at a time is in memory.
func Write(w io.Writer, s Source) error {
	h := s.Head()
	about, err := encodeAbout(&h.About)
	if err != nil {
		return fmt.Errorf("contexts: %w", err)
	}
	fw, err := recordfile.NewWriter(w, recordfile.Contexts, about)
	if err != nil {
		return fmt.Errorf("contexts: %w", err)
	}
	t := &writer{write: fw.Item}
	t.head(h)
	if t.err == nil {
		if err := s.Walk(t); err != nil {
			return err
		}
	}
	t.flush()
	if t.err == nil {
		t.err = fw.Close()
	}
	if t.err != nil {
		return fmt.Errorf("contexts: %w", t.err)
	}
	return nil
}

// writer writes the records of a file. It is a Visitor that writes the records of trees.
type writer struct {
	write func(record []byte) error
	e     recordfile.Encoder
	err   error
	step  string
	open  bool // a record of a tree is in e
	root  Root
	depth int // of the last node
}

// item writes the content of e as a record.
func (w *writer) item() {
	b, err := w.e.Bytes()
	if err == nil && w.err == nil {
		err = w.write(b)
	}
	if w.err == nil {
		w.err = err
	}
	w.e.Reset()
}

// list writes n elements of one kind, in as many records as needed. write encodes element i.
func (w *writer) list(kind byte, n int, write func(i int)) {
	for i := range n {
		if w.e.Len() == 0 {
			w.e.Uint8(kind)
		}
		write(i)
		if w.e.Len() >= recordSize || i == n-1 {
			w.item()
		}
	}
}

// head writes all records before the trees.
func (w *writer) head(h *Header) {
	e := &w.e
	w.list(kindJVMs, len(h.Files), func(i int) { e.Raw(h.Files[i][:]) })
	w.list(kindClasses, len(h.Classes), func(i int) {
		c := &h.Classes[i]
		e.Uvarint(uint64(i))
		if c.SHA == (SHA{}) {
			e.Uint8(nowhere)
		} else {
			e.Uint8(bySHA)
			e.Raw(c.SHA[:])
		}
		e.Uint8(uint8(c.Loader))
		w.strings(c.Name, c.Source)
	})
	w.list(kindMethods, len(h.Methods), func(i int) { w.method(i, &h.Methods[i]) })
	w.list(kindLosses, len(h.Losses), func(i int) {
		w.strings(h.Losses[i].Class, h.Losses[i].Method, h.Losses[i].Reason)
	})
	w.list(kindAgents, len(h.Agents), func(i int) { w.strings(h.Agents[i].Name, h.Agents[i].Problem) })
}

// method writes the entry of a method.
func (w *writer) method(id int, m *Method) {
	e := &w.e
	e.Uvarint(uint64(id))
	e.Uvarint(uint64(m.Class))
	e.Uvarint(uint64(m.Access))
	w.strings(m.Name, m.Descriptor)
	e.Uvarint(uint64(max(0, m.Line)))
	e.Uvarint(uint64(len(m.Slots)))
	for _, s := range m.Slots {
		e.Uvarint(uint64(s.Kind))
		e.Uvarint(uint64(s.A))
		e.Uvarint(uint64(s.B))
	}
	e.Uvarint(0) // points: only files of JVMs have them
	e.Raw(m.Code[:])
}

func (w *writer) strings(list ...string) {
	for _, s := range list {
		w.e.String(s)
	}
}

// Root begins a tree.
func (w *writer) Root(r Root) error {
	w.flush()
	if r.Step != w.step {
		w.e.Uint8(kindStep)
		w.e.String(r.Step)
		w.item()
		w.step = r.Step
	}
	w.root, w.depth = r, 0
	w.begin(0)
	return w.err
}

// begin begins a record of the tree.
func (w *writer) begin(flags uint8) {
	if w.root.Beyond {
		flags |= treeBeyond
	}
	w.e.Uint8(kindTree)
	w.e.Uint8(flags)
	w.e.String(w.root.Name)
	w.e.Uvarint(uint64(w.depth))
	w.open = true
}

// flush ends the record of a tree.
func (w *writer) flush() {
	if w.open {
		w.item()
		w.open = false
	}
}

// Node writes a node.
func (w *writer) Node(n *Node) error {
	if w.e.Len() >= recordSize {
		w.flush()
		w.begin(treeContinued)
	}
	e := &w.e
	e.Varint(int64(n.Depth - w.depth))
	w.depth = n.Depth
	e.Uvarint(uint64(n.Method))
	e.Uvarint(uint64(n.Site))
	e.Uvarint(n.Calls)
	w.slots(n.Slots)
	e.Uvarint(uint64(len(n.Cuts)))
	for _, c := range n.Cuts {
		e.Uvarint(uint64(c.Instruction))
		e.Uvarint(c.Count)
	}
	e.Uvarint(uint64(len(n.Made)))
	for _, m := range n.Made {
		e.Uvarint(uint64(m.Instruction))
		e.String(m.Class)
		e.Uvarint(m.Objects)
		e.Uvarint(m.Arrays)
		e.Uvarint(m.Elements)
	}
	return w.err
}

// slots writes numbers. After a 0, it writes the number of zeros that follow it.
func (w *writer) slots(values []uint64) {
	for i := 0; i < len(values); i++ {
		w.e.Uvarint(values[i])
		if values[i] == 0 {
			zeros := 1
			for i+zeros < len(values) && values[i+zeros] == 0 {
				zeros++
			}
			w.e.Uvarint(uint64(zeros - 1))
			i += zeros - 1
		}
	}
}

// encodeAbout returns the payload of the first record.
func encodeAbout(a *About) ([]byte, error) {
	var e recordfile.Encoder
	e.Uint32(flagMerged)
	e.Uint32(a.JVMs)
	e.Uint64(a.PID)
	e.Time(a.Start)
	ancestors.Write(&e, a.Ancestors)
	for _, s := range []string{strings.Join(a.Java, listSeparator), a.Step, strings.Join(a.JDKs, listSeparator),
		a.Patch} {
		e.String(s)
	}
	e.Raw([]byte{byte(a.Coverage), byte(a.Blocks), byte(a.Recursion), byte(a.Sites)})
	e.Uvarint(a.Limit)
	e.Uvarint(uint64(len(a.Steps)))
	for _, s := range a.Steps {
		e.String(s)
	}
	for _, n := range []uint64{a.Nodes, a.Slots, uint64(a.Snapshots), a.Stopped, a.Lost, a.Guessed} {
		e.Uvarint(n)
	}
	return e.Bytes()
}

// listSeparator separates versions in one string.
const listSeparator = ", "

// decodeAbout reads the first record.
func decodeAbout(d *recordfile.Decoder) (a About, merged bool, err error) {
	flags := d.Uint32()
	merged = flags&flagMerged != 0
	if flags&^uint32(flagMerged|flagSnapshot) != 0 {
		d.Fail("unknown flags")
	}
	a.Snapshot = flags&flagSnapshot != 0
	a.JVMs, a.PID, a.Start = d.Uint32(), d.Uint64(), d.Time()
	most := uint32(ancestors.Max)
	if merged {
		most = 0
	}
	a.Ancestors = ancestors.Read(d, most)
	list := func() []string {
		s := d.String()
		if s == "" {
			return nil
		}
		l := strings.Split(s, listSeparator)
		slices.Sort(l)
		return slices.Compact(l)
	}
	a.Java, a.Step, a.JDKs, a.Patch = list(), d.String(), list(), d.String()
	for _, v := range []*Values{&a.Coverage, &a.Blocks, &a.Recursion, &a.Sites} {
		*v = Values(d.Uint8())
		if !merged {
			*v = 1 << *v
		}
		limit := App | All
		if v == &a.Blocks {
			limit |= Calls
		}
		if *v&^limit != 0 || *v == 0 && !merged {
			d.Fail("an unknown setting")
		}
	}
	a.Limit = d.Uvarint(math.MaxUint64)
	if merged {
		for range d.Count(1) {
			a.Steps = append(a.Steps, d.String())
		}
		a.Nodes, a.Slots = d.Uvarint(math.MaxInt32), d.Uvarint(math.MaxUint32)
		a.Snapshots, a.Stopped = uint32(d.Uvarint(math.MaxUint32)), d.Uvarint(math.MaxUint64)
		a.Lost = d.Uvarint(math.MaxUint64)
		if d.Len() > 0 { // older files end here
			a.Guessed = d.Uvarint(math.MaxUint64)
		}
	}
	return a, merged, d.Close()
}
