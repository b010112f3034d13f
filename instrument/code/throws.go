package code

import (
	"bytes"
	"slices"
	"strings"

	"jprof/instrument/syntax"
	"jprof/internal/java/lex"
)

// EvaluatesFirst reports whether the code before an expression, in the same statement, may throw before the expression
// is evaluated.
func EvaluatesFirst(before []byte) bool {
	list := Tokens(before)
	for i, t := range list {
		switch t.Kind {
		case ')', '[', '/', '%', '{', '}', '?', '&', '|', ';', lex.And, lex.Or:
			return true
		case lex.Assign:
			if bytes.IndexByte([]byte("/%&|"), t.Text[0]) >= 0 {
				return true
			}
		case '.':
			if i > 2 && list[i-2].Kind == '.' && !list[i-3].Is("this") {
				return true // a.b.c reads a field of a value that may be null
			}
		}
	}
	return false
}

// OnlyEnds reports whether the code after an expression, in the same statement, does nothing more.
func OnlyEnds(after []byte) bool {
	for _, t := range Tokens(after) {
		if t.Kind != ';' {
			return false
		}
	}
	return true
}

// MayThrow reports whether an expression, or a statement that contains no other, may throw.
func (f *File) MayThrow(n *syntax.Node) bool {
	text := n.Text(f.Src)
	switch n.Kind {
	case syntax.Throw, syntax.Assert, syntax.Sync, syntax.Try:
		return true
	case syntax.LocalVar:
		i := bytes.IndexByte(text, '=')
		if i < 0 {
			return false
		}
		s := lex.New(text)
		first := s.NextToken()
		if first.Is("final") {
			first = s.NextToken()
		}
		return f.throws(f.Tokens(text[i+1:]), lex.IsPrimitive(first.Text))
	case syntax.ExprStmt:
		list := f.Tokens(text)
		if len(list) > 3 && list[0].Is("this") && list[1].Kind == '.' {
			list = list[2:]
		}
		if len(list) > 2 && list[0].Kind == lex.Word && list[1].Kind == '=' {
			name := list[0].Text
			return f.throws(list[2:], f.primitive[string(name)] || !f.reference[string(name)])
		}
		return f.throws(list, true)
	case syntax.Return, syntax.Yield:
		return f.throws(f.Tokens(text)[1:], true)
	}
	return f.throws(f.Tokens(text), true)
}

// HeaderMayThrow reports whether the header of a loop may throw.
func (f *File) HeaderMayThrow(s, body *syntax.Node) bool {
	switch s.Kind {
	case syntax.ForEach:
		return true
	case syntax.For:
		if body == nil {
			return true
		}
		text := f.Src[s.Start:body.Start]
		i := bytes.IndexByte(text, '(')
		return i < 0 || f.throws(f.Tokens(bytes.TrimSuffix(bytes.TrimSpace(text[i+1:]), []byte{')'})), true)
	}
	cond := s.In(syntax.Condition)
	return cond != nil && f.MayThrow(cond)
}

// InitialiserMayThrow reports whether the initialiser of a field may throw. Errors for lack of memory or stack do not
// count if the initialiser makes a collection, an array or a lambda, because a counter in front of each of these would
// slow down constructors.
func (f *File) InitialiserMayThrow(v Field) bool {
	list := Tokens(f.Src[v.Value:v.Node.End])
	if makesFunction(list) || f.makesCollection(list) {
		return false
	}
	if list[0].Kind == '{' {
		list = slices.DeleteFunc(list, func(t lex.Token) bool { return t.Kind == '{' || t.Kind == '}' })
		return f.throws(list, lex.IsPrimitive(elementType(v.Type)))
	}
	if len(list) > 3 && list[0].Is("new") && lex.IsPrimitive(list[1].Text) {
		rest := list[2:]
		for len(rest) > 2 && rest[0].Kind == '[' && rest[1].Kind == lex.Number && rest[2].Kind == ']' {
			rest = rest[3:]
		}
		if len(rest) == 0 {
			return false
		}
	}
	return f.throws(list, lex.IsPrimitive(v.Type))
}

// throws reports whether the evaluation of tokens may throw. These may throw: calls, object creations, fields of other
// objects, array elements, casts, integer divisions, and boxed values that may be null. asPrimitive is true if the
// value is converted to a primitive one where necessary. In doubt, throws returns true.
func (w *words) throws(list []lex.Token, asPrimitive bool) bool {
	operators := asPrimitive
	var names []int
	for i := 0; i < len(list); i++ {
		t, last, next := list[i], At(list, i-1), At(list, i+1)
		switch t.Kind {
		case '[', '{', '@', lex.DoubleColon:
			return true
		case '.':
			if !last.Is("this") {
				return true
			}
		case '/', '%':
			if next.Kind != lex.Number || next.Text[0] == '0' {
				return true
			}
		case '(':
			if IsName(last) || last.Kind.Angles() < 0 || last.Kind == lex.Arrow || IsCast(list[i:]) {
				return true
			}
		case lex.Word:
			switch {
			case t.Is("new") || t.Is("switch") || t.Is("super"):
				return true
			case t.Is("instanceof"):
				end, _, deconstructs := pattern(list, i)
				if deconstructs {
					return true
				}
				i = end - 1
			case IsName(t) && !w.isPrimitive(t.Text):
				names = append(names, i)
			}
		case lex.Assign:
			if t.Text[0] == '/' || t.Text[0] == '%' {
				return true
			}
			operators = true
		case '+', '-', '*', '&', '|', '^', '<', '>', '!', '~', '?', lex.And, lex.Or, lex.Increment,
			lex.Decrement,
			lex.ShiftLeft, lex.ShiftRight, lex.UnsignedShiftRight, lex.LessEqual, lex.GreaterEqual,
			lex.Arrow:
			operators = true
		}
	}
	if !operators {
		return false
	}
	for _, i := range names {
		if !comparesWithNull(list, i) && !At(list, i+1).Is("instanceof") {
			return true
		}
	}
	return false
}

// pattern reads the type or pattern after instanceof, which starts at list[i]. It returns the index after the type and
// the variable. binds is true if there is a variable, deconstructs if it is a record pattern.
func pattern(list []lex.Token, i int) (end int, binds, deconstructs bool) {
	depth := 0
	named := false // the last token ends a type
	for i++; i < len(list); i++ {
		t := list[i]
		switch {
		case t.Kind == '<' || depth > 0 && t.Kind.Angles() < 0:
			depth += t.Kind.Angles()
			named = depth == 0
		case depth > 0, t.Kind == '.' || t.Kind == '[' || t.Kind == ']' || t.Kind == '@':
			named = t.Kind == ']'
		case t.Is("final"):
		case lex.IsPrimitive(t.Text):
			named = true
		case IsName(t) && named && list[i-1].Kind != '@':
			return i + 1, true, false
		case IsName(t):
			named = list[i-1].Kind != '@'
		case t.Kind == '(' && named:
			return i, true, true
		default:
			return i, false, false
		}
	}
	return i, false, false
}

// IsCast reports whether the parenthesis at the start of list begins a cast to a reference type.
func IsCast(list []lex.Token) bool {
	depth := 0
	for i, t := range list {
		switch t.Kind {
		case '(':
			if depth++; depth > 1 {
				return false
			}
		case ')':
			if i == 2 && lex.IsPrimitive(list[1].Text) || i+1 == len(list) {
				return false
			}
			switch next := list[i+1]; next.Kind {
			case lex.Word:
				return !next.Is("instanceof")
			case lex.Number, lex.Quoted, '(', '~', '!':
				return true
			}
			return false
		case lex.Word, '.', '<', '>', lex.ShiftRight, lex.UnsignedShiftRight, ',', '[', ']', '?', '&':
		default:
			return false
		}
	}
	return false
}

// comparesWithNull reports whether the name list[i] is only compared with null.
func comparesWithNull(list []lex.Token, i int) bool {
	return isEquality(At(list, i+1).Kind) && At(list, i+2).Is("null") ||
		isEquality(At(list, i-1).Kind) && At(list, i-2).Is("null")
}

// isEquality reports whether an operator is == or !=.
func isEquality(kind lex.Kind) bool {
	return kind == lex.Equal || kind == lex.NotEqual
}

// IsNull reports whether an operand only compares with null, and is true for null.
func IsNull(list []lex.Token) bool {
	at := -1
	for i, t := range list {
		switch t.Kind {
		case lex.Equal:
			if at >= 0 {
				return false
			}
			at = i
		case '=', '!', '<', '>', '&', '|', '?', ':', lex.NotEqual, lex.LessEqual, lex.GreaterEqual,
			lex.And, lex.Or,
			lex.Assign, lex.ShiftLeft, lex.ShiftRight, lex.UnsignedShiftRight, lex.Arrow,
			lex.DoubleColon:
			return false
		}
	}
	return at >= 0 && (at == len(list)-2 && list[at+1].Is("null") || at == 1 && list[0].Is("null"))
}

// elementType returns the type of the elements of an array type.
func elementType(typ string) string {
	name, _, _ := strings.Cut(typ, "[")
	return strings.TrimSpace(name)
}

// makesFunction reports whether an expression is a lambda, or a method reference that evaluates nothing.
func makesFunction(list []lex.Token) bool {
	first, at := list[0], 0
	switch first.Kind {
	case '(':
		at = Closing(list, 0)
	case lex.Word:
		at = 1
	}
	if at > 0 && At(list, at).Kind == lex.Arrow {
		return true
	}
	isReference := len(list) == 3 && list[1].Kind == lex.DoubleColon
	return isReference && (first.Is("this") || first.Text[0] >= 'A' && first.Text[0] <= 'Z' && !isUpper(first.Text))
}

// collections lists classes of java.lang, java.util and the packages of java.util. Their constructors do not throw if
// they get no argument, or one literal number or truth value.
var collections = lex.WordSet(`
	ArrayList ArrayDeque HashMap HashSet Hashtable IdentityHashMap LinkedHashMap LinkedHashSet LinkedList
	PriorityQueue Stack TreeMap TreeSet Vector WeakHashMap ConcurrentHashMap ConcurrentLinkedDeque
	ConcurrentLinkedQueue ConcurrentSkipListMap ConcurrentSkipListSet CopyOnWriteArrayList CopyOnWriteArraySet
	LinkedBlockingDeque LinkedBlockingQueue AtomicBoolean AtomicInteger AtomicLong AtomicReference LongAdder
	ReentrantLock ReentrantReadWriteLock Object StringBuilder StringBuffer`)

// makesCollection reports whether an expression makes an object of a class of collections.
func (f *File) makesCollection(list []lex.Token) bool {
	if len(list) < 4 || !list[0].Is("new") || !collections[string(list[1].Text)] {
		return false
	}
	i, depth := 2, 0
	for ; i < len(list) && (depth > 0 || list[i].Kind == '<'); i++ {
		depth += list[i].Kind.Angles()
	}
	rest := list[min(i, len(list)):]
	literal := len(rest) == 3 && (rest[1].Kind == lex.Number || IsTruth(rest[1]))
	return (len(rest) == 2 || literal) && rest[0].Kind == '(' && rest[len(rest)-1].Kind == ')' &&
		f.ofJDK(string(list[1].Text))
}

// ofJDK reports whether a class of that name belongs to java.util or java.lang, as far as imports show.
func (f *File) ofJDK(name string) bool {
	return f.Imported(name, name == "Object" || strings.HasPrefix(name, "StringBu"), func(pkg string) bool {
		return pkg == "java.util" || strings.HasPrefix(pkg, "java.util.concurrent")
	})
}

// Imported reports whether a class of that name is imported from a package that the function accept accepts, alone or
// with all classes of the package. If no import decides this, it returns the argument otherwise.
func (f *File) Imported(name string, otherwise bool, accept func(pkg string) bool) bool {
	if f.imports == nil {
		f.imports = readImports(f.Src)
	}
	for _, imported := range f.imports {
		dot := strings.LastIndexByte(imported, '.')
		pkg, class := imported[:max(dot, 0)], imported[dot+1:]
		switch class {
		case name:
			return accept(pkg)
		case "*":
			otherwise = otherwise || accept(pkg)
		}
	}
	return otherwise
}

// readImports returns the names of the classes that a source imports, and PACKAGE.* for imports of packages.
func readImports(src []byte) []string {
	imports := []string{}
	s := lex.New(src)
	for t := s.NextToken(); t.Kind != lex.EOF && t.Kind != '{'; t = s.NextToken() {
		if !t.Is("import") {
			continue
		}
		var name strings.Builder
		for t = s.NextToken(); t.Kind == lex.Word || t.Kind == '.' || t.Kind == '*'; t = s.NextToken() {
			if t.Is("static") || t.Is("module") {
				break
			}
			name.Write(t.Text)
		}
		if t.Kind == ';' {
			imports = append(imports, name.String())
		}
	}
	return imports
}
