package instrument

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"regexp"
	"slices"
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

// Origin says of a source what its bytes do not.
type Origin struct {
	Name     string         // of the file; a compact source file (Java 25) is a class of that name
	Encoding string         // by Java's name, "" for UTF-8
	Level    int            // of the language, as javac's --release; 0 where it is not known
	Skip     map[int]string // line -> why the method, constructor, initialiser or field around it gets no counters
}

// ownNames are the names of local variables that counters need. Where the program has them as fields javac would not notice.
var ownNames = regexp.MustCompile(`\b__[npqrst]\d+(?:_\w+)?\b`)

// ownName finds one of these names in a text, nil if there is none.
func ownName(text []byte) []byte {
	if !bytes.Contains(text, []byte("__")) { // much faster
		return nil
	}
	return ownNames.Find(text)
}

// File instruments one source file. A source that cannot be measured is no error: it comes back
// as it is, with the reason in Probes.Unmeasured.
func File(p *syntax.Parser, src []byte, o Origin, helper func(pkg string) Helper) (*Source, error) {
	untouched := func(reason string) *Source {
		return &Source{Text: src, Probes: UnmeasuredFile(src, o.Encoding, reason)}
	}
	t, reason := readText(src, o.Encoding)
	if reason != "" {
		return untouched(reason), nil
	}
	program, err := p.Parse(t.utf8)
	if err != nil {
		return untouched(describe(err, t.lines)), nil
	}
	if rt.Instrumented(t.utf8) {
		return untouched("it holds counters of jprof already: instrument the original instead"), nil
	}
	if name := ownName(t.utf8); name != nil {
		return untouched("it has a name that counters need: " + string(name)), nil
	}
	pkg := packageName(program, t.utf8)
	h := helper(pkg)
	compact := ""
	if isCompact(program) {
		compact = strings.TrimSuffix(o.Name, ".java")
	}
	f := &probe.File{Hash: sha256.Sum256(src)}
	w := &file{
		skip: o.Skip, level: o.Level,
		src: t.utf8, lines: t.lines, buf: srcedit.NewBuffer(t.utf8), f: f,
		helper: h.Class + ".", call: h.Class + "." + h.Method + "(", deep: h.Class + "." + rt.DeepField(h.Method) + "[", names: typeNames(program, t.utf8, compact), program: program,
		words: readWords(t.utf8),
	}
	outside := &body{class: &class{file: w, typ: -1}, method: -1, block: -1}
	if compact != "" {
		outside.compactClass(program, compact)
	} else {
		for c := program.First; c != nil; c = c.Next {
			if isTypeDecl(c.Kind) {
				outside.typeDecl(c)
			}
		}
	}
	w.finish()
	w.leaveBroken(program)
	w.marks(program)
	text, inserts, reason, err := t.apply(w.buf, o.Encoding)
	if err != nil {
		return nil, err
	}
	if reason != "" {
		return untouched(reason), nil
	}
	if len(t.maps) > 0 {
		f.MoveOffsets(func(offset uint32) uint32 { return uint32(t.source(int(offset))) })
	}
	return &Source{Text: text, Inserts: inserts, Package: pkg, Uses: w.uses, Probes: f}, nil
}

// describe says what the parser did not understand, with the number of the line in the source.
func describe(err error, lines *syntax.Lines) string {
	var e *syntax.Error
	if errors.As(err, &e) {
		e.Line = lines.Line(uint32(e.Offset))
	}
	return err.Error()
}

// UnmeasuredFile is the record of a file in which nothing is counted, for a reason.
func UnmeasuredFile(src []byte, encoding, reason string) *probe.File {
	t, _ := readText(src, encoding)
	return &probe.File{Hash: sha256.Sum256(src), Unmeasured: []probe.Unmeasured{{
		Span: probe.Span{
			Start: probe.Pos{Offset: 0, Line: 1},
			End:   probe.Pos{Offset: uint32(len(src)), Line: uint32(t.lines.Line(uint32(max(len(t.utf8), 1) - 1)))},
		},
		Reason: reason,
	}}}
}

// IsCompact reports whether a source in an encoding, by Java's name, is a compact source file of Java 25. One that cannot be parsed is none.
func IsCompact(src []byte, encoding string) bool {
	t, reason := readText(src, encoding)
	if reason != "" {
		return false
	}
	p := syntax.NewParser()
	defer p.Close()
	program, err := p.Parse(t.utf8)
	return err == nil && isCompact(program)
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

// compactClass walks the class that a compact source file is.
func (w *body) compactClass(program *syntax.Node, name string) {
	w.openType(name, probe.Class, w.nodeSpan(program)).members(program, "", true)
}

// leaveBroken notes the parts that the parser did not understand.
func (w *file) leaveBroken(n *syntax.Node) {
	for c := n.First; c != nil; c = c.Next {
		if c.Broken == nil {
			w.leaveBroken(c)
			continue
		}
		c.Broken.Line = w.lines.Line(uint32(c.Broken.Offset))
		w.f.Unmeasured = append(w.f.Unmeasured, probe.Unmeasured{Span: w.nodeSpan(c), Reason: c.Broken.Error()})
	}
	if n.Kind == syntax.Program {
		slices.SortStableFunc(w.f.Unmeasured, func(a, b probe.Unmeasured) int { return cmp.Compare(a.Span.Start.Offset, b.Span.Start.Offset) })
	}
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
