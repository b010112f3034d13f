package times

import (
	"cmp"
	"slices"
	"strings"

	"jprof/internal/format/jfr"
	"jprof/internal/java/decl"
	"jprof/report"
)

// finder finds the methods and lines that frames belong to.
type finder struct {
	files map[string]*report.File             // by the binary name of a type
	lines map[*report.File][]report.LineCount // computed when they are needed
}

func newFinder(m *report.Model) *finder {
	f := &finder{files: map[string]*report.File{}, lines: map[*report.File][]report.LineCount{}}
	for _, file := range m.Files {
		for _, t := range file.Types {
			name := decl.Qualified(file.Package, t.Name)
			if known := f.files[name]; known == nil || !known.Measured {
				f.files[name] = file
			}
		}
	}
	return f
}

// find returns the method and the counted line of a frame. For code without counts, both are missing.
func (f *finder) find(frame jfr.Frame) where {
	file := f.files[frame.Class]
	if file == nil || !file.Measured || frame.Line == 0 {
		return where{method: -1}
	}
	w := where{place{file: file}, innermost(file, frame.Line, frame.Method)}
	lines := f.of(file)
	i, found := search(lines, frame.Line)
	if !found {
		i--
	}
	switch {
	case found || i >= 0 && (w.method < 0 || lines[i].Line >= int(file.Methods[w.method].Span.Start.Line)):
		w.line = lines[i].Line
	case w.method >= 0 && i+1 < len(lines) && innermost(file, lines[i+1].Line, frame.Method) == w.method:
		w.line = lines[i+1].Line // the head of a method: what it takes to enter it
	}
	return w
}

// of returns the lines of a file that have counts. A line with a while has the count of its condition, as beside the
// source, because its time is spent there.
func (f *finder) of(file *report.File) []report.LineCount {
	lines, ok := f.lines[file]
	if !ok {
		lines = file.Lines()
		for _, e := range file.Expressions {
			if i, found := search(lines, int(e.Span.Start.Line)); found && e.Measured {
				lines[i].Count = e.Count
			}
		}
		f.lines[file] = lines
	}
	return lines
}

// count returns the count of a line that find has returned.
func (f *finder) count(p place) uint64 {
	lines := f.of(p.file)
	i, _ := search(lines, p.line)
	return lines[i].Count
}

// search returns the index of a line, or the index at which it would be inserted.
func search(lines []report.LineCount, line int) (int, bool) {
	return slices.BinarySearchFunc(lines, line, func(l report.LineCount, line int) int {
		return cmp.Compare(l.Line, line)
	})
}

// innermost returns the index of the innermost method around a line, -1 for none. If several begin and end on the same
// lines, it returns the one with the given name.
func innermost(f *report.File, line int, name string) int {
	best, size := -1, 0
	for i := range f.Methods {
		m := &f.Methods[i]
		first, last := int(m.Span.Start.Line), int(m.Span.End.Line)
		if line < first || line > last {
			continue
		}
		named := name != "" && strings.Contains(m.Label, "::"+name+"(")
		if best < 0 || last-first < size || last-first == size && named {
			best, size = i, last-first
		}
	}
	return best
}
