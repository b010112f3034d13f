package instrument

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"jprof/instrument/syntax"
	"jprof/internal/javalex"
)

// field is a variable of a field declaration that has an initialiser.
type field struct {
	node     *syntax.Node
	name     string
	value    uint32 // where the initialiser starts
	typ      string // as written, for array initialisers with the brackets after the name
	isStatic bool
	isFinal  bool
}

// fieldsOf lists the variables of a field declaration; value is the end of those without an initialiser.
func (f *file) fieldsOf(m *syntax.Node, inInterface bool) []field {
	from := m.Start
	if mod := m.Child(syntax.Modifiers); mod != nil {
		from = mod.End
	}
	var list []field
	first := m.Child(syntax.Expr)
	for c := first; c != nil; c = c.Next {
		text := c.Text(f.src)
		s := javalex.New(text)
		name := s.NextToken()
		t := name
		for t.Kind != javalex.EOF && t.Kind != '=' {
			t = s.NextToken()
		}
		if c.Kind != syntax.Expr {
			continue
		}
		value := c.Start + uint32(s.NextToken().Start)
		typ := string(bytes.TrimSpace(f.src[from:first.Start])) + string(bytes.TrimSpace(text[name.End():t.Start]))
		list = append(list, field{c, string(name.Text), value, typ, inInterface || f.hasWord(m, "static"), inInterface || f.hasWord(m, "final")})
	}
	return list
}

// mayBeInlined reports whether the variable is final and its type and initialiser are such that it may be a constant variable (JLS 4.12.4),
// which is never initialised by code if it is static.
func (f *file) mayBeInlined(v field) bool {
	return v.isFinal && v.mayHoldConstant() && f.isConstant(f.src[v.value:v.node.End], 0)
}

// isConstant reports whether an expression may be constant: the file declares its names as constants, or does not
// declare them, and they are written like constants.
func (f *file) isConstant(text []byte, depth int) bool {
	if depth > 20 || len(text) == 0 || !f.words.mayBeConstant(text) {
		return false
	}
	list := tokens(text)
	for i, t := range list {
		qualifier := i+1 < len(list) && list[i+1].Kind == '.'
		castsToString := i > 0 && list[i-1].Kind == '(' && t.Is("String")
		if t.Kind != javalex.Word || qualifier || castsToString || isTruth(t) || javalex.IsPrimitive(t.Text) {
			continue
		}
		values, declared := f.constants()[string(t.Text)]
		if !declared && !isUpper(t.Text) || slices.ContainsFunc(values, func(v []byte) bool { return !f.isConstant(v, depth+1) }) {
			return false
		}
	}
	return true
}

// constants maps the fields of the file to their initialisers, by name; nil for fields that cannot be constants.
func (f *file) constants() map[string][][]byte {
	if f.finals != nil {
		return f.finals
	}
	f.finals = map[string][][]byte{}
	type body struct {
		*syntax.Node
		inInterface bool
	}
	for open := []body{{Node: f.program}}; len(open) > 0; {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		for c := n.First; c != nil; c = c.Next {
			open = append(open, body{c, n.Kind == syntax.InterfaceDecl || n.Kind == syntax.AnnotationDecl})
			if c.Kind != syntax.FieldDecl {
				continue
			}
			for _, v := range f.fieldsOf(c, n.inInterface) {
				var text []byte
				if v.isFinal && v.mayHoldConstant() {
					text = f.src[v.value:v.node.End]
				}
				f.finals[v.name] = append(f.finals[v.name], text)
			}
		}
	}
	return f.finals
}

// mayHoldConstant reports whether constants may be of the type of the field.
func (f field) mayHoldConstant() bool {
	return javalex.IsPrimitive(f.typ) || f.typ == "String" || f.typ == "java.lang.String"
}

// initialiserMayThrow reports whether the initialiser of a field may throw. Errors for lack of memory or stack while it
// makes a collection, an array or a lambda do not count here: constructors are too hot for a counter in front of each
// of them.
func (f *file) initialiserMayThrow(v field) bool {
	list := tokens(f.src[v.value:v.node.End])
	if makesFunction(list) || f.makesCollection(list) {
		return false
	}
	if list[0].Kind == '{' {
		list = slices.DeleteFunc(list, func(t javalex.Token) bool { return t.Kind == '{' || t.Kind == '}' })
		return f.words.throws(list, javalex.IsPrimitive(elementType(v.typ)))
	}
	if len(list) > 3 && list[0].Is("new") && javalex.IsPrimitive(list[1].Text) {
		rest := list[2:]
		for len(rest) > 2 && rest[0].Kind == '[' && rest[1].Kind == javalex.Number && rest[2].Kind == ']' {
			rest = rest[3:]
		}
		if len(rest) == 0 {
			return false
		}
	}
	return f.words.throws(list, javalex.IsPrimitive(v.typ))
}

// elementType is the type of the elements of arrays.
func elementType(typ string) string {
	name, _, _ := strings.Cut(typ, "[")
	return strings.TrimSpace(name)
}

// makesFunction reports whether an expression is a lambda, or a method reference that evaluates nothing.
func makesFunction(list []javalex.Token) bool {
	first, at := list[0], 0
	switch first.Kind {
	case '(':
		at = closing(list, 0)
	case javalex.Word:
		at = 1
	}
	if at > 0 && at < len(list) && list[at].Kind == javalex.Arrow {
		return true
	}
	isReference := len(list) == 3 && list[1].Kind == javalex.DoubleColon
	return isReference && (first.Is("this") || first.Text[0] >= 'A' && first.Text[0] <= 'Z' && !isUpper(first.Text))
}

// collections are classes of the JDK whose constructors do not throw without arguments, or with a number that is a
// literal or a truth value: those of java.util and its packages, and of java.lang.
var collections = wordSet(`ArrayList ArrayDeque HashMap HashSet Hashtable IdentityHashMap LinkedHashMap LinkedHashSet LinkedList PriorityQueue
	Stack TreeMap TreeSet Vector WeakHashMap ConcurrentHashMap ConcurrentLinkedDeque ConcurrentLinkedQueue ConcurrentSkipListMap
	ConcurrentSkipListSet CopyOnWriteArrayList CopyOnWriteArraySet LinkedBlockingDeque LinkedBlockingQueue AtomicBoolean AtomicInteger
	AtomicLong AtomicReference LongAdder ReentrantLock ReentrantReadWriteLock Object StringBuilder StringBuffer`)

// makesCollection reports whether an expression makes an object of one of those classes.
func (f *file) makesCollection(list []javalex.Token) bool {
	if len(list) < 4 || !list[0].Is("new") || !collections[string(list[1].Text)] {
		return false
	}
	i, depth := 2, 0
	for ; i < len(list) && (depth > 0 || list[i].Kind == '<'); i++ {
		depth += list[i].Kind.Angles()
	}
	rest := list[min(i, len(list)):]
	literal := len(rest) == 3 && (rest[1].Kind == javalex.Number || isTruth(rest[1]))
	return (len(rest) == 2 || literal) && rest[0].Kind == '(' && rest[len(rest)-1].Kind == ')' && f.ofJDK(string(list[1].Text))
}

// ofJDK reports whether a class of that name is one of java.util or java.lang, as far as imports show.
func (f *file) ofJDK(name string) bool {
	if f.imports == nil {
		f.imports = importDecl.FindAllSubmatch(f.src, -1)
	}
	inUtil := false
	for _, m := range f.imports {
		pkg, class := string(m[1]), string(m[2])
		fromUtil := pkg == "java.util" || strings.HasPrefix(pkg, "java.util.concurrent")
		switch class {
		case name:
			return fromUtil
		case "*":
			inUtil = inUtil || fromUtil
		}
	}
	return inUtil || name == "Object" || strings.HasPrefix(name, "StringBu")
}

var importDecl = regexp.MustCompile(`(?m)^\s*import\s+([\w.]+)\.(\w+|\*)\s*;`)
