package cli

import (
	"fmt"
	"slices"
	"strings"

	"jprof/internal/exit"
	"jprof/report"
	"jprof/report/bytest"
	"jprof/report/pattern"
)

// matchingTests are the tests that match a pattern, ascending: those whose name it is, as the framework or jprof writes
// it, else those that testPattern finds.
func matchingTests(m *bytest.Model, text string) ([]int32, error) {
	find := func(is func(t *bytest.Test) bool) []int32 {
		var list []int32
		for i := range m.Tests {
			if t := &m.Tests[i]; t.IsTest() && is(t) {
				list = append(list, int32(i))
			}
		}
		return list
	}
	list := find(func(t *bytest.Test) bool {
		return t.Name() == text || t.String() == text || t.ID == text && text != ""
	})
	if len(list) == 0 {
		list = find(testPattern(text))
	}
	if len(list) == 0 {
		list = find(func(t *bytest.Test) bool { return t.Display == text })
	}
	if len(list) > 0 {
		return list, nil
	}
	var names []string
	for i := range m.Tests {
		if t := &m.Tests[i]; t.IsTest() {
			class := simpleName(t.Class)
			names = append(names, class, t.Method, class+"#"+t.Method)
		}
	}
	slices.Sort(names)
	return nil, withNear(fmt.Errorf("%s: matches no test", report.Printable(text)), text[dotBefore(text):],
		slices.Compact(names))
}

// dotBefore is where the simple name of the class in a pattern starts.
func dotBefore(text string) int {
	class, _, _ := strings.Cut(text, "#")
	return strings.LastIndexAny(class, ".$") + 1
}

// testPattern matches tests by CLASS#METHOD, CLASS or METHOD. A class need not start with its package. In classes * is
// any text without a dot and ** any text, in methods * is any text. A method may have the types of its parameters, and
// an invocation in [], as in names of tests; without them all are meant.
func testPattern(text string) func(t *bytest.Test) bool {
	class, method, both := strings.Cut(text, "#")
	classes := pattern.Glob(strings.ReplaceAll(class, "$", "."), ".*", "[^.]*")
	ends := pattern.Glob("**."+strings.ReplaceAll(class, "$", "."), ".*", "[^.]*")
	isClass := func(t *bytest.Test) bool {
		name := strings.ReplaceAll(t.Class, "$", ".")
		below := strings.HasSuffix(class, ".**") && (classes.MatchString(name+".") || ends.MatchString(name+"."))
		return classes.MatchString(name) || ends.MatchString(name) || below
	}
	if !both {
		methods := pattern.Glob(text, ".*", ".*")
		return func(t *bytest.Test) bool { return isClass(t) || methods.MatchString(t.Method) }
	}
	methods := pattern.Glob(method, ".*", ".*")
	return func(t *bytest.Test) bool {
		if !isClass(t) {
			return false
		}
		_, name, _ := strings.Cut(t.Name(), "#")
		return methods.MatchString(t.Method) || methods.MatchString(name)
	}
}

// usesOf are the uses of what --for names: lines or methods of a file, a file or class, or methods by their name alone.
func (r *testsRun) usesOf(asked string, env Env) ([]bytest.Use, error) {
	what, err := parseShown(asked)
	if err != nil {
		return nil, exit.Usagef("jprof tests --for Foo.java:42", "--for: %w", err)
	}
	in := shownIn{r.Report, r.store.Abs(r.data.Run.Sources), env}
	found, err := in.find(what.file)
	if err != nil && what.method == "" && what.lines.First == 0 {
		if uses := r.usesOfMethods(asked); uses != nil {
			return uses, nil
		}
	}
	if err != nil {
		return nil, err
	}
	if what.method != "" {
		matched, methods, err := methodsIn(found, what.method)
		if err != nil {
			return nil, err
		}
		var refs []report.MethodRef
		for _, x := range matched {
			refs = append(refs, slices.DeleteFunc(x.Methods(), func(m report.MethodRef) bool { return !methods(m) })...)
		}
		return r.OfMethods(refs), nil
	}
	var lists [][]bytest.Use
	code := false
	for _, x := range found {
		f := r.File(x.File)
		switch {
		case what.lines.First > 0:
			lists = append(lists, f.Lines(what.lines.First, what.lines.Last))
			code = code || f.HasCode(what.lines.First, what.lines.Last)
		case x.Type != nil:
			lists = append(lists, r.OfMethods(x.Methods()))
		default:
			lists = append(lists, f.All())
		}
	}
	if what.lines.First > 0 && !code {
		return nil, exit.Usagef("jprof show "+asked+" shows the lines of the run",
			"%s: there is no code with counts on this line", report.Printable(asked))
	}
	return r.Sum(lists...), nil
}

// usesOfMethods are the uses of the methods that a pattern matches, nil if it matches none.
func (r *testsRun) usesOfMethods(text string) []bytest.Use {
	is, err := methodPattern(text)
	if err != nil {
		return nil
	}
	refs := slices.DeleteFunc(r.Report.AllMethods(), func(m report.MethodRef) bool { return !is(m) })
	if len(refs) == 0 {
		return nil
	}
	return r.OfMethods(refs)
}
