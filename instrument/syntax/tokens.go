package syntax

import "bytes"

// token is a word, a literal, or a single character of an operator. Comments are none.
type token struct {
	start, end int
	kind       byte // 'a' a word or number, '"' a literal in quotes, or the character
}

// tokensOf lists the tokens of a text.
func tokensOf(text []byte) []token {
	var list []token
	for i := 0; i < len(text); {
		b := text[i]
		end := i + 1
		switch {
		case b == ' ' || b >= '\t' && b <= '\r' || b == 0 || b == 0x1a:
			i++
			continue
		case b == '/':
			if end = commentEnd(text, i); end > i+1 {
				i = end
				continue
			}
		case b == '"' || b == '\'':
			end = literalEnd(text, i)
			b = '"'
		case isWord(b):
			for end < len(text) && isWord(text[end]) {
				end++
			}
			b = 'a'
		}
		list = append(list, token{i, end, b})
		i = end
	}
	return list
}

func isWord(b byte) bool {
	return b == '_' || b == '$' || b >= 0x80 || '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z'
}

// literalEnd is the end of the literal in quotes that starts at i.
func literalEnd(text []byte, i int) int {
	quote := text[i : i+1]
	if bytes.HasPrefix(text[i:], []byte(`"""`)) {
		quote = text[i : i+3]
	}
	for j := i + len(quote); j < len(text); j++ {
		switch {
		case text[j] == '\\':
			j++
		case bytes.HasPrefix(text[j:], quote):
			return j + len(quote)
		case len(quote) == 1 && text[j] == '\n':
			return j
		}
	}
	return len(text)
}

// commentEnd is the end of the comment that starts at i, i+1 where none does.
func commentEnd(text []byte, i int) int {
	end := []byte("\n")
	switch {
	case bytes.HasPrefix(text[i:], []byte("//")):
	case bytes.HasPrefix(text[i:], []byte("/*")):
		end = []byte("*/")
	default:
		return i + 1
	}
	if n := bytes.Index(text[i+2:], end); n >= 0 {
		return i + 2 + n + len(end)
	}
	return len(text)
}
