package collected

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/services"
	"jprof/internal/runs"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// project is a store with builds of which each has one package in the map of its source set.
type project struct {
	*testing.T
	store  runs.Store
	counts string
}

func newProject(t *testing.T) project {
	return project{t, runs.Store{Project: t.TempDir()}, t.TempDir()}
}

// build adds a run to the store, whose map has a package for each of the texts. It returns the IDs of these.
func (p project) build(started time.Time, layouts ...string) (ids []probe.ID) {
	p.Helper()
	id, err := runs.NewID(started)
	if err != nil {
		p.Fatal(err)
	}
	var out bytes.Buffer
	w, err := probe.NewWriter(&out, "test", "g:shop", "main")
	if err != nil {
		p.Fatal(err)
	}
	for _, text := range layouts {
		pkg := &probe.Package{Name: text, Helper: "__Counter00000001", Files: []*probe.File{{
			Path: "src/" + text + "/A.java", Hash: sha256.Sum256([]byte(text)), Encoding: "UTF-8", Counters: 2}}}
		if err := w.Add(pkg); err != nil {
			p.Fatal(err)
		}
		ids = append(ids, pkg.ID)
	}
	if err := w.Close(); err != nil {
		p.Fatal(err)
	}
	run := runs.Run{ID: id, Tool: "test", Command: []string{"mvn", "package"}, Dir: ".", Sources: ".", Title: "shop",
		Project: "g:shop", Started: started, Ended: started, Rounds: 1,
		Sets: []runs.Set{{Module: "g:shop", Name: "main", Map: "main.map", Files: 1, Measured: 1}}}
	err = p.store.Save(&run, func(dir string) error {
		if err := os.Mkdir(filepath.Join(dir, "maps"), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "maps", "main.map"), out.Bytes(), 0o666); err != nil {
			return err
		}
		var none bytes.Buffer
		if err := counts.Write(&none, &counts.File{Merged: true}); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, runs.CountsFile), none.Bytes(), 0o666)
	})
	if err != nil {
		p.Fatal(err)
	}
	return ids
}

// write writes a count file. A part file lacks its end.
func (p project) write(name string, f *counts.File) {
	p.Helper()
	var out bytes.Buffer
	if err := counts.Write(&out, f); err != nil {
		p.Fatal(err)
	}
	data := out.Bytes()
	if strings.HasSuffix(name, ".part") {
		data = data[:len(data)-13]
	}
	path := filepath.Join(p.counts, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		p.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		p.Fatal(err)
	}
}

// jvm is the file of a JVM that has counted on a day.
func jvm(app, version, host string, day int, sections ...counts.Section) *counts.File {
	from := noon.AddDate(0, 0, day)
	return &counts.File{JVMs: 1, PID: 1, Start: from, Java: []string{"17"}, Sections: sections,
		Who: []counts.Who{{From: from, To: from.Add(time.Hour), Application: app, Environment: "prod", Version: version,
			Host: host, Instance: host}}}
}

func section(id probe.ID, counters ...uint64) counts.Section {
	return counts.Section{ID: id, Counters: counters}
}

// collect makes the run.
func (p project) collect() *Result {
	p.Helper()
	list, _ := p.store.List()
	result, err := Make(Request{Store: p.store, Dirs: []string{p.counts}, Builds: list,
		Command: []string{"jprof", "collect"}})
	if err != nil {
		p.Fatal(err)
	}
	return result
}

func TestOneBuild(t *testing.T) {
	p := newProject(t)
	p.build(noon.AddDate(0, 0, -9), "old")
	ids := p.build(noon.AddDate(0, 0, -8), "a", "b")
	p.write("a/1.counts", jvm("shop", "1", "h1", 0, section(ids[0], 1, 2), section(ids[1], 5, 0)))
	p.write("a/2.part", jvm("shop", "1", "h2", 0, section(ids[0], 10, 0), section(ids[0], 0, 20)))
	p.write("b/3.counts", jvm("shop", "1", "h1", 1, section(ids[0], 100, 0)))
	p.write("b/4.counts", jvm("shop", "1", "h1", 2)) // it lived, and counted nothing
	p.write("b/5.counts", &counts.File{JVMs: 1, Start: noon, Sections: []counts.Section{section(ids[1], 0, 7)}})
	result := p.collect()
	o := result.Run
	content, err := o.Read()
	if err != nil {
		t.Fatal(err)
	}
	if got := content.Totals.Counters(ids[0]); !slices.Equal(got, []uint64{111, 22}) {
		t.Errorf("a: %v", got)
	}
	if got := content.Totals.Counters(ids[1]); !slices.Equal(got, []uint64{5, 7}) {
		t.Errorf("b: %v", got)
	}
	want := &runs.Services{Applications: []string{"shop"}, Environments: []string{"prod"}, Versions: []string{"1"},
		Hosts: []string{"h1", "h2"}, From: noon}
	got := *o.Services
	days := got.Days
	if !slices.Equal(got.Files, []string{"1", "2", "3", "4", "5"}) || got.Collection != o.ID {
		t.Errorf("files %q of %s", got.Files, got.Collection)
	}
	got.To, got.Days, got.Files, got.Collection = time.Time{}, nil, nil, ""
	if !reflect.DeepEqual(&got, want) || !slices.Equal(days[:3], []string{"2026-03-01", "2026-03-02", "2026-03-03"}) {
		t.Errorf("%+v, days %v, want %+v", got, days, want)
	}
	list, err := o.ServicesOf(o.Run)
	if err != nil || len(list) != 4 {
		t.Fatalf("%+v, %v", list, err)
	}
	var day services.Slice
	for _, s := range list {
		if s.Day == "2026-03-01" {
			day = s
		}
	}
	if day.JVMs != 2 || !slices.Equal(day.Hosts, []string{"h1", "h2"}) || day.Application != "shop" {
		t.Errorf("%+v", day)
	}
	for _, s := range day.Sections {
		if s.ID == ids[0] && !slices.Equal(s.Counters, []uint64{11, 22}) {
			t.Errorf("on that day: %v", s.Counters)
		}
	}
	if len(result.Notes) != 1 || !strings.HasPrefix(result.Notes[0], "1 JVM of run ") {
		t.Errorf("notes %q", result.Notes)
	}
	if o.JVMs != 5 || o.IsBuild() || !o.OfServices() {
		t.Errorf("%d JVMs, build %v, services %v", o.JVMs, o.IsBuild(), o.OfServices())
	}
}

// TestTwoBuilds has two versions, a file of both, and packages that no map has.
func TestTwoBuilds(t *testing.T) {
	p := newProject(t)
	one := p.build(noon.AddDate(0, 0, -9), "a1", "b")
	two := p.build(noon.AddDate(0, 0, -8), "a2", "b")
	p.write("1.counts", jvm("shop", "1", "h", 0, section(one[0], 1, 1), section(one[1], 1, 1)))
	p.write("2.counts", jvm("shop", "2", "h", 0, section(two[0], 2, 2), section(two[1], 2, 2)))
	p.write("3.counts", jvm("shop", "", "h", 0, section(one[0], 4, 4), section(two[0], 4, 4)))
	for i := range 7 {
		p.write(fmt.Sprintf("other%d.counts", i), jvm("other", "", "h", 0, section(probe.ID{99}, 1)))
	}
	result := p.collect()
	if len(result.Parts) != 2 || len(result.Run.Parts) != 2 {
		t.Fatalf("parts %v, %v", result.Parts, result.Run.ID)
	}
	content, err := result.Run.Read()
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[probe.ID][]uint64{one[0]: {5, 5}, two[0]: {6, 6}, one[1]: {3, 3}} {
		if got := content.Totals.Counters(id); !slices.Equal(got, want) {
			t.Errorf("%x: %v, want %v", id[:2], got, want)
		}
	}
	for _, leaf := range result.Run.Leaves() {
		list, err := result.Run.ServicesOf(leaf)
		if err != nil || len(list) != 2 {
			t.Errorf("%+v, %v", list, err)
		}
	}
	if len(result.Notes) != maxListed+1 || !strings.Contains(result.Notes[0], "no map has 1 package of it") ||
		!strings.HasSuffix(result.Notes[maxListed], "2 files more") {
		t.Errorf("notes %q", result.Notes)
	}
	if last := p.store.Last(); last == nil || last.ID != result.Run.ID {
		t.Errorf("the newest run is %v, want the merged one", last)
	}
}

// TestCopies has copies of files, one of them older, and a file that is in a joined one.
func TestCopies(t *testing.T) {
	p := newProject(t)
	ids := p.build(noon.AddDate(0, 0, -9), "a")
	old := jvm("shop", "1", "h", 0, section(ids[0], 1, 0))
	p.write("old/1.part", old)
	p.write("new/1.counts", jvm("shop", "1", "h", 0, section(ids[0], 1, 0), section(ids[0], 2, 0)))
	p.write("old/2.counts", jvm("shop", "1", "h", 0, section(ids[0], 0, 10)))
	joined := jvm("shop", "1", "h", 0, section(ids[0], 0, 10))
	joined.Folded = []string{"2.part"}
	p.write("new/folded-1-a-b.counts", joined)
	result := p.collect()
	content, err := result.Run.Read()
	if err != nil {
		t.Fatal(err)
	}
	if got := content.Totals.Counters(ids[0]); !slices.Equal(got, []uint64{3, 10}) {
		t.Errorf("%v", got)
	}
	if len(result.Notes) != 1 || !strings.HasPrefix(result.Notes[0], "2 count files are of the same JVMs") {
		t.Errorf("notes %q", result.Notes)
	}
	again := p.collect()
	_, _, err = runs.Merge([]*runs.Opened{result.Run, again.Run}, filepath.Join(t.TempDir(), "m"), "", runs.Derive{})
	if err == nil || !strings.Contains(err.Error(), "have counts of the same JVMs") {
		t.Errorf("merged: %v", err)
	}
}

func TestNoBuild(t *testing.T) {
	p := newProject(t)
	p.build(noon, "a")
	for want, write := range map[string]func(){
		"no count files": func() {},
		"no run has the maps of these 1 count file": func() {
			p.write("1.counts", jvm("shop", "1", "h", 0, section(probe.ID{99}, 1)))
		},
	} {
		if err := os.RemoveAll(p.counts); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(p.counts, 0o777); err != nil {
			t.Fatal(err)
		}
		write()
		list, _ := p.store.List()
		if r, err := Make(Request{Store: p.store, Dirs: []string{p.counts}, Builds: list}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%+v, %v, want %q", r, err, want)
		}
	}
}
