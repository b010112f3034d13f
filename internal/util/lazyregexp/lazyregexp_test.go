package lazyregexp

import "testing"

func TestNew(t *testing.T) {
	word := New(`^\pL+$`)
	if !word().MatchString("été") || word().MatchString("a b") {
		t.Error("the expression does not match what it should")
	}
	if first, again := word(), word(); first != again {
		t.Error("the expression is compiled twice")
	}
}

// TestNewInTests holds that a test of a package finds a wrong expression, even one that it does not use.
func TestNewInTests(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a wrong expression is not found before its use")
		}
	}()
	New(`(`)
}
