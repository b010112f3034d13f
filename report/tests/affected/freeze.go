package affected

import (
	"slices"
	"strconv"
	"strings"

	"jprof/internal/java/decl"
	"jprof/internal/java/lex"
)

// freezer finds content that cannot change after its initialisation.
type freezer struct {
	x     *index
	types map[string]bool // types of the sources, by simple name: true if their instances do not change
	order []string        // the types whose instances do not change, in the order of the questions
}

// values lists types of libraries whose instances never change, or have no state that a test could see.
var values = lex.WordSet(`String Boolean Byte Character Short Integer Long Float Double Void
	BigInteger BigDecimal MathContext Pattern Class Charset Locale UUID URI Duration Period Instant
	LocalDate LocalTime LocalDateTime OffsetDateTime OffsetTime ZonedDateTime ZoneId ZoneOffset Year
	YearMonth MonthDay Month DayOfWeek ChronoUnit ChronoField File Path TimeUnit DateTimeFormatter
	OptionalInt OptionalLong OptionalDouble RoundingMode StandardCharsets MethodType Logger Log
	System.Logger Marker Level ByteOrder StackTraceElement Method Field Constructor`)

// collections lists types of libraries whose instances are frozen if their elements are, and if only the initialiser of
// their class changes them.
var collections = lex.WordSet(`Map HashMap LinkedHashMap TreeMap SortedMap NavigableMap EnumMap ConcurrentMap
	ConcurrentHashMap Set HashSet LinkedHashSet TreeSet SortedSet NavigableSet EnumSet List ArrayList LinkedList
	Collection Iterable BitSet ImmutableMap ImmutableSet ImmutableList`)

// frozen reports whether the content of a static field, or of a field of an instance, cannot change after its
// initialisation.
func (f *freezer) frozen(t *typ, m *decl.Member) bool {
	switch {
	case m.Kind == decl.Constant:
		return !hasState(m.Code) && f.typeFrozen(t.Name)
	case !m.Is("final") && f.assigned(t, m):
		return false
	case isLambda(m.Code):
		return len(f.x.fields[strings.Fields(m.Code)[0]]) == 0 // captured values are part of the field's own code
	case m.Declared == "Object" && m.Code == "new Object ( )": // a lock
		return true
	case hasState(m.Code):
		return false
	}
	words := strings.Fields(m.Declared)
	outer := simpleType(words)
	array := dimensions(words)
	switch {
	case array == 0 && !collections[outer]:
		return f.value(outer)
	case array > 1:
		return false
	case array == 1 && emptyArray(m.Code):
		return f.value(outer)
	}
	for i, w := range words { // elements, keys
		if decl.IsName(w) && !inPackage[w] && !(i == slices.Index(words, outer) && array == 0) && !f.value(w) {
			return false
		}
	}
	if array == 0 && unmodifiable(m.Code) {
		return true
	}
	if calls := mutators[outer]; calls != nil && array == 0 && f.isNew(m.Returns) && f.never(outer, m, calls) {
		return true
	}
	return f.kept(t, m, nil)
}

// inPackage lists words in declarations that are not types.
var inPackage = lex.WordSet("extends super java util lang")

// assigned reports whether a field is assigned outside of the code that initialises it.
func (f *freezer) assigned(t *typ, m *decl.Member) bool {
	return slices.ContainsFunc(f.x.meaning(t, m, decl.Assigned), func(u int32) bool {
		return !f.x.initialises(u, t, m)
	})
}

// initialises reports whether a unit is code that initialises a field.
func (x *index) initialises(u int32, t *typ, m *decl.Member) bool {
	w := &x.units[u]
	switch {
	case w.m == nil || w.typ != t:
		return false
	case m.Static():
		return w.isInit()
	}
	return w.m.Kind == decl.Constructor || w.m.Kind == decl.Initializer && !w.m.Static()
}

// kept reports whether only the code that initialises a field changes the array or collection in it: it is made for the
// field, and no other code gets it. family has fields with the same name that get it; they are kept as well.
func (f *freezer) kept(t *typ, m *decl.Member, family []*decl.Member) bool {
	if slices.Contains(family, m) {
		return true
	}
	if m.Body && !f.isNew(m.Returns) || len(f.x.meaning(t, m, decl.HandedOn)) > 0 {
		return false
	}
	for _, u := range f.x.meaning(t, m, decl.Changed) {
		if !f.x.initialises(u, t, m) {
			return false
		}
	}
	for _, u := range f.x.meaning(t, m, decl.Assigned) {
		w := &f.x.units[u]
		if w.m == nil || !f.isNew(w.origins(m.Name)) {
			return false
		}
	}
	if len(f.x.meaning(t, m, decl.Copied)) == 0 {
		return true
	}
	family = append(family, m)
	for _, u := range f.x.fields[m.Name] {
		w := &f.x.units[u]
		if m.Is("private") && w.src != t.src || w.m == m {
			continue
		}
		if dimensions(strings.Fields(w.m.Declared)) != dimensions(strings.Fields(m.Declared)) ||
			!f.kept(w.typ, w.m, family) {
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
	return lex.IsPrimitive(name) || values[name]
}

// mutators lists all methods that change an instance, for types of the JDK whose methods have rare names.
var mutators = map[string][]string{
	"BitSet": {"set", "clear", "flip", "and", "or", "xor", "andNot"},
}

// never reports whether methods of these names are called only by code that cannot change a shared instance. Such code
// is an initialiser of a class, code that has made the instance itself, or code that can have none, because it names
// neither the type, nor a field or method of the type.
func (f *freezer) never(of string, m *decl.Member, calls []string) bool {
	if len(f.x.heads[of]) > 0 {
		return false
	}
	having := map[string]bool{}
	for i := range f.x.units {
		if w := f.x.units[i].m; w != nil && slices.Contains(strings.Fields(w.Declared), of) {
			having[w.Name] = true
		}
	}
	for _, name := range calls {
		for n := -1; n < 4; n++ {
			call := name + "/*"
			if n >= 0 {
				call = name + "/" + strconv.Itoa(n)
			}
			for _, u := range f.x.mention[call] {
				w := &f.x.units[u]
				if w.m == nil {
					return false
				}
				makes := !strings.Contains(w.m.Params, of) && (w.mentions(of+"/0") || w.mentions(of+"/1"))
				if !w.isInit() && (w.mentions(of) && !makes ||
					slices.ContainsFunc(w.m.Mentions, func(name string) bool { return having[name] })) {
					return false
				}
			}
		}
	}
	return true
}

// typeFrozen reports whether the sources have types of that name, and the instances of these and of all types below
// them never change.
func (f *freezer) typeFrozen(name string) bool {
	if frozen, known := f.types[name]; known {
		return frozen
	}
	list := f.x.byName[name]
	if len(list) == 0 {
		return false
	}
	f.types[name] = true // types that hold each other
	assumed := len(f.order)
	f.order = append(f.order, name)
	for _, t := range list {
		for _, s := range append([]*typ{t}, t.subs...) {
			if !f.instancesFrozen(s) {
				for _, other := range f.order[assumed:] { // they may be frozen only because this type was assumed to be
					delete(f.types, other)
				}
				f.order = f.order[:assumed]
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
			if m := f.x.units[u].m; m.Kind == decl.Field && !m.Static() && !f.frozen(s, m) {
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

// stateless lists interfaces and classes of libraries that have no fields.
var stateless = lex.WordSet(`Object Serializable Comparable Cloneable Comparator Function BiFunction
	Predicate BiPredicate Supplier Consumer BiConsumer UnaryOperator BinaryOperator Runnable Callable
	Iterable CharSequence Enum Record FilenameFilter FileFilter AutoCloseable Closeable
	InvocationHandler Annotation`)

// onlyInterfaces reports whether all super types of a type that are not in the sources have no fields.
func onlyInterfaces(x *index, t *typ) bool {
	for _, name := range t.Supers {
		if len(x.byName[name]) == 0 && !stateless[name] {
			return false
		}
	}
	return true
}

// simpleType returns the simple name of a type without its arguments.
func simpleType(words []string) string {
	name := ""
	for _, w := range words {
		switch {
		case w == "<":
			return name
		case decl.IsName(w) || lex.IsPrimitive(w):
			name = w
		}
	}
	return name
}

// dimensions returns the number of dimensions of an array type, 0 for other types.
func dimensions(words []string) (n int) {
	depth := 0
	for _, w := range words {
		switch w {
		case "<":
			depth++
		case ">":
			depth--
		case ">>":
			depth -= 2
		case ">>>":
			depth -= 3
		case "[", "...":
			if depth == 0 {
				n++
			}
		}
	}
	return n
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
			if w != "(" && w != "," && w != "." && !decl.IsName(w) && w != "<" && w != ">" {
				return false
			}
		}
	}
	for _, w := range words {
		if w != "." && w != "::" && !decl.IsName(w) {
			return false
		}
	}
	return slices.Contains(words, "::")
}

// emptyArray reports whether an initialiser makes an array without elements.
func emptyArray(code string) bool { return code == "{ }" || strings.HasSuffix(code, "[ 0 ]") }
