package lex

// class is a set of characters, or several of them.
type class uint8

const (
	blank class = 1 << iota
	letter
	digit
	quote
	separator // a separator of one character that starts no longer token
	operator  // the start of an operator, a comment, or a number
)

// classes has the class of each byte, 0 for bytes that occur only in comments and literals.
var classes = func() (table [256]class) {
	for _, set := range []struct {
		class class
		chars string
	}{
		{blank, " \t\n\f\r"},
		{letter, "_$abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"},
		{digit, "0123456789"},
		{quote, `"'`},
		{separator, "(){}[];,@"},
		{operator, "=<>!~?:&|+-*/^%."},
	} {
		for _, c := range []byte(set.chars) {
			table[c] = set.class
		}
	}
	for c := 0x80; c < len(table); c++ {
		table[c] = letter
	}
	return table
}()

// IsWordPart reports whether a byte can be a part of a name, keyword or number. All bytes outside of ASCII can.
func IsWordPart(c byte) bool { return classes[c]&(letter|digit) != 0 }

// Escape reads the Unicode escape at the start of a text, such as \u0041 or \uuu0041 (JLS 3.3). It returns the
// character, which may be half of a surrogate pair, and the length of the escape in bytes, 0 if there is none.
func Escape(src []byte) (r rune, size int) {
	if len(src) < 6 || src[0] != '\\' || src[1] != 'u' {
		return 0, 0
	}
	i := 2
	for i < len(src) && src[i] == 'u' {
		i++
	}
	if len(src) < i+4 {
		return 0, 0
	}
	for _, c := range src[i : i+4] {
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, 0
		}
	}
	return r, i + 4
}
