package live

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/internal/runs"
	"jprof/internal/util/atomicfile"
)

func TestPublish(t *testing.T) {
	store := runs.Store{Project: t.TempDir()}
	if found := Find(store); found != nil {
		t.Errorf("found %v in a new project", found)
	}
	p, err := Publish(store, State{ID: "20261123-151500-abcdef", Label: "l", Command: []string{"mvn", "verify"},
		Phase: Copying, Maps: "m", Counts: "c", ByTest: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Phase(Building); err != nil {
		t.Fatal(err)
	}
	second, err := Publish(store, State{ID: "20261123-151501-abcdef", Phase: Running, Contexts: true})
	if err != nil {
		t.Fatal(err)
	}
	found := Find(store)
	if len(found) != 2 || found[0].ID != "20261123-151501-abcdef" || !found[0].Contexts {
		t.Fatalf("found %+v", found)
	}
	s := found[1]
	if s.Phase != Building || s.PID != os.Getpid() || s.Started.IsZero() || s.Label != "l" || !s.ByTest ||
		s.Maps != "m" || s.Counts != "c" || s.Project != store.Project ||
		!slices.Equal(s.Command, []string{"mvn", "verify"}) {
		t.Errorf("found %+v", s)
	}
	list := runs.List{{Run: runs.Run{ID: "20261123-151400-abcdef", NotFinished: true}},
		{Run: runs.Run{ID: s.ID, NotFinished: true}}}
	if Mark(list, Find(store)); list[0].HowEnded() != "not finished" || list[1].HowEnded() != "running" {
		t.Errorf("one of them runs: %q, %q", list[0].HowEnded(), list[1].HowEnded())
	}
	p.End()
	if found := Find(store); len(found) != 1 {
		t.Errorf("found %d after the end of one of two", len(found))
	}
	second.End()
	if _, err := os.Stat(folder(store)); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
	var none *Publisher
	if err := none.Phase(Reading); err != nil {
		t.Error(err)
	}
	none.End()
}

// TestNewerState checks that a measurement of a newer jprof is not shown, and that its state stays.
func TestNewerState(t *testing.T) {
	store := runs.Store{Project: t.TempDir()}
	p, err := Publish(store, State{ID: "20261123-151500-abcdef"})
	if err != nil {
		t.Fatal(err)
	}
	defer p.End()
	path := filepath.Join(folder(store), "20261123-151500-abcdef.json")
	newer := []byte(`{"format": "jprof-live", "version": 2, "id": "20261123-151500-abcdef", "phase": 7}`)
	if err := atomicfile.WriteBytes(path, newer); err != nil {
		t.Fatal(err)
	}
	if found := Find(store); len(found) != 0 {
		t.Errorf("found %+v", found)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != string(newer) {
		t.Errorf("the state became %s, %v", text, err)
	}
}

// TestStale checks that the states of processes that have ended are removed, and those of other versions of jprof stay.
func TestStale(t *testing.T) {
	store := runs.Store{Project: t.TempDir()}
	living, err := Publish(store, State{ID: "living"})
	if err != nil {
		t.Fatal(err)
	}
	defer living.End()
	path := func(name string) string { return filepath.Join(folder(store), name) }
	write := func(name string, v any) {
		if err := atomicfile.WriteJSON(path(name), v); err != nil {
			t.Fatal(err)
		}
	}
	killed := State{Format: format, Version: version, ID: "killed", PID: os.Getpid()} // the PID is another process now
	write("killed.json", killed)
	write("killed.lock", nil)
	killed.ID = "nolock"
	write("nolock.json", killed)
	newer, err := Publish(store, State{ID: "newer"})
	if err != nil {
		t.Fatal(err)
	}
	defer newer.End()
	write("newer.json", State{Format: format, Version: version + 1, ID: "newer"})
	write("..json", killed)
	if found := Find(store); len(found) != 1 || found[0].ID != "living" {
		t.Errorf("found %+v", found)
	}
	entries, err := os.ReadDir(folder(store))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got, want := strings.Join(names, " "), "..json living.json living.lock newer.json newer.lock"; got != want {
		t.Errorf("there is %s, want %s", got, want)
	}
}

// TestCancel asks a measurement to end, and once more; one that does not listen says so.
func TestCancel(t *testing.T) {
	store := runs.Store{Project: t.TempDir()}
	p, err := Publish(store, State{ID: "20261123-151500-abcdef", Phase: Building})
	if err != nil {
		t.Fatal(err)
	}
	defer p.End()
	if err := p.Interrupt(nil); err != nil {
		t.Error(err)
	}
	s := Find(store)[0]
	if s.Cancels {
		t.Errorf("a measurement that does not listen: %+v", s)
	}
	asked := make(chan bool)
	if err := p.Interrupt(func() { asked <- true }); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if s = Find(store)[0]; !s.Cancels {
			t.Fatalf("found %+v", s)
		}
		if err := Cancel(s); err != nil {
			t.Fatal(err)
		}
		<-asked
		if s = Find(store)[0]; !s.Cancelling || s.Phase != Building {
			t.Errorf("found %+v", s)
		}
	}
	if err := Cancel(s); err != nil { // it ends before it is asked
		t.Fatal(err)
	}
	go func() { <-asked }() // or is asked
	p.End()
	if _, err := os.Stat(folder(store)); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
}
