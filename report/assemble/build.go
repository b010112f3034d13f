package assemble

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/format/testreports"
	"jprof/report"
)

// Input is the input of Model.
type Input struct {
	Title string // the title of the report: the name of the project
	Run   report.RunInfo
	Sets  []*probe.Set
	// Older has the maps of earlier states of the sources, the newest first: none of them is in Sets. Counts of their
	// methods are added to the same methods in Sets. Counts of methods that are not in Sets are listed in
	// Model.Dropped.
	Older []*probe.Set
	// Counters returns the counters of a package, summed over all JVMs. It returns nil if no JVM loaded the package, so
	// that all of its counts are 0.
	Counters func(probe.ID) []uint64
	// Steps are the test steps of the build. StepCounters returns the counters of the JVMs of one step. They are a part
	// of the counters that Counters returns.
	Steps        []Step
	StepCounters func(step string, id probe.ID) []uint64
	// Source returns the bytes of a file as they were when it was instrumented. Pages call it when they need them, also
	// from several goroutines at a time.
	Source func(path string, hash [32]byte) ([]byte, error)
	// Varies reports whether a method has different counts in equal runs. path is that of its file, label that of the
	// method. Varies is nil if no method is known to vary.
	Varies func(path, label string) bool
	// Tests returns the tests of the build; nil if none are known. Pages call it when they need them.
	Tests func() []testreports.Suite
	// Exclude lists the exclusions, besides those by comments in the sources.
	Exclude Exclude
}

// Step is a step of a build that ran tests.
type Step struct {
	ID          string // see Input.StepCounters
	Module      string // as in report.SetName
	Integration bool   // integration tests, not unit tests
}

// Model joins maps and counts. It fails when they contradict each other, for example by counts of another length than
// the map has, or by formulas or indices that point nowhere. Numbers made from such input would be wrong without any
// sign of it. Negative counts are shown as 0 and listed in the model's Problems. The order of in.Sets does not matter,
// except for several maps of one source set: the newest must come first then, and counts of its files are added from
// the other maps as from Older. A package that several maps have is counted once.
func Model(in Input) (*report.Model, error) { return model(in, nil) }

// ModelAndFormulas makes the model, and returns it with the formulas of its counts: see Formulas.
func ModelAndFormulas(in Input) (*report.Model, *Formulas, error) {
	formulas := &Formulas{}
	m, err := model(in, formulas)
	return m, formulas, err
}

func model(in Input, formulas *Formulas) (*report.Model, error) {
	if in.Source == nil {
		return nil, errors.New("report: no way to read sources given")
	}
	exclude, err := in.Exclude.compile()
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	joined, err := join(in)
	if err != nil {
		return nil, err
	}
	m := &report.Model{
		Title: in.Title, Run: in.Run, Origins: originsOf(in), ReadSource: in.Source, ReadTests: in.Tests,
	}
	m.Run.OmittedFolders, m.Run.ExcludedFolders = in.Exclude.Folders(in.Run.OmittedFolders)
	evaluated, problems := joined.evaluate()
	b := &builder{Input: in, exclude: exclude, origins: m.Origins, formulas: formulas}
	current, dropped := evaluated.carry(b.named)
	m.Problems, m.Dropped = problems, dropped
	for i, f := range current {
		m.Files = append(m.Files, b.file(f))
		current[i] = nil // its values take as much memory as the file
	}
	m.Warnings = b.warnings
	sumUp(m)
	return m, nil
}

// sumUp completes a model that has its files: it computes the lists and totals.
func sumUp(m *report.Model) {
	for versions := range m.Paths() {
		for i, f := range versions {
			f.Version, f.Versions = i+1, len(versions)
		}
	}
	for _, f := range m.Files {
		m.Classes = append(m.Classes, f.Classes...)
		for _, p := range f.Omitted {
			m.Omitted = append(m.Omitted, report.OmittedPart{File: f, Part: p})
		}
	}
	m.Totals, m.TestTotals = report.MainAndTests(m.Files)
	// The sort is stable: classes of one name stay in the order of their files.
	slices.SortStableFunc(m.Classes, func(a, b *report.Class) int {
		return cmp.Or(cmp.Compare(b.Totals.Executed, a.Totals.Executed), strings.Compare(a.Qualified(), b.Qualified()))
	})
	for _, list := range [][]report.Problem{m.Problems, m.Warnings} {
		slices.SortStableFunc(list, func(a, b report.Problem) int {
			return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
		})
	}
}
