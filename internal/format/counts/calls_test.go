package counts

import (
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/probe"
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

// TestHashedFrames has the frame of a service that ends its JVM.
func TestHashedFrames(t *testing.T) {
	pkg, texts := frameMap(t, a, "A.java")
	file := jvm(start, Section{a, make([]uint64, len(texts))})
	file.FramesHashed = true
	file.Frames = []Frame{{HashName("p.A"), HashName("ends"), lineWith("if (q())"), HashName("p.__Counter00000001"),
		HashName("__halt"), 1}}
	dir := folder(t, map[string][]byte{"1.counts": encode(t, file)})
	totals, err := Collect(dir, []*probe.Set{{Packages: []*probe.Package{pkg}}}, time.Time{},
		Sources(func(string, [32]byte) ([]byte, error) { return []byte(frameSource), nil }))
	if err != nil || len(totals.Problems()) > 0 {
		t.Fatalf("%+v, %v", totals, err)
	}
	if got := hits(texts, totals.Counters(a)); !slices.Equal(got, []string{"halt(1);"}) {
		t.Errorf("%q", got)
	}
}
