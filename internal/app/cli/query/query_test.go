package query

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"jprof/docs/recipes"
	"jprof/internal/format/counts"
	"jprof/internal/jtest"
	"jprof/internal/jtest/trial"
	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/runs/tables"
	"jprof/internal/settings"
	"jprof/internal/util/environ"
	"jprof/internal/util/term"
	"jprof/report"
)

const corpus = "../../../../testdata/compatibility/0.2"

// quiet prints no messages.
func quiet() *term.UI { return term.New(&strings.Builder{}, func(string) string { return "" }) }

// fleet is a folder with runs, and the tables of them.
type fleet struct {
	store  runs.Store
	runs   []*runs.Opened
	tables string
	env    environ.Env
}

// newFleet copies runs of two states of a project n times, with counters that random numbers have made, up to largest.
func newFleet(t *testing.T, n int, largest uint64) *fleet {
	t.Helper()
	f := &fleet{store: runs.Store{Project: t.TempDir()}, tables: filepath.Join(t.TempDir(), "ta*bles")}
	python := jtest.Consumer(t, "python")
	f.env = environ.Env{Dir: t.TempDir(), Vars: append(slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "PATH=")
	}), "PATH="+filepath.Dir(python))}
	random := rand.New(rand.NewPCG(1, largest))
	for i := range n {
		label := []string{"plain", "later"}[i%2]
		f.add(t, label, i, func(id string, old []uint64) []uint64 {
			for k := range old {
				old[k] = random.Uint64N(1 + random.Uint64N(largest))
				if random.IntN(4) == 0 {
					old[k] = 0
				}
			}
			return old
		})
	}
	return f
}

// add adds a copy of the run of the corpus with a label, with other counters.
func (f *fleet) add(t *testing.T, label string, number int, change func(string, []uint64) []uint64) {
	t.Helper()
	dir, err := filepath.Abs(corpus)
	if err != nil {
		t.Fatal(err)
	}
	finder := runs.Finder{Store: runs.Store{Project: t.TempDir()}, Dir: dir}
	list, err := finder.All("runs")
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(list, func(o *runs.Opened) bool { return o.Label == label })
	c, err := list[i].Read()
	if err != nil {
		t.Fatal(err)
	}
	started := time.Date(2026, 11, 1, 0, 0, number, 0, time.UTC)
	id := fmt.Sprintf("%s-%06x", started.Format("20060102-150405"), number)
	to := filepath.Join(f.store.Project, ".jprof/runs", id)
	file := &counts.File{Merged: true, JVMs: 1, Start: started, Java: []string{"17"}}
	for _, m := range c.Maps {
		for _, p := range m.Packages {
			file.Sections = append(file.Sections,
				counts.Section{ID: p.ID, Counters: change(p.Name, make([]uint64, p.Counters()))})
		}
	}
	slices.SortFunc(file.Sections, func(a, b counts.Section) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	run := list[i].Run
	run.ID, run.Started, run.Ended, run.Label, run.Tests, run.ByTest = id, started, started, "", nil, nil
	text, err := json.Marshal(run)
	if err != nil {
		t.Fatal(err)
	}
	var data bytes.Buffer
	if err := counts.Write(&data, file); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(to, "maps"), os.DirFS(filepath.Join(list[i].Dir, "maps"))); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"run.json": text, "counts": data.Bytes()} {
		if err := os.WriteFile(filepath.Join(to, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	o, err := f.store.Open(to)
	if err != nil {
		t.Fatal(err)
	}
	if err := tables.Write(f.tables, o, tables.Options{UI: quiet()}); err != nil {
		t.Fatal(err)
	}
	f.runs = append(f.runs, o)
}

// merged returns the model of jprof merge of all runs.
func (f *fleet) merged(t *testing.T) *report.Model {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "merged")
	none := runs.Derive{Totals: func(*runs.Opened) (runs.Totals, error) { return runs.Totals{}, nil }}
	if _, _, err := runs.Merge(f.runs, dir, "", none); err != nil {
		t.Fatal(err)
	}
	o, err := f.store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	d, err := runmodel.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	m, err := d.Model(quiet(), settings.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return m.MainSources()
}

// ask runs a recipe by DuckDB, and returns the rows of the answer by the names of columns.
func (f *fleet) ask(t *testing.T, name string, set ...string) []map[string]string {
	t.Helper()
	r, ok := recipes.Named(name)
	if !ok {
		t.Fatalf("there is no recipe %s", name)
	}
	script, err := Script(f.tables, r, set)
	if err != nil {
		t.Fatal(err)
	}
	text, err := run(context.Background(), f.env, script)
	if err != nil {
		t.Fatal(err)
	}
	return rowsOf(t, text)
}

func rowsOf(t *testing.T, text []byte) []map[string]string {
	t.Helper()
	all, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, c := range cells {
			row[all[0][i]] = c
		}
		rows = append(rows, row)
	}
	return rows
}

// TestMergeIsThatOfJprof compares each digit of the recipe merge with jprof merge: two states of the sources, counts
// whose sums are small, and such that exceed 2^63-1.
func TestMergeIsThatOfJprof(t *testing.T) {
	jtest.Slow(t)
	for name, largest := range map[string]uint64{"small": 1000, "saturated": math.MaxInt64 - 1} {
		t.Run(name, func(t *testing.T) {
			f := newFleet(t, 6, largest)
			compareMerged(t, f.merged(t), f.ask(t, "merge"), name == "saturated")
		})
	}
}

// TestAcceptanceMergeOfManyRuns does so for a thousand runs, or as many as JPROF_FLEET says, and logs the times.
func TestAcceptanceMergeOfManyRuns(t *testing.T) {
	jtest.Acceptance(t)
	n := 1000
	if text := os.Getenv("JPROF_FLEET"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	start := time.Now()
	timed := func(what string) {
		t.Logf("%s %d runs: %.1f s, load %s", what, n, time.Since(start).Seconds(), trial.Load())
		start = time.Now()
	}
	f := newFleet(t, n, math.MaxInt64/100)
	timed("to make and export")
	model := f.merged(t)
	timed("jprof merge of")
	rows := f.ask(t, "merge")
	timed("the recipe merge of")
	compareMerged(t, model, rows, true)
}

// compareMerged compares the rows of the recipe merge with a model.
func compareMerged(t *testing.T, model *report.Model, rows []map[string]string, saturated bool) {
	t.Helper()
	want, got := map[string]uint64{}, map[string]string{}
	lines := 0
	for _, f := range model.Files {
		for i := range f.Methods {
			m := &f.Methods[i]
			want[fmt.Sprintf("%s method %d", f.Path, m.Span.Start.Offset)] = m.Invocations
		}
		for _, b := range f.Branches {
			key := fmt.Sprintf("%s branch %s %d-%d", f.Path, b.Kind, b.Span.Start.Offset, b.Span.End.Offset)
			want[key] = b.True
			if b.Outcomes == 2 {
				want[key+" not"] = b.False
			}
		}
		for _, l := range f.Lines() {
			want[fmt.Sprintf("%s line %d", f.Path, l.Line)] = l.Count
			lines++
		}
	}
	regions, highest := 0, uint64(0)
	for _, r := range rows {
		n, err := strconv.ParseUint(r["executions"], 10, 64)
		if err != nil {
			t.Fatalf("%v: %v", r, err)
		}
		highest = max(highest, n)
		switch r["kind"] {
		case "method":
			got[r["path"]+" method "+r["start_offset"]] = r["executions"]
		case "line":
			got[r["path"]+" line "+r["line"]] = r["executions"]
		case "branch":
			key := fmt.Sprintf("%s branch %s %s-%s", r["path"], r["what"], r["start_offset"], r["end_offset"])
			got[key] = r["executions"]
			if r["not_taken"] != "" {
				got[key+" not"] = r["not_taken"]
			}
		case "region":
			regions++
			if want := regionAt(t, model, r); n != want {
				t.Errorf("the region %s:%s-%s has %d, want %d", r["path"], r["start_offset"], r["end_offset"], n, want)
			}
		}
	}
	for key, n := range want {
		if got[key] != strconv.FormatUint(n, 10) {
			t.Errorf("%s: got %s, want %d", key, got[key], n)
		}
	}
	if len(got) != len(want) || lines == 0 || regions == 0 {
		t.Errorf("%d numbers, want %d, among them of %d lines; %d regions", len(got), len(want), lines, regions)
	}
	if (highest == report.MaxCount) != saturated {
		t.Errorf("the highest count is %d", highest)
	}
}

// regionAt returns the count of the region of the model that a row is a part of.
func regionAt(t *testing.T, model *report.Model, row map[string]string) uint64 {
	t.Helper()
	start, _ := strconv.Atoi(row["start_offset"])
	end, _ := strconv.Atoi(row["end_offset"])
	for _, f := range model.Files {
		if f.Path != row["path"] {
			continue
		}
		for _, r := range slices.Backward(f.Regions) {
			if int(r.Span.Start.Offset) <= start && end <= int(r.Span.End.Offset) &&
				f.Blocks[r.Block].Kind == row["what"] {
				return r.Count
			}
		}
	}
	t.Fatalf("no region is around %v", row)
	return 0
}
