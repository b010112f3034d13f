package contexts

import (
	"fmt"
	"math"

	"jprof/internal/format/recordfile"
)

// Limits, far above what real programs need: a damaged file cannot claim the memory of the machine.
const (
	maxIDs   = 1 << 22 // of methods and of classes of a file
	maxDepth = math.MaxInt32 - 1
)

// fileClass is an entry of a class in a file.
type fileClass struct {
	Class
	place byte
	ref   uint64
}

// fileMethod is an entry of a method in a file. Its class is an ID of the file.
type fileMethod struct {
	Method
	points []uint32 // in the file of a JVM: the instruction of each point. Points are numbered from 1
}

// tables holds the classes and methods of a file, by ID: nil for an unknown one. A damaged file may skip millions.
type tables struct {
	base    *tables // those of the instrumented JDK, for IDs that the file itself does not define; or nil
	merged  bool
	classes []*fileClass
	methods []*fileMethod
}

// set puts v at an ID of a list. It returns false if there is an element already.
func set[T any](list *[]*T, id uint64, v *T) bool {
	if missing := int(id) + 1 - len(*list); missing > 0 {
		*list = append(*list, make([]*T, missing)...)
	}
	if (*list)[id] != nil {
		return false
	}
	(*list)[id] = v
	return true
}

// readClasses reads a record of classes.
func (t *tables) readClasses(d *recordfile.Decoder) error {
	for d.Len() > 0 {
		id := d.Uvarint(maxIDs)
		c := &fileClass{place: d.Uint8()}
		switch {
		case c.place == bySHA:
			copy(c.SHA[:], d.Raw(len(c.SHA)))
		case !t.merged && c.place <= inClasses:
			c.ref = d.Uvarint(math.MaxInt32)
		case t.merged && c.place == nowhere:
		default:
			d.Fail("a class is in an unknown place")
		}
		c.Loader = Loader(d.Uint8())
		if c.Loader > Other {
			d.Fail("an unknown class loader")
		}
		c.Name, c.Source = d.String(), d.String()
		if d.Err() == nil && !set(&t.classes, id, c) {
			d.Fail("a class is there twice")
		}
		if d.Err() != nil {
			break
		}
	}
	return d.Close()
}

// readMethods reads a record of methods.
func (t *tables) readMethods(d *recordfile.Decoder) error {
	for d.Len() > 0 {
		id := d.Uvarint(maxIDs)
		m := &fileMethod{}
		m.Class = int32(d.Uvarint(maxIDs))
		m.Access = uint16(d.Uvarint(math.MaxUint16))
		m.Name, m.Descriptor = d.String(), d.String()
		m.Line = int32(d.Uvarint(math.MaxInt32))
		for range d.Count(3) {
			s := Slot{SlotKind(d.Uvarint(SlotKinds - 1)), uint32(d.Uvarint(math.MaxUint16)),
				uint32(d.Uvarint(math.MaxUint16))}
			m.Slots = append(m.Slots, s)
		}
		for range d.Count(1) {
			m.points = append(m.points, uint32(d.Uvarint(math.MaxUint16)))
		}
		if t.merged {
			copy(m.Code[:], d.Raw(len(m.Code)))
		}
		if d.Err() == nil && t.class(m.Class) == nil {
			d.Fail("a method of an unknown class")
		}
		if d.Err() == nil && !set(&t.methods, id, m) {
			d.Fail("a method is there twice")
		}
		if d.Err() != nil {
			break
		}
	}
	return d.Close()
}

// method returns the entry of a method, nil for an unknown ID.
func (t *tables) method(id int32) *fileMethod {
	if int(id) < len(t.methods) && t.methods[id] != nil {
		return t.methods[id]
	}
	if t.base != nil {
		return t.base.method(id)
	}
	return nil
}

// class returns the entry of a class, nil for an unknown ID.
func (t *tables) class(id int32) *fileClass {
	if int(id) < len(t.classes) && t.classes[id] != nil {
		return t.classes[id]
	}
	if t.base != nil {
		return t.base.class(id)
	}
	return nil
}

// treeReader reads records of trees.
type treeReader struct {
	*tables
	root   Root
	begun  bool
	depth  int
	n      Node
	visit  Visitor
	ranked bool    // siblings must be in order, because the file is merged
	last   []place // the last node at each depth of the path
}

// A place orders a node among its siblings.
type place struct {
	method int32
	site   uint32
}

// read reads a record of a tree of a step. Its kind has been read. Methods of nodes are IDs of the file. It returns
// errors of the visitor unchanged.
func (t *treeReader) read(d *recordfile.Decoder, step string) error {
	flags := d.Uint8()
	if flags&^uint8(treeContinued|treeBeyond) != 0 || flags&treeBeyond != 0 && !t.merged {
		d.Fail("unknown flags of a tree")
	}
	root := Root{step, d.String(), flags&treeBeyond != 0}
	depth := int(d.Uvarint(maxDepth))
	if err := d.Err(); err != nil {
		return err
	}
	if flags&treeContinued != 0 {
		if !t.begun || root != t.root || depth != t.depth {
			d.Fail("a part of a tree whose beginning is missing")
			return d.Err()
		}
	} else {
		if depth != 0 || t.ranked && t.begun && compareRoots(t.root, root) >= 0 {
			d.Fail("a tree out of order")
			return d.Err()
		}
		t.root, t.depth, t.begun, t.last = root, 0, true, t.last[:0]
		if err := t.visit.Root(root); err != nil {
			return err
		}
	}
	for d.Len() > 0 {
		t.node(d)
		if err := d.Err(); err != nil {
			t.begun = false // the nodes that follow belong to a tree with a gap
			return err
		}
		if err := t.visit.Node(&t.n); err != nil {
			return err
		}
	}
	return d.Close()
}

// node reads a node into t.n.
func (t *treeReader) node(d *recordfile.Decoder) {
	n := &t.n
	change := d.Varint()
	if change > 1 || change < int64(1-t.depth) || t.depth == maxDepth {
		d.Fail("a node of a wrong depth")
		return
	}
	t.depth += int(change)
	n.Depth = t.depth
	n.Method = int32(d.Uvarint(maxIDs))
	n.Site = uint32(d.Uvarint(math.MaxUint16 + 1))
	t.numbers(d, n)
	if t.ranked {
		t.inOrder(d)
	}
}

// numbers reads the numbers of a node.
func (t *tables) numbers(d *recordfile.Decoder, n *Node) {
	m := t.method(n.Method)
	if m == nil {
		d.Fail("a node of an unknown method")
		return
	}
	n.Calls = d.Uvarint(math.MaxUint64)
	n.Slots = slots(d, n.Slots[:0], len(m.Slots))
	n.Cuts = t.cuts(d, n.Cuts[:0], m)
	n.Made = n.Made[:0]
	for range d.Count(5) {
		n.Made = append(n.Made, Made{uint32(d.Uvarint(math.MaxUint16)), d.String(), d.Uvarint(math.MaxUint64),
			d.Uvarint(math.MaxUint64), d.Uvarint(math.MaxUint64)})
	}
}

// inOrder checks that the node comes after its previous sibling.
func (t *treeReader) inOrder(d *recordfile.Decoder) {
	now := place{t.n.Method, t.n.Site}
	if len(t.last) >= t.depth {
		before := t.last[t.depth-1]
		if before.method > now.method || before.method == now.method && before.site >= now.site {
			d.Fail("nodes out of order")
		}
		t.last = t.last[:t.depth-1]
	}
	t.last = append(t.last, now)
}

// slots reads n numbers. After a 0, the file has the number of zeros that follow it.
func slots(d *recordfile.Decoder, list []uint64, n int) []uint64 {
	for len(list) < n {
		v := d.Uvarint(math.MaxUint64)
		list = append(list, v)
		if v == 0 {
			for range d.Uvarint(uint64(n - len(list))) {
				list = append(list, 0)
			}
		}
		if d.Err() != nil {
			break
		}
	}
	return list
}

// cuts reads cuts. In the file of a JVM, cuts refer to points; in a merged file, to instructions.
func (t *tables) cuts(d *recordfile.Decoder, list []Cut, m *fileMethod) []Cut {
	for range d.Count(2) {
		at, count := d.Uvarint(math.MaxUint16), d.Uvarint(math.MaxUint64)
		if !t.merged {
			if at == 0 || at > uint64(len(m.points)) {
				d.Fail("a cut at an unknown point")
				return list
			}
			at = uint64(m.points[at-1])
		}
		list = append(list, Cut{uint32(at), count})
	}
	return list
}

// readLosses reads a record of losses.
func readLosses(d *recordfile.Decoder) ([]Loss, error) {
	var list []Loss
	for d.Len() > 0 {
		list = append(list, Loss{d.String(), d.String(), d.String()})
	}
	return list, d.Close()
}

// readAgents reads a record of problems of agents.
func readAgents(d *recordfile.Decoder) ([]Agent, error) {
	var list []Agent
	for d.Len() > 0 {
		list = append(list, Agent{d.String(), d.String()})
	}
	return list, d.Close()
}

// unknownKind returns the error for a record of a kind that this version does not know.
func unknownKind(d *recordfile.Decoder, kind byte) error {
	d.Fail(fmt.Sprintf("a record of the unknown kind %d", kind))
	return d.Err()
}
