package main

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/instrument/syntax"
	"jprof/internal/java/lex"
)

// mutant is a change of one source.
type mutant struct {
	Kind       string
	File       string // path from the root of the module, with slashes
	Line       int
	Start, End int    // the bytes that are replaced
	Was, Text  string // the old and the new text of these bytes
}

// apply returns the source with the change.
func (m *mutant) apply(text []byte) ([]byte, error) {
	if m.End > len(text) || string(text[m.Start:m.End]) != m.Was {
		return nil, fmt.Errorf("%s is not the source that %s:%d is of", m.File, m.File, m.Line)
	}
	return slices.Concat(text[:m.Start], []byte(m.Text), text[m.End:]), nil
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s: %s:%d: %q becomes %q", m.Kind, m.File, m.Line, shorten(m.Was), shorten(m.Text))
}

func shorten(s string) string {
	if len(s) > 160 {
		return s[:150] + "..." + s[len(s)-7:]
	}
	return s
}

// The kinds of changes.
const (
	arithmetic    = "arithmetic"
	relational    = "relational"
	logical       = "logical"
	literals      = "literals"
	inlined       = "constants"
	conditions    = "conditions"
	calls         = "calls removed"
	returns       = "return values"
	fields        = "fields"
	initialisers  = "static initialisers"
	exceptions    = "exceptions"
	overrides     = "overrides added"
	ofTheJDK      = "overrides of the JDK added"
	overridesGone = "overrides removed"
	overloads     = "overloads added"
)

// source holds a file, and the candidates that were found in it.
type source struct {
	path    string
	text    []byte
	program *syntax.Node
	lines   *syntax.Lines
	found   *[]mutant
}

// add notes a candidate that replaces the bytes from start to end by text.
func (s *source) add(kind string, start, end int, text string) {
	if string(s.text[start:end]) == text {
		return
	}
	*s.found = append(*s.found, mutant{Kind: kind, File: s.path, Line: s.lines.Line(uint32(start)), Start: start,
		End: end, Was: string(s.text[start:end]), Text: text})
}

// candidates lists the changes of the sources below root/src/main/java, in the order of files.
func candidates(root string) (found []mutant, err error) {
	files, err := javaFiles(filepath.Join(root, "src", "main", "java"))
	if err != nil {
		return nil, err
	}
	p := syntax.NewParser()
	defer p.Close()
	var all []*class
	for _, path := range files {
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return nil, err
		}
		s := &source{path: filepath.ToSlash(rel), found: &found}
		if s.text, err = os.ReadFile(path); err != nil {
			return nil, err
		}
		if s.program, err = p.Parse(s.text); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		s.lines = syntax.NewLines(s.text)
		s.walk(s.program, within{})
		all = append(all, s.classes(s.program, nil)...)
	}
	addOverrides(all, &found)
	return found, nil
}

// within is the context of a node.
type within struct {
	result string // the type that return statements return here, "" if it is not known
	kind   string // kind of the changes of tokens: "" outside of code, code for several kinds
}

// code is the value of within.kind in the bodies of methods. There the kind of a change depends on the token.
const code = "code"

// walk adds the changes in a node.
func (s *source) walk(n *syntax.Node, in within) {
	switch n.Kind {
	case syntax.MethodDecl:
		in = within{result: s.resultType(n), kind: code}
	case syntax.ConstructorDecl, syntax.Lambda:
		in = within{kind: code}
	case syntax.StaticInit:
		in = within{kind: initialisers}
	case syntax.ClassBody:
		in = within{}
	case syntax.FieldDecl:
		in = within{}
		s.field(n)
	case syntax.If, syntax.While, syntax.Do:
		if c := n.In(syntax.Condition); c != nil {
			s.condition(c)
		}
	case syntax.ExprStmt:
		if n.Child(syntax.Call) != nil {
			s.add(calls, int(n.Start), int(n.End), ";")
		}
	case syntax.Return:
		s.returned(n, in.result)
	case syntax.Throw:
		s.add(exceptions, int(n.Start), int(n.End), `throw new IllegalStateException("mutant");`)
	case syntax.Catch:
		if b := n.Child(syntax.Block); b != nil {
			at := int(b.Start) + 1
			s.add(exceptions, at, at, ` if (true) { throw new IllegalStateException("mutant"); }`)
		}
	case syntax.ClassDecl:
		if b := n.Child(syntax.ClassBody); b != nil {
			at := int(b.Start) + 1
			s.add(initialisers, at, at, ` static { if (true) { throw new IllegalStateException("mutant"); } }`)
		}
	}
	for c := n.First; c != nil; c = c.Next {
		if c.Kind == syntax.Block || c.Kind == syntax.ConstructorBody {
			s.tokens(c, in.kind)
		}
		s.walk(c, in)
	}
}

// resultType returns the text of the result type of a method.
func (s *source) resultType(n *syntax.Node) string {
	text := s.header(n)
	at := strings.IndexByte(text, '(')
	if at < 0 {
		return ""
	}
	words := strings.Fields(text[:at])
	if len(words) < 2 {
		return ""
	}
	return strings.Join(words[:len(words)-1], " ")
}

// header returns the text of a method without its modifiers and body.
func (s *source) header(n *syntax.Node) string {
	start, end := n.Start, n.End
	if m := n.Child(syntax.Modifiers); m != nil {
		start = m.End
	}
	if b := n.Child(syntax.Block); b != nil {
		end = b.Start
	}
	var words []string
	for _, t := range lex.AppendTokens(nil, s.text[start:end]) {
		words = append(words, string(t.Text))
	}
	return strings.TrimSuffix(strings.NewReplacer(" ( ", "(", " )", ")", " , ", ", ", " . ", ".").Replace(
		strings.Join(words, " ")), ";")
}

// modifiers returns the text of the modifiers of a member.
func (s *source) modifiers(n *syntax.Node) string {
	if m := n.Child(syntax.Modifiers); m != nil {
		return string(m.Text(s.text))
	}
	return ""
}

// has reports whether a word is one of the modifiers.
func has(modifiers, word string) bool { return slices.Contains(strings.Fields(modifiers), word) }

// choose puts candidates into an order that depends on a seed. The order has one of each kind in turn, so that rare
// kinds are as frequent as others until there are no more of them.
func choose(found []mutant, seed uint64) (order []mutant) {
	byKind := map[string][]mutant{}
	for _, m := range found {
		byKind[m.Kind] = append(byKind[m.Kind], m)
	}
	kinds := slices.Sorted(maps.Keys(byKind))
	for _, kind := range kinds {
		h := fnv.New64()
		fmt.Fprint(h, kind)
		list := byKind[kind]
		swap := func(i, j int) { list[i], list[j] = list[j], list[i] }
		rand.New(rand.NewPCG(seed, h.Sum64())).Shuffle(len(list), swap)
	}
	for n := 0; len(order) < len(found); n++ {
		for _, kind := range kinds {
			if n < len(byKind[kind]) {
				order = append(order, byKind[kind][n])
			}
		}
	}
	return order
}
