package instrument

// counter makes a new counter.
func (w *file) counter() uint32 {
	w.f.Counters++
	return w.f.Counters - 1
}

// row is a local variable of a body with what its thread counts in (see rt): the first counter of the body gives
// it, so that those behind it need not look for it.
type row struct {
	name  string
	place int // of the first counter
	k     uint32
	used  bool

	late   bool // whether the counter has no place yet, see settle
	passed bool // whether a decision stands in front of it
	gone   bool // whether a sum has taken its place
}

// enterBody puts counter k at the start of a body that it counts, at a place where statements stand. The body
// must be walked with end called for it, before the walk goes on elsewhere.
func (w *body) enterBody(at uint32, k uint32) (end func()) {
	return w.enter("__r"+itoa(w.depth), at, k)
}

// enterCounted does the same for a part of a body, which counts in the body's row unless that is still to come.
func (w *body) enterCounted(at uint32, k uint32) (end func()) {
	if w.isLate() {
		return w.enter("__r"+itoa(w.depth)+"_"+itoa(int(k)), at, k)
	}
	w.insert(at, w.statementFor(k))
	return func() {}
}

func (w *body) enter(name string, at uint32, k uint32) (end func()) {
	outer := w.row
	r := &row{name: name, place: w.buf.Reserve(int(at)), k: k, late: true}
	w.row = r
	return func() {
		w.row = outer
		if r.gone {
			return
		}
		text := w.lookUp(r.k)
		if r.used {
			w.uses.Rows = true
			text = "long[] " + r.name + "=" + text
		}
		w.buf.Set(r.place, text)
	}
}

// lookUp is the counter statement of counter k where no row is known.
func (w *file) lookUp(k uint32) string { return w.call + itoa(int(k)) + ");" }

// callFor is the call that counts with counter k, up to further arguments.
func (w *body) callFor(k uint32) string {
	if w.row == nil {
		return w.call + itoa(int(k))
	}
	w.row.late = false
	w.row.used = true
	return w.call + w.row.name + "," + itoa(int(k))
}

// statementFor is the counter statement of counter k.
func (w *body) statementFor(k uint32) string {
	if local := w.local(k); local != "" {
		return local
	}
	return w.callFor(k) + ");"
}
