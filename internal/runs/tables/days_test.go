package tables

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/services"
	"jprof/internal/runs"
	"jprof/report/export/parquet"
	"jprof/report/reporttest"
)

// TestDaysOfServices has a run of several days: f was entered on one day and goes on for longer, g was entered on
// another one, h on none. The counts of JVMs that do not note the day may be of the last of them.
func TestDaysOfServices(t *testing.T) {
	p, project := &reporttest.Project{}, t.TempDir()
	err := p.Add(reporttest.File{Package: "a", Path: "a/A.java", Counters: []uint64{9, 9, 9, 0}, Text: "package a;\n" +
		"‹t class A|class A {\n‹m f() 0|void ¤f() ‹b body 0|{ ‹b loop 1|{ ‹r 1|·x();› }› }››\n" +
		"‹m g() 2|void ¤g() ‹b body 2|{ ‹r 2|·x();› }››\n‹m h() 3|void ¤h() ‹b body 3|{ ‹r 3|·x();› }››\n}›"})
	if err == nil {
		err = p.Save(project, "20261105-000000-aaaaaa")
	}
	if err != nil {
		t.Fatal(err)
	}
	o := runs.Store{Project: project}.Last()
	m, err := probe.ReadFile(o.MapPath(o.Sets[0]))
	if err != nil {
		t.Fatal(err)
	}
	start := time.Date(2026, 9, 1, 22, 0, 0, 0, time.UTC)
	slice := func(app, day string, counters ...uint64) services.Slice {
		return services.Slice{Application: app, Day: day, JVMs: 1, From: start, To: start.Add(3 * time.Hour),
			Sections: []counts.Section{{ID: m.Packages[0].ID, Counters: counters}}}
	}
	o.Services = &runs.Services{From: start, To: start}
	text, err := json.Marshal(o.Run)
	if err == nil {
		err = os.WriteFile(filepath.Join(o.Dir, "run.json"), text, 0o666)
	}
	for _, tt := range []struct {
		days []services.Slice
		want []string
	}{
		{[]services.Slice{slice("shop", "2026-11-02"), slice("shop", "2026-10-30", 0, 5),
			slice("desk", "2026-10-30", 0, 0, 7), slice("shop", "2026-09-20", 1, 1, 1)},
			[]string{"2026-10-30", "2026-10-30", ""}},
		{[]services.Slice{slice("shop", "", 1, 1), slice("shop", "2026-08-31", 0, 0, 1)},
			[]string{"2026-09-02", "2026-08-31", ""}},
	} {
		if err == nil {
			err = services.Write(filepath.Join(o.Dir, runs.ServicesFile), tt.days)
		}
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		write(t, dir, runs.Store{Project: project}.Last(), false)
		var got, all []string
		for _, r := range rows[parquet.Method](t, dir, "methods") {
			got = append(got, r.LastDay)
		}
		for _, s := range tt.days {
			all = append(all, s.Days()...)
		}
		slices.Sort(all)
		if !slices.Equal(got, tt.want) {
			t.Errorf("the last days are %q, want %q", got, tt.want)
		}
		if m := rows[parquet.Module](t, dir, "modules"); len(m) != 1 || !slices.Equal(m[0].Days, slices.Compact(all)) {
			t.Errorf("the modules are %+v, want days %q", m, all)
		}
	}
	plain, dir := open(t, "plain"), t.TempDir()
	write(t, dir, plain, false)
	for _, r := range rows[parquet.Method](t, dir, "methods") {
		if r.LastDay != "" {
			t.Errorf("%+v of a run of tests has a day", r)
		}
	}
}
