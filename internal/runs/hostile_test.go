package runs

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jprof/internal/jtest"
	"jprof/internal/util/term"
)

// zip writes an archive with this tar file in it.
func zip(t *testing.T, tarred []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.tar.gz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := gzip.NewWriter(f)
	_, err = w.Write(tarred)
	if err := errors.Join(err, w.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// header is the start of a tar file: an entry, of which the body is missing.
func header(t *testing.T, h tar.Header) []byte {
	t.Helper()
	var out bytes.Buffer
	h.Mode = 0o644
	if err := tar.NewWriter(&out).WriteHeader(&h); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestHostileHeaders has headers with data that the archive does not have.
func TestHostileHeaders(t *testing.T) {
	end := make([]byte, 1024)
	// tar.Writer writes neither kind of sparse files.
	pax := header(t, tar.Header{Typeflag: tar.TypeReg, Name: "x/run.json", Format: tar.FormatPAX,
		PAXRecords: map[string]string{
			"XXX.sparse.major": "0", "XXX.sparse.minor": "1", "XXX.sparse.map": "4096,0", "XXX.sparse.numblocks": "1",
			"XXX.sparse.size": "4096",
		}})
	pax = bytes.ReplaceAll(pax, []byte("XXX.sparse"), []byte("GNU.sparse"))
	gnu := header(t, tar.Header{Typeflag: tar.TypeReg, Name: "x/run.json", Format: tar.FormatGNU})
	gnu[156] = tar.TypeGNUSparse
	copy(gnu[483:], "00000010000\x00") // the size with holes
	copy(gnu[148:], "        ")
	sum := 0
	for _, b := range gnu {
		sum += int(b)
	}
	copy(gnu[148:], fmt.Sprintf("%06o\x00 ", sum))
	large := func(name string, size int64) []byte {
		return header(t, tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size})
	}
	for name, tt := range map[string]struct {
		tarred []byte
		want   string
	}{
		"sparse, PAX":       {append(pax, end...), `"x/run.json" is sparse`},
		"sparse, GNU":       {append(gnu, end...), `"x/run.json" is sparse`},
		"large":             {large("x/maps/a.map", maxUnpacked+1), "unpacks to more than 256 MB"},
		"large description": {large("x/run.json", maxDescription+1), "larger than 256 MB"},
	} {
		f := &Finder{Dir: t.TempDir()}
		if _, err := f.One(zip(t, tt.tarred), WantCounts); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
		if got := content(t, f.scratch.Dir); len(got) != 1 { // that of the lock
			t.Errorf("%s: unpacked %d files", name, len(got)-1)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestUnpackFileLimit checks that no more is written than the limit, whatever a header says.
func TestUnpackFileLimit(t *testing.T) {
	name := filepath.Join(t.TempDir(), "d", "f")
	if n, err := unpackFile(name, strings.NewReader("0123456789"), 4); n > 5 || !errors.Is(err, errTooMuch) {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := unpackFile(name+"2", strings.NewReader("0123"), 4); n != 4 || err != nil {
		t.Errorf("as much as may be: %d, %v", n, err)
	}
}

// TestOpenBadDescriptions opens descriptions in which # is an exit code.
func TestOpenBadDescriptions(t *testing.T) {
	for text, want := range map[string]string{
		"{":                                      "JSON",
		`{"id": "../x", #}`:                      "not the ID",
		`{"id": "x", #, "label": "a b"}`:         "not the label",
		`{"id": "x"}`:                            `the run "x" has no exitCode`,
		`{"id": "x", "exitCode": null}`:          `the run "x" has no exitCode`,
		`{"id": "x", #, "parts": [{"id": "y"}]}`: `the run "y" has no exitCode`,
		`{"id": "x", "jvms": "1"}`:               `the run "x": jvms must be a whole number, not a text`,
		`{"id": "x", #, "parts": [{"id": "y", "results": {"tests": []}}]}`: `"y": results.tests must be a whole`,
		"{\"id\": \"x\",\n#,\n}":                                               "run.json: line 3: invalid character",
		`{"id": "x", #, "sets": [{"map": "../y.map"}]}`:                        "not the name of a map",
		`{"id": "x", #, "parts": [{"id": "y", #}, {"id": "y", #}]}`:            "twice",
		`{"id": "x", #, "parts": [{"id": "y", #, "parts": [{"id": "z", #}]}]}`: "itself a merged run",
	} {
		dir := t.TempDir()
		text = strings.ReplaceAll(text, "#", `"exitCode": 0`)
		if err := os.WriteFile(filepath.Join(dir, "run.json"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Store{}.Open(dir)
		if !errors.Is(err, ErrNoRun) || !strings.Contains(err.Error(), want) || len(term.Hints(err)) != 1 {
			t.Errorf("%s: %v with hints %q, want %q", text, err, term.Hints(err), want)
		}
	}
}

func TestOpenBadNumbers(t *testing.T) {
	for text, want := range map[string]string{
		`"jvms": -1`:                                                         "jvms cannot be -1",
		`"jvms": 2147483648`:                                                 "jvms cannot be 2147483648",
		`"byTest": {"tests": -1}`:                                            "tests by test cannot be",
		`"rounds": -1`:                                                       "rounds cannot be",
		`"sets": [{"map": "a", "files": -1}]`:                                "files cannot be",
		`"sets": [{"map": "a", "measured": -1}]`:                             "measured cannot be",
		`"unmeasured": [{"files": -1}]`:                                      "files cannot be",
		`"left": [{"files": -1}]`:                                            "files cannot be", // of earlier versions
		`"started": "1999-12-31T23:59:59Z"`:                                  "started cannot be in the year 1999",
		`"ended": "9999-12-31T23:59:59-01:00"`:                               "ended cannot be in the year 10000",
		`"commit": {"id": "c", "time": "1969-12-31T23:59:59Z"}`:              "the time of the commit cannot be",
		`"parts": [{"id": "y", "exitCode": 0, "jvms": -1}]`:                  "the run y: jvms cannot be",
		`"jvms": 2147483647, "rounds": 0`:                                    "",
		`"started": "2000-01-01T00:00:00Z", "ended": "9999-12-31T00:00:00Z"`: "",
		`"commit": {"id": "c", "time": "1969-12-31T23:00:00-01:00"}`:         "",
	} {
		dir, description := t.TempDir(), `{"id": "x", "exitCode": 0, `+text+`}`
		if err := os.WriteFile(filepath.Join(dir, "run.json"), []byte(description), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Store{}.Open(dir)
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", text, err)
		case want == "":
		case err == nil || !strings.Contains(err.Error(), want) || len(term.Hints(err)) != 1:
			t.Errorf("%s: %v with hints %q, want %q", text, err, term.Hints(err), want)
		}
	}
}

// TestMergeTooManyJVMs checks that Merge writes only what can be opened.
func TestMergeTooManyJVMs(t *testing.T) {
	var in []*Opened
	for _, id := range []string{"a", "b"} {
		o := newRun(t, Run{ID: id, Started: start}, 1, 1, 1)
		o.JVMs = math.MaxInt32
		in = append(in, o)
	}
	out := filepath.Join(t.TempDir(), "out")
	if _, _, err := Merge(in, out, "", Derive{}); err == nil || !strings.Contains(err.Error(), "jvms cannot be") {
		t.Error(err)
	}
	if _, err := os.Lstat(out); err == nil {
		t.Error("it is written")
	}
}

// packedRun packs a folder as tar does.
func packedRun(t testing.TB, dir string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "run.tar.gz")
	if err := packTo(name, dir); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestMergeOntoArchives checks that only archives of merged runs are replaced.
func TestMergeOntoArchives(t *testing.T) {
	a := newRun(t, Run{ID: "a", Started: start}, 1, 1, 1)
	text := filepath.Join(t.TempDir(), "notes.tar.gz")
	if err := os.WriteFile(text, []byte("of the user"), 0o666); err != nil {
		t.Fatal(err)
	}
	merged := filepath.Join(t.TempDir(), "merged")
	if _, _, err := Merge([]*Opened{a}, merged, "", Derive{}); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		out      string
		replaced bool
	}{
		"no archive":   {text, false},
		"no run":       {archiveOf(t, tar.Header{Typeflag: tar.TypeReg, Name: "src/Main.java"}), false},
		"a single run": {packedRun(t, a.Dir), false},
		"a merged run": {packedRun(t, merged), true},
	} {
		before, err := os.ReadFile(tt.out)
		if err != nil {
			t.Fatal(err)
		}
		b := newRun(t, Run{ID: "b", Started: start.Add(time.Hour)}, 1, 1, 1)
		_, _, err = Merge([]*Opened{a, b}, tt.out, "", Derive{})
		after, gone := os.ReadFile(tt.out)
		if gone != nil {
			t.Fatal(gone)
		}
		if replaced := !bytes.Equal(before, after); replaced != tt.replaced || replaced != (err == nil) {
			t.Errorf("%s: replaced: %v, %v", name, replaced, err)
		}
		if !tt.replaced && (err == nil || !strings.Contains(err.Error(), "is not a merged run: it is not replaced")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestErrorsNameArchives checks that errors name archives, and not the folders that they were unpacked to.
func TestErrorsNameArchives(t *testing.T) {
	cut := newRun(t, Run{ID: "a", Started: start}, 1, 1, 1)
	noMap := newRun(t, Run{ID: "b", Started: start}, 1, 1, 1)
	noJSON := newRun(t, Run{ID: "c", Started: start}, 1, 1, 1)
	err := errors.Join(os.Truncate(filepath.Join(cut.Dir, "counts"), 20),
		os.Remove(filepath.Join(noMap.Dir, "maps", "main.map")),
		os.WriteFile(filepath.Join(noJSON.Dir, "run.json"), []byte("{"), 0o666))
	if err != nil {
		t.Fatal(err)
	}
	good := newRun(t, Run{ID: "a", Started: start}, 1, 1, 1)
	for name, tt := range map[string]struct {
		path, in string
		do       func(*Opened) error
	}{
		"description": {packedRun(t, noJSON.Dir), "/run.json", func(*Opened) error { return nil }},
		"counts":      {packedRun(t, cut.Dir), "/counts", func(o *Opened) error { _, err := o.Read(); return err }},
		"map": {packedRun(t, noMap.Dir), "/maps/main.map",
			func(o *Opened) error { _, err := o.Read(); return err }},
		"merged": {packedRun(t, cut.Dir), "/counts", func(o *Opened) error {
			_, _, err := Merge([]*Opened{o}, filepath.Join(t.TempDir(), "out"), "", Derive{})
			return err
		}},
		"two runs": {packedRun(t, cut.Dir), " and ", func(o *Opened) error {
			_, _, err := Merge([]*Opened{o, good}, filepath.Join(t.TempDir(), "out"), "", Derive{})
			return err
		}},
		"file in a file": {archiveOf(t, tar.Header{Typeflag: tar.TypeReg, Name: "run.json"},
			tar.Header{Typeflag: tar.TypeReg, Name: "run.json/maps/a.map"}),
			`: its entry "run.json/maps/a.map"`, func(*Opened) error { return nil }},
	} {
		f := &Finder{Dir: t.TempDir()}
		o, err := f.One(tt.path, WantCounts)
		if err == nil {
			err = tt.do(o)
		}
		if err == nil || !strings.Contains(err.Error(), tt.path+tt.in) || strings.Contains(err.Error(), f.scratch.Dir) {
			t.Errorf("%s: %v", name, err)
		}
		for _, h := range term.Hints(err) {
			if strings.Contains(h, f.scratch.Dir) ||
				strings.Contains(h, "remove ") && !strings.Contains(h, "remove "+tt.path+",") {
				t.Errorf("%s: hint %q", name, h)
			}
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestNoRegularFiles has a pipe, a device or a folder in the place of each file of a run. Reading fails, and does not
// wait; so does merging.
func TestNoRegularFiles(t *testing.T) {
	for _, name := range []string{"run.json", CountsFile, filepath.Join("maps", "main.map")} {
		for kind, put := range map[string]func(path string) error{
			"pipe":   jtest.MakePipe,
			"device": func(path string) error { return os.Symlink("/dev/zero", path) },
			"folder": func(path string) error { return os.Mkdir(path, 0o777) },
		} {
			o := newRun(t, Run{ID: "a", Started: start}, 1, 1, 1)
			path := filepath.Join(o.Dir, name)
			if err := errors.Join(os.Remove(path), put(path)); err != nil {
				t.Fatal(err)
			}
			fresh, err := o.Store.Open(o.Dir)
			if err == nil {
				_, err = fresh.Read()
				_, _, merging := Merge([]*Opened{fresh}, filepath.Join(t.TempDir(), "out"), "", Derive{})
				if !errors.Is(merging, ErrNoRun) || !strings.Contains(merging.Error(), "not a regular file") {
					t.Errorf("%s, %s, merged: %v", name, kind, merging)
				}
			}
			if !errors.Is(err, ErrNoRun) || !strings.Contains(err.Error(), path+": not a regular file") {
				t.Errorf("%s, %s: %v", name, kind, err)
			}
		}
	}
}

// TestMergeLongNames merges runs of modules whose names are longer than names of files may be.
func TestMergeLongNames(t *testing.T) {
	o := newRun(t, Run{ID: "a", Started: start}, 1, 1, 1)
	o.Sets[0].Module = strings.Repeat("m", 4000)
	out := filepath.Join(t.TempDir(), "out")
	if _, _, err := Merge([]*Opened{o}, out, "", Derive{}); err != nil {
		t.Fatal(err)
	}
	merged, err := Store{}.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := merged.Read(); err != nil || merged.Sets[0].Module != o.Sets[0].Module {
		t.Errorf("%v, %v", merged.Sets, err)
	}
}
