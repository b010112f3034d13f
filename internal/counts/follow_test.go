package counts

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"jprof/internal/probe"
)

func TestList(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"1-a.part", "2-b.counts", "2-b.part", "3-c.tmp", "3-c.tests", "step/4-d.counts",
		"step/deeper/5-e.counts", "text"} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777),
			os.WriteFile(path, []byte(name), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	files, err := List(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range files {
		rel, err := filepath.Rel(dir, w.Path())
		if err != nil {
			t.Fatal(err)
		}
		stream := filepath.Join(dir, rel[:len(rel)-len(filepath.Ext(rel))]+".tests")
		got = append(got, fmt.Sprint(rel, " ", w.Ended, " ", w.Size, " ", w.Stream() == stream))
	}
	want := []string{"1-a.part false 8 true", "2-b.counts true 10 true", "step/4-d.counts true 15 true"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if files, err := List(filepath.Join(dir, "none")); files != nil || err != nil {
		t.Errorf("of a folder that is not there: %v, %v", files, err)
	}
	own := Written{Stem: filepath.Join(dir, fmt.Sprint(os.Getpid(), "-1"))}
	if gone, known := own.Gone(); gone || !known {
		t.Errorf("this process: gone %t, known %t", gone, known)
	}
	if gone, known := (Written{Stem: filepath.Join(dir, "0-1")}).Gone(); gone || known {
		t.Errorf("a process without a PID: gone %t, known %t", gone, known)
	}
}

func TestReadEach(t *testing.T) {
	stem := filepath.Join(t.TempDir(), "1-a")
	f := &File{JVMs: 1, PID: 1, Start: start, Sections: []Section{
		{probe.ID{1}, []uint64{1, 2, 3}}, {probe.ID{2}, []uint64{4}}, {probe.ID{3}, []uint64{5, 6}}}}
	write := func(suffix string, f *File) {
		out, err := os.Create(stem + suffix)
		if err == nil {
			err = errors.Join(Write(out, f), out.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write(".counts", f)
	read := func(accept bool) string {
		var got []Section
		// The file has got its last name since it was listed.
		err := ReadEach(stem+".part", func(f *File) bool { return accept && f.PID == 1 && f.Start.Equal(start) },
			func(s Section) { got = append(got, Section{s.ID, slices.Clone(s.Counters)}) })
		if err != nil {
			t.Error(err)
		}
		return fmt.Sprint(got)
	}
	if got, want := read(true), fmt.Sprint(f.Sections); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := read(false); got != "[]" {
		t.Errorf("a file that is not accepted has %s", got)
	}
	write(".counts", &File{Merged: true, Sections: f.Sections})
	if got := read(true); got != "[]" {
		t.Errorf("a merged file has %s", got)
	}
	if err := ReadEach(filepath.Join(t.TempDir(), "1.part"), nil, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a file: %v", err)
	}
}
