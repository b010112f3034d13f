package contexts

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/recordfile"
	"jprof/internal/jtest"
)

// randomJVM is a JVM with one of three versions of its class, and random trees.
func randomJVM(r *rand.Rand, pid uint64) *jvm {
	j := &jvm{about: About{JVMs: 1, PID: pid, Start: start, Java: []string{fmt.Sprintf("%d.0.1", 17+4*r.IntN(3))},
		Coverage: App + Values(r.IntN(2)), Blocks: Exact, Recursion: Full, Sites: NoSite, Limit: 10}}
	code := []string{"\x00\x00\xb1", "\x00\x03\x57\xb1", "\x03\x57\xb1"} // of f
	j.class("p.A", classFile("p.A", "f", code[r.IntN(3)], "g", "\xb1", "h", "\x03\x57\xb1"))
	j.method("f", []Slot{{0, 0, 1}, {1, 2, 0}}, 1)
	j.method("g", nil)
	j.method("h", []Slot{{1, 0, 0}, {1, 1, 0}, {3, 2, 0}})
	var lines []string
	depth := 0
	for range r.IntN(40) {
		depth = 1 + r.IntN(depth+1)
		method := r.IntN(3)
		line := fmt.Sprintf("%s %c %d", strings.Repeat("*", depth), "fgh"[method], r.IntN(1000))
		for range len(j.methods[method].Slots) {
			line += fmt.Sprintf(" %d", r.IntN(4))
		}
		if method == 0 && r.IntN(3) == 0 {
			line += fmt.Sprintf(" @1=%d", 1+r.IntN(9))
		}
		lines = append(lines, line)
	}
	return j.tree([]string{"main", "pool-N"}[r.IntN(2)], lines...)
}

// TestMergingInAnyOrder merges 100 files of JVMs in random groups, and the results again in groups, until one is left.
// The result must have the same bytes each time.
func TestMergingInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	var parts []Source
	packs := NewPack()
	all := filepath.Join(dir, "all")
	for i := range 100 {
		j := randomJVM(r, uint64(i+1))
		j.write(t, filepath.Join(dir, fmt.Sprint(i)))
		j.write(t, all)
		c := collect(t, filepath.Join(dir, fmt.Sprint(i)))
		parts = append(parts, c.Profile.Source())
		packs.Merge(c.Pack)
	}
	c := collect(t, all)
	want := bytesOf(t, c.Profile.Source())
	merge := func(list ...Source) *Profile {
		p := NewProfile()
		for _, s := range list {
			if err := p.Merge(s); err != nil {
				t.Fatal(err)
			}
		}
		return p
	}
	for round := range 10 {
		list := slices.Clone(parts)
		for len(list) > 1 {
			r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			n := 2 + r.IntN(min(9, len(list)-1))
			f, err := Parse(bytesOf(t, merge(list[:n]...).Source()), "part")
			if err != nil {
				t.Fatal(err)
			}
			list = append(list[n:], f)
		}
		got := bytesOf(t, list[0])
		if !bytes.Equal(got, want) {
			t.Fatalf("round %d: other bytes", round)
		}
		if twice := bytesOf(t, merge(list[0], list[0]).Source()); !bytes.Equal(twice, want) {
			t.Fatal("a file that is merged twice counts twice")
		}
	}
	var one, other bytes.Buffer
	c.Pack.Write(&one)
	packs.Only(c.Profile.Source().Head().Classes).Write(&other)
	if !bytes.Equal(one.Bytes(), other.Bytes()) {
		t.Error("packs of parts have other class files")
	}
}

func TestSharedJVMs(t *testing.T) {
	a, b, c := aJVM(1).tree("main", "* g 1"), aJVM(2).tree("main", "* g 2"), aJVM(3).tree("main", "* g 4")
	p := profileOf(t, a, b)
	if err := p.Merge(profileOf(t, b, c).Source()); err != ErrShared {
		t.Errorf("got %v", err)
	}
	wantLines(t, "afterwards", drawn(t, p.Source()), "main\n* p.A.g 3")
}

// TestVersionsOfAClass merges two versions of a class. Method f has the same code in both and stays one method; g
// differs and becomes two. Methods whose slots have different meanings are not added either.
func TestVersionsOfAClass(t *testing.T) {
	a, b := aJVM(1), aJVM(2)
	b.classes[0].content = classFile("p.A", "other", "\xb1", "f", "\x00\x00\xb1", "g", "\x00\xb1", "h", "\x03\x57\xb1")
	p := profileOf(t, a.tree("main", "* f 1 1 1", "** g 1"), b.tree("main", "* f 2 2 2", "** g 2"))
	h := p.Source().Head()
	if len(h.Methods) != 3 || len(h.Classes) != 2 {
		t.Errorf("%d methods of %d classes", len(h.Methods), len(h.Classes))
	}
	got := drawn(t, p.Source())
	if !strings.HasPrefix(got, "main\n* p.A.f 3 3 3\n** p.A.g ") || strings.Count(got, "p.A.g") != 2 {
		t.Errorf("got\n%s", got)
	}
	fast := aJVM(3)
	fast.methods[0].Slots[1].Kind = 3
	p = profileOf(t, aJVM(1).tree("main", "* f 1 1 1"), fast.tree("main", "* f 1 1 1"))
	if n := len(p.Source().Head().Methods); n != 2 {
		t.Error("slots of different meaning were added")
	}
}

func TestMissingClassFiles(t *testing.T) {
	a := aJVM(1)
	a.class("p.Gone", nil)
	a.method("gone", nil)
	p := profileOf(t, a.tree("main", "* gone 3", "** g 1"))
	wantLines(t, "tree", drawn(t, p.Source()), "main\n* p.Gone.gone 3\n** p.A.g 1")
	f, err := Parse(bytesOf(t, p.Source()), "f")
	if err != nil {
		t.Fatal(err)
	}
	if c := f.Head().Classes[1]; c.SHA != (SHA{}) || c.Name != "p.Gone" {
		t.Errorf("got %+v", c)
	}
}

func TestSumsStayAtTheLargestNumber(t *testing.T) {
	huge := fmt.Sprintf("* f %d %d 1 @1=%d", uint64(math.MaxUint64-1), uint64(math.MaxUint64), uint64(math.MaxUint64))
	p := profileOf(t, aJVM(1).tree("main", huge), aJVM(2).tree("main", "* f 5 5 5 @1=5"))
	wantLines(t, "sum", drawn(t, p.Source()), fmt.Sprintf("main\n* p.A.f %d %[1]d 6 @1=%[1]d", uint64(math.MaxUint64)))
}

// TestDeepTrees writes, merges and reads a tree of 100,000 levels: no function may recurse once for each level.
func TestDeepTrees(t *testing.T) {
	const depth = 100_000
	j := aJVM(1)
	w := j.writer(func(b []byte) { j.items = append(j.items, b) })
	w.Root(Root{Name: "main"})
	for d := 1; d <= depth; d++ {
		w.Node(&Node{Depth: d, Method: 0, Calls: uint64(d), Slots: []uint64{1, 2}})
	}
	w.flush()
	p := profileOf(t, j)
	f, err := Parse(bytesOf(t, p.Source()), "f")
	if err != nil {
		t.Fatal(err)
	}
	deepest := &deep{}
	if err := f.Walk(deepest); err != nil || deepest.depth != depth {
		t.Errorf("depth %d, %v", deepest.depth, err)
	}
}

// deep is a visitor that keeps the depth of the last node.
type deep struct{ depth int }

func (d *deep) Root(Root) error { return nil }

func (d *deep) Node(n *Node) error {
	d.depth = n.Depth
	return nil
}

// TestLargeRecords has a tree whose nodes need several records.
func TestLargeRecords(t *testing.T) {
	j := aJVM(1)
	w := j.writer(func(b []byte) { j.items = append(j.items, b) })
	w.Root(Root{Name: "main"})
	w.Node(&Node{Depth: 1, Method: 1, Calls: 1})
	const nodes = 300_000
	for i := range nodes {
		g := i % 3 / 2 // f has two slots, g has none
		w.Node(&Node{Depth: 2 + i%2, Method: int32(g), Site: uint32(i % 1000), Calls: 1, Slots: make([]uint64, 2-2*g)})
	}
	w.flush()
	if len(j.items) < 2 {
		t.Fatalf("%d records", len(j.items))
	}
	p := profileOf(t, j)
	calls := &sumOfCalls{}
	if err := p.Source().Walk(calls); err != nil || calls.n != nodes+1 {
		t.Errorf("%d calls, %v", calls.n, err)
	}
	data := bytesOf(t, p.Source())
	if f, err := Parse(data, "f"); err != nil || f.Check() != nil {
		t.Errorf("the merged file: %v", err)
	}
	lost := j.items[0]
	j.items = j.items[1:]
	dir := t.TempDir()
	j.write(t, dir)
	if c := collect(t, dir); len(c.Problems) != 1 || !strings.Contains(c.Problems[0], "whose beginning is missing") {
		t.Errorf("without the first record of %d bytes: %q", len(lost), c.Problems)
	}
}

type sumOfCalls struct{ n uint64 }

func (s *sumOfCalls) Root(Root) error { return nil }

func (s *sumOfCalls) Node(n *Node) error {
	s.n += n.Calls
	return nil
}

// FuzzCollect reads files of JVMs with any content behind right check sums.
func FuzzCollect(f *testing.F) {
	j := aJVM(1).tree("main", "* f 1 2 3 @1=1", "** g 7")
	for _, item := range j.items {
		f.Add(item)
	}
	f.Add([]byte("S\x04main\x01\x01\x00\x03p.A\x01f\x04"))
	f.Add([]byte("B\x01\x00\x01\x00\x01\x00\x00"))
	f.Add([]byte("C\x05\x01\x00\x02\x01a\x00"))
	f.Add([]byte("M\x05\x00\x08\x01f\x03()V\x00\x01\x00\x00\x01\x00"))
	f.Fuzz(func(t *testing.T, item []byte) {
		j := aJVM(1)
		j.items = [][]byte{item}
		dir := t.TempDir()
		j.write(t, dir)
		c := collect(t, dir)
		file, err := Parse(bytesOf(t, c.Profile.Source()), "f")
		if err != nil || file.Check() != nil {
			t.Errorf("what was read cannot be written and read: %v", err)
		}
	})
}

// FuzzParse reads merged files with any records behind right check sums.
func FuzzParse(f *testing.F) {
	p := profileOf(f, aJVM(1).tree("main", "* f 1 2 3 @1=1", "** g 7"))
	r, err := recordfile.NewReader(bytes.NewReader(bytesOf(f, p.Source())), "f", recordfile.Contexts)
	if err != nil {
		f.Fatal(err)
	}
	about, _ := encodeAbout(&p.Source().Head().About)
	var items [][]byte
	for {
		d, err := r.Item()
		if err != nil {
			break
		}
		items = append(items, bytes.Clone(d.Raw(d.Len())))
		f.Add(len(items)-1, items[len(items)-1])
	}
	far := binary.AppendUvarint([]byte{items[1][0]}, maxIDs) // a class with the last ID
	f.Add(1, append(far, items[1][2:]...))
	f.Fuzz(func(t *testing.T, at int, item []byte) {
		list := slices.Clone(items)
		list[uint(at)%uint(len(list))] = item
		taken := jtest.Allocated(func() {
			file, err := Parse(records(recordfile.Contexts, about, list), "f")
			if err != nil || file.Check() != nil {
				return
			}
			if err := NewProfile().Merge(file); err != nil {
				t.Errorf("a right file cannot be merged: %v", err)
			}
		})
		if taken > uint64(1000*len(item)+128<<20) {
			t.Errorf("%d MB for a record of %d bytes", taken>>20, len(item))
		}
	})
}
