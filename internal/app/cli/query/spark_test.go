package query

import (
	"os"
	"path/filepath"
	"testing"

	"jprof/internal/jtest"
)

// askSpark runs a recipe by Spark with two executors, and returns the rows of the answer.
func (f *fleet) askSpark(t *testing.T, name string, set ...string) []map[string]string {
	t.Helper()
	script, err := filepath.Abs("../../../../docs/recipes/spark.py")
	if err != nil {
		t.Fatal(err)
	}
	answer := filepath.Join(t.TempDir(), "answer.csv")
	c, err := jtest.Spark(append([]string{script, "--master", "local-cluster[2,1,1024]", "--csv", answer, name,
		f.tables}, set...)...)
	if err != nil {
		t.Fatal(err)
	}
	c.Dir = t.TempDir()
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(answer)
	if err != nil {
		t.Fatal(err)
	}
	return rowsOf(t, text)
}

// TestAcceptanceSpark runs the recipes by Spark, which must answer as DuckDB and jprof merge do.
func TestAcceptanceSpark(t *testing.T) {
	jtest.Acceptance(t)
	t.Run("merge", func(t *testing.T) {
		f := newFleet(t, 20, 1<<62)
		f.plain(t)
		compareMerged(t, f.merged(t), f.askSpark(t, "merge"), true)
	})
	small := smallFleet(t)
	for name, c := range recipeCases {
		t.Run(name, func(t *testing.T) {
			checkRows(t, name, small.askSpark(t, name, c.set...), c.columns, c.want)
		})
	}
}

// plain gives the folder of tables a name without characters that mean something in patterns of Hadoop.
func (f *fleet) plain(t *testing.T) {
	t.Helper()
	to := filepath.Join(filepath.Dir(f.tables), "tables")
	if err := os.Rename(f.tables, to); err != nil {
		t.Fatal(err)
	}
	f.tables = to
}
