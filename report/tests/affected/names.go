package affected

import (
	"fmt"
	"slices"
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
	"jprof/internal/util/printable"
	"jprof/internal/util/words"
)

// class holds the selected tests of a class.
type class struct {
	name    string   // binary name
	methods []string // sorted; none means all
}

// AllTests is the expression for Maven's -Dtest that names all tests.
const AllTests = "*"

// maxExpression limits the length of an expression, in bytes. Linux takes arguments of up to 131,072 bytes, other
// systems less.
const maxExpression = 30_000

// maxPartExpression limits the length of an expression for a shard or budget, in bytes. It is higher, because a part
// that runs all tests is of no use.
const maxPartExpression = 120_000

// ForMaven returns the expression for -Dtest of Surefire that selects the tests: "" for none, AllTests for all. It does
// not include tests that Failsafe runs.
func (s *Selection) ForMaven() string {
	return s.expression(func(t Selected) bool { return !s.Plugins.IsFailsafe(&t.Test) }, s.Plugins.OldSurefire)
}

// ForFailsafe returns the expression for -Dit.test of Failsafe. It is AllTests only if Failsafe ran a test.
func (s *Selection) ForFailsafe() string {
	if len(s.Plugins.Failsafe) == 0 {
		return ""
	}
	return s.expression(func(t Selected) bool { return s.Plugins.IsFailsafe(&t.Test) }, s.Plugins.OldFailsafe)
}

// Plugins describes the Maven plugins that ran the tests of a build.
type Plugins struct {
	Failsafe map[string]bool // the test steps of Failsafe
	Classes  map[string]bool // the test classes that Failsafe ran
	// OldSurefire and OldFailsafe report versions before 2.19, which understand a method of one class only, and no
	// nested classes.
	OldSurefire, OldFailsafe bool
}

// limit returns the greatest length of an expression, in bytes.
func (s *Selection) limit() int {
	if s.Shard != nil || s.Budget != nil {
		return maxPartExpression
	}
	return maxExpression
}

// IsFailsafe reports whether Failsafe runs a test. For a new class, it applies the naming rules of Failsafe.
func (p *Plugins) IsFailsafe(t *testcounts.Test) bool {
	top := decl.Outermost(t.Class)
	name := top[strings.LastIndexByte(top, '.')+1:]
	switch {
	case len(p.Failsafe) == 0:
		return false
	case t.Attempt > 0: // it is in the run
		return p.Failsafe[t.Step]
	case p.Classes[top]:
		return true
	}
	return strings.HasPrefix(name, "IT") || strings.HasSuffix(name, "IT") || strings.HasSuffix(name, "ITCase")
}

// expression does the work of ForMaven, for the tests for which is returns true. With old, it names only top-level
// classes.
func (s *Selection) expression(is func(Selected) bool, old bool) string {
	if len(s.All) > 0 {
		return AllTests
	}
	classes, named := s.classes(is, expressible)
	if !named {
		return AllTests
	}
	if old {
		for i := range classes {
			classes[i].name = decl.Outermost(classes[i].name)
			classes[i].methods = nil
		}
	}
	write := func(methods bool) string {
		var parts []string
		for _, c := range classes {
			part := c.name
			if len(c.methods) > 0 && methods {
				part += "#" + strings.Join(c.methods, "+")
			}
			parts = append(parts, part)
		}
		return strings.Join(slices.Compact(parts), ",")
	}
	text := write(true)
	if len(text) > s.limit() {
		text = write(false)
	}
	if len(text) > s.limit() {
		return AllTests
	}
	return text
}

// expressible reports whether the name of a method can be part of -Dtest.
func expressible(method string) bool {
	for _, c := range method {
		if c <= ' ' || strings.ContainsRune("+,#*?!%[](){}\"'$;&|<>\\/~.:", c) {
			return false
		}
	}
	return method != ""
}

// ForGradle returns the arguments for a task Test of Gradle, none if there is no test.
func (s *Selection) ForGradle() []string {
	all := []string{"--tests", "*"}
	classes, named := s.classes(func(Selected) bool { return true }, expressible)
	if len(s.All) > 0 || !named {
		return all
	}
	var list []string
	for _, c := range classes {
		if len(c.methods) == 0 {
			list = append(list, "--tests", c.name)
		}
		for _, m := range c.methods {
			list = append(list, "--tests", c.name+"."+m)
		}
	}
	if length(list) > s.limit() {
		list = nil
		for _, c := range classes {
			list = append(list, "--tests", c.name)
		}
	}
	if length(list) > s.limit() {
		return all
	}
	return list
}

func length(list []string) int {
	n := 0
	for _, s := range list {
		n += len(s) + 1
	}
	return n
}

// ForJUnit returns the arguments for JUnit's console launcher, none if there is no test.
func (s *Selection) ForJUnit() []string {
	classes, named := s.classes(func(Selected) bool { return true }, func(string) bool { return true })
	if len(s.All) > 0 || !named {
		return []string{"--scan-classpath"}
	}
	var list []string
	for _, c := range classes {
		if len(c.methods) == 0 {
			list = append(list, "--select-class="+c.name)
		}
		for _, m := range c.methods {
			list = append(list, "--select-method="+c.name+"#"+m)
		}
	}
	return list
}

// classes returns the selected tests by class, by ascending name. A class is selected as a whole if one of its methods
// cannot be named. named is false if a test has no class.
func (s *Selection) classes(is func(Selected) bool, method func(string) bool) (list []class, named bool) {
	whole, methods := map[string]bool{}, map[string][]string{}
	for _, t := range s.Tests {
		if !is(t) {
			continue
		}
		if !isClass(t.Class) {
			return nil, false
		}
		if !method(t.Method) || t.Method == "" || s.Shard != nil && s.Shard.Whole {
			whole[t.Class] = true
		}
		methods[t.Class] = append(methods[t.Class], t.Method)
	}
	for name, names := range methods {
		c := class{name: name}
		if !whole[name] {
			slices.Sort(names)
			c.methods = slices.Compact(names)
		}
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b class) int { return strings.Compare(a.name, b.name) })
	return list, true
}

// Unnamed returns the names of tests that expressions cannot name, because their frameworks report no class. If there
// are any, expressions name all tests.
func (s *Selection) Unnamed() (names []string) {
	for i := range s.Tests {
		if !isClass(s.Tests[i].Class) {
			names = append(names, s.Tests[i].Label())
		}
	}
	return names
}

// isClass reports whether a test has the name of a class, not of a feature or the like.
func isClass(name string) bool {
	for part := range strings.SplitSeq(name, ".") {
		if part == "" || !strings.ContainsFunc(part[:1], func(r rune) bool {
			return r == '_' || r == '$' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= 0x80
		}) || strings.ContainsAny(part, " \t\n,#+*()[]\"'/\\:") {
			return false
		}
	}
	return name != ""
}

// Text returns the reason why a test is selected, in one line.
func (r Reason) Text() string {
	if r.Fact == nil {
		return printable.Text(r.How)
	}
	return printable.Text(r.Fact.Text() + "; " + r.How)
}

// IdleFilesNote returns a line with the numbers of changed files that select no test: the settings ignore them, or
// nothing reads them. It is "" for none.
func (s *Selection) IdleFilesNote() string {
	var notes []string
	if n := len(s.Ignored); n > 0 {
		notes = append(notes, fmt.Sprintf("%s %s ignored by the setting affected.ignore",
			words.Plural(n, "changed file"), words.Form(n, "is", "are")))
	}
	if n := len(s.Unread); n > 0 {
		notes = append(notes, "no build or test reads "+words.Plural(n, "changed file"))
	}
	return strings.Join(notes, "; ")
}

// Label returns the name of a test for users. For a new class, it is the name of the class.
func (t *Selected) Label() string {
	if t.New && t.Method == "" {
		whole := testcounts.Test{Class: t.Class, Kind: testcounts.Class}
		return whole.Name()
	}
	return t.Name()
}
