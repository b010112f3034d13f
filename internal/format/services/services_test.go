package services

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
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
