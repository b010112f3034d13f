package report

import (
	"slices"
	"strings"
)

// IsTest tells whether the source set holds tests, or helpers of them, by its name, as build tools have no other word for it: test,
// test:EXECUTION, integrationTest, testFixtures.
func (s SetName) IsTest() bool {
	name, _, _ := strings.Cut(s.Name, ":")
	return strings.Contains(strings.ToLower(name), "test")
}

// IsTest tells whether only source sets of tests compile the file.
func (f *File) IsTest() bool {
	return !slices.ContainsFunc(f.Sets, func(s SetName) bool { return !s.IsTest() })
}

// Production returns the model without the sources of tests, which are executed for their own sake. One that has no others
// is returned as it is.
func (m *Model) Production() *Model {
	if !slices.ContainsFunc(m.Files, func(f *File) bool { return !f.IsTest() }) {
		return m
	}
	p := *m
	p.Files, p.Classes, p.NotMeasured, p.Totals = nil, nil, nil, Totals{}
	for _, f := range m.Files {
		if !f.IsTest() {
			p.Files = append(p.Files, f)
			p.Totals.add(f.Totals)
		}
	}
	for _, c := range m.Classes {
		if !c.File.IsTest() {
			p.Classes = append(p.Classes, c)
		}
	}
	for _, n := range m.NotMeasured {
		if !n.File.IsTest() {
			p.NotMeasured = append(p.NotMeasured, n)
		}
	}
	return &p
}
