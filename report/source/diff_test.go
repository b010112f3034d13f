package source

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff/lcs"

	"jprof/report"
)

// shape writes differences as the lines that are gone and those that are there instead: -a +b.
func shape(a, b []string) string {
	var out []string
	for _, d := range diffLines(a, b) {
		for _, x := range a[d.Start:d.End] {
			out = append(out, "-"+x)
		}
		for _, x := range b[d.ReplStart:d.ReplEnd] {
			out = append(out, "+"+x)
		}
		out = append(out, "|")
	}
	return strings.Join(out, " ")
}

func TestDiffLines(t *testing.T) {
	for _, tt := range []struct{ a, b, want string }{
		{"", "", ""},
		{"a b c", "a b c", ""},
		{"a b c", "a x c", "-b +x |"},
		{"", "a b", "+a +b |"},
		{"a b", "", "-a -b |"},
		{"a b c d", "b c d a", "-a | +a |"},
		// Braces and such belong to the method that ends with them.
		{"m1 } m3 } end", "m1 } m2 } m3 } end", "+m2 +} |"},
		{"m1 } m2 } m3 } end", "m1 } m3 } end", "-m2 -} |"},
		{"{ f } _ h }", "{ f } _ { g } _ h }", "+{ +g +} +_ |"},
	} {
		if got := shape(strings.Fields(tt.a), strings.Fields(tt.b)); got != tt.want {
			t.Errorf("%s > %s: %s, want %s", tt.a, tt.b, got, tt.want)
		}
	}
}

// TestManyDifferencesStaySmall checks sources with so many differences that the library alone returns one for all of
// them.
func TestManyDifferencesStaySmall(t *testing.T) {
	var a, b []string
	for i := range 5000 {
		a = append(a, fmt.Sprint(i))
		b = append(b, fmt.Sprint(i))
		if i%5 == 0 {
			b[i] = "}"
		}
	}
	diffs := diffLines(a, b)
	if len(diffs) != 1000 {
		t.Errorf("%d differences, want 1000", len(diffs))
	}
	for _, d := range diffs {
		if d.End-d.Start != 1 || d.ReplEnd-d.ReplStart != 1 {
			t.Fatalf("difference %+v", d)
		}
	}
}

// TestDifferencesLeaveWhatIsEqual checks that differences come in order, and that the text between them is equal.
func TestDifferencesLeaveWhatIsEqual(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		list := func() []string {
			lines := make([]string, r.IntN(30))
			for i := range lines {
				lines[i] = fmt.Sprint(r.IntN(12))
			}
			return lines
		}
		a, b := list(), list()
		i, j := 0, 0
		for _, d := range append(diffLines(a, b),
			lcs.Diff{Start: len(a), End: len(a), ReplStart: len(b), ReplEnd: len(b)}) {
			if d.Start < i || d.ReplStart < j || !slices.Equal(a[i:d.Start], b[j:d.ReplStart]) {
				t.Fatalf("%q > %q: %q and %q in front of %+v", a, b, a[i:max(i, d.Start)], b[j:max(j, d.ReplStart)], d)
			}
			i, j = d.End, d.ReplEnd
		}
	}
}

// TestThen finds the lines of a source in an older one.
func TestThen(t *testing.T) {
	of := func(lines string) *Source {
		return Of(&report.File{}, []byte(strings.Join(strings.Fields(lines), "\n")))
	}
	for _, tt := range []struct{ old, new, want string }{
		{"a b c", "a b c", "[0 1 2 3]"},
		{"a b c", "x a b c", "[0 0 1 2 3]"},
		{"a b c d", "b y d", "[0 2 0 4]"},
		{"m1 } m3 }", "m1 } m2 } m3 }", "[0 1 2 0 0 3 4]"},
	} {
		if got := fmt.Sprint(Then(of(tt.old), of(tt.new))); got != tt.want {
			t.Errorf("%s > %s: %s, want %s", tt.old, tt.new, got, tt.want)
		}
	}
}
