package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"jprof/internal/format/testcounts"
	"jprof/internal/jtest"
	"jprof/report/reporttest"
)

// TestLSPByTest opens all sources of a project in an editor. The hints, and the tests of each line, are those of the
// model of the whole run.
func TestLSPByTest(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p, err := reporttest.Tested()
	if err == nil {
		err = p.Save(dir, "tested")
	}
	if err != nil {
		t.Fatal(err)
	}
	model := reporttest.TestedModel(t)
	e := openEditor(t, dir, map[string]any{"hints": "all", "client": "test"})
	asked := 0
	for _, f := range model.Report.Files {
		uri, _ := e.open(f.Path)
		declared := map[int]bool{}
		want := map[int]uint64{}
		for _, l := range f.Lines() {
			want[l.Line] = l.Count
		}
		for _, m := range f.Methods {
			if n := int(m.Name.Line); m.Measured && !declared[n] {
				want[n], declared[n] = m.Invocations, true
			}
		}
		var hints []string
		for n := range 1000 {
			if count, ok := want[n]; ok {
				hints = append(hints, fmt.Sprintf("%d:%d", n, count))
			}
		}
		e.shows(uri, strings.Join(hints, " "))
		for _, l := range f.Lines() {
			if declared[l.Line] {
				continue
			}
			expected := map[string]uint64{}
			for _, u := range model.OfLine(f, l.Line) {
				if x := &model.Tests[u.Test]; x.Kind == testcounts.Case && u.Count > 0 {
					expected[x.Test.String()] += u.Count
				}
			}
			got := map[string]uint64{}
			var r struct {
				Tests []struct {
					Name  string
					Count uint64
				}
			}
			e.ask("workspace/executeCommand", map[string]any{"command": "jprof.showTests",
				"arguments": []any{place(uri, l.Line-1, 0)}}, &r)
			for _, x := range r.Tests {
				got[x.Name] += x.Count
			}
			if fmt.Sprint(got) != fmt.Sprint(expected) {
				t.Errorf("%s:%d: the tests are %v, want %v", f.Path, l.Line, got, expected)
			}
			asked += len(got)
		}
		for i, m := range f.Methods {
			if n := model.Cases(model.OfMethod(f, i)); m.Measured && n > 0 && !f.IsTest() {
				text := fmt.Sprintf(", %d test", n)
				if !jtest.Await(func() bool { return strings.Contains(e.lenses(uri), text) }) {
					t.Errorf("%s: no lens of %s has %q", f.Path, m.Label, text)
				}
			}
		}
	}
	if asked == 0 {
		t.Error("no line has tests")
	}
	e.end()
}

// TestLSPCallers shows the callers of a method, which a run with contexts has, beside the counts of another run.
func TestLSPCallers(t *testing.T) {
	jtest.Slow(t)
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	runSteps(t, dir, steps)
	runSteps(t, dir, steps, "--contexts=app")
	e := openEditor(t, dir, nil)
	uri, _ := e.open("Steps.java")
	e.shows(uri, "4:1234 11:0 16:1")
	var h struct{ Contents struct{ Value string } }
	want := "`Steps.main` (1,234 calls)"
	if !jtest.Await(func() bool {
		e.ask("textDocument/hover", place(uri, 3, 0), &h)
		return strings.Contains(h.Contents.Value, "callers in run")
	}) || !strings.Contains(h.Contents.Value, want) {
		t.Errorf("the hover is %q, without %q", h.Contents.Value, want)
	}
	e.end()
}

// TestLSPEncoding edits a source in ISO 8859-1 with CR LF. Editors send it in UTF-8.
func TestLSPEncoding(t *testing.T) {
	jtest.Slow(t)
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(steps, "static int n;", `static int n = "éé".length(); /* ü */`, 1)
	text = strings.ReplaceAll(text, "\n", "\r\n")
	latin, err := charmap.ISO8859_1.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	runSteps(t, dir, latin, "--encoding", "ISO-8859-1")
	e := openEditor(t, dir, map[string]any{"hints": "all"})
	uri := e.openText("Steps.java", text)
	e.shows(uri, "2:1 "+allSteps)
	e.replace(uri, 1, 4, 1, 4, "/* 𝒳 */ ") // a surrogate pair
	e.shows(uri, "2:1 "+allSteps)
	e.replace(uri, 5, 8, 5, 8, "n += 0;\r\n") // step has changed
	e.shows(uri, "2:1 12:0 13:0 14:0 17:1 18:1 19:1234 20:1")
	e.end()
}
