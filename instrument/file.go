package instrument

import (
	"strings"

	"jprof/instrument/rt"
	"jprof/instrument/srcedit"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
	"jprof/internal/util/lineends"
)

// Helper is the target of the inserted calls: a static method of a class of the file's own package.
type Helper struct {
	Class, Method string
}

// Source is one instrumented file.
type Source struct {
	Text    []byte          // the instrumented source; the original if nothing is measured
	Inserts []srcedit.Range // the inserted parts of Text
	Package string          // as declared, "" for the unnamed package
	Uses    rt.Uses         // methods that are called besides the one that counts
	Probes  *probe.File     // without Path, Encoding and Base, which the caller sets
}

// Origin holds the facts about a source that are not in its bytes.
type Origin struct {
	Name     string // of the file; a compact source file (Java 25) is a class of that name
	Encoding string // by Java's name, "" for UTF-8
	Level    int    // of the language, as javac's --release; 0 where it is not known
	// Skip has lines, each with the reason why the declaration around it gets no counters. Line 0 means the whole
	// source.
	Skip map[int]string
}

// File instruments one source file; helper is asked for what the inserted text calls, by the declared package. A source
// that cannot be counted is no error: it comes back as it is, with the reason in Probes.Unmeasured.
func File(p *syntax.Parser, src []byte, o Origin, helper func(pkg string) Helper) (*Source, error) {
	s, err := fileInBytes(p, src, o, helper)
	if err != nil {
		return nil, err
	}
	s.Probes.Hash = lineends.Hash(src)
	if to := lineends.Offsets(src); to != nil {
		s.Probes.MoveOffsets(to)
	}
	return s, nil
}

// fileInBytes is File with offsets in the bytes of the source, and without its hash.
func fileInBytes(p *syntax.Parser, src []byte, o Origin, helper func(pkg string) Helper) (*Source, error) {
	t, why := readText(src, o)
	if why != "" {
		return t.unmeasured(why), nil
	}
	t.program, t.err = p.Parse(t.utf8)
	if why := refuse(programReasons, t); why != "" {
		return t.unmeasured(why), nil
	}
	pkg := packageName(t.program, t.utf8)
	f := newFile(t, helper(pkg))
	f.walk()
	out, inserts, why, err := t.apply(f.buf)
	switch {
	case err != nil:
		return nil, err
	case why != "":
		return t.unmeasured(why), nil
	case len(t.maps) > 0:
		f.probes.MoveOffsets(func(offset uint32) uint32 { return uint32(t.source(int(offset))) })
	}
	return &Source{Text: out, Inserts: inserts, Package: pkg, Uses: f.uses, Probes: f.probes}, nil
}

// newFile returns what the walk of a parsed source starts with.
func newFile(t *text, h Helper) *file {
	f := &file{
		src: t.utf8, lines: t.lines, program: t.program, level: t.origin.Level, skip: t.origin.Skip,
		helper: h.Class + ".", call: h.Class + "." + h.Method + "(", deep: h.Class + "." + rt.DeepField(h.Method) + "[",
		words: readWords(t.utf8),
		buf:   srcedit.NewBuffer(t.utf8), probes: &probe.File{},
	}
	if isCompact(t.program) {
		f.compact = strings.TrimSuffix(t.origin.Name, ".java")
	}
	f.names = typeNames(t.program, t.utf8, f.compact)
	return f
}

// walk walks the types of a source, and completes the tables.
func (f *file) walk() {
	outside := &body{class: &class{file: f, typ: -1}, method: -1, block: -1}
	if f.compact != "" {
		outside.openType(f.compact, probe.Class, f.nodeSpan(f.program)).members(f.program, "", true)
	} else {
		for c := f.program.First; c != nil; c = c.Next {
			if isTypeDecl(c.Kind) {
				outside.typeDecl(c)
			}
		}
	}
	f.finish()
	f.marks()
}

// unmeasured returns the original source, with the reason why nothing is counted in it.
func (t *text) unmeasured(why string) *Source {
	return &Source{Text: t.src, Probes: &probe.File{Unmeasured: []probe.Unmeasured{{
		Span: probe.Span{
			Start: probe.Pos{Offset: 0, Line: 1},
			End:   probe.Pos{Offset: uint32(len(t.src)), Line: uint32(t.lines.Line(uint32(max(len(t.utf8), 1) - 1)))},
		},
		Reason: why,
	}}}}
}

// IsCompact reports whether a source in an encoding, by Java's name, is a compact source file of Java 25. One that
// cannot be parsed is none.
func IsCompact(src []byte, encoding string) bool {
	t, why := readText(src, Origin{Encoding: encoding})
	if why != "" {
		return false
	}
	p := syntax.NewParser()
	defer p.Close()
	program, err := p.Parse(t.utf8)
	return err == nil && isCompact(program)
}

// isCompact reports whether a source is a compact source file (JLS 25, 7.3). All in it are members of a class that is
// named after the file.
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

// packageName is the declared package, "" for the unnamed one.
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
	for _, t := range tokens(name.Text(src)) {
		b.Write(t.Text)
	}
	return b.String()
}

// Map returns the map of a source file.
func Map(src []byte, o Origin) (*probe.File, error) {
	parser := syntax.NewParser()
	defer parser.Close()
	s, err := File(parser, src, o, func(string) Helper { return Helper{Class: probe.HelperPrefix, Method: "m"} })
	if err != nil {
		return nil, err
	}
	return s.Probes, nil
}
