package probe

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"jprof/internal/format/recordfile"
)

// source is the source that sampleFile describes.
const source = `class A {
  @Override void f(int x) { /* jprof:off */
    if (x > 0) { g(); return; }
    Runnable r = () -> g();
    r.run();
  }
}
`

// at is the place of the n-th occurrence of text in source.
func at(text string, n int) Pos {
	offset := -1
	for range n {
		offset += 1 + strings.Index(source[offset+1:], text)
	}
	return Pos{uint32(offset), uint32(1 + strings.Count(source[:offset], "\n"))}
}

// span is from the n-th occurrence of first to the end of the next occurrence of last.
func span(first string, n int, last string) Span {
	start := at(first, n)
	end := int(start.Offset) + strings.Index(source[start.Offset:], last) + len(last)
	return Span{start, Pos{uint32(end), uint32(1 + strings.Count(source[:end-1], "\n"))}}
}

func sampleFile(path string) *File {
	method := span("@", 1, "\n  }")
	body := Span{at("{", 2), method.End}
	return &File{
		Path: path, Hash: sha256.Sum256([]byte(source)), Encoding: "UTF-8", Counters: 4,
		Types: []Type{{Name: "A", Kind: Class, Parent: -1, Span: span("class", 1, "\n}")}},
		Methods: []Method{{
			Type: 0, Name: "f", Params: "int", Kind: PlainMethod, Span: method, NameAt: at("f(", 1),
			Hash: [8]byte{1, 2, 3}, Count: Counter(0),
		}},
		Blocks: []Block{
			{BodyBlock, 0, -1, body, Counter(0)},
			{ThenBlock, 0, 0, span("{ g", 1, "}"), Counter(1)},
			{LambdaBlock, 0, 0, span("g()", 2, ")"), Counter(2)},
		},
		Regions: []Region{
			{0, span("if", 1, "}"), Counter(0), []Statement{{span("if", 1, "}"), Counter(0)}}},
			{1, span("g()", 1, "return;"), Counter(1), []Statement{
				{span("g()", 1, ";"), Counter(1)}, {span("return", 1, ";"), Counter(1).Minus(Counter(3))}}},
			{0, span("Runnable", 1, "run();"), Counter(0).Minus(Counter(1)), []Statement{
				{span("Runnable", 1, ";"), Counter(0).Minus(Counter(1))},
				{span("r.run", 1, ";"), Counter(0).Minus(Counter(1))}}},
			{2, span("g()", 2, ")"), Counter(2), []Statement{{span("g()", 2, ")"), Counter(2)}}},
		},
		Branches: []Branch{
			{Condition, 0, span("x > 0", 1, "0"), Counter(1), Counter(0).Minus(Counter(1))},
			{CatchBranch, 0, span("Runnable", 1, "r"), Counter(2), nil},
		},
		Points:      []Point{{1, span("g()", 1, ";"), 3}},
		Unmeasured:  []Unmeasured{{span("x > 0", 1, "0"), "just an example", true}},
		Annotations: []Annotated{{"Override", method}},
		Toggles:     []Toggle{{false, span("/*", 1, "*/"), "a reason"}},
	}
}

func samplePackage(name string) *Package {
	dir := strings.ReplaceAll(name, ".", "/")
	a, b := sampleFile(dir+"/A.java"), sampleFile(dir+"/B.java")
	b.Base = a.Counters
	empty := &File{Path: dir + "/package-info.java", Encoding: "ISO-8859-1", Base: a.Counters + b.Counters}
	return &Package{Name: name, Helper: "__Counter01234567", Files: []*File{a, b, empty}}
}

// encode is a whole map of these packages.
func encode(t testing.TB, packages ...*Package) []byte {
	t.Helper()
	var buf bytes.Buffer
	w, err := NewWriter(&buf, "1.0", "org.example:demo", "main")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages {
		if err := w.Add(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestRoundTrip(t *testing.T) {
	want := &Set{Tool: "1.0", Module: "org.example:demo", Name: "main", Packages: []*Package{
		samplePackage("a"), samplePackage("a.b"), {Name: ""},
	}}
	path := filepath.Join(t.TempDir(), "main.map")
	if err := os.WriteFile(path, encode(t, want.Packages...), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if n := got.Packages[0].Counters(); n != 8 {
		t.Errorf("%d counters, want 8", n)
	}
	again := encode(t, got.Packages...)
	if first, _ := os.ReadFile(path); !bytes.Equal(first, again) {
		t.Error("writing what was read gives other bytes")
	}
}

func TestMapIsSmall(t *testing.T) {
	p := samplePackage("org.example")
	var q = *p
	q.Files = nil
	for i := range 100 {
		f := sampleFile(fmt.Sprintf("org/example/A%02d.java", i))
		f.Base = 4 * uint32(i)
		q.Files = append(q.Files, f)
	}
	record, err := Encode(&q)
	if err != nil {
		t.Fatal(err)
	}
	// Hash, path, and 21 rows of tables with 49 places in them, which would take 8 bytes each.
	const perFile = 32 + 22 + 260
	if len(record) > 100*perFile {
		t.Errorf("%d bytes for 100 files, more than %d", len(record), 100*perFile)
	}
}

func TestEmptyMap(t *testing.T) {
	set, err := ReadSet(bytes.NewReader(encode(t)), "empty.map")
	if err != nil || len(set.Packages) != 0 || set.Name != "main" {
		t.Errorf("got %+v, %v", set, err)
	}
}

func TestID(t *testing.T) {
	p, q := samplePackage("a"), samplePackage("a")
	encode(t, p)
	encode(t, samplePackage("b"), q)
	if p.ID != q.ID || p.ID == (ID{}) {
		t.Errorf("the same package has the IDs %x and %x", p.ID, q.ID)
	}
	seen := map[ID]string{p.ID: "nothing"}
	for name, change := range map[string]func(p *Package){
		"helper":     func(p *Package) { p.Helper = "__Counter89abcdef" },
		"hash":       func(p *Package) { p.Files[0].Hash[31]++ },
		"one term":   func(p *Package) { p.Files[1].Regions[2].Count = Counter(0) },
		"a line":     func(p *Package) { p.Files[1].Regions[3].Statements[0].Span.Start.Line-- },
		"a method":   func(p *Package) { p.Files[0].Unmeasured[0].Method = false },
		"the reason": func(p *Package) { p.Files[0].Unmeasured[0].Reason = "another" },
		"a toggle":   func(p *Package) { p.Files[0].Toggles[0].On = true },
		"a name":     func(p *Package) { p.Files[0].Annotations[0].Name = "B" },
		"a counter":  func(p *Package) { p.Files[2].Counters++ },
	} {
		p := samplePackage("a")
		change(p)
		encode(t, p)
		if other, ok := seen[p.ID]; ok {
			t.Errorf("changes of %s and %s have the same ID", name, other)
		}
		seen[p.ID] = name
	}
}

// TestCutShort reads a map that ends after each of its bytes.
func TestCutShort(t *testing.T) {
	whole := encode(t, samplePackage("a"), samplePackage("b"))
	last := 0
	for n := range whole {
		r, err := NewReader(bytes.NewReader(whole[:n]), "cut.map")
		packages := 0
		for err == nil {
			if _, err = r.Next(); err == nil {
				packages++
			}
		}
		var bad *recordfile.Error
		if !errors.As(err, &bad) || !errors.Is(err, io.ErrUnexpectedEOF) || bad.File != "cut.map" {
			t.Fatalf("after %d of %d bytes: %v", n, len(whole), err)
		}
		if packages < last {
			t.Fatalf("after %d bytes %d packages, after %d bytes %d", n-1, last, n, packages)
		}
		last = packages
	}
	if last != 2 {
		t.Errorf("%d packages before the end record, want 2", last)
	}
}

// TestDamage flips each bit of a map.
func TestDamage(t *testing.T) {
	whole := encode(t, samplePackage("a"))
	for i := range whole {
		for bit := range 8 {
			whole[i] ^= 1 << bit
			_, err := ReadSet(bytes.NewReader(whole), "damaged.map")
			var bad *recordfile.Error
			var version *recordfile.VersionError
			if !errors.As(err, &bad) && !errors.As(err, &version) {
				t.Fatalf("bit %d of byte %d: %v", bit, i, err)
			}
			whole[i] ^= 1 << bit
		}
	}
}

func TestOtherFiles(t *testing.T) {
	whole := encode(t, samplePackage("a"))
	version := bytes.Clone(whole)
	version[11] = 7
	_, err := ReadSet(bytes.NewReader(version), "v7.map")
	var ve *recordfile.VersionError
	want := recordfile.VersionError{File: "v7.map", Found: 7, Supported: recordfile.Version}
	if !errors.As(err, &ve) || *ve != want {
		t.Errorf("version 7: %v", err)
	}
	if _, err := ReadSet(bytes.NewReader(append(bytes.Clone(whole), 0)), "x.map"); err == nil ||
		!strings.Contains(err.Error(), "after the end") {
		t.Errorf("one byte too many: %v", err)
	}
	if _, err := ReadSet(strings.NewReader("jprofcnt and so on, long enough"), "x.map"); err == nil ||
		!strings.Contains(err.Error(), "not a map") {
		t.Errorf("another magic: %v", err)
	}
	if _, err := ReadFile(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

type failing struct{ left int }

var errDisk = errors.New("disk full")

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errDisk
	}
	return len(p), nil
}

func TestWriterReturnsErrorsOfTheDisk(t *testing.T) {
	size := len(encode(t, samplePackage("a")))
	for left := range size {
		w, err := NewWriter(&failing{left}, "1.0", "org.example:demo", "main")
		if err == nil {
			err = w.Add(samplePackage("a"))
		}
		if err == nil {
			err = w.Close()
		}
		if !errors.Is(err, errDisk) {
			t.Fatalf("room for %d of %d bytes: %v", left, size, err)
		}
	}
}

func TestAddRefusesWhatCannotBeRead(t *testing.T) {
	var buf bytes.Buffer
	w, err := NewWriter(&buf, "", "", "")
	if err != nil {
		t.Fatal(err)
	}
	bad := samplePackage("a")
	bad.Files[1].Blocks[1].Parent = 7
	if err := w.Add(bad); err == nil || !strings.HasPrefix(err.Error(), "a/B.java: block 1") {
		t.Errorf("a wrong index: %v", err)
	}
	long := samplePackage("a")
	long.Files[0].Unmeasured[0].Reason = strings.Repeat("x", recordfile.MaxString+1)
	if err := w.Add(long); err == nil || !strings.Contains(err.Error(), "limit") {
		t.Errorf("a long string: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if set, err := ReadSet(&buf, "x"); err != nil || len(set.Packages) != 0 {
		t.Errorf("after refused packages: %+v, %v", set, err)
	}
}

// FuzzRead feeds the reader with anything. What it accepts must pass Check and give the same bytes again.
func FuzzRead(f *testing.F) {
	whole := encode(f, samplePackage("a"), samplePackage("b.c"), &Package{})
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte(recordfile.Map))
	f.Fuzz(func(t *testing.T, data []byte) {
		set, err := ReadSet(bytes.NewReader(data), "fuzz.map")
		if err != nil {
			return
		}
		for _, p := range set.Packages {
			if err := p.Check(); err != nil {
				t.Error(err)
			}
		}
	})
}

// FuzzPackage feeds the decoder of a package with records whose check sums are right.
func FuzzPackage(f *testing.F) {
	record, err := Encode(samplePackage("a"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(record)
	f.Add([]byte{0, 0, 0})
	f.Fuzz(func(t *testing.T, record []byte) {
		var buf bytes.Buffer
		w, err := recordfile.NewWriter(&buf, recordfile.Map, []byte{0, 0, 0})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Item(record), w.Close()); err != nil {
			t.Fatal(err)
		}
		set, err := ReadSet(&buf, "fuzz.map")
		if err != nil {
			var bad *recordfile.Error
			if !errors.As(err, &bad) {
				t.Errorf("not a *recordfile.Error: %v", err)
			}
			return
		}
		p := set.Packages[0]
		again, err := Encode(p)
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		// Numbers can be written in more bytes than they need, so the records may differ, once.
		var q = *p
		q.ID = idOf(again)
		set, err = ReadSet(bytes.NewReader(encode(t, p)), "again.map")
		if err != nil || !reflect.DeepEqual(set.Packages[0], &q) {
			t.Errorf("got %+v, %v, want %+v", set, err, p)
		}
	})
}
