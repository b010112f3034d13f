package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jprof/internal/jtest"
	"jprof/report"
	"jprof/report/compare"
	"jprof/report/export/formats"
	"jprof/report/gate"
	"jprof/report/reporttest"
	"jprof/report/source"
)

// exported is a project and all its exports.
type exported struct {
	root  string // of the sources, a Git repository in which lines differ from the branch base
	dir   string // with a file for each format
	doc   countsDoc
	named bool // names are hostile: only parsers can read them, as there are no such files
}

// countsDoc has the fields of the export in JSON that the tests need.
type countsDoc struct {
	Totals struct {
		Methods, Lines, Branches report.Ratio
		Invocations              uint64
	}
	Files []fileDoc
}

type fileDoc struct {
	Path, Package  string
	Lines, Methods []struct {
		Line     int
		Count    uint64
		Measured bool // of methods
	}
	Branches []struct {
		Start    struct{ Line int }
		True     uint64
		False    *uint64
		Measured bool
	}
}

// outcomes are those of the branches of each line.
func (f fileDoc) outcomes() map[int]report.Ratio {
	out := map[int]report.Ratio{}
	for _, b := range f.Branches {
		if !b.Measured {
			continue
		}
		r := report.Ratio{Covered: int(min(b.True, 1)), Total: 1}
		if b.False != nil {
			r = r.Plus(report.Ratio{Covered: int(min(*b.False, 1)), Total: 1})
		}
		out[b.Start.Line] = out[b.Start.Line].Plus(r)
	}
	return out
}

// consumers read the exports of each format: they must be able to, without a warning, and find the numbers that jprof
// has.
var consumers = map[string]func(*testing.T, *exported){
	"lcov": checkLCOV, "cobertura": checkCobertura, "jacoco": checkJaCoCo, "json": checkJSON, "csv": checkCSV,
	"markdown": checkMarkdown, "sarif": checkSARIF,
}

func TestExportsAreRead(t *testing.T) {
	jtest.Slow(t)
	t.Parallel()
	projects := map[string]func(*testing.T) *exported{
		"sample": func(t *testing.T) *exported {
			return exportModel(t, reporttest.SampleModel(t).MainSources(), false)
		},
		"failed": func(t *testing.T) *exported {
			m := reporttest.SampleModel(t)
			m.Run = reporttest.FailedRun()
			return exportModel(t, m.MainSources(), false)
		},
		"hostile": func(t *testing.T) *exported {
			return exportModel(t, reporttest.Model(t, reporttest.Hostile()...), true)
		},
		"reactor": exportReactor,
	}
	for name, export := range projects {
		t.Run(name, func(t *testing.T) {
			e := export(t)
			text, err := os.ReadFile(e.file("json"))
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &e.doc); err != nil {
				t.Fatal(err)
			}
			if e.doc.Totals.Lines.Covered == 0 || e.doc.Totals.Lines.Covered == e.doc.Totals.Lines.Total {
				t.Fatalf("nothing to tell apart: %+v", e.doc.Totals)
			}
			for _, format := range slices.Sorted(maps.Keys(consumers)) {
				t.Run(format, func(t *testing.T) { consumers[format](t, e) })
			}
		})
	}
}

func TestEachFormatHasConsumers(t *testing.T) {
	for _, format := range formats.Of(formats.OfCounts) {
		if consumers[format.Name] == nil {
			t.Errorf("nothing reads %s: add a function that reads it to consumers in consumers_test.go", format.Name)
		}
	}
}

// file is the export in a format, under the name by which readers know the format.
func (e *exported) file(format string) string {
	switch format {
	case "cobertura", "jacoco":
		format += ".xml"
	case "sarif":
		format = "results.sarif"
	}
	return filepath.Join(e.dir, format)
}

// exportModel writes a model in all formats, and its sources.
func exportModel(t *testing.T, m *report.Model, hostile bool) *exported {
	e := &exported{root: t.TempDir(), dir: t.TempDir(), named: hostile}
	v := &gate.Verdict{Changed: &compare.ChangedLines{Since: "base",
		Lines: m.Totals.Lines, Branches: m.Totals.Branches}}
	for _, f := range m.Files {
		v.Gates = append(v.Gates, gate.Gate{Rule: "lines", Subject: "class " + f.Path, Required: "at least 80 %",
			Actual: "0 %", Path: f.Path, Line: 1})
		v.Changed.Uncovered = append(v.Changed.Uncovered, compare.Range{Path: f.Path, First: 1, Last: 2})
		if hostile {
			continue
		}
		s, err := source.Load(m, f)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(e.root, f.Path)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, s.Raw(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	v.Gates = append(v.Gates, gate.Gate{Rule: "lines", Subject: "project", Required: "at least 1 %", Actual: "2 %"})
	for _, format := range formats.Of(formats.OfCounts) {
		var b bytes.Buffer
		if err := format.Write(&b, &formats.Input{Model: m, Verdict: v}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(e.file(format.Name), b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if !hostile {
		e.commit(t)
	}
	return e
}

// exportReactor builds the reactor with Maven and jprof, and exports the run.
func exportReactor(t *testing.T) *exported {
	mvn := jtest.NeedsTool(t, "mvn")
	e := &exported{root: t.TempDir(), dir: t.TempDir()}
	if err := os.CopyFS(e.root, os.DirFS("../../../testdata/maven-reactor")); err != nil {
		t.Fatal(err)
	}
	if err := jtest.QuickTests(filepath.Join(e.root, "pom.xml")); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		"core/src/main/java/many/Choice.java": "package many;\n\nclass Choice {\n    static int of(int n) {\n" +
			"        switch (n) {\n        case 1:\n            return n > 0 ? 2 : 3;\n" +
			"        case 2:\n            return 4;\n        default:\n            return 5;\n        }\n    }\n\n" +
			"    static void never() {\n        of(3);\n    }\n}\n",
		"core/src/test/java/many/ChoiceTest.java": "package many;\n\nclass ChoiceTest {\n" +
			"    @org.junit.jupiter.api.Test\n    void one() {\n        Choice.of(1);\n    }\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(e.root, path), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	e.commit(t)
	jprof := func(args ...string) {
		t.Helper()
		cmd := exec.Command("jprof", args...) // the test itself: see TestMain
		cmd.Dir = e.root
		cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(mvn)+string(os.PathListSeparator)+os.Getenv("PATH"),
			"JPROF_CACHE="+sharedCache, "MAVEN_OPTS="+jtest.QuickMaven)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("jprof %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	jprof("mvn", "-B", "-q", "verify")
	gates := "check:\n  lines: 100\n  parts: [{class: many.*, methods: 100}]\n  changed: {since: base, lines: 100}\n"
	if err := os.WriteFile(filepath.Join(e.root, "jprof.yaml"), []byte(gates), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, format := range formats.Of(formats.OfCounts) {
		jprof("export", "--format", format.Name, "-o", e.file(format.Name))
	}
	if text, err := os.ReadFile(e.file("sarif")); err != nil ||
		!bytes.Contains(text, []byte("core/src/main/java/many/Choice.java")) {
		t.Errorf("no results: %v\n%s", err, text)
	}
	return e
}

// commit makes a repository of the sources. On the branch base each line whose number is even is another.
func (e *exported) commit(t *testing.T) {
	t.Helper()
	git := func(args ...string) {
		t.Helper()
		e.run(t, "git", append([]string{"-c", "user.name=x", "-c", "user.email=x", "-c", "commit.gpgsign=false"},
			args...)...)
	}
	now := map[string][]byte{}
	err := filepath.WalkDir(e.root, func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".java") {
			return err
		}
		if now[path], err = os.ReadFile(path); err != nil {
			return err
		}
		lines := strings.Split(string(now[path]), "\n")
		for i := 1; i < len(lines); i += 2 {
			lines[i] = fmt.Sprintf("// line %d was another", i+1)
		}
		return os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	git("init", "-q", "-b", "base")
	git("add", "-A")
	git("commit", "-q", "-m", "base")
	git("checkout", "-q", "-b", "change")
	for path, text := range now {
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	git("commit", "-q", "-a", "-m", "change")
}

var complaint = regexp.MustCompile(`(?i)\b(warning|error)s?\b`)

// run runs a program in the root of the project, which must end well and complain of nothing, and returns what it
// prints.
func (e *exported) run(t *testing.T, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = e.root
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "PYTHONDONTWRITEBYTECODE=1")
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %q: %v\n%s%s", program, args, err, out.String(), messages.String())
	}
	if messages.Len() > 0 || complaint.MatchString(out.String()) && !strings.HasSuffix(program, "python") {
		t.Errorf("%s complains:\n%s%s", filepath.Base(program), out.String(), messages.String())
	}
	return out.String()
}

// read has read.py read an export, into the value that found points to.
func (e *exported) read(t *testing.T, found any, args ...string) {
	t.Helper()
	script, err := filepath.Abs("../../../testdata/consumers/read.py")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(e.run(t, jtest.Consumer(t, "python"), append([]string{script}, args...)...)),
		found); err != nil {
		t.Fatal(err)
	}
}
