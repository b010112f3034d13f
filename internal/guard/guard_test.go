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

	"jprof/internal/jtest"
)

const root = "../.."

// files are texts by their slash path below the root of the repository.
type files map[string]string

// repository returns the tracked files with one of the extensions, but for what tests read: folders named testdata.
func repository(t *testing.T, extensions ...string) files {
	t.Helper()
	all := files{}
	for _, name := range jtest.Tracked(t, root) {
		if !slices.Contains(extensions, path.Ext(name)) || strings.Contains("/"+name, "/testdata/") {
			continue
		}
		text, err := os.ReadFile(root + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(text)
	}
	if len(all) < 5 {
		t.Fatalf("there are only %d files %v in the repository", len(all), extensions)
	}
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
