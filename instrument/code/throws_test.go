package code

import "testing"

// TestThrows has expressions with the names that a file declares, and whether they may throw.
func TestThrows(t *testing.T) {
	w := readWords([]byte("class A { int i; float f; String s; Integer boxed; long l; final int C = 1; int[] a; }"))
	for expression, want := range map[string]bool{
		"i + 1": false, "i++ < 2": false, "-i >>> 2 != 3": false, "i == 1 && !(f <= l)": false, "i += 2": false,
		"f * .5f": false, "1e-5 + .5e+3": false, "i / 2": false, "i % 2": false, "(int) f": false, "s == null": false,
		"null != boxed": false, "s instanceof String": false, "i--> 0": false, "this.i": false,
		"i / f": true, "i / 0": true, "i /= f": true, "i %= 2": true, "a[i]": true, "s.x": true, "f(i)": true,
		"new A()":   true,
		"boxed + 1": true, "s + i": true, "s += null": true, "(String) s": true, "(A<B<C>>) s": true,
		"s instanceof R(int x)": true, "A::f": true, "switch (i) { }": true, "unknown + 1": true, "A.<B<C>>f()": true,
	} {
		if got := w.throws(Tokens([]byte(expression)), true); got != want {
			t.Errorf("%s: %v, want %v", expression, got, want)
		}
	}
	if w.throws(Tokens([]byte("boxed")), false) || !w.throws(Tokens([]byte("boxed")), true) {
		t.Error("a boxed value throws only where a primitive one is needed")
	}
	w = readWords([]byte("for (int words = 8; words--> 0; ) { } f(x -> x); int x;"))
	if !w.isPrimitive([]byte("words")) || w.isPrimitive([]byte("x")) {
		t.Error("the operand of --> is primitive, the parameter of a lambda is not known to be")
	}
}
