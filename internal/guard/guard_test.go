package guard

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"jprof/internal/jtest"
)

const root = "../.."

// files are texts by their slash path below the root of the repository.
type files map[string]string

// withTestdata returns the tracked files with one of the extensions, also those within the archives of tests.
func withTestdata(t *testing.T, extensions ...string) files {
	t.Helper()
	all := files{}
	add := func(name string, text []byte) {
		if slices.Contains(extensions, path.Ext(name)) {
			all[name] = string(text)
		}
	}
	for _, name := range jtest.Tracked(t, root) {
		if !slices.Contains(append(extensions, ".txtar"), path.Ext(name)) {
			continue
		}
		text, err := os.ReadFile(root + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		add(name, text)
		if path.Ext(name) == ".txtar" {
			for _, f := range txtar.Parse(text).Files {
				add(name+"/"+f.Name, f.Data)
			}
		}
	}
	if len(all) < 5 {
		t.Fatalf("there are only %d files %v in the repository", len(all), extensions)
	}
	return all
}

// repository is withTestdata without what tests read: folders named testdata.
func repository(t *testing.T, extensions ...string) files {
	t.Helper()
	all := withTestdata(t, extensions...)
	maps.DeleteFunc(all, func(name, _ string) bool { return strings.Contains("/"+name, "/testdata/") })
	return all
}

// sorted returns the paths in order.
func (f files) sorted() []string { return slices.Sorted(maps.Keys(f)) }

// parse parses Go files. Those that do not parse are the compiler's business.
func (f files) parse(fset *token.FileSet, mode parser.Mode) map[string]*ast.File {
	parsed := map[string]*ast.File{}
	for name, text := range f {
		if file, err := parser.ParseFile(fset, name, text, mode|parser.SkipObjectResolution); err == nil {
			parsed[name] = file
		}
	}
	return parsed
}

// report fails the test with each finding.
func report(t *testing.T, findings []string) {
	t.Helper()
	for _, f := range findings {
		t.Error(f)
	}
}

// wantFindings compares findings with their expected starts, in any order.
func wantFindings(t *testing.T, got []string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !slices.ContainsFunc(got, func(f string) bool { return strings.HasPrefix(f, w) }) {
			t.Errorf("no finding starts with %q", w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %d findings, want %d: %q", len(got), len(want), got)
	}
}
