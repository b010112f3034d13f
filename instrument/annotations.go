package instrument

import (
	"bytes"
	"strings"

	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
	"jprof/internal/java/lex"
)

// marks adds to the probes of a file the annotations and comments by which reports exclude parts of it, and notes which
// unmeasured parts are methods. The probes are complete otherwise.
func (f *file) marks() {
	f.declarations()
	f.toggles()
}

// declarations lists the annotations of each type, and of each method and constructor with a body, and finds the
// methods among the unmeasured parts.
func (f *file) declarations() {
	left := map[probe.Span]int{}
	for i, u := range f.probes.Unmeasured {
		left[u.Span] = i
	}
	declared := map[probe.Span]bool{}
	for _, t := range f.probes.Types {
		declared[t.Span] = true
	}
	for _, m := range f.probes.Methods {
		declared[m.Span] = true
	}
	// A stack of its own: generated sources can be nested deeply.
	for open := []*syntax.Node{f.program}; len(open) > 0; {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		if n.Next != nil {
			open = append(open, n.Next)
		}
		if n.First != nil {
			open = append(open, n.First)
		}
		if n.Kind == syntax.ClassBody || n.Kind == syntax.EnumMembers || n.Kind == syntax.Program {
			for m := n.First; m != nil && len(left) > 0; m = m.Next {
				if i, ok := left[f.nodeSpan(m)]; ok && isMethod(m.Kind) {
					f.probes.Unmeasured[i].Method = true
				}
			}
		}
		modifiers := n.Child(syntax.Modifiers)
		if modifiers == nil || !declared[f.nodeSpan(n)] {
			continue
		}
		for _, name := range annotationNames(modifiers.Text(f.src)) {
			f.probes.Annotations = append(f.probes.Annotations, probe.Annotated{Name: name, Span: f.nodeSpan(n)})
		}
	}
}

// isMethod reports whether a member of a class is a method, constructor or initialiser.
func isMethod(k syntax.Kind) bool {
	switch k {
	case syntax.MethodDecl, syntax.ConstructorDecl, syntax.CompactDecl, syntax.StaticInit, syntax.Block:
		return true
	}
	return false
}

// annotationNames returns the names of the annotations among the modifiers of a declaration.
func annotationNames(modifiers []byte) []string {
	var names []string
	s := lex.New(modifiers)
	for t := s.NextToken(); t.Kind != lex.EOF; t = s.NextToken() {
		if t.Kind != '@' {
			continue
		}
		if name := readAnnotation(&s); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// readAnnotation reads an annotation after its @, with its arguments, and returns its name.
func readAnnotation(s *lex.Scanner) string {
	var name strings.Builder
	ahead := *s
	t := ahead.NextToken()
	for isPart := true; isPart && t.Kind == lex.Word || !isPart && t.Kind == '.'; isPart = !isPart {
		name.Write(t.Text)
		*s = ahead
		t = ahead.NextToken()
	}
	if t.Kind != '(' {
		return name.String()
	}
	for depth := 1; depth > 0 && t.Kind != lex.EOF; {
		switch t = ahead.NextToken(); t.Kind {
		case '(':
			depth++
		case ')':
			depth--
		}
	}
	*s = ahead
	return name.String()
}

// toggles lists the comments jprof:off and jprof:on.
func (f *file) toggles() {
	if !bytes.Contains(f.src, []byte("jprof:o")) {
		return // as nearly all sources
	}
	s := lex.New(f.src)
	for t := s.Next(); t.Kind != lex.EOF; t = s.Next() {
		if t.Kind != lex.Comment {
			continue
		}
		if on, reason, ok := toggle(t.Text); ok {
			span := f.span(uint32(t.Start), uint32(t.End()))
			f.probes.Toggles = append(f.probes.Toggles, probe.Toggle{On: on, Span: span, Reason: reason})
		}
	}
}

// toggle reads a comment that starts with jprof:off or jprof:on. The rest of it is the reason.
func toggle(comment []byte) (on bool, reason string, ok bool) {
	text := string(comment)
	if strings.HasPrefix(text, "/*") {
		text = strings.TrimSuffix(text, "*/")
	}
	var words []string
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		words = append(words, strings.Fields(strings.TrimLeft(line, "/* \t\f"))...)
	}
	if len(words) == 0 {
		return false, "", false
	}
	switch strings.TrimSuffix(words[0], ":") {
	case "jprof:off":
		return false, strings.TrimLeft(strings.Join(words[1:], " "), "-: "), true
	case "jprof:on":
		return true, "", true
	}
	return false, "", false
}
