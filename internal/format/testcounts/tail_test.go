package testcounts

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"jprof/internal/format/recordfile"
)

// TestTail reads a stream that grows byte by byte, and compares the tests that have ended with those that were written.
func TestTail(t *testing.T) {
	j := newJVM(t)
	want := []Progress{{}} // after the records: the first is about the file
	is := func(p Progress) { want = append(want, p) }
	class := j.begin(beginClass, 0, "c", "p.T", "", "", "T")
	is(Progress{})
	first := j.test("a")
	is(Progress{})
	j.count(first, of(a, 1, 2))
	is(Progress{}) // the section
	is(Progress{})
	j.end(first, Passed)
	is(Progress{1, 0, 0})
	around := j.begin(beginTest, class, "f", "p.T", "f", "", "f()") // a factory of tests, which is none
	is(Progress{1, 0, 0})
	inner := j.begin(beginTest, around, "f#1", "p.T", "f", "", "1")
	is(Progress{1, 0, 0})
	j.end(inner, Failed)
	is(Progress{2, 1, 0})
	j.end(around, Passed)
	is(Progress{2, 1, 0})
	skipped := j.test("s")
	is(Progress{2, 1, 0})
	j.end(skipped, Skipped)
	is(Progress{3, 1, 1})
	j.end(class, Passed)
	is(Progress{3, 1, 1})
	if err := j.writer.Close(); err != nil {
		t.Fatal(err)
	}
	is(Progress{3, 1, 1}) // the record of the end
	stream := j.stream.Bytes()
	after := map[int]Progress{}   // by bytes
	running := map[int][]string{} // the same
	names := map[int][]string{2: {"p.T#a"}, 3: {"p.T#a"}, 4: {"p.T#a"}, 6: {"p.T#f"}, 7: {"p.T#f"}, 10: {"p.T#s"}}
	at := recordfile.HeaderSize
	for i, p := range want {
		at += recordfile.FrameSize + int(binary.BigEndian.Uint32(stream[at+1:]))
		after[at], running[at] = p, names[i]
	}
	if at != len(stream) {
		t.Fatalf("%d bytes of %d are in %d records", at, len(stream), len(want))
	}

	path := filepath.Join(t.TempDir(), "1-a.tests")
	tail := NewTail(path)
	if err := tail.Read(); err != nil || tail.Progress != (Progress{}) {
		t.Errorf("before the file is there: %+v, %v", tail.Progress, err)
	}
	due, now := Progress{}, []string(nil)
	for n := range len(stream) + 1 {
		if err := os.WriteFile(path, stream[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		if p, is := after[n]; is {
			due, now = p, running[n]
		}
		if err := tail.Read(); err != nil || tail.Progress != due {
			t.Fatalf("after %d bytes: got %+v, %v, want %+v", n, tail.Progress, err, due)
		}
		var names []string
		for _, u := range tail.Running() {
			names = append(names, u.Name)
			if u.Began.Before(start) || u.Began.After(start.Add(time.Second)) {
				t.Errorf("%s began at %v", u.Name, u.Began)
			}
		}
		if !slices.Equal(names, now) {
			t.Fatalf("after %d bytes run %v, want %v", n, names, now)
		}
	}
	if want := []FailedTest{{"p.T#f", "expected: <1> but was: <2>"}}; !slices.Equal(tail.Failures, want) {
		t.Errorf("failed are %v, want %v", tail.Failures, want)
	}
	if sum := due.Plus(Progress{1, 2, 3}); sum != (Progress{4, 3, 4}) {
		t.Errorf("the sum is %+v", sum)
	}
}

// TestTailDamage reads streams that are none, of another version, and damaged.
func TestTailDamage(t *testing.T) {
	j := newJVM(t)
	if err := j.writer.Close(); err != nil {
		t.Fatal(err)
	}
	good := j.stream.Bytes()[:recordfile.HeaderSize+recordfile.FrameSize+20] // without the end
	damage := func(change func([]byte) []byte) error {
		path := filepath.Join(t.TempDir(), "1-a.tests")
		if err := os.WriteFile(path, change(append([]byte(nil), good...)), 0o666); err != nil {
			t.Fatal(err)
		}
		return NewTail(path).Read()
	}
	var wrong *recordfile.Error
	var version *recordfile.VersionError
	if err := damage(func(b []byte) []byte { b[0]++; return b }); !errors.As(err, &wrong) {
		t.Errorf("of another kind: %v", err)
	}
	if err := damage(func(b []byte) []byte { b[11]++; return b }); !errors.As(err, &version) {
		t.Errorf("of another version: %v", err)
	}
	long := append([]byte{recordfile.TagItem, 0xff}, make([]byte, 10)...)
	if err := damage(func(b []byte) []byte { return append(b, long...) }); !errors.As(err, &wrong) {
		t.Errorf("with a record that is too long: %v", err)
	}
	item := append([]byte{recordfile.TagItem, 0, 0, 0, 1, itemEnd}, 0, 0, 0, 0)
	if err := damage(func(b []byte) []byte { return append(b, item...) }); !errors.As(err, &wrong) {
		t.Errorf("with an item that is too short: %v", err)
	}
}
