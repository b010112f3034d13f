package testview

import (
	"slices"
	"sync/atomic"

	"jprof/internal/format/testcounts"
	"jprof/report"
)

// Class is a class with tests, in one test step.
type Class struct {
	Step, Name string
	Tests      []int32 // indices in Model.Tests, ascending: its tests, with all attempts, and its set-up
	Cases      int     // number of tests, with all attempts of a test as one
	Seconds    float64 // time of its tests, without set-up
	SetUp      float64 // the seconds of its set-up: see setUpSeconds
	Executions uint64  // of statements in main sources, with those of its set-up
	Regions    int     // number of regions that its tests or its set-up executed
	Only       int     // number of regions that nothing else executed: see Together.Only
}

// Classes has all classes with tests, in the order of Model.Tests, with their executions. Model.Classes computes them,
// which takes about as long as the numbers of all tests.
type Classes struct {
	List []Class
	of   []int32 // index in List of the class of each test, -1 for none
	only map[*report.File][]onlyRegion
}

// Of returns the index in List of the class of a test, -1 for owners without a class.
func (c *Classes) Of(test int32) int { return int(c.of[test]) }

// IsOnly reports whether a class is the only one that executed a region: see Class.Only.
func (c *Classes) IsOnly(class int, f *report.File, region int32) bool {
	return onlyIn(c.only[f], region, int32(class))
}

// Classes finds the classes and computes their numbers.
func (m *Model) Classes() *Classes {
	c := &Classes{of: m.classes, only: map[*report.File][]onlyRegion{}}
	for i := range m.Tests {
		t, n := &m.Tests[i], m.classes[i]
		if n < 0 {
			continue
		}
		if int(n) == len(c.List) {
			c.List = append(c.List, Class{Step: t.Step, Name: t.Class})
		}
		class := &c.List[n]
		class.Tests = append(class.Tests, int32(i))
		class.Executions = report.Add(class.Executions, t.Executions)
		if t.IsTest() {
			class.Seconds += t.Seconds
			if m.IsLast(int32(i)) {
				class.Cases++
			}
		} else {
			class.SetUp += t.Seconds
		}
	}
	m.countRegions(c)
	return c
}

// countRegions sets the numbers of regions of classes, file by file.
func (m *Model) countRegions(c *Classes) {
	regions, only := make([]atomic.Int32, len(c.List)), make([]atomic.Int32, len(c.List))
	byFile := make([][]onlyRegion, len(m.files))
	parallel(len(m.files), func(e *evaluator, i int) {
		f := &m.files[i]
		if !f.main {
			return
		}
		t := m.evaluate(e, f, f.methods)
		var classes []int32
		for r := range f.methods {
			if !f.file.Regions[r].Measured {
				continue
			}
			var shared bool
			classes, shared = m.classesOf(c, classes[:0], t.of(r))
			for _, n := range classes {
				regions[n].Add(1)
			}
			if len(classes) == 1 && !shared {
				only[classes[0]].Add(1)
				byFile[i] = append(byFile[i], onlyRegion{int32(r), classes[0]})
			}
		}
	})
	for i, list := range byFile {
		if list != nil {
			c.only[m.files[i].file] = list
		}
	}
	for i := range c.List {
		c.List[i].Regions, c.List[i].Only = int(regions[i].Load()), int(only[i].Load())
	}
}

// classesOf appends the classes of uses to list, each once. shared reports whether the owner several tests at once is
// among them.
func (m *Model) classesOf(c *Classes, list []int32, uses []Use) (_ []int32, shared bool) {
	for _, u := range uses {
		switch class := c.of[u.Test]; {
		case class >= 0 && (len(list) == 0 || list[len(list)-1] != class):
			list = append(list, class)
		case class < 0:
			shared = shared || m.Tests[u.Test].Kind == testcounts.Shared
		}
	}
	slices.Sort(list)
	return slices.Compact(list), shared
}
