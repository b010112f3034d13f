package instrument

import (
	"fmt"
	"slices"
)

// insertions collects texts to insert into a source. Bytes of the source stay as they are.
type insertions struct{ list []insertion }

// insertion is a text to insert in front of the byte at an offset.
type insertion struct {
	at   uint32
	text string
}

// Range is a half-open range of bytes.
type Range struct{ Start, End int }

// insert adds a text before the byte at an offset. Texts for the same offset are in the order of the calls.
func (in *insertions) insert(at uint32, text string) { in.list = append(in.list, insertion{at, text}) }

// reserve returns a place for a text that a call of put sets later. Among the texts for the same offset, the text has
// the position that a call of insert at this time would have given it.
func (in *insertions) reserve(at uint32) (place int) {
	in.insert(at, "")
	return len(in.list) - 1
}

// put sets the text of a reserved place. It must not be called after apply.
func (in *insertions) put(place int, text string) { in.list[place].text = text }

// moved returns the insertions for another source. The function place converts their offsets, and the function text
// their texts.
func (in *insertions) moved(place func(uint32) uint32, text func(string) string) *insertions {
	moved := &insertions{make([]insertion, len(in.list))}
	for i, e := range in.list {
		moved.list[i] = insertion{place(e.at), text(e.text)}
	}
	return moved
}

// apply returns a source with the insertions, and their ranges in it, in ascending order.
func (in *insertions) apply(src []byte) ([]byte, []Range, error) {
	in.list = slices.DeleteFunc(in.list, func(e insertion) bool { return e.text == "" })
	slices.SortStableFunc(in.list, func(x, y insertion) int { return int(x.at) - int(y.at) })
	size := len(src)
	for _, e := range in.list {
		if int(e.at) > len(src) {
			return nil, nil, fmt.Errorf("the place %d of %q is outside of the text of %d bytes", e.at, e.text, len(src))
		}
		size += len(e.text)
	}
	out := make([]byte, 0, size)
	ranges := make([]Range, 0, len(in.list))
	at := uint32(0)
	for _, e := range in.list {
		out = append(out, src[at:e.at]...)
		ranges = append(ranges, Range{len(out), len(out) + len(e.text)})
		out = append(out, e.text...)
		at = e.at
	}
	return append(out, src[at:]...), ranges, nil
}
