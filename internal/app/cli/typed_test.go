package cli

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	shellquote "github.com/kballard/go-shellquote"
	"github.com/urfave/cli/v2"

	"jprof/internal/app/manual"
	"jprof/internal/util/term"
)

// testApp is an app that prints to out.
func testApp(t *testing.T, out *bytes.Buffer) *cli.App {
	t.Helper()
	s, err := newSession(Env{Stdout: out, Stderr: out, Vars: []string{}, Dir: t.TempDir()}, tools)
	if err != nil {
		t.Fatal(err)
	}
	return newApp(s)
}

func TestUnderstood(t *testing.T) {
	app := testApp(t, new(bytes.Buffer))
	for _, test := range []struct{ in, want, err, hint string }{
		{in: "jprof -s -v Main.java", want: "jprof run --s --v -- Main.java"},
		{in: "jprof --sources-directory=src Main.java", want: "jprof run --sources-directory=src -- Main.java"},
		{in: "jprof -cp a.jar Main.java", want: "jprof run --cp=a.jar -- Main.java"},
		{in: "jprof -h mvn", want: "jprof help -- mvn"},
		{in: "jprof -d report Main.java", want: "jprof run --d=report -- Main.java"},
		{in: "jprof mvn --label x -X verify", want: "jprof mvn --label x -X verify"},
		{in: "jprof -v Main.java run", want: "jprof run --v -- Main.java run"},
		{in: "jprof -d src src/Main.java check", want: "jprof run --d=src -- src/Main.java check"},
		{in: "jprof --version", want: "jprof --version"},
		{in: "jprof --label x mvn verify", err: "--label: options come after the command",
			hint: "jprof mvn --label x verify"},
		{in: "jprof -X gradle build", err: "-X: options come after the command", hint: "jprof gradle -X build"},
		{in: "jprof --text --top 5 report", err: "--text: options come after the command",
			hint: "jprof report --text --top 5"},
		{in: "jprof --verson", err: "no such option: --verson",
			hint: "did you mean --version? (jprof --help lists the options)"},
		{in: "jprof run -Xmx64m A.java", err: "run: no such option: -Xmx64m", hint: "for an option of java: " +
			"jprof run --jvm -Xmx64m Main.java (jprof run --help lists the options)"},
		{in: "jprof -Dx=y A.java", err: "no such option: -Dx", hint: "for an option of java: " +
			"jprof run --jvm -Dx=y Main.java (jprof --help lists the options)"},
		{in: "jprof check -Xmx64m", err: "check: no such option: -Xmx64m",
			hint: "jprof check --help lists the options"},
		{in: "jprof check --mn-lines 5", err: "check: no such option: --mn-lines",
			hint: "did you mean --min-lines? (jprof check --help lists the options)"},
	} {
		got, err := understood(app, strings.Fields(test.in))
		if test.err != "" {
			if err == nil || err.Error() != test.err || !slices.Equal(term.Hints(err), []string{test.hint}) {
				t.Errorf("%s: error %v, %q, want %s, %q", test.in, err, term.Hints(err), test.err, test.hint)
			}
		} else if err != nil || strings.Join(got, " ") != test.want {
			t.Errorf("%s becomes %q, %v, want %q", test.in, got, err, test.want)
		}
	}
}

// TestPages: each command says all that help has a place for, and its examples are command lines that jprof
// understands.
func TestPages(t *testing.T) {
	app := testApp(t, new(bytes.Buffer))
	pages := []manual.Page{manual.Main(app)}
	for _, s := range manual.Sections(app) {
		pages = append(pages, s.Pages...)
	}
	for _, p := range pages {
		if p.Usage == "" || p.Forms[0] == "" || len(p.Examples) < 2 {
			t.Errorf("%s: needs a usage, a form and two examples, and has %q, %q and %+v", p.Title(), p.Usage,
				p.Forms[0], p.Examples)
		}
		for _, o := range p.Options {
			if o.Usage == "" || o.Value == "VALUE" || o.Preset == "0" || o.Preset == "false" {
				t.Errorf("%s %s: needs a usage with its value in backquotes, and a default only if that helps: %+v",
					p.Title(), o.Names[0], o)
			}
		}
		for _, e := range p.Examples {
			line, _, _ := strings.Cut(e.Line, ">")
			line, _, _ = strings.Cut(line, " | ")
			if _, inner, ok := strings.Cut(line, "$("); ok { // the output of jprof is an argument of another program
				line, _, _ = strings.Cut(inner, ")")
			}
			args, err := shellquote.Split(line)
			if err == nil {
				args, err = understood(app, args)
			}
			if err != nil || p.Name != "" && args[1] != p.Name &&
				e.Line != "jprof --version" {
				t.Errorf("%s: example %s: %v", p.Title(), e.Line, err)
			}
		}
	}
}
