package pattern

import (
	"slices"
	"strings"

	"jprof/internal/words"
	"jprof/report/cct"
)

// Meant is a hint at what may be meant by a pattern that matches none of some methods: a pattern for all methods of the
// class or package that it names, or similar names of methods. It is "" if there is nothing similar.
func (p Compiled) Meant(methods []cct.Method) string {
	for _, text := range []string{p.text + ".*", p.text + ".**"} {
		all, err := ParseCompiled(text)
		if err == nil && slices.ContainsFunc(methods, func(m cct.Method) bool { return all.Matches(&m) }) {
			return "did you mean " + words.Command([]string{text}) + "?"
		}
	}
	var names []string
	for i := range methods {
		names = append(names, methods[i].Name)
	}
	name, _, _ := strings.Cut(p.text, "(")
	name = strings.TrimSpace(name[strings.LastIndexAny(name, ".:$")+1:])
	if near := words.Nearest(name, names); len(near) > 0 {
		return "similar names: " + strings.Join(near, ", ")
	}
	return ""
}
