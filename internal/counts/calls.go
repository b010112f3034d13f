package counts

import (
	"bytes"
	"slices"
	"strings"
)

// calls finds the names of the method that a frame has called, on its line of the source. It returns the offsets of the
// names, or of new. There are none without the source, or where the call is not written: implicit calls, the body of a
// lambda, a static initialiser.
func (p place) calls(fr Frame, src []byte) []uint32 {
	if src == nil || fr.CalledMethod == "" || fr.CalledMethod == "<clinit>" {
		return nil
	}
	start, text := lineOf(src, fr.Line)
	var all, named []uint32
	class := simpleName(fr.CalledClass)
	for _, w := range words(text) {
		rest := text[w.end:]
		isCall := bytes.HasPrefix(bytes.TrimLeft(rest, " \t\f"), []byte("("))
		word := string(text[w.start:w.end])
		offset := start + uint32(w.start)
		switch {
		case !p.holds(fr, offset, p.blockAt(offset)):
		case fr.CalledMethod != "<init>":
			if isCall && word == fr.CalledMethod {
				all = append(all, offset)
			}
		case word == "new":
			all = append(all, offset)
			if slices.Contains(typeAfterNew(rest), class) {
				named = append(named, offset)
			}
		case isCall && (word == "this" || word == "super"):
			all = append(all, offset)
		}
	}
	if len(named) > 0 {
		return named
	}
	return all
}

// simpleName is the name of a class as it stands in the source, "" for an anonymous one.
func simpleName(binary string) string {
	return strings.TrimLeft(binary[strings.LastIndexAny(binary, ".$")+1:], "0123456789")
}

// typeAfterNew is the words between new and the arguments.
func typeAfterNew(rest []byte) []string {
	if end := bytes.IndexAny(rest, "([{"); end >= 0 {
		rest = rest[:end]
	}
	var list []string
	for _, w := range words(rest) {
		list = append(list, string(rest[w.start:w.end]))
	}
	return list
}

// lineOf returns a line of a source, counted from 1, without the text of comments and literals, and its offset. Lines
// end as in javac.
func lineOf(src []byte, line int32) (start uint32, text []byte) {
	from := 0
	for ; line > 1; line-- {
		end := bytes.IndexAny(src[from:], "\r\n")
		if end < 0 {
			return uint32(len(src)), nil
		}
		from += end + 1
		if src[from-1] == '\r' && from < len(src) && src[from] == '\n' {
			from++
		}
	}
	text = src[from:]
	if end := bytes.IndexAny(text, "\r\n"); end >= 0 {
		text = text[:end]
	}
	return uint32(from), blank(text)
}

// blank replaces comments and literals of a line by blanks. A comment or text block that was begun
// on a line before is not known as one.
func blank(line []byte) []byte {
	out := bytes.Clone(line)
	for i := 0; i < len(out); {
		end := i + 1
		switch c := out[i]; {
		case bytes.HasPrefix(out[i:], []byte("//")):
			end = len(out)
		case bytes.HasPrefix(out[i:], []byte("/*")):
			if n := bytes.Index(out[i+2:], []byte("*/")); n >= 0 {
				end = i + 2 + n + 2
			} else {
				end = len(out)
			}
		case c == '"' || c == '\'':
			for end < len(out) && out[end] != c {
				if out[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(out))
		default:
			i++
			continue
		}
		for ; i < end; i++ {
			out[i] = ' '
		}
	}
	return out
}

// word is a name or keyword: bytes start to end-1 of a text.
type word struct{ start, end int }

// words finds all names and keywords.
func words(text []byte) []word {
	var list []word
	for i := 0; i < len(text); i++ {
		start := i
		for i < len(text) && isNamePart(text[i]) {
			i++
		}
		if i > start {
			list = append(list, word{start, i})
		}
	}
	return list
}

// isNamePart reports whether a byte may be part of a name or number. All bytes that are not ASCII may.
func isNamePart(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}
