package srcedit

import (
	"bytes"
	"errors"
	"testing"
)

func TestApply(t *testing.T) {
	b := NewBuffer([]byte("if (a) b();"))
	b.Insert(7, "{")
	b.Insert(7, "x();")
	b.Insert(11, "}")
	b.Replace(4, 5, "!a")
	got, ranges, err := b.Apply()
	if err != nil {
		t.Fatal(err)
	}
	if want := "if (!a) {x();b();}"; string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var parts []string
	for _, r := range ranges {
		parts = append(parts, string(got[r.Start:r.End]))
	}
	if want := []string{"!a", "{", "x();", "}"}; len(parts) != 4 || parts[0] != want[0] || parts[1] != want[1] ||
		parts[2] != want[2] || parts[3] != want[3] {
		t.Errorf("ranges hold %q, want %q", parts, want)
	}
}

func TestReserve(t *testing.T) {
	b := NewBuffer([]byte("ab"))
	b.Insert(1, "1")
	place := b.Reserve(1)
	unused := b.Reserve(2)
	b.Insert(1, "3")
	b.Set(place, "2")
	got, ranges, err := b.Apply()
	if err != nil || string(got) != "a123b" || len(ranges) != 3 {
		t.Errorf("%q, %v, %v; place %d was not used", got, ranges, err, unused)
	}
}

func TestApplyRefuses(t *testing.T) {
	for _, c := range []struct {
		name    string
		edits   []Edit
		overlap bool
	}{
		{"two replacements", []Edit{{0, 3, "x"}, {2, 4, "y"}}, true},
		{"an insertion inside of a replacement", []Edit{{0, 3, "x"}, {1, 1, "y"}}, true},
		{"behind the end", []Edit{{5, 5, "x"}}, false},
		{"before the start", []Edit{{-1, 0, "x"}}, false},
		{"backwards", []Edit{{3, 2, "x"}}, false},
	} {
		b := NewBuffer([]byte("abcd"))
		for _, e := range c.edits {
			b.Replace(e.Start, e.End, e.New)
		}
		_, _, err := b.Apply()
		if err == nil || errors.Is(err, ErrOverlap) != c.overlap {
			t.Errorf("%s: error %v, overlap wanted %v", c.name, err, c.overlap)
		}
	}
	b := NewBuffer([]byte("abcd"))
	b.Replace(0, 2, "x")
	b.Insert(2, "y")
	if got, _, err := b.Apply(); err != nil || string(got) != "xycd" {
		t.Errorf("touching edits: %q, %v", got, err)
	}
}

// FuzzRemove checks that taking insertions out gives the original back.
func FuzzRemove(f *testing.F) {
	f.Add([]byte("abc"), []byte{0, 1, 3, 3}, "++")
	f.Add([]byte(""), []byte{0, 0}, "")
	f.Fuzz(func(t *testing.T, src, at []byte, text string) {
		b := NewBuffer(src)
		for _, a := range at {
			b.Insert(int(a)%(len(src)+1), text)
		}
		if len(b.edits) != len(at) {
			t.Fatalf("%d edits, want %d", len(b.edits), len(at))
		}
		out, ranges, err := b.Apply()
		if err != nil {
			t.Fatal(err)
		}
		if len(out) != len(src)+len(at)*len(text) || !bytes.Equal(Remove(out, ranges), src) {
			t.Errorf("%q with insertions %q does not come back", src, out)
		}
	})
}
