package contexts

import (
	"strings"
	"testing"

	"jprof/internal/recordfile"
)

// stack adds a stack of these methods, as often as times says.
func (j *jvm) stack(root string, times uint64, methods ...int) *jvm {
	var e recordfile.Encoder
	e.Uint8(kindStopped)
	e.String(root)
	e.Uvarint(times)
	for _, m := range methods {
		e.Uvarint(uint64(m))
		e.Uvarint(0) // no line
		e.String("p.A")
		e.String("other")
	}
	b, _ := e.Bytes()
	j.items = append(j.items, b)
	return j
}

// TestStoppedActivations has threads that had not ended: their activations are cuts, as if an exception had left them.
func TestStoppedActivations(t *testing.T) {
	const f, g, h = 0, 1, 2
	j := aJVM(1).tree("main", "* f 3 1 1", "** h 3 0 0 0", "*** f 1 0 0")
	j.stack("main", 2, f, h).stack("main", 1, f, h, f)
	p := profileOf(t, j)
	wantLines(t, "cuts", drawn(t, p.Source()), `
main
* p.A.f 3 1 1 @0=3
** p.A.h 3 0 0 0 @0=3
*** p.A.f 1 0 0 @0=1`)
	if n := p.Source().Head().Stopped; n != 7 {
		t.Errorf("%d activations", n)
	}

	folded := aJVM(2)
	folded.about.Recursion = Folded
	folded.tree("main", "* f 3 1 1", "** h 3 0 0 0").stack("main", 1, f, h, f, h)
	wantLines(t, "folded", drawn(t, profileOf(t, folded).Source()), `
main
* p.A.f 3 1 1 @0=2
** p.A.h 3 0 0 0 @0=2`)

	lost := aJVM(3).tree("main", "* g 1").stack("main", 5, g, f).stack("other", 4, g)
	dir := t.TempDir()
	lost.write(t, dir)
	c := collect(t, dir)
	wantLines(t, "what has a context", drawn(t, c.Profile.Source()), "main\n* p.A.g 1 @0=5")
	if len(c.Problems) != 1 || !strings.Contains(c.Problems[0], "9 calls had not ended") {
		t.Errorf("problems: %q", c.Problems)
	}
}

// TestStoppedBeyondTheLimit has an activation whose method has no context of its own.
func TestStoppedBeyondTheLimit(t *testing.T) {
	j := aJVM(1).tree("main", "* g 1")
	var e recordfile.Encoder
	e.Uint8(kindBeyond)
	for _, v := range []uint64{1, 0, 1, 3, 4, 0, 0} { // lost; f: calls, slots
		e.Uvarint(v)
	}
	b, _ := e.Bytes()
	j.items = append(j.items, b)
	j.stack("main", 1, 1, 0)
	wantLines(t, "beyond", drawn(t, profileOf(t, j).Source()), "main\n* p.A.g 1 @0=1\nbeyond\n* p.A.f 1 3 4 @0=1")
}
