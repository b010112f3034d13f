package instrument

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"

	"jprof/instrument/rt"
	"jprof/instrument/syntax"
	"jprof/internal/probe"
	"jprof/internal/srcedit"
)

// Helper names what the inserted text calls: a static method of a class of the file's own package.
type Helper struct {
	Class, Method string
}

// Source is one instrumented file.
type Source struct {
	Text    []byte          // the instrumented source; the original where nothing is measured
	Inserts []srcedit.Range // where in Text the inserted parts stand
	Package string          // as declared, "" for the unnamed package
	Uses    rt.Uses         // what is called besides the method that counts
	Probes  *probe.File     // without Path, Encoding and Base, which the caller knows
}

// File instruments one source file. A source that cannot be measured is no error: it comes back
// as it is, with the reason in Probes.Unmeasured.
func File(p *syntax.Parser, src []byte, encoding string, helper func(pkg string) Helper) (*Source, error) {
	f := &probe.File{Hash: sha256.Sum256(src)}
	untouched := func(reason string) *Source {
		return &Source{Text: src, Probes: Untouched(src, reason)}
	}
	if reason := unreadable(src, encoding); reason != "" {
		return untouched(reason), nil
	}
	program, err := p.Parse(src)
	if err != nil {
		return untouched(err.Error()), nil
	}
	if rt.Instrumented(src) {
		return untouched("it holds counters of jprof already: instrument the original instead"), nil
	}
	if isCompact(program) {
		return untouched("it has methods or fields outside of a class (a compact source file, Java 25)"), nil
	}
	pkg := packageName(program, src)
	h := helper(pkg)
	w := &walker{
		src: src, lines: syntax.NewLines(src), buf: srcedit.NewBuffer(src), f: f,
		call: h.Class + "." + h.Method + "(", names: typeNames(program, src),
		typ: -1, method: -1, block: -1, words: readWords(src),
	}
	for c := program.First; c != nil; c = c.Next {
		if isTypeDecl(c.Kind) {
			w.typeDecl(c)
		}
	}
	w.marks(program)
	w.finish()
	text, inserts, err := w.buf.Apply()
	if err != nil {
		return nil, err
	}
	return &Source{Text: text, Inserts: inserts, Package: pkg, Uses: w.uses, Probes: f}, nil
}

// Untouched is the record of a file of which nothing is measured.
func Untouched(src []byte, reason string) *probe.File {
	end := uint32(len(src))
	return &probe.File{Hash: sha256.Sum256(src), Unmeasured: []probe.Unmeasured{{
		Span: probe.Span{
			Start: probe.Pos{Offset: 0, Line: 1},
			End:   probe.Pos{Offset: end, Line: uint32(syntax.NewLines(src).Line(max(end, 1) - 1))},
		},
		Reason: reason,
	}}}
}

// isCompact tells a compact source file (JLS 25, 7.3). All in it are members of a class that is named
// after the file.
func isCompact(program *syntax.Node) bool {
	for c := program.First; c != nil; c = c.Next {
		switch {
		case isTypeDecl(c.Kind), c.Kind == syntax.PackageDecl, c.Kind == syntax.Empty:
		default:
			return true
		}
	}
	return false
}

func packageName(program *syntax.Node, src []byte) string {
	decl := program.Child(syntax.PackageDecl)
	if decl == nil {
		return ""
	}
	name := decl.Child(syntax.ScopedName)
	if name == nil {
		name = decl.Child(syntax.Identifier)
	}
	if name == nil {
		return ""
	}
	// Comments and blanks may stand between the parts of the name.
	var b strings.Builder
	text := name.Text(src)
	for i := 0; i < len(text); {
		if end := skipBlank(text, i); end > i {
			i = end
			continue
		}
		b.WriteByte(text[i])
		i++
	}
	return b.String()
}

// asciiCompatible lists the encodings, besides UTF-8, in which each byte below 0x80 is an ASCII
// character wherever it stands: what is inserted, and where, is right without knowing the others.
var asciiCompatible = []string{"utf-8", "utf8", "us-ascii", "ascii", "iso-8859-", "iso8859-", "iso8859_", "latin", "windows-125", "cp125", "koi8-", "macroman", "euc-"}

// unreadable says why the bytes of a source cannot be understood, or nothing.
func unreadable(src []byte, encoding string) string {
	if len(src) > maxSource {
		return fmt.Sprintf("it is larger than %d MB", maxSource>>20)
	}
	if bytes.HasPrefix(src, []byte{0xFE, 0xFF}) || bytes.HasPrefix(src, []byte{0xFF, 0xFE}) || bytes.IndexByte(src, 0) >= 0 {
		return "its encoding is not one that keeps ASCII (UTF-16?)"
	}
	if encoding == "" || isASCII(src) {
		return ""
	}
	for _, prefix := range asciiCompatible {
		if strings.HasPrefix(strings.ToLower(encoding), prefix) {
			return ""
		}
	}
	return "it has characters outside of ASCII, and its encoding " + encoding + " may use ASCII bytes for parts of them"
}

func isASCII(src []byte) bool {
	for _, b := range src {
		if b >= 0x80 {
			return false
		}
	}
	return true
}

// maxSource bounds the size of one source; javac's own limit on a class file is far below.
const maxSource = 64 << 20
