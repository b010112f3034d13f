package dataflow

import (
	"encoding/binary"
	"slices"
)

// sets holds interned sets of places.
type sets struct {
	list    [][]Place // sorted
	ids     map[string]Set
	unions  map[[2]Set]Set
	singles map[Place]Set
	loads   map[loaded]Set
	key     []byte
}

func newSets() sets {
	return sets{list: [][]Place{nil}, ids: map[string]Set{"": 0}, unions: map[[2]Set]Set{}, singles: map[Place]Set{},
		loads: map[loaded]Set{}}
}

// loaded identifies the set of values that are read from the objects of a set, with the levels of a type. If cast is
// set, it identifies the objects of the set that have the type.
type loaded struct {
	from   Set
	levels *Level
	cast   bool
}

// load returns the set of values that are read from the objects in from. levels are those of their type, from Levels.
func (s *sets) load(from Set, levels []Level) Set {
	return s.convert(loaded{from, &levels[0], false}, levels)
}

// cast returns the set of the objects in from whose type has these levels.
func (s *sets) cast(from Set, levels []Level) Set {
	return s.convert(loaded{from, &levels[0], true}, levels)
}

func (s *sets) convert(key loaded, levels []Level) Set {
	if key.from == 0 {
		return 0
	}
	id, ok := s.loads[key]
	if ok {
		return id
	}
	var places []Place
	for _, p := range s.list[key.from] {
		switch o, l := p.Origin(), p.Level(); {
		case levels[0] == Immutable || l == Immutable:
			places = append(places, At(o, Immutable))
		case key.cast && (l == Self || l == Deep || slices.Contains(levels, l)):
			places = append(places, p)
		case key.cast:
		case l != Self:
			places = append(places, At(o, Deep))
		default:
			for _, level := range levels {
				places = append(places, At(o, level))
			}
		}
	}
	slices.Sort(places)
	id = s.intern(slices.Compact(places))
	s.loads[key] = id
	return id
}

// intern returns the set with the given places, which must be sorted. It may keep the list.
func (s *sets) intern(places []Place) Set {
	s.key = s.key[:0]
	for _, o := range places {
		s.key = binary.BigEndian.AppendUint32(s.key, uint32(o))
	}
	id, ok := s.ids[string(s.key)]
	if !ok {
		id = Set(len(s.list))
		s.ids[string(s.key)] = id
		s.list = append(s.list, places)
	}
	return id
}

// single returns the set of one place.
func (s *sets) single(place Place) Set {
	id, ok := s.singles[place]
	if !ok {
		id = s.intern([]Place{place})
		s.singles[place] = id
	}
	return id
}

// union returns the set of the places in a or b.
func (s *sets) union(a, b Set) Set {
	switch {
	case a == b || b == 0:
		return a
	case a == 0:
		return b
	case a > b:
		a, b = b, a
	}
	id, ok := s.unions[[2]Set{a, b}]
	if !ok {
		id = s.intern(merged(s.list[a], s.list[b]))
		s.unions[[2]Set{a, b}] = id
	}
	return id
}

// merged returns the sorted union of two sorted lists.
func merged(a, b []Place) []Place {
	out := make([]Place, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case a[0] > b[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}
