package counts

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/java/decl"
)

// Frame is a method that was still running when its JVM ended, because System.exit was called in it, or because its
// thread is a daemon. The code after its place was not reached, as after an exception without a handler. The frame is
// counted like such an exception: Collect adds Times to the counter of the point (probe.Point) that contains the place.
// A frame outside of all points changes nothing, because no formula depends on it.
//
// Threads of the program go on while the frames are taken and the counters are read one after the other. An execution
// during this time may be counted in one counter and not in the next.
type Frame struct {
	Class, Method             string // binary name, name; of lambdas, the name starts with "lambda$"
	Line                      int32  // below 1 if the class file has no lines
	CalledClass, CalledMethod string // the next inner frame; "" in the innermost, or "" and Monitor
	Times                     uint32 // number of equal frames, of all threads
}

// Monitor is the CalledMethod of a frame that waits for a monitor, to enter a synchronized statement
// or method.
const Monitor = "synchronized"

// String returns the text for the frame in messages.
func (fr Frame) String() string {
	return fmt.Sprintf("%s.%s (line %d)", fr.Class, fr.Method, fr.Line)
}

// place is the class of a frame, as a type in the maps.
type place struct {
	pkg  *probe.Package
	file *probe.File
	typ  int32 // index in file.Types
}

// frames finds the counters for the frames of a count file whose packages are in used.
func (c *collector) frames(path string, f *File, used map[probe.ID]bool) (stopped []Stopped) {
	const consequence = "the code after it is counted as executed"
	if f.FramesMissing && len(used) > 0 {
		c.problem("%s: the JVM did not report which methods were still running when it ended: %s", path, consequence)
	}
	list := f.Frames
	if f.FramesHashed {
		list = c.unhash(list, used)
	}
	for _, fr := range list {
		var at []place
		var points []probe.Point // the point of each place in at
		lineless, sure := false, true
		places := c.places(fr.Class, used)
		for _, p := range places {
			if fr.Line < 1 {
				inMethod := func(pt probe.Point) bool { return p.inMethod(fr, pt) }
				lineless = lineless || slices.ContainsFunc(p.file.Points, inMethod)
			} else if point, one, found := p.point(fr, c.source(p.file)); found {
				at, points, sure = append(at, p), append(points, point), one
			}
		}
		switch {
		case len(places) == 0 && c.isUnknown(fr, used):
			c.problem("%s: %v was still running, and no map has this class: %s", path, fr, consequence)
		case lineless:
			c.problem("%s: %v was still running, and its class file has no line numbers (javac -g:none): %s",
				path, fr, consequence)
		case len(points) > 1:
			c.problem("%s: %v was still running, and there are several such classes (in %s and %s): %s",
				path, fr, at[0].file.Path, at[1].file.Path, consequence)
		case len(points) == 1:
			if !sure {
				c.problem("%s: %v was still running, at one of several places in the line: the first is assumed",
					path, fr)
			}
			stopped = append(stopped, Stopped{at[0].pkg.ID, at[0].file.Base + points[0].Counter, uint64(fr.Times)})
		}
	}
	return stopped
}

// types returns the types of all maps by their binary names.
func (c *collector) types() map[string][]place {
	if c.byName != nil {
		return c.byName
	}
	c.byName = map[string][]place{}
	seen := map[probe.ID]bool{}
	for _, set := range c.maps {
		for _, p := range set.Packages {
			if seen[p.ID] {
				continue // the same sources, compiled twice
			}
			seen[p.ID] = true
			for _, f := range p.Files {
				for i, t := range f.Types {
					name := decl.Qualified(p.Name, t.Name)
					c.byName[name] = append(c.byName[name], place{p, f, int32(i)})
				}
			}
		}
	}
	return c.byName
}

// places finds a class in the packages with IDs in used.
func (c *collector) places(class string, used map[probe.ID]bool) []place {
	var list []place
	for _, p := range c.types()[class] {
		if used[p.pkg.ID] {
			list = append(list, p)
		}
	}
	return list
}

// isUnknown reports whether the source of a frame is measured, but the maps lack the class of the frame. In this case
// the maps have an enclosing class with points on the line of the frame.
func (c *collector) isUnknown(fr Frame, used map[probe.ID]bool) bool {
	for name := fr.Class; ; {
		end := strings.LastIndexByte(name, '$')
		if end <= strings.LastIndexByte(name, '.')+1 {
			return false
		}
		name = name[:end]
		if places := c.places(name, used); len(places) > 0 {
			return slices.ContainsFunc(places[0].file.Points, func(pt probe.Point) bool { return onLine(pt, fr.Line) })
		}
	}
}

// point finds the point that contains the place of a frame with a line. sure is false if other points are possible.
func (p place) point(fr Frame, src []byte) (point probe.Point, sure, found bool) {
	if fr.CalledClass == "" && fr.CalledMethod == Monitor {
		offset, ok := p.monitor(fr)
		if !ok {
			return probe.Point{}, true, false // it has not entered its method
		}
		i := innermost(p.file.Points, offset)
		if i < 0 {
			return probe.Point{}, true, false
		}
		return p.file.Points[i], true, true
	}
	var points []probe.Point // that hold a part of the line, in the order of probe.File
	for _, pt := range p.file.Points {
		if onLine(pt, fr.Line) && p.inMethod(fr, pt) {
			points = append(points, pt)
		}
	}
	if len(points) == 0 {
		point, found = p.loop(fr)
		return point, true, found
	}
	// A point that starts before the line and ends after it holds all of it.
	last := points[len(points)-1]
	if int64(last.Span.Start.Line) < int64(fr.Line) && int64(fr.Line) < int64(last.Span.End.Line) {
		return last, true, true
	}
	offsets := p.calls(fr, src)
	if len(offsets) == 0 {
		return firstOn(points, uint32(fr.Line)), true, true
	}
	first := innermost(points, offsets[0])
	sure = !slices.ContainsFunc(offsets[1:], func(o uint32) bool { return innermost(points, o) != first })
	if first < 0 {
		return probe.Point{}, sure, false
	}
	return points[first], sure, true
}

// monitor returns the place of the synchronized statement whose monitor a frame waits for. The JVM reports the line of
// the first statement in it. ok is false if the frame waits to enter a synchronized method instead.
func (p place) monitor(fr Frame) (offset uint32, ok bool) {
	exact := false
	for i, b := range p.file.Blocks {
		if b.Kind != probe.SyncBlock || !p.holds(fr, b.Span.Start.Offset, int32(i)) {
			continue
		}
		first := b.Span.End.Line // of an empty block
		if r := slices.IndexFunc(p.file.Regions, func(r probe.Region) bool { return r.Block == int32(i) }); r >= 0 {
			first = p.file.Regions[r].Span.Start.Line
		}
		if line := uint32(fr.Line); line == first || !exact && b.Span.Start.Line <= line && line <= first {
			// The brace belongs to the block, the text before it to the statement.
			offset, ok, exact = max(b.Span.Start.Offset, 1)-1, true, line == first
		}
	}
	return offset, ok
}

// loop finds the point of the header of the loop that a frame is in. The statement of the frame throws nothing, so it
// has no point of its own, and the frame has called nothing but counters.
func (p place) loop(fr Frame) (probe.Point, bool) {
	if fr.CalledMethod != "" && !probe.IsHelper(fr.CalledClass) {
		return probe.Point{}, false
	}
	line := uint32(fr.Line)
	for i, b := range slices.Backward(p.file.Blocks) {
		if b.Kind != probe.LoopBlock || line < b.Span.Start.Line || line > b.Span.End.Line ||
			!p.holds(fr, b.Span.Start.Offset, int32(i)) {
			continue
		}
		at := innermost(p.file.Points, max(b.Span.Start.Offset, 1)-1)
		if at >= 0 && p.file.Points[at].Block == b.Parent {
			return p.file.Points[at], true
		}
		break
	}
	return probe.Point{}, false
}

// firstOn returns the point of a frame whose call is not found in the source. It is the first point that starts on the
// line, or else an earlier one that ends on the line. points has the points on the line, and is not empty. Most lines
// have only one.
func firstOn(points []probe.Point, line uint32) probe.Point {
	i := slices.IndexFunc(points, func(pt probe.Point) bool { return pt.Span.Start.Line == line })
	switch {
	case i < 0:
		return points[len(points)-1]
	case i > 0 && points[i-1].Span.End.Offset <= points[i].Span.Start.Offset:
		return points[i-1]
	}
	return points[i]
}

// innermost returns the index of the last point that contains a place, -1 for none. Points are in the order of
// probe.File.
func innermost(points []probe.Point, offset uint32) int {
	for i, pt := range slices.Backward(points) {
		if pt.Span.Start.Offset <= offset && offset < pt.Span.End.Offset {
			return i
		}
	}
	return -1
}

// onLine reports whether a point contains a part of a line.
func onLine(pt probe.Point, line int32) bool {
	return int64(pt.Span.Start.Line) <= int64(line) && int64(line) <= int64(pt.Span.End.Line)
}

// inMethod reports whether a point may be in the method of the frame.
func (p place) inMethod(fr Frame, pt probe.Point) bool {
	return p.holds(fr, pt.Span.Start.Offset, pt.Block)
}

// holds reports whether javac may have compiled a place in a block to code of the method of the frame. It does not
// distinguish overloaded methods, nor lambdas.
func (p place) holds(fr Frame, offset uint32, block int32) bool {
	if p.typeAt(offset) != p.typ {
		return false
	}
	inLambda := false
	for b := block; b >= 0; b = p.file.Blocks[b].Parent {
		if kind := p.file.Blocks[b].Kind; kind == probe.LambdaBlock || kind == probe.BodyBlock {
			inLambda = kind == probe.LambdaBlock
			break
		}
	}
	if strings.HasPrefix(fr.Method, "lambda$") && inLambda {
		return true
	}
	method := ""
	if block >= 0 && p.file.Blocks[block].Method >= 0 {
		method = p.file.Methods[p.file.Blocks[block].Method].Name
	}
	return !inLambda && (method == fr.Method || method == "{}" && fr.Method == "<init>")
}

// typeAt returns the index of the innermost type around a place, -1 for none.
func (p place) typeAt(offset uint32) int32 {
	for i, t := range slices.Backward(p.file.Types) {
		if t.Span.Start.Offset <= offset && offset < t.Span.End.Offset {
			return int32(i)
		}
	}
	return -1
}

// blockAt returns the index of the innermost block around a place, -1 for none.
func (p place) blockAt(offset uint32) int32 {
	// Blocks are nested. So the block that starts last before the place is the innermost block around it, or is inside
	// that block.
	i, _ := slices.BinarySearchFunc(p.file.Blocks, offset+1, func(b probe.Block, o uint32) int {
		return cmp.Compare(b.Span.Start.Offset, o)
	})
	b := int32(i - 1)
	for b >= 0 && p.file.Blocks[b].Span.End.Offset <= offset {
		b = p.file.Blocks[b].Parent
	}
	return b
}
