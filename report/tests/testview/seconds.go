package testview

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/format/testreports"
)

// setSeconds sets the time of each test: that of the XML, if the XML has the test, else that of the recorder.
func (m *Model) setSeconds(suites []testreports.Suite, module func(step string) string) reports {
	for i := range m.Tests {
		m.Tests[i].Seconds = float64(m.Tests[i].Nanos) / 1e9
	}
	m.setUpSeconds()
	reports := reportsOf(suites)
	type class struct{ step, name string }
	var order []class
	tests := map[class][]*Test{}
	for i := range m.Tests {
		if t := &m.Tests[i]; t.Kind == testcounts.Case {
			c := class{t.Step, className(t.Class)}
			if tests[c] == nil {
				order = append(order, c)
			}
			tests[c] = append(tests[c], t)
		}
	}
	folder := func(step string) string {
		if module == nil {
			return ""
		}
		return module(step)
	}
	var unknown []class
	for _, c := range order {
		cases := reports.of(folder(c.step), c.name)
		if len(cases) == 0 {
			unknown = append(unknown, c)
		}
		pairSeconds(tests[c], cases)
	}
	// For tests without a class, such as the scenarios of Cucumber, build tools use the name of the container around
	// them. Surefire 3.5.4 uses their own names for tests of JUnit 5.4.
	for _, c := range unknown {
		pairSeconds(tests[c], reports.left(folder(c.step)))
	}
	return reports
}

// setUpSeconds sets the time of the set-up of each class. The recorder has measured the class from its start to its
// end. The times of its tests and of classes in it are subtracted. If tests ran in parallel, the rest may be 0.
func (m *Model) setUpSeconds() {
	type class struct{ step, name string }
	tests := map[class]float64{}
	for i := range m.Tests {
		t := &m.Tests[i]
		if !t.IsTest() {
			continue
		}
		for name := t.Class; name != ""; name = name[:max(0, strings.LastIndexByte(name, '$'))] {
			tests[class{t.Step, name}] += t.Seconds
		}
	}
	for i := range m.Tests {
		if t := &m.Tests[i]; t.IsSetUp() {
			t.Seconds = max(0, t.Seconds-tests[class{t.Step, t.Class}])
		}
	}
}

// reported is a test in the XML.
type reported struct {
	suite, index int // indices of its suite, and in the suite
	module       string
	names        caseNames
	time         float64
	test         *Test // its test in the model; nil if it is not known
}

// reports has the tests of the XML, by className, and the modules with tests.
type reports struct {
	classes map[string][]*reported
	modules map[string]bool
}

func reportsOf(suites []testreports.Suite) reports {
	r := reports{map[string][]*reported{}, map[string]bool{}}
	for i, s := range suites {
		r.modules[s.Module] = true
		for k, c := range s.Cases {
			class := className(cmp.Or(c.Class, s.Name))
			r.classes[class] = append(r.classes[class],
				&reported{suite: i, index: k, module: s.Module, names: namesOf(c.Name), time: c.Time.Seconds()})
		}
	}
	return r
}

// of returns the tests of a class that are not paired yet. If the module has any reports, it returns only those in the
// folder of the module.
func (r reports) of(module, class string) []*reported {
	return slices.DeleteFunc(slices.Clone(r.classes[class]), func(c *reported) bool {
		return c.test != nil || r.modules[module] && c.module != module
	})
}

// left returns the tests in the folder of a module that are not paired yet, in order.
func (r reports) left(module string) []*reported {
	var free []*reported
	for _, class := range slices.Sorted(maps.Keys(r.classes)) {
		for _, c := range r.classes[class] {
			if c.test == nil && c.module == module {
				free = append(free, c)
			}
		}
	}
	return free
}

// className returns a common form for the names of a class in build tools. They write nested classes with $ or a dot,
// perhaps with a suffix in brackets (reportNameSuffix of Surefire, the parameters of a class).
func className(name string) string {
	if i := strings.IndexAny(name, "(["); i > 0 {
		name = name[:i]
	}
	return strings.ReplaceAll(name, "$", ".")
}

// caseNames has the spellings of a test that are compared, the most exact first; "" for a spelling that it does not
// have. Build tools and their versions use different ones: method, method(), method(String), method{String}, method[1],
// method(String)[1], method()[2][1], [1] a, method[a](1), or the display name.
type caseNames [4]string

// namesOf returns the spellings for a name in the XML.
func namesOf(name string) caseNames {
	method, params, invocation := parseCase(name)
	return spelled(name, method, params, invocation)
}

// namesOfTest returns the spellings for a test.
func namesOfTest(t *Test) caseNames {
	return spelled(t.Display, noBlanks(t.Method), simpleTypes(t.Params), noBlanks(t.Invocation))
}

func spelled(display, method, params, invocation string) caseNames {
	n := caseNames{"", "", noBlanks(display), method}
	if invocation != "" {
		n[1] = method + "[" + invocation + "]"
	}
	if params != "" || invocation != "" {
		n[0] = method + "(" + params + ")[" + invocation + "]"
	}
	return n
}

// parseCase splits a name into the method, the types in () or {}, and the texts in [], joined by dots.
func parseCase(name string) (method, params, invocation string) {
	name = noBlanks(name)
	end := strings.IndexAny(name, "([{")
	if end <= 0 {
		return name, "", ""
	}
	method, rest := name[:end], name[end:]
	var parts []string
	for rest != "" {
		closing := matching(rest)
		if closing < 0 {
			break
		}
		switch text := rest[1:closing]; rest[0] {
		case '[':
			parts = append(parts, text)
		default:
			if params == "" {
				params = simpleTypes(text)
			}
		}
		rest = rest[closing+1:]
	}
	return method, params, strings.Join(parts, ".")
}

// matching returns the index of the bracket that closes the one at the start, -1 if there is none.
func matching(text string) int {
	open := text[0]
	closing := map[byte]byte{'(': ')', '[': ']', '{': '}'}[open]
	if closing == 0 {
		return -1
	}
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case open:
			depth++
		case closing:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// simpleTypes returns types without packages, type arguments and blanks.
func simpleTypes(types string) string {
	list := strings.Split(noBlanks(types), ",")
	for i, t := range list {
		t, _, _ = strings.Cut(t, "<")
		list[i] = t[strings.LastIndexAny(t, ".$")+1:]
	}
	return strings.Join(list, ",")
}

func noBlanks(s string) string { return strings.Join(strings.Fields(s), "") }

// pairSeconds sets the times of tests of a class to those of the tests in the XML. They are paired by one spelling
// after another. Tests with the same spelling are paired in their order. If the XML has fewer, it lacks the first
// attempts.
func pairSeconds(tests []*Test, cases []*reported) {
	if len(cases) == 0 {
		return
	}
	tests = slices.Clone(tests)
	slices.SortStableFunc(tests, func(a, b *Test) int { return a.Began.Compare(b.Began) })
	names := make([]caseNames, len(tests))
	for i, t := range tests {
		names[i] = namesOfTest(t)
	}
	// The method name with any types or invocation comes last: it is no full spelling, but the common part of the names
	// of some versions.
	for way := range len(caseNames{}) {
		byName := map[string][]*reported{}
		for _, c := range cases {
			if name := c.names[way]; c.test == nil && name != "" {
				byName[name] = append(byName[name], c)
			}
		}
		missing := map[string]int{} // by name: tests less those of the XML
		for i, t := range tests {
			if !t.Reported {
				missing[names[i][way]]++
			}
		}
		for name := range missing {
			missing[name] -= len(byName[name])
		}
		for i, t := range tests {
			name := names[i][way]
			if t.Reported || len(byName[name]) == 0 {
				continue
			}
			if missing[name] > 0 {
				missing[name]--
				continue
			}
			c := byName[name][0]
			byName[name] = byName[name][1:]
			c.test, t.Reported, t.Seconds = t, true, c.time
		}
	}
}
