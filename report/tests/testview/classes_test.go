package testview_test

import (
	"fmt"
	"slices"
	"testing"

	"jprof/report/reporttest"
)

func TestClasses(t *testing.T) {
	m := reporttest.TestedModel(t)
	c := m.Classes()
	var got []string
	for i, class := range c.List {
		got = append(got, fmt.Sprintf("%s: %d tests of %d owners, %d executions, %d regions, %d only", class.Name,
			class.Cases, len(class.Tests), class.Executions, class.Regions, class.Only))
		for _, n := range class.Tests {
			if c.Of(n) != i {
				t.Errorf("%s is of class %d, want %d", m.Tests[n].Name(), c.Of(n), i)
			}
		}
	}
	want(t, "classes", got,
		// signs and an attempt of flaky alone execute n = -..., and both belong to one class
		"org.example.OtherTest: 1 tests of 1 owners, 10 executions, 4 regions, 2 only",
		"org.example.ParserTest: 6 tests of 8 owners, 61 executions, 5 regions, 1 only")
	for i := range m.Tests {
		if !m.Tests[i].IsTest() && !m.Tests[i].IsSetUp() && c.Of(int32(i)) != -1 {
			t.Errorf("%s has a class", m.Tests[i].Name())
		}
	}
	// The numbers of a class equal those of its tests together.
	for i, class := range c.List {
		together := m.Together(class.Tests)
		if together.Regions != class.Regions || together.Executions != class.Executions ||
			together.Only != class.Only || together.Seconds != class.Seconds {
			t.Errorf("%s: %+v, together %d regions, %d only, %d executions, %v s", class.Name, class,
				together.Regions, together.Only, together.Executions, together.Seconds)
		}
		if list := m.WithSetUp(m.TestsOf(class.Tests)); !slices.Equal(list, class.Tests) {
			t.Errorf("%s: its tests with its set-up are %v, want %v", class.Name, list, class.Tests)
		}
		if tests := m.TestsOf(class.Tests); len(tests) > 1 && len(m.WithSetUp(tests[1:])) != len(tests)-1 {
			t.Errorf("%s: some of its tests have its set-up", class.Name)
		}
		only := 0
		for _, f := range together.Files {
			for _, r := range f.Regions {
				if c.IsOnly(i, f.File, r.Region) {
					only++
				}
			}
		}
		if only != class.Only {
			t.Errorf("%s: %d regions are only its, the sum is %d", class.Name, only, class.Only)
		}
	}
}
