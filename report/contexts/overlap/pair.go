package overlap

import (
	"encoding/binary"
	"strings"

	"jprof/internal/format/probe"
	"jprof/report/contexts/cct"
	"jprof/report/pair"
)

// Methods returns a number for each method of two runs, the same for methods that are paired. Methods of the first run
// have their indices. Methods of the project are paired like sources of two versions (report/pair), so that a renamed
// one has the same number. Lambdas, which javac and the JVM number, are paired by their code, or their place and order.
// All others are paired by key.
func Methods(a, b []cct.Method) (numbers [2][]int32) {
	for side, methods := range [][]cct.Method{a, b} {
		numbers[side] = make([]int32, len(methods))
		for i := range numbers[side] {
			numbers[side][i] = -1
		}
	}
	next := int32(len(a))
	for i := range a {
		numbers[0][i] = int32(i)
	}
	p := &pairing{methods: [2][]cct.Method{a, b}, numbers: &numbers, taken: make([]bool, len(a))}
	p.projects()
	p.lambdas()
	p.byKey()
	for i := range b {
		if numbers[1][i] < 0 {
			numbers[1][i] = next
			next++
		}
	}
	return numbers
}

// pairing holds the pairs found so far.
type pairing struct {
	methods [2][]cct.Method
	numbers *[2][]int32
	taken   []bool // methods of the first run that have a partner
}

func (p *pairing) pair(old, new int) {
	p.numbers[1][new] = int32(old)
	p.taken[old] = true
}

// byKey pairs methods with the same key that are not paired yet. If several have one key, because their class files
// differ, they are paired in their order.
func (p *pairing) byKey() {
	old := map[string][]int{}
	for i := range p.methods[0] {
		if !p.taken[i] {
			k := p.methods[0][i].Key()
			old[k] = append(old[k], i)
		}
	}
	for i := range p.methods[1] {
		k := p.methods[1][i].Key()
		if list := old[k]; p.numbers[1][i] < 0 && len(list) > 0 {
			p.pair(list[0], i)
			old[k] = list[1:]
		}
	}
}

// projects pairs the methods of the project with report/pair, except bodies of lambdas.
func (p *pairing) projects() {
	var files [2][]pair.File
	var indices [2][][]int // of methods, by file
	for side, methods := range p.methods {
		files[side], indices[side] = sources(methods)
	}
	for _, x := range pair.Methods(files[0], files[1]) {
		p.pair(indices[0][x.Old.File][x.Old.Method], indices[1][x.New.File][x.New.Method])
	}
}

// sources returns the files of the project's methods, and by file the indices of these methods.
func sources(methods []cct.Method) (files []pair.File, indices [][]int) {
	at := map[[2]string]int{}
	types := map[[2]string]int32{} // by path and class
	for i := range methods {
		m := &methods[i]
		if m.Kind != cct.App || isLambda(m) {
			continue
		}
		key := [2]string{m.Source, m.Package()}
		n, ok := at[key]
		if !ok {
			n = len(files)
			at[key] = n
			files = append(files, pair.File{Path: m.Source, Package: m.Package()})
			indices = append(indices, nil)
		}
		f := &files[n]
		class := strings.TrimPrefix(strings.TrimPrefix(m.Class, m.Package()), ".")
		typ, ok := types[[2]string{m.Source, m.Class}]
		if !ok {
			typ = int32(len(f.Types))
			types[[2]string{m.Source, m.Class}] = typ
			f.Types = append(f.Types, probe.Type{Name: class, Span: lines(m)})
		}
		span := &f.Types[typ].Span
		span.Start.Offset = min(span.Start.Offset, lines(m).Start.Offset)
		span.End.Offset = max(span.End.Offset, lines(m).End.Offset)
		one := pair.Method{Label: class + "::" + m.Name + m.Descriptor, Type: typ, Span: lines(m), Size: int(m.Size)}
		binary.BigEndian.PutUint64(one.Hash[:], m.Code)
		f.Methods = append(f.Methods, one)
		indices[n] = append(indices[n], i)
	}
	return files, indices
}

// lines returns the lines of a method as offsets, so that a class inside of a method is inside of its span.
func lines(m *cct.Method) probe.Span {
	var s probe.Span
	s.Start.Offset, s.End.Offset = uint32(max(0, m.Line)), uint32(max(m.Line, m.LastLine))
	return s
}
