package assemble

import (
	"fmt"

	"jprof/internal/format/probe"
	"jprof/report"
)

// Outlines makes files of a model before anything is counted, for those who follow counts while a build runs: see
// package live.
type Outlines struct{ b builder }

// NewOutlines makes outlines without what exclude excludes. It fails where exclude has no meaning.
func NewOutlines(exclude Exclude) (*Outlines, error) {
	x, err := exclude.compile()
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return &Outlines{builder{exclude: x}}, nil
}

// Of is a file of a package of a map as a model has it: its methods, which of these are measured, and what is omitted.
// It has no blocks, regions, branches, classes and totals.
func (o *Outlines) Of(p *probe.Package, f *probe.File) *report.File {
	defer func() { o.b.warnings = nil }() // whoever makes the model at the end shows them
	return o.b.outline(joinedFile{File: f, pkg: p})
}
