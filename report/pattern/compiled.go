package pattern

import (
	"slices"
	"strings"

	"jprof/report/cct"
)

// MatchesCompiled reports whether the pattern matches a method of a class file: its class with dots or $, its name
// there, and its parameters as source code writes them, without packages: int,String[]. A constructor is <init>, or has
// the name of its class.
func (p Method) MatchesCompiled(m *cct.Method) bool {
	owners := []string{m.Class}
	if strings.Contains(m.Class, "$") {
		owners = append(owners, strings.ReplaceAll(m.Class, "$", "."))
	}
	names := []string{m.Name}
	if m.Name == "<init>" {
		names = append(names, m.Class[strings.LastIndexAny(m.Class, ".$")+1:])
	}
	if !slices.ContainsFunc(owners, func(owner string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return p.name.MatchString(owner + "." + name) })
	}) {
		return false
	}
	if p.parameters == nil {
		return true
	}
	_, parameters, _ := strings.Cut(m.Signature(), "(")
	parameters = strings.TrimSuffix(parameters, ")")
	if p.parameters.MatchString(parameters) {
		return true
	}
	varargs, ok := strings.CutSuffix(parameters, "[]")
	return ok && p.parameters.MatchString(varargs+"...")
}
