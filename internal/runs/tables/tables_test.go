package tables

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	pq "github.com/parquet-go/parquet-go"

	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/term"
	"jprof/report"
	"jprof/report/export/parquet"
)

const corpus = "../../../testdata/compatibility/0.2"

// quiet prints no messages.
func quiet() *term.UI { return term.New(&strings.Builder{}, func(string) string { return "" }) }

// open opens the runs of the corpus of released versions that ref names.
func open(t *testing.T, ref string) *runs.Opened {
	t.Helper()
	dir, err := filepath.Abs(corpus)
	if err != nil {
		t.Fatal(err)
	}
	project := t.TempDir() // nothing is written to the corpus
	if err := os.CopyFS(filepath.Join(project, ".jprof/runs"), os.DirFS(filepath.Join(dir, "runs"))); err != nil {
		t.Fatal(err)
	}
	f := runs.Finder{Store: runs.Store{Project: project}, Dir: dir}
	t.Cleanup(func() { f.Close() })
	list, err := f.All(ref)
	if err != nil || len(list) != 1 {
		t.Fatalf("%s: %v, %v", ref, list, err)
	}
	return list[0]
}

func write(t *testing.T, dir string, o *runs.Opened, tests bool) {
	t.Helper()
	if err := Write(dir, o, Options{Tests: tests, UI: quiet()}); err != nil {
		t.Fatal(err)
	}
}

// rows reads the rows of all files of a table.
func rows[Row any](t *testing.T, dir, table string) []Row {
	t.Helper()
	var all []Row
	for _, file := range files(t, filepath.Join(dir, table)) {
		list, err := pq.ReadFile[Row](file)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, list...)
	}
	return all
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// world has the tables of a run, joined.
type world struct {
	places   map[string]map[int32]parquet.Place // by map and number
	counters map[string]map[int32]int64         // by package
}

func read(t *testing.T, dir string) *world {
	w := &world{map[string]map[int32]parquet.Place{}, map[string]map[int32]int64{}}
	for _, file := range files(t, filepath.Join(dir, "places")) {
		id := strings.TrimPrefix(filepath.Base(filepath.Dir(file)), "map=")
		list, err := pq.ReadFile[parquet.Place](file)
		if err != nil {
			t.Fatal(err)
		}
		w.places[id] = map[int32]parquet.Place{}
		for i, p := range list {
			if p.Place != int32(i) {
				t.Errorf("%s: the row %d is the place %d", file, i, p.Place)
			}
			w.places[id][p.Place] = p
		}
	}
	for _, c := range rows[parquet.Counter](t, dir, "counters") {
		if w.counters[c.PackageID] == nil {
			w.counters[c.PackageID] = map[int32]int64{}
		}
		w.counters[c.PackageID][c.Counter] = c.Value
	}
	return w
}

// values returns the values of the formulas of a place: those of queries that add up counters.
func (w *world) values(p parquet.Place) []int64 {
	var list []int64
	for _, term := range p.Formula {
		for len(list) <= int(term.Slot) {
			list = append(list, 0)
		}
		list[term.Slot] += int64(term.Coef) * w.counters[p.PackageID][term.Counter]
	}
	return append(list, 0)
}

// TestTablesHaveTheNumbersOfTheModel compares each row of counts with the model of the run, and with what the formulas
// of its place and the table counters yield.
func TestTablesHaveTheNumbersOfTheModel(t *testing.T) {
	for _, name := range []string{"plain", "bytest", "jvms", "later"} {
		t.Run(name, func(t *testing.T) {
			o, dir := open(t, name), t.TempDir()
			write(t, dir, o, true)
			d, err := runmodel.Open(o)
			if err != nil {
				t.Fatal(err)
			}
			model, err := d.Model(quiet(), settings.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			w := read(t, dir)
			w.compare(t, dir, model)
		})
	}
}

func (w *world) compare(t *testing.T, dir string, model *report.Model) {
	byPath := map[string]*report.File{}
	var methods, lines, branches int
	for _, f := range model.Files {
		byPath[f.Path] = f
		methods, branches, lines = methods+len(f.Methods), branches+len(f.Branches), lines+len(f.Lines())
	}
	check := func(what string, p parquet.Place, got, want, formula int64) {
		if got != want || got != formula {
			t.Errorf("%s %s:%d has %d, the model %d, its formula %d", what, p.Path, p.Line, got, want, formula)
		}
	}
	of := func(id string, number int32, kind string) (parquet.Place, *report.File) {
		p := w.places[id][number]
		if p.Kind != kind || byPath[p.Path] == nil {
			t.Fatalf("the place %d is %+v, want a %s", number, p, kind)
		}
		return p, byPath[p.Path]
	}
	table := rows[parquet.Method](t, dir, "methods")
	for _, r := range table {
		p, f := of(r.Map, r.Place, "method")
		i := slices.IndexFunc(f.Methods, func(m report.Method) bool {
			return int32(m.Span.Start.Offset) == p.StartOffset
		})
		m := f.Methods[i]
		check("the method", p, r.Invocations, int64(m.Invocations), w.values(p)[0])
		if r.Executions != int64(m.Executed) || m.Label != *p.Class+"::"+*p.Method {
			t.Errorf("%s: %d executions, want %d of %s", *p.Method, r.Executions, m.Executed, m.Label)
		}
	}
	if len(table) != methods || methods == 0 {
		t.Errorf("%d methods, want %d", len(table), methods)
	}
	taken := rows[parquet.Branch](t, dir, "branches")
	for _, r := range taken {
		p, f := of(r.Map, r.Place, "branch")
		i := slices.IndexFunc(f.Branches, func(b report.Branch) bool {
			return int32(b.Span.Start.Offset) == p.StartOffset && int32(b.Span.End.Offset) == p.EndOffset &&
				b.Kind == *p.What
		})
		check("the branch", p, r.Taken, int64(f.Branches[i].True), w.values(p)[0])
		if (r.NotTaken != nil) != (f.Branches[i].Outcomes == 2) {
			t.Errorf("%+v has outcomes %+v", p, r)
		} else if r.NotTaken != nil {
			check("not the branch", p, *r.NotTaken, int64(f.Branches[i].False), append(w.values(p), 0)[1])
		}
	}
	if len(taken) != branches || branches == 0 {
		t.Errorf("%d branches, want %d", len(taken), branches)
	}
	starts := rows[parquet.Count](t, dir, "lines")
	for _, r := range starts {
		p, f := of(r.Map, r.Place, "line")
		all := f.Lines()
		i := slices.IndexFunc(all, func(l report.LineCount) bool { return l.Line == int(p.Line) })
		first := int64(0)
		for _, n := range slices.Backward(w.values(p)) {
			if n > 0 {
				first = n
			}
		}
		check("the line", p, r.Executions, int64(all[i].Count), first)
	}
	if len(starts) != lines || lines == 0 {
		t.Errorf("%d lines, want %d", len(starts), lines)
	}
	statements := map[*report.File]int64{}
	for _, r := range rows[parquet.Count](t, dir, "regions") {
		p, f := of(r.Map, r.Place, "region")
		var innermost report.Region
		for _, x := range f.Regions {
			if x.Span.Start.Offset <= uint32(p.StartOffset) && uint32(p.EndOffset) <= x.Span.End.Offset &&
				f.Blocks[x.Block].Kind == *p.What {
				innermost = x // regions are sorted: inner ones come later
			}
		}
		check("the region", p, r.Executions, int64(innermost.Count), w.values(p)[0])
		statements[f] += r.Executions * int64(p.Statements)
	}
	for _, r := range rows[parquet.File](t, dir, "files") {
		p, f := of(r.Map, r.Place, "file")
		check("the file", p, r.Executions, int64(f.Totals.Executed), statements[f])
		if int(r.LinesExecuted) != f.Totals.Lines.Covered || int(r.Branches) != f.Totals.Branches.Total {
			t.Errorf("%s: %+v, want %+v", p.Path, r, f.Totals.Metrics)
		}
	}
}

// TestMergedRunsHaveAllMaps compares the sums of a merged run, which has methods of older sources, with those of its
// parts.
func TestMergedRunsHaveAllMaps(t *testing.T) {
	o, dir := open(t, "merged"), t.TempDir()
	write(t, dir, o, false)
	modules := rows[parquet.Module](t, dir, "modules")
	older := slices.DeleteFunc(slices.Clone(modules), func(m parquet.Module) bool { return m.Newest })
	if len(older) == 0 || len(older) == len(modules) {
		t.Fatalf("%d of %d maps are older", len(older), len(modules))
	}
	row := rows[parquet.Run](t, dir, "runs")
	if len(row) != 1 || len(row[0].Parts) != len(o.Parts) {
		t.Errorf("the run is %+v, want %d parts", row, len(o.Parts))
	}
	for _, m := range modules {
		if m.Test {
			t.Errorf("%+v: test sources are written on request only", m)
		}
	}
}

// TestRunsShareAFolder writes runs beside each other, and one of them again with another label.
func TestRunsShareAFolder(t *testing.T) {
	plain, other, dir := open(t, "plain"), open(t, "bytest"), t.TempDir()
	write(t, dir, plain, false)
	first := files(t, dir)
	write(t, dir, other, false)
	both := files(t, dir)
	if len(both) <= len(first) || len(rows[parquet.Run](t, dir, "runs")) != 2 {
		t.Errorf("%d files, then %d", len(first), len(both))
	}
	if tests := rows[parquet.Test](t, dir, "tests"); len(tests) == 0 {
		t.Error("a run by test has no rows in the table tests")
	}
	plain.Label = "a b/c"
	write(t, dir, plain, false)
	again := files(t, dir)
	if len(again) != len(both) {
		t.Errorf("%d files with another label, want %d", len(again), len(both))
	}
	for _, f := range again {
		if strings.Contains(f, plain.ID) && !strings.Contains(f, "label=a%20b%2Fc") {
			t.Errorf("%s is of the old label", f)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "runs")); err != nil {
		t.Error(err)
	}
}

// TestContexts writes a run with contexts.
func TestContexts(t *testing.T) {
	o, dir := open(t, "contexts-merged"), t.TempDir()
	write(t, dir, o, false)
	calls := int64(0)
	for i, r := range rows[parquet.Context](t, dir, "contexts") {
		calls += r.Calls
		if int(r.Node) != i || (r.Parent == nil) != (r.Method == "") || r.Parent != nil && *r.Parent >= r.Node {
			t.Errorf("the row %d is %+v", i, r)
		}
	}
	if want := int64(o.Run.Contexts.Calls); calls != want || calls == 0 {
		t.Errorf("%d calls, want %d", calls, want)
	}
	cost := int64(0)
	for _, r := range rows[parquet.Efficiency](t, dir, "efficiency") {
		cost = max(cost, r.Cost)
	}
	if cost == 0 {
		t.Error("no method has a cost")
	}
	if _, err := os.Stat(filepath.Join(dir, "regions")); err == nil {
		t.Error("there are counts of a run with contexts")
	}
}
