package code

import (
	"strings"

	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
)

// File is a parsed source, with facts about its names.
type File struct {
	Src     []byte
	Lines   *syntax.Lines
	Program *syntax.Node
	Compact string                  // name of the class of a compact source file, "" for other files
	Names   map[*syntax.Node]string // binary names of its types, see typeNames

	*words
	finals   map[string][][]byte // see constants
	constant map[string]bool     // known answers of nameIsConstant
	imports  []string            // see readImports; nil until they are needed
}

// Read collects the facts about a parsed source. name is that of the file.
func Read(src []byte, lines *syntax.Lines, program *syntax.Node, name string) *File {
	f := &File{Src: src, Lines: lines, Program: program}
	if IsCompact(program) {
		f.Compact = strings.TrimSuffix(name, ".java")
	}
	f.words = readWords(src)
	f.Names = typeNames(program, src, f.Compact)
	return f
}

// Text returns the text of a node.
func (f *File) Text(n *syntax.Node) string { return string(n.Text(f.Src)) }

// Pos returns the place of an offset.
func (f *File) Pos(offset uint32) probe.Pos {
	return probe.Pos{Offset: offset, Line: uint32(f.Lines.Line(offset))}
}

// Span returns the span from one offset to another.
func (f *File) Span(start, end uint32) probe.Span {
	last := end
	if end > start {
		last--
	}
	return probe.Span{Start: f.Pos(start), End: probe.Pos{Offset: end, Line: uint32(f.Lines.Line(last))}}
}

// NodeSpan returns the span of a node. For a declaration with code, the span starts as SpanFrom describes. Spans of
// types and methods include their modifiers, because nothing is counted there, and maps of earlier versions include
// them.
func (f *File) NodeSpan(n *syntax.Node) probe.Span {
	modifiers := n.Child(syntax.Modifiers)
	if modifiers == nil || n.Kind.IsType() || IsMethod(n.Kind) {
		return f.Span(n.Start, n.End)
	}
	return f.SpanFrom(n, modifiers.End+uint32(First(f.Src[modifiers.End:n.End]).Start))
}

// SpanFrom returns the span of a declaration. code is the offset of the first token after its modifiers and
// annotations. The span starts at this token if the modifiers start on an earlier line, because the line tables of
// javac have the line of the token for the code.
func (f *File) SpanFrom(n *syntax.Node, code uint32) probe.Span {
	span := f.Span(n.Start, n.End)
	if at := f.Pos(code); at.Line > span.Start.Line && code < n.End {
		span.Start = at
	}
	return span
}

// IsCompact reports whether a source is a compact source file (JLS 25, 7.3). Its declarations are members of a class
// that has the name of the file.
func IsCompact(program *syntax.Node) bool {
	for c := program.First; c != nil; c = c.Next {
		switch {
		case c.Kind.IsType(), c.Kind == syntax.PackageDecl, c.Kind == syntax.Empty:
		default:
			return true
		}
	}
	return false
}

// Package returns the declared package, "" for the unnamed one.
func (f *File) Package() string {
	decl := f.Program.Child(syntax.PackageDecl)
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
	for _, t := range Tokens(name.Text(f.Src)) {
		b.Write(t.Text)
	}
	return b.String()
}
