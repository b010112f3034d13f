package unused

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"jprof/internal/java/lex"
	"jprof/internal/util/lazyregexp"
)

// noteLiterals notes the names in the string literals of a source, and the classes in its annotations, each with the
// place of the first. A literal is a name as a whole: "parse", "org.example.Parser". Of "Parser#parse" it is parse.
func (c *code) noteLiterals(s *source) {
	line, from := 1, 0
	place := func(t lex.Token) string {
		line += bytes.Count(s.text[from:t.Start], []byte("\n"))
		from = t.Start
		return fmt.Sprintf("%s:%d", path.Base(s.Path), line)
	}
	tokens := lex.AppendTokens(nil, s.text)
	depth, end := 0, -1 // end is the depth of brackets at which the arguments of an annotation end
	for i, t := range tokens {
		if depth += t.Kind.Nesting(); depth == end {
			end = -1
		}
		switch {
		case t.Kind == '(' && end < 0 && isAnnotation(tokens[:i]):
			end = depth - 1
		case t.Is("class") && end >= 0 && i > 1 && tokens[i-1].Kind == '.':
			note(c.inAnnotations, string(tokens[i-2].Text), place(t))
		case t.Kind == lex.Quoted && len(t.Text) > 2 && t.Text[0] == '"':
			text := string(t.Text[1 : len(t.Text)-1])
			if isDotted(text) {
				note(c.strings, text, place(t))
			}
			if class, method, ok := strings.Cut(text, "#"); ok && isDotted(class) && isDotted(method) {
				note(c.strings, method, place(t))
			}
		}
	}
}

// isAnnotation reports whether tokens end with @ and a name.
func isAnnotation(tokens []lex.Token) bool {
	i := len(tokens) - 1
	for i > 1 && tokens[i].Kind == lex.Word && tokens[i-1].Kind == '.' {
		i -= 2
	}
	return i > 0 && tokens[i].Kind == lex.Word && tokens[i-1].Kind == '@'
}

// note sets a name that has no place yet.
func note(places map[string]string, name, place string) {
	if places[name] == "" {
		places[name] = place
	}
}

// isDotted reports whether a text is a name with or without dots.
func isDotted(text string) bool {
	if text == "" || text[0] >= '0' && text[0] <= '9' || strings.Contains(text, "..") {
		return false
	}
	for _, c := range []byte(text) {
		if c != '.' && !lex.IsWordPart(c) {
			return false
		}
	}
	return text[0] != '.' && text[len(text)-1] != '.'
}

// resources has the names that resources hold, each with the path of the first.
type resources struct {
	classes    map[string]string // names with dots
	properties map[string]string // of expressions in templates, and of attributes of XML about classes
	methods    map[string]string // called in expressions
}

// templates lists the ends of names of files with expressions about objects.
var templates = []string{".html", ".htm", ".xhtml", ".jsp", ".jspx", ".jspf", ".tag", ".ftl", ".ftlh", ".vm",
	".mustache", ".hbs", ".peb", ".jte", ".gsp"}

var (
	dottedName = lazyregexp.New(`[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+`)
	expression = lazyregexp.New(
		`[$*#@~{%]\{[^{}]*\}|<#[^>]*>|\$!?[A-Za-z][\w.()]*|#(?:if|foreach|set|elseif)\s*\([^\n]*`)
	word      = lazyregexp.New(`[A-Za-z_]\w*\s*\(?`)
	attribute = lazyregexp.New(`[\w:-]+\s*=\s*["']([A-Za-z_]\w*)["']`)
)

// newResources reads texts. isClass reports whether the project has a class with this name. Attributes of XML, and
// expressions in it, matter only in files that name a class of the project.
func newResources(texts []Text, isClass func(name string) bool) resources {
	r := resources{map[string]string{}, map[string]string{}, map[string]string{}}
	for _, t := range texts {
		about := false
		for _, name := range dottedName().FindAllString(string(t.Data), -1) {
			if isClass(name) {
				note(r.classes, name, t.Path)
				about = true
			}
		}
		isXML := about && path.Ext(t.Path) == ".xml"
		if !isXML && !slices.Contains(templates, path.Ext(t.Path)) {
			continue
		}
		for _, e := range expression().FindAllString(string(t.Data), -1) {
			for _, w := range word().FindAllString(e, -1) {
				if name, called := strings.CutSuffix(w, "("); called {
					note(r.methods, strings.TrimSpace(name), t.Path)
				} else {
					note(r.properties, strings.TrimSpace(w), t.Path)
				}
			}
		}
		if isXML && path.Base(t.Path) != "pom.xml" {
			for _, a := range attribute().FindAllStringSubmatch(string(t.Data), -1) {
				note(r.properties, a[1], t.Path)
				note(r.methods, a[1], t.Path)
			}
		}
	}
	return r
}
