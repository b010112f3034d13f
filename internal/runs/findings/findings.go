// Package findings collects from a saved run what a developer has to mend next: the errors of the compiler, the
// tests that failed, and the lines of the change that no test executed. Each has its place in the sources of the
// project.
package findings

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"jprof/internal/format/testreports"
	"jprof/internal/java/decl"
	"jprof/internal/runs"
	"jprof/internal/runs/judge"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/environ"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/term"
	"jprof/report"
	"jprof/report/compare"
	"jprof/report/source"
	"jprof/report/tests/next"
	"jprof/report/tests/testview"
)

// Findings has what was found in a run. Paths have slashes and are relative to the sources of the run.
type Findings struct {
	Errors []runs.CompileError `json:"errors"` // of the compiler; none if the sources compile
	Failed []Failure           `json:"failed"` // tests
	// Change describes the lines that differ from a revision. It is nil where they are not known: without a
	// repository, without counts, and if a changed source was saved again since the run.
	Change *compare.ChangedLines `json:"change"`
	// Saved has the sources that were saved again or deleted since the run, where Change is nil because of them.
	Saved []string `json:"saved"`
	// Missed has the first places in changed lines that were missed: ChangedLines.Missed.
	Missed []Missed `json:"missed"`
}

// mostMissed limits Missed.
const mostMissed = 50

// Missed is a place that was missed.
type Missed struct {
	Place
	Kind report.MissedKind `json:"kind"`
	What string            `json:"what"` // as in report.Missed
	Code string            `json:"code"`
	Test next.Test         `json:"test"` // the nearest, which could be extended; with an empty name if there is none
}

// Failure is a test that failed.
type Failure struct {
	Test    string   `json:"test"`    // CLASS#METHOD, as the test report has it
	Message []string `json:"message"` // the lines of the assertion or exception
	// Places has the place in the project that threw, or whose call of a library threw, and then that of the test, if
	// it is another one.
	Places []Place `json:"places"`
}

// Place is a line of a source.
type Place struct {
	Path string `json:"path"` // only the name of the file if no map has its source
	Line int    `json:"line"`
}

// String returns PATH:LINE.
func (p Place) String() string { return p.Path + ":" + strconv.Itoa(p.Line) }

// Of returns the findings in a run. since is the revision of Git that the lines of the change differ from.
func Of(o *runs.Opened, since string, env environ.Env) Findings {
	f := Findings{Errors: o.CompileErrors}
	suites, _ := o.Store.TestReports(o.Run, o.Dir) // a report that cannot be read names no test
	failed := failedIn(suites)
	if o.JVMs == 0 && len(failed) == 0 {
		return f
	}
	d, err := runmodel.Open(o)
	sources := sources{}
	if err == nil {
		sources = sourcesOf(d)
		if len(f.Errors) == 0 {
			f.addChange(d, since, env)
		}
	}
	for i := range failed {
		f.Failed = append(f.Failed, sources.failure(&failed[i]))
	}
	return f
}

// Failed returns the failures of tests in a run, given its model.
func Failed(model *report.Model) []Failure {
	s := sources{}
	for _, f := range model.Files {
		s.add(f.Package, f.Path)
	}
	var list []Failure
	for _, c := range failedIn(model.TestSuites()) {
		list = append(list, s.failure(&c))
	}
	return list
}

// failedIn returns the tests that failed.
func failedIn(suites []testreports.Suite) []testreports.Case {
	var failed []testreports.Case
	for _, s := range suites {
		for _, c := range s.Cases {
			if c.Outcome == testreports.Failed {
				if c.Class == "" {
					c.Class = s.Name
				}
				failed = append(failed, c)
			}
		}
	}
	return failed
}

// addChange sets Change, Saved and Missed.
func (f *Findings) addChange(d *runmodel.Data, since string, env environ.Env) {
	conf, err := settings.Read(d.Store.Project)
	if err != nil {
		return
	}
	silent := term.New(io.Discard, func(string) string { return "" })
	judged, err := Changed(judge.Run{Data: d, Settings: conf, Env: env, UI: silent}, since)
	if err != nil {
		var other *judge.OtherSources
		if errors.As(err, &other) {
			f.Saved = other.Paths
		}
		return
	}
	f.Change = judged.Verdict.Changed
	places := f.Change.Missed[:min(mostMissed, len(f.Change.Missed))]
	if len(places) == 0 {
		return
	}
	all := judged.All
	var tests *testview.Model
	if d.Run.HasTests() {
		if tests, err = d.ByTest(silent, conf); err == nil { // else tests are found by their names
			all = tests.Report
		}
	}
	f.Missed = MissedAt(all, tests, places)
}

// Changed judges the lines of a run that differ from a revision of Git. The error is a *judge.OtherSources if sources
// were saved again since the run.
func Changed(run judge.Run, since string) (*judge.Judged, error) {
	gates := settings.Check{}
	gates.Changed.Since = since
	return run.Check(gates, false)
}

// MissedAt describes missed places of a run, given its model with all sources. tests is nil without counts by test.
func MissedAt(all *report.Model, tests *testview.Model, places []report.Missed) []Missed {
	code := source.MissedCode(all, places)
	near, files := next.Near(all, tests), map[string]*report.File{}
	for _, file := range all.Files {
		files[file.Path] = file
	}
	var list []Missed
	for i, x := range places {
		m := Missed{Place: Place{x.File.Path, x.Line}, Kind: x.Kind, What: x.What(), Code: code[i]}
		if file := files[x.File.Path]; x.Method >= 0 && file != nil {
			m.Test = near(report.MethodRef{File: file, Index: x.Method})
		}
		list = append(list, m)
	}
	return list
}

// sources has the paths of sources by package and file name, with slashes: "org/example/A.java".
type sources map[string]string

func sourcesOf(d *runmodel.Data) sources {
	s := sources{}
	for _, set := range d.Sets {
		for _, p := range set.Packages {
			for _, f := range p.Files {
				s.add(p.Name, f.Path)
			}
		}
	}
	return s
}

// add adds a source of a package.
func (s sources) add(pkg, path string) {
	folder := strings.ReplaceAll(pkg, ".", "/") + "/"
	s[strings.TrimPrefix(folder, "/")+path[strings.LastIndexByte(path, '/')+1:]] = path
}

// failure describes a test that failed.
func (s sources) failure(c *testreports.Case) Failure {
	f := Failure{Test: c.Class + "#" + c.Name}
	head, frames := c.Frames()
	f.Message = message(c.Message, head)
	for _, at := range frames {
		path, own := s[at.Source()]
		isTest := decl.Outermost(at.Class) == decl.Outermost(c.Class)
		if !own && !isTest {
			continue
		}
		if !own {
			path = at.File
		}
		if len(f.Places) == 0 || isTest && f.Places[0] != (Place{path, at.Line}) {
			f.Places = append(f.Places, Place{path, at.Line})
		}
		if isTest {
			break
		}
	}
	return f
}

// compared matches the message of an assertion that compares two texts.
var compared = lazyregexp.New(`(?s)^(.*?)expected: ?<(.*)> but was: ?<(.*)>$`)

// message returns the lines of a message before the stack trace. An assertion needs no name of its class. Of two texts
// that were compared and have many lines, it returns the first line that differs.
func message(short string, head []string) []string {
	text := strings.TrimSpace(strings.Join(head, "\n"))
	if text == "" {
		text = short
	}
	class, rest, found := strings.Cut(text, ": ")
	if simple := class[strings.LastIndexByte(class, '.')+1:]; found && !strings.ContainsAny(class, " \n") &&
		strings.HasSuffix(simple, "Error") && strings.Contains(class, ".") &&
		(strings.Contains(simple, "Assertion") || strings.Contains(simple, "MultipleFailures")) {
		text = strings.TrimSpace(rest)
	}
	m := compared().FindStringSubmatch(text)
	if m == nil || !strings.Contains(text, "\n") {
		return strings.Split(text, "\n")
	}
	want, got := strings.Split(m[2], "\n"), strings.Split(m[3], "\n")
	n := 0
	for n < len(want)-1 && n < len(got)-1 && want[n] == got[n] {
		n++
	}
	return append(strings.Split(strings.TrimSpace(m[1]+"the texts differ from line "+strconv.Itoa(n+1)+" on"), "\n"),
		"expected: <"+want[n]+">", "but was:  <"+got[n]+">")
}
