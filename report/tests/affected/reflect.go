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
			if s.x.listsMembers(int32(u)) {
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

// getsFields reports whether a unit mentions a method that gets fields by their names.
func (x *index) getsFields(u int32) bool {
	m := x.units[u].m
	return m != nil && slices.ContainsFunc(m.Mentions, func(name string) bool { return getting[name] })
}

// listsMembers reports whether a unit mentions a method that lists the members of a class.
func (x *index) listsMembers(u int32) bool {
	m := x.units[u].m
	return m != nil && slices.ContainsFunc(m.Mentions, func(name string) bool { return listing[name] })
}
