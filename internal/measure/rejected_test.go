package measure

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/buildtools"
	"jprof/buildtools/maven"
	"jprof/internal/measure/rejections"
	"jprof/internal/util/term"
	"jprof/runner"
)

// TestWarnings: warnings of all rounds about the user's own code are repeated, each once, and not as errors again.
func TestWarnings(t *testing.T) {
	mirror, home := mirrorOf(t), t.TempDir()
	texts := map[string]string{
		filepath.Join(home, "src/A.java"):               "class A { int a = new B(); }\n",
		filepath.Join(mirror, "shadow/A.java"):          "class A { int a = C.x(new B()); }\n",
		filepath.Join(mirror, "shadow/__Counter1.java"): "class __Counter1 { }\n",
		filepath.Join(mirror, "target/made/M.java"):     "class M { }\n",
	}
	for path, text := range texts {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	at := func(file string, column int, message string) buildtools.Rejection {
		return buildtools.Rejection{File: filepath.Join(mirror, file), Line: 1, Column: column, Message: message}
	}
	root := buildtools.Root{Path: filepath.Join(mirror, "src"), Shadow: filepath.Join(mirror, "shadow")}
	events := buildtools.Events{Compiles: []buildtools.Compile{{Roots: []buildtools.Root{root}}},
		Warnings: []buildtools.Rejection{at("shadow/A.java", 23, "old"), at("shadow/A.java", 20, "of a counter"),
			at("shadow/__Counter1.java", 1, "of a helper class"), at("target/made/M.java", 1, "of a generated source"),
			at("shadow/A.java", 1, "an error, too")},
		Failures: []buildtools.Failure{{Rejections: []buildtools.Rejection{at("shadow/A.java", 1, "an error, too")}}}}
	b := &toolBuild{ws: &runner.Workspace{Mirror: mirror, Root: home, Home: home}, tool: maven.Tool{}.Info(),
		events: events, result: runner.Result{ExitCode: 1}}
	b.noteWarnings()
	b.noteWarnings()
	var said bytes.Buffer
	b.reportRejected(term.New(&said, func(string) string { return "" }))
	file := filepath.Join(home, "src", "A.java")
	want := "jprof: warnings, with the paths of the project:\n[WARNING] " + file + ":[1,19] old\n" +
		"jprof: errors, with the paths of the project:\n[ERROR] " + file + ":[1,1] an error, too\n"
	if said.String() != want {
		t.Errorf("got\n%swant\n%s", said.String(), want)
	}
}

// TestEndedAgain checks that counters are not blamed where javac ends without them as it did with them.
func TestEndedAgain(t *testing.T) {
	overflow := buildtools.Rejection{Message: "java.lang.StackOverflowError"}
	failure := buildtools.Failure{Rejections: []buildtools.Rejection{overflow}}
	for name, c := range map[string]struct {
		exit int
		last buildtools.Events
		want string
	}{
		"again":   {1, buildtools.Events{Failures: []buildtools.Failure{failure}}, "so counters are not the cause"},
		"success": {0, buildtools.Events{}, "unmeasured: A.java: javac does not accept it with counters"},
	} {
		b := &toolBuild{ws: &runner.Workspace{}, rounds: 2, result: runner.Result{ExitCode: c.exit}, events: c.last,
			skipped: []rejections.Rejection{{Path: "A.java", Line: 3, Message: overflow.Message}}}
		var said bytes.Buffer
		b.reportRejected(term.New(&said, func(string) string { return "" }))
		if got := said.String(); !strings.Contains(got, c.want) || strings.Count(got, "\n") != 1 {
			t.Errorf("%s: %s", name, got)
		}
	}
}
