package affected

import (
	"slices"
	"strings"

	"jprof/internal/javadecl"
)

// static is a static field, or a constant of an enum, whose content may change after its class was initialised: what
// one test leaves in it, another one finds.
type static struct {
	m     *javadecl.Member
	typ   *typ
	touch []int32  // units that mention it, ascending
	types []string // simple names of the types of the sources that it may hold, directly or not
}

// String is the name of the field for users.
func (s *static) String() string { return s.m.String() }

// statics finds the fields that live longer than a test, and whose content can change.
func (x *index) statics() []*static {
	f := &freezer{x: x, types: map[string]bool{}}
	var list []*static
	for _, t := range x.types {
		for _, u := range t.units {
			m := x.units[u].m
			if !m.Static() || m.Kind != javadecl.Field && m.Kind != javadecl.Constant || m.IsConstant() {
				continue
			}
			if f.frozen(t, m) {
				continue
			}
			s := &static{m: m, typ: t}
			touch := slices.Clone(x.mentioning(m.Name, m.Is("private"), t.src))
			if m.Kind == javadecl.Constant { // this in its methods
				touch = append(touch, t.units...)
			}
			// Initialisers of its own class run before all others: what they make is no matter of tests.
			s.touch = sortedUnique(slices.DeleteFunc(touch, func(u int32) bool {
				return x.units[u].typ == t && x.units[u].isInit()
			}))
			s.types = x.held(m)
			list = append(list, s)
		}
	}
	return list
}

// held lists the types of the sources that are named in the declaration of a field.
func (x *index) held(m *javadecl.Member) (list []string) {
	if m.Kind == javadecl.Constant {
		return nil // nothing else has an instance
	}
	for _, name := range m.Mentions {
		if !named(name) && len(x.byName[name]) > 0 {
			list = append(list, name)
		}
	}
	return list
}

// freezer knows what can never change.
type freezer struct {
	x     *index
	types map[string]bool // of the sources, by simple name: their instances do not change
}

// values are types of libraries whose instances never change, or have nothing that a test could see.
var values = func() map[string]bool {
	names := `String Boolean Byte Character Short Integer Long Float Double Void BigInteger BigDecimal MathContext
		Pattern Class Charset Locale UUID URI Duration Period Instant LocalDate LocalTime LocalDateTime OffsetDateTime
		OffsetTime ZonedDateTime ZoneId ZoneOffset Year YearMonth MonthDay Month DayOfWeek ChronoUnit ChronoField
		TimeUnit DateTimeFormatter OptionalInt OptionalLong OptionalDouble RoundingMode StandardCharsets MethodType
		Logger Log System.Logger Marker Level ByteOrder StackTraceElement Method Field Constructor`
	set := map[string]bool{}
	for name := range strings.FieldsSeq(names) {
		set[name] = true
	}
	return set
}()

// collections are types of libraries that are frozen if what they hold is, and nothing but the initialiser of their
// class changes them.
var collections = map[string]bool{
	"Map": true, "HashMap": true, "LinkedHashMap": true, "TreeMap": true, "SortedMap": true, "NavigableMap": true,
	"EnumMap": true, "ConcurrentMap": true, "ConcurrentHashMap": true, "Set": true, "HashSet": true,
	"LinkedHashSet": true, "TreeSet": true, "SortedSet": true, "NavigableSet": true, "EnumSet": true,
	"List": true, "ArrayList": true, "LinkedList": true, "Collection": true, "Iterable": true, "BitSet": true,
	"ImmutableMap": true, "ImmutableSet": true, "ImmutableList": true,
}

// frozen reports whether a static field, or a field of an instance, has the same content once it is initialised.
func (f *freezer) frozen(t *typ, m *javadecl.Member) bool {
	switch {
	case m.Kind == javadecl.Constant:
		return !hasState(m.Code) && f.typeFrozen(t.Name)
	case !m.Is("final"):
		return false
	case isLambda(m.Code):
		return true // what it captures is in the field's own code
	case m.Declared == "Object" && m.Code == "new Object ( )": // a lock
		return true
	case hasState(m.Code):
		return false
	}
	words := strings.Fields(m.Declared)
	array := slices.Contains(words, "[") || slices.Contains(words, "...")
	outer := simpleType(words)
	if !array && !collections[outer] {
		return f.value(outer)
	}
	if emptyArray(m.Code) && array {
		return true
	}
	for _, w := range words { // elements, keys
		if !javadecl.IsName(w) || w == "extends" || w == "super" || w == "java" || w == "util" || w == "lang" {
			continue
		}
		if !collections[w] && !f.value(w) {
			return false
		}
	}
	if calls := mutators[outer]; calls != nil && !array && f.never(outer, m, calls) {
		return true
	}
	for _, u := range f.x.mentioning(m.Name+"/=", m.Is("private"), t.src) {
		w := f.x.units[u]
		switch {
		case w.m == nil:
			return false
		case m.Static() && w.typ == t && w.isInit():
		case !m.Static() && w.typ == t && w.m.Kind == javadecl.Constructor:
		default:
			return false
		}
	}
	return true
}

// value reports whether instances of a type never change.
func (f *freezer) value(name string) bool {
	if len(f.x.byName[name]) > 0 {
		return f.typeFrozen(name)
	}
	return javadecl.IsPrimitive(name) || values[name]
}

// mutators are all methods of a type of the JDK that change an instance, of types for which they have names that other
// code hardly uses.
var mutators = map[string][]string{
	"BitSet": {"set", "clear", "flip", "and", "or", "xor", "andNot"},
}

// never reports whether methods of these names are called only by initialisers of classes, and by code that has made
// the instance itself: it has a constructor of the type, gets none, and does not mention the field.
func (f *freezer) never(of string, m *javadecl.Member, calls []string) bool {
	for _, name := range calls {
		for n := -1; n < 4; n++ {
			call := name + "/*"
			if n >= 0 {
				call = name + "/" + itoa(n)
			}
			for _, u := range f.x.mention[call] {
				w := &f.x.units[u]
				if w.m == nil || !w.isInit() && (strings.Contains(w.m.Params, of) || w.mentions(m.Name) ||
					!w.mentions(of+"/0") && !w.mentions(of+"/1")) {
					return false
				}
			}
		}
	}
	return true
}

// typeFrozen reports whether the sources have types of that name, and instances of these, and of all types below them,
// never change.
func (f *freezer) typeFrozen(name string) bool {
	if frozen, known := f.types[name]; known {
		return frozen
	}
	list := f.x.byName[name]
	if len(list) == 0 {
		return false
	}
	f.types[name] = true // types that hold each other
	for _, t := range list {
		for _, s := range append([]*typ{t}, t.subs...) {
			if !f.instancesFrozen(s) {
				f.types[name] = false
				return false
			}
		}
	}
	return true
}

func (f *freezer) instancesFrozen(t *typ) bool {
	for _, s := range append([]*typ{t}, t.super...) {
		if !s.known && !onlyInterfaces(f.x, s) {
			return false
		}
		for _, u := range s.units {
			if m := f.x.units[u].m; m.Kind == javadecl.Field && !m.Static() && !f.frozen(s, m) {
				return false
			}
		}
		for _, c := range s.Components {
			if words := strings.Fields(c); slices.Contains(words, "[") || !f.value(simpleType(words)) {
				return false
			}
		}
	}
	return true
}

// stateless are interfaces and classes of libraries that have no fields.
var stateless = map[string]bool{"Object": true, "Serializable": true, "Comparable": true, "Cloneable": true,
	"Comparator": true, "Function": true, "BiFunction": true, "Predicate": true, "BiPredicate": true, "Supplier": true,
	"Consumer": true, "BiConsumer": true, "UnaryOperator": true, "BinaryOperator": true, "Runnable": true,
	"Callable": true, "Iterable": true, "CharSequence": true, "Enum": true, "Record": true, "FilenameFilter": true,
	"FileFilter": true, "AutoCloseable": true, "Closeable": true, "InvocationHandler": true, "Annotation": true}

// onlyInterfaces reports whether the super types of a type that are not in the sources have no fields.
func onlyInterfaces(x *index, t *typ) bool {
	for _, name := range t.Supers {
		if len(x.byName[name]) == 0 && !stateless[name] {
			return false
		}
	}
	return true
}

// simpleType is the simple name of a type without its arguments.
func simpleType(words []string) string {
	name := ""
	for _, w := range words {
		switch {
		case w == "<":
			return name
		case javadecl.IsName(w):
			name = w
		}
	}
	return name
}

// hasState reports whether the initialiser of a field has a class body that assigns something.
func hasState(code string) bool {
	i := strings.Index(code, ") {")
	if i < 0 {
		if !strings.HasPrefix(code, "{") {
			return false
		}
		i = 0 // the body of a constant
		if !strings.Contains(code, "(") {
			return false
		}
	}
	body := code[i:]
	return strings.Contains(body, " = ") || strings.Contains(body, "++") || strings.Contains(body, "--") ||
		strings.Contains(body, "+= ") || strings.Contains(body, "-= ")
}

// isLambda reports whether an initialiser is a lambda or a reference to a method.
func isLambda(code string) bool {
	words := strings.Fields(code)
	switch {
	case len(words) > 1 && words[1] == "->":
		return true
	case len(words) > 0 && words[0] == "(":
		for i, w := range words {
			if w == ")" {
				return i+1 < len(words) && words[i+1] == "->"
			}
			if w != "(" && w != "," && w != "." && !javadecl.IsName(w) && w != "<" && w != ">" {
				return false
			}
		}
	}
	for _, w := range words {
		if w != "." && w != "::" && !javadecl.IsName(w) {
			return false
		}
	}
	return slices.Contains(words, "::")
}

// emptyArray reports whether an initialiser is an array without elements.
func emptyArray(code string) bool { return code == "{ }" || strings.HasSuffix(code, "[ 0 ]") }
