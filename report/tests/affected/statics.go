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
	frozen  bool    // its content cannot change after the initialisation of its class
	content content
	writers []int32 // units that may change its content, unless it is frozen
	handle  []int32 // units that handle a cache whose content may be removed at any time; nil for other fields
}

// String returns the name of the field for users.
func (s *static) String() string { return s.m.String() }

// content describes the objects that a field may hold, directly or not.
type content struct {
	types   map[*typ]bool   // types of the sources
	kinds   map[string]bool // kinds of collections, arrays, and objects of libraries whose content can change
	any     bool            // the field may hold objects that its declaration does not show
	foreign bool            // it may hold unknown types of libraries, which may do anything with their content
	single  bool            // it holds one object that was made for it, and nothing else whose content can change
	alone   bool            // as single, and no other code gets the object; or it holds a value
}

// statics returns the fields that live longer than a test.
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
			// Initialisers of its own class run before all others, so their results do not depend on tests.
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

// exactly returns the class of which a field always has an instance, or else its declaration.
func (f *freezer) exactly(m *decl.Member) string {
	words := strings.Fields(m.Code)
	if m.Is("final") && len(words) > 3 && words[0] == "new" && words[2] == "(" && len(m.Returns) == 0 {
		if list := f.x.byName[words[1]]; len(list) == 1 && len(list[0].subs) == 0 {
			return words[1]
		}
	}
	return m.Declared
}

// single sets single and alone of the content: whether other code can have the objects in a field.
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

// containers lists types of the JDK that hold other objects, beside collections, and those whose own content changes.
var containers = lex.WordSet(`ThreadLocal InheritableThreadLocal SoftReference WeakReference AtomicReference Optional
	AtomicInteger AtomicLong AtomicBoolean LongAdder StringBuilder StringBuffer Random SecureRandom WeakHashMap
	IdentityHashMap Deque ArrayDeque Queue CopyOnWriteArrayList AtomicIntegerArray AtomicLongArray SimpleDateFormat
	DecimalFormat NumberFormat DateFormat Date Calendar Thread Lock ReentrantLock Iterator Stack Vector Hashtable
	Properties Semaphore CountDownLatch ByteArrayOutputStream StringWriter ByteBuffer CharBuffer`)

// hold adds the objects that a field or variable with this declaration may hold.
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

// generic lists the collections and containers whose type arguments describe their content.
var generic = func() map[string]bool {
	set := lex.WordSet(`ThreadLocal InheritableThreadLocal SoftReference WeakReference AtomicReference Optional
		WeakHashMap IdentityHashMap Deque ArrayDeque Queue CopyOnWriteArrayList Iterator Stack Vector Hashtable`)
	for name := range collections {
		set[name] = name != "BitSet"
	}
	return set
}()

// kindOf returns the same name for types of collections whose instances may be the same object.
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

// holdType adds the objects that instances of a type of the sources, and of types below it, may hold.
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

// writers lists the units that may change the content of a static field. These assign it, change or pass on a
// collection or similar object in it, or do so with a field of an object that it may hold. Initialisers of classes and
// instances are not included, because they fill new objects.
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

// alias reports whether field b may share an object whose content can change with field a. For a cache it returns
// false, because only code that handles the cache can make its content wrong: see isCache.
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
