package testview

import (
	"jprof/internal/format/testcounts"
	"jprof/report"
)

// sums has the numbers of a test.
type sums struct {
	executions    uint64
	regions, only int32
}

// measure sets the numbers of all tests, file by file.
func (m *Model) measure() {
	for _, e := range parallel(len(m.files), func(e *evaluator, i int) { m.measureFile(e, &m.files[i]) }) {
		for i, t := range e.tests {
			m.Tests[i].Executions = report.Add(m.Tests[i].Executions, t.executions)
			m.Tests[i].Regions += int(t.regions)
			m.Tests[i].Only += int(t.only)
		}
	}
}

// measureFile adds the executions of a file by tests, and records the regions that only one test executed.
func (m *Model) measureFile(e *evaluator, f *fileParts) {
	if !f.main {
		return
	}
	e.tests = grown(e.tests, len(m.Tests))
	t := m.evaluate(e, f, f.methods)
	for r := range f.methods {
		region := &f.file.Regions[r]
		if !region.Measured {
			continue
		}
		uses := t.of(r)
		for _, u := range uses {
			x := &e.tests[u.Test]
			x.regions++
			x.executions = report.Add(x.executions, report.Times(u.Count, len(region.Statements)))
		}
		group := m.onlyGroup(uses)
		if group < 0 {
			continue
		}
		f.only = append(f.only, onlyRegion{int32(r), group})
		for _, u := range uses {
			if m.groups[u.Test] == group {
				e.tests[u.Test].only++
			}
		}
	}
}

// onlyGroup returns the group of the test that alone has these uses, -1 if there is none: see Together.Only.
func (m *Model) onlyGroup(uses []Use) int32 {
	group, class, others := int32(-1), int32(-1), false
	for _, u := range uses {
		switch c := m.classes[u.Test]; {
		case c < 0: // of no class
		case class < 0:
			class = c
		case class != c:
			others = true
		}
	}
	if others {
		return -1
	}
	for _, u := range uses {
		switch m.Tests[u.Test].Kind {
		case testcounts.Shared:
			return -1
		case testcounts.Case:
			if group >= 0 && m.groups[u.Test] != group {
				return -1
			}
			group = m.groups[u.Test]
		}
	}
	return group
}
