package affected

import (
	"slices"
	"sort"
	"strconv"

	"jprof/internal/format/probe"
	"jprof/internal/java/decl"
	"jprof/internal/java/lex"
	"jprof/report/tests/change"
)

// Source is a source of a run.
type Source struct {
	Path  string
	Decls *decl.File
	Test  bool    // it is compiled with tests
	Maps  []Place // its files in maps; none if it is unmeasured
}

// Place is a file of a map.
type Place struct {
	Package probe.ID
	File    *probe.File
}

// unit is a piece of code that tests execute: a member of a type, or all of a source whose declarations are unclear.
type unit struct {
	src     int32
	typ     *typ         // nil for a whole source
	m       *decl.Member // nil for a whole source
	counted bool         // it has counters; without them, it is not known which tests executed it
	newer   bool         // it is not in the run
}

// typ is a type of the sources.
type typ struct {
	*decl.Type
	src    int32
	units  []int32
	subs   []*typ // all types that extend or implement it, directly or not, found by name
	super  []*typ // all types that it extends or implements, directly or not
	number int    // of the types
	known  bool   // all of its super types are in the sources, or have no methods that call its methods

	touching []int32 // results of index.touching, once computed
}

// outermost returns the top-level class that a type is in, itself if it is one.
func (t *typ) outermost() *decl.Type {
	d := t.Type
	for d.Outer != nil {
		d = d.Outer
	}
	return d
}

// index makes the sources of a run searchable.
type index struct {
	sources  []Source
	units    []unit
	types    []*typ
	typeOf   map[*decl.Type]*typ
	unitOf   map[*decl.Member]int32
	byName   map[string][]*typ  // by simple name
	heads    map[string][]*typ  // by names in their heads and annotations
	mention  map[string][]int32 // units by the names that they mention: see decl.Mentions
	methods  map[string][]int32 // units of methods by name
	fields   map[string][]int32 // units of fields by name
	inFile   [][]int32          // units by source
	calls    []*calls           // of units: see callsOf
	called   [][]site           // calls in units: see sites
	byType   bool               // calls are found by the types of receivers, not by names alone
	numbered int                // number of types with a number
}

func newIndex(sources []Source, byType bool) *index {
	x := &index{sources: sources, byType: byType, typeOf: map[*decl.Type]*typ{}, unitOf: map[*decl.Member]int32{},
		byName: map[string][]*typ{}, heads: map[string][]*typ{}, mention: map[string][]int32{},
		methods: map[string][]int32{}, fields: map[string][]int32{}, inFile: make([][]int32, len(sources))}
	for i := range sources {
		s := &sources[i]
		if s.Decls.Unclear != "" {
			x.inFile[i] = []int32{x.addUnit(unit{src: int32(i)}, s.Decls.Words)}
			continue
		}
		for _, t := range s.Decls.Types {
			at := x.newType(t, int32(i))
			x.types = append(x.types, at)
			x.typeOf[t] = at
			x.byName[t.Name] = append(x.byName[t.Name], at)
			for _, name := range t.Mentions {
				x.heads[name] = append(x.heads[name], at)
			}
			for _, m := range t.Members {
				u := x.addMember(int32(i), at, m)
				x.unitOf[m] = u
				x.inFile[i] = append(x.inFile[i], u)
			}
		}
		x.findCounted(int32(i))
	}
	x.findHierarchy()
	return x
}

// addNewer adds the units that are not in the run, because they were added or changed since. No test has executed them,
// so they select no test, but the code that they may call and change is known.
func (x *index) addNewer(s *selector) {
	for i := range s.in.Facts {
		f := &s.in.Facts[i]
		t := s.typ(f)
		switch {
		case f.New != nil && t != nil && (f.Kind == change.Member || f.Kind == change.Code):
			u := x.addMember(t.src, t, f.New)
			x.units[u].newer = true
			if old, known := s.unit(f); known {
				s.newer[old] = u
			} else if s.in.isTest(f) && isTestMethod(f.New) {
				s.added = append(s.added, addedTest{n: i, typ: t, units: []int32{u}, name: f.New.Name})
			}
		case f.Kind == change.Type && f.NewType != nil && t == nil && len(x.sources) > 0:
			added := x.newType(f.NewType, max(0, s.source(f)))
			x.byName[added.Name] = append(x.byName[added.Name], added)
			for _, m := range f.NewType.Members {
				x.units[x.addMember(added.src, added, m)].newer = true
			}
			if s.in.isTest(f) {
				s.added = append(s.added, addedTest{n: i, typ: added, units: added.units})
			}
		}
	}
}

func (x *index) addUnit(u unit, mentions []string) int32 {
	n := int32(len(x.units))
	x.units = append(x.units, u)
	for _, name := range mentions {
		x.mention[name] = append(x.mention[name], n)
	}
	return n
}

func (x *index) newType(t *decl.Type, src int32) *typ {
	x.numbered++
	return &typ{Type: t, src: src, number: x.numbered - 1}
}

func (x *index) addMember(src int32, t *typ, m *decl.Member) int32 {
	u := x.addUnit(unit{src: src, typ: t, m: m}, m.Mentions)
	t.units = append(t.units, u)
	switch m.Kind {
	case decl.Method:
		x.methods[m.Name] = append(x.methods[m.Name], u)
	case decl.Field:
		x.fields[m.Name] = append(x.fields[m.Name], u)
	}
	return u
}

// withoutCode lists super types of libraries that call no methods of their subtypes, except those of Object.
var withoutCode = lex.WordSet("Object Serializable Cloneable Enum Record Annotation RandomAccess")

func (x *index) findHierarchy() {
	for _, t := range x.types {
		seen := map[*typ]bool{t: true}
		t.known = true
		for todo := []*typ{t}; len(todo) > 0; todo = todo[1:] {
			for _, name := range todo[0].Supers {
				supers := x.byName[name]
				if len(supers) == 0 && !withoutCode[name] {
					t.known = false
				}
				for _, s := range supers {
					if !seen[s] {
						seen[s] = true
						t.super = append(t.super, s)
						s.subs = append(s.subs, t)
						todo = append(todo, s)
					}
				}
			}
		}
	}
}

// findCounted marks the units of a source that have counters.
func (x *index) findCounted(src int32) {
	for _, p := range x.sources[src].Maps {
		x.eachCounter(src, p.File, func(_ uint32, units []int32) {
			for _, u := range units {
				x.units[u].counted = true
			}
		})
	}
}

// eachCounter calls f with each counter of a file and the units whose executions it is part of. A counter may come
// several times.
func (x *index) eachCounter(src int32, p *probe.File, f func(counter uint32, units []int32)) {
	starts := x.inFile[src]
	sorted := slices.Clone(starts)
	whole := len(sorted) == 1 && x.units[sorted[0]].m == nil
	if !whole {
		slices.SortFunc(sorted, func(a, b int32) int { return x.units[a].m.Start - x.units[b].m.Start })
	}
	in := func(s probe.Span) []int32 {
		if whole {
			return sorted
		}
		from, to := int(s.Start.Offset), max(int(s.End.Offset), int(s.Start.Offset)+1)
		// Members do not overlap, but for fields that are declared together.
		i := sort.Search(len(sorted), func(i int) bool { return x.units[sorted[i]].m.End > from })
		k := i
		for k < len(sorted) && x.units[sorted[k]].m.Start < to {
			k++
		}
		return sorted[i:k]
	}
	all := func(units []int32, formulas ...probe.Formula) {
		for _, g := range formulas {
			for _, t := range g {
				f(t.Counter, units)
			}
		}
	}
	for _, m := range p.Methods {
		all(in(probe.Span{Start: m.NameAt, End: m.NameAt}), m.Count)
	}
	for _, b := range p.Blocks {
		all(in(b.Span), b.Count)
	}
	for _, r := range p.Regions {
		units := in(r.Span)
		all(units, r.Count)
		for _, s := range r.Statements {
			all(units, s.Count)
		}
	}
	for _, e := range p.Expressions {
		all(in(e.Span), e.Count)
	}
	for _, b := range p.Branches {
		all(in(b.Span), b.True, b.False)
	}
	for _, t := range p.Points {
		f(t.Counter, in(t.Span))
	}
}

// isInit reports whether a unit runs when its class is initialised.
func (u *unit) isInit() bool {
	return u.m != nil && u.m.Static() && u.m.Body && u.m.Kind != decl.Method && !u.m.IsConstant()
}

// mentions reports whether a unit mentions a name: see decl.Mentions.
func (u *unit) mentions(name string) bool {
	_, found := slices.BinarySearch(u.m.Mentions, name)
	return found
}

// touching lists the units that are related to a type: its own units, those of types below it, and those that mention
// one of these types. It includes units that may mean a static field of one of them, such as code of nested types, and
// files that import it. Without executing one of these units, no code can have an instance of the type, call its
// methods, or initialise it.
func (x *index) touching(t *typ) []int32 {
	if t.touching != nil {
		return t.touching
	}
	var list []int32
	names := map[string]bool{}
	for _, s := range append([]*typ{t}, t.subs...) {
		list = append(list, s.units...)
		for _, m := range s.Members {
			if m.Static() && (m.Kind == decl.Field && !m.IsConstant() || m.Kind == decl.Constant) {
				list = append(list, x.meaning(s, m)...)
			}
		}
		if !names[s.Name] {
			names[s.Name] = true
			list = append(list, x.mention[s.Name]...)
			for _, u := range x.heads[s.Name] { // frameworks read annotations
				list = append(list, u.units...)
			}
		}
	}
	t.touching = sortedUnique(list)
	return t.touching
}

// mentioning lists the units that mention a name. A private name can be meant only in its own file.
func (x *index) mentioning(name string, private bool, src int32) []int32 {
	list := x.mention[name]
	if !private {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(u int32) bool { return x.units[u].src != src })
}

// calling lists the units that call, or refer to, methods or constructors of a name with as many arguments as m has.
func (x *index) calling(name string, m *decl.Member) []int32 {
	list := slices.Clone(x.mention[name+"/*"])
	if !m.Varargs {
		return append(list, x.mention[name+"/"+strconv.Itoa(m.Arity)]...)
	}
	for n := m.Arity - 1; n < maxArguments; n++ {
		list = append(list, x.mention[name+"/"+strconv.Itoa(n)]...)
	}
	return list
}

// maxArguments is more than any call has: a method takes up to 255 arguments.
const maxArguments = 256

func sortedUnique(list []int32) []int32 {
	slices.Sort(list)
	return slices.Compact(list)
}

// short returns the name of a unit for people.
func (x *index) short(u int32) string {
	if m := x.units[u].m; m != nil {
		return m.Title()
	}
	return x.sources[x.units[u].src].Path
}
