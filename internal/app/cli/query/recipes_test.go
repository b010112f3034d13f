package query

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/docs/recipes"
	"jprof/internal/jtest"
	"jprof/internal/util/environ"
	"jprof/report/export/parquet"
)

// smallFleet writes tables of four runs: release v1 twice, v2 twice, where B.slow does more. They are of services: the
// first one has days of two months, the second one a day of the first. Services had the map gone in the first month.
func smallFleet(t *testing.T) *fleet {
	t.Helper()
	f := &fleet{tables: filepath.Join(t.TempDir(), "o'clock"), env: environ.Env{Dir: t.TempDir(),
		Vars: []string{"PATH=" + filepath.Dir(jtest.Consumer(t, "python"))}}}
	key := int64(0)
	for id, labels := range map[string][]string{
		"m":    {"A::fast()", "B::slow(int)", "C::never()", "D::huge()", "E::old()", "F::lately()"},
		"gone": {"G::gone()"}, "test": {"T::test()"},
	} {
		err := parquet.Places(f.tables, id, func(places *parquet.Table[parquet.Place]) error {
			for i, label := range labels {
				class, method, _ := strings.Cut(label, "::")
				places.Add(parquet.Place{Place: int32(i), Kind: "method", Module: "g:a", SourceSet: "main",
					Package: "p", Path: class + ".java", Class: &class, Method: &method, Code: "c", Line: 1,
					EndLine: int32(3 + i), MethodKey: key})
				key++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	earlier := [][]string{{"2026-09-25", "2026-10-05", "2026-10-20"}, {"2026-10-20", "2026-11-01"}, {}, {}}
	executions := [][]int64{{10, 100, 0, 1 << 62}, {12, 104, 0, 1 << 62}, {10, 900, 0, 1 << 62}, {10, 1100, 0, 1 << 62}}
	for i, n := range executions {
		day := time.Date(2026, 11, 1+i, 9, 0, 0, 0, time.UTC)
		p := parquet.Partition{Commit: []string{"1111111111", "2222222222"}[i/2], Label: []string{"v1", "v2"}[i/2],
			Run: "r" + string(rune('1'+i)), Time: day}
		has := slices.Concat(parquet.OfCounts, parquet.OfTests, parquet.OfContexts)
		err := parquet.Write(f.tables, p, has, func(w *parquet.Tables) error {
			w.Runs.Add(parquet.Run{Started: day, Ended: day, To: &day, ByTest: true, Applications: []string{"shop"}})
			today := day.Format(time.DateOnly)
			w.Modules.Add(parquet.Module{Map: "m", Module: "g:a", SourceSet: "main", Newest: true,
				Days: append(earlier[i], today)})
			for k, x := range n {
				row := parquet.Method{Map: "m", Place: int32(k), Invocations: min(x, 5), Executions: x}
				if x > 0 {
					row.LastDay = today
				}
				w.Methods.Add(row)
			}
			if i == 0 {
				w.Modules.Add(parquet.Module{Map: "test", Module: "g:a", SourceSet: "test", Test: true,
					Days: []string{today}})
				w.Methods.Add(parquet.Method{Map: "test"})
				w.Modules.Add(parquet.Module{Map: "gone", Module: "g:a", SourceSet: "main", Days: earlier[0][:1]})
				w.Methods.Add(parquet.Method{Map: "gone"})
				w.Methods.Add(parquet.Method{Map: "m", Place: 4, LastDay: earlier[0][1]})
				w.Methods.Add(parquet.Method{Map: "m", Place: 5, LastDay: earlier[0][2]})
			}
			only, none, seconds := int32(1), int32(0), 0.5
			for name, regions := range map[string]*int32{"T#adds": &only, "T#idle": &none, "T#fails": &none} {
				status := "passed"
				if name == "T#fails" && i == 1 {
					status = "failed"
				}
				w.Tests.Add(parquet.Test{Owner: "test", Test: name, Step: "s", Attempt: 1, Status: status,
					Regions: &only, OnlyRegions: regions, Seconds: &seconds})
			}
			w.Efficiency.Add(parquet.Efficiency{Code: parquet.Code{Kind: "app", Class: "p.A", Method: "waste",
				Descriptor: "()V"}, Cost: 1 << 62, Value: 1})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// recipeCases has for each recipe but merge the values of its parameters, and columns of the rows of its answer.
var recipeCases = map[string]struct {
	set, columns []string
	want         []string
}{
	"hottest": {[]string{"days=2"}, []string{"class", "executions", "runs"},
		[]string{"D 9223372036854775807 2", "B 2000 2", "A 20 2", "C 0 2"}},
	"method": {[]string{"method=B::slow"}, []string{"commit", "runs", "executions"},
		[]string{"1111111111 2 102", "2222222222 2 1000"}},
	"slower": {[]string{"before=v1", "after=2222"}, []string{"class", "more", "executions_before", "changed"},
		[]string{"B 898 102 false"}},
	"never": {nil, []string{"class", "method", "lines", "last_day", "days"},
		[]string{"E old() 7 2026-10-05 5", "C never() 5  5"}},
	"idle-tests": {[]string{"runs=4"}, []string{"test", "runs", "seconds"}, []string{"T#idle 4 0.5"}},
	"efficiency": {nil, []string{"method", "cost", "value"}, []string{"waste 9223372036854775807 4"}},
}

func TestRecipes(t *testing.T) {
	jtest.Slow(t)
	f := smallFleet(t)
	names := []string{"merge"}
	for name, c := range recipeCases {
		names = append(names, name)
		checkRows(t, name, f.ask(t, name, c.set...), c.columns, c.want)
	}
	slices.Sort(names)
	var all []string
	for _, r := range recipes.All() {
		all = append(all, r.Name)
	}
	if !slices.Equal(names, all) {
		t.Errorf("%v are tested, there are %v", names, all)
	}
}

// TestSlower asks for releases of which some runs have no counts, and for names that mean no run or two.
func TestSlower(t *testing.T) {
	jtest.Slow(t)
	f := smallFleet(t)
	for _, label := range []string{"v1", "v2", "2222"} { // the last one has the name of a commit of others
		p := parquet.Partition{Commit: "3333333333", Label: label, Run: "x" + label, Time: time.Unix(1800000000, 0)}
		err := parquet.Write(f.tables, p, nil, func(w *parquet.Tables) error {
			w.Runs.Add(parquet.Run{Failed: true})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	columns := []string{"class", "executions_before", "executions_after", "runs_before", "runs_after"}
	for _, test := range []struct{ before, after, want string }{
		{"v1", "v2", "B 102 1000 2 2"}, {"1111", "22222", "B 102 1000 2 2"},
		{"v1", "none", ""}, {"none", "v2", ""}, {"v1", "v1", ""}, {"", "v2", ""}, {"1", "v2", ""}, {"v_", "v2", ""},
	} {
		want := []string{test.want}
		if test.want == "" {
			want = nil
		}
		rows := f.ask(t, "slower", "before="+test.before, "after="+test.after)
		checkRows(t, "slower "+test.before+" "+test.after, rows, columns, want)
	}
	note := inTables(t.Context(), f.env, f.tables)
	want := ". The tables have 7 runs: 4 by test, 0 with contexts, 4 of services; labels 2222 (1), v1 (3), v2 (3)"
	if note != want {
		t.Errorf("%q, want %q", note, want)
	}
}

// checkRows compares columns of an answer.
func checkRows(t *testing.T, name string, rows []map[string]string, columns, want []string) {
	t.Helper()
	var got []string
	for _, r := range rows {
		var cells []string
		for _, c := range columns {
			cells = append(cells, strings.ToLower(r[c]))
			if c == "class" || c == "test" {
				cells[len(cells)-1] = r[c]
			}
		}
		got = append(got, strings.Join(cells, " "))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", name, got, want)
	}
}

// TestNoProgressInTheAnswer asks what takes longer than DuckDB waits until it shows progress, on standard output.
func TestNoProgressInTheAnswer(t *testing.T) {
	jtest.Slow(t)
	f := smallFleet(t)
	slow := recipes.Recipe{Name: "slow",
		SQL: "SELECT sum(a.range * b.range) AS n FROM range(1, 30001) a, range(1, 30001) b"}
	script, err := Script(f.tables, slow, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := run(t.Context(), f.env, script)
	if want := "n\n202513500225000000\n"; err != nil || string(answer) != want {
		t.Errorf("got %q, %v, want %q", answer, err, want)
	}
}

// TestErrors asks for what cannot be answered.
func TestErrors(t *testing.T) {
	slower, _ := recipes.Named("slower")
	hottest, _ := recipes.Named("hottest")
	dir := t.TempDir()
	for _, table := range []string{"runs", "methods"} {
		if err := os.Mkdir(filepath.Join(dir, table), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for want, try := range map[string]func() error{
		"slower requires after": func() error { _, err := Script(dir, slower, []string{"before=a"}); return err },
		"has no such parameter": func() error { _, err := Script(dir, slower, []string{"since=a"}); return err },
		"must be a whole number": func() error {
			_, err := Script(dir, hottest, []string{"days=1; DROP VIEW runs"})
			return err
		},
		"has no table places":       func() error { _, err := Script(dir, hottest, nil); return err },
		"there is no recipe hotest": func() error { _, err := named("hotest"); return err },
		"DuckDB is not installed": func() error {
			_, err := run(t.Context(), environ.Env{Dir: dir, Vars: []string{"PATH=" + dir}}, "SELECT 1")
			return err
		},
	} {
		if err := try(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got the error %v, want %q", err, want)
		}
	}
}

// TestHeaders checks the comments at the start of the recipes.
func TestHeaders(t *testing.T) {
	for _, r := range recipes.All() {
		if len(r.Tables) == 0 || !strings.HasSuffix(r.Does, ".") {
			t.Errorf("%s: %q reads %v", r.Name, r.Does, r.Tables)
		}
	}
}
