package instrument

import (
	"jprof/instrument/code"
	"jprof/instrument/rt"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
	"jprof/internal/util/lineends"
)

// Helper names the static method that the inserted code calls. Its class is in the package of the file.
type Helper struct {
	Class, Method string
}

// Source is one instrumented file.
type Source struct {
	Text    []byte      // the instrumented source; the original if nothing is measured
	Inserts []Range     // the inserted parts of Text
	Package string      // as declared, "" for the unnamed package
	Uses    rt.Uses     // the methods of the helper class that are called, besides the one that counts
	Probes  *probe.File // without Path, Encoding and Base, which the caller sets
}

// Origin holds the facts about a source that are not in its bytes.
type Origin struct {
	Name     string // name of the file, which is the class name of a compact source file (Java 25)
	Encoding string // by Java's name, "" for UTF-8
	Level    int    // version of the language, as in javac's --release; 0 if it is not known
	// Skip maps lines to the reason why the declaration around the line gets no counters. Line 0 means the whole
	// source.
	Skip map[int]string
}

// File instruments one source file. The inserted calls go to the method that helper returns for the declared package.
// If a source cannot be counted, File returns the original text and no error; the reason is in Probes.Unmeasured.
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

// fileInBytes does the work of File. Its offsets are those of the bytes of the source, and the hash is missing.
func fileInBytes(p *syntax.Parser, src []byte, o Origin, helper func(pkg string) Helper) (*Source, error) {
	t, why := readText(src, o)
	if why != "" {
		return t.unmeasured(why), nil
	}
	t.program, t.err = p.Parse(t.utf8)
	if why := refuse(programReasons, t); why != "" {
		return t.unmeasured(why), nil
	}
	read := code.Read(t.utf8, t.lines, t.program, t.origin.Name)
	pkg := read.Package()
	f := newFile(read, t.origin, helper(pkg))
	f.walk()
	out, inserts, why, err := t.apply(&f.insertions)
	switch {
	case err != nil:
		return nil, err
	case why != "":
		return t.unmeasured(why), nil
	case len(t.maps) > 0:
		f.probes.MoveOffsets(t.source)
	}
	return &Source{Text: out, Inserts: inserts, Package: pkg, Uses: f.uses, Probes: f.probes}, nil
}

// newFile returns the state at the start of the walk of a source.
func newFile(read *code.File, o Origin, h Helper) *file {
	return &file{
		File: read, level: o.Level, skip: o.Skip,
		helper: h.Class + ".", call: h.Class + "." + h.Method + "(", deep: h.Class + "." + rt.DeepField(h.Method) + "[",
		probes: &probe.File{},
	}
}

// walk walks the types of a source, and completes the tables.
func (f *file) walk() {
	outside := &body{class: &class{file: f, typ: -1}, method: -1, block: -1}
	if f.Compact != "" {
		outside.openType(f.Compact, probe.Class, f.NodeSpan(f.Program)).members(f.Program, "", true)
	} else {
		for c := f.Program.First; c != nil; c = c.Next {
			if c.Kind.IsType() {
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

// IsCompact reports whether a source is a compact source file of Java 25. encoding is a name of Java. It returns false
// for sources that cannot be parsed.
func IsCompact(src []byte, encoding string) bool {
	t, why := readText(src, Origin{Encoding: encoding})
	if why != "" {
		return false
	}
	p := syntax.NewParser()
	defer p.Close()
	program, err := p.Parse(t.utf8)
	return err == nil && code.IsCompact(program)
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
