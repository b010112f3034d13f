package html

import "jprof/report"

// tiles has the totals on top of a page.
type tiles struct {
	Methods, Blocks, Regions, Branches, Lines ratio
	Invocations, Executed                     uint64
	Complexity                                int
	Files                                     int    // measured
	Omitted                                   int    // number of methods and parts that are in no ratio
	OmittedNote                               string // Omitted and omitted files, in words
	Scope                                     string // see report.Model.Scope
	Split                                     string // see report.Model.SplitNote
	Tests                                     *tiles // tiles of the test sources, nil for none
}

func makeTiles(t report.Totals) tiles {
	omitted := t.Unmeasured.Methods + t.Unmeasured.Parts + t.Excluded.Methods + t.Excluded.Parts
	return tiles{Methods: makeRatio(t.Methods), Blocks: makeRatio(t.Blocks), Regions: makeRatio(t.Regions),
		Branches: makeRatio(t.Branches),
		Lines:    makeRatio(t.Lines), Invocations: t.Invocations, Executed: t.Executed, Complexity: t.Complexity,
		Files:   t.FilesMeasured,
		Omitted: omitted, OmittedNote: t.OmittedNote()}
}

// headline returns the totals of the main sources of a model, with the totals of the test sources beside them.
func headline(m *report.Model) tiles {
	t := makeTiles(m.Totals)
	t.Scope, t.Split = m.Scope(), m.SplitNote()
	if m.TestTotals.Files() > 0 {
		tests := makeTiles(m.TestTotals)
		t.Tests = &tests
	}
	return t
}
