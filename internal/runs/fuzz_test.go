package runs

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzArchive opens any bytes as an archive, or as the tar file in one. It fails, or gives a run below the folder for
// temporary files.
func FuzzArchive(f *testing.F) {
	path := packedRun(f, newRun(f, Run{ID: "a", Started: start}, 1, 1, 1).Dir)
	data, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data, false)
	zipped, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		f.Fatal(err)
	}
	var tarred bytes.Buffer
	if _, err := tarred.ReadFrom(zipped); err != nil {
		f.Fatal(err)
	}
	f.Add(tarred.Bytes(), true)
	f.Fuzz(func(t *testing.T, data []byte, tarred bool) {
		dir := t.TempDir()
		path := filepath.Join(dir, "run.tar.gz")
		var out bytes.Buffer
		if tarred {
			w := gzip.NewWriter(&out)
			_, err := w.Write(data)
			data = nil
			if err := errors.Join(err, w.Close()); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(path, append(data, out.Bytes()...), 0o666); err != nil {
			t.Fatal(err)
		}
		find := &Finder{Dir: dir}
		defer find.Close()
		o, err := find.One(path, WantCounts)
		if err != nil {
			if !strings.Contains(err.Error(), path) {
				t.Errorf("an error that names no file: %v", err)
			}
			return
		}
		if !strings.HasPrefix(o.Dir, find.scratch.Dir) {
			t.Errorf("unpacked to %s", o.Dir)
		}
		_, _ = o.Read() // any error is right
	})
}

// FuzzDescription opens a run with any description. What can be opened and merged can be opened again.
func FuzzDescription(f *testing.F) {
	whole := newRun(f, Run{ID: "a", Started: start}, 1, 1, 1)
	text, err := os.ReadFile(filepath.Join(whole.Dir, "run.json"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := filepath.Join(t.TempDir(), "run")
		err := os.CopyFS(dir, os.DirFS(whole.Dir))
		if err := errors.Join(err, os.WriteFile(filepath.Join(dir, "run.json"), text, 0o666)); err != nil {
			t.Fatal(err)
		}
		o, err := Store{}.Open(dir)
		if err != nil {
			return
		}
		_, _ = o.Read() // any error is right
		out := filepath.Join(dir, "out")
		if _, _, err := Merge([]*Opened{o}, out, "", Derive{}); err != nil {
			return
		}
		merged, err := Store{}.Open(out)
		if err == nil {
			_, err = merged.Read()
		}
		if err != nil {
			t.Errorf("%s was merged, and then %v", text, err)
		}
	})
}
