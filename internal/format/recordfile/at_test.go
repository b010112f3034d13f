package recordfile

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// TestAt reads records at their places, whole ones and those of files that are cut short or damaged.
func TestAt(t *testing.T) {
	whole := file(t, "about", "first", "", "third")
	fr, err := NewReader(bytes.NewReader(whole), "f", Counts)
	if err != nil {
		t.Fatal(err)
	}
	var a At
	a.Reset(bytes.NewReader(whole), "f")
	var heads []Head
	var start [3]byte
	for offset := fr.Offset(); offset < int64(len(whole)); {
		h, err := a.Head(offset, start[:])
		if err != nil {
			t.Fatal(err)
		}
		if len(heads) == 1 && start != [3]byte{} {
			t.Errorf("the start of an empty payload is %q", start)
		}
		heads = append(heads, h)
		offset = h.Next()
	}
	if len(heads) != 4 || heads[0].Tag != TagItem || heads[3].Tag != TagEnd {
		t.Fatalf("got %+v", heads)
	}
	payload, sum, err := a.Payload(heads[2])
	if string(payload) != "third" || err != nil {
		t.Errorf("got %q, %v", payload, err)
	}
	if check, err := a.Check(heads[2]); check != sum || err != nil {
		t.Errorf("the check is %x, want %x, %v", check, sum, err)
	}
	var bad *Error
	for i := range whole[heads[2].Offset:heads[3].Offset] {
		damaged := bytes.Clone(whole)
		damaged[heads[2].Offset+int64(i)] ^= 1
		a.Reset(bytes.NewReader(damaged), "f")
		if _, _, err := a.Payload(heads[2]); !errors.As(err, &bad) {
			t.Errorf("byte %d: %v", i, err)
		}
		a.Reset(bytes.NewReader(whole[:heads[2].Offset+int64(i)]), "f")
		if _, _, err := a.Payload(heads[2]); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("cut after byte %d: %v", i, err)
		}
	}
	if _, err := a.Head(int64(len(whole)), nil); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("behind the end: %v", err)
	}
}
