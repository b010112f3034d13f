package contexts

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"jprof/internal/util/trie"
)

// Profile holds merged trees in memory, and can take more. Its nodes are stored in columns, in the order in which they
// were added, so that a parent comes before its children.
type Profile struct {
	head    Header
	known   map[methodKey]int32
	classes map[Class]int32
	jvms    map[JVM]bool
	losses  map[Loss]bool
	agents  map[Agent]bool
	roots   []Root
	rootIDs map[Root]int32 // the node of each root

	nodes  trie.Trie // the label is an index in head.Methods, -1-i for roots[i]; the extra number is the site
	calls  []uint64
	slotAt []uint32 // by node, the index of its first slot
	slots  slab
	cuts   map[uint64]uint64 // by node and instruction
	made   map[madeKey]madeSum
}

// methodKey identifies a method in a profile.
type methodKey struct {
	class, name, descriptor string
	code                    CodeID
}

type madeKey struct {
	node        int32
	instruction uint32
	class       string
}

type madeSum struct{ objects, arrays, elements uint64 }

// NewProfile returns a profile without trees.
func NewProfile() *Profile {
	return &Profile{known: map[methodKey]int32{}, classes: map[Class]int32{}, jvms: map[JVM]bool{},
		losses: map[Loss]bool{}, agents: map[Agent]bool{}, rootIDs: map[Root]int32{}, cuts: map[uint64]uint64{},
		made: map[madeKey]madeSum{}}
}

// reserve makes room for more nodes if the profile is empty. In other cases the number of new nodes is not known,
// because both profiles have many nodes in common.
func (p *Profile) reserve(nodes int) {
	if p.nodes.Len() > 0 {
		return
	}
	p.nodes.Reserve(nodes)
	p.calls = slices.Grow(p.calls, nodes)
	p.slotAt = slices.Grow(p.slotAt, nodes)
}

// addMethod returns the index of a method of a class, adding the method if missing. Equal methods have one index, even
// if they come from several class files and loaders. The profile keeps the first of these classes in the order of
// compareClasses, so that the order of merging does not matter.
func (p *Profile) addMethod(c Class, m Method) int32 {
	key := methodKey{c.Name, m.Name, m.Descriptor, m.Code}
	id, ok := p.known[key]
	if !ok {
		id = int32(len(p.head.Methods))
		p.known[key] = id
		m.Class = p.addClass(c)
		p.head.Methods = append(p.head.Methods, m)
		return id
	}
	if old := &p.head.Methods[id]; compareClasses(c, p.head.Classes[old.Class]) < 0 {
		m.Class = p.addClass(c)
		*old = m
	}
	return id
}

// addClass returns the index of a class, adding it if missing.
func (p *Profile) addClass(c Class) int32 {
	id, ok := p.classes[c]
	if !ok {
		id = int32(len(p.head.Classes))
		p.classes[c] = id
		p.head.Classes = append(p.head.Classes, c)
	}
	return id
}

// compareClasses compares classes by their order in files.
func compareClasses(a, b Class) int {
	return cmp.Or(strings.Compare(a.Name, b.Name), bytes.Compare(a.SHA[:], b.SHA[:]), cmp.Compare(a.Loader, b.Loader),
		strings.Compare(a.Source, b.Source))
}

// root returns the node of a root, adding it if missing.
func (p *Profile) root(r Root) (int32, error) {
	if node, ok := p.rootIDs[r]; ok {
		return node, nil
	}
	if err := p.checkRoom(0); err != nil {
		return 0, err
	}
	p.roots = append(p.roots, r)
	node := p.nodes.Add(-1, int32(-len(p.roots)), 0)
	p.rootIDs[r] = node
	p.newNode(0)
	return node, nil
}

// child returns the node of a method below another node, adding it if missing.
func (p *Profile) child(parent, method int32, site uint32) (int32, error) {
	slots := len(p.head.Methods[method].Slots)
	if err := p.checkRoom(slots); err != nil {
		return 0, err
	}
	node := p.nodes.Child(parent, method, site)
	if int(node) == len(p.calls) {
		p.newNode(slots)
	}
	return node, nil
}

// checkRoom returns an error if there is no room for another node with this number of slots.
func (p *Profile) checkRoom(slots int) error {
	if len(p.calls) == math.MaxInt32 || p.slots.n+slots > math.MaxUint32 {
		return fmt.Errorf("contexts: more than %d nodes or %d slots: merge fewer runs, or use a lower limit",
			math.MaxInt32, uint32(math.MaxUint32))
	}
	return nil
}

// newNode adds the columns of a node.
func (p *Profile) newNode(slots int) {
	p.calls = append(p.calls, 0)
	p.slotAt = append(p.slotAt, uint32(p.slots.n))
	p.slots.grow(slots)
}

// addTo adds the numbers of a context to a node of the same method.
func (p *Profile) addTo(node int32, n *Node) {
	p.calls[node] = add(p.calls[node], n.Calls)
	at := int(p.slotAt[node])
	for i, v := range n.Slots {
		if v != 0 {
			s := p.slots.at(at + i)
			*s = add(*s, v)
		}
	}
	for _, c := range n.Cuts {
		p.addCut(node, c)
	}
	for _, m := range n.Made {
		key := madeKey{node, m.Instruction, m.Class}
		sum := p.made[key]
		p.made[key] = madeSum{add(sum.objects, m.Objects), add(sum.arrays, m.Arrays), add(sum.elements, m.Elements)}
	}
}

func (p *Profile) addCut(node int32, c Cut) {
	key := uint64(node)<<32 | uint64(c.Instruction)
	p.cuts[key] = add(p.cuts[key], c.Count)
}

// add returns a + b, or the largest number if the sum is larger.
func add(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}

// compareRoots compares roots by step, then by name. In each step, the root of calls beyond the limit is last.
func compareRoots(a, b Root) int {
	return cmp.Or(strings.Compare(a.Step, b.Step), cmp.Compare(number(a.Beyond), number(b.Beyond)),
		strings.Compare(a.Name, b.Name))
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}
