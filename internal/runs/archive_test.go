package runs

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/util/term"
)

// archiveOf writes these entries to an archive.
func archiveOf(t *testing.T, entries ...tar.Header) string {
	t.Helper()
	var out bytes.Buffer
	zipped := gzip.NewWriter(&out)
	w := tar.NewWriter(zipped)
	for _, h := range entries {
		body := []byte(`{"id": "x", "exitCode": 0, "jvms": 1}`)
		if h.Typeflag == tar.TypeReg {
			h.Size = int64(len(body))
		}
		h.Mode = 0o644
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			if _, err := w.Write(body); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "run.tar.gz")
	if err := os.WriteFile(path, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestHostileArchives(t *testing.T) {
	file := func(name string) tar.Header { return tar.Header{Typeflag: tar.TypeReg, Name: name} }
	whole, err := os.ReadFile(archiveOf(t, file("x/run.json")))
	if err != nil {
		t.Fatal(err)
	}
	write := func(data []byte) string {
		path := filepath.Join(t.TempDir(), "run.tar.gz")
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	altered := bytes.Clone(whole)
	altered[len(altered)-6] ^= 1 // the check sum
	for name, tt := range map[string]struct{ path, want string }{
		"up":          {archiveOf(t, file("x/run.json"), file("../run.json")), "points outside of the archive"},
		"up inside":   {archiveOf(t, file("x/../../run.json")), "points outside of the archive"},
		"absolute":    {archiveOf(t, file("/tmp/run.json")), "points outside of the archive"},
		"backslashes": {archiveOf(t, file(`x\..\..\run.json`)), "points outside of the archive"},
		"link": {archiveOf(t, tar.Header{Typeflag: tar.TypeSymlink, Name: "x/run.json",
			Linkname: "/etc/passwd"}), "is not a file"},
		"hard link": {archiveOf(t, tar.Header{Typeflag: tar.TypeLink, Name: "x/run.json", Linkname: "/etc/passwd"}),
			"is not a file"},
		"device":     {archiveOf(t, tar.Header{Typeflag: tar.TypeChar, Name: "x/run.json"}), "is not a file"},
		"twice":      {archiveOf(t, file("x/run.json"), file("./x/run.json")), "has two entries"},
		"no run":     {archiveOf(t, file("x/readme")), "no run in it"},
		"cut":        {write(whole[:len(whole)-10]), "cut short"},
		"empty":      {write(nil), "cut short"},
		"altered":    {write(altered), "checksum"},
		"no archive": {write([]byte("hello, this is text")), "invalid header"},
	} {
		f := &Finder{Dir: t.TempDir()}
		if _, err := f.One(tt.path, WantCounts); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	f := &Finder{Dir: t.TempDir()}
	defer f.Close()
	o, err := f.One(archiveOf(t, file("x/run.json"), file("x/test-reports/a.xml"),
		file("x/test-reports/app/TEST-p.ATest.xml"), file("x/test-reports/run.json")), WantCounts)
	if err != nil || o.ID != "x" {
		t.Errorf("a good one: %+v, %v", o, err)
	} else if got := content(t, o.Dir); len(got) != 2 {
		t.Errorf("unpacked: %v", got)
	}
}

// TestManyEntries checks that an archive with very many entries is given up, and that none is written.
func TestManyEntries(t *testing.T) {
	var tarred bytes.Buffer
	one := header(t, tar.Header{Typeflag: tar.TypeDir, Name: "x/"})
	tarred.Write(bytes.Repeat(one, maxEntries))
	tarred.Write(header(t, tar.Header{Typeflag: tar.TypeReg, Name: "x/run.json"}))
	tarred.Write(make([]byte, 1024))
	f := &Finder{Dir: t.TempDir()}
	defer f.Close()
	_, err := f.One(zip(t, tarred.Bytes()), WantCounts)
	if err == nil || !strings.Contains(err.Error(), "it has more than 100000 entries") || len(term.Hints(err)) != 1 {
		t.Errorf("%v, hints %q", err, term.Hints(err))
	}
	var out bytes.Buffer
	if err := Pack(f.Dir, make([]string, maxEntries+1), &out); err == nil || out.Len() > 0 {
		t.Errorf("wrote %d bytes, %v", out.Len(), err)
	}
}

// TestLimit checks that a stream without an end is given up.
func TestLimit(t *testing.T) {
	l := &limit{strings.NewReader("0123456789"), 4}
	buf := make([]byte, 16)
	if n, err := l.Read(buf); n != 4 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := l.Read(buf); n != 0 || !errors.Is(err, errTooMuch) {
		t.Errorf("%d, %v", n, err)
	}
}
