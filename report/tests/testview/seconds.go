package testview

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/format/testreports"
)

// setSeconds sets the time of each test: that of the XML, where it has the test, else that of the recorder.
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
	// For tests without a class, such as the scenarios of Cucumber, build tools have the name of what is around them.
	// Surefire 3.5.4 has for tests of JUnit 5.4 their own.
	for _, c := range unknown {
		pairSeconds(tests[c], reports.left(folder(c.step)))
	}
	return reports
}

// setUpSeconds sets the time of the set-up of each class. The recorder has measured the class from its start to its
// end: what its tests and those of classes in it took is not set-up. If tests ran in parallel, nothing may be left.
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
	suite, index int // its place in the suites
	module       string
	names        caseNames
	time         float64
	test         *Test // its test in the model; nil where that is not known
}

// reports are the tests of the XML, by className, and the modules that have some.
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

// of are the tests of a class that no test has taken: those in the folder of the module if that has any reports, else
// all.
func (r reports) of(module, class string) []*reported {
	return slices.DeleteFunc(slices.Clone(r.classes[class]), func(c *reported) bool {
		return c.test != nil || r.modules[module] && c.module != module
	})
}

// left are the tests in the folder of a module that no test has taken, in their order.
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

// className is a name of a class as build tools spell it: nested classes with $ or a dot, perhaps a suffix in brackets
// (reportNameSuffix of Surefire, the parameters of a class).
func className(name string) string {
	if i := strings.IndexAny(name, "(["); i > 0 {
		name = name[:i]
	}
	return strings.ReplaceAll(name, "$", ".")
}

// caseNames are the spellings of a test by which it is looked for, the most exact first; "" for one that it has not.
// Build tools and their versions differ: method, method(), method(String), method{String}, method[1],
// method(String)[1], method()[2][1], [1] a, method[a](1), or the display name.
type caseNames [4]string

// namesOf are those of a name in the XML.
func namesOf(name string) caseNames {
	method, params, invocation := parseCase(name)
	return spelled(name, method, params, invocation)
}

// namesOfTest are those of a test.
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

// parseCase takes a name apart: the types in (), {} or none, and what is in [], joined by dots.
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

// matching is the index of the bracket that closes the one at the start, -1 if there is none.
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

// simpleTypes are types without packages, type arguments and blanks.
func simpleTypes(types string) string {
	list := strings.Split(noBlanks(types), ",")
	for i, t := range list {
		t, _, _ = strings.Cut(t, "<")
		list[i] = t[strings.LastIndexAny(t, ".$")+1:]
	}
	return strings.Join(list, ",")
}

func noBlanks(s string) string { return strings.Join(strings.Fields(s), "") }

// pairSeconds gives tests of a class the times of the tests in the XML. They are paired by one spelling after another.
// Those with the same spelling are paired in their order; where the XML has fewer, the first attempts are not in it.
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
	// The method with any types or invocation is no spelling, but all that names of some versions have in common.
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
