package report

import (
	"cmp"
	"slices"
)

// OmittedBy returns the part that omits a method, nil for none.
func (f *File) OmittedBy(m Method) *Part { return f.OmittedAt(m.Name.Offset, m.Span.End.Offset) }

// OmittedAt returns the part that omits [start, end), nil for none: an unmeasured part omits what lies in it, an
// excluded part also what starts in it.
func (f *File) OmittedAt(start, end uint32) *Part {
	i, _ := slices.BinarySearchFunc(f.Omitted, start+1, func(p Part, offset uint32) int {
		return cmp.Compare(p.Span.Start.Offset, offset)
	})
	if i == 0 {
		return nil
	}
	// The last part that starts at start or before: parts do not overlap.
	p := &f.Omitted[i-1]
	if p.Whole || p.Excluded && start < p.Span.End.Offset || end <= p.Span.End.Offset {
		return p
	}
	return nil
}
