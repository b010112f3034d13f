package manual

import (
	"strings"
	"testing"
)

func TestHelpIsFilled(t *testing.T) {
	p := Page{
		Name: "c", Usage: "does it", Forms: []string{"jprof c FILE"},
		Description: "One two\nthree.\n\n  kept   so\n  and so",
		Options: []Option{{Names: []string{"-n"}, Value: "N", Usage: "how many there are to be", Preset: "3"},
			{Names: []string{"--a-name-that-is-too-long-here"}, Usage: "x"}},
		Examples: []Example{{"jprof c x", "does x"}},
	}
	var b strings.Builder
	if err := p.Write(&b, 30); err != nil {
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
