package decl

import (
	"iter"
	"strings"
)

// Qualified returns the name of a class in a package; pkg is "" for the unnamed one.
func Qualified(pkg, class string) string {
	if pkg == "" {
		return class
	}
	return pkg + "." + class
}

// Around yields a class and the classes around it, from the inside out, by their binary names: a.Outer$Inner, a.Outer.
// It yields none for "". A $ at the start of a simple name belongs to the name. Names may have $ in other places, too,
// so that it may yield classes that do not exist.
func Around(class string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := strings.LastIndexByte(class, '.') + 1
		start += len(class[start:]) - len(strings.TrimLeft(class[start:], "$"))
		for end := len(class); end > 0 && yield(class[:end]); {
			end = start + strings.LastIndexByte(class[start:end], '$')
			if end < start {
				return
			}
		}
	}
}

// Outermost returns the last class of Around, which a source declares at its top level.
func Outermost(class string) string {
	for class = range Around(class) {
	}
	return class
}

// IsWithin reports whether a class is the class other or is nested in it, by their binary names.
func IsWithin(class, other string) bool {
	rest, ok := strings.CutPrefix(class, other)
	return ok && (rest == "" || rest[0] == '$')
}
