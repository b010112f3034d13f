package counts

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// put writes a count file of a JVM with one counter.
func put(t *testing.T, path string, n uint64, folded ...string) {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, &File{JVMs: 1, Folded: folded, Sections: []Section{{idA, []uint64{n}}}}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// idA is the ID of the package in the files of put.
var idA = [16]byte{1}

// sumOf adds up the counters of files.
func sumOf(paths []string) (uint64, error) {
	var sum uint64
	for _, path := range paths {
		f, err := ReadFile(path)
		if err != nil {
			return 0, err
		}
		sum += f.Sections[0].Counters[0]
	}
	return sum, nil
}

// TestStable joins files while they are read: no count is missing, and none is there twice.
func TestStable(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	remove := func(names ...string) {
		for _, name := range names {
			if err := os.Remove(at(name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	steps := map[string]func(){
		"a file is removed before it is read": func() {
			put(t, at("folded-1-a-2.counts"), 111, "folded-1-a-1.counts", "3.counts", "2.counts")
			remove("folded-1-a-1.counts", "3.counts", "3.part")
		},
		"a file of the list is in another one as well": func() {
			put(t, at("folded-1-a-2.counts"), 111, "folded-1-a-1.counts", "3.counts", "2.counts")
			remove("3.part")
		},
		"one is not in the list": func() {
			put(t, at("4.counts"), 0)
			remove("3.counts", "3.part")
			put(t, at("folded-1-a-3.counts"), 100, "3.counts")
		},
	}
	for what, step := range steps {
		t.Run(what, func(t *testing.T) {
			names, err := filepath.Glob(at("*"))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				remove(filepath.Base(name))
			}
			put(t, at("folded-1-a-1.counts"), 11, "1.counts", "2.counts")
			put(t, at("2.counts"), 10)
			put(t, at("3.counts"), 100)
			put(t, at("3.part"), 1000)
			tries, got := 0, uint64(0)
			err = Stable([]string{dir, dir}, func(paths []string) (err error) {
				if tries++; tries == 1 {
					step()
				}
				got, err = sumOf(paths)
				return err
			})
			if err != nil || got != 111 || tries != 2 {
				t.Errorf("%d, %v after %d tries, want 111 after 2", got, err, tries)
			}
		})
	}
	failure := errors.New("failure")
	if err := Stable([]string{dir}, func([]string) error { return failure }); !errors.Is(err, failure) {
		t.Errorf("%v, want the error of the reader", err)
	}
	err := Stable([]string{dir}, func([]string) error { return fs.ErrNotExist })
	if err == nil || !strings.Contains(err.Error(), "join files all the time") {
		t.Errorf("%v, want that JVMs join files", err)
	}
}

// TestStableFolders has a link to a folder, and a folder that is in another one.
func TestStableFolders(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "counts", "a.counts"), 0o777); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "counts", "1.counts"), 1)
	put(t, filepath.Join(dir, "counts", "a.counts", "2.part"), 1)
	link := filepath.Join(dir, "link")
	if err := os.Symlink(filepath.Join(dir, "counts"), link); err != nil {
		t.Skipf("no symbolic links: %v", err)
	}
	var got []string
	err := Stable([]string{link, filepath.Join(dir, "counts", "a.counts")}, func(paths []string) error {
		for _, path := range paths {
			got = append(got, filepath.Base(path))
		}
		return nil
	})
	if want := []string{"1.counts", "2.part"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}
