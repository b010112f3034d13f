package classfile

import (
	"fmt"
	"strings"
)

// maxNested limits the depth to which Content follows constants, because computed ones may have themselves as
// arguments.
const maxNested = 8

// Content returns a constant as text, with all constants to which it refers, but without their numbers. So equal
// constants of two class files have the same content, even if their numbers differ.
func (f *File) Content(i int) string {
	var b strings.Builder
	f.content(&b, i, maxNested)
	return b.String()
}

func (f *File) content(b *strings.Builder, i, depth int) {
	p := &f.Pool
	tag := p.Tag(i)
	fmt.Fprintf(b, "%d ", tag)
	switch tag {
	case TagText:
		b.WriteString(p.Text(i))
	case TagInteger, TagFloat, TagLong, TagDouble:
		at := int(p.at[i])
		fmt.Fprintf(b, "%x", p.data[at:at+constants[tag].size])
	case TagString:
		fmt.Fprintf(b, "%q", p.String(i))
	case TagField, TagMethod, TagInterfaceMethod:
		m := p.Member(i)
		fmt.Fprintf(b, "%s.%s %s", m.Class, m.Name, m.Descriptor)
	case TagMethodHandle:
		kind, m := p.Handle(i)
		fmt.Fprintf(b, "%d %s.%s %s", kind, m.Class, m.Name, m.Descriptor)
	case TagDynamic, TagInvokeDynamic:
		n, name, descriptor := p.Dynamic(i)
		fmt.Fprintf(b, "%s %s", name, descriptor)
		if depth == 0 {
			return
		}
		boot := f.Bootstraps[n]
		for _, a := range append([]int{boot.Handle}, boot.Arguments...) {
			b.WriteString(" (")
			f.content(b, a, depth-1)
			b.WriteByte(')')
		}
	case TagClass, TagMethodType, TagModule, TagPackage:
		b.WriteString(p.Text(p.u2(i, 0)))
	}
}
