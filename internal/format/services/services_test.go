package services

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func TestRoundTrip(t *testing.T) {
	want := []Slice{
		{Application: "shop", Environment: "prod", Version: "1", Day: "2026-03-01", Hosts: []string{"a", "b"}, JVMs: 2,
			From: noon, To: noon.Add(time.Hour), Sections: []counts.Section{
				{ID: probe.ID{1}, Counters: []uint64{0, 1, 300, counts.MaxCount}},
				{ID: probe.ID{2}, Counters: []uint64{}}}},
		{JVMs: 0, From: noon, To: noon},
	}
	path := filepath.Join(t.TempDir(), "services")
	if err := Write(path, want); err != nil {
		t.Fatal(err)
	}
	got, err := Read(path)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		if err := os.WriteFile(path, whole[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := Read(path); err == nil {
			t.Fatalf("cut after %d bytes: %+v", n, got)
		}
		damaged := slices.Clone(whole)
		damaged[n] ^= 1
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := Read(path); err == nil {
			t.Fatalf("byte %d damaged: %+v", n, got)
		}
	}
}

func TestDays(t *testing.T) {
	for _, tt := range []struct {
		slice Slice
		want  []string
	}{
		{Slice{Day: "2026-03-01", From: noon, To: noon.AddDate(0, 0, 1)}, []string{"2026-03-01"}},
		{Slice{From: noon, To: noon.Add(13 * time.Hour)}, []string{"2026-03-01", "2026-03-02"}},
		{Slice{From: noon, To: noon}, []string{"2026-03-01"}},
	} {
		if got := tt.slice.Days(); !slices.Equal(got, tt.want) {
			t.Errorf("%+v: %q, want %q", tt.slice, got, tt.want)
		}
	}
}

// FuzzRead reads a file with any slice and section, whose check sums are right. What can be read can be written, and
// read again.
func FuzzRead(f *testing.F) {
	f.Add(`{"application": "shop", "day": "2026-03-01", "hosts": ["a"], "jvms": 2, "from": "2026-03-01T12:00:00Z", `+
		`"to": "2026-03-01T13:00:00+01:00"}`, append(make([]byte, 15), 1, 0, 1, 0xac, 2))
	f.Add(`{"to": "2026-03-01T13:00:00Z"}`, []byte(nil))
	f.Fuzz(func(t *testing.T, slice string, section []byte) {
		dir := t.TempDir()
		path, copied := filepath.Join(dir, "services"), filepath.Join(dir, "copy")
		out, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		w, err := recordfile.NewWriter(out, recordfile.Services, []byte{1, 0, 0, 0})
		if err == nil {
			err = w.Item(append(make([]byte, len(probe.ID{})), slice...))
		}
		if err == nil && len(section) > 0 {
			err = w.Item(section)
		}
		if err := errors.Join(err, w.Close(), out.Close()); err != nil {
			t.Skip(err) // an item that no writer makes
		}
		list, err := Read(path)
		if err != nil {
			return
		}
		if err := Write(copied, list); err != nil {
			t.Fatal(err)
		}
		again, err := Read(copied)
		if err != nil || len(again) != len(list) {
			t.Fatalf("%+v, %v, want %+v", again, err, list)
		}
		for i := range list {
			a, b := list[i], again[i]
			if !a.From.Equal(b.From) || !a.To.Equal(b.To) || a.Application != b.Application || a.JVMs != b.JVMs ||
				!reflect.DeepEqual(a.Sections, b.Sections) {
				t.Errorf("%+v, want %+v", b, a)
			}
		}
	})
}
