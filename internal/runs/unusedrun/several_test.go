package unusedrun

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/services"
	"jprof/internal/runs"
	"jprof/internal/runs/remote"
	"jprof/internal/util/environ"
	"jprof/internal/util/term"
	"jprof/report/reporttest"
)

// firstDay is the first day of the runs of a year.
var firstDay = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// store makes a project with classes of three methods each, and a store with a run of each application for each day,
// as if each had been collected on its day. All execute f; g is executed by the last application on the last day only.
// The folder of the first application was never emptied: its runs have the counts of all days before.
func store(t testing.TB, applications, days, files int) (finder *runs.Finder, url string) {
	t.Helper()
	p, dir := &reporttest.Project{}, t.TempDir()
	var list []reporttest.File
	for i := range files {
		name := fmt.Sprintf("A%d", i)
		list = append(list, reporttest.File{Package: "a", Path: "a/" + name + ".java", Counters: []uint64{1, 0, 0},
			Text: "package a;\n‹t class " + name + "|class " + name + " {\n" +
				"‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·x();› }››\n" +
				"‹m g() 1|void ¤g() ‹b body 1|{ ‹r 1|·x();› }››\n‹m h() 2|void ¤h() ‹b body 2|{ ‹r 2|·x();› }››\n}›"})
	}
	if err := errors.Join(p.Add(list...), p.Save(dir, "20260101-000000-aaaaaa")); err != nil {
		t.Fatal(err)
	}
	project := runs.Store{Project: dir}
	o := project.Last()
	m, err := probe.ReadFile(o.MapPath(o.Sets[0]))
	if err != nil {
		t.Fatal(err)
	}
	away := t.TempDir()
	url = "file://" + filepath.ToSlash(away)
	s, _, err := remote.Open(t.Context(), environ.Env{Dir: away}, url)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for a := range applications {
		var slicesOf []services.Slice
		var names []string
		for d := range days {
			from := firstDay.AddDate(0, 0, d)
			if a > 0 {
				slicesOf, names = nil, nil
			}
			slice := services.Slice{Application: fmt.Sprint("app", a), Day: from.Format(time.DateOnly), JVMs: 1,
				From: from, To: from.Add(time.Hour)}
			for _, pkg := range m.Packages {
				c := make([]uint64, 3*files)
				for i := range files {
					c[3*i] = 1
					if a == applications-1 && d == days-1 {
						c[3*i+1] = 7
					}
				}
				slice.Sections = append(slice.Sections, counts.Section{ID: pkg.ID, Counters: c[:pkg.Counters()]})
			}
			slicesOf, names = append(slicesOf, slice), append(names, fmt.Sprintf("%d-%d", a, d))
			r := o.Run
			r.ID = fmt.Sprintf("%s-%06d", from.Format("20060102-150405"), a)
			r.Started = from.Add(time.Duration(a) * time.Second)
			r.ByTest, r.Label = nil, "prod"
			r.Services = &runs.Services{From: slicesOf[0].From, To: slice.To, Files: slices.Clone(names),
				Collection: r.ID}
			if err := push(t, s, o, r, slicesOf); err != nil {
				t.Fatal(err)
			}
		}
	}
	return &runs.Finder{Store: project, Dir: dir, Fetch: remote.Fetcher(environ.Env{Dir: dir, Now: time.Now})}, url
}

// push pushes a run with the maps and counts of another one.
func push(t testing.TB, s *remote.Store, from *runs.Opened, r runs.Run, list []services.Slice) error {
	dir := filepath.Join(t.TempDir(), r.ID)
	err := os.MkdirAll(filepath.Join(dir, "maps"), 0o777)
	for _, name := range []string{"maps/" + from.Sets[0].Map, runs.CountsFile} {
		err = errors.Join(err, os.Link(filepath.Join(from.Dir, name), filepath.Join(dir, name)))
	}
	text, failed := json.Marshal(r)
	err = errors.Join(err, failed, services.Write(filepath.Join(dir, runs.ServicesFile), list),
		os.WriteFile(filepath.Join(dir, "run.json"), text, 0o666))
	if err != nil {
		return err
	}
	o, err := runs.Store{}.Open(dir)
	if err == nil {
		_, err = s.Push(t.Context(), o, false)
	}
	return err
}

// TestStore reads the runs of services of a store as one, each count once.
func TestStore(t *testing.T) {
	f, url := store(t, 3, 4, 2)
	defer f.Close()
	var said strings.Builder
	r := Request{Run: url + "#services", Now: firstDay.AddDate(0, 0, 4),
		UI: term.New(&said, func(string) string { return "" })}
	found, err := Find(f, r)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range found.Methods {
		got = append(got, fmt.Sprint(m.Title(), " ", m.Seen.Days))
	}
	if want := []string{"A0::h() 4", "A1::h() 4"}; !slices.Equal(got, want) {
		t.Errorf("unused: %q, not %q", got, want)
	}
	text := fmt.Sprint(found.Observed.Lines())
	if want := "[[Applications app0, app1 and app2] [Days 4, from 2026-01-01 to 2026-01-04] [JVMs 12]]"; text != want {
		t.Errorf("observed %s, not %s", text, want)
	}
	if !strings.Contains(said.String(),
		"9 runs of services are read together; 3 more runs have only counts that these have") {
		t.Error(said.String())
	}
	// f ran once in each JVM, in one of 12.
	if got := found.Model.Files[0].Methods[0].Invocations; got != 12 {
		t.Errorf("f was called %d times, not 12", got)
	}
	r.Applications = []string{"app1"}
	if found, err = Find(f, r); err != nil || len(found.Methods) != 4 {
		t.Errorf("of app1: %v, %v", found, err)
	}
}

// BenchmarkStoreOfYear reads a store of ten services, each collected on each day of a year.
func BenchmarkStoreOfYear(b *testing.B) {
	f, url := store(b, 10, 365, 300)
	defer f.Close()
	for b.Loop() {
		found, err := Find(f, Request{Run: url + "#services", Now: firstDay.AddDate(1, 0, 0),
			UI: term.New(io.Discard, func(string) string { return "" })})
		if err != nil || len(found.Methods) != 300 {
			b.Fatal(err)
		}
	}
}
