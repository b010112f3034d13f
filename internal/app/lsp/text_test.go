package lsp

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// pieces has the parts of random texts.
var pieces = []string{"a", "é", "𝒳", "\n", "\r\n", "\r", " ", "class A {", "}", "\t", "日本", "\xff", "//"}

// randomText returns a text of up to n pieces.
func randomText(r *rand.Rand, n int) string {
	var b strings.Builder
	for range r.IntN(n + 1) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// TestPositions checks that each start of a character has a position that leads back to it, in each encoding, and that
// the positions are those of a slow computation.
func TestPositions(t *testing.T) {
	r := rand.New(rand.NewPCG(48, 2))
	for range 2000 {
		x := newText([]byte(randomText(r, 30)))
		for at := 0; at <= len(x.raw); {
			_, size := utf8.DecodeRune(x.raw[at:])
			for _, e := range []encoding{utf8Units, utf16Units, utf32Units} {
				p := x.position(at, e)
				inEnd := at > x.starts[p.Line]+len(x.line(p.Line)) // between CR and LF
				if back := x.offset(p, e); back != at && !inEnd {
					t.Fatalf("%q: %d is at %v in %s, which is %d", x.raw, at, p, e, back)
				}
				if want := slowly(string(x.raw[:at]), e); p != want && !inEnd {
					t.Fatalf("%q: %d is at %v in %s, want %v", x.raw, at, p, e, want)
				}
			}
			at += max(1, size)
		}
		for range 20 { // positions outside of the text are taken for others
			p := Position{r.IntN(40) - 5, r.IntN(40) - 5}
			if at := x.offset(p, utf16Units); at < 0 || at > len(x.raw) {
				t.Fatalf("%q: %v is at %d", x.raw, p, at)
			}
		}
	}
}

// slowly returns the position at the end of a text.
func slowly(text string, e encoding) Position {
	lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n")
	p := Position{Line: len(lines) - 1}
	for _, c := range lines[p.Line] {
		switch e {
		case utf8Units:
			p.Character += len(string(c))
			if c == utf8.RuneError {
				p.Character -= 2 // it is one byte in these texts
			}
		case utf16Units:
			p.Character += len(utf16.Encode([]rune{c}))
		default:
			p.Character++
		}
	}
	return p
}

// TestChanges applies random changes, and checks the text and the place of each change: lines before and after it are
// the same.
func TestChanges(t *testing.T) {
	r := rand.New(rand.NewPCG(48, 3))
	for range 5000 {
		before := newText([]byte(randomText(r, 40)))
		c := textChange{Text: randomText(r, 6)}
		want := c.Text
		if r.IntN(5) > 0 {
			from := Position{r.IntN(before.lines() + 1), r.IntN(10)}
			to := Position{from.Line + r.IntN(3), r.IntN(10)}
			a, b := before.offset(from, utf16Units), before.offset(to, utf16Units)
			c.Range = &Range{from, to}
			want = string(before.raw[:min(a, b)]) + c.Text + string(before.raw[max(a, b):])
		}
		after, first, last, added := before.change(c, utf16Units)
		if string(after.raw) != want {
			t.Fatalf("%q with %v is %q, want %q", before.raw, c, after.raw, want)
		}
		if after.lines() != before.lines()+added {
			t.Fatalf("%q with %v: %d lines, not %d more than %d", before.raw, c, after.lines(), added, before.lines())
		}
		for n := range before.lines() {
			switch {
			case n < first && string(before.line(n)) != string(after.line(n)):
				t.Fatalf("%q with %v (%d to %d): line %d is another", before.raw, c, first, last, n)
			case n > last && string(before.line(n)) != string(after.line(n+added)):
				t.Fatalf("%q with %v (%d to %d, %d more): line %d is another", before.raw, c, first, last, added,
					n)
			}
		}
	}
}

// TestSpliced checks that a view that was moved through random changes never has a count on other code than before.
func TestSpliced(t *testing.T) {
	r := rand.New(rand.NewPCG(48, 4))
	kept := 0
	for range 2000 {
		var raw strings.Builder
		v := &view{}
		for n := range 5 + r.IntN(30) {
			fmt.Fprintf(&raw, "line %d\n", n)
			v.lines = append(v.lines, line{counted: true, count: uint64(n), from: n + 1})
			if n%5 == 4 {
				v.methods = append(v.methods, method{first: n - 3, last: n, line: n - 3, state: countedMethod,
					index: n})
			}
		}
		x := newText([]byte(raw.String()))
		v.lines = append(v.lines, line{}) // after the last end of a line
		for range 1 + r.IntN(6) {
			from := Position{r.IntN(x.lines()), r.IntN(8)}
			c := textChange{Range: &Range{from, Position{from.Line + r.IntN(3), r.IntN(8)}},
				Text: []string{"", "x", "\n", "a\nb", "new\n", "\nnew"}[r.IntN(6)]}
			changed, first, last, added := x.change(c, utf16Units)
			x, v = changed, v.spliced(first, last, added)
			if len(v.lines) != x.lines() {
				t.Fatalf("%d lines for %d of the text", len(v.lines), x.lines())
			}
			for n, l := range v.lines {
				if !l.counted {
					continue
				}
				kept++
				if want := fmt.Sprintf("line %d", l.count); string(x.line(n)) != want {
					t.Fatalf("line %d has the count of %q: %q", n, want, x.line(n))
				}
			}
			for _, m := range v.methods {
				if m.first < 0 || m.line < m.first || m.last < m.line || m.last >= x.lines() {
					t.Fatalf("a method is on the lines %d to %d, named on %d of %d", m.first, m.last, m.line,
						x.lines())
				}
				want := fmt.Sprintf("line %d", m.index-3)
				if m.state == countedMethod && string(x.line(m.line)) != want {
					t.Fatalf("the method of %q is at %q", want, x.line(m.line))
				}
			}
		}
	}
	if kept < 50_000 {
		t.Errorf("%d lines have kept their counts: too few to show anything", kept)
	}
}
