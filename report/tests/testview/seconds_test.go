package testview

import (
	"slices"
	"testing"
	"time"

	"jprof/internal/format/testcounts"
	"jprof/internal/format/testreports"
)

// TestSeconds checks that tests find their time in the XML, as each build tool spells their names.
func TestSeconds(t *testing.T) {
	for _, x := range []struct {
		what  string
		tests []testcounts.Test
		cases []string // the first has 1 s, the next 2 s, ...
		want  []float64
	}{
		{"JUnit 4", []testcounts.Test{{Method: "a"}, {Method: "b"}}, []string{"b", "a"}, []float64{2, 1}},
		{"JUnit 4, parameterised",
			[]testcounts.Test{{Method: "a", Invocation: "0"}, {Method: "a", Invocation: "x, (y)"}},
			[]string{"a[0]", "a[x, (y)]"}, []float64{1, 2}},
		{"Surefire 2.22", []testcounts.Test{{Method: "a", Params: "java.lang.String, int", Invocation: "2"},
			{Method: "a", Params: "int", Invocation: "2"}, {Method: "a", Params: "int", Invocation: "1"}},
			[]string{"a{int}[1]", "a{int}[2]", "a{String, int}[2]"}, []float64{3, 2, 1}},
		{"Surefire 3", []testcounts.Test{{Method: "a", Params: "int[]", Invocation: "2.1"}, {Method: "a"}},
			[]string{"a", "a(int[])[2][1]"}, []float64{2, 1}},
		{"Gradle", []testcounts.Test{{Method: "a", Params: "int", Invocation: "1", Display: "[1] 7"},
			{Method: "b", Params: "int", Invocation: "1", Display: "[1] 7"}, {Method: "c", Display: "c()"},
			{Method: "d", Display: "adds (two) numbers"}},
			[]string{"[1] 7", "[1] 7", "c()", "adds (two) numbers"}, []float64{1, 2, 3, 4}},
		{"TestNG", []testcounts.Test{{Method: "a", Invocation: "1"}, {Method: "a", Invocation: "2"}},
			[]string{"a[x](1)", "a[y](2)"}, []float64{1, 2}},
		{"a test that Surefire tried twice", []testcounts.Test{{Method: "a", Attempt: 1}, {Method: "a", Attempt: 2}},
			[]string{"a"}, []float64{0.5, 1}},
		{"tests that the XML does not have", []testcounts.Test{{Method: "a"}}, []string{"b"}, []float64{0.5}},
		{"names that are cut", []testcounts.Test{{Method: "a"}}, []string{"a(int", "(", "", "a["}, []float64{1}},
	} {
		m := &Model{}
		for _, c := range x.tests {
			c.Class, c.Nanos = "org.example.Outer$InnerTest", 5e8
			m.Tests = append(m.Tests, Test{Test: c})
		}
		suite := testreports.Suite{Module: "app", Name: "org.example.Outer$InnerTest"}
		for i, name := range x.cases {
			suite.Cases = append(suite.Cases, testreports.Case{Name: name, Time: time.Duration(i+1) * time.Second})
		}
		other := testreports.Suite{Module: "other", Name: suite.Name,
			Cases: []testreports.Case{{Name: "a", Time: time.Hour}}}
		m.setSeconds([]testreports.Suite{other, suite}, func(string) string { return "app" })
		for i, test := range m.Tests {
			if test.Seconds != x.want[i] || test.Reported != (x.want[i] != 0.5) {
				t.Errorf("%s: %v s for %s, want %v", x.what, test.Seconds, test.String(), x.want[i])
			}
		}
	}
}

// TestSecondsWithoutClass checks that tests in files, which have no class, find their time in the XML of their module,
// and leave the times of other tests there.
func TestSecondsWithoutClass(t *testing.T) {
	suites := []testreports.Suite{
		{Module: "other", Name: "counting", Cases: []testreports.Case{{Name: "a", Time: time.Hour}}},
		{Module: "other", Name: "org.example.BTest", Cases: []testreports.Case{{Name: "a", Time: time.Hour}}},
		{Module: "app", Name: "org.example.ATest[1]", Cases: []testreports.Case{{Name: "a", Time: time.Second}}},
		{Module: "app", Name: "counting", Cases: []testreports.Case{{Name: "a", Time: 2 * time.Second},
			{Name: "of 3", Time: 3 * time.Second}}},
	}
	m := &Model{Tests: []Test{
		{Test: testcounts.Test{Class: "features/counting.feature", Method: "a", Display: "a"}},
		{Test: testcounts.Test{Class: "features/counting.feature", Method: "outline / of 3", Display: "of 3"}},
		{Test: testcounts.Test{Class: "org.example.ATest", Method: "a"}},
		{Test: testcounts.Test{Class: "features/counting.feature", Method: "b", Display: "b"}},
		{Test: testcounts.Test{Class: "org.example.BTest", Method: "a"}},
	}}
	m.setSeconds(suites, func(string) string { return "app" })
	for i, want := range []float64{2, 3, 1, 0, 0} {
		if test := m.Tests[i]; test.Seconds != want || test.Reported != (want != 0) {
			t.Errorf("%v s for %s, want %v", test.Seconds, test.String(), want)
		}
	}
}

// TestSecondsOfSetUp: the recorder measures classes with their tests.
func TestSecondsOfSetUp(t *testing.T) {
	test := func(class string, n float64) Test {
		return Test{Test: testcounts.Test{Class: class, Method: "a", Nanos: uint64(n * 1e9)}}
	}
	setUp := func(class string, n float64) Test {
		return Test{Test: testcounts.Test{Kind: testcounts.Class, Class: class, Nanos: uint64(n * 1e9)}}
	}
	m := &Model{Tests: []Test{test("a.T", 1), test("a.T", 2), test("a.T$In", 4), test("a.TX", 1),
		setUp("a.T", 7.5), setUp("a.T$In", 4.25), setUp("a.TX", 0.5)}}
	m.setSeconds(nil, nil)
	for i, want := range []float64{1, 2, 4, 1, 0.5, 0.25, 0} {
		if got := m.Tests[i].Seconds; got != want {
			t.Errorf("%s: %v s, want %v", m.Tests[i].String(), got, want)
		}
	}
}

// TestOnly: what nothing but a test executed, by who else did.
func TestOnly(t *testing.T) {
	of := func(kind testcounts.Kind, class, method string, attempt int) Test {
		return Test{Test: testcounts.Test{Kind: kind, Class: class, Method: method, Attempt: attempt}}
	}
	m := &Model{Tests: []Test{of(testcounts.Case, "A", "a", 1), of(testcounts.Case, "A", "a", 2),
		of(testcounts.Case, "A", "b", 1), of(testcounts.Case, "B", "c", 1), of(testcounts.Class, "A", "", 0),
		of(testcounts.Class, "B", "", 0), of(testcounts.Outside, "", "", 0), of(testcounts.Shared, "", "", 0)}}
	m.groups, m.classes = groupsOf(m.Tests), classesOf(m.Tests)
	const a, again, b, other, setUp, otherSetUp, outside, several = 0, 1, 2, 3, 4, 5, 6, 7
	for _, x := range []struct {
		uses           []int32
		ofTest, ofBoth bool // only of a, only of a and b
	}{
		{[]int32{a}, true, true},
		{[]int32{a, again}, true, true},
		{[]int32{a, b}, false, true},
		{[]int32{a, other}, false, false},
		{[]int32{a, setUp, outside}, true, true},
		{[]int32{a, otherSetUp}, false, false},
		{[]int32{a, several}, false, false},
	} {
		var uses []Use
		for _, i := range x.uses {
			uses = append(uses, Use{i, 1})
		}
		if got := m.onlyGroup(uses) == m.groups[a]; got != x.ofTest {
			t.Errorf("%v: only of the test is %t", x.uses, got)
		}
		if got := m.onlyOf(uses, []int32{a, again, b}, map[int32]bool{0: true}); got != x.ofBoth {
			t.Errorf("%v: only of the class is %t", x.uses, got)
		}
	}
}

// TestLastAttempts checks that test reports have tests once that were tried again, and each of those that were not.
func TestLastAttempts(t *testing.T) {
	tests := []testcounts.Test{{Class: "p.T", Method: "again", Attempt: 1, Status: testcounts.Failed},
		{Class: "p.T", Method: "again", Attempt: 2}, {Class: "p.T", Method: "each", Invocation: "1", Attempt: 1},
		{Class: "p.T", Method: "each", Invocation: "2", Attempt: 1}}
	again := testreports.Case{Name: "again", Outcome: testreports.Skipped}
	suite := testreports.Suite{Name: "p.T", Cases: []testreports.Case{again, {Name: "again"}, {Name: "each"},
		{Name: "each"}, {Name: "not in the counts", Outcome: testreports.Skipped}}}
	got := LastAttempts(tests, []testreports.Suite{suite}, nil)
	if want := suite.Cases[1:]; len(got) != 1 || !slices.Equal(got[0].Cases, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if suite.Cases[0] != again {
		t.Error("the reports were changed")
	}
}
