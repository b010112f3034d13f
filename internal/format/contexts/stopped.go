package contexts

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"jprof/internal/format/recordfile"
	"jprof/internal/java/classfile"
	"jprof/internal/java/flow"
)

// stack is the stack of one or more threads that had not ended when their JVM wrote its file.
type stack struct {
	root   string
	times  uint64
	path   []step  // contexts from the root to the current one; none if it is not known
	ahead  int32   // the method that the thread was about to enter, with the call not counted yet; -1 if none
	frames []frame // the outermost first; also those of methods without contexts
}

// step is a context on a path.
type step struct {
	id   int32  // of the method in the file
	site uint32 // of the call, 0 if sites are not recorded
}

// A frame is an activation, with the line at which it was.
type frame struct {
	class, method string
	line          int // 0 if unknown
}

// readStack reads a record of a stack.
func readStack(d *recordfile.Decoder, t *tables) (stack, error) {
	s := stack{root: d.String(), times: d.Uvarint(math.MaxUint64)}
	known := func(id int32) int32 {
		if d.Err() == nil && id >= 0 && t.method(id) == nil {
			d.Fail("a path with an unknown method")
		}
		return id
	}
	for range d.Count(1) {
		s.path = append(s.path, step{known(int32(d.Uvarint(maxIDs))), uint32(d.Uvarint(math.MaxUint32))})
	}
	s.ahead = known(int32(d.Uvarint(maxIDs+1)) - 1)
	for d.Len() > 0 {
		s.frames = append(s.frames, frame{d.String(), d.String(), int(d.Uvarint(math.MaxInt32)) - 1})
	}
	return s, d.Close()
}

// activation is a frame with its method.
type activation struct {
	frame
	step       // the ID is -1 if the path does not have it
	ahead bool // its call was not counted; it only identifies the call in the activation before it
}

// maxApart limits the number of threads of one stack that are matched one by one.
const maxApart = 1000

// maxHidden limits the number of successive contexts on a path that have no frame: stack traces omit hidden methods.
const maxHidden = 8

// ownFrames is a prefix of the names of the agent's classes that instrumented methods call.
const ownFrames = "java.lang.Jprof"

// counted returns the frames of a stack. It omits the frames of the agent at the end, and the frame of the method
// ahead. Traces lack that frame if the method is hidden.
func (s stack) counted(ahead frame) []frame {
	last := len(s.frames) - 1
	for last >= 0 && strings.HasPrefix(s.frames[last].class, ownFrames) {
		last--
	}
	if last >= 0 && s.frames[last].class == ahead.class && s.frames[last].method == ahead.method {
		last--
	}
	return s.frames[:last+1]
}

// activations returns the frames of a stack with the methods of its path. without is the number of contexts that have
// no frame, because the JVM cuts long traces.
func (f *jvmFile) activations(s stack) (list []activation, without int) {
	path := s.path
	of := func(id int32) frame { return frame{f.classOf(id).Name, f.tables.method(id).Name, 0} }
	frames := s.frames
	if s.ahead >= 0 {
		frames = s.counted(of(s.ahead))
	}
	for _, fr := range frames {
		for k := range min(len(path), maxHidden) {
			if method := of(path[k].id); method.class != fr.class || method.method != fr.method {
				continue
			}
			for _, step := range path[:k] {
				list = append(list, activation{of(step.id), step, false})
			}
			list = append(list, activation{fr, path[k], false})
			path = path[k+1:]
			fr.class = ""
			break
		}
		if fr.class != "" { // a method without contexts, or one after the end of the path
			list = append(list, activation{fr, step{id: -1}, false})
		}
	}
	without = len(path)
	if s.ahead >= 0 {
		list = append(list, activation{of(s.ahead), step{id: s.ahead}, true})
	}
	return list, without
}

// stopAll turns all stacks into cuts. It returns the number of activations whose place is not known.
func (f *jvmFile) stopAll() (unknown uint64) {
	// Stacks with known paths come first, because only one place fits them. The others get what is left.
	slices.SortStableFunc(f.stopped, func(a, b stack) int { return cmp.Compare(len(b.path), len(a.path)) })
	for _, s := range f.stopped {
		times := uint64(1)
		// Some of these threads may be in contexts, others beyond the limit.
		if len(s.path) == 0 && f.beyond() >= 0 && s.times <= maxApart {
			times, s.times = s.times, 1
		}
		for range times {
			unknown = add(unknown, f.stop(s))
		}
	}
	return unknown
}

// stop turns the activations of a stack into cuts. Each activation ended at its current instruction, as if an exception
// had left the method there. The result is the number of activations whose place is not known.
func (f *jvmFile) stop(s stack) (unknown uint64) {
	p := f.Profile
	node, ok := p.rootIDs[Root{Step: f.step, Name: s.root}]
	if !ok || !f.owns(node) {
		node = -1 // all calls of the thread are beyond the limit
		if f.beyond() < 0 {
			return 0 // the thread has recorded nothing
		}
	}
	list, without := f.activations(s)
	for range without {
		unknown = add(unknown, s.times)
	}
	onPath := len(s.path) - without
	site, caller := uint32(0), int32(-1)
	if f.about.Sites.Has(Sites) {
		site = 1 // the value that the agent writes for methods without a caller
	}
	for i, a := range list {
		if a.ahead {
			break
		}
		candidates := []int32{a.id}
		if a.id < 0 {
			if onPath > 0 {
				continue // a method without contexts, between others
			}
			candidates = f.withLine(f.named[a.class+"."+a.method], a.line)
		} else {
			onPath--
			if a.site > 0 {
				site, caller = a.site, -1
			}
		}
		id, next := f.below(node, candidates, site, caller)
		if next < 0 {
			if a.id >= 0 {
				unknown = add(unknown, s.times)
			}
			continue
		}
		var called frame
		if i+1 < len(list) {
			called = list[i+1].frame
		}
		at, exact := f.instruction(id, a.line, called)
		if s := calledAt(list[i+1:]); at >= 0 && s > 0 && s <= f.instructions(id) {
			at, exact = int(s)-1, true
		}
		if a.id < 0 && at >= 0 && !f.open(id, next, at, s.times) {
			if other, node := f.belowLimit(candidates); node >= 0 {
				id, next = other, node
				at, exact = f.instruction(id, a.line, called)
			}
		}
		node, site, caller = next, 0, -1
		if at < 0 {
			unknown = add(unknown, s.times)
			continue
		}
		p.addCut(node, Cut{uint32(at), s.times})
		p.head.Stopped = add(p.head.Stopped, s.times)
		if !exact {
			p.head.Guessed = add(p.head.Guessed, s.times)
		}
		if f.about.Sites.Has(Sites) {
			site, caller = uint32(at)+1, id
		}
	}
	return unknown
}

// calledAt returns the site of the call that an activation is in, 0 if it is not known. inner are the activations
// inside it.
func calledAt(inner []activation) uint32 {
	for _, a := range inner {
		if a.id >= 0 && !a.ahead {
			return a.site
		}
	}
	return 0
}

// withLine returns the methods in the list that have code on a line. Several methods may have the name in a stack
// trace.
func (f *jvmFile) withLine(ids []int32, line int) []int32 {
	if len(ids) < 2 || line <= 0 {
		return ids
	}
	var some []int32
	for _, id := range ids {
		if _, code := f.code(id); code != nil && slices.ContainsFunc(code.Lines, func(l classfile.Line) bool {
			return l.Line == line
		}) {
			some = append(some, id)
		}
	}
	if some == nil {
		return ids
	}
	return some
}

// nameMethods fills named with the methods of the file that have nodes.
func (f *jvmFile) nameMethods() {
	f.named = map[string][]int32{}
	for id, m := range f.add.methods {
		if m >= 0 {
			name := f.classOf(int32(id)).Name + "." + f.tables.method(int32(id)).Name
			f.named[name] = append(f.named[name], int32(id))
		}
	}
}

// below finds the child of a node that belongs to one of the candidates, which are methods of the file. It returns the
// method and the child, or -1 if there is none. With folded recursion, the result may be a node above. Beyond the
// limit, it is a node below the root of such calls. caller is the calling method if its call sites have to be tried,
// else -1.
func (f *jvmFile) below(node int32, candidates []int32, site uint32, caller int32) (id, next int32) {
	p := f.Profile
	for _, id := range candidates {
		if n := p.nodes.Find(node, f.method(id), site); f.owns(n) {
			return id, n
		}
	}
	if caller >= 0 { // the line of the caller may have several calls: try all sites
		for s := range f.instructions(caller) {
			for _, id := range candidates {
				if n := p.nodes.Find(node, f.method(id), s+1); f.owns(n) {
					return id, n
				}
			}
		}
	}
	if f.about.Recursion.Has(Folded) {
		for n := node; n >= 0; n = p.nodes.Parent[n] {
			for _, id := range candidates {
				if p.nodes.Label[n] == f.method(id) {
					return id, n
				}
			}
		}
	}
	return f.belowLimit(candidates)
}

// instructions returns the number of instructions of a method, 0 if its code is not known. Call sites have the numbers
// of their instructions.
func (f *jvmFile) instructions(id int32) uint32 {
	_, code := f.code(id)
	if code == nil {
		return 0
	}
	return uint32(len(code.Instructions))
}

// belowLimit finds the node of calls beyond the limit for one of the methods candidates, -1 if there is none.
func (f *jvmFile) belowLimit(candidates []int32) (id, next int32) {
	if beyond := f.beyond(); beyond >= 0 {
		for _, id := range candidates {
			if n := f.Profile.nodes.Find(beyond, f.method(id), 0); f.owns(n) {
				return id, n
			}
		}
	}
	return -1, -1
}

// open reports whether the other numbers of a node allow that times more of its calls were at the instruction at.
// Threads of one name have one node, and some of them may have called the method beyond the limit.
func (f *jvmFile) open(id, node int32, at int, times uint64) bool {
	p := f.Profile
	formulas := f.formulasOf(id)
	if formulas == nil {
		return true
	}
	v := flow.Values{Calls: p.calls[node], Slots: make([]uint64, len(formulas.Slots)),
		Cuts: []flow.Cut{{Instruction: at, Count: times}}}
	p.slots.copyTo(v.Slots, int(p.slotAt[node]))
	for i := range formulas.Code.Instructions {
		if n := p.cuts[uint64(node)<<32|uint64(i)]; n > 0 {
			v.Cuts = append(v.Cuts, flow.Cut{Instruction: i, Count: n})
		}
	}
	var r flow.Run
	return formulas.Evaluate(&v, &r)
}

// formulasOf returns the formulas of a method of the file, nil if there are none.
func (f *jvmFile) formulasOf(id int32) *flow.Formulas {
	formulas, known := f.formulas[id]
	if !known {
		if _, class := f.content(f.classOf(id)); class != nil {
			formulas, _ = f.tables.method(id).Formulas(class.file, f.about.Blocks)
		}
		f.formulas[id] = formulas
	}
	return formulas
}

// beyond returns the root of the file's calls beyond the limit, -1 if there is none.
func (f *jvmFile) beyond() int32 {
	if node, ok := f.Profile.rootIDs[Root{Step: f.step, Beyond: true}]; ok && f.owns(node) {
		return node
	}
	return -1
}

// method returns the index in the profile of a method of the file.
func (f *jvmFile) method(id int32) int32 {
	for int(id) >= len(f.add.methods) {
		f.add.methods = append(f.add.methods, -1)
	}
	return f.add.method(id)
}

// instruction returns the instruction at which a method has called another one, -1 if its code is not known. exact is
// true if only one instruction is possible.
func (f *jvmFile) instruction(id int32, line int, called frame) (at int, exact bool) {
	method, code := f.code(id)
	if code == nil {
		return -1, false
	}
	return flow.Stopped(method, code, line, called.class, called.method)
}

// code returns a method of the file and its code, nil if it is not known.
func (f *jvmFile) code(id int32) (*classfile.Method, *classfile.Code) {
	m := f.tables.method(id)
	_, class := f.content(f.classOf(id))
	if class == nil {
		return nil, nil
	}
	method := class.file.Method(m.Name, m.Descriptor)
	if method == nil {
		return nil, nil
	}
	code, err := method.Decode()
	if err != nil {
		return nil, nil
	}
	return method, code
}
