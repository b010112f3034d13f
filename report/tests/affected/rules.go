package affected

import (
	"slices"

	"jprof/internal/java/decl"
	"jprof/internal/java/lex"
	"jprof/report/tests/change"
)

// apply marks the units that a fact concerns as suspect, or selects all tests.
func (s *selector) apply(n int, f *change.Fact) {
	switch f.Kind {
	case change.Resource:
		s.fileChanged(n, f)
	case change.Text:
		s.textChanged(n, f)
	case change.Build, change.Foreign, change.Uncompiled, change.Package, change.Unclear,
		change.Lost, change.Given:
		s.all(n, whyAll[f.Kind].rule, whyAll[f.Kind].how)
	case change.Imports:
		s.imports(n, f)
	case change.Type:
		s.typeChanged(n, f)
	case change.Annotations:
		s.annotations(n, f)
	case change.Order:
		s.touching(n, s.typ(f))
	case change.Member:
		s.memberChanged(n, f)
	case change.Code:
		s.codeChanged(n, f)
	}
}

var whyAll = map[change.Kind]struct {
	rule Rule
	how  string
}{
	change.Build:      {BuildFile, "it may change how everything is compiled and run"},
	change.Foreign:    {OtherLanguage, "only Java is counted"},
	change.Uncompiled: {NoCounts, "the run has no counts of it"},
	change.Package:    {WholePackage, "it holds for the whole package or module"},
	change.Unclear:    {Unclear, "what it declares is not known"},
	change.Given:      {Setting, "any test may depend on it"},
	change.Lost:       {SourceLost, "what has changed in it is not known"},
}

// typ returns the type of the run that a fact is about, nil if it has none.
func (s *selector) typ(f *change.Fact) *typ {
	for _, t := range []*decl.Type{f.OldType, f.NewType, s.in.OldTypes[f.NewType]} {
		if known := s.x.typeOf[t]; known != nil {
			return known
		}
	}
	return nil
}

// unit returns the unit of the run that a fact is about.
func (s *selector) unit(f *change.Fact) (int32, bool) {
	for _, m := range []*decl.Member{f.Old, f.New, s.in.OldMembers[f.New]} {
		if u, known := s.x.unitOf[m]; known {
			return u, true
		}
	}
	return 0, false
}

// source returns the index of the source of the run that a fact is about, -1 if it has none.
func (s *selector) source(f *change.Fact) int32 {
	for i := range s.x.sources {
		if p := s.x.sources[i].Path; p == f.OldPath || f.OldPath == "" && p == f.Path {
			return int32(i)
		}
	}
	return -1
}

func (s *selector) imports(n int, f *change.Fact) {
	src := s.source(f)
	if src < 0 {
		return
	}
	names := f.Names
	for _, of := range f.OnDemand {
		if s.in.State {
			names = nil
			break
		}
		names = append(slices.Clone(names), s.x.membersOf(of)...)
	}
	if len(names) == 0 && s.in.State {
		s.suspects(n, s.x.inFile[src], SameFile, "is in the same file")
		for _, t := range s.x.types {
			if t.src == src {
				s.touching(n, t)
			}
		}
		return
	}
	for _, name := range names {
		if !s.in.State {
			units := slices.DeleteFunc(slices.Clone(s.x.mentioning(name, true, src)), func(u int32) bool {
				v, edited := s.newer[u]
				return edited && !s.x.units[v].mentions(name) // another fact is about it
			})
			for _, t := range s.x.heads[name] {
				if t.src == src {
					s.touching(n, t)
				}
			}
			s.suspects(n, units, MentionsName, "mentions "+name)
			continue
		}
		s.mentioning(n, name, true, src)
	}
}

// touching makes all code that is related to a type suspect.
func (s *selector) touching(n int, t *typ) {
	if t != nil {
		s.suspects(n, s.x.touching(t), UsesClass, "has to do with the class "+t.Short())
	}
}

// mentioning makes all code that mentions a name suspect, and the code that gets copies of its value.
func (s *selector) mentioning(n int, name string, private bool, src int32) {
	s.suspects(n, s.x.mentioning(name, private, src), MentionsName, "mentions "+name)
	for _, t := range s.x.heads[name] {
		if !private || t.src == src {
			s.touching(n, t)
		}
	}
}

// meaning makes all code suspect that may mean a static field, and the code that gets copies of its value.
func (s *selector) meaning(n int, t *typ, m *decl.Member) {
	s.suspects(n, s.x.meaning(t, m), MentionsName, "mentions "+m.Name)
	for _, u := range s.x.heads[m.Name] {
		s.touching(n, u)
	}
}

func (s *selector) typeChanged(n int, f *change.Fact) {
	t := s.typ(f)
	name := ""
	for _, d := range []*decl.Type{f.OldType, f.NewType} {
		if d != nil {
			name = d.Name
			if len(d.Annotations) > 0 && !s.in.isTest(f) && (f.OldType == nil || f.NewType == nil) {
				s.all(n, Annotation, "it has annotations, by which frameworks find classes")
				return
			}
		}
	}
	s.mentioning(n, name, false, -1)
	s.touching(n, t)
}

func (s *selector) annotations(n int, f *change.Fact) {
	if !s.in.isTest(f) {
		s.all(n, Annotation, "frameworks read annotations")
		return
	}
	if u, known := s.unit(f); known && !s.in.State && f.Old != nil && f.New != nil && isTestMethod(f.Old) &&
		isTestMethod(f.New) {
		s.suspect(n, u, Executed, "")
		return
	}
	s.touching(n, s.typ(f))
}

// memberChanged applies facts about members that were added, removed, or have another declaration.
func (s *selector) memberChanged(n int, f *change.Fact) {
	t := s.typ(f)
	for _, m := range []*decl.Member{f.Old, f.New} {
		if m == nil {
			continue
		}
		if annotated := len(m.Annotations) > 0 || len(m.Type.Annotations) > 0; !s.in.isTest(f) && annotated {
			if !s.in.State {
				s.touching(n, t)
				continue
			}
			s.all(n, Annotation, "annotations are there, by which code may be found or made")
			return
		}
		s.declared(n, t, m, m.Is("private") && t != nil)
	}
	if u, known := s.unit(f); known {
		s.suspect(n, u, Executed, "")
	}
	if !s.in.State && t != nil && (f.Old == nil || f.New == nil) {
		s.reflected(n, t)
	}
}

// serial lists private methods and fields that the JDK finds by their names.
var serial = lex.WordSet(`readObject writeObject readResolve writeReplace readObjectNoData serialVersionUID
	serialPersistentFields`)

// declared makes the code suspect whose meaning depends on the declaration of a member.
func (s *selector) declared(n int, t *typ, m *decl.Member, private bool) {
	src := int32(-1)
	if t != nil {
		src = t.src
	}
	switch m.Kind {
	case decl.Method:
		calls := s.calling(t, m)
		if private {
			calls = slices.DeleteFunc(calls, func(u int32) bool { return s.x.units[u].src != src })
		}
		s.suspects(n, calls, CallsName, "calls methods named "+m.Name)
		switch {
		case !s.in.State && t != nil && !s.x.sources[t.src].Test:
			if !private && !m.Static() && s.x.calledByLibrary(t, m.Name) && !s.isPlainTest(t, m) || serial[m.Name] {
				s.touching(n, t)
			}
		case !private && !m.Static() && !s.isPlainTest(t, m) || serial[m.Name] ||
			m.Static() && t != nil && t.serializable():
			s.touching(n, t) // it may override another one
		}
	case decl.Constructor:
		s.suspects(n, s.calling(t, m), Makes, "makes instances of "+m.Name)
		switch {
		case s.in.State || t == nil:
			s.touching(n, t)
		case m.Arity == 0 || m.Varargs && m.Arity == 1: // constructors of subclasses call it without naming it
			for _, sub := range t.subs {
				s.made(n, sub)
			}
		}
	case decl.Field:
		if !s.in.State && t != nil {
			s.meaning(n, t, m)
			if !m.Static() && m.Body {
				s.made(n, t)
			}
			if serial[m.Name] {
				s.touching(n, t)
			}
			break
		}
		s.mentioning(n, m.Name, private, src)
		if !m.Static() || m.Body && !m.IsConstant() || t != nil && t.serializable() && !private {
			s.touching(n, t)
		}
	case decl.Constant:
		s.mentioning(n, m.Name, false, src)
		s.touching(n, t)
	case decl.Initializer:
		s.touching(n, t)
	}
}

// made makes the code suspect that runs when an instance of a type is made.
func (s *selector) made(n int, t *typ) {
	constructors := false
	for _, u := range t.units {
		m := s.x.units[u].m
		constructors = constructors || m.Kind == decl.Constructor
		if m.Kind == decl.Constructor || m.Kind == decl.Field && !m.Static() && s.x.units[u].counted {
			s.suspect(n, u, Makes, "makes instances of "+t.Name)
		}
	}
	if !constructors {
		s.suspects(n, s.x.mention[t.Name+"/0"], Makes, "makes instances of "+t.Name)
	}
}

// calling lists the units that may call a method or constructor of a type.
func (s *selector) calling(t *typ, m *decl.Member) []int32 {
	calls := s.x.calling(m.Name, m)
	if !s.x.byType || t == nil {
		return calls
	}
	if m.Kind == decl.Constructor { // also by super, this, new as a reference, and constants of enums
		calls = append(calls, s.x.mention[m.Name]...)
		for _, of := range append([]*typ{t}, t.subs...) {
			calls = append(calls, of.units...)
		}
		calls = sortedUnique(calls)
	}
	return slices.DeleteFunc(calls, func(u int32) bool { return !s.x.mayCall(u, t, m) })
}

// serializable reports whether the members of a type may affect the version of serialised instances.
func (t *typ) serializable() bool {
	for _, s := range append([]*typ{t}, t.super...) {
		for _, name := range s.Supers {
			if name == "Serializable" || name == "Externalizable" || !t.known {
				return true
			}
		}
	}
	return false
}

// codeChanged applies facts about members whose code has changed.
func (s *selector) codeChanged(n int, f *change.Fact) {
	m, t := f.New, s.typ(f)
	u, known := s.unit(f)
	switch {
	case m.Kind == decl.Method || m.Kind == decl.Constructor:
		switch {
		case !known: // not in the run: added since, which is another fact
		case !s.x.units[u].counted && s.x.units[u].m.Body:
			s.all(n, NoCounters, "it has no counters")
		default:
			s.edited(n, f, u)
		}
	case m.Kind == decl.Initializer && m.Static() && known && !s.in.State:
		s.suspect(n, u, Executed, "")
	case m.Kind == decl.Initializer:
		s.touching(n, t)
	case known && m.Static() && t != nil && !s.in.State && serial[m.Name]:
		s.touching(n, t)
	case known && m.Static() && t != nil && !s.in.State:
		if f.Old != nil && !m.IsConstant() && slices.Equal(eager(f.Old), eager(m)) {
			s.lazy[u] = s.lazy[u] || !s.suspectd[u]
			s.edited(n, f, u)
			break
		}
		s.meaning(n, t, m)
		s.suspect(n, u, Executed, "")
	default:
		src := int32(-1)
		if t != nil {
			src = t.src
		}
		s.mentioning(n, m.Name, m.Is("private") && t != nil, src)
		if !m.IsConstant() || f.Old != nil && !f.Old.IsConstant() {
			s.touching(n, t)
		}
	}
}
