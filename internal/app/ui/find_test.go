package ui

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestFind finds files as builds, compilers and stack traces name them.
func TestFind(t *testing.T) {
	s := start(t, nil)
	project := t.TempDir()
	for _, name := range []string{"a/src/main/java/p/X.java", "b/src/main/java/p/X.java", "b/src/main/java/q/X.java",
		"b/src/main/java/q/Y.java", ".gradle/p/X.java", "pom.xml"} {
		file := filepath.Join(project, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.projects.open(project, s.Env.Now()); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		filepath.Join(project, "b/src/main/java/p/X.java"):             {"b/src/main/java/p/X.java"},
		"/home/me/.cache/jprof/work/1/t/calc/a/src/main/java/p/X.java": {"a/src/main/java/p/X.java"},
		"p/X.java": {"a/src/main/java/p/X.java", "b/src/main/java/p/X.java"},
		"Y.java":   {"b/src/main/java/q/Y.java"},
		"Z.java":   {}, "": {}, "../X": {},
	} {
		var found Found
		s.get("api/projects/"+idOf(project)+"/find?name="+url.QueryEscape(name), &found)
		if !slices.Equal(found.Paths, want) {
			t.Errorf("%s: %q, want %q", name, found.Paths, want)
		}
	}
	tree := filepath.Join(project, "a/src/main/java/p/HtmlTreeBuilder.java")
	if err := os.WriteFile(tree, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"HTB": {"a/src/main/java/p/HtmlTreeBuilder.java"}, "TREE": {"a/src/main/java/p/HtmlTreeBuilder.java"},
		"q.Y": {"b/src/main/java/q/Y.java"}, "q%2FY.java": {"b/src/main/java/q/Y.java"},
		"y": {"b/src/main/java/q/Y.java"}, "pom": {}, "java": {},
		"x": {"a/src/main/java/p/X.java", "b/src/main/java/p/X.java", "b/src/main/java/q/X.java"},
	} {
		var found Found
		s.get("api/projects/"+idOf(project)+"/sources?name="+name, &found)
		if !slices.Equal(found.Paths, want) {
			t.Errorf("sources with %s: %q, want %q", name, found.Paths, want)
		}
	}
}
