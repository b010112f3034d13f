package options

import (
	"errors"
	"slices"
	"strings"
	"testing"

	shellquote "github.com/kballard/go-shellquote"
	"github.com/urfave/cli/v2"

	"jprof/internal/util/exit"
	"jprof/internal/util/term"
)

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
		got, err := Command{Name: "c", Flags: flags, Mixed: true}.Arranged(args)
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
	got, err := Command{Name: "run", Flags: flags}.Arranged([]string{"--text", "Main.java", "-o", "--x"})
	if want := "--text -- Main.java -o --x"; err != nil || strings.Join(got, " ") != want {
		t.Errorf("arguments of a program: %q, %v, want %q", got, err, want)
	}
}
