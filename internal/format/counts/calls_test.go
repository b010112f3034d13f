package counts

import (
	"slices"
	"strings"
	"testing"
)

func TestLineOf(t *testing.T) {
	const src = "a\nb\r\nc\rd \"x\" // h\n/* i"
	for line, want := range map[int32]string{1: "a", 2: "b", 3: "c", 4: `d "x" // h`, 5: "/* i", 6: "", 7: ""} {
		start, got := lineOf([]byte(src), line)
		if string(got) != want || !strings.HasPrefix(src[start:], want) {
			t.Errorf("line %d: %q at %d, want %q", line, got, start, want)
		}
	}
}

func TestCallsOn(t *testing.T) {
	for _, tt := range []struct {
		line, method string
		want         []call
	}{
		{`a(); b(a (x), ab(), a);`, "a", []call{{0, false}, {7, false}}},
		{`"a()" 'a' /* a() */ a/**/() // a()`, "a", []call{{20, false}}},
		{`"a(\"a()" 'a(`, "a", nil},
		{`/* a() ... a()`, "a", nil},
		{`a`, "a", nil},
		{`new C<>(1); new D[2]; new q.C() {}; new`, "<init>", []call{{0, true}, {12, false}, {22, true}, {36, false}}},
		{`new /* C */ D(new C)`, "<init>", []call{{0, false}, {14, true}}},
		{`this(); super (1); this.x = 2`, "<init>", []call{{0, false}, {8, false}}},
	} {
		if got := callsOn([]byte(tt.line), tt.method, "C"); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.line, got, tt.want)
		}
	}
}
