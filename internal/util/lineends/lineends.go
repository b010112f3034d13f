// Package lineends has texts without their ends of lines: a source is the same whether Git checks it out with LF or
// CR LF. So hashes and offsets of sources are those of the text whose lines end with LF (Unix), and hold for each
// checkout.
//
// CR LF and CR alone become LF, as in Java, where all three end a line and a text block has none of them. Texts in
// UTF-16 keep their units. Versions of jprof before 0.3 hashed the bytes as they were: Find takes both.
package lineends

import (
	"bytes"
	"crypto/sha256"
	"sort"
)

// Unix returns a text with LF at the end of each line: the text itself if it has no CR.
func Unix(text []byte) []byte {
	out, _ := convert(text)
	return out
}

// Hash returns the SHA-256 of Unix(text).
func Hash(text []byte) [sha256.Size]byte { return sha256.Sum256(Unix(text)) }

// Find returns the text with this hash: the text itself or Unix(text), else nil.
func Find(text []byte, hash [sha256.Size]byte) []byte {
	for _, found := range [][]byte{text, Unix(text)} {
		switch {
		case sha256.Sum256(found) != hash:
		case found == nil:
			return []byte{}
		default:
			return found
		}
	}
	return nil
}

// Offsets returns a function that converts an offset in text to the offset in Unix(text). It returns nil if all offsets
// are the same in both.
func Offsets(text []byte) func(uint32) uint32 {
	_, dropped := convert(text)
	if len(dropped) == 0 {
		return nil
	}
	size := uint32(unit(text))
	return func(offset uint32) uint32 {
		n := sort.Search(len(dropped), func(i int) bool { return dropped[i] >= offset })
		return offset - uint32(n)*size
	}
}

// convert returns Unix(text), and the offsets in text of the CRs before LF, which Unix(text) lacks.
func convert(text []byte) (out []byte, dropped []uint32) {
	if bytes.IndexByte(text, '\r') < 0 {
		return text, nil
	}
	size := unit(text)
	if size == 0 {
		return text, nil
	}
	at := func(i int) byte { // the unit at i, if it is ASCII
		switch {
		case i+size > len(text):
			return 0
		case size == 1 || text[i+1] == 0:
			return text[i]
		case text[i] == 0:
			return text[i+1]
		}
		return 0
	}
	out = make([]byte, 0, len(text))
	for i := 0; i < len(text); i += size {
		switch {
		case at(i) != '\r':
			out = append(out, text[i:min(i+size, len(text))]...)
		case at(i+size) == '\n':
			dropped = append(dropped, uint32(i))
		default:
			out = append(out, bytes.ReplaceAll(text[i:i+size], []byte{'\r'}, []byte{'\n'})...)
		}
	}
	return out, dropped
}

// unit returns the number of bytes in a unit of a text: 2 for UTF-16, and 1 for other texts. A text with bytes that are
// 0 is UTF-16, where one of the two bytes of an ASCII character is 0. unit returns 0 for UTF-32, where more bytes are
// 0, and for data that is no text. Neither is changed.
func unit(text []byte) int {
	switch zeros := bytes.Count(text, []byte{0}); {
	case zeros == 0:
		return 1
	case zeros > len(text)/2 || len(text)%2 > 0 || zeros < len(text)/8:
		return 0
	}
	return 2
}
