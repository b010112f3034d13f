package affected

import (
	"slices"
	"strings"

	"jprof/internal/java/decl"
	"jprof/internal/java/lex"
)

// targets calls f with the methods that a site may call.
func (x *index) targets(s *site, f func(int32)) {
	for _, v := range x.methods[s.name] {
		if callee := &x.units[v]; s.fits(callee.m) && s.reaches(callee.typ) {
			f(v)
		}
	}
}

// fits reports whether the number of arguments fits a method or constructor.
func (s *site) fits(m *decl.Member) bool {
	return s.arguments < 0 || m.Arity == s.arguments || m.Varargs && s.arguments >= m.Arity-1
}

// reaches reports whether the receiver may have methods of a type.
func (s *site) reaches(t *typ) bool {
	if s.any || s.library && !t.known {
		return true
	}
	return slices.ContainsFunc(s.on, func(on *typ) bool {
		return on == t || slices.Contains(on.super, t) || slices.Contains(on.subs, t) || !on.known && !t.known ||
			slices.ContainsFunc(t.subs, func(sub *typ) bool { return slices.Contains(sub.super, on) })
	})
}

// resolved returns the code that a unit may call, by the types of receivers.
func (x *index) resolved(u int32) *calls {
	c := &calls{}
	w := &x.units[u]
	r := x.resolver(u)
	for i, name := range r.words {
		next := r.word(i + 1)
		if !r.isNew(i) && next != "::" && (next != "." || r.word(i+2) == "class" || r.word(i+2) == "this") {
			continue // it does not initialise the class
		}
		for _, t := range x.named(w.src, name) {
			for _, v := range t.units {
				if x.units[v].isInit() && t != w.typ {
					c.runs = append(c.runs, v)
				}
			}
		}
	}
	for i := range x.sites(u) {
		s := &x.called[u][i]
		if s.quoted {
			continue
		}
		if s.makes {
			c.makes = append(c.makes, x.named(w.src, s.name)...)
			continue
		}
		x.targets(s, func(v int32) {
			if callee := &x.units[v]; callee.m.Static() {
				c.runs = append(c.runs, v)
			} else {
				c.methods = append(c.methods, v)
			}
		})
	}
	return c
}

// mayCall reports whether a unit may call a method of a type, or a constructor.
func (x *index) mayCall(u int32, t *typ, m *decl.Member) bool {
	w := &x.units[u]
	if w.m == nil || w.isInit() || slices.ContainsFunc(w.m.Annotations, func(a string) bool {
		return strings.Contains(a, m.Name)
	}) {
		return true
	}
	for i := range x.sites(u) {
		s := &x.called[u][i]
		if s.name == m.Name && s.fits(m) && (s.makes || s.reaches(t)) {
			return true
		}
	}
	return false
}

// libraryType is a type of the JDK that sources extend or implement.
type libraryType struct {
	from  string          // its package, or the class around it
	calls map[string]bool // the methods that the JDK may call on its instances, without those of calledBack
}

// callbacks lists types of the JDK by their simple names. The JDK may call the methods that their subtypes may
// override, and those that it finds by their names.
var callbacks = libraryTypes([][3]string{
	{"java.lang", "AutoCloseable", "close"},
	{"java.lang", "Comparable", "compareTo"},
	{"java.lang", "Runnable", "run"},
	{"java.lang", "Appendable", "append"},
	{"java.lang", "Object", "finalize"},
	{"java.lang", "Cloneable", "clone"},
	{"java.lang", "Iterable", "iterator forEach spliterator"},
	{"java.lang", "CharSequence", "length charAt subSequence isEmpty chars codePoints codePointCount getChars"},
	{"java.lang", "Enum Record Annotation", ""},
	{"java.lang", "Throwable Exception RuntimeException Error IllegalArgumentException IllegalStateException",
		ofThrowable},
	{"java.lang", "Number", "byteValue doubleValue floatValue intValue longValue shortValue"},
	{"java.io", "IOException UncheckedIOException", ofThrowable},
	{"java.io", "Closeable", "close"},
	{"java.io", "Flushable", "flush"},
	{"java.io", "Serializable", "readObject writeObject readResolve writeReplace readObjectNoData"},
	{"java.io", "InputStream FilterInputStream Reader FilterReader", "available close mark markSupported read " +
		"readAllAsString readAllBytes readAllLines readNBytes ready reset skip skipNBytes transferTo"},
	{"java.io", "OutputStream FilterOutputStream Writer FilterWriter", "append close flush write"},
	{"java.util", "RandomAccess", ""},
	{"java.util", "Comparator",
		"compare reversed thenComparing thenComparingDouble thenComparingInt thenComparingLong"},
	{"java.util", "Iterator", "hasNext next remove forEachRemaining"},
	{"java.util", "Collection List Set AbstractCollection AbstractList AbstractSet ArrayList HashSet LinkedHashSet",
		"add addAll addFirst addLast clear clone contains containsAll ensureCapacity forEach get getFirst getLast " +
			"indexOf isEmpty iterator lastIndexOf listIterator parallelStream remove removeAll removeFirst removeIf " +
			"removeLast removeRange replaceAll retainAll reversed set size sort spliterator stream subList toArray " +
			"trimToSize"},
	{"java.util", "Map AbstractMap HashMap LinkedHashMap", "clear clone compute computeIfAbsent computeIfPresent " +
		"containsKey containsValue entrySet firstEntry forEach get getOrDefault isEmpty keySet lastEntry merge " +
		"pollFirstEntry pollLastEntry put putAll putFirst putIfAbsent putLast remove removeEldestEntry replace " +
		"replaceAll reversed sequencedEntrySet sequencedKeySet sequencedValues size values"},
	{"java.util.Map", "Entry", "getKey getValue setValue"},
	{"java.util.concurrent", "Callable", "call"},
	{"java.util.function", "Predicate", "test and negate or"},
	{"java.util.function", "Function", "apply andThen compose"},
	{"java.util.function", "Supplier", "get"},
	{"java.util.function", "Consumer", "accept andThen"},
})

const ofThrowable = "fillInStackTrace getCause getLocalizedMessage getMessage getStackTrace initCause " +
	"printStackTrace setStackTrace"

// libraryTypes returns types by name. list has a package, simple names of types, and the methods of each.
func libraryTypes(list [][3]string) map[string]libraryType {
	types := map[string]libraryType{}
	for _, l := range list {
		for name := range strings.FieldsSeq(l[1]) {
			types[name] = libraryType{l[0], lex.WordSet(l[2])}
		}
	}
	return types
}

// isIn reports whether the simple name of the type means it in a source: by an import, or as a type of java.lang.
func (l libraryType) isIn(source *decl.File, name string) bool {
	for _, i := range source.Imports {
		if from, simple := decl.CutLast(i.Name, "."); !i.All && !i.Static && simple == name {
			return from == l.from
		}
	}
	return l.from == "java.lang" || slices.Contains(source.Imports, decl.Import{Name: l.from, All: true})
}

// calledByLibrary reports whether a library may call a method of a type, as a super type that is not in the sources
// has it.
func (x *index) calledByLibrary(t *typ, name string) bool {
	if calledBack[name] {
		return true
	}
	for _, s := range slices.Concat([]*typ{t}, t.super, t.subs) {
		for _, super := range s.Supers {
			if len(x.byName[super]) > 0 {
				continue
			}
			of, listed := callbacks[super]
			if !listed || of.calls[name] || !of.isIn(x.sources[s.src].Decls, super) {
				return true
			}
		}
	}
	return false
}

// membersOf returns the simple names that an import on demand of a package or type of the sources brings.
func (x *index) membersOf(of string) (names []string) {
	for _, t := range x.types {
		name := strings.ReplaceAll(t.Binary, "$", ".")
		if before, _ := decl.CutLast(name, "."); before == of {
			names = append(names, t.Name)
		}
		if name == of {
			for _, m := range t.Members {
				if m.Static() && m.Name != "" {
					names = append(names, m.Name)
				}
			}
		}
	}
	return names
}
