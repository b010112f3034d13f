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

// callbacks lists the methods that the JDK calls on instances of its types, by the type: all that it may override, or
// that the JDK finds by their names. Types that are not listed may call any method.
var callbacks = callbacksOf(map[string]string{
	"Closeable AutoCloseable": "close", "Flushable": "flush", "Comparable": "compareTo", "Comparator": "compare",
	"Runnable": "run", "Callable": "call", "Predicate": "test", "Function": "apply", "Supplier": "get",
	"Consumer": "accept", "Appendable": "append", "Object": "finalize", "Cloneable": "clone",
	"Iterable": "iterator forEach spliterator", "Iterator": "hasNext next remove forEachRemaining",
	"CharSequence":                        "length charAt subSequence toString isEmpty chars codePoints",
	"Serializable":                        "readObject writeObject readResolve writeReplace readObjectNoData",
	"Enum Record RandomAccess Annotation": "",
	"Throwable Exception RuntimeException Error IOException UncheckedIOException IllegalArgumentException " +
		"IllegalStateException": "fillInStackTrace getCause getLocalizedMessage getMessage getStackTrace initCause " +
		"printStackTrace setStackTrace",
	"Collection List Set AbstractCollection AbstractList AbstractSet ArrayList HashSet LinkedHashSet": "add addAll " +
		"addFirst addLast clear clone contains containsAll ensureCapacity forEach get getFirst getLast indexOf isEmpty " +
		"iterator lastIndexOf listIterator parallelStream remove removeAll removeFirst removeIf " +
		"removeLast removeRange replaceAll retainAll reversed set size sort spliterator stream subList toArray " +
		"trimToSize",
	"Map AbstractMap HashMap LinkedHashMap": "clear clone compute computeIfAbsent computeIfPresent containsKey " +
		"containsValue entrySet firstEntry forEach get getOrDefault isEmpty keySet lastEntry merge pollFirstEntry " +
		"pollLastEntry put putAll putFirst putIfAbsent putLast remove removeEldestEntry replace replaceAll reversed " +
		"sequencedEntrySet sequencedKeySet sequencedValues size values",
	"Entry": "getKey getValue setValue",
	"InputStream FilterInputStream Reader FilterReader": "available close mark markSupported read readAllBytes " +
		"readAllAsString readAllLines readNBytes ready reset skip skipNBytes transferTo",
	"OutputStream FilterOutputStream Writer FilterWriter": "append close flush write",
	"Number": "byteValue doubleValue floatValue intValue longValue shortValue",
})

// callbacksOf returns sets of methods by type. list has the same with words in place of sets.
func callbacksOf(list map[string]string) map[string]map[string]bool {
	sets := map[string]map[string]bool{}
	for types, methods := range list {
		for of := range strings.FieldsSeq(types) {
			sets[of] = lex.WordSet(methods)
		}
	}
	return sets
}

// calledByLibrary reports whether a library may call a method of a type, as a super type that is not in the sources
// has it.
func (x *index) calledByLibrary(t *typ, name string) bool {
	if calledBack[name] {
		return true
	}
	for _, s := range slices.Concat([]*typ{t}, t.super, t.subs) {
		for _, super := range s.Supers {
			calls, listed := callbacks[super]
			if len(x.byName[super]) == 0 && (!listed || calls[name]) {
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
