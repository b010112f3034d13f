package efficiency

import "encoding/binary"

// Limits of what is kept, so that memory stays small beside that of a tree.
const (
	maxKnown = 1 << 17 // nodes
	maxKey   = 1 << 10 // bytes that identify a node
)

// memo keeps the results of nodes. What escapes a node, and how, follows from the code that ran in it and from the same
// of its children, whatever the counts are. Most nodes of a large tree are like an earlier one, with other counts. So
// each kind of node is computed once.
type memo struct {
	key    []byte
	known  *known // of the current node; nil if it is computed
	keeps  bool   // the current node is computed, and then kept
	masks  []mask // those of the current node, in the order in which ways is called
	asked  int
	number int // of known nodes
	shapes map[string]int32
}

// known holds all that count and export have computed for a node.
type known struct {
	masks           []mask
	returns, throws mask
	reach           []reach
	shape           int32
}

// recall looks for what is known of the current node, and reports whether there is anything. It makes the key of the
// node: everything but counts that the analysis takes into account.
func (a *analysis) recall() bool {
	c := &a.memo
	c.known, c.masks, c.asked = nil, c.masks[:0], 0
	c.keeps = len(a.f.made) == 0
	if !c.keeps {
		return false
	}
	a.makeKey()
	c.known = a.p.known[string(c.key)]
	c.keeps = c.known == nil && len(c.key) <= maxKey && c.number < maxKnown
	return c.known != nil
}

func (a *analysis) makeKey() {
	p := a.p
	var word byte
	n := 0
	key := a.memo.key[:0]
	put := func(bit bool) {
		word <<= 1
		if bit {
			word |= 1
		}
		if n++; n%8 == 0 {
			key = append(key, word)
		}
	}
	put(a.threw)
	for i := range p.Writes {
		put(a.run.Completed(p.Writes[i].At) > 0)
	}
	for i := range a.calls {
		c := &a.calls[i]
		put(c.count > 0)
		switch {
		case c.site.special == arraycopy:
			for _, slot := range []int{c.site.basic, c.site.refs} {
				put(slot >= 0 && a.f.values.Slots[slot] > 0)
			}
		case c.site.special == ordinary:
			put(c.foreign)
			put(c.foreign && a.isGlobal(c))
		}
	}
	for _, e := range p.Returns {
		put(a.run.Instruction(e.At) > 0)
	}
	for _, e := range p.Throws {
		put(a.run.Instruction(e.At) > 0)
	}
	key = append(key, word)
	for i := range a.f.children {
		r := &a.f.children[i]
		key = binary.AppendUvarint(key, uint64(r.method))
		key = binary.AppendUvarint(key, uint64(r.site))
		key = binary.AppendUvarint(key, uint64(r.shape))
	}
	a.memo.key = key
}

// ways returns the ways in which writes of the current node, or of a child, escape. It calls compute only if they are
// not known.
func (a *analysis) ways(compute func() mask) mask {
	c := &a.memo
	if c.known != nil {
		c.asked++
		return c.known.masks[c.asked-1]
	}
	m := compute()
	c.masks = append(c.masks, m)
	return m
}

// repeat does the work of export if the node is known, and reports whether it is.
func (a *analysis) repeat(r *result) bool {
	k := a.memo.known
	if k == nil {
		return false
	}
	r.returns, r.throws, r.shape = k.returns, k.throws, k.shape
	r.reach = append(r.reach, k.reach...)
	return true
}

// keep numbers the shape of the result of a node that is computed, and keeps what is known of the node now.
func (a *analysis) keep(r *result) {
	c := &a.memo
	if a.p != nil && c.known != nil {
		return
	}
	r.shape = c.shapeOf(r)
	if a.p == nil || !c.keeps {
		return
	}
	c.number++
	a.p.known[string(c.key)] = &known{append([]mask(nil), c.masks...), r.returns, r.throws,
		append([]reach(nil), r.reach...), r.shape}
}

// shapeOf returns the number of all that a result has but counts. Results of equal numbers are alike to the parent.
func (c *memo) shapeOf(r *result) int32 {
	key := binary.LittleEndian.AppendUint64(c.key[len(c.key):], uint64(r.returns))
	key = binary.LittleEndian.AppendUint64(key, uint64(r.throws))
	key = binary.AppendUvarint(key, uint64(len(r.reach)))
	for _, e := range r.reach {
		key = binary.LittleEndian.AppendUint64(binary.AppendVarint(key, int64(e.operand)), uint64(e.to))
	}
	for _, rec := range r.records {
		key = binary.LittleEndian.AppendUint64(binary.AppendUvarint(key, uint64(rec.of)), uint64(rec.mask))
	}
	n, ok := c.shapes[string(key)]
	if !ok {
		n = int32(len(c.shapes))
		c.shapes[string(key)] = n
	}
	return n
}
