package assemble

import (
	"fmt"

	"jprof/internal/format/probe"
	"jprof/report"
)

// Outlines makes files of a model without counts, for code that follows counts while a build runs: see package live.
type Outlines struct{ b builder }

// NewOutlines returns outlines without the code that exclude excludes. source reads sources: see Input.Source. It fails
// if a pattern of exclude is invalid.
func NewOutlines(exclude Exclude, source func(string, [32]byte) ([]byte, error)) (*Outlines, error) {
	x, err := exclude.compile()
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return &Outlines{builder{Input: Input{Source: source}, exclude: x}}, nil
}

// Of returns the file of the model for a file of a map: its methods, with Measured set, and its omitted parts. It has
// no blocks, regions, branches, classes and totals.
func (o *Outlines) Of(p *probe.Package, f *probe.File) *report.File {
	defer func() { o.b.warnings = nil }() // the model at the end shows them
	return o.b.outline(joinedFile{File: f, pkg: p})
}
