// Package reporttest makes inputs of reports by hand, for tests: Java text with marks in the place of an instrumenter.
//
//	‹t class Outer$Inner|class Inner {...}›    a type, of kind class, interface, enum, record, annotation or anonymous
//	‹m f(int a) 0|int ¤f(int a) {...}›          a method, its formula, and ¤ where its name starts
//	‹b then 1|{...}›                            a block, its kind as reports name it, its formula
//	‹r 0-1|·f(); ·g();›                         a region, its formula, and · where its statements start
//	‹e 0-1|&& a›                                an expression that starts a line, and its formula
//	‹c condition 1 0-1|a > 0›                   a branch: condition, loop, case, default or catch; its formulas
//	‹u why|...›                                 an unmeasured part
//	‹x why|...›                                 an unmeasured method, which has no other mark
//	‹a Generated|@Generated›                    an annotation of the innermost type or method around the mark
//	‹off why|// jprof:off›, ‹on|// jprof:on›    the comments
//
// A formula is a sum of counters, as in 0-1-2, or - for 0. Constructors have the name <init>, initialisers <clinit>()
// and {}().
package reporttest

import (
	"crypto/sha256"
	"io/fs"
	"slices"
	"testing"
	"time"

	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/format/testreports"
	"jprof/report"
	"jprof/report/assemble"
)

// Project collects files and counts for a report.
type Project struct {
	Steps  []assemble.Step
	Tests  []testcounts.Test   // further tests, and what is to be known of those in File.ByTest: see ByTest
	Suites []testreports.Suite // the XML of the tests

	byStep  map[string]map[probe.ID][]uint64
	byTest  map[probe.ID]map[string][]uint64
	sets    []*probe.Set
	counts  map[probe.ID][]uint64
	sources map[string][]byte // by path and hash
}

// File is one marked file and the values of its counters; nil counters: no JVM loaded it.
type File struct {
	Module, Set   string // Set "" is "main"
	Package, Path string
	Encoding      string // "" is UTF-8; any other: the text must be Latin-1
	Text          string
	Counters      []uint64
	ByStep        map[string][]uint64 // the part of Counters that each step of a project has counted, by its ID
	// ByTest is the part of Counters that each test has counted: pkg.Class#method, pkg.Class#method[1], pkg.Class for
	// its set-up, testcounts.SharedName; an attempt as testcounts.Test.String has it. See Project.ByTest.
	ByTest map[string][]uint64
}

// Add adds files, each as a package of its own.
func (p *Project) Add(files ...File) error {
	if p.counts == nil {
		p.counts, p.sources, p.byStep = map[probe.ID][]uint64{}, map[string][]byte{}, map[string]map[probe.ID][]uint64{}
		p.byTest = map[probe.ID]map[string][]uint64{}
	}
	for _, f := range files {
		pf, source, err := Parse(f.Path, f.Encoding, f.Text)
		if err != nil {
			return err
		}
		pf.Counters = max(pf.Counters, uint32(len(f.Counters)))
		if f.Set == "" {
			f.Set = "main"
		}
		sum := sha256.Sum256([]byte(f.Module + "\x00" + f.Set + "\x00" + f.Path + "\x00" + f.Text))
		pkg := &probe.Package{ID: probe.ID(sum[:16]), Name: f.Package, Helper: "__Counter", Files: []*probe.File{pf}}
		p.setOf(f.Module, f.Set).Packages = append(p.setOf(f.Module, f.Set).Packages, pkg)
		padded := func(counters []uint64) []uint64 {
			return append(slices.Clone(counters), make([]uint64, int(pf.Counters)-len(counters))...)
		}
		if f.Counters != nil {
			p.counts[pkg.ID] = padded(f.Counters)
		}
		for step, counters := range f.ByStep {
			if p.byStep[step] == nil {
				p.byStep[step] = map[probe.ID][]uint64{}
			}
			p.byStep[step][pkg.ID] = padded(counters)
		}
		p.byTest[pkg.ID] = map[string][]uint64{}
		for name, counters := range f.ByTest {
			p.byTest[pkg.ID][name] = padded(counters)
		}
		p.sources[f.Path+"\x00"+string(pf.Hash[:])] = source
	}
	return nil
}

func (p *Project) setOf(module, name string) *probe.Set {
	for _, s := range p.sets {
		if s.Module == module && s.Name == name {
			return s
		}
	}
	s := &probe.Set{Tool: "test", Module: module, Name: name}
	p.sets = append(p.sets, s)
	return s
}

// Input returns the input of assemble.Model.
func (p *Project) Input(title string) assemble.Input {
	return assemble.Input{
		Title: title,
		Run: report.RunInfo{ID: "20260102-030405", Command: []string{"mvn", "verify"}, Tool: "0.0-test", JVMs: 1,
			Start: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		Sets:         p.sets,
		Counters:     func(id probe.ID) []uint64 { return p.counts[id] },
		Steps:        p.Steps,
		StepCounters: func(step string, id probe.ID) []uint64 { return p.byStep[step][id] },
		Source: func(path string, hash [32]byte) ([]byte, error) {
			if s, ok := p.sources[path+"\x00"+string(hash[:])]; ok {
				return s, nil
			}
			return nil, fs.ErrNotExist
		},
	}
}

// Build builds the model of the project.
func (p *Project) Build(title string) (*report.Model, error) { return assemble.Model(p.Input(title)) }

// Model is the model of a report on these files.
func Model(t testing.TB, files ...File) *report.Model {
	t.Helper()
	return new(Project).model(t, "test", files)
}

// SampleModel is the model of a report on Sample and these files.
func SampleModel(t testing.TB, more ...File) *report.Model {
	t.Helper()
	p, err := Sample()
	if err != nil {
		t.Fatal(err)
	}
	return p.model(t, "sample", more)
}

// ReactorModel is the model of a report on Reactor.
func ReactorModel(t testing.TB) *report.Model {
	t.Helper()
	p, err := Reactor()
	if err != nil {
		t.Fatal(err)
	}
	return p.model(t, "reactor", nil)
}

func (p *Project) model(t testing.TB, title string, files []File) *report.Model {
	t.Helper()
	if err := p.Add(files...); err != nil {
		t.Fatal(err)
	}
	m, err := p.Build(title)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
