package efficiency

import (
	_ "embed"
	"strings"
	"sync"

	"jprof/internal/java/classfile"
	"jprof/internal/java/dataflow"
)

// effect describes the possible effects of a callee without a context.
type effect struct {
	fresh  bool // it may return what it has made
	args   bool // it may return an argument, or what is in one
	global bool // it may return anything, and put its arguments anywhere
	keeps  bool // it may put its arguments into the first one
	fills  bool // it may write to all its arguments
	writes bool // it may write to the first argument
	first  int  // index of "the first" argument: 1 if the receiver only holds the routine
	stores bool // each call counts as one write to the first argument
	copies bool // it returns a copy of the first argument, with the same elements
	calls  bool // it may be, or call, a method of the program that has a context, such as a lambda's body
	out    mask // kinds of output to which its arguments go, but not the receiver
}

// The words of the table.
var effectNames = map[string]effect{
	"pure":    {fresh: true},                           // touches nothing
	"reads":   {fresh: true, args: true},               // returns something of its arguments
	"changes": {fresh: true, args: true, writes: true}, // writes to its receiver, keeps no argument
	"keeps":   {fresh: true, args: true, keeps: true, writes: true},
	"fills":   {fresh: true, args: true, fills: true, keeps: true, writes: true},
	"sets":    {fresh: true, fills: true, first: 1}, // writes numbers to its arguments, and keeps none
	// stores a value
	"stores":  {fresh: true, args: true, keeps: true, writes: true, stores: true},
	"puts":    {fresh: true, args: true, keeps: true, writes: true, stores: true, first: 1},
	"gets":    {fresh: true, args: true, first: 1},
	"copies":  {fresh: true, copies: true},
	"calls":   {fresh: true, args: true, global: true, calls: true},
	"global":  {fresh: true, args: true, global: true},
	"file":    {out: toFile, fresh: true, args: true},
	"socket":  {out: toSocket, fresh: true, args: true},
	"console": {out: toConsole, fresh: true, args: true},
	"log":     {out: toLog, fresh: true, args: true},
	"stream":  {out: toStream, fresh: true, args: true},
}

// foreign lists the effects of JDK code without a context: native methods, or all methods if the JDK is not covered. A
// line has an effect and names of methods: package/Class.method, in which * matches any text. The first line that
// matches a method has its effect. Methods in no line are global.
var foreign = sync.OnceValue(func() []rule { return parseForeign(foreignText) })

//go:embed foreign.txt
var foreignText string

// rule is a line of the table for one name.
type rule struct {
	class, method string // each may have a * for any text
	effect        effect
}

func parseForeign(table string) []rule {
	var rules []rule
	for line := range strings.Lines(table) {
		words := strings.Fields(line)
		for i, name := range words {
			if i == 0 {
				continue
			}
			class, method, found := strings.Cut(name, ".")
			if !found {
				method = "*"
			}
			rules = append(rules, rule{class, method, effectNames[words[0]]})
		}
	}
	return rules
}

// fits reports whether a name matches a pattern, which may have up to two *.
func fits(pattern, name string) bool {
	start, rest, any := strings.Cut(pattern, "*")
	if !any {
		return name == pattern
	}
	name, ok := strings.CutPrefix(name, start)
	if !ok {
		return false
	}
	middle, end, two := strings.Cut(rest, "*")
	if !two {
		return strings.HasSuffix(name, rest)
	}
	i := strings.Index(name, middle)
	return i >= 0 && strings.HasSuffix(name[i+len(middle):], end)
}

// inTable returns the first rule for a method, or nil. Rules may have a descriptor behind the name of the method.
func (f *files) inTable(class string, to classfile.Member) *rule {
	for _, r := range f.rulesFor(class) {
		method := to.Name
		if strings.Contains(r.method, "(") {
			method += to.Descriptor
		}
		if fits(r.method, method) {
			return r
		}
	}
	return nil
}

// rulesFor returns the rules for the methods of a class, in order.
func (f *files) rulesFor(class string) []*rule {
	list, known := f.rules[class]
	if known {
		return list
	}
	rules := foreign()
	for i := range rules {
		if fits(rules[i].class, class) {
			list = append(list, &rules[i])
		}
	}
	f.rules[class] = list
	return list
}

// effectOf returns the possible effects of the callee of a call if it has no context.
func (f *files) effectOf(to classfile.Member) effect {
	e, ok := f.effects[to]
	if ok {
		return e
	}
	e = effectNames["global"]
	class := f.library(to.Class)
	own := f.byName[to.Class] != nil || !isJDK(to.Class) // a class of the program
	rule := f.inTable(class, to)
	native := f.nativeOf(to)
	switch {
	case native != "":
		rule, own = f.inTable(native, to), false
	case class == "" && own && to.Name == "<init>": // no constructor is inherited: it was not instrumented
	case class == "":
		rule = f.inTable("java/lang/Object", to)
	case rule == nil && to.Name != "<init>":
		rule = f.inTable("java/lang/Object", to)
	case own && to.Name == "<init>":
		rule = nil
	}
	if rule != nil && !ofStatic(class, to) {
		e = rule.effect
	} else if rule != nil {
		e.stores = rule.effect.stores
	}
	e.calls = e.calls || own
	e.copies = e.copies && (to.Name == "clone" || hasReferences(strings.TrimPrefix(to.Descriptor, "(")))
	f.effects[to] = e
	return e
}

// ofStatic reports whether a call is one of a VarHandle of a static field. All its arguments are values then.
func ofStatic(class string, to classfile.Member) bool {
	if class != "java/lang/invoke/VarHandle" {
		return false
	}
	values := 1
	if strings.Contains(to.Name, "ompareAnd") { // the expected value, and the new one
		values = 2
	}
	_, words := dataflow.Parameters(to.Descriptor, "")
	reads := strings.HasPrefix(to.Name, "get") && !strings.HasPrefix(to.Name, "getAnd")
	return to.Descriptor[1] != 'L' && to.Descriptor[1] != '[' || !reads && words == values
}

// nativeOf returns the class of the JDK with the native method that a call names. Such a method never has a context,
// whatever was recorded. If the method is not native, or its class file is missing, nativeOf returns "".
func (f *files) nativeOf(to classfile.Member) string {
	for _, c := range f.ancestorsOf(to.Class).list {
		if file := f.byName[c]; file != nil {
			if m := file.Method(to.Name, to.Descriptor); m != nil {
				if isJDK(c) && m.Access&classfile.Native != 0 {
					return c
				}
				return ""
			}
		}
	}
	return ""
}

// hasReferences reports whether a descriptor begins with an array of references.
func hasReferences(descriptor string) bool {
	return strings.HasPrefix(descriptor, "[[") || strings.HasPrefix(descriptor, "[L")
}
