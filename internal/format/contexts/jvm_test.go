package contexts

import (
	"bytes"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/ancestors"
	"jprof/internal/format/recordfile"
	"jprof/internal/jtest/javaclass"
)

// start is the start time of the JVMs in tests.
var start = time.UnixMilli(1735689600000).UTC()

// classFile makes a class file with static methods without parameters: for each, the name and the instructions.
func classFile(name string, methods ...string) []byte {
	class := javaclass.New(strings.ReplaceAll(name, ".", "/"), 52)
	for i := 0; i < len(methods); i += 2 {
		class.AddCode(methods[i], []byte(methods[i+1]))
	}
	return class.Bytes()
}

// jvm is a JVM that writes its files.
type jvm struct {
	about   About
	classes []jvmClass
	methods []fileMethod // Class is an index in classes
	items   [][]byte     // records behind those of classes and methods
}

type jvmClass struct {
	name    string
	content []byte // nil: it is not in the .classes
}

// aJVM is a JVM with a class p.A of the methods f (two slots, one point), g (no slot) and h (three slots).
func aJVM(pid uint64) *jvm {
	j := &jvm{about: About{JVMs: 1, PID: pid, Start: start, Java: []string{"21.0.1"}, Coverage: App, Blocks: Exact,
		Recursion: Full, Sites: NoSite, Limit: 2_000_000}}
	j.class("p.A", classFile("p.A", "f", "\x00\x00\xb1", "g", "\xb1", "h", "\x03\x57\xb1"))
	j.method("f", []Slot{{0, 0, 1}, {1, 2, 0}}, 1)
	j.method("g", nil)
	j.method("h", []Slot{{1, 0, 0}, {1, 1, 0}, {3, 2, 0}})
	return j
}

func (j *jvm) class(name string, content []byte) {
	j.classes = append(j.classes, jvmClass{name, content})
}

func (j *jvm) method(name string, slots []Slot, points ...uint32) {
	m := fileMethod{Method: Method{Class: int32(len(j.classes) - 1), Access: 8, Name: name, Descriptor: "()V", Line: 3,
		Slots: slots}, points: points}
	j.methods = append(j.methods, m)
}

// tree adds a tree: a line has its depth as stars, then method, calls, slots; cuts as @point=count.
func (j *jvm) tree(root string, lines ...string) *jvm {
	w := j.writer(func(item []byte) { j.items = append(j.items, item) })
	w.Root(Root{Name: root})
	for _, line := range lines {
		n := node(line)
		for id, m := range j.methods {
			if m.Name == strings.Fields(line)[1] {
				n.Method = int32(id)
			}
		}
		w.Node(&n)
	}
	w.flush()
	return j
}

// node is the context of a line.
func node(line string) Node {
	fields := strings.Fields(line)
	n := Node{Depth: len(fields[0])}
	n.Calls, _ = strconv.ParseUint(fields[2], 10, 64)
	for _, f := range fields[3:] {
		if at, count, cut := strings.Cut(strings.TrimPrefix(f, "@"), "="); cut {
			c := Cut{}
			fmt.Sscan(at, &c.Instruction)
			fmt.Sscan(count, &c.Count)
			n.Cuts = append(n.Cuts, c)
		} else {
			v, _ := strconv.ParseUint(f, 10, 64)
			n.Slots = append(n.Slots, v)
		}
	}
	return n
}

// writer is a writer of the records of a JVM, whose items are passed on.
func (j *jvm) writer(item func([]byte)) *writer {
	return &writer{write: func(b []byte) error {
		item(bytes.Clone(b))
		return nil
	}}
}

// file is the file of the trees.
func (j *jvm) file() []byte {
	var all [][]byte
	w := j.writer(func(b []byte) { all = append(all, b) })
	for id, c := range j.classes {
		if id == 0 {
			w.e.Uint8(kindClasses)
		}
		w.e.Uvarint(uint64(id))
		w.e.Uint8(inClasses)
		w.e.Uvarint(uint64(id))
		w.e.Uint8(uint8(System))
		w.e.String(c.name)
		w.e.String("")
	}
	w.item()
	w.list(kindMethods, len(j.methods), func(i int) {
		var merged writer
		merged.method(i, &j.methods[i].Method)
		entry, _ := merged.e.Bytes()
		w.e.Raw(entry[:len(entry)-len(CodeID{})-1]) // without the code and the number of points
		w.e.Uvarint(uint64(len(j.methods[i].points)))
		for _, p := range j.methods[i].points {
			w.e.Uvarint(uint64(p))
		}
	})
	return records(recordfile.Contexts, j.encodeAbout(), append(all, j.items...))
}

// encodeAbout is the payload of the first record.
func (j *jvm) encodeAbout() []byte {
	var e recordfile.Encoder
	a := &j.about
	flags := uint32(0)
	if a.Snapshot {
		flags = flagSnapshot
	}
	e.Uint32(flags)
	e.Uint32(a.JVMs)
	e.Uint64(a.PID)
	e.Time(a.Start)
	ancestors.Write(&e, a.Ancestors)
	for _, s := range []string{strings.Join(a.Java, listSeparator), a.Step, strings.Join(a.JDKs, listSeparator),
		a.Patch} {
		e.String(s)
	}
	for _, v := range []Values{a.Coverage, a.Blocks, a.Recursion, a.Sites} {
		e.Uint8(uint8(bits.TrailingZeros8(uint8(v)))) // a JVM has one value, from 0
	}
	e.Uvarint(a.Limit)
	b, err := e.Bytes()
	if err != nil {
		panic(err)
	}
	return b
}

// records is a file of records.
func records(magic recordfile.Magic, about []byte, items [][]byte) []byte {
	var b bytes.Buffer
	w, _ := recordfile.NewWriter(&b, magic, about)
	for _, item := range items {
		w.Item(item)
	}
	w.Close()
	return b.Bytes()
}

// classesFile is the file of the class files.
func (j *jvm) classesFile() []byte {
	var items [][]byte
	for _, c := range j.classes {
		var e recordfile.Encoder
		e.Uint8(uint8(System))
		e.String(c.name)
		e.Raw(c.content)
		b, _ := e.Bytes()
		items = append(items, b)
	}
	return records(recordfile.Classes, nil, items)
}

// write writes both files to a folder.
func (j *jvm) write(t testing.TB, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, fmt.Sprintf("%d-%d", j.about.PID, j.about.Start.UnixMilli()))
	for suffix, data := range map[string][]byte{treesSuffix: j.file(), classesSuffix: j.classesFile()} {
		if err := os.WriteFile(path+suffix, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// collect collects a folder.
func collect(t testing.TB, dir string, steps ...string) *Collected {
	t.Helper()
	c, err := Collect(dir, time.Time{}, steps...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// profileOf is the profile of JVMs without problems.
func profileOf(t testing.TB, jvms ...*jvm) *Profile {
	t.Helper()
	dir := t.TempDir()
	for _, j := range jvms {
		j.write(t, dir)
	}
	c := collect(t, dir)
	if len(c.Lacks()) > 0 {
		t.Fatalf("problems: %q", c.Lacks())
	}
	return c.Profile
}

// drawn returns the trees of a source, a line a node.
func drawn(t testing.TB, s Source) string {
	t.Helper()
	d := &drawing{h: s.Head()}
	if err := s.Walk(d); err != nil {
		t.Fatal(err)
	}
	return d.String()
}

// drawing is a visitor that draws.
type drawing struct {
	strings.Builder
	h *Header
}

func (d *drawing) Root(r Root) error {
	name := r.Name
	if r.Step != "" {
		name = r.Step + ": " + name
	}
	if r.Beyond {
		name += "beyond"
	}
	d.WriteString(name + "\n")
	return nil
}

func (d *drawing) Node(n *Node) error {
	m := d.h.Methods[n.Method]
	fmt.Fprintf(d, "%s %s.%s %d", strings.Repeat("*", n.Depth), d.h.Classes[m.Class].Name, m.Name, n.Calls)
	for _, s := range n.Slots {
		fmt.Fprintf(d, " %d", s)
	}
	for _, c := range n.Cuts {
		fmt.Fprintf(d, " @%d=%d", c.Instruction, c.Count)
	}
	for _, m := range n.Made {
		fmt.Fprintf(d, " %d:%s=%d,%d,%d", m.Instruction, m.Class, m.Objects, m.Arrays, m.Elements)
	}
	if n.Site > 0 {
		fmt.Fprintf(d, " from %d", n.Site-1)
	}
	d.WriteString("\n")
	return nil
}

// bytesOf is the merged file.
func bytesOf(t testing.TB, s Source) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// wantLines compares text line by line.
func wantLines(t testing.TB, what, got, want string) {
	t.Helper()
	got, want = strings.TrimSpace(got), strings.TrimSpace(want)
	if got != want {
		t.Errorf("%s: got\n%s\nwant\n%s", what, got, want)
	}
}
