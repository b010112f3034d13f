package instrument

import (
	"bytes"
	"hash/fnv"
)

// methodHash hashes the tokens of the declaration of a method, but for annotations and modifiers in front of it, which do not change
// what it does. Those of anonymous classes and enum constants, which have no name to tell them apart, have what stands in front of their class in it.
func methodHash(src, anonymous []byte) [8]byte {
	i := skipBlank(src, 0)
	for i < len(src) {
		if src[i] == '@' {
			_, i = qualifiedName(src, i+1)
			i = skipBlank(src, skipArguments(src, i))
			continue
		}
		word, end := qualifiedName(src, i)
		if !modifiers[word] || bytes.HasPrefix(src[end:], []byte("-")) { // non-sealed is no modifier of a method
			break
		}
		i = skipBlank(src, end)
	}
	own := tokenHash(src[i:])
	if len(anonymous) == 0 {
		return own
	}
	h := fnv.New64a()
	h.Write(anonymous)
	h.Write(own[:])
	h.Sum(own[:0])
	return own
}

// modifiers are those of methods.
var modifiers = map[string]bool{
	"public": true, "protected": true, "private": true, "static": true, "final": true, "abstract": true,
	"synchronized": true, "native": true, "strictfp": true, "default": true,
}

// tokenHash hashes the tokens of a piece of Java. White space and comments do not matter, except
// where they part what would otherwise be one token.
func tokenHash(src []byte) [8]byte {
	h := fnv.New64a()
	for i := 0; i < len(src); {
		if end := skipBlank(src, i); end > i {
			if i > 0 && end < len(src) && glue(src[i-1]) != 0 && glue(src[i-1]) == glue(src[end]) {
				h.Write([]byte{' '})
			}
			i = end
			continue
		}
		end := tokenEnd(src, i)
		h.Write(bytes.ReplaceAll(src[i:end], []byte("\r\n"), []byte("\n"))) // in a text block the one is the other
		i = end
	}
	var sum [8]byte
	h.Sum(sum[:0])
	return sum
}

// glue tells which sort of token a byte may continue: 'a' a word or number, '+' an operator, 0 none.
func glue(b byte) byte {
	switch {
	case b >= 0x80, b == '_', b == '$', '0' <= b && b <= '9', 'a' <= b|0x20 && b|0x20 <= 'z':
		return 'a'
	case bytes.IndexByte([]byte("+-*/%&|^=<>!?:~"), b) >= 0:
		return '+'
	}
	return 0
}

// skipBlank returns the end of the white space and comments at i.
func skipBlank(src []byte, i int) int {
	for i < len(src) {
		if src[i] == ' ' || src[i] >= '\t' && src[i] <= '\r' {
			i++
			continue
		}
		end := commentEnd(src, i)
		if end == i {
			break
		}
		i = end
	}
	return i
}

// commentEnd returns the end of the comment at i, i where there is none.
func commentEnd(src []byte, i int) int {
	rest := src[i:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		if n := bytes.IndexAny(rest, "\r\n"); n >= 0 {
			return i + n
		}
		return len(src)
	case bytes.HasPrefix(rest, []byte("/*")):
		if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
			return i + n + 4
		}
		return len(src)
	}
	return i
}

// tokenEnd returns the end of a literal in quotes at i, or i+1.
func tokenEnd(src []byte, i int) int {
	quote := src[i : i+1]
	if quote[0] != '"' && quote[0] != '\'' {
		return i + 1
	}
	if bytes.HasPrefix(src[i:], []byte(`"""`)) {
		quote = src[i : i+3]
	}
	for j := i + len(quote); j < len(src); j++ {
		if src[j] == '\\' {
			j++
		} else if bytes.HasPrefix(src[j:], quote) {
			return j + len(quote)
		}
	}
	return len(src)
}

// code is a piece of Java with a blank in the place of each comment and each literal in quotes.
func code(src []byte) []byte {
	out := make([]byte, 0, len(src))
	for i := 0; i < len(src); {
		end := skipBlank(src, i)
		if end == i {
			if end = tokenEnd(src, i); end == i+1 {
				out = append(out, src[i])
				i = end
				continue
			}
		}
		out = append(out, ' ')
		i = end
	}
	return out
}
