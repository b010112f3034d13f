package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"jprof/docs/recipes"
	"jprof/internal/app/cli/query"
	"jprof/internal/jtest"
	"jprof/internal/jtest/trial"
)

// master is the cluster of Spark that is measured: two executors, each with a core and a gigabyte.
const master = "local-cluster[2,1,1024]"

// sums are queries of the sum of all regions: one that reads the rows, and one that also groups them by place.
var sums = []recipes.Recipe{
	{Name: "sum", SQL: "-- tables: regions\nSELECT sum(executions) AS n FROM regions"},
	{Name: "places", SQL: "-- tables: regions\n" +
		"SELECT sum(x) AS n FROM (SELECT sum(executions) AS x FROM regions GROUP BY map, place)"},
}

// measureTables exports the run of the sources of a JDK as tables, and links the files as further runs, until the table
// regions has so many rows. It asks DuckDB about them, and about a tenth of them both DuckDB and Spark.
func measureTables(jprof, home, work string, rows int64) error {
	jprof, project, err := prepare(jprof, home, work)
	if err != nil {
		return err
	}
	row("load", "%s", trial.Load())
	f := fleet{dir: filepath.Join(work, "tables")}
	if err := os.RemoveAll(f.dir); err != nil {
		return err
	}
	for range 2 { // the first time with places
		_, err := timed(jprof, project, "export", "--format", "parquet", "-o", f.of("one"), "--run", "scale")
		if err != nil {
			return err
		}
	}
	if err := f.prepare(); err != nil {
		return err
	}
	if err := f.ask("fewer", rows/10, f.duckDB, f.spark); err != nil {
		return err
	}
	return f.ask("many", rows, f.duckDB)
}

// fleet is a folder with tables of one run in the folder one, and of many runs in others.
type fleet struct {
	dir  string
	rows int64 // of the table regions of one run
	sum  int64 // of their executions
}

func (f *fleet) of(name string) string { return filepath.Join(f.dir, name) }

// prepare prints the size of the tables of one run, adds up its regions, and copies the recipes for Spark.
func (f *fleet) prepare() error {
	bytes, err := sizes(f.of("one"), func(path string) string { table, _, _ := strings.Cut(path, "/"); return table })
	if err != nil {
		return err
	}
	for _, table := range slices.Sorted(maps.Keys(bytes)) {
		row("  "+table, "%9.2f MB", mb(bytes[table].bytes))
	}
	if err := os.CopyFS(f.of("recipes"), os.DirFS(filepath.FromSlash("docs/recipes"))); err != nil {
		return err
	}
	for _, r := range sums {
		if err := os.WriteFile(filepath.Join(f.of("recipes"), r.Name+".sql"), []byte(r.SQL), 0o666); err != nil {
			return err
		}
	}
	r := recipes.Recipe{SQL: "SELECT count(*) AS n, sum(executions) AS executions FROM regions"}
	answer, _, err := f.duckDB("one", r)
	if err == nil {
		_, err = fmt.Sscanf(answer, "n,executions\n%d,%d\n", &f.rows, &f.sum)
	}
	return err
}

// ask links tables of so many rows, and asks engines for sums and the hottest methods. It fails if a sum is wrong, or
// if an engine answers otherwise than the first one.
func (f *fleet) ask(name string, rows int64, engines ...func(string, recipes.Recipe) (string, string, error)) error {
	n := (rows + f.rows - 1) / f.rows
	if err := f.link(name, n); err != nil {
		return err
	}
	row(name, "%d runs, %d rows of regions", n, n*f.rows)
	hottest, _ := recipes.Named("hottest")
	for i, r := range append(slices.Clone(sums), hottest) {
		want := ""
		if i < len(sums) {
			want = fmt.Sprintf("n\n%d\n", n*f.sum)
		}
		for _, engine := range engines {
			load := trial.Load()
			answer, used, err := engine(name, r)
			if err != nil {
				return err
			}
			row("  "+r.Name, "%s; load before %s", used, load)
			if answer = sorted(answer); want == "" {
				want = answer
			}
			if answer != sorted(want) {
				return fmt.Errorf("%s: another answer than expected: %.200q, not %.200q", r.Name, answer, want)
			}
		}
	}
	return nil
}

// sorted returns a text with its lines in order: engines sort equal rows as they like.
func sorted(text string) string {
	lines := strings.SplitAfter(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// link makes a folder with the tables of one run as those of n runs.
func (f *fleet) link(name string, n int64) error {
	from := os.DirFS(f.of("one"))
	return fs.WalkDir(from, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		to := []string{path}
		if before, after, ok := strings.Cut(path, "/run=scale/"); ok {
			to = nil
			for i := range n {
				to = append(to, fmt.Sprintf("%s/run=scale-%06d/%s", before, i, after))
			}
		}
		for _, t := range to {
			t = filepath.Join(f.of(name), filepath.FromSlash(t))
			err := os.MkdirAll(filepath.Dir(t), 0o777)
			if err == nil {
				err = os.Link(filepath.Join(f.of("one"), filepath.FromSlash(path)), t)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// duckDB runs a query by DuckDB, and returns the answer as CSV, and the time and memory as a text.
func (f *fleet) duckDB(tables string, r recipes.Recipe) (answer, used string, err error) {
	script, err := query.Script(f.of(tables), r, nil)
	if err != nil {
		return "", "", err
	}
	c, err := jtest.Python("-c", query.Python)
	if err != nil {
		return "", "", err
	}
	var out bytes.Buffer
	c.Stdin, c.Stdout = strings.NewReader(script), &out
	used, err = usedBy("DuckDB", c)
	return out.String(), used, err
}

// spark runs a query by Spark, as duckDB does.
func (f *fleet) spark(tables string, r recipes.Recipe) (answer, used string, err error) {
	to := f.of("answer.csv")
	script := filepath.Join(f.of("recipes"), "spark.py")
	c, err := jtest.Spark(script, "--master", master, "--csv", to, r.Name, f.of(tables))
	if err != nil {
		return "", "", err
	}
	c.Dir = f.dir // it has logs of executors then
	if used, err = usedBy("Spark", c); err != nil {
		return "", "", err
	}
	text, err := os.ReadFile(to)
	return string(text), used, err
}

// usedBy runs a command, and returns its time and memory as a text.
func usedBy(engine string, c *exec.Cmd) (string, error) {
	var messages bytes.Buffer
	c.Stderr = &messages
	u, err := trial.Run(c)
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", engine, err, messages.Bytes())
	}
	return fmt.Sprintf("%-6s %.1f s, %.1f s of processors, %.0f MB in the largest process", engine, u.Wall, u.CPU,
		mb(u.Peak)), nil
}
