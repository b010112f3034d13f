package parquet

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// schemas has the columns of all tables.
var schemas = map[string]*parquet.Schema{
	"places": parquet.SchemaOf(Place{}), "runs": parquet.SchemaOf(Run{}), "modules": parquet.SchemaOf(Module{}),
	"files": parquet.SchemaOf(File{}), "methods": parquet.SchemaOf(Method{}), "regions": parquet.SchemaOf(Count{}),
	"branches": parquet.SchemaOf(Branch{}), "lines": parquet.SchemaOf(Count{}),
	"counters": parquet.SchemaOf(Counter{}), "tests": parquet.SchemaOf(Test{}),
	"contexts": parquet.SchemaOf(Context{}), "efficiency": parquet.SchemaOf(Efficiency{}),
}

// TestSchemaPage compares the tables of docs/SCHEMA.md with the columns of the files.
func TestSchemaPage(t *testing.T) {
	text, err := os.ReadFile("../../../docs/SCHEMA.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), fmt.Sprintf("`%s`: this is version %d.", SchemaKey, SchemaVersion)) {
		t.Errorf("the page does not have the version %d", SchemaVersion)
	}
	var all Tables
	for name := range all.byName() {
		if schemas[name] == nil {
			t.Errorf("the table %s has no schema", name)
		}
	}
	for name, schema := range schemas {
		_, section, found := strings.Cut(string(text), "\n## "+name+"\n")
		if !found {
			t.Errorf("there is no section %s", name)
			continue
		}
		section, _, _ = strings.Cut(section, "\n## ")
		want := map[string]string{}
		for _, f := range schema.Fields() {
			want[f.Name()] = typeOf(f)
		}
		got := map[string]string{}
		for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*) \\| ([^|]*) \\|").FindAllStringSubmatch(section, -1) {
			for _, column := range regexp.MustCompile("`(.*?)`").FindAllStringSubmatch(row[1], -1) {
				got[column[1]] = row[2]
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: the page has\n%v\nthe files have\n%v", name, got, want)
		}
	}
}

// typeOf returns the type of a column, as the page has it.
func typeOf(f parquet.Field) string {
	name := ""
	switch is := f.Type().String(); {
	case strings.HasPrefix(is, "LIST") && len(f.Fields()[0].Fields()[0].Fields()) == 0:
		name = "list of text"
	case strings.HasPrefix(is, "LIST"):
		name = "list"
	case is == "STRING":
		name = "text"
	case strings.HasPrefix(is, "TIMESTAMP"):
		name = "timestamp"
	case is == "INT(32,true)" || is == "INT32":
		name = "int32"
	case is == "INT(64,true)" || is == "INT64":
		name = "int64"
	default:
		name = strings.ToLower(is)
	}
	if f.Optional() && !strings.HasPrefix(name, "list") {
		name += ", null"
	}
	return name
}

func TestEscaped(t *testing.T) {
	for value, want := range map[string]string{
		"": nullName, "v1.0_b-c": "v1.0_b-c", "a b": "a%20b", "2026-12-01T10:06:03Z": "2026-12-01T10%3A06%3A03Z",
		"50%": "50%25", "ä": "%C3%A4", "1+2": "1%2B2", "a=b/c": "a%3Db%2Fc",
	} {
		if got := escaped(value); got != want {
			t.Errorf("%q: got %q, want %q", value, got, want)
		}
	}
}

// TestWriteLeavesNoHalfFile fails in the middle, and looks for files.
func TestWriteLeavesNoHalfFile(t *testing.T) {
	dir, failure := t.TempDir(), fmt.Errorf("no more rows")
	p := Partition{Run: "r", Label: "l*[x]"}
	full := func(tables *Tables) error {
		for range 2*batch + 1 {
			tables.Regions.Add(Count{Map: "m", Executions: 7})
			tables.Tests.Add(Test{Test: "of a table that the run does not have"})
		}
		tables.Runs.Add(Run{Title: "t"})
		return nil
	}
	failing := func(tables *Tables) error { _ = full(tables); return failure }
	if err := Write(dir, p, OfCounts, failing); !errors.Is(err, failure) {
		t.Errorf("got the error %v", err)
	}
	if list, _ := parquetFiles(dir); len(list) > 0 {
		t.Errorf("there are %v", list)
	}
	if err := Write(dir, p, OfCounts, full); err != nil {
		t.Fatal(err)
	}
	list, err := parquetFiles(dir)
	if err != nil || len(list) != 1+len(OfCounts) {
		t.Errorf("%v, %v", list, err)
	}
	if err := Write(dir, p, OfTests, full); err != nil { // it has other tables now
		t.Fatal(err)
	}
	if list, err = parquetFiles(dir); err != nil || len(list) != 2 {
		t.Errorf("%v, %v", list, err)
	}
	found := slices.IndexFunc(list, func(name string) bool { return strings.HasPrefix(name, "tests/") })
	rows, err := parquet.ReadFile[Test](dir + "/" + list[found])
	if err != nil || len(rows) != 2*batch+1 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// parquetFiles lists all files below a folder.
func parquetFiles(dir string) ([]string, error) {
	var list []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			list = append(list, path)
		}
		return err
	})
	return list, err
}
