package html_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	jhtml "jprof/report/html"
	"jprof/report/html/layout"
)

// TestWriteInParallel checks that the report is the same whatever the number of processors.
func TestWriteInParallel(t *testing.T) {
	m := largeModel(t, 60)
	var reports [3]memory
	for i, processors := range []int{1, 2, 7} {
		before := runtime.GOMAXPROCS(processors)
		err := jhtml.Write(jhtml.Data{Model: m}, &reports[i])
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
	}
	want, err := reports[0].Names()
	if err != nil {
		t.Fatal(err)
	}
	if len(want) < 120 {
		t.Errorf("%d files", len(want))
	}
	for i := range reports[1:] {
		other := &reports[i+1]
		if names, err := other.Names(); err != nil || !slices.Equal(names, want) {
			t.Fatalf("other files: %v", err)
		}
		for _, name := range want {
			if !bytes.Equal(other.Bytes(name), reports[0].Bytes(name)) {
				t.Errorf("%s differs", name)
			}
		}
	}
}

// failing is an output that has room for so many bytes.
type failing struct {
	layout.Output
	left   atomic.Int64
	failed atomic.Int64 // writes
}

var errFull = errors.New("no space left on device")

func (f *failing) Create(name string) (io.WriteCloser, error) {
	w, err := f.Output.Create(name)
	return &failingFile{w, f}, err
}

type failingFile struct {
	io.WriteCloser
	out *failing
}

func (f *failingFile) Write(p []byte) (int, error) {
	if f.out.left.Add(-int64(len(p))) < 0 {
		f.out.failed.Add(1)
		return 0, errFull
	}
	return f.WriteCloser.Write(p)
}

// TestWriteFails checks that a report does not change when the disk gets full, at any point, while the next one is
// written, and that writing ends then.
func TestWriteFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "report")
	m := largeModel(t, 60)
	full := int64(0)
	if err := layout.WriteDir(dir, func(out layout.Output) error {
		all := &failing{Output: out}
		all.left.Store(1 << 40)
		err := jhtml.Write(jhtml.Data{Model: m}, all)
		full = 1<<40 - all.left.Load()
		return err
	}); err != nil {
		t.Fatal(err)
	}
	mark := filepath.Join(dir, "of-the-first-report")
	if err := os.WriteFile(mark, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, room := range []int64{0, 1000, full / 4, full / 2, full - 1} {
		var out failing
		out.left.Store(room)
		err := layout.WriteDir(dir, func(o layout.Output) error {
			out.Output = o
			return jhtml.Write(jhtml.Data{Model: m}, &out)
		})
		if !errors.Is(err, errFull) {
			t.Errorf("room for %d of %d bytes: %v", room, full, err)
		}
		// Each processor may be in a page when the first fails.
		if n := out.failed.Load(); n > int64(3*runtime.GOMAXPROCS(0)) {
			t.Errorf("room for %d of %d bytes: %d more writes were tried", room, full, n)
		}
		if _, err := os.Stat(mark); err != nil {
			t.Errorf("room for %d of %d bytes: the report was replaced: %v", room, full, err)
		}
		if entries, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(entries) != 1 {
			t.Errorf("room for %d of %d bytes: beside the report: %v, %v", room, full, entries, err)
		}
	}
}
