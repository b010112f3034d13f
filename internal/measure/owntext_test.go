package measure

import "testing"

// TestOwnColumn checks that columns of lines with counters become those of the user's lines, or are not known.
func TestOwnColumn(t *testing.T) {
	for _, x := range []struct {
		counted, own string
		column, want int
	}{
		{`int f() { return "x"; }`, `int f() { return "x"; }`, 18, 18},
		{`int f() {C.Type(0); return "x"; }`, `int f() { return "x"; }`, 28, 18},
		{"\tif (a) {C.Type(2);return b;}", "\tif (a) return b;", 34, 23},
		{"\tint g() {\tC.Type(2);return b;}", "\tint g() {\treturn b;}", 42, 32},
		{`{C.Type(0);}`, `{}`, 2, 0},          // it stands in text that was inserted
		{`a(); C(); b();`, `a(); b();`, 3, 3}, //
		{`x`, `x`, 0, 0},
		{`x`, `x`, 9, 0},
		{`x`, ``, 1, 0},
	} {
		if got := ownColumn(x.counted, x.own, x.column); got != x.want {
			t.Errorf("%q of %q, column %d: %d, want %d", x.own, x.counted, x.column, got, x.want)
		}
	}
}

// TestWithoutPackages checks that messages of build tools are those of javac.
func TestWithoutPackages(t *testing.T) {
	const message = "incompatible types: java.util.List<java.lang.String> cannot be converted to int\n  more"
	const want = "incompatible types: List<String> cannot be converted to int"
	if got := withoutPackages(message); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
