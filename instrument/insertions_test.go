package instrument

import (
	"bytes"
	"testing"
)

// without returns a text without the ranges, which are in ascending order: it undoes apply.
func without(text []byte, ranges []Range) []byte {
	var out bytes.Buffer
	at := 0
	for _, r := range ranges {
		out.Write(text[at:r.Start])
		at = r.End
	}
	out.Write(text[at:])
	return out.Bytes()
}

func TestApply(t *testing.T) {
	var in insertions
	in.insert(7, "{")
	place := in.reserve(7)
	unused := in.reserve(2)
	in.insert(7, "y();")
	in.insert(11, "}")
	in.put(place, "x();")
	got, ranges, err := in.apply([]byte("if (a) b();"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "if (a) {x();y();b();}"; string(got) != want {
		t.Errorf("got %q, want %q; place %d was not used", got, want, unused)
	}
	parts := ""
	for _, r := range ranges {
		parts += string(got[r.Start:r.End]) + "|"
	}
	if want := "{|x();|y();|}|"; parts != want {
		t.Errorf("ranges hold %q, want %q", parts, want)
	}
	if _, _, err := in.apply([]byte("short")); err == nil {
		t.Error("a place behind the end is accepted")
	}
}

// FuzzInsertions checks that taking insertions out gives the original back.
func FuzzInsertions(f *testing.F) {
	f.Add([]byte("abc"), []byte{0, 1, 3, 3}, "++")
	f.Add([]byte(""), []byte{0, 0}, "")
	f.Fuzz(func(t *testing.T, src, at []byte, text string) {
		var in insertions
		for _, a := range at {
			in.insert(uint32(int(a)%(len(src)+1)), text)
		}
		if len(in.list) != len(at) {
			t.Fatalf("%d insertions, want %d", len(in.list), len(at))
		}
		out, ranges, err := in.apply(src)
		if err != nil {
			t.Fatal(err)
		}
		if len(out) != len(src)+len(at)*len(text) || !bytes.Equal(without(out, ranges), src) {
			t.Errorf("%q with insertions %q does not come back", src, out)
		}
	})
}
