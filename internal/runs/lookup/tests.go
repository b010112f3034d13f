package lookup

import (
	"fmt"
	"slices"
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/pattern"
	"jprof/report/source"
	"jprof/report/tests/testview"
)

// MatchingTests returns the tests that match a text, ascending. They are the tests with this name, as the framework or
// jprof writes it. If there are none, they are the tests that testPattern finds.
func MatchingTests(m *testview.Model, text string) ([]int32, error) {
	var tests []*testcounts.Test
	var index []int32
	for i := range m.Tests {
		if t := &m.Tests[i]; t.IsTest() {
			tests, index = append(tests, &t.Test), append(index, int32(i))
		}
	}
	found, err := Tests(tests, text, func(no error) error {
		if _, err := (Run{Model: m.Report}).find(fileOf(text)); err == nil && !strings.Contains(text, "#") {
			return exit.Usagef(words.Command([]string{"jprof", "tests", "--for", report.Printable(text)})+
				" lists the tests that executed it", "%w", no)
		}
		return nil
	})
	list := make([]int32, len(found))
	for i, at := range found {
		list[i] = index[at]
	}
	return list, err
}

// Tests does the work of MatchingTests for any tests. If no test matches, and no similar form of the text does, it
// calls the function other with the error. Unless the result of other is nil, it is the error of Tests. other may be
// nil.
func Tests(tests []*testcounts.Test, text string, other func(error) error) ([]int, error) {
	find := func(is func(t *testcounts.Test) bool) []int {
		var list []int
		for i, t := range tests {
			if is(t) {
				list = append(list, i)
			}
		}
		return list
	}
	list := find(func(t *testcounts.Test) bool {
		return t.Name() == text || t.String() == text || t.ID == text && text != ""
	})
	if len(list) == 0 {
		list = find(testPattern(text))
	}
	if len(list) == 0 {
		list = find(func(t *testcounts.Test) bool { return t.Display == text })
	}
	if len(list) > 0 {
		return list, nil
	}
	no := fmt.Errorf("%s: matches no test", report.Printable(text))
	if i := strings.LastIndexByte(text, '.'); i > 0 && !strings.Contains(text, "#") {
		if text := text[:i] + "#" + text[i+1:]; find(testPattern(text)) != nil {
			return nil, exit.Usagef("did you mean "+words.Command([]string{report.Printable(text)})+"?", "%w", no)
		}
	}
	if other != nil {
		if err := other(no); err != nil {
			return nil, err
		}
	}
	var names []string
	for _, t := range tests {
		class := simpleName(t.Class)
		names = append(names, class, t.Method, class+"#"+t.Method)
	}
	slices.Sort(names)
	return nil, WithNear(no, text[dotBefore(text):], slices.Compact(names))
}

// fileOf returns the part of a value of --for that names a file or class.
func fileOf(text string) string {
	if what, err := Parse(text, ""); err == nil {
		return what.File
	}
	return text
}

// dotBefore returns the offset of the simple name of the class in a pattern.
func dotBefore(text string) int {
	class, _, _ := strings.Cut(text, "#")
	return strings.LastIndexAny(class, ".$") + 1
}

// testPattern returns a function that matches tests by a pattern.
func testPattern(text string) func(t *testcounts.Test) bool {
	p := pattern.ParseTest(text)
	return func(t *testcounts.Test) bool {
		_, name, _ := strings.Cut(t.Name(), "#")
		return p.Matches(t.Class, t.Method, name)
	}
}

// UsesOf returns the uses of the code that --for of jprof tests names: lines or methods of a file, a whole file or
// class, or methods by their name alone. usage is a hint of its errors.
func (in Run) UsesOf(m *testview.Model, asked, usage string) ([]testview.Use, error) {
	r := tests{in, m}
	what, err := Parse(asked, usage)
	if err != nil {
		return nil, exit.Usagef("jprof tests --for Foo.java:42", "--for: %w", err)
	}
	found, err := in.find(what.File)
	if err != nil && what.Method == "" && what.Lines.First == 0 {
		if uses := r.usesOfMethods(asked); uses != nil {
			return uses, nil
		}
		if strings.Contains(asked, "(") {
			return nil, r.noMethod(asked)
		}
		if i := strings.LastIndexByte(asked, '.'); i > 0 {
			if class, err := in.find(asked[:i]); err == nil { // of which it may be a method
				_, _, err = methodsIn(class, asked[i+1:])
				return nil, err
			}
		}
	}
	if err != nil {
		return nil, err
	}
	if what.Method != "" {
		matched, methods, err := methodsIn(found, what.Method)
		if err != nil {
			return nil, err
		}
		var refs []report.MethodRef
		for _, x := range matched {
			refs = append(refs, slices.DeleteFunc(x.Methods(), func(m report.MethodRef) bool { return !methods(m) })...)
		}
		return r.OfMethods(refs), nil
	}
	if what.Lines.First > 0 {
		return r.usesOfLines(asked, what, found)
	}
	var lists [][]testview.Use
	for _, x := range found {
		if x.Type != nil {
			lists = append(lists, r.OfMethods(x.Methods()))
		} else {
			lists = append(lists, r.File(x.File).All())
		}
	}
	return r.Sum(lists...), nil
}

// tests is a run with its counts by test.
type tests struct {
	in Run
	*testview.Model
}

// usesOfLines returns the uses of lines of a file, which may have several versions.
func (r tests) usesOfLines(asked string, what Place, found []report.Found) ([]testview.Use, error) {
	var lists [][]testview.Use
	hint, code := "", false
	for i, x := range found {
		if i > 0 && x.File == found[i-1].File {
			continue // another type of it
		}
		src, err := source.Load(r.Report, x.File)
		if err != nil {
			src = nil
		}
		lines, err := r.in.runLines(x.File, src, what.Lines)
		if err != nil {
			return nil, err
		}
		f := r.File(x.File)
		lists = append(lists, f.Lines(lines.First, lines.Last))
		code = code || f.HasCode(lines.First, lines.Last)
		if near := f.Near(lines.First); near > 0 {
			file, at := report.Printable(what.File), ""
			if lines != what.Lines {
				at = " of the run"
			}
			hint = fmt.Sprintf("%s:%d%s has some; jprof show --tests %s shows all lines", file, near, at, file)
		}
	}
	if !code {
		return nil, exit.Usagef(hint, "%s: there is no code with counts on this line", report.Printable(asked))
	}
	return r.Sum(lists...), nil
}

// noMethod returns the error for a pattern with parameters that no method matches. Its hint lists methods with that
// name.
func (r tests) noMethod(asked string) error {
	err := exit.AsUsage(fmt.Errorf("%s: matches no method", report.Printable(asked)))
	name, _, _ := strings.Cut(asked, "(")
	is, bad := MethodPattern(name)
	if bad != nil {
		return err
	}
	const most = 5
	var labels []string
	for _, m := range r.Report.AllMethods() {
		if is(m) && len(labels) < most {
			labels = append(labels, report.Printable(m.Title()))
		}
	}
	if labels == nil {
		return MatchesSome(r.Report, func(report.MethodRef) bool { return false }, nil, asked)
	}
	return term.WithHints(err, "methods of this name: "+strings.Join(labels, ", "))
}

// usesOfMethods returns the uses of the methods that a pattern matches, nil if it matches none.
func (r tests) usesOfMethods(text string) []testview.Use {
	is, err := MethodPattern(text)
	if err != nil {
		return nil
	}
	refs := slices.DeleteFunc(r.Report.AllMethods(), func(m report.MethodRef) bool { return !is(m) })
	if len(refs) == 0 {
		return nil
	}
	return r.OfMethods(refs)
}
