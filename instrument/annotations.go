package instrument

import (
	"bytes"
	"strings"

	"jprof/instrument/code"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
	"jprof/internal/java/lex"
)

// marks adds the annotations and comments by which reports exclude code to the probes of a file. Among the unmeasured
// parts, it marks methods. All other probes must be complete.
func (f *file) marks() {
	f.declarations()
	f.toggles()
}

// declarations adds the annotations of each type, and of each method and constructor with a body. In the list of
// unmeasured parts, it marks those that are methods.
func (f *file) declarations() {
	left := map[probe.Span]int{}
	for i, u := range f.probes.Unmeasured {
		left[u.Span] = i
	}
	declared := f.probes.Declared()
	// A stack of its own: generated sources can be nested deeply.
	for open := []*syntax.Node{f.Program}; len(open) > 0; {
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
				if i, ok := left[f.NodeSpan(m)]; ok && code.IsMethod(m.Kind) {
					f.probes.Unmeasured[i].Method = true
				}
			}
		}
		modifiers := n.Child(syntax.Modifiers)
		if modifiers == nil || !declared[f.NodeSpan(n)] {
			continue
		}
		for _, name := range code.AnnotationNames(modifiers.Text(f.Src)) {
			f.probes.Annotations = append(f.probes.Annotations, probe.Annotated{Name: name, Span: f.NodeSpan(n)})
		}
	}
}

// toggles adds the comments jprof:off and jprof:on.
func (f *file) toggles() {
	if !bytes.Contains(f.Src, []byte("jprof:o")) {
		return // nearly all sources end here
	}
	s := lex.New(f.Src)
	for t := s.Next(); t.Kind != lex.EOF; t = s.Next() {
		if t.Kind != lex.Comment {
			continue
		}
		if on, reason, ok := toggle(t.Text); ok {
			span := f.Span(uint32(t.Start), uint32(t.End()))
			f.probes.Toggles = append(f.probes.Toggles, probe.Toggle{On: on, Span: span, Reason: reason})
		}
	}
}

// toggle parses a comment that starts with jprof:off or jprof:on. The reason is the text after that.
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
