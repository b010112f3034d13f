package cmdline

import (
	"slices"
	"testing"

	shellquote "github.com/kballard/go-shellquote"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		text           string
		linux, windows []string
	}{
		{`-f C:\p\pom.xml`, []string{"-f", "C:ppom.xml"}, []string{"-f", `C:\p\pom.xml`}},
		{`"C:\my p\pom.xml" -q`, []string{`C:\my p\pom.xml`, "-q"}, []string{`C:\my p\pom.xml`, "-q"}},
		{`'C:\my p'`, []string{`C:\my p`}, []string{`C:\my p`}},
		{`"C:\p\"`, nil, nil}, // as in a shell: the quote is not closed
		{`a\ b \"c\"`, []string{"a b", `"c"`}, []string{"a b", `"c"`}},
		{`C:\\p`, []string{`C:\p`}, []string{`C:\p`}},
		{`'it'\''s'`, []string{"it's"}, []string{"it's"}},
		{`"it's" C:\p`, []string{"it's", "C:p"}, []string{"it's", `C:\p`}},
		{`"a \"b\" C:\c" C:\p`, []string{`a "b" C:\c`, "C:p"}, []string{`a "b" C:\c`, `C:\p`}},
		{`C:\p\`, nil, []string{`C:\p\`}},
	} {
		for system, want := range map[string][]string{"linux": c.linux, "windows": c.windows} {
			if got, err := split(c.text, system); !slices.Equal(got, want) || (err != nil) != (want == nil) {
				t.Errorf("%s on %s: %q, %v, want %q", c.text, system, got, err, want)
			}
		}
	}
	// A line quoted by shellquote is split into the original arguments.
	args := []string{`C:\p\pom.xml`, `C:\my p\`, "it's", `a"b`, `\\server\x`, "", "a b"}
	for _, system := range []string{"linux", "windows"} {
		if got, err := split(shellquote.Join(args...), system); err != nil || !slices.Equal(got, args) {
			t.Errorf("%s: %s: %q, %v", system, shellquote.Join(args...), got, err)
		}
	}
}
