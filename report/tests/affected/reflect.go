package affected

import (
	"slices"

	"jprof/internal/java/lex"
)

// listing has methods that list the members of a class, and the libraries for tests that do so.
var listing = lex.WordSet(`getDeclaredMethods getMethods getDeclaredFields getFields getDeclaredConstructors
	getConstructors getDeclaredClasses getClasses getRecordComponents getBeanInfo getPropertyDescriptors
	reflectionEquals reflectionHashCode reflectionToString reflectionCompare usingRecursiveComparison
	usingRecursiveFieldByFieldElementComparator EqualsVerifier ReflectionUtils`)

// reflected selects the tests that may list the members of a type of which a member was added or removed: they executed
// code that lists the members of some class, and code that has to do with the type.
func (s *selector) reflected(n int, t *typ) {
	if s.lists == nil {
		s.lists = map[int32]bool{}
		for u := range s.x.units {
			if s.x.mentionsAny(int32(u), listing) {
				for _, print := range s.e.by[u] {
					s.lists[print] = true
				}
			}
		}
	}
	if len(s.lists) == 0 {
		return
	}
	for _, u := range s.x.touching(t) {
		for _, print := range s.e.by[u] {
			if s.lists[print] {
				s.hitBy(n, print, UsesClass, "lists members of classes, and has to do with the class "+t.Short())
			}
		}
	}
}

// getting has methods that get a field by a name which may be computed.
var getting = lex.WordSet(`getDeclaredField getField getDeclaredFields getFields readStaticField
	readDeclaredStaticField`)

// mentionsAny reports whether a unit mentions one of the names.
func (x *index) mentionsAny(u int32, names map[string]bool) bool {
	m := x.units[u].m
	return m != nil && slices.ContainsFunc(m.Mentions, func(name string) bool { return names[name] })
}
