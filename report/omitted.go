package report

import (
	"cmp"
	"slices"
)

// OmittedBy returns the part that omits a method, nil if none does.
func (f *File) OmittedBy(m Method) *Part { return f.OmittedAt(m.Name.Offset, m.Span.End.Offset) }

// OmittedAt returns the part that omits the code [start, end), nil if none does. An unmeasured part omits code that
// lies in it. An excluded part also omits code that starts in it.
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
