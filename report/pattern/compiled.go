package pattern

import (
	"slices"
	"strings"
)

// MatchesCompiled reports whether the pattern matches a method of a class file: its class with dots and $, its name
// there, and its parameters as source code writes them, without packages: int,String[]. A constructor is <init>, or has
// the name of its class.
func (p Method) MatchesCompiled(class, name, parameters string) bool {
	owners := []string{class}
	if strings.Contains(class, "$") {
		owners = append(owners, strings.ReplaceAll(class, "$", "."))
	}
	names := []string{name}
	if name == "<init>" {
		names = append(names, class[strings.LastIndexAny(class, ".$")+1:])
	}
	if !slices.ContainsFunc(owners, func(owner string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return p.name.MatchString(owner + "." + name) })
	}) {
		return false
	}
	if p.parameters == nil || p.parameters.MatchString(parameters) {
		return true
	}
	varargs, ok := strings.CutSuffix(parameters, "[]")
	return ok && p.parameters.MatchString(varargs+"...")
}
