package report

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"jprof/internal/probe"
)

// MethodPattern matches methods: see Exclude.Methods.
type MethodPattern struct {
	text       string
	name       *regexp.Regexp
	parameters *regexp.Regexp // nil for any
}

// labels turns labels of methods, as reports have them, into patterns.
var labels = strings.NewReplacer("::static{...}", ".<clinit>", "::{...}", ".<init>", "::", ".")

// ParseMethodPattern reads a pattern for methods. Labels of methods are patterns, too.
func ParseMethodPattern(text string) (MethodPattern, error) {
	name, parameters, ok := strings.Cut(labels.Replace(noBlanks(text)), "(")
	if name == "" || ok && !strings.HasSuffix(parameters, ")") || strings.ContainsAny(name, "):/") {
		return MethodPattern{}, fmt.Errorf("%q is not a pattern for methods such as com.example.Foo.bar or **.toString()", text)
	}
	p := MethodPattern{text: text, name: glob(name, ".*", "[^.]*")}
	if parameters = strings.TrimSuffix(parameters, ")"); ok && parameters != ".." {
		p.parameters = glob(parameters, ".*", "[^,]*")
	}
	return p, nil
}

// String is the pattern as it was read.
func (p MethodPattern) String() string { return p.text }

// Matches reports whether the pattern matches a method.
func (p MethodPattern) Matches(r MethodRef) bool {
	m := r.Method()
	return p.matches(methodNames(m.Kind, r.File.Package, r.File.Types, m.Type, m.name), m.params)
}

func (p MethodPattern) matches(names []string, params string) bool {
	written := noBlanks(params)
	return slices.ContainsFunc(names, p.name.MatchString) &&
		(p.parameters == nil || p.parameters.MatchString(written) || p.parameters.MatchString(erased(written)))
}

// methodNames lists the names of a method that patterns may have: with the name of the class from javac, and from the
// source.
func methodNames(kind probe.MethodKind, pkg string, types []probe.Type, typ int32, name string) []string {
	var names []string
	for _, owner := range []string{types[typ].Name, dotted(types, int(typ))} {
		if pkg != "" {
			owner = pkg + "." + owner
		}
		switch kind {
		case probe.Constructor:
			names = append(names, owner+"."+simpleName(types, int(typ)), owner+".<init>")
		case probe.StaticInit:
			names = append(names, owner+".<clinit>")
		case probe.InstanceInit:
			names = append(names, owner+".<init>")
		default:
			names = append(names, owner+"."+name)
		}
	}
	return names
}

// NamePattern matches names of packages or classes. In it * matches any text without a dot, and ** any text.
type NamePattern struct {
	text string
	exp  *regexp.Regexp
}

var namePattern = regexp.MustCompile(`^[\pL\pN_$*]+(\.[\pL\pN_$*]+)*$`)

// ParseNamePattern reads a pattern for names with dots in them.
func ParseNamePattern(text string) (NamePattern, error) {
	if !namePattern.MatchString(text) {
		return NamePattern{}, fmt.Errorf("%q is not a pattern for names such as com.example.Foo or com.example.**", text)
	}
	return NamePattern{text, glob(text, ".*", "[^.]*")}, nil
}

// ParseModulePattern reads a pattern for modules, groupId:artifactId, in which * matches any text.
func ParseModulePattern(text string) (NamePattern, error) {
	if text == "" || strings.ContainsAny(text, " \t\n") {
		return NamePattern{}, fmt.Errorf("%q is not a pattern for modules such as com.example:core or *:core", text)
	}
	return NamePattern{text, glob(text, ".*", ".*")}, nil
}

// String is the pattern as it was read.
func (p NamePattern) String() string { return p.text }

// Matches reports whether the pattern matches a name. com.example.** also matches com.example.
func (p NamePattern) Matches(name string) bool {
	return p.exp.MatchString(name) || strings.HasSuffix(p.text, ".**") && p.exp.MatchString(name+".")
}

// glob makes a regular expression for whole texts of a pattern. many replaces **, and one replaces *.
func glob(pattern, many, one string) *regexp.Regexp {
	parts := strings.Split(pattern, "**")
	for i, p := range parts {
		parts[i] = strings.ReplaceAll(regexp.QuoteMeta(p), `\*`, cmp.Or(one, many))
	}
	return regexp.MustCompile("^(?s:" + strings.Join(parts, many) + ")$")
}

func noBlanks(s string) string { return strings.Join(strings.Fields(s), "") }

// dotted is the name of a type with dots between it and those around it.
func dotted(types []probe.Type, i int) string {
	p := types[i].Parent
	if p < 0 {
		return types[i].Name
	}
	own, ok := strings.CutPrefix(types[i].Name, types[p].Name+"$")
	if !ok {
		return types[i].Name
	}
	return dotted(types, int(p)) + "." + own
}

// erased is a list of types without type arguments.
func erased(types string) string {
	depth := 0
	return strings.Map(func(r rune) rune {
		switch r {
		case '<':
			depth++
		case '>':
			depth--
			return -1
		}
		if depth > 0 {
			return -1
		}
		return r
	}, types)
}
