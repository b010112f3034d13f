package decl

import (
	"bytes"
	"slices"
	"strings"

	"jprof/internal/java/lex"
	"jprof/internal/util/lineends"
)

// Parser reads sources. It keeps the names that it has seen, so that equal names share memory. It is not safe for
// concurrent use.
type Parser struct {
	names map[string]string
	src   []byte
	all   []lex.Token
	at    int
	file  *File
	lines []int // offsets of the starts of lines
}

// maxDepth limits the depth of nested types. No real source has deeper ones.
const maxDepth = 200

// unclear is the panic that ends reading at code that is not understood.
type unclear struct{ reason string }

// Parse reads a source. The encoding does not matter as long as it keeps ASCII.
func (p *Parser) Parse(src []byte) (f *File) {
	if p.names == nil {
		p.names = map[string]string{}
	}
	p.src, p.at, p.lines = src, 0, p.lines[:0]
	p.all = lex.AppendTokens(p.all[:0], src)
	for i := 0; i >= 0; {
		p.lines = append(p.lines, i)
		next := bytes.IndexByte(src[i:], '\n')
		if next < 0 {
			break
		}
		i += next + 1
	}
	f = &File{}
	p.file = f
	defer func() {
		if r := recover(); r != nil {
			u, ok := r.(unclear)
			if !ok {
				panic(r)
			}
			f.Unclear, f.Types, f.Words = u.reason, nil, p.wordsOfAll()
		}
	}()
	p.unit()
	return f
}

// kind returns the kind of the token k places ahead.
func (p *Parser) kind(k int) lex.Kind {
	if p.at+k >= len(p.all) {
		return lex.EOF
	}
	return p.all[p.at+k].Kind
}

// word returns the word k places ahead, "" if there is none.
func (p *Parser) word(k int) string {
	if p.kind(k) != lex.Word {
		return ""
	}
	return string(p.all[p.at+k].Text)
}

// intern returns a text as a string that all equal texts share.
func (p *Parser) intern(text []byte) string {
	if s, ok := p.names[string(text)]; ok {
		return s
	}
	s := string(text)
	p.names[s] = s
	return s
}

func (p *Parser) offset() int {
	if p.at >= len(p.all) {
		return len(p.src)
	}
	return p.all[p.at].Start
}

// end returns the offset after the last token that was read.
func (p *Parser) end() int { return p.all[p.at-1].End() }

func (p *Parser) line(offset int) int {
	i, found := slices.BinarySearch(p.lines, offset)
	if found {
		return i + 1
	}
	return i
}

func (p *Parser) fail(what string) {
	text := "the end"
	if p.at < len(p.all) {
		text = string(p.all[p.at].Text)
	}
	panic(unclear{what + " expected at " + text})
}

// want skips a token of that kind.
func (p *Parser) want(k lex.Kind, what string) {
	if p.kind(0) != k {
		p.fail(what)
	}
	p.at++
}

// name reads a name.
func (p *Parser) name() string {
	if p.kind(0) != lex.Word {
		p.fail("a name")
	}
	p.at++
	return p.intern(p.all[p.at-1].Text)
}

// dotted reads a name with dots.
func (p *Parser) dotted() string {
	s := p.name()
	for p.kind(0) == '.' && p.kind(1) == lex.Word {
		p.at++
		s += "." + p.name()
	}
	return s
}

// skip skips a pair of brackets of any kind, with all inside.
func (p *Parser) skip() {
	depth := 0
	for p.at < len(p.all) {
		depth += p.kind(0).Nesting()
		p.at++
		if depth == 0 {
			return
		}
	}
	p.fail("a closing bracket")
}

// skipAngles skips type parameters or arguments, and stops after them.
func (p *Parser) skipAngles() {
	depth := 0
	for p.at < len(p.all) {
		switch k := p.kind(0); {
		case k.Angles() != 0:
			if depth += k.Angles(); depth < 0 {
				p.fail("type arguments")
			}
		case k == '(': // of an annotation
			p.skip()
			continue
		case k == ';' || k == '{' || k == '}' || k == ')':
			p.fail("type arguments")
		}
		p.at++
		if depth == 0 {
			return
		}
	}
	p.fail("type arguments")
}

// tokens returns the texts of tokens, separated by blanks.
func (p *Parser) tokens(from, to int) string {
	var b strings.Builder
	for i, t := range p.all[from:to] {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.Write(lineends.Unix(t.Text)) // in a text block
	}
	return b.String()
}

var modifierWords = lex.WordSet(`
	public protected private static final abstract synchronized native strictfp default transient volatile sealed
	non-sealed`)

// unseen lists annotations that no program can see when it runs. @Deprecated is none of them, and @NotNull may be one
// that a library reads.
var unseen = lex.WordSet("Override SuppressWarnings Serial")

// harmless lists annotations for which no framework calls the code that has them.
var harmless = lex.WordSet(`
	Override SuppressWarnings SafeVarargs FunctionalInterface Deprecated Serial VisibleForTesting
	Nullable NonNull NotNull Nonnull CheckForNull NullMarked NullUnmarked NonNullApi CheckReturnValue
	CanIgnoreReturnValue Contract GuardedBy ThreadSafe NotThreadSafe Immutable Experimental Internal Beta API`)

// Harmless reports whether no framework calls code for an annotation with a simple name.
func Harmless(name string) bool { return harmless[name] }

// modifiers reads modifiers and annotations. It returns the annotations without unseen ones, and the names that these
// mention.
func (p *Parser) modifiers() (list, annotations []string, mentions Mentions) {
	for {
		switch w := p.word(0); {
		case p.kind(0) == '@' && p.word(1) != "interface":
			from := p.at
			if _, simple := CutLast(p.annotation(), "."); !unseen[simple] {
				annotations = append(annotations, p.tokens(from, p.at))
				mentions = append(mentions, p.mentions(from, p.at)...)
			}
		case w == "non" && p.kind(1) == '-' && p.word(2) == "sealed":
			list = append(list, "non-sealed")
			p.at += 3
		case w == "default" && p.kind(1) == lex.Arrow, w == "default" && p.kind(1) == ':':
			return list, annotations, mentions
		case w == "sealed" && p.kind(1) != lex.Word && p.kind(1) != '@':
			return list, annotations, mentions // a name
		case modifierWords[w]:
			list = append(list, p.intern([]byte(w)))
			p.at++
		default:
			slices.Sort(list)
			slices.Sort(annotations)
			return list, annotations, mentions
		}
	}
}

// unit reads a whole source.
func (p *Parser) unit() {
	for p.at < len(p.all) {
		if p.kind(0) == ';' {
			p.at++
			continue
		}
		start := p.at
		list, annotations, mentions := p.modifiers()
		switch w := p.word(0); {
		case w == "package" && len(list) == 0:
			p.at++
			p.file.Package, p.file.About = p.dotted(), strings.Join(annotations, " ")
			p.want(';', ";")
		case w == "import" && len(list) == 0:
			p.at++
			p.file.Imports = append(p.file.Imports, p.importName())
		case (w == "module" || w == "open" && p.word(1) == "module") && p.kind(1) == lex.Word:
			p.at = len(p.all)
			p.file.Module = p.tokens(start, p.at)
		case p.isType():
			p.typ(nil, start, list, annotations, mentions, 0)
		default:
			// In a program without a class (JEP 512), members belong to a class with the name of the file.
			p.fail("a type")
		}
	}
}

func (p *Parser) importName() Import {
	var i Import
	if p.word(0) == "static" {
		i.Static = true
		p.at++
	}
	if p.word(0) == "module" && p.kind(1) == lex.Word {
		p.at++
		i.All = true
	}
	i.Name = p.dotted()
	if p.kind(0) == '.' && p.kind(1) == '*' {
		i.All = true
		p.at += 2
	}
	p.want(';', ";")
	return i
}

// isType reports whether a declaration of a type starts here, after its modifiers.
func (p *Parser) isType() bool {
	switch p.word(0) {
	case "class", "interface", "enum":
		return p.kind(1) == lex.Word
	case "record":
		return p.kind(1) == lex.Word && (p.kind(2) == '(' || p.kind(2) == '<')
	}
	return p.kind(0) == '@' && p.word(1) == "interface"
}

// typ reads a type after its modifiers. start is the index of the first token of the modifiers.
func (p *Parser) typ(outer *Type, start int, list, annotations []string, mentions Mentions, depth int) {
	if depth > maxDepth {
		p.fail("less depth")
	}
	t := &Type{Outer: outer, Modifiers: list, Annotations: annotations, Start: p.all[start].Start}
	switch p.word(0) {
	case "interface":
		t.Kind = Interface
	case "enum":
		t.Kind = Enum
	case "record":
		t.Kind = Record
	case "":
		t.Kind = Annotation
		p.at++
	}
	p.at++
	t.Line = p.line(p.offset())
	t.Name = p.name()
	switch {
	case outer != nil:
		t.Binary = outer.Binary + "$" + t.Name
	default:
		t.Binary = Qualified(p.file.Package, t.Name)
	}
	p.file.Types = append(p.file.Types, t)
	head := p.at
	for p.kind(0) != '{' {
		switch w := p.word(0); {
		case p.kind(0) == '<':
			p.skipAngles()
		case p.kind(0) == '(':
			from := p.at
			if t.Kind == Record && t.Components == nil {
				p.components(t)
				p.at = from
			}
			p.skip()
		case w == "extends" || w == "implements":
			p.at++
			p.supers(t)
		case w == "permits":
			p.at++
			p.supers(&Type{})
		case p.kind(0) == '@':
			p.modifiers()
		default:
			p.fail("{")
		}
	}
	t.Head = p.tokens(head, p.at)
	t.Mentions = append(mentions, p.mentions(head, p.at)...)
	p.at++
	if t.Kind == Enum {
		p.constants(t)
	}
	for p.kind(0) != '}' {
		p.member(t, depth)
	}
	p.at++
	t.End = p.end()
}

// supers reads the names of super types.
func (p *Parser) supers(t *Type) {
	for {
		p.modifiers()
		_, simple := CutLast(p.dotted(), ".")
		for p.kind(0) == '<' || p.kind(0) == '.' {
			if p.kind(0) == '.' { // Outer<A>.Inner
				p.at++
				simple = p.name()
				continue
			}
			p.skipAngles()
		}
		t.Supers = append(t.Supers, simple)
		if p.kind(0) != ',' {
			return
		}
		p.at++
	}
}
