package pattern

import (
	"slices"
	"strings"

	"jprof/internal/util/words"
	"jprof/report/contexts/cct"
)

// Meant is a hint at what may be meant by a pattern that matches none of some methods: a pattern for all methods of the
// class or package that it names, or similar names: of methods in the class that it names, or in classes of similar
// names, else of all methods. It is "" if there is nothing similar.
func (p Compiled) Meant(methods []cct.Method) string {
	for _, text := range []string{p.text + ".*", p.text + ".**"} {
		if len(matching(methods, text)) > 0 {
			return "did you mean " + words.Command([]string{text}) + "?"
		}
	}
	text, _, _ := strings.Cut(p.text, "(")
	at := strings.LastIndexAny(text, ".:$")
	class, name := strings.TrimRight(text[:max(0, at)], ":"), strings.TrimSpace(text[at+1:])
	own := matching(methods, class+".*") // none without a class
	near := nearIn(own, class+".", name)
	switch {
	case len(near) > 0:
	case len(own) > 0:
		near = []string{class + ".*"}
	case class != "":
		near = nearClasses(methods, class[strings.LastIndexAny(class, ".$")+1:], name)
	}
	if len(near) == 0 {
		near = nearIn(methods, "", name)
	}
	if len(near) > 0 {
		return "similar names: " + strings.Join(near, ", ")
	}
	return ""
}

// matching are the methods that match a pattern, none if it is none.
func matching(methods []cct.Method, text string) (list []cct.Method) {
	p, err := ParseCompiled(text)
	for i := range methods {
		if err == nil && p.Matches(&methods[i]) {
			list = append(list, methods[i])
		}
	}
	return list
}

// nearIn are similar names of methods, behind a class.
func nearIn(methods []cct.Method, class, name string) []string {
	var names []string
	for i := range methods {
		names = append(names, methods[i].Name)
	}
	names = words.Nearest(name, names)
	for i := range names {
		names[i] = class + names[i]
	}
	return names
}

// maxNear limits the names proposed.
const maxNear = 5

// nearClasses are the methods of a name, or a similar one, in classes with a similar simple name; without one, all
// methods of these classes.
func nearClasses(methods []cct.Method, class, name string) []string {
	byClass := map[string][]string{} // names of methods
	var classes []string
	for i := range methods {
		m := &methods[i]
		simple := m.Class[strings.LastIndexAny(m.Class, ".$")+1:]
		if byClass[simple] == nil {
			classes = append(classes, simple)
		}
		byClass[simple] = append(byClass[simple], m.Name)
	}
	classes = words.Nearest(class, classes)
	var exact, near, all []string
	for _, c := range classes {
		names := words.Nearest(name, byClass[c])
		switch {
		case slices.Contains(byClass[c], name):
			exact = append(exact, c+"."+name)
		case len(names) > 0:
			near = append(near, c+"."+names[0])
		default:
			all = append(all, c+".*")
		}
	}
	if near = append(exact, near...); len(near) == 0 {
		near = all
	}
	return near[:min(maxNear, len(near))]
}
