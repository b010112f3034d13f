package lex

import "strings"

// Token is a piece of a source: white space, a comment or a token in the sense of the JLS.
type Token struct {
	Kind  Kind
	Start int    // offset in the text, in bytes
	Text  []byte // as written, a part of the text
}

// End returns the offset after the token.
func (t Token) End() int { return t.Start + len(t.Text) }

// Is reports whether the token is this word.
func (t Token) Is(word string) bool { return t.Kind == Word && string(t.Text) == word }

// Kind is the kind of a token. Operators and separators of one character have the kind of that character: '(', '+'.
type Kind uint8

const (
	EOF     Kind = iota // the end of the text: Text is empty
	Space               // white space, with line ends
	Comment             // with its marks; a line comment is without the end of its line
	Word                // name, keyword, true, false or null
	Number              // without a sign in front
	Quoted              // character literal, string or text block, with its quotes
	Unknown             // a character that Java allows only in comments and literals
)

// Operators and separators of several characters.
const (
	Arrow              Kind = iota + 0x80 // ->
	DoubleColon                           // ::
	Ellipsis                              // ...
	Equal                                 // ==
	NotEqual                              // !=
	LessEqual                             // <=
	GreaterEqual                          // >=
	And                                   // &&
	Or                                    // ||
	Increment                             // ++
	Decrement                             // --
	ShiftLeft                             // <<
	ShiftRight                            // >>, or the end of two type arguments
	UnsignedShiftRight                    // >>>, or the end of three type arguments
	Assign                                // an operator with =, such as += or >>>=, but not = itself
)

// Angles returns the change in the depth of angle brackets that a token of type arguments makes: 1 for <, -2 for >>.
func (k Kind) Angles() int {
	switch k {
	case '<':
		return 1
	case '>':
		return -1
	case ShiftRight:
		return -2
	case UnsignedShiftRight:
		return -3
	}
	return 0
}

// Nesting returns the change in the depth of brackets that a token makes: 1 for ( [ {, -1 for those that close them.
func (k Kind) Nesting() int {
	switch k {
	case '(', '[', '{':
		return 1
	case ')', ']', '}':
		return -1
	}
	return 0
}

// IsStep reports whether an operator is ++ or --.
func (k Kind) IsStep() bool { return k == Increment || k == Decrement }

// WordSet returns the set of the words in a text.
func WordSet(text string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		set[word] = true
	}
	return set
}

// IsKeyword reports whether a word can never be a name: it is a reserved keyword (JLS 3.9) of more than one character,
// or true, false, or null.
func IsKeyword[S string | []byte](word S) bool {
	switch string(word) {
	case "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const", "continue",
		"default", "do", "double", "else", "enum", "extends", "false", "final", "finally", "float", "for", "goto", "if",
		"implements", "import", "instanceof", "int", "interface", "long", "native", "new", "null", "package", "private",
		"protected", "public", "return", "short", "static", "strictfp", "super", "switch", "synchronized", "this",
		"throw", "throws", "transient", "true", "try", "void", "volatile", "while":
		return true
	}
	return false
}

// IsPrimitive reports whether a word is the name of a primitive type (JLS 4.2).
func IsPrimitive[S string | []byte](word S) bool {
	switch string(word) {
	case "boolean", "byte", "char", "double", "float", "int", "long", "short":
		return true
	}
	return false
}
