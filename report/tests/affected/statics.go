package affected

import (
	"slices"
	"strings"

	"jprof/internal/java/decl"
	"jprof/internal/java/lex"
)

// static is a static field, or a constant of an enum.
type static struct {
	m       *decl.Member
	typ     *typ
	touch   []int32 // units that may mean it, ascending
	frozen  bool    // its content cannot change after its class was initialised
	content content
	writers []int32 // units that may change its content, unless it is frozen
	handle  []int32 // of a cache that may lose its content at any time: units that handle it; nil for others
}

// String is the name of the field for users.
func (s *static) String() string { return s.m.String() }

// content describes the objects that a field may hold, directly or not.
type content struct {
	types   map[*typ]bool   // of the sources
	kinds   map[string]bool // of collections, arrays, and objects of libraries whose content can change
	any     bool            // also what its declaration does not say
	foreign bool            // types of libraries that are not known: they may do anything with what they hold
	single  bool            // it holds one thing that was made for it, and nothing else whose content can change
	alone   bool            // the same, and no other code gets it; or it holds a value
}

// statics finds the fields that live longer than a test.
func (f *freezer) statics() []*static {
	x := f.x
	var list []*static
	for _, t := range x.types {
		for _, u := range t.units {
			m := x.units[u].m
			if !m.Static() || m.Kind != decl.Field && m.Kind != decl.Constant || m.IsConstant() {
				continue
			}
			s := &static{m: m, typ: t, frozen: f.frozen(t, m), content: content{types: map[*typ]bool{},
				kinds: map[string]bool{}}}
			touch := x.meaning(t, m)
			if m.Kind == decl.Constant { // this in its methods
				touch = append(touch, t.units...)
				f.holdType(&s.content, t)
			} else {
				f.hold(&s.content, f.exactly(m))
			}
			// Initialisers of its own class run before all others: what they make is no matter of tests.
			s.touch = sortedUnique(slices.DeleteFunc(touch, func(u int32) bool {
				return x.units[u].typ == t && x.units[u].isInit()
			}))
			if !s.frozen {
				f.single(s)
				s.writers = f.writers(s)
			}
			list = append(list, s)
		}
	}
	return list
}

// exactly is the declaration of a field, or the class of which it always has an instance.
func (f *freezer) exactly(m *decl.Member) string {
	words := strings.Fields(m.Code)
	if m.Is("final") && len(words) > 3 && words[0] == "new" && words[2] == "(" && len(m.Returns) == 0 {
		if list := f.x.byName[words[1]]; len(list) == 1 && len(list[0].subs) == 0 {
			return words[1]
		}
	}
	return m.Declared
}

// single finds out whether anything else can have what a field holds.
func (f *freezer) single(s *static) {
	c, words := &s.content, strings.Fields(s.m.Declared)
	if dimensions(words) == 0 && f.value(simpleType(words)) {
		c.alone = true
		return
	}
	if s.m.Kind != decl.Field || !f.isNew(s.m.Returns) {
		return
	}
	for _, u := range f.x.meaning(s.typ, s.m, decl.Assigned) {
		if w := &f.x.units[u]; w.m == nil || !f.isNew(w.origins(s.m.Name)) {
			return
		}
	}
	kept := len(f.x.meaning(s.typ, s.m, decl.HandedOn, decl.Copied)) == 0
	if kept && dimensions(words) == 0 {
		delete(c.kinds, kindOf(simpleType(words)))
	}
	c.single = !c.any && !c.foreign && len(c.types) == 0 && dimensions(words) < 2
	c.alone = c.single && kept
}

// containers are types of the JDK that hold other objects, beside collections, and those with a content of their own.
var containers = setOf(`ThreadLocal InheritableThreadLocal SoftReference WeakReference AtomicReference Optional
	AtomicInteger AtomicLong AtomicBoolean LongAdder StringBuilder StringBuffer Random SecureRandom WeakHashMap
	IdentityHashMap Deque ArrayDeque Queue CopyOnWriteArrayList AtomicIntegerArray AtomicLongArray SimpleDateFormat
	DecimalFormat NumberFormat DateFormat Date Calendar Thread Lock ReentrantLock Iterator Stack Vector Hashtable
	Properties Semaphore CountDownLatch ByteArrayOutputStream StringWriter ByteBuffer CharBuffer`)

// hold adds what something may hold that is declared so.
func (f *freezer) hold(c *content, declared string) {
	words := strings.Fields(declared)
	array := dimensions(words) > 0
	for i, w := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		switch {
		case lex.IsPrimitive(w):
			if array {
				c.kinds["[]"+w] = true
			}
		case w == "?" && next != "extends" && (i < 2 || words[i-2] != "Class"):
			c.any = true
		case !decl.IsName(w) || next == "." || inPackage[w]:
		case len(f.x.byName[w]) > 0:
			for _, t := range f.x.byName[w] {
				f.holdType(c, t)
			}
		case values[w]:
		case collections[w] || containers[w]:
			if w != "SoftReference" && w != "WeakReference" && w != "Optional" { // they always hold the same
				c.kinds[kindOf(w)] = true
			}
			if generic[w] && next != "<" {
				c.any = true
			}
		case w == "Object" || len(w) == 1 || strings.ToUpper(w) == w || stateless[w]:
			c.any = true
		default:
			c.kinds[w], c.foreign = true, true
		}
		if array && decl.IsName(w) && !inPackage[w] && next != "." {
			c.kinds["[]"] = true
		}
	}
}

// generic are the collections and containers whose type arguments name their content.
var generic = func() map[string]bool {
	set := setOf(`ThreadLocal InheritableThreadLocal SoftReference WeakReference AtomicReference Optional WeakHashMap
		IdentityHashMap Deque ArrayDeque Queue CopyOnWriteArrayList Iterator Stack Vector Hashtable`)
	for name := range collections {
		set[name] = name != "BitSet"
	}
	return set
}()

// kindOf returns one name for types of collections that may be the same object.
func kindOf(name string) string {
	switch {
	case strings.HasSuffix(name, "Map") || name == "Hashtable" || name == "Properties":
		return "Map"
	case collections[name] && name != "BitSet" || name == "Deque" || name == "ArrayDeque" || name == "Queue" ||
		name == "CopyOnWriteArrayList" || name == "Stack" || name == "Vector":
		return "Collection"
	}
	return name
}

// holdType adds what instances of a type of the sources may hold, and of those below it.
func (f *freezer) holdType(c *content, t *typ) {
	for _, s := range append([]*typ{t}, t.subs...) {
		if c.types[s] {
			continue
		}
		c.types[s] = true
		for _, up := range append([]*typ{s}, s.super...) {
			c.types[up] = true
			if !up.known && !onlyInterfaces(f.x, up) {
				c.foreign = true
				f.hold(c, strings.Join(up.Supers, " "))
			}
			for _, u := range up.units {
				if m := f.x.units[u].m; m.Kind == decl.Field && !m.Static() {
					f.hold(c, m.Declared)
				}
			}
			for _, component := range up.Components {
				f.hold(c, component)
			}
		}
	}
}

// writers lists the units that may change what a static field holds: those that assign it, those that change or hand on
// a collection or the like in it, and those that do so with a field of an object that it may hold. Initialisers of
// classes and of instances fill what is new.
func (f *freezer) writers(s *static) []int32 {
	if s.content.any || s.content.foreign {
		return s.touch
	}
	list := f.writersOf(s.typ, s.m)
	for t := range s.content.types {
		for _, u := range t.units {
			if m := f.x.units[u].m; m.Kind == decl.Field && !m.Static() {
				list = append(list, f.writersOf(t, m)...)
			}
		}
	}
	return sortedUnique(list)
}

func (f *freezer) writersOf(t *typ, m *decl.Member) (list []int32) {
	words := strings.Fields(m.Declared)
	outer := simpleType(words)
	marks := []string{decl.Assigned}
	if dimensions(words) > 0 || len(f.x.byName[outer]) == 0 && !f.value(outer) {
		marks = append(marks, decl.Changed, decl.HandedOn, decl.ElementOn, decl.Copied)
	}
	for _, mark := range marks {
		for _, u := range f.x.meaning(t, m, mark) {
			if mark == decl.HandedOn || mark == decl.Copied || !f.x.initialises(u, t, m) {
				list = append(list, u)
			}
		}
	}
	return list
}

// alias reports whether the second field may have an object in common with the first one, whose content can change.
// The content of a cache may be wrong only by code that handles it: see isCache.
func (f *freezer) alias(a, b *static) bool {
	x, y := &a.content, &b.content
	if b.handle != nil {
		return false
	}
	if x.alone || y.alone || x.single && y.single {
		return false
	}
	for t := range x.types {
		if y.types[t] && !f.typeFrozen(t.Name) {
			return true
		}
	}
	for k := range x.kinds {
		if y.kinds[k] {
			return true
		}
	}
	return x.any || y.any
}
