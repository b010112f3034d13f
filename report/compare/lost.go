package compare

import (
	"cmp"
	"slices"
	"strings"

	"jprof/internal/format/testreports"
	"jprof/internal/java/decl"
	"jprof/internal/java/lex"
	"jprof/report"
	"jprof/report/source"
)

// LostTest is a test that passed or failed in the base, and does not now.
type LostTest struct {
	Name string `json:"test"` // org.example.ATest#works
	What Loss   `json:"what"`
	// Path and Line are the place of the test, in the base if it was removed; "" and 0 where it is not known.
	Path string `json:"path,omitempty"`
	Line int    `json:"line,omitempty"`
}

// Loss is the reason why a test is lost.
type Loss string

// The reasons.
const (
	Skipped Loss = "skipped"
	Removed Loss = "removed" // the code of the test is gone
	NotRun  Loss = "not run" // the code of the test is there, but the run has no result of it
)

// Rule returns the name of the gate for such tests.
func (l Loss) Rule() string { return "tests " + string(l) }

// LostTests returns the tests that passed or failed in base, and are skipped, removed or not run in now. Invocations of
// a parameterised test are one test, which is skipped if all are. A test that was moved or renamed is not lost if its
// code is the same.
func LostTests(base, now *report.Model) []LostTest { return lost(testsOf(base), testsOf(now)) }

// NewTest is a test that passed or failed, and has no result in the base.
type NewTest struct {
	Name string `json:"test"`
	// Path and Line are the place of the test; "" and 0 where it is not known.
	Path string `json:"path,omitempty"`
	Line int    `json:"line,omitempty"`
}

// Place returns the place of the test, "" if it is not known.
func (t NewTest) Place() string { return placeOf(t.Path, t.Line) }

// Place returns the place of the test, "" if it is not known.
func (t LostTest) Place() string { return placeOf(t.Path, t.Line) }

func placeOf(path string, line int) string {
	if path == "" {
		return ""
	}
	return Range{Path: path, First: line, Last: line}.String()
}

// TestChanges has the tests that ended otherwise than in the base.
type TestChanges struct {
	Known   bool          // both runs have test reports
	Failing []FailingTest // none if the base has no test reports
	New     []NewTest     // by name; likewise
	Lost    []LostTest    // skipped ones first, by name
}

// Any reports whether a test ended otherwise.
func (t *TestChanges) Any() bool { return len(t.Failing)+len(t.New)+len(t.Lost) > 0 }

// Tests returns the tests of a run that ended otherwise than in the base.
func Tests(base, now *report.Model) TestChanges {
	before, after := testsOf(base), testsOf(now)
	t := TestChanges{Known: len(before.classes) > 0 && len(after.classes) > 0, Lost: lost(before, after)}
	if len(before.classes) > 0 {
		t.Failing, t.New = failing(before, after), added(before, after)
	}
	return t
}

// LostHeading returns the heading of the lost tests of a run in a list.
func LostHeading(run string) string {
	return "tests of run " + run + " that are skipped, removed or not run"
}

// FailingHeading returns the heading of the tests in a list that did not fail in a run.
func FailingHeading(run string) string { return "tests that fail, and did not in run " + run }

// added returns the tests that passed or failed now and have no result in base, but for those that were moved.
func added(base, now *tests) []NewTest {
	var names []testName
	for _, name := range now.names {
		if _, known := base.results[name]; !known && now.results[name] {
			names = append(names, name)
		}
	}
	var list []NewTest
	for _, name := range (&losing{base: now, now: base}).notMoved(names) {
		at := now.lost(name, "")
		list = append(list, NewTest{at.Name, at.Path, at.Line})
	}
	slices.SortStableFunc(list, func(a, b NewTest) int { return cmp.Compare(a.Name, b.Name) })
	return slices.Compact(list)
}

func lost(base, now *tests) []LostTest {
	f := &losing{base: base, now: now, modules: map[string]bool{}}
	for _, file := range now.model.Files {
		for _, set := range file.Sets {
			f.modules[set.Module] = true
		}
	}
	var gone []testName
	var list []LostTest
	for _, name := range f.base.names {
		switch t, known := f.now.results[name]; {
		case !f.base.results[name]: // it was skipped there as well
		case known && t:
		case known || f.now.classes[className{name.module, name.class}] == onlySkipped:
			list = append(list, f.now.lost(name, Skipped))
		default:
			gone = append(gone, name)
		}
	}
	for _, name := range f.notMoved(gone) {
		if what := f.whyGone(name); what == Removed {
			list = append(list, f.base.lost(name, what))
		} else {
			list = append(list, f.now.lost(name, what))
		}
	}
	slices.SortStableFunc(list, func(a, b LostTest) int {
		return cmp.Or(-cmp.Compare(a.What, b.What), cmp.Compare(a.Name, b.Name))
	})
	return slices.Compact(list)
}

// testName identifies a test, with all of its invocations. module is the folder of its reports.
type testName struct{ module, class, method string }

type className struct{ module, class string }

// classResult holds the kinds of results that the tests of a class have.
type classResult int

const (
	noResult classResult = iota
	onlySkipped
	executed
)

// tests has the results of a run, and the code of its tests.
type tests struct {
	model   *report.Model
	names   []testName        // in the order of the reports
	results map[testName]bool // true for a test that passed or failed, false for one that was skipped
	classes map[className]classResult
	// failures has a case of each test that failed, best the first one with a message. A class whose set-up failed has
	// no method.
	failures  map[testName]*testreports.Case
	code      map[string]map[string]report.MethodRef // by the binary name of the class, and the name of the method
	bodies    map[report.MethodRef]string
	hierarchy *hierarchy // nil until it is needed
}

// testsOf reads the results of a run.
func testsOf(m *report.Model) *tests {
	t := &tests{model: m, results: map[testName]bool{}, classes: map[className]classResult{},
		failures: map[testName]*testreports.Case{}, code: map[string]map[string]report.MethodRef{},
		bodies: map[report.MethodRef]string{}}
	for _, s := range m.TestSuites() {
		for _, c := range s.Cases {
			class := cmp.Or(c.Class, s.Name)
			t.note(className{s.Module, class}, c.Outcome)
			whole, name := IsWholeClass(c.Name, class), testName{s.Module, class, TestMethod(c.Name)}
			if whole {
				name.method = ""
			}
			if before := t.failures[name]; c.Outcome == testreports.Failed && (before == nil || before.Message == "") {
				t.failures[name] = &c
			}
			if whole {
				continue
			}
			before, known := t.results[name]
			if !known {
				t.names = append(t.names, name)
			}
			t.results[name] = before || c.Outcome != testreports.Skipped
		}
	}
	for _, f := range m.Files {
		for i := range f.Methods {
			class := decl.Qualified(f.Package, f.Types[f.Methods[i].Type].Name)
			if t.code[class] == nil {
				t.code[class] = map[string]report.MethodRef{}
			}
			if name := f.Methods[i].VMName(); t.code[class][name].File == nil {
				t.code[class][name] = report.MethodRef{File: f, Index: i}
			}
		}
	}
	return t
}

// note adds a result to those of a class.
func (t *tests) note(class className, o testreports.Outcome) {
	if o == testreports.Skipped {
		t.classes[class] = max(t.classes[class], onlySkipped)
	} else {
		t.classes[class] = executed
	}
}

// IsWholeClass reports whether a case of a report is about a whole class, by its name: its set-up failed, or it is
// skipped.
func IsWholeClass(name, class string) bool {
	return name == "" || name == class || name == class[strings.LastIndexAny(class, ".$")+1:] ||
		slices.Contains([]string{"initializationError", "classMethod", "executionError"}, name)
}

// TestMethod returns the name of a test without parameters and the number of its invocation, such as in "f(int)[1]".
func TestMethod(name string) string {
	if i := strings.IndexAny(name, "([{"); i >= 0 {
		return strings.TrimSpace(name[:i])
	}
	return name
}

// lost returns a test as lost, with its place in this run.
func (t *tests) lost(name testName, what Loss) LostTest {
	l := LostTest{Name: strings.TrimSuffix(name.class+"#"+name.method, "#"), What: what}
	if r := t.find(name); r.File != nil {
		l.Path, l.Line = r.File.Path, int(r.Method().Name.Line)
	}
	return l
}

// hash returns the hash of the code of a test with its name, "" if it is not known.
func (t *tests) hash(name testName) string {
	r := t.code[name.class][name.method]
	if r.File == nil {
		return ""
	}
	return r.Method().CodeHash()
}

// body returns the tokens of a test after its name, "" if its source is not there.
func (t *tests) body(name testName) string {
	r := t.code[name.class][name.method]
	if r.File == nil {
		return ""
	}
	if _, known := t.bodies[r]; !known {
		t.bodies[r] = t.readBody(r)
	}
	return t.bodies[r]
}

func (t *tests) readBody(r report.MethodRef) string {
	src, err := source.Load(t.model, r.File)
	if err != nil {
		return ""
	}
	m := r.Method()
	start := min(src.At(m.Name.Offset)+len(m.VMName()), len(src.Raw()))
	text := src.Raw()[start:max(start, min(src.At(m.Span.End.Offset), len(src.Raw())))]
	var words []string
	for _, token := range lex.AppendTokens(nil, text) {
		words = append(words, string(token.Text))
	}
	return strings.Join(words, " ")
}

// losing compares the tests of two runs.
type losing struct {
	base, now *tests
	modules   map[string]bool // those of the new run
}

// notMoved returns the tests of a list that no new test replaces: one of a class with the same name in another module,
// or as many with the same code.
func (f *losing) notMoved(gone []testName) []testName {
	type key struct{ class, method, code, body string }
	added := map[key]int{}
	for _, name := range f.now.names {
		if _, known := f.base.results[name]; known || !f.now.results[name] {
			continue
		}
		added[key{class: name.class, method: name.method}]++
		added[key{code: f.now.hash(name)}]++
		added[key{body: f.now.body(name)}]++
	}
	same := map[key]int{}
	for _, name := range gone {
		same[key{code: f.base.hash(name)}]++
		same[key{body: f.base.body(name)}]++
	}
	delete(added, key{}) // code that is not known
	return slices.DeleteFunc(slices.Clone(gone), func(name testName) bool {
		code, body := key{code: f.base.hash(name)}, key{body: f.base.body(name)}
		return added[key{class: name.class, method: name.method}] > 0 || added[code] > 0 && same[code] <= added[code] ||
			added[body] > 0 && same[body] <= added[body]
	})
}

// whyGone returns the reason why a test of the base has no result now.
func (f *losing) whyGone(name testName) Loss {
	before := f.base.find(name).File
	_, declared := f.base.code[name.class]
	switch {
	case f.now.find(name).File != nil:
		return NotRun
	case before != nil && !slices.ContainsFunc(before.Sets, func(s report.SetName) bool { return f.modules[s.Module] }):
		return NotRun // the run has no code of the module
	case before != nil:
		return Removed
	case f.now.types().files[name.class] != nil: // no source has such a method of the class
		_, all := f.now.types().above(name.class)
		if all && f.now.classes[className{name.module, name.class}] != noResult {
			return Removed
		}
		return NotRun // its name is none of a method, or a library has the method
	case declared || f.ran(name.module):
		return Removed
	}
	return NotRun
}

// ran reports whether the new run has results of a module.
func (f *losing) ran(module string) bool {
	for class := range f.now.classes {
		if class.module == module {
			return true
		}
	}
	return false
}
