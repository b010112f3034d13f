package contexts

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/recordfile"
)

// TestLayout compares the drawing in the package comment with written files, and has the reader read them.
func TestLayout(t *testing.T) {
	j := aJVM(4242)
	j.about.Ancestors = []uint64{7}
	j.methods = j.methods[:1]
	j.tree("main", "* f 1 0 0", "** f 300 2 0 @1=5")
	const want = "6a70726f66637478" + "00000006" + // magic, version
		"01" + "00000035" + "00000000" + "00000001" + "0000000000001092" + "000001941f297c00" + "00000001" +
		"0000000000000007" + "06" + "32312e302e31" + "00" + "00" + "00" + "00000000" + "80897a" + // about
		"CHECK" + "02" + "0000000a" + "43" + "00" + "01" + "00" + "02" + "03" + "702e41" + "00" + // classes
		"CHECK" + "02" + "00000014" + "4d" + "00" + "00" + "08" + "01" + "66" + "03" + "282956" + "03" +
		"02" + "000001" + "010200" + "01" + "01" + // methods
		"CHECK" + "02" + "0000001c" + "54" + "00" + "04" + "6d61696e" + "00" +
		"02" + "00" + "00" + "01" + "0001" + "00" + "00" + // the first node: slots 0 and one more 0
		"02" + "00" + "00" + "ac02" + "02" + "0000" + "01" + "0105" + "00" + "CHECK" + "03"
	got := hex.EncodeToString(j.file())
	for i, part := range strings.Split(want, "CHECK") {
		at := strings.Index(got, part)
		if at < 0 || i == 0 && at > 0 {
			t.Fatalf("part %d is not there: %s in\n%s", i, part, got)
		}
		got = got[at+len(part):]
	}
	wantLines(t, "read", drawn(t, profileOf(t, j).Source()), `
main
* p.A.f 1 0 0
** p.A.f 300 2 0 @1=5`)
}

func TestMergedFile(t *testing.T) {
	a := aJVM(1).tree("main", "* f 1 2 3", "** h 5 0 0 0", "** g 7", "* g 1").tree("pool-N", "* g 4")
	b := aJVM(2).tree("main", "* f 10 0 1 @1=2", "** g 1", "*** f 1 1 1")
	p := profileOf(t, a, b)
	want := `
main
* p.A.f 11 2 4 @1=2
** p.A.g 8
*** p.A.f 1 1 1
** p.A.h 5 0 0 0
* p.A.g 1
pool-N
* p.A.g 4`
	wantLines(t, "in memory", drawn(t, p.Source()), want)
	data := bytesOf(t, p.Source())
	f, err := Parse(data, "merged")
	if err != nil {
		t.Fatal(err)
	}
	wantLines(t, "in a file", drawn(t, f), want)
	h := f.Head()
	if h.About.JVMs != 2 || h.Nodes != 8 || h.Slots != 2+2+3 || len(h.Files) != 2 || h.Limit != 2_000_000 ||
		h.Coverage != App || h.Start != start || len(h.Classes) != 1 || h.Classes[0].SHA == (SHA{}) {
		t.Errorf("header: %+v", h)
	}
	again := NewProfile()
	if err := again.Merge(f); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(bytesOf(t, again.Source()), data) {
		t.Error("a file that is read and written has other bytes")
	}
}

func TestSteps(t *testing.T) {
	dir := t.TempDir()
	aJVM(1).tree("main", "* g 1").write(t, filepath.Join(dir, "unit"))
	aJVM(2).tree("main", "* g 2").write(t, filepath.Join(dir, "it"))
	child := aJVM(3) // started by the JVM of unit, without its environment
	child.about.Ancestors = []uint64{99, 1}
	child.about.Start = start.Add(time.Second)
	child.tree("main", "* g 4").write(t, dir)
	aJVM(4).tree("main", "* g 8").write(t, dir)
	p := collect(t, dir, "unit", "it", "unit").Profile
	wantLines(t, "steps", drawn(t, p.Source()), `
main
* p.A.g 8
it: main
* p.A.g 2
unit: main
* p.A.g 5`)
	f, err := Parse(bytesOf(t, p.Source()), "merged")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		only []string
		want string
	}{{nil, "15"}, {[]string{"it"}, "2"}, {[]string{"unit", "it"}, "7"}, {[]string{""}, "8"}} {
		joined, err := Joined(f, tt.only...)
		if err != nil {
			t.Fatal(err)
		}
		wantLines(t, "joined", drawn(t, joined), "main\n* p.A.g "+tt.want)
	}
	if _, err := Joined(f, "other"); err == nil || !strings.Contains(err.Error(), `"other"`) {
		t.Errorf("a step that is not there: %v", err)
	}
}

func TestBeyondTheLimit(t *testing.T) {
	// 12 without memory; f: calls, slots, a cut; g: calls
	j := aJVM(1).tree("main", "* g 1").beyond(12, 0, 9, 3, 4, 1, 1, 2, 0, 1, 3, 0, 0)
	dir := t.TempDir()
	j.write(t, dir)
	c := collect(t, dir)
	if lacks := c.Lacks(); len(lacks) != 1 || lacks[0] != "calls lost: 12" {
		t.Errorf("lacks %q", lacks)
	}
	p := c.Profile
	want := "main\n* p.A.g 1\nbeyond\n* p.A.f 9 3 4 @1=2\n* p.A.g 3"
	wantLines(t, "beyond", drawn(t, p.Source()), want)
	f, err := Parse(bytesOf(t, p.Source()), "merged")
	if err != nil {
		t.Fatal(err)
	}
	wantLines(t, "in a file", drawn(t, f), want)
	if f.Head().Lost != 12 {
		t.Errorf("%d calls lost", f.Head().Lost)
	}
}

func TestKilledJVMs(t *testing.T) {
	dir := t.TempDir()
	j := aJVM(1).tree("main", "* g 1")
	j.about.Snapshot = true
	j.write(t, dir)
	early := aJVM(2)
	early.write(t, dir)
	if err := os.Remove(filepath.Join(dir, "2-1735689600000.contexts")); err != nil {
		t.Fatal(err)
	}
	none := aJVM(3)
	none.about.Snapshot = true
	none.write(t, dir)
	c := collect(t, dir)
	h := c.Profile.Source().Head()
	if lacks := c.Lacks(); h.Snapshots != 3 || h.About.JVMs != 3 || len(lacks) != 1 || lacks[0] != "JVMs killed: 3" {
		t.Errorf("%d JVMs killed, lacks %q", h.Snapshots, lacks)
	}
}

func TestEarlierRuns(t *testing.T) {
	dir := t.TempDir()
	aJVM(1).tree("main", "* g 1").write(t, dir)
	c, err := Collect(dir, start.Add(time.Millisecond))
	if err != nil || !c.Empty() || len(c.Problems) != 1 ||
		!strings.Contains(c.Problems[0], "of a JVM that began before this run") {
		t.Errorf("%v, %v", c, err)
	}
	if c, err := Collect(filepath.Join(dir, "none"), time.Time{}); err != nil || !c.Empty() {
		t.Errorf("a folder that does not exist: %v", err)
	}
}

// TestCutShort reads files that end at any byte: their whole records are used.
func TestCutShort(t *testing.T) {
	dir := t.TempDir()
	j := aJVM(1).tree("main", "* f 1 2 3", "** g 7").tree("pool", "* g 4")
	j.write(t, dir)
	path := filepath.Join(dir, "1-1735689600000")
	whole := j.file()
	second := false
	for n := range whole {
		if err := os.WriteFile(path+treesSuffix, whole[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		c := collect(t, dir)
		if len(c.Problems) != 1 || !strings.HasPrefix(c.Problems[0], "1-1735689600000.contexts: ") ||
			!strings.Contains(c.Problems[0], "cut short") {
			t.Fatalf("after %d bytes: %q", n, c.Problems)
		}
		got := drawn(t, c.Profile.Source())
		switch {
		case strings.Contains(got, "pool"):
			second = true
		case got != "" && got != "main\n* p.A.f 1 2 3\n** p.A.g 7\n":
			t.Fatalf("after %d bytes: %s", n, got)
		}
	}
	if !second {
		t.Error("the second tree was never there, although only the end was missing")
	}
	// The class files are appended while the JVM runs.
	j.write(t, dir)
	classes := j.classesFile()
	for n := range classes {
		if err := os.WriteFile(path+classesSuffix, classes[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		c := collect(t, dir)
		if got := drawn(t, c.Profile.Source()); len(c.Problems) > 0 || !strings.Contains(got, "* p.A.f 1 2 3") {
			t.Fatalf("after %d bytes of classes: %q\n%s", n, c.Problems, got)
		}
	}
}

// TestMergedFilesMustBeWhole changes each byte of a merged file, and cuts it at each.
func TestMergedFilesMustBeWhole(t *testing.T) {
	p := profileOf(t, aJVM(1).tree("main", "* f 1 2 3 @1=1", "** g 7"))
	data := bytesOf(t, p.Source())
	check := func(data []byte, what string, n int) {
		f, err := Parse(data, "f")
		if err == nil {
			err = f.Check()
		}
		var bad *recordfile.Error
		var version *recordfile.VersionError
		if !errors.As(err, &bad) && !errors.As(err, &version) {
			t.Errorf("%s at byte %d: %v", what, n, err)
		}
	}
	for n := range data {
		check(data[:n], "cut", n)
		changed := bytes.Clone(data)
		changed[n] ^= 0x41
		check(changed, "changed", n)
	}
}

func TestWrongFiles(t *testing.T) {
	dir := t.TempDir()
	j := aJVM(1).tree("main", "* g 1")
	p := profileOf(t, j)
	path := filepath.Join(dir, "1-1.contexts")
	version := j.file()
	version[11] = 99
	for _, tt := range []struct {
		name, want string
		data       []byte
	}{
		{"a text", "not a file of contexts", []byte("hello")},
		{"another version", "format 99", version},
		{"a merged file", "a merged file", bytesOf(t, p.Source())},
	} {
		if err := os.WriteFile(path, tt.data, 0o666); err != nil {
			t.Fatal(err)
		}
		c := collect(t, dir)
		if len(c.Problems) != 1 || !strings.Contains(c.Problems[0], tt.want) || !c.Empty() {
			t.Errorf("%s: %q", tt.name, c.Problems)
		}
	}
	if _, err := Parse(j.file(), "f"); err == nil || !strings.Contains(err.Error(), "the file of one JVM") {
		t.Errorf("the file of a JVM as that of a run: %v", err)
	}
	if _, err := ReadPack(bytes.NewReader(j.classesFile()), "f"); err == nil {
		t.Error("the classes of a JVM as those of a run")
	}
}

func TestPack(t *testing.T) {
	p, o := NewPack(), NewPack()
	a, b := p.Add([]byte("first")), p.Add([]byte("second"))
	o.Add([]byte("second"))
	third := o.Add([]byte("third"))
	p.Merge(o)
	var w bytes.Buffer
	if err := p.Write(&w); err != nil {
		t.Fatal(err)
	}
	got, err := ReadPack(bytes.NewReader(w.Bytes()), "f")
	if err != nil || got.Len() != 3 {
		t.Fatalf("%v, %v", got, err)
	}
	for sha, want := range map[SHA]string{a: "first", b: "second", third: "third", {}: ""} {
		if data, err := got.Class(sha); err != nil || string(data) != want {
			t.Errorf("%q, %v, want %q", data, err, want)
		}
	}
	got.deflated[a] = got.deflated[b]
	if _, err := got.Class(a); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("another content: %v", err)
	}
	for n := range w.Len() {
		if _, err := ReadPack(bytes.NewReader(w.Bytes()[:n]), "f"); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatalf("after %d bytes: %v", n, err)
		}
	}
}
