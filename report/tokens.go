package report

// Token is a piece of Java text that is shown in a colour of its own. What is between tokens is plain.
type Token struct {
	Start, End int
	Class      byte // 'k' keyword, 'c' comment, 's' string, character or number, 'a' annotation
}

// tokenize finds comments, literals, keywords and annotations. It only serves the eye: text that is
// no Java gives odd colours, never an error.
func tokenize(src []byte) []Token {
	var out []Token
	for i := 0; i < len(src); {
		start := i
		class := byte(0)
		switch c := src[i]; {
		case c == '/' && hasAt(src, i+1, "/"):
			for i < len(src) && src[i] != '\n' && src[i] != '\r' {
				i++
			}
			class = 'c'
		case c == '/' && hasAt(src, i+1, "*"):
			i = after(src, i+2, "*/")
			class = 'c'
		case c == '"' && hasAt(src, i+1, `""`):
			i = after(src, i+3, `"""`)
			class = 's'
		case c == '"' || c == '\'':
			i = literalEnd(src, i+1, c)
			class = 's'
		case c >= '0' && c <= '9':
			for i < len(src) && (isLetter(src[i]) || src[i] == '.') {
				i++
			}
			class = 's'
		case c == '@' && i+1 < len(src) && isLetter(src[i+1]) && !hasAt(src, i+1, "interface"):
			for i++; i < len(src) && isLetter(src[i]); i++ {
			}
			class = 'a'
		case isLetter(c):
			for i < len(src) && isLetter(src[i]) {
				i++
			}
			if keywords[string(src[start:i])] {
				class = 'k'
			}
		default:
			i++
		}
		if class != 0 {
			out = append(out, Token{start, i, class})
		}
	}
	return out
}

func hasAt(src []byte, i int, s string) bool {
	return i+len(s) <= len(src) && string(src[i:i+len(s)]) == s
}

// after returns the index behind the next unescaped s, or the end of src.
func after(src []byte, i int, s string) int {
	for ; i < len(src); i++ {
		if src[i] == '\\' && s[0] == '"' {
			i++
		} else if hasAt(src, i, s) {
			return i + len(s)
		}
	}
	return len(src)
}

// literalEnd returns the index behind the quote that ends a literal, or the end of the line.
func literalEnd(src []byte, i int, quote byte) int {
	for ; i < len(src) && src[i] != '\n' && src[i] != '\r'; i++ {
		if src[i] == '\\' {
			i++
		} else if src[i] == quote {
			return i + 1
		}
	}
	return min(i, len(src))
}

// isLetter reports whether c can be a part of an identifier; every byte beyond ASCII may be.
func isLetter(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// keywords are those of Java 21, with the literals. Of the words that are keywords in some places
// only, these are rarely used as names.
var keywords = func() map[string]bool {
	m := map[string]bool{}
	for _, k := range []string{"abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const", "continue",
		"default", "do", "double", "else", "enum", "extends", "final", "finally", "float", "for", "goto", "if", "implements", "import",
		"instanceof", "int", "interface", "long", "native", "new", "package", "private", "protected", "public", "return", "short",
		"static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws", "transient", "try", "void", "volatile",
		"while", "true", "false", "null", "var", "yield", "sealed", "permits"} {
		m[k] = true
	}
	return m
}()
