package contexts

import (
	"bytes"
	"slices"
	"testing"

	"jprof/internal/format/recordfile"
)

// stack adds a stack, as often as times says: the first methods are its path, all are its frames, among others.
func (j *jvm) stack(root string, times uint64, path int, methods ...string) *jvm {
	return j.stackBefore(0, root, times, path, methods...)
}

// stackBefore adds a stack of a thread that was about to enter a method: its ID + 1. It is the last frame.
func (j *jvm) stackBefore(ahead uint64, root string, times uint64, path int, methods ...string) *jvm {
	var e recordfile.Encoder
	e.Uint8(kindStopped)
	e.String(root)
	e.Uvarint(times)
	e.Uvarint(uint64(path))
	for _, name := range methods[:path] {
		e.Uvarint(uint64(slices.IndexFunc(j.methods, func(m fileMethod) bool { return m.Name == name })))
		e.Uvarint(0) // no site
	}
	e.Uvarint(ahead)
	for _, name := range methods {
		for _, frame := range [][2]string{{"java.lang.Thread", "other"}, {"p.A", name}} {
			e.String(frame[0])
			e.String(frame[1])
			e.Uvarint(0) // no line
		}
	}
	b, _ := e.Bytes()
	j.items = append(j.items, b)
	return j
}

// TestStoppedActivations has threads that had not ended: their activations are cuts, as if an exception had left them.
func TestStoppedActivations(t *testing.T) {
	j := aJVM(1).tree("main", "* f 3 1 1", "** h 3 0 0 0", "*** f 1 0 0")
	j.stack("main", 2, 2, "f", "h").stack("main", 1, 2, "f", "h", "f") // the second f calls nothing
	p := profileOf(t, j)
	wantLines(t, "cuts", drawn(t, p.Source()), `
main
* p.A.f 3 1 1 @0=3
** p.A.h 3 0 0 0 @0=3
*** p.A.f 1 0 0 @0=1`)
	// no method has a call in its code: each place is a guess
	if h := p.Source().Head(); h.Stopped != 7 || h.Guessed != 7 {
		t.Errorf("%d activations, %d of them guessed", h.Stopped, h.Guessed)
	}

	folded := aJVM(2)
	folded.about.Recursion = Folded
	folded.tree("main", "* f 3 1 1", "** h 3 0 0 0").stack("main", 1, 0, "f", "h", "f", "h")
	wantLines(t, "folded", drawn(t, profileOf(t, folded).Source()), `
main
* p.A.f 3 1 1 @0=2
** p.A.h 3 0 0 0 @0=2`)

	hidden := aJVM(4).tree("main", "* f 3 1 1", "** g 3", "*** h 1 0 0 0")
	hidden.stack("main", 1, 3, "f", "g", "h")
	last := hidden.items[len(hidden.items)-1]
	frames := bytes.LastIndex(last, []byte("\x10java.lang.Thread")) // g has no frame
	start := bytes.Index(last, []byte("\x03p.A\x01g"))
	hidden.items[len(hidden.items)-1] = append(last[:start:start], last[frames:]...)
	wantLines(t, "a hidden frame", drawn(t, profileOf(t, hidden).Source()), `
main
* p.A.f 3 1 1 @0=1
** p.A.g 3 @0=1
*** p.A.h 1 0 0 0 @0=1`)

	ahead := aJVM(5).tree("main", "* f 3 1 1", "** h 3 0 0 0")
	ahead.stackBefore(3, "main", 1, 1, "f", "h") // h has ended three times
	wantLines(t, "a method ahead", drawn(t, profileOf(t, ahead).Source()), `
main
* p.A.f 3 1 1 @0=1
** p.A.h 3 0 0 0`)

	lost := aJVM(3).tree("main", "* g 1").stack("main", 5, 2, "g", "f").stack("other", 4, 1, "g")
	dir := t.TempDir()
	lost.write(t, dir)
	c := collect(t, dir)
	wantLines(t, "what has a context", drawn(t, c.Profile.Source()), "main\n* p.A.g 1 @0=5")
	if c.Unplaced != 5 || len(c.Problems) > 0 {
		t.Errorf("%d calls without a place, problems: %q", c.Unplaced, c.Problems)
	}
}

// beyond adds calls beyond the limit, as numbers: of f, with its slots, or of g.
func (j *jvm) beyond(numbers ...uint64) *jvm {
	var e recordfile.Encoder
	e.Uint8(kindBeyond)
	for _, v := range numbers {
		e.Uvarint(v)
	}
	b, _ := e.Bytes()
	j.items = append(j.items, b)
	return j
}

// TestStoppedBeyondTheLimit has an activation whose method has no context of its own.
func TestStoppedBeyondTheLimit(t *testing.T) {
	j := aJVM(1).tree("main", "* g 1").beyond(0, 0, 1, 3, 4, 0, 0)
	j.stack("main", 1, 0, "g", "f")
	wantLines(t, "beyond", drawn(t, profileOf(t, j).Source()), "main\n* p.A.g 1 @0=1\nbeyond\n* p.A.f 1 3 4 @0=1")

	// A context of one JVM may be beyond the limit of another one: of all, or of a thread.
	one := aJVM(1).tree("main", "* f 3 1 1", "** h 3 0 0 0").stack("main", 1, 2, "f", "h")
	for name, other := range map[string]*jvm{
		"of some": aJVM(2).tree("main", "* g 1").beyond(0, 0, 1, 3, 4, 0, 0).stack("main", 1, 0, "f"),
		"of all":  aJVM(2).beyond(0, 0, 1, 3, 4, 0, 0).stack("main", 1, 0, "f"),
	} {
		got := drawn(t, profileOf(t, one, other).Source())
		want := "* p.A.f 3 1 1 @0=1\n** p.A.h 3 0 0 0 @0=1\n"
		if name == "of some" {
			want += "* p.A.g 1\n"
		}
		wantLines(t, name, got, "main\n"+want+"beyond\n* p.A.f 1 3 4 @0=1")
	}

	// Threads of one name: as many calls as the context has stood there, the others were beyond the limit.
	some := aJVM(1).tree("main", "* g 2").beyond(0, 1, 3, 0, 0).stack("main", 4, 0, "g").stack("main", 1, 1, "g")
	wantLines(t, "threads of one name", drawn(t, profileOf(t, some).Source()), `
main
* p.A.g 2 @0=2
beyond
* p.A.g 3 @0=3`)
}
