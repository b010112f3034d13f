package pattern

import (
	"slices"
	"strconv"
	"strings"

	"jprof/internal/util/lazyregexp"
	"jprof/report/contexts/cct"
)

// Compiled matches methods of class files, for all that is about contexts: commands and gates. It is the key of a
// method, com.example.Foo.bar(I)V, or a pattern as those for Method, which need not start with the package or class.
type Compiled struct {
	text       string
	isKey      bool
	line       int    // the first line of the method; 0 for any
	whole, end Method // end is the pattern behind any package and class
}

// keys matches keys of methods: no pattern ends with the type of a result.
var keys = lazyregexp.New(`^[^()\s]+\.[^.()\s]+\((\[*([BCDFIJSZ]|L[^;()]+;))*\)(V|\[*([BCDFIJSZ]|L[^;()]+;))$`)

// ParseCompiled reads a pattern for methods of class files.
func ParseCompiled(text string) (Compiled, error) {
	p := Compiled{text: text, isKey: keys().MatchString(text)}
	if p.isKey {
		return p, nil
	}
	if m := suffixes().FindStringSubmatch(text); m != nil {
		text = m[1]
		p.line, _ = strconv.Atoi(m[3]) // 0 without one
	}
	name, parameters, ok := strings.Cut(text, "(")
	if ok { // descriptors have no type arguments
		name += "(" + erased(parameters)
	}
	var err error
	if p.whole, err = ParseMethod(name); err == nil {
		p.end, err = ParseMethod("**." + name)
	}
	return p, err
}

// suffixes matches what cct.Method.Title has behind the parameters.
var suffixes = lazyregexp.New(`^(.*?\))( \(line (\d+)\))?( \((bridge|synthetic)\))?$`)

// String is the pattern as it was read.
func (p Compiled) String() string { return p.text }

// Matches reports whether the pattern matches a method of a class file. The name of the class may be that of
// cct.Method.TitleOfClass, too.
func (p Compiled) Matches(m *cct.Method) bool {
	if p.isKey {
		return m.Key() == p.text
	}
	if p.line > 0 && p.line != int(m.Line) {
		return false
	}
	title := []string{noBlanks(m.TitleOfClass())}
	return p.whole.MatchesCompiled(m) || p.end.MatchesCompiled(m) ||
		p.whole.matches(m, title) || p.end.matches(m, title)
}

// OfAnyParameters is the pattern for all methods of the names that it has, whatever their parameters.
func (p Compiled) OfAnyParameters() Compiled {
	name, _, _ := strings.Cut(p.text, "(")
	if any, err := ParseCompiled(name); err == nil {
		return any
	}
	return p
}

// MatchesCompiled reports whether the pattern matches a method of a class file: its class with dots or $, its name
// there, and its parameters as source code writes them, without packages: int,String[]. Nested types are Map$Entry,
// Map.Entry or Entry. A constructor is <init>, or has the name of its class.
func (p Method) MatchesCompiled(m *cct.Method) bool {
	owners := []string{m.Class}
	if strings.Contains(m.Class, "$") {
		owners = append(owners, strings.ReplaceAll(m.Class, "$", "."))
	}
	return p.matches(m, owners)
}

// matches is MatchesCompiled for the given names of the class.
func (p Method) matches(m *cct.Method, owners []string) bool {
	names := []string{m.Name}
	if m.Name == "<init>" {
		names = append(names, m.Class[strings.LastIndexAny(m.Class, ".$")+1:])
	}
	if !slices.ContainsFunc(owners, func(owner string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return p.name.MatchString(owner + "." + name) })
	}) {
		return false
	}
	if p.parameters == nil {
		return true
	}
	_, parameters, _ := strings.Cut(m.Signature(), "(")
	parameters = strings.TrimSuffix(parameters, ")")
	for _, written := range []string{parameters, strings.ReplaceAll(parameters, "$", "."),
		outer().ReplaceAllString(parameters, "")} {
		if p.parameters.MatchString(written) {
			return true
		}
		varargs, ok := strings.CutSuffix(written, "[]")
		if ok && p.parameters.MatchString(varargs+"...") {
			return true
		}
	}
	return false
}

// outer matches the types around a nested one in the list of the types of parameters.
var outer = lazyregexp.New(`[^,$]+\$([^,$]+\$)*\b`)
