package counts

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"jprof/internal/format/probe"
)

// TestSections reads the sections of a file in any order, and sees by check sums which have changed.
func TestSections(t *testing.T) {
	stem := filepath.Join(t.TempDir(), "1-a")
	write := func(sections ...Section) {
		out, err := os.Create(stem + ".counts")
		if err == nil {
			err = errors.Join(Write(out, &File{JVMs: 1, PID: 1, Start: start, Sections: sections,
				Frames: []Frame{{Class: "A"}}}), out.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	a, b := Section{probe.ID{1}, []uint64{1, 2, 3, 4, 5}}, Section{probe.ID{2}, []uint64{math.MaxUint64 >> 1}}
	write(a, b)
	var s Sections
	openFile := func() {
		t.Helper()
		if err := s.Open(stem + ".part"); err != nil { // it has got its last name since it was listed
			t.Fatal(err)
		}
	}
	openFile()
	about, at, err := s.About()
	if err != nil || about.PID != 1 || !about.Start.Equal(start) {
		t.Fatalf("%+v, %v", about, err)
	}
	var places []Place
	for {
		p, err := s.Find(at)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		at = p.Head.Next()
		if (p.ID != probe.ID{}) { // frames
			places = append(places, p)
		}
	}
	if len(places) != 2 || places[0].ID != a.ID || places[0].Counters() != 5 || places[1].ID != b.ID {
		t.Fatalf("got %+v", places)
	}
	one, other, wrong := []uint64(nil), []uint64{1, 1, 1, 1, 1}, []uint64{7}
	sum, err := s.Add(places[0], &one, &other, &wrong)
	if fmt.Sprint(one, other, wrong, err) != "[1 2 3 4 5] [2 3 4 5 6] [7] <nil>" {
		t.Error(one, other, wrong, err)
	}
	full := slices.Clone(b.Counters)
	if _, err := s.Add(places[1], &full); err != nil || full[0] != MaxCount {
		t.Error(full, err)
	}
	s.Close()

	b.Counters = []uint64{9}
	write(a, b)
	openFile()
	defer s.Close()
	for i, want := range []bool{true, false} {
		is, err := s.Sum(places[i])
		if same := is == sum; i == 0 && same != want || err != nil {
			t.Errorf("section %d is the same: %t, %v", i, same, err)
		}
	}
	moved := places[1]
	moved.ID = probe.ID{3}
	if _, err := s.Add(moved, &one); err == nil {
		t.Error("another section is added")
	}
	if err := new(Sections).Open(filepath.Join(t.TempDir(), "1.part")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a file: %v", err)
	}
}

// TestAddSaturates adds counters that are at the limit, and beyond it.
func TestAddSaturates(t *testing.T) {
	const most = uint64(MaxCount)
	to := []uint64{0, 1, most, most - 1, 5, 6, most}
	from := []uint64{math.MaxUint64, most, 1, 1, 1, 2, most}
	var raw []byte
	for _, n := range from {
		for shift := 56; shift >= 0; shift -= 8 {
			raw = append(raw, byte(n>>shift))
		}
	}
	add(to, raw)
	if want := []uint64{most, most, most, most, 6, 8, most}; !slices.Equal(to, want) {
		t.Errorf("got %d, want %d", to, want)
	}
}
