// Package pattern has the patterns of settings and commands for methods, for names of packages and classes, and for
// modules. Excluding code (report/assemble), gates and the commands match by the same ones.
package pattern

import (
	"fmt"
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/java/decl"
	"jprof/internal/util/lazyregexp"
	"jprof/report"
)

// Method matches methods: see cctbuild.Exclude.Methods.
type Method struct {
	text       string
	name       *Glob
	end        *Glob // another one for the name; nil for none
	parameters *Glob // nil for any
}

// labels turns labels of methods, as reports have them, into patterns.
var labels = strings.NewReplacer("::static{...}", ".<clinit>", "::{...}", ".<init>", "::", ".")

// ParseMethod reads a pattern for methods. Labels of methods are patterns, too.
func ParseMethod(text string) (Method, error) {
	name, parameters, ok := strings.Cut(labels.Replace(noBlanks(text)), "(")
	if name == "" || ok && !strings.HasSuffix(parameters, ")") || strings.ContainsAny(name, "):/") {
		return Method{}, fmt.Errorf("%q is not a pattern for methods such as com.example.Foo.bar or **.toString()",
			text)
	}
	p := Method{text: text, name: NewGlob(name, ".*", "[^.]*")}
	if parameters = strings.TrimSuffix(parameters, ")"); ok && parameters != ".." {
		p.parameters = NewGlob(parameters, ".*", "[^,]*")
	}
	return p, nil
}

// ParseMethodEnd reads a pattern for methods that need not start with their package or class: what gates and commands
// take. next also means **.next. The name of the class may be that of report.File.TypeName, too. Exclusions do not know
// those: they must not depend on whether the sources can be read.
func ParseMethodEnd(text string) (Method, error) {
	p, err := ParseMethod(text)
	if err != nil {
		return p, err
	}
	end, err := ParseMethod("**." + text)
	p.end = end.name
	return p, err
}

// String is the pattern as it was read.
func (p Method) String() string { return p.text }

// Matches reports whether the pattern matches a method.
func (p Method) Matches(r report.MethodRef) bool {
	named := func(name string) bool { return p.name.MatchString(name) || p.end != nil && p.end.MatchString(name) }
	if !slices.ContainsFunc(names(r), named) && (p.end == nil || !named(title(r))) {
		return false
	}
	if p.parameters == nil {
		return true
	}
	_, written, _ := strings.Cut(noBlanks(r.Method().Label), "(")
	written = strings.TrimSuffix(written, ")")
	return p.parameters.MatchString(written) || p.parameters.MatchString(erased(written))
}

// title returns the title of a method in the form of patterns: see report.File.TypeName.
func title(r report.MethodRef) string {
	name, _, _ := strings.Cut(r.QualifiedTitle(), "(")
	return labels.Replace(noBlanks(name))
}

// names lists the names of a method that patterns may have: with the name of the class from javac, and from the source.
func names(r report.MethodRef) []string {
	m := r.Method()
	_, name, _ := strings.Cut(m.Label, "::")
	name, _, _ = strings.Cut(name, "(")
	var list []string
	for _, owner := range []string{r.File.Types[m.Type].Name, r.File.DottedName(int(m.Type))} {
		owner = decl.Qualified(r.File.Package, owner)
		switch m.Kind {
		case probe.Constructor:
			list = append(list, owner+"."+name, owner+".<init>")
		case probe.StaticInit:
			list = append(list, owner+".<clinit>")
		case probe.InstanceInit:
			list = append(list, owner+".<init>")
		default:
			list = append(list, owner+"."+name)
		}
	}
	return list
}

// Name matches names of packages or classes. In it * matches any text without a dot, and ** any text.
type Name struct {
	text string
	exp  *Glob
}

var namePattern = lazyregexp.New(`^[\pL\pN_$*]+(\.[\pL\pN_$*]+)*$`)

// ParseName reads a pattern for names with dots in them.
func ParseName(text string) (Name, error) {
	if !namePattern().MatchString(text) {
		return Name{}, fmt.Errorf("%q is not a pattern for names such as com.example.Foo or com.example.**", text)
	}
	return Name{text, NewGlob(text, ".*", "[^.]*")}, nil
}

// ParseModule reads a pattern for modules, groupId:artifactId, in which * matches any text.
func ParseModule(text string) (Name, error) {
	if text == "" || strings.ContainsAny(text, " \t\n") {
		return Name{}, fmt.Errorf("%q is not a pattern for modules such as com.example:core or *:core", text)
	}
	return Name{text, NewGlob(text, ".*", ".*")}, nil
}

// ParseText reads a pattern for names of any form, in which * matches any text. of is what has the names.
func ParseText(of, text string) (Name, error) {
	if strings.TrimSpace(text) == "" {
		return Name{}, fmt.Errorf("%q is no name: write a pattern for names of %ss, such as *", text, of)
	}
	return Name{text, NewGlob(text, ".*", ".*")}, nil
}

// String is the pattern as it was read.
func (p Name) String() string { return p.text }

// Matches reports whether the pattern matches a name. com.example.** also matches com.example.
func (p Name) Matches(name string) bool {
	return p.exp.MatchString(name) || strings.HasSuffix(p.text, ".**") && p.exp.MatchString(name+".")
}

func noBlanks(s string) string { return strings.Join(strings.Fields(s), "") }

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
