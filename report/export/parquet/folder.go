// Package parquet writes runs as tables of columns, for engines such as DuckDB and Apache Spark, to a folder that many
// runs share. docs/SCHEMA.md has the tables and columns for users; rows.go has them for this package.
//
//	places/map=HASH/part.parquet                                  what has a count, once for each map
//	TABLE/commit=ID/time=TIME/label=LABEL/run=ID/part.parquet     the counts of a run
//
// The folders have the form of Hive: engines read their names as columns. A name that is not known is nullName.
//
// # Why tables hold places, and not names
//
// A row of counts is the index of a place and a number. Indices ascend, so they take nearly nothing: a count of a run
// of 15,000 files has less than 3 bytes (docs/lab/COLUMNS.md). Names, lines and hashes of code stand once for each map,
// whose name is a hash of its content, so that all runs of one commit share them.
//
// # Files are complete
//
// Each file is written under another name and renamed when it is complete. The one in the table runs comes last: a run
// that is in this table is in all others, too.
package parquet

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"jprof/internal/util/atomicfile"
)

// SchemaVersion is the version of the tables. It is in the metadata of each file, under SchemaKey. docs/SCHEMA.md says
// what may change without a new version.
const SchemaVersion = 1

// SchemaKey is the key of the version in the metadata of files.
const SchemaKey = "jprof.schema"

// Partition has the values of the columns that are names of folders. "" is not known.
type Partition struct {
	Commit, Label, Run string
	Time               time.Time // of the start of the run
}

const nullName = "__HIVE_DEFAULT_PARTITION__"

const partFile = "part.parquet"

// folder returns the path of the folder of a run in a table.
func (p Partition) folder(table string) string {
	return filepath.Join(p.around(table), "label="+escaped(p.Label), "run="+escaped(p.Run))
}

// around returns the path of the folder of the runs with the commit and time of a run, which a run always keeps.
func (p Partition) around(table string) string {
	return filepath.Join(table, "commit="+escaped(p.Commit), "time="+escaped(p.Time.UTC().Format(time.RFC3339)))
}

// escaped returns the name of a folder for a value: characters that Hive and Spark escape are %XX.
func escaped(value string) string {
	if value == "" {
		return nullName
	}
	var b strings.Builder
	for i := range len(value) {
		if c := value[i]; c < ' ' || c >= 0x7f || strings.IndexByte("\"#%'*/:=?\\{[]^<>| +", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// Table is a table that is being written. A table that the run has not ignores rows.
type Table[Row any] struct {
	out  *parquet.GenericWriter[Row]
	rows []Row
	err  error
}

// batch is the number of rows that are passed on at a time.
const batch = 4096

// Add adds a row. Errors are those of the function that writes the table.
func (t *Table[Row]) Add(row Row) {
	if t.out == nil {
		return
	}
	if t.rows = append(t.rows, row); len(t.rows) == batch {
		t.flush()
	}
}

func (t *Table[Row]) flush() {
	if t.err == nil {
		_, t.err = t.out.Write(t.rows)
	}
	t.rows = t.rows[:0]
}

// write writes the rows that fill adds.
func (t *Table[Row]) write(w io.Writer, fill func() error) error {
	t.out = parquet.NewGenericWriter[Row](w, parquet.Compression(&zstd.Codec{}),
		parquet.KeyValueMetadata(SchemaKey, strconv.Itoa(SchemaVersion)), parquet.CreatedBy("jprof", "", ""))
	if err := fill(); err != nil {
		return err
	}
	t.flush()
	if t.err == nil {
		t.err = t.out.Close()
	}
	t.out, t.rows = nil, nil
	return t.err
}

// Tables are the tables of a run. Each has its name in docs/SCHEMA.md.
type Tables struct {
	Runs       Table[Run]
	Modules    Table[Module]
	Files      Table[File]
	Methods    Table[Method]
	Regions    Table[Count]
	Branches   Table[Branch]
	Lines      Table[Count]
	Counters   Table[Counter]
	Tests      Table[Test]
	Contexts   Table[Context]
	Efficiency Table[Efficiency]
}

// table is a Table of any rows.
type table interface {
	write(w io.Writer, fill func() error) error
}

// The tables of all runs, and those that only some have.
var (
	ofAll      = []string{"runs"}
	OfCounts   = []string{"modules", "files", "methods", "regions", "branches", "lines", "counters"}
	OfTests    = []string{"tests"}
	OfContexts = []string{"contexts", "efficiency"}
)

// byName returns the tables by their names.
func (t *Tables) byName() map[string]table {
	return map[string]table{"runs": &t.Runs, "modules": &t.Modules, "files": &t.Files, "methods": &t.Methods,
		"regions": &t.Regions, "branches": &t.Branches, "lines": &t.Lines, "counters": &t.Counters, "tests": &t.Tests,
		"contexts": &t.Contexts, "efficiency": &t.Efficiency}
}

// Write writes the tables of a run below dir: those of all runs, and has. fill adds the rows. Files of the same run are
// replaced, and removed from other tables and folders.
func Write(dir string, p Partition, has []string, fill func(*Tables) error) error {
	var t Tables
	all := t.byName()
	rows := func() error { return fill(&t) }
	for _, name := range slices.Backward(slices.Concat(ofAll, has)) {
		next, to := rows, filepath.Join(dir, p.folder(name), partFile)
		rows = func() error {
			return writeFile(to, func(w io.Writer) error { return all[name].write(w, next) })
		}
	}
	if err := rows(); err != nil {
		return err
	}
	for name := range all {
		if err := removeOthers(dir, name, p, slices.Contains(ofAll, name) || slices.Contains(has, name)); err != nil {
			return err
		}
	}
	return nil
}

// removeOthers removes the files of a run from a table that were written when it had another label or other tables.
func removeOthers(dir, table string, p Partition, has bool) error {
	around := filepath.Join(dir, p.around(table)) // the table may have thousands of others
	old, err := filepath.Glob(filepath.Join(globEscape(around), "*", "run="+escaped(p.Run)))
	for _, folder := range old {
		if !has || folder != filepath.Join(dir, p.folder(table)) {
			err = removeRun(folder)
		}
		if err != nil {
			return err
		}
	}
	return err
}

// removeRun removes the folder of a run, and those around it that are empty then.
func removeRun(folder string) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	for range 3 {
		folder = filepath.Dir(folder)
		if os.Remove(folder) != nil {
			return nil // others are in it
		}
	}
	return nil
}

// globEscape returns a pattern that matches a path only.
func globEscape(path string) string {
	if os.PathSeparator == '\\' {
		return path // patterns of Windows have no escapes
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// Places writes the places of a map, if dir does not have them yet. fill adds the rows.
func Places(dir, mapID string, fill func(*Table[Place]) error) error {
	to := placesFile(dir, mapID)
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	var t Table[Place]
	return writeFile(to, func(w io.Writer) error { return t.write(w, func() error { return fill(&t) }) })
}

// HasPlaces reports whether dir has the places of a map.
func HasPlaces(dir, mapID string) bool {
	_, err := os.Stat(placesFile(dir, mapID))
	return err == nil
}

func placesFile(dir, mapID string) string {
	return filepath.Join(dir, "places", "map="+mapID, partFile)
}

// writeFile writes a file and the folders around it. The file appears when it is complete.
func writeFile(path string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return atomicfile.Write(path, write)
}
