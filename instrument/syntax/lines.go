package syntax

import "sort"

// Lines finds the line of an offset. Lines end as in the Java language: with CR, LF or both.
type Lines struct{ starts []uint32 }

// NewLines reads the line ends of src.
func NewLines(src []byte) *Lines {
	l := &Lines{starts: make([]uint32, 1, len(src)/32+1)}
	for i := 0; i < len(src); i++ {
		if src[i] == '\n' || src[i] == '\r' && (i+1 == len(src) || src[i+1] != '\n') {
			l.starts = append(l.starts, uint32(i+1))
		}
	}
	return l
}

// Line returns the number of the line, counted from 1, of the byte at offset.
func (l *Lines) Line(offset uint32) int {
	return sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset })
}

// Moved returns the same lines for a text whose offsets are those of this one, mapped by to.
func (l *Lines) Moved(to func(uint32) uint32) *Lines {
	moved := &Lines{starts: make([]uint32, len(l.starts))}
	for i, start := range l.starts {
		moved.starts[i] = to(start)
	}
	return moved
}
