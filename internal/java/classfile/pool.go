package classfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Tag is the kind of a constant.
type Tag byte

// The kinds of constants.
const (
	TagText            Tag = 1 // CONSTANT_Utf8
	TagInteger         Tag = 3
	TagFloat           Tag = 4
	TagLong            Tag = 5
	TagDouble          Tag = 6
	TagClass           Tag = 7
	TagString          Tag = 8
	TagField           Tag = 9
	TagMethod          Tag = 10
	TagInterfaceMethod Tag = 11
	TagNameAndType     Tag = 12
	TagMethodHandle    Tag = 15
	TagMethodType      Tag = 16
	TagDynamic         Tag = 17
	TagInvokeDynamic   Tag = 18
	TagModule          Tag = 19
	TagPackage         Tag = 20
)

// constants describes the constants of each tag. size is the number of bytes after the tag, 0 for a text and for
// unknown tags. A constant may refer to up to two others, by numbers at the offsets first and second; firstTag and
// secondTag are their tags, 0 for none.
var constants = [21]struct {
	size           int
	first          int
	firstTag       Tag
	second         int
	secondTag      Tag
	takesTwoPlaces bool
}{
	TagInteger:         {size: 4},
	TagFloat:           {size: 4},
	TagLong:            {size: 8, takesTwoPlaces: true},
	TagDouble:          {size: 8, takesTwoPlaces: true},
	TagClass:           {size: 2, firstTag: TagText},
	TagString:          {size: 2, firstTag: TagText},
	TagField:           {size: 4, firstTag: TagClass, second: 2, secondTag: TagNameAndType},
	TagMethod:          {size: 4, firstTag: TagClass, second: 2, secondTag: TagNameAndType},
	TagInterfaceMethod: {size: 4, firstTag: TagClass, second: 2, secondTag: TagNameAndType},
	TagNameAndType:     {size: 4, firstTag: TagText, second: 2, secondTag: TagText},
	TagMethodHandle:    {size: 3},
	TagMethodType:      {size: 2, firstTag: TagText},
	TagDynamic:         {size: 4, first: 2, firstTag: TagNameAndType},
	TagInvokeDynamic:   {size: 4, first: 2, firstTag: TagNameAndType},
	TagModule:          {size: 2, firstTag: TagText},
	TagPackage:         {size: 2, firstTag: TagText},
}

// Pool is a constant pool. Constants have the numbers of the class file. For a number without a constant, or with one
// of another kind, methods return a zero value.
type Pool struct {
	data []byte
	at   []uint32 // offsets of the constants, after their tags; 0 for a number without a constant
}

// Member is a field or method that a constant names.
type Member struct {
	Class            string // with slashes; of an array "[I"
	Name, Descriptor string
}

// read reads the pool, and checks the kinds of the constants to which others refer.
func (p *Pool) read(r *reader) error {
	n := r.u2()
	p.data, p.at = r.data, make([]uint32, n)
	for i := 1; i < n && !r.bad; i++ {
		tag := Tag(r.u1())
		p.at[i] = uint32(r.at)
		if tag == TagText {
			r.take(r.u2())
			continue
		}
		if int(tag) >= len(constants) || constants[tag].size == 0 {
			return fmt.Errorf("constant %d has the unknown kind %d", i, tag)
		}
		r.take(constants[tag].size)
		if constants[tag].takesTwoPlaces {
			i++
		}
	}
	if r.bad {
		return errDamaged
	}
	for i := 1; i < n; i++ {
		tag := p.Tag(i)
		c := &constants[tag]
		if c.firstTag != 0 && p.Tag(p.u2(i, c.first)) != c.firstTag ||
			c.secondTag != 0 && p.Tag(p.u2(i, c.second)) != c.secondTag ||
			tag == TagMethodHandle && !p.isMember(p.u2(i, 1)) {
			return fmt.Errorf("constant %d, of the kind %d, refers to one of a wrong kind", i, tag)
		}
	}
	return nil
}

// u2 returns the number at an offset of a constant, which must exist.
func (p *Pool) u2(i, offset int) int {
	return int(binary.BigEndian.Uint16(p.data[int(p.at[i])+offset:]))
}

// Len returns the number of constants, with the unused number 0.
func (p *Pool) Len() int { return len(p.at) }

// Tag returns the kind of a constant, 0 for none.
func (p *Pool) Tag(i int) Tag {
	if i <= 0 || i >= len(p.at) || p.at[i] == 0 {
		return 0
	}
	return Tag(p.data[p.at[i]-1])
}

func (p *Pool) isMember(i int) bool {
	tag := p.Tag(i)
	return tag == TagField || tag == TagMethod || tag == TagInterfaceMethod
}

// bytes returns the content of a text as it is in the file.
func (p *Pool) bytes(i int) []byte {
	if p.Tag(i) != TagText {
		return nil
	}
	from := int(p.at[i]) + 2
	return p.data[from : from+p.u2(i, 0)]
}

// Text returns the content of a text.
func (p *Pool) Text(i int) string { return text(p.bytes(i)) }

// Class returns the name of a class, with slashes; of an array its descriptor.
func (p *Pool) Class(i int) string { return p.named(i, TagClass) }

// String returns the content of a constant of the type String.
func (p *Pool) String(i int) string { return p.named(i, TagString) }

// named returns the text that a constant of the kind tag names.
func (p *Pool) named(i int, tag Tag) string {
	if p.Tag(i) != tag {
		return ""
	}
	return p.Text(p.u2(i, 0))
}

// Member returns the member that a field or method constant names.
func (p *Pool) Member(i int) Member {
	if !p.isMember(i) {
		return Member{}
	}
	name, descriptor := p.nameAndType(p.u2(i, 2))
	return Member{p.Class(p.u2(i, 0)), name, descriptor}
}

// Dynamic returns the number of the bootstrap method of a computed constant or an invokedynamic, with its name and
// descriptor.
func (p *Pool) Dynamic(i int) (bootstrap int, name, descriptor string) {
	if tag := p.Tag(i); tag != TagDynamic && tag != TagInvokeDynamic {
		return 0, "", ""
	}
	name, descriptor = p.nameAndType(p.u2(i, 2))
	return p.u2(i, 0), name, descriptor
}

// Handle returns the kind of a method handle (JVMS 5.4.3.5: 1 to 9) and the member that it refers to.
func (p *Pool) Handle(i int) (kind int, member Member) {
	if p.Tag(i) != TagMethodHandle {
		return 0, Member{}
	}
	return int(p.data[p.at[i]]), p.Member(p.u2(i, 1))
}

func (p *Pool) nameAndType(i int) (name, descriptor string) {
	return p.Text(p.u2(i, 0)), p.Text(p.u2(i, 2))
}

// text converts modified UTF-8 (JVMS 4.4.7), which has surrogates in three bytes each and NUL in two. Bytes that are
// not modified UTF-8 become U+FFFD.
func text(b []byte) string {
	if bytes.IndexByte(b, 0xC0) < 0 && bytes.IndexByte(b, 0xED) < 0 && utf8.Valid(b) {
		return string(b)
	}
	var out strings.Builder
	for len(b) > 0 {
		c, n := char(b)
		b = b[n:]
		if utf16.IsSurrogate(c) {
			low, n := char(b)
			if c = utf16.DecodeRune(c, low); c != utf8.RuneError {
				b = b[n:]
			}
		}
		out.WriteRune(c)
	}
	return out.String()
}

// char decodes one character of modified UTF-8. A surrogate counts as one character.
func char(b []byte) (c rune, size int) {
	switch {
	case len(b) > 0 && b[0] < 0x80:
		return rune(b[0]), 1
	case len(b) > 1 && b[0]&0xE0 == 0xC0 && b[1]&0xC0 == 0x80:
		return rune(b[0]&0x1F)<<6 | rune(b[1]&0x3F), 2
	case len(b) > 2 && b[0]&0xF0 == 0xE0 && b[1]&0xC0 == 0x80 && b[2]&0xC0 == 0x80:
		return rune(b[0]&0x0F)<<12 | rune(b[1]&0x3F)<<6 | rune(b[2]&0x3F), 3
	}
	return utf8.RuneError, min(1, len(b))
}
