package instrument

import (
	"path"
	"slices"
	"strings"

	"jprof/internal/format/probe"
)

// longText is a length of methods, in bytes of source. The bytecode of a longer method may exceed 8,000 bytes. Real
// code with counters has at most 0.8 bytes of bytecode for each byte of source.
const longText = 4000

// longClasses returns the top-level classes of a file with a method that may be too long for HotSpot to compile: see
// Result.Long. A class may be there several times.
func longClasses(pkg string, f *probe.File) []string {
	var all []string
	for _, i := range longTypes(f) {
		for f.Types[i].Parent >= 0 {
			i = f.Types[i].Parent
		}
		all = append(all, path.Join(strings.ReplaceAll(pkg, ".", "/"), f.Types[i].Name))
	}
	return all
}

// longTypes returns the indices of the types of a file with a method that may be too long. javac puts all initialisers
// of a class into each constructor, or into one method.
func longTypes(f *probe.File) []int32 {
	longest := make([]uint32, len(f.Types))
	initialisers := make([]uint32, len(f.Types))
	for _, m := range f.Methods {
		if m.Kind == probe.StaticInit || m.Kind == probe.InstanceInit {
			initialisers[m.Type] += length(m.Span)
		} else {
			longest[m.Type] = max(longest[m.Type], length(m.Span))
		}
	}
	for _, b := range f.Blocks {
		if b.Kind == probe.FieldBlock {
			if i := typeAround(f, b.Span); i >= 0 {
				initialisers[i] += length(b.Span)
			}
		}
	}
	var long []int32
	for i := range f.Types {
		if longest[i]+initialisers[i] > longText {
			long = append(long, int32(i))
		}
	}
	return long
}

func length(s probe.Span) uint32 { return s.End.Offset - s.Start.Offset }

// typeAround returns the index of the innermost type around a part of a file, -1 for none.
func typeAround(f *probe.File, s probe.Span) int32 {
	for i, t := range slices.Backward(f.Types) {
		if t.Span.Start.Offset <= s.Start.Offset && s.End.Offset <= t.Span.End.Offset {
			return int32(i)
		}
	}
	return -1
}
