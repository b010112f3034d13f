package unusedrun

import (
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
	"jprof/internal/util/environ"
	"jprof/internal/util/term"
	"jprof/report/reporttest"
)

// servicesRun saves a run of services in a project: three methods, and which of them the shop and the desk called on
// three days. It returns a finder in the project.
func servicesRun(t *testing.T) *runs.Finder {
	t.Helper()
	p, dir := &reporttest.Project{}, t.TempDir()
	err := p.Add(reporttest.File{Package: "a", Path: "a/A.java", Counters: []uint64{5, 2, 1}, Text: "package a;\n" +
		"‹t class A|class A {\n‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·x();› }››\n" +
		"‹m g() 1|void ¤g() ‹b body 1|{ ‹r 1|·x();› }››\n‹m h() 2|void ¤h() ‹b body 2|{ ‹r 2|·x();› }››\n}›"})
	if err == nil {
		err = p.Save(dir, "20261105-000000-aaaaaa")
	}
	if err != nil {
		t.Fatal(err)
	}
	store := runs.Store{Project: dir}
	o := store.Last()
	m, err := probe.ReadFile(o.MapPath(o.Sets[0]))
	if err != nil {
		t.Fatal(err)
	}
	slice := func(app, env, version, day, host string, counters ...uint64) services.Slice {
		from, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		return services.Slice{Application: app, Environment: env, Version: version, Day: day, Hosts: []string{host},
			JVMs: 1, From: from, To: from.Add(time.Hour),
			Sections: []counts.Section{{ID: m.Packages[0].ID, Counters: counters}}}
	}
	if err := services.Write(filepath.Join(o.Dir, runs.ServicesFile), []services.Slice{
		slice("desk", "prod", "2.0", "2026-11-02", "d", 0, 2, 0),
		slice("shop", "prod", "1.0", "2026-11-01", "s", 3, 0, 0),
		slice("shop", "prod", "1.1", "2026-11-03", "s", 2, 0, 0),
		slice("shop", "test", "1.1", "2026-11-03", "t", 0, 0, 1),
	}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(o.Dir, "run.json")
	text, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, []byte(strings.Replace(string(text), `"sets":`,
			`"services": {"from": "2026-11-01T00:00:00Z", "to": "2026-11-03T01:00:00Z"}, "sets":`, 1)), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &runs.Finder{Store: store, Dir: dir}
}

// TestServices chooses slices by application, environment and day.
func TestServices(t *testing.T) {
	f := servicesRun(t)
	const gap = "nobody looked on 2026-11-02: there is no data of this day"
	const none = "nobody looked: run 20261105-000000-aaaaaa has no data of what %s; " +
		"it has data of desk and shop in prod and test from 2026-11-01 to 2026-11-03"
	now := time.Date(2026, 11, 4, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name string
		r    Request
		want string
	}{
		{"all", Request{},
			"Applications: desk and shop; Environments: prod and test; Versions: 1.0, 1.1 and 2.0; " +
				"Hosts: d, s and t; Days: 3, from 2026-11-01 to 2026-11-03; JVMs: 4"},
		{"the shop", Request{Applications: []string{"shop"}},
			"A::g() {2 [s t] [1.0 1.1]}; " +
				"Application: shop; Environments: prod and test; Versions: 1.0 and 1.1; " +
				"Hosts: s and t; Days: 2, from 2026-11-01 to 2026-11-03; JVMs: 3; " + gap},
		{"the shop in prod", Request{Applications: []string{"shop"}, Environments: []string{"prod"}},
			"A::g() {2 [s] [1.0 1.1]}; " +
				"A::h() {2 [s] [1.0 1.1]}; Application: shop; Environment: prod; Versions: 1.0 and 1.1; Host: s; " +
				"Days: 2, from 2026-11-01 to 2026-11-03; JVMs: 2; " + gap},
		{"since a day", Request{Since: now.Add(-48 * time.Hour)},
			"Applications: desk and shop; Environments: prod and test; " +
				"Versions: 1.1 and 2.0; Hosts: d, s and t; Days: 2, from 2026-11-02 to 2026-11-03; JVMs: 3; " +
				"nobody looked on 2026-11-04: there is no data of this day"},
		{"one that was never seen", Request{Applications: []string{"shop", "till"}},
			"A::g() {2 [s t] [1.0 1.1]}; " +
				"Application: shop; Environments: prod and test; Versions: 1.0 and 1.1; " +
				"Hosts: s and t; Days: 2, from 2026-11-01 to 2026-11-03; JVMs: 3; " +
				"nobody looked: there is no data of the application till; " + gap},
		{"none", Request{Applications: []string{"till"}, Environments: []string{"prod"}},
			fmt.Sprintf(none, "--app and --env choose")},
		{"too late", Request{Since: now},
			fmt.Sprintf(none, "--since chooses")},
	} {
		tt.r.Now, tt.r.Env = now, environ.Env{}
		tt.r.UI = term.New(io.Discard, func(string) string { return "" })
		got := ""
		if found, err := Find(f, tt.r); err != nil {
			got = strings.ReplaceAll(err.Error(), f.Dir, "")
		} else {
			var parts []string
			for _, m := range found.Methods {
				parts = append(parts, fmt.Sprint(m.Title(), " ", m.Seen))
			}
			for _, l := range found.Observed.Lines() {
				parts = append(parts, l[0]+": "+l[1])
			}
			got = strings.Join(slices.Concat(parts, found.Warnings()), "; ")
		}
		if got != tt.want {
			t.Errorf("%s:\n\t%s\nnot\n\t%s", tt.name, got, tt.want)
		}
	}
}
