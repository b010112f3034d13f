package testreports

import (
	"bufio"
	"io"
	"strconv"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"jprof/internal/util/lazyregexp"
)

// legal reads a report as XML 1.0 in UTF-8, without a declaration. Each character that XML forbids becomes U+FFFD:
// Surefire writes what tests print, and names of tests, as they are.
type legal struct {
	in     *bufio.Reader
	buffer [utf8.UTFMax]byte
	rest   []byte // of the last character
}

var (
	declaredEncoding = lazyregexp.New(`^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']`)
	declaration      = lazyregexp.New(`^<\?xml\s[^>]*\?>`)
	reference        = lazyregexp.New(`^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}));`)
)

// mostDeclaration is the length of the longest declaration that is understood.
const mostDeclaration = 1024

func newLegal(r io.Reader) *legal {
	raw := bufio.NewReader(r)
	start, _ := raw.Peek(mostDeclaration) // of a shorter report it is all
	var from encoding.Encoding = unicode.UTF8
	if m := declaredEncoding().FindSubmatch(start); m != nil {
		if known, _ := charset.Lookup(string(m[1])); known != nil {
			from = known
		}
	}
	decoded := bufio.NewReader(transform.NewReader(raw, unicode.BOMOverride(from.NewDecoder())))
	start, _ = decoded.Peek(mostDeclaration)
	_, _ = decoded.Discard(len(declaration().Find(start))) // it is there
	return &legal{in: decoded}
}

// ReadByte implements io.ByteReader, which the parser prefers.
func (l *legal) ReadByte() (byte, error) {
	if len(l.rest) == 0 {
		r, _, err := l.in.ReadRune()
		if err != nil {
			return 0, err
		}
		if r == '&' {
			r = l.referred()
		}
		if !isLegal(r) {
			r = utf8.RuneError
		}
		l.rest = utf8.AppendRune(l.buffer[:0], r)
	}
	b := l.rest[0]
	l.rest = l.rest[1:]
	return b, nil
}

// Read implements io.Reader.
func (l *legal) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	b, err := l.ReadByte()
	if err != nil {
		return 0, err
	}
	p[0] = b
	return 1, nil
}

// referred returns the character after & whose number is no legal one, and skips that number. It returns & otherwise.
func (l *legal) referred() rune {
	next, _ := l.in.Peek(10)
	m := reference().FindSubmatch(next)
	if m == nil {
		return '&'
	}
	number, base := m[1], 16
	if len(number) == 0 {
		number, base = m[2], 10
	}
	n, err := strconv.ParseInt(string(number), base, 32)
	if err != nil || isLegal(rune(n)) {
		return '&'
	}
	_, _ = l.in.Discard(len(m[0])) // they are there
	return utf8.RuneError
}

// isLegal reports whether XML 1.0 allows a character.
func isLegal(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || r >= ' ' && r < 0xd800 || r >= 0xe000 && r < 0xfffe ||
		r >= 0x10000 && r <= utf8.MaxRune
}
