package cli

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	shellquote "github.com/kballard/go-shellquote"
	"github.com/urfave/cli/v2"

	"jprof/internal/util/exit"
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

func TestArranged(t *testing.T) {
	flags := []cli.Flag{
		&cli.PathFlag{Name: "o", Aliases: []string{"output"}},
		&cli.BoolFlag{Name: "text"},
		&cli.IntFlag{Name: "top", Aliases: []string{"n"}},
		&cli.Uint64Flag{Name: "most"},
		&cli.StringFlag{Name: "title"},
	}
	tests := []struct{ in, want, err, hint string }{
		{in: "", want: ""},
		{in: "src -o out", want: "--o=out -- src"},
		{in: "src --output=out", want: "--output=out -- src"},
		{in: "a --text b --o - c", want: "--text --o=- -- a b c"},
		{in: "-", want: "-- -"},
		{in: "a -- -o b", want: "-- a -o b"},
		{in: "-n5 a", want: "--n=5 -- a"},
		{in: "-ofile a", want: "--o=file -- a"},
		{in: "-text --text=false", want: "--text --text=false"},
		{in: "a -h", want: "--help -- a"},
		{in: "--title ''", want: "--title="},
		{in: "src -o", err: "c: -o requires a value"},
		{in: "--output ''", err: "c: --output requires a value, not an empty one"},
		{in: "--output=", err: "c: --output requires a value, not an empty one"},
		{in: "--top x", err: `c: --top: "x" is not a whole number`},
		{in: "-n=1.5", err: `c: -n: "1.5" is not a whole number`},
		{in: "--most -1", err: `c: --most: "-1" is not a whole number from 0 on`},
		{in: "--most 99999999999999999999", err: "c: --most: 99999999999999999999 is too large"},
		{in: "--text=maybe", err: "c: --text takes no value"},
		{in: "--txet", err: "c: no such option: --txet",
			hint: "did you mean --text? (jprof c --help lists the options)"},
		{in: "-outptu=x", want: "--o=utptu=x"}, // as other tools read it
		{in: "--hlep", err: "c: no such option: --hlep",
			hint: "did you mean --help? (jprof c --help lists the options)"},
		{in: "-x", err: "c: no such option: -x", hint: "jprof c --help lists the options"},
	}
	for _, test := range tests {
		args, err := shellquote.Split(test.in)
		if err != nil {
			t.Fatal(err)
		}
		got, err := arranged("c", flags, args, true)
		if test.err != "" {
			if err == nil || err.Error() != test.err || !errors.As(err, new(exit.UsageError)) {
				t.Errorf("%q: error %v, want %s", test.in, err, test.err)
			} else if hints := term.Hints(err); test.hint != "" && !slices.Equal(hints, []string{test.hint}) {
				t.Errorf("%q: hints %q, want %q", test.in, hints, test.hint)
			}
			continue
		}
		if err != nil || strings.Join(got, " ") != test.want {
			t.Errorf("%q becomes %q, %v, want %q", test.in, strings.Join(got, " "), err, test.want)
		}
	}
	got, err := arranged("run", flags, []string{"--text", "Main.java", "-o", "--x"}, false)
	if want := "--text -- Main.java -o --x"; err != nil || strings.Join(got, " ") != want {
		t.Errorf("arguments of a program: %q, %v, want %q", got, err, want)
	}
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
		{in: "jprof run -Xmx64m A.java", err: "run: no such option: -Xmx64m", hint: "java reads its options in the " +
			"variable JDK_JAVA_OPTIONS: set it to -Xmx64m (jprof run --help lists the options)"},
		{in: "jprof -Dx=y A.java", err: "no such option: -Dx", hint: "java reads its options in the " +
			"variable JDK_JAVA_OPTIONS: set it to -Dx=y (jprof --help lists the options)"},
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
	pages := []manual{mainPage(app)}
	for _, s := range sections(app) {
		pages = append(pages, s.pages...)
	}
	for _, p := range pages {
		if p.usage == "" || p.forms[0] == "" || len(p.examples) < 2 {
			t.Errorf("%s: needs a usage, a form and two examples, and has %q, %q and %+v", p.name, p.usage, p.forms[0],
				p.examples)
		}
		for _, o := range p.options {
			if o.usage == "" || o.value == "VALUE" || o.preset == "0" || o.preset == "false" {
				t.Errorf("%s %s: needs a usage with its value in backquotes, and a default only if that helps: %+v",
					p.name, o.names[0], o)
			}
		}
		for _, e := range p.examples {
			line, _, _ := strings.Cut(e.line, ">")
			line, _, _ = strings.Cut(line, " | ")
			if _, inner, ok := strings.Cut(line, "$("); ok { // the output of jprof is an argument of another program
				line, _, _ = strings.Cut(inner, ")")
			}
			args, err := shellquote.Split(line)
			if err == nil {
				args, err = understood(app, args)
			}
			if err != nil || p.name != "jprof" && args[1] != strings.TrimPrefix(p.name, "jprof ") &&
				e.line != "jprof --version" {
				t.Errorf("%s: example %s: %v", p.name, e.line, err)
			}
		}
	}
}

func TestHelpIsFilled(t *testing.T) {
	p := manual{
		name: "jprof c", usage: "does it", forms: []string{"jprof c FILE"},
		description: "One two\nthree.\n\n  kept   so\n  and so",
		options: []option{{names: []string{"-n"}, value: "N", usage: "how many there are to be", preset: "3"},
			{names: []string{"--a-name-that-is-too-long-here"}, usage: "x"}},
		examples: []example{{"jprof c x", "does x"}},
	}
	var b strings.Builder
	if err := p.write(&b, 30); err != nil {
		t.Fatal(err)
	}
	want := `jprof c: does it

Usage:
  jprof c FILE

One two three.

  kept   so
  and so

Options:
  -n N  how many there are to
        be (default: 3)
  --a-name-that-is-too-long-here
        x

Examples:
  jprof c x
      does x
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
