package source

import "jprof/internal/java/lex"

// Token is a piece of Java text with a colour. Text between tokens has no colour.
type Token struct {
	Start, End int
	Class      byte // 'k' keyword, 'c' comment, 's' string, character or number, 'a' annotation
}

// tokenize finds comments, literals, keywords and annotations. They are only for display: text that is no Java gives
// wrong colours, never an error.
func tokenize(src []byte) []Token {
	out := make([]Token, 0, len(src)/40)
	s := lex.New(src)
	for t := s.Next(); t.Kind != lex.EOF; t = s.Next() {
		class, end := byte(0), t.End()
		switch t.Kind {
		case lex.Comment:
			class = 'c'
		case lex.Quoted, lex.Number:
			class = 's'
		case lex.Word:
			if lex.IsKeyword(t.Text) || isContextual(t.Text) {
				class = 'k'
			}
		case '@':
			ahead := s
			if name := ahead.Next(); name.Kind == lex.Word && !name.Is("interface") {
				class, end, s = 'a', name.End(), ahead
			}
		}
		if class != 0 {
			out = append(out, Token{t.Start, end, class})
		}
	}
	return out
}

// isContextual reports whether a word is one of the contextual keywords that are rarely used as names.
func isContextual(word []byte) bool {
	switch string(word) {
	case "var", "yield", "sealed", "permits":
		return true
	}
	return false
}
