package contexts

import (
	"math"

	"jprof/internal/flow"
	"jprof/internal/recordfile"
)

// stack is the instrumented frames of threads that had not ended when their JVM wrote its file, from the root.
type stack struct {
	root   string
	frames []frame
	times  uint64
}

// frame is an activation: where it stood, and what it called.
type frame struct {
	method                    int32 // of the file
	line                      int   // 0 if unknown
	calledClass, calledMethod string
}

// readStack reads a record of a stack.
func readStack(d *recordfile.Decoder, t *tables) (stack, error) {
	s := stack{root: d.String(), times: d.Uvarint(math.MaxUint64)}
	for d.Len() > 0 {
		fr := frame{int32(d.Uvarint(maxIDs)), int(d.Uvarint(math.MaxInt32)) - 1, d.String(), d.String()}
		if d.Err() == nil && t.method(fr.method) == nil {
			d.Fail("a frame of an unknown method")
		}
		if d.Err() != nil {
			break
		}
		s.frames = append(s.frames, fr)
	}
	return s, d.Close()
}

// stop turns the activations of a stack into cuts: each ended at the instruction where it stood, as if an exception had
// left it there. It returns how many have no known place.
func (f *jvmFile) stop(s stack) (unknown uint64) {
	p := f.Profile
	node, ok := p.rootIDs[Root{Step: f.step, Name: s.root}]
	if !ok {
		return s.times
	}
	beyond, hasBeyond := p.rootIDs[Root{Step: f.step, Beyond: true}]
	site := uint32(0)
	for _, fr := range s.frames {
		for int(fr.method) >= len(f.add.methods) {
			f.add.methods = append(f.add.methods, -1)
		}
		method := f.add.method(fr.method)
		next := f.below(node, method, site)
		if next < 0 && hasBeyond {
			next = f.below(beyond, method, 0)
		}
		at := f.instruction(fr)
		site = 0
		if next < 0 || at < 0 {
			unknown = add(unknown, s.times)
		} else {
			p.addCut(next, Cut{uint32(at), s.times})
			p.head.Stopped = add(p.head.Stopped, s.times)
			if f.about.Sites.Has(Sites) {
				site = uint32(at) + 1
			}
		}
		if next >= 0 {
			node = next
		}
	}
	return unknown
}

// below is the node of a method that a node has called, -1 if there is none. With folded recursion it may be a node
// above.
func (f *jvmFile) below(node, method int32, site uint32) int32 {
	p := f.Profile
	if n := p.nodes.Find(node, method, site); n >= 0 {
		return n
	}
	if f.about.Recursion.Has(Folded) {
		for n := node; n >= 0; n = p.nodes.Parent[n] {
			if p.nodes.Label[n] == method {
				return n
			}
		}
	}
	return -1
}

// instruction is where a frame stood, -1 if the code of its method is not known.
func (f *jvmFile) instruction(fr frame) int {
	m := f.tables.method(fr.method)
	_, class := f.content(f.classOf(fr.method))
	if class == nil {
		return -1
	}
	method := class.file.Method(m.Name, m.Descriptor)
	if method == nil {
		return -1
	}
	code, err := method.Decode()
	if err != nil || code == nil {
		return -1
	}
	at, _ := flow.Stopped(method, code, fr.line, fr.calledClass, fr.calledMethod)
	return at
}
