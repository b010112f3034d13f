package testcounts

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/counts"
	"jprof/internal/format/jsonfile"
	"jprof/internal/util/version"
)

// fileStream returns the division of a JVM of the step "unit" in which a class and a test of it began.
func fileStream() *division {
	s := &stream{byNumber: map[uint64]*begun{}}
	class := &begun{n: 1, kind: beginClass, class: "p.ATest"}
	test := &begun{n: 2, parent: 1, kind: beginTest, class: "p.ATest", method: "a"}
	s.begun = []*begun{class, test}
	s.byNumber[1], s.byNumber[2] = class, test
	known := func(class string) bool { return strings.HasPrefix(class, "p.") }
	d := &division{collector: &collector{known: known, files: NewFilesBuilder()}, stream: s}
	d.jvm = &counts.JVM{Step: "unit"}
	return d
}

func TestFileStream(t *testing.T) {
	const stack = "s\tjprof.tests.Opened note 1\tjava.io.FileInputStream open -1\tp.A read 7\tp.ATest a 9\t" +
		"org.junit.Runner run 1\tjava.lang.Thread run 2\n"
	for name, c := range map[string]struct {
		text    string
		unknown bool
		want    FileStack
	}{
		"code": {stack + "f\t3\t0\tsrc/../x.txt\nend\n", false,
			FileStack{Frames: []FileFrame{{Class: "p.ATest", Method: "a", Line: 9},
				{Class: "p.A", Method: "read", Line: 7}}}},
		"library": {"s\tjava.io.File exists -1\tlib.B <clinit> 3\tp.ATest a 9\nf\t3\t0\tx.txt\nend\n", false,
			FileStack{Frames: []FileFrame{{Class: "p.ATest", Method: "a", Line: 9, Library: true}}, Static: true}},
		"a cache of the JDK": {"s\tjava.io.File exists -1\tjava.util.ResourceBundle get 3\tp.A b 9\n" +
			"f\t3\t0\tx.txt\nend\n", false,
			FileStack{Frames: []FileFrame{{Class: "p.A", Method: "b", Line: 9, Library: true}}}},
		"below a library": {"s\tjava.io.File exists -1\tp.A b 9\tlib.Server run 3\nf\t3\t0\tx.txt\nend\n", false,
			FileStack{Unknown: true}},
		"no stack":     {"f\t3\t-1\tx.txt\nend\n", false, FileStack{Unknown: true}},
		"killed":       {stack + "f\t3\t0\tx.txt\n", true, FileStack{}},
		"cut":          {stack + "f\t3\t0", true, FileStack{}},
		"no such test": {stack + "f\t9\t0\tx.txt\nend\n", true, FileStack{}},
		"wrong":        {stack + "g\nend\n", true, FileStack{}},
	} {
		t.Run(name, func(t *testing.T) {
			d := fileStream()
			d.jvm.Stem = filepath.Join(t.TempDir(), "1-2-3")
			if err := os.WriteFile(d.jvm.Stem+filesSuffix, []byte(c.text), 0o666); err != nil {
				t.Fatal(err)
			}
			d.files()
			f := d.collector.files.Files()
			if c.unknown != reflect.DeepEqual(f.Unknown, []string{"unit"}) {
				t.Errorf("unknown steps: %q", f.Unknown)
			}
			if c.unknown {
				return
			}
			if len(f.Owners) != 1 || f.Owners[0].Key != (Key{Case, "unit", "p.ATest", "a", "", ""}) {
				t.Fatalf("owners: %+v", f.Owners)
			}
			if f.Paths[0].Path != "x.txt" || !reflect.DeepEqual(f.Stacks[0], c.want) {
				t.Errorf("%+v, want %+v", f.Stacks[0], c.want)
			}
		})
	}
}

func TestFileStreamMissing(t *testing.T) {
	d := fileStream()
	d.jvm.Stem = filepath.Join(t.TempDir(), "1-2-3")
	d.files()
	if f := d.collector.files.Files(); !reflect.DeepEqual(f.Unknown, []string{"unit"}) {
		t.Errorf("unknown steps: %q", f.Unknown)
	}
}

func TestFilesFile(t *testing.T) {
	b := NewFilesBuilder()
	b.Add(Key{Kind: Case, Class: "p.ATest", Method: "a"}, FilePath{Path: "x.txt"}, FileStack{Unknown: true})
	b.AddUnknown("unit")
	name := filepath.Join(t.TempDir(), "files")
	if err := b.Files().Write(name); err != nil {
		t.Fatal(err)
	}
	read, err := ReadFiles(name)
	if err != nil || !reflect.DeepEqual(read, b.Files()) {
		t.Fatalf("%+v, %v", read, err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		if err := os.WriteFile(name, data[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadFiles(name); err == nil || !strings.Contains(err.Error(), name) {
			t.Fatalf("%d bytes of %d: %v", n, len(data), err)
		}
	}
	newer := version.Newer{Format: 99, Reads: 1, Writer: "9.0"}
	for text, want := range map[string]string{
		`{"format": 1, "paths": [], "owners": [{"uses": [[0, 0]]}]}`: "there is no file 0 or stack 0",
		`{"format": 99, "tool": "9.0"}`:                              newer.Error(),
	} {
		if err := jsonfile.Write(name, json.RawMessage(text)); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadFiles(name); err == nil || err.Error() != name+": "+want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestHas reports files that appeared in folders that were listed or looked for, and folders that appeared with them.
func TestHas(t *testing.T) {
	b := NewFilesBuilder()
	b.Add(Key{Class: "T", Method: "a"}, FilePath{Path: "docs", Listed: true}, FileStack{})
	b.Add(Key{Class: "T", Method: "a"}, FilePath{Path: "api/v1"}, FileStack{})
	b.Add(Key{Class: "T", Method: "a"}, FilePath{Path: "read.md"}, FileStack{})
	files := b.Files()
	for _, c := range []struct {
		name     string
		appeared string // paths
		want     bool
	}{
		{"read.md", "", true}, {"docs/new.md", "docs/new.md", true}, {"docs/old.md", "", false},
		{"docs/sub/new.md", "docs/sub/new.md", false}, {"docs/sub/new.md", "docs/sub/new.md docs/sub", true},
		{"api/v1/new.md", "api/v1/new.md", false}, {"api/v1/new.md", "api/v1/new.md api/v1", true},
	} {
		appeared := func(path string) bool { return slices.Contains(strings.Fields(c.appeared), path) }
		if got := files.Has(c.name, appeared); got != c.want {
			t.Errorf("%s, if %q appeared: %v", c.name, c.appeared, got)
		}
	}
	if (*Files)(nil).Has("read.md", nil) {
		t.Error("no files have one")
	}
}
