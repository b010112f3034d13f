// Package query has the command jprof query, which runs a recipe of docs/recipes on tables of runs by DuckDB. jprof has
// no engine of its own: it starts the program duckdb, or Python with the module duckdb.
package query

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"jprof/docs/recipes"
	"jprof/internal/app/manual"
	"jprof/internal/util/bucket"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/report"
)

const form = "jprof query NAME [--in DIR] [--set PARAMETER=VALUE]..."

// Command returns the command.
func Command(env environ.Env, u *term.UI) (*cli.Command, []manual.Example) {
	command := &cli.Command{
		Name:      "query",
		Usage:     "ask tables of many runs, with DuckDB",
		ArgsUsage: "[NAME]",
		UsageText: form + "\njprof query",
		Description: `Runs the recipe NAME, a query in SQL, on the tables in DIR that jprof export --format parquet ` +
			`wrote. Without NAME it lists the recipes, with their parameters. DuckDB must be installed: the program ` +
			`duckdb, or the module duckdb of python3 (pip install duckdb). docs/recipes has the recipes, also for ` +
			`Apache Spark, and docs/FLEET.md shows how to use them.`,
		Flags: []cli.Flag{
			&cli.PathFlag{Name: "in", Value: "tables", Usage: "read the tables in `DIR`"},
			&cli.StringSliceFlag{Name: "set",
				Usage: "give the recipe `PARAMETER`, such as days=30; may be repeated"},
			&cli.IntFlag{Name: "top", Aliases: []string{"n"}, Value: 20, Usage: "print `N` rows; 0 prints all"},
			&cli.BoolFlag{Name: "csv", Usage: "print all rows as CSV"},
			&cli.BoolFlag{Name: "sql", Usage: "print the text of the recipe instead, to change it"},
		},
		Before: func(c *cli.Context) error {
			if c.Args().Len() > 1 {
				return exit.Usagef(form, "query: unexpected argument %q", c.Args().Get(1))
			}
			if c.Int("top") < 0 {
				return exit.Usagef("--top 50", "--top must not be negative, but is %d", c.Int("top"))
			}
			return nil
		},
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return list(env.Stdout)
			}
			r, err := named(c.Args().First())
			if err != nil {
				return err
			}
			if c.Bool("sql") {
				_, err := io.WriteString(env.Stdout, r.SQL)
				return err
			}
			if in := c.Path("in"); bucket.IsURL(in) {
				return exit.Usagef("jprof export --format parquet --run URL#since=30d -o tables, and then "+
					"jprof query "+r.Name+" --in tables", "--in takes a folder with tables, not a store: %s",
					bucket.Redact(in))
			}
			script, err := Script(env.Path(c.Path("in")), r, c.StringSlice("set"))
			if err != nil {
				return err
			}
			answer, err := run(c.Context, env, script)
			if err != nil {
				return fmt.Errorf("query %s: %w", r.Name, err)
			}
			if c.Bool("csv") {
				_, err = env.Stdout.Write(answer)
				return err
			}
			none, err := table(env.Stdout, u, answer, c.Int("top"))
			if none && err == nil {
				u.Info("no rows%s", inTables(c.Context, env, env.Path(c.Path("in"))))
			}
			return err
		},
	}
	return command, []manual.Example{
		{Line: "jprof query", Does: "list the recipes"},
		{Line: "jprof query hottest --in tables", Does: "the hottest methods of all runs in the folder tables"},
		{Line: "jprof query slower --set before=v1.0 --set after=v1.1", Does: "what does more work in a release"},
	}
}

// named returns the recipe of a name.
func named(name string) (recipes.Recipe, error) {
	r, ok := recipes.Named(name)
	if ok {
		return r, nil
	}
	var names []string
	for _, r := range recipes.All() {
		names = append(names, r.Name)
	}
	hint := "the recipes are " + strings.Join(names, ", ")
	if near := words.Nearest(name, names); len(near) > 0 {
		hint = "did you mean " + near[0] + "? " + hint
	}
	return r, exit.Usagef(hint, "there is no recipe %s", name)
}

// list prints the recipes.
func list(w io.Writer) error {
	var b strings.Builder
	for _, r := range recipes.All() {
		fmt.Fprintf(&b, "%s\n    %s\n", r.Name, r.Does)
		for _, p := range r.Params {
			set := p.Name + "=" + p.Default
			if p.Required {
				set = p.Name + "=... (required)"
			}
			fmt.Fprintf(&b, "    --set %s  %s\n", set, p.Does)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// tableOf finds the name of the table that a view of duckdb.sql reads.
var tableOf = regexp.MustCompile(`FROM (?:table_of\(')?([a-z]+)\b`)

// Script returns the statements of DuckDB that run a recipe on the tables in dir. set has values of parameters, as
// NAME=VALUE.
func Script(dir string, r recipes.Recipe, set []string) (string, error) {
	values := map[string]string{}
	for _, s := range set {
		name, value, ok := strings.Cut(s, "=")
		known := false
		for _, p := range r.Params {
			known = known || p.Name == name
		}
		if !ok || !known {
			return "", exit.Usagef("jprof query lists the recipes and their parameters",
				"--set %s: the recipe %s has no such parameter", s, r.Name)
		}
		values[name] = value
	}
	params, err := r.View(values)
	if err != nil {
		return "", exit.Usagef("--set PARAMETER=VALUE", "%v", err)
	}
	has := func(table string) bool {
		info, err := os.Stat(filepath.Join(dir, table))
		return err == nil && info.IsDir()
	}
	for _, table := range r.Tables {
		if !has(table) {
			return "", term.Errorf("jprof export --format parquet -o "+words.Command([]string{dir})+" adds runs",
				"%s has no table %s, which the recipe %s reads", dir, table, r.Name)
		}
	}
	var b strings.Builder
	b.WriteString("SET enable_progress_bar = false;\n") // it would be in the answer
	fmt.Fprintf(&b, "SET VARIABLE dir = %s;\n", recipes.Quoted(globbed(filepath.ToSlash(dir))))
	for statement := range strings.SplitSeq(recipes.DuckDB, ";\n") {
		if t := tableOf.FindStringSubmatch(statement); t == nil || has(t[1]) {
			b.WriteString(statement + ";\n")
		}
	}
	b.WriteString(params + ";\n" + r.SQL + ";\n")
	return b.String(), nil
}

// globbed returns a pattern of DuckDB that matches a path only.
func globbed(path string) string {
	return regexp.MustCompile(`[*?\[]`).ReplaceAllString(path, "[$0]")
}

// Python is a program of Python that runs a script of SQL from standard input by the module duckdb, and prints the
// answer as CSV.
const Python = `import csv, sys
try:
    import duckdb
except ImportError:
    sys.exit(97)
try:
    answer = duckdb.connect().execute(sys.stdin.read())
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow([c[0] for c in answer.description])
    while rows := answer.fetchmany(10000):
        out.writerows(rows)
except duckdb.Error as e:
    sys.exit(str(e))
`

// missing is the exit code of the script without the module.
const missing = 97

// run runs a script by the first engine that is installed, and returns the answer as CSV.
func run(ctx context.Context, env environ.Env, script string) ([]byte, error) {
	none := term.Errorf("pip install duckdb, or the program duckdb from https://duckdb.org/install",
		"DuckDB is not installed: there is neither a program duckdb nor a python3 with the module duckdb")
	command := []string{"duckdb", "-init", os.DevNull, "-bail", "-csv", "-nullvalue", ""}
	path, err := env.LookPath(command[0])
	if err != nil {
		command = []string{"python3", "-c", Python}
		if path, err = env.LookPath(command[0]); err != nil {
			return nil, none
		}
	}
	c := exec.CommandContext(ctx, path, command[1:]...)
	var answer, messages bytes.Buffer
	c.Dir, c.Stdin, c.Stdout, c.Stderr = env.Dir, strings.NewReader(script), &answer, &messages
	c.Env = append(slices.Clone(env.Vars), "PYTHONIOENCODING=utf-8", "TZ=UTC")
	err = c.Run()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) && failed.ExitCode() == missing {
		return nil, none
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", command[0], err, strings.TrimSpace(messages.String()))
	}
	return answer.Bytes(), nil
}

// overview has a row with the number of runs, and those of them that some recipes need, and one for each label.
var overview = recipes.Recipe{Name: "overview", Tables: []string{"runs"}, SQL: `
SELECT '' AS label, count(*) AS runs, count(*) FILTER (WHERE by_test) AS by_test,
    count(*) FILTER (WHERE has_contexts) AS contexts, count(*) FILTER (WHERE len(applications) > 0) AS services
FROM runs
UNION ALL (SELECT label, count(*), 0, 0, 0 FROM runs WHERE label IS NOT NULL GROUP BY label ORDER BY label LIMIT 20)
ORDER BY label`}

// inTables describes the runs in a folder of tables, for an answer without rows; "" if it is not known.
func inTables(ctx context.Context, env environ.Env, dir string) string {
	script, err := Script(dir, overview, nil)
	if err != nil {
		return ""
	}
	answer, err := run(ctx, env, script)
	if err != nil {
		return ""
	}
	rows, err := csv.NewReader(bytes.NewReader(answer)).ReadAll()
	if err != nil || len(rows) < 2 {
		return ""
	}
	all := rows[1]
	text := fmt.Sprintf(". The tables have %s runs: %s by test, %s with contexts, %s of services", all[1], all[2],
		all[3], all[4])
	var labels []string
	for _, row := range rows[2:] {
		labels = append(labels, report.Printable(row[0])+" ("+row[1]+")")
	}
	if len(labels) > 0 {
		text += "; labels " + strings.Join(labels, ", ")
	}
	return text
}

// table prints the first rows of an answer, and reports whether there are none.
func table(w io.Writer, u *term.UI, answer []byte, top int) (none bool, err error) {
	rows, err := csv.NewReader(bytes.NewReader(answer)).ReadAll()
	if err != nil {
		return false, fmt.Errorf("the answer of DuckDB: %w", err)
	}
	shown := rows
	if top > 0 && len(rows) > top+1 {
		shown = rows[:top+1]
	}
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, row := range shown {
		for i, cell := range row {
			row[i] = report.Printable(cell)
		}
		fmt.Fprintln(t, strings.Join(row, "\t"))
	}
	if err := t.Flush(); err != nil {
		return false, err
	}
	if more := len(rows) - len(shown); more > 0 {
		u.Info("%s more: --top 0 prints all, --csv for programs", words.Plural(more, "row"))
	}
	return len(rows) == 1, nil
}
