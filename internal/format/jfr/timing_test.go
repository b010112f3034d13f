package jfr

import (
	"compress/gzip"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"jprof/internal/util/version"
)

// TestInterval compares with tables of exact intervals of Poisson variables, and sees that the approximation for large
// numbers continues the exact values.
func TestInterval(t *testing.T) {
	for n, want := range map[int][2]float64{0: {0, 3.6889}, 1: {0.0253, 5.5716}, 5: {1.6235, 11.6683},
		10: {4.7954, 18.3904}, 100: {81.3640, 121.6268}} {
		low, high := Interval(n)
		if math.Abs(low-want[0]) > 1e-4 || math.Abs(high-want[1]) > 1e-4 {
			t.Errorf("%d: %.4f to %.4f, want %v", n, low, high, want)
		}
	}
	lowExact, highExact := Interval(999)
	low, high := Interval(1001)
	if math.Abs(low-lowExact-2) > 0.1 || math.Abs(high-highExact-2) > 0.1 {
		t.Errorf("999: %.3f to %.3f, 1001: %.3f to %.3f", lowExact, highExact, low, high)
	}
}

// TestAdd follows samples with frames of counters, of libraries and of the project.
func TestAdd(t *testing.T) {
	c := newCollector(func(f Frame) bool { return strings.HasPrefix(f.Class, "p.") })
	f := Frame{"p.A", "f", 3}
	g := Frame{"p.A", "g", 9}
	counter := Frame{"p.__Counter0123abcd", "A", 20}
	list := Frame{"java.util.ArrayList", "add", 100}
	loop := Frame{"java.lang.Thread", "run", 1}
	for _, frames := range [][]Frame{
		{f, g, loop}, {counter, f, g, loop}, {f, g}, {list, g, loop}, {list, loop, g}, {list, loop}, nil,
	} {
		c.add(event{frames: frames, nanos: 10}, "")
	}
	c.add(event{frames: []Frame{g}, nanos: 7, cut: true}, "")
	want := Samples{
		Format: Format, Tool: version.String(), All: Amount{7, 67}, Lost: 1, Cut: 1,
		Count: Amount{1, 10}, Outside: Amount{1, 10},
		Frames: []Frame{f, g, list},
		Stacks: []Stack{stackOf(3, 30, 0, 1),
			stackOf(2, 20, 2, 1), stackOf(1, 7, 1)},
	}
	if !reflect.DeepEqual(c.Samples, want) {
		t.Errorf("got  %+v\nwant %+v", c.Samples, want)
	}
}

// TestFile writes and reads samples, and refuses files that are damaged or of a newer jprof.
func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "times")
	want := &Samples{Format: Format, Tool: "x", Clock: CPU, JVMs: 2, Missing: []Missing{{1, "why"}},
		All: Amount{3, 30}, Frames: []Frame{{"A", "f", 3}}, Stacks: []Stack{stackOf(3, 30, 0)}}
	if err := want.Write(path); err != nil {
		t.Fatal(err)
	}
	got, err := ReadFile(path)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		put(t, path, whole[:n])
		if _, err := ReadFile(path); err == nil {
			t.Errorf("%d of %d bytes are enough", n, len(whole))
		}
	}
	for text, newer := range map[string]bool{
		`{"format": 2, "tool": "9.0", "frames": 3}`:                                          true,
		`{"format": 1, "frames": [], "stacks": [{"frames": [0], "samples": 1, "nanos": 1}]}`: false,
	} {
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		zipped := gzip.NewWriter(f)
		_, err = zipped.Write([]byte(text))
		if err := errors.Join(err, zipped.Close(), f.Close()); err != nil {
			t.Fatal(err)
		}
		var n *version.Newer
		if _, err := ReadFile(path); err == nil || errors.As(err, &n) != newer {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestCollect names the JVMs without a recording. A recording that is damaged is one of them.
func TestCollect(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "step"), 0o777); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "a.nojfr"), []byte("this JVM has no flight recorder"))
	put(t, filepath.Join(dir, "step/b.nojfr"), []byte("this JVM has no flight recorder\n"))
	put(t, filepath.Join(dir, "step/c.jfr"), nil)
	put(t, filepath.Join(dir, "step/d.jfr"), []byte(strings.Repeat("FLR", 100)))
	s, err := Collect(dir, 7, nil)
	want := []Missing{{3, "it ended without its recording"}, {2, "its recording cannot be read"},
		{2, "this JVM has no flight recorder"}}
	if err != nil || s.JVMs != 0 || !reflect.DeepEqual(s.Missing, want) {
		t.Errorf("got %+v, %v", s, err)
	}
}

func put(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func stackOf(samples int, nanos uint64, frames ...int) Stack {
	return Stack{Frames: frames, Amount: Amount{samples, nanos}}
}
