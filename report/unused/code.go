package unused

import (
	"bytes"
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/java/decl"
	"jprof/internal/java/lex"
	"jprof/report"
)

// code has the declarations of the main sources, and the names that texts of the project hold.
type code struct {
	sources map[*report.File]*source
	byName  map[string][]*typ // types by simple name
	// convention is true if sources write @Override wherever jprof is sure that a method overrides: see mayOverride.
	convention bool
	// Names in string literals, and of classes in annotations, with the place of the first: see noteLiterals.
	strings, inAnnotations map[string]string
	texts                  resources
}

// source has the declarations of a file.
type source struct {
	*report.File
	text    []byte // nil if it could not be read
	imports map[string]string
	types   []*typ // by index in File.Types; nil if its declarations are unclear
}

// typ is a type of a source.
type typ struct {
	*decl.Type  // nil for a local or anonymous class
	src         *source
	name        string
	anonymous   bool
	line        int
	annotations []string // simple names
	extends     []string // simple names of super types
	supers      []*typ   // those that the project has
	foreign     []string // simple names of the others, without markers
	subs        []*typ
	methods     map[signature][]*method
}

// signature identifies the methods that may override each other.
type signature struct {
	name  string
	arity int
}

// method is a declaration, with or without a body.
type method struct {
	*decl.Member // nil in local and anonymous classes
	static       bool
	private      bool
	visible      bool // public or protected
	annotations  []string
}

func (m *method) overrides() bool { return slices.Contains(m.annotations, "Override") }

// newCode reads the sources of a model, and the names in resources.
func newCode(m *report.Model, texts []Text) *code {
	c := &code{sources: map[*report.File]*source{}, byName: map[string][]*typ{}, strings: map[string]string{},
		inAnnotations: map[string]string{}}
	var p decl.Parser
	for _, f := range m.Files {
		s := &source{File: f, imports: map[string]string{}, types: make([]*typ, len(f.Types))}
		c.sources[f] = s
		var err error
		if s.text, err = m.ReadSource(f.Path, f.Hash); err != nil {
			s.text = nil
			continue
		}
		c.noteLiterals(s)
		d := p.Parse(s.text)
		if d.Unclear != "" {
			continue
		}
		for _, i := range d.Imports {
			if _, simple := decl.CutLast(i.Name, "."); !i.Static && !i.All {
				s.imports[simple] = i.Name
			}
		}
		s.addTypes(d)
		for _, t := range s.types {
			if t != nil && t.name != "" {
				c.byName[t.name] = append(c.byName[t.name], t)
			}
		}
	}
	c.findHierarchy()
	c.texts = newResources(texts, func(name string) bool {
		simple := name[strings.LastIndexAny(name, ".$")+1:]
		return slices.ContainsFunc(c.byName[simple], func(t *typ) bool {
			return t.Type != nil && (t.Binary == name || strings.ReplaceAll(t.Binary, "$", ".") == name)
		})
	})
	return c
}

func (c *code) sourceOf(f *report.File) *source { return c.sources[f] }

// addTypes adds the types of the file with their declarations.
func (s *source) addTypes(d *decl.File) {
	byBinary := map[string]*decl.Type{}
	for _, t := range d.Types {
		byBinary[t.Binary] = t
	}
	for i, t := range s.Types {
		x := &typ{src: s, line: int(t.Span.Start.Line), methods: map[signature][]*method{}}
		s.types[i] = x
		if x.Type = byBinary[decl.Qualified(s.Package, t.Name)]; x.Type != nil {
			x.name, x.line, x.extends = x.Name, x.Line, x.Supers
			x.annotations = annotationsAt(s.text[x.Start:x.End])
			for _, m := range x.Members {
				if m.Kind == decl.Method || m.Kind == decl.Constructor {
					x.addMethod(m)
				}
			}
			continue
		}
		x.anonymous = t.Kind == probe.Anonymous
		x.addLocal(i)
	}
	for i := range s.Methods {
		m := &s.Methods[i]
		x := s.types[m.Type]
		if x.Type != nil || m.Kind != probe.PlainMethod {
			continue
		}
		head := s.text[m.Span.Start.Offset:m.Name.Offset]
		key := signature{m.VMName(), arityOf(m.Params())}
		x.methods[key] = append(x.methods[key], &method{static: hasWord(head, "static"),
			private: hasWord(head, "private"), visible: hasWord(head, "public") || hasWord(head, "protected"),
			annotations: annotationsAt(head)})
	}
}

// addMethod adds a declaration of a member type.
func (t *typ) addMethod(m *decl.Member) {
	inInterface := t.Kind == decl.Interface && !m.Is("private")
	x := &method{Member: m, static: m.Static(), private: m.Is("private"),
		visible:     m.Is("public") || m.Is("protected") || inInterface,
		annotations: annotationsAt(t.src.text[m.Start:m.End])}
	key := signature{m.Name, m.Arity}
	t.methods[key] = append(t.methods[key], x)
}

// addLocal reads the super types of a local or anonymous class.
func (t *typ) addLocal(i int) {
	s := t.src
	if t.anonymous {
		title := s.TypeName(i)
		own := title[strings.LastIndexByte(title, '.')+1:]
		if super, ok := strings.CutPrefix(own, "new "); ok {
			t.extends = []string{super}
		} else if parent := s.types[s.Types[i].Parent]; parent != nil {
			t.supers = []*typ{parent} // the body of a constant
		}
		return
	}
	depth, of := 0, false
	scan := lex.New(s.text[s.Types[i].Span.Start.Offset:])
	var last string
	for tok := scan.NextToken(); tok.Kind != lex.EOF && tok.Kind != '{'; tok = scan.NextToken() {
		depth += tok.Kind.Angles()
		switch {
		case depth > 0 || tok.Kind != lex.Word:
			if of && depth == 0 && tok.Kind == ',' {
				t.extends, last = append(t.extends, last), ""
			}
		case tok.Is("extends") || tok.Is("implements"):
			if last != "" && of {
				t.extends = append(t.extends, last)
			}
			of, last = true, ""
		default:
			last = string(tok.Text)
		}
	}
	if of && last != "" {
		t.extends = append(t.extends, last)
	}
}

// memberOf returns the declaration of a method, nil if it is not known.
func (s *source) memberOf(i int) *decl.Member {
	m := &s.Methods[i]
	t := s.types[m.Type]
	if t == nil || t.Type == nil {
		return nil
	}
	at := int(m.Name.Offset)
	for _, x := range t.Members {
		if (x.Kind == decl.Method || x.Kind == decl.Constructor) && x.Start <= at && at < x.End {
			return x
		}
	}
	return nil
}

func (s *source) typeAt(i int) *typ { return s.types[i] }

// isIn reports whether a type is another type, or is within it. Both are indices in File.Types.
func (s *source) isIn(typ, other int) bool {
	for t := int32(typ); t >= 0; t = s.Types[t].Parent {
		if int(t) == other {
			return true
		}
	}
	return false
}

// within reports whether a method is inside one of the others, as those of anonymous classes may be.
func (s *source) within(m Method, others map[int]Method) bool {
	span := m.Method().Span
	for i, x := range others {
		if o := x.Method().Span; i != m.Index && x.Mark.Kind == "" && o.Start.Offset < span.Start.Offset &&
			span.End.Offset <= o.End.Offset {
			return true
		}
	}
	return false
}

// lines returns the number of lines of the source.
func (s *source) lines() int {
	n := bytes.Count(s.text, []byte("\n"))
	if len(s.text) > 0 && s.text[len(s.text)-1] != '\n' {
		n++
	}
	return n
}

// sizeOf returns the size of the code from start to end. If its declaration is known, its annotations and its Javadoc
// belong to it.
func (s *source) sizeOf(start, end int, m *decl.Member) Size {
	if m != nil {
		start, end = Extent(s.text, m.Start, m.End)
	}
	return s.sizeAt(start, end)
}

func (s *source) sizeOfType(i int) Size {
	t := s.types[i]
	start, end := Extent(s.text, t.Start, t.End)
	return s.sizeAt(start, end)
}

func (s *source) sizeAt(start, end int) Size {
	size := Size{Lines: 1}
	if end <= len(s.text) {
		size.Lines += bytes.Count(s.text[start:end], []byte("\n"))
	}
	for _, r := range s.Regions {
		if int(r.Span.Start.Offset) >= start && int(r.Span.End.Offset) <= end {
			size.Statements += len(r.Statements)
		}
	}
	return size
}

// Extent returns the part of a source that belongs to a declaration: with its Javadoc, and with comments right in front
// of it.
func Extent(text []byte, start, end int) (int, int) {
	if start > len(text) || end > len(text) {
		return start, end
	}
	var comments []lex.Token // since the last other token
	scan := lex.New(text[:start])
	for t := scan.Next(); t.Kind != lex.EOF; t = scan.Next() {
		switch t.Kind {
		case lex.Space:
		case lex.Comment:
			comments = append(comments, t)
		default:
			comments = comments[:0]
		}
	}
	for _, c := range slices.Backward(comments) {
		between := bytes.Count(text[c.End():start], []byte("\n"))
		line := text[1+bytes.LastIndexByte(text[:c.Start], '\n') : c.Start]
		isDoc := bytes.HasPrefix(c.Text, []byte("/**"))
		if between > 1 && !isDoc || len(bytes.TrimSpace(line)) > 0 {
			break
		}
		start = c.Start
	}
	return start, end
}

// annotationsAt returns the simple names of the annotations among the modifiers at the start of a text.
func annotationsAt(text []byte) (list []string) {
	scan := lex.New(text)
	t := scan.NextToken()
	for {
		switch {
		case t.Kind == '@':
			if t = scan.NextToken(); t.Is("interface") {
				return list
			}
			name := string(t.Text)
			for t = scan.NextToken(); t.Kind == '.'; t = scan.NextToken() {
				t = scan.NextToken()
				name = string(t.Text)
			}
			list = append(list, name)
			if t.Kind == '(' {
				for depth := 0; t.Kind != lex.EOF; t = scan.NextToken() {
					if depth += t.Kind.Nesting(); depth == 0 {
						break
					}
				}
				t = scan.NextToken()
			}
		case t.Kind == lex.Word && modifiers[string(t.Text)]:
			t = scan.NextToken()
		default:
			return list
		}
	}
}

var modifiers = lex.WordSet(`
	public protected private static final abstract synchronized native strictfp default transient volatile sealed`)

// hasWord reports whether a text has a word as a token.
func hasWord(text []byte, word string) bool {
	return slices.ContainsFunc(lex.AppendTokens(nil, text), func(t lex.Token) bool { return t.Is(word) })
}

// arityOf returns the number of parameters in a list such as "(int a, Map<A, B> b)".
func arityOf(params string) int {
	depth, n := 0, 0
	for _, t := range lex.AppendTokens(nil, []byte(params)) {
		switch depth += t.Kind.Nesting() + t.Kind.Angles(); {
		case t.Kind == '(' || t.Kind == ')':
		case n == 0:
			n = 1
		case t.Kind == ',' && depth == 1:
			n++
		}
	}
	return n
}
