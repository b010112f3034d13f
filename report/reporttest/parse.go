package reporttest

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jprof/internal/format/probe"
)

//go:embed testdata
var texts embed.FS

// marked returns a text with marks.
func marked(name string) string {
	text, err := texts.ReadFile("testdata/" + name + ".txt")
	if err != nil {
		panic(err) // its callers name files that are there
	}
	return string(text)
}

// parser is the state of Parse: the open marks, innermost last.
type parser struct {
	file   *probe.File
	out    []byte
	line   uint32
	latin1 bool
	open   []mark
}

type mark struct {
	kind        byte
	index       int
	annotations []string // of a type or method
}

// Parse removes the marks from a text, and returns them as a file of a map, with the source without them.
func Parse(path, encoding, text string) (*probe.File, []byte, error) {
	p := &parser{file: &probe.File{Path: path, Encoding: encoding}, line: 1, latin1: encoding != ""}
	if encoding == "" {
		p.file.Encoding = "UTF-8"
	}
	for text != "" {
		r := []rune(text[:min(4, len(text))])[0]
		size := len(string(r))
		if r == '�' {
			size = 1 // invalid bytes are passed on
		}
		switch r {
		case '‹':
			head, rest, ok := strings.Cut(text[size:], "|")
			if !ok {
				return nil, nil, fmt.Errorf("%s:%d: mark without |", path, p.line)
			}
			if err := p.start(head); err != nil {
				return nil, nil, fmt.Errorf("%s:%d: mark %q: %w", path, p.line, head, err)
			}
			text = rest
			continue
		case '›':
			if len(p.open) == 0 {
				return nil, nil, fmt.Errorf("%s:%d: › closes nothing", path, p.line)
			}
			p.end()
		case '¤':
			p.file.Methods[p.innermost('m')].NameAt = p.pos()
		case '·':
			reg := &p.file.Regions[p.innermost('r')]
			if n := len(reg.Statements); n > 0 {
				text := bytes.TrimRight(p.out, " \n")
				reg.Statements[n-1].Span.End = probe.Pos{Offset: uint32(len(text)),
					Line: p.line - uint32(bytes.Count(p.out[len(text):], []byte("\n")))}
			}
			reg.Statements = append(reg.Statements, probe.Statement{Span: probe.Span{Start: p.pos()}, Count: reg.Count})
		default:
			if p.latin1 {
				p.out = append(p.out, byte(r))
			} else {
				p.out = append(p.out, text[:size]...)
			}
			if r == '\n' {
				p.line++
			}
		}
		text = text[size:]
	}
	if len(p.open) > 0 {
		return nil, nil, fmt.Errorf("%s: %d marks are not closed", path, len(p.open))
	}
	p.file.Hash = sha256.Sum256(p.out)
	return p.file, p.out, nil
}

func (p *parser) pos() probe.Pos { return probe.Pos{Offset: uint32(len(p.out)), Line: p.line} }

// innermost returns the index of the innermost open element of a kind, -1 for none.
func (p *parser) innermost(kind byte) int {
	for _, m := range slices.Backward(p.open) {
		if m.kind == kind {
			return m.index
		}
	}
	return -1
}

var typeKinds = []string{"class", "interface", "enum", "record", "annotation", "anonymous"}

func (p *parser) start(head string) error {
	kind, rest, _ := strings.Cut(head, " ")
	f, at := p.file, probe.Span{Start: p.pos()}
	arg, last := rest, ""
	if i := strings.LastIndexByte(rest, ' '); i >= 0 {
		arg, last = rest[:i], rest[i+1:]
	}
	index := 0
	switch kind {
	case "t":
		index = len(f.Types)
		f.Types = append(f.Types, probe.Type{Name: last, Kind: probe.TypeKind(slices.Index(typeKinds, arg)),
			Parent: int32(p.innermost('t')), Span: at})
	case "m":
		index = len(f.Methods)
		name, params, _ := strings.Cut(strings.TrimSuffix(arg, ")"), "(")
		m := probe.Method{Type: int32(p.innermost('t')), Name: name, Params: params, Span: at, NameAt: at.Start}
		switch name {
		case "<init>":
			m.Kind = probe.Constructor
		case "<clinit>":
			m.Kind = probe.StaticInit
		case "{}":
			m.Kind = probe.InstanceInit
		}
		f.Methods = append(f.Methods, m)
	case "b":
		index = len(f.Blocks)
		f.Blocks = append(f.Blocks, probe.Block{Kind: probe.BlockKind(slices.Index(probe.BlockKinds, arg)),
			Method: int32(p.innermost('m')),
			Parent: int32(p.innermost('b')), Span: at})
	case "r":
		index, last = len(f.Regions), rest
		f.Regions = append(f.Regions, probe.Region{Block: int32(p.innermost('b')), Span: at})
	case "e":
		index, last = len(f.Expressions), rest
		f.Expressions = append(f.Expressions, probe.Expression{Block: int32(p.innermost('b')), Span: at})
	case "c":
		index = len(f.Branches)
		name, first, _ := strings.Cut(rest, " ")
		b := probe.Branch{Kind: probe.BranchKind(slices.Index(probe.BranchKinds, name)), Block: int32(p.innermost('b')),
			Span: at}
		var err error
		if b.Kind.Outcomes() == 2 {
			var second string
			first, second, _ = strings.Cut(first, " ")
			if b.False, err = p.formula(second); err != nil {
				return err
			}
		}
		if b.True, err = p.formula(first); err != nil {
			return err
		}
		f.Branches = append(f.Branches, b)
	case "a":
		for i, m := range slices.Backward(p.open) {
			if m.kind == 't' || m.kind == 'm' {
				p.open[i].annotations = append(m.annotations, rest)
				break
			}
		}
	case "off", "on":
		index = len(f.Toggles)
		f.Toggles = append(f.Toggles, probe.Toggle{On: kind == "on", Span: at, Reason: rest})
	case "u", "x":
		index = len(f.Unmeasured)
		f.Unmeasured = append(f.Unmeasured, probe.Unmeasured{Span: at, Reason: rest, Method: kind == "x"})
	default:
		return fmt.Errorf("unknown kind %q", kind)
	}
	p.open = append(p.open, mark{kind: kind[0], index: index})
	var err error
	switch kind {
	case "m":
		f.Methods[index].Count, err = p.formula(last)
	case "b":
		f.Blocks[index].Count, err = p.formula(last)
	case "r":
		f.Regions[index].Count, err = p.formula(last)
	case "e":
		f.Expressions[index].Count, err = p.formula(last)
	}
	return err
}

// formula reads a sum such as 0-1+2.
func (p *parser) formula(s string) (probe.Formula, error) {
	var f probe.Formula
	coef := int32(1)
	if rest, ok := strings.CutPrefix(s, "-"); ok && rest != "" {
		coef, s = -1, rest
	}
	for s != "" && s != "-" {
		end := strings.IndexAny(s, "+-")
		if end < 0 {
			end = len(s)
		}
		n, err := strconv.ParseUint(s[:end], 10, 16)
		if err != nil {
			return nil, fmt.Errorf("formula: %w", err)
		}
		f = append(f, probe.Term{Counter: uint32(n), Coef: coef})
		p.file.Counters = max(p.file.Counters, uint32(n)+1)
		if end == len(s) {
			break
		}
		coef = 1
		if s[end] == '-' {
			coef = -1
		}
		s = s[end+1:]
	}
	return f, nil
}

func (p *parser) end() {
	m := p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	end := p.pos()
	if n := len(p.out); n > 0 && p.out[n-1] == '\n' {
		end.Line-- // the line of the last byte
	}
	switch m.kind {
	case 't':
		p.file.Types[m.index].Span.End = end
		p.annotate(m.annotations, p.file.Types[m.index].Span)
	case 'm':
		method := &p.file.Methods[m.index]
		method.Span.End = end
		sum := sha256.Sum256(bytes.Join(bytes.Fields(p.out[method.Span.Start.Offset:end.Offset]), []byte(" ")))
		method.Hash = [8]byte(sum[:8])
		p.annotate(m.annotations, p.file.Methods[m.index].Span)
	case 'e':
		p.file.Expressions[m.index].Span.End = end
	case 'c':
		p.file.Branches[m.index].Span.End = end
	case 'o':
		p.file.Toggles[m.index].Span.End = end
	case 'b':
		p.file.Blocks[m.index].Span.End = end
	case 'r':
		r := &p.file.Regions[m.index]
		r.Span.End = end
		if n := len(r.Statements); n > 0 {
			r.Statements[n-1].Span.End = end
		}
	case 'u', 'x':
		p.file.Unmeasured[m.index].Span.End = end
	}
}

// annotate adds annotations where they belong in the order of their declarations.
func (p *parser) annotate(names []string, span probe.Span) {
	at := slices.IndexFunc(p.file.Annotations, func(a probe.Annotated) bool {
		return a.Span.Start.Offset > span.Start.Offset
	})
	if at < 0 {
		at = len(p.file.Annotations)
	}
	for i, name := range names {
		p.file.Annotations = slices.Insert(p.file.Annotations, at+i, probe.Annotated{Name: name, Span: span})
	}
}
