// Package json writes counts as JSON, for programs. The document, version 1:
//
//		{"format": "jprof-counts", "version": 1,
//		 "title": "...", "tool": "<version of jprof>",
//		 "run": {"id": "...", "command": ["mvn", "verify"], "start": "<RFC 3339>", "exitCode": 0, "jvms": 2,
//		         "label": "...", "commit": "...", "changedFiles": 0, "saturated": false,
//		         "failures": [{"kind": "modules-not-built", "text": "...", "file": "app/pom.xml"}]},
//		 "totals": {"methods": R, "blocks": R, "regions": R, "lines": R, "branches": R, "complexity": N,
//		            "invocations": N, "statementsExecuted": N, "filesMeasured": N, "notMeasured": L,
//		            "excluded": L, "by": B},
//		 "testSources": {as totals},         of the test sources; "totals" count the main sources
//		            R = {"covered": N, "total": N}, L = {"files": N, "methods": N, "parts": N}
//		 "files": [{
//		   "path": "<slash path relative to the root of the project>", "sha256": "<hex>", "package": "...",
//		   "sourceSets": [{"module": "...", "name": "main"}], "measured": true, "by": B,
//		   "lines":   [{"line": L, "count": N}],     lines on which a statement starts; the count is that of the first
//		   "methods": [{"name": "Outer$Inner::m(int)", "line": L, "endLine": L, "complexity": N,
//		                "count": N, "measured": true, "by": B}],
//		   "blocks":  [{"kind": "then", "method": I, "parent": I, "start": P, "end": P, "count": N,
//		                "measured": true}],
//		   "regions": [{"block": I, "start": P, "end": P, "statements": [P], "count": N, "measured": true}],
//		   "expressions": [{"block": I, "start": P, "end": P, "count": N, "measured": true}],
//		   "branches": [{"kind": "condition", "block": I, "start": P, "end": P, "true": N, "false": N,
//		                 "reached": true, "measured": true}],
//		   "notMeasured": [{"start": P, "end": P, "reason": "...", "excluded": false}]}],
//		 "problems": [{"path": "...", "line": L, "text": "..."}],
//		 "warnings": [{"path": "...", "line": L, "text": "..."}],
//		 "dropped": [{"path": "...", "line": L, "what": "Outer::m(int)", "count": N, "reason": "..."}]}
//
//	  - P = {"line": L, "offset": N}: lines count from 1, offsets are bytes of the file from 0, ends are exclusive.
//	  - I is an index in the file's methods or blocks, -1 for none.
//	  - Counts are integers up to 2^63-1: read them as such, not as floating-point numbers. "count" of unmeasured code
//	    has no meaning.
//	  - "false" is there for conditions and loops only; "reached" reports whether execution has reached the branch.
//	  - "totals" are those of the main sources, whatever files the document lists; without main sources they are those
//	    of the test sources, and "testSources" is 0 throughout.
//	  - Of L, "methods" are those in other files, "parts" those that hold no whole method.
//	  - "complexity" is cyclomatic, of totals the sum over all methods; 0 for unmeasured methods.
//	  - B counts the executions by tests: {"ownModule": T, "otherModules": T, "unit": T, "integration": T}, T =
//	    {"methods": N, "regions": N, "lines": N, "invocations": N}: how many were executed at least once, and the
//	    invocations of methods ("lines" of a method is 0). "by" is missing if there is nothing to distinguish:
//	    "ownModule" (tests of a module that compiles the file) and "otherModules" are there for builds with several
//	    modules, the others if both kinds of tests were run.
//	  - "label" and "commit" of the run may be ""; "changedFiles" is the number of files that differed from the
//	    commit; "saturated" means that counts have reached 2^63-1, and may have counted more.
//	  - "failures" are the reasons why the numbers may not be those of the whole project: the build failed
//	    ("build-failed"), or tests of it ("tests-failed"), or it did not reach a module ("modules-not-built", with the
//	    build file of the module in "file").
//	  - "dropped" are counts of other versions of the sources that are in no other number: of methods, or of code
//	    outside of them, that the newest sources do not have.
//	  - Files are in the order of their paths, everything in a file in the order of the map. The same path appears
//	    twice if source sets compiled different contents.
//
// Later versions of this schema may add keys under the same number; a changed meaning gets a new number. docs/schema
// has it as a JSON Schema. A new key is a field here, in a struct, and in the schema; a test compares the two.
package json

import (
	"encoding/hex"
	"io"
	"time"

	"jprof/report"
	"jprof/report/gate"
)

// Format and Version start each document.
const (
	Format  = "jprof-counts"
	Version = 1
)

func runOf(m *report.Model) object { return runInfoOf(m.Run, m.Saturated()) }

// runInfoOf returns the JSON object for a run. saturated is true if counts have reached their maximum.
func runInfoOf(r report.RunInfo, saturated bool) object {
	return object{"id", r.ID, "label", r.Label, "command", orEmpty(r.Command), "start", r.Start.Format(time.RFC3339),
		"exitCode", r.ExitCode, "jvms", r.JVMs, "commit", r.Commit, "changedFiles", r.Changed, "saturated", saturated,
		"failures", orEmpty(r.Failures())}
}

func totalsOf(m *report.Model, t report.Totals) object {
	return object{"methods", t.Methods, "blocks", t.Blocks, "regions", t.Regions, "lines", t.Lines,
		"branches", t.Branches, "complexity", t.Complexity, "invocations", t.Invocations,
		"statementsExecuted", t.Executed, "filesMeasured", t.FilesMeasured, "notMeasured", t.Unmeasured,
		"excluded", t.Excluded, "by", optional(byOf(m, &t.By))}
}

// by maps the key of each origin of tests in the document to the counts of the tests of that origin.
type by map[string]report.ByTests

var originKeys = map[report.Origin]string{
	report.OwnModule: "ownModule", report.OtherModules: "otherModules", report.UnitTests: "unit",
	report.IntegrationTests: "integration",
}

func byOf(m *report.Model, all *report.By) by {
	out := by{}
	for _, o := range m.Origins {
		out[originKeys[o]] = all[o]
	}
	return out
}

type pos struct {
	Line   uint32 `json:"line"`
	Offset uint32 `json:"offset"`
}

type sourceSet struct {
	Module string `json:"module"`
	Name   string `json:"name"`
}

type line struct {
	Line  int    `json:"line"`
	Count uint64 `json:"count"`
}

type method struct {
	Name       string `json:"name"`
	Line       uint32 `json:"line"`
	EndLine    uint32 `json:"endLine"`
	Complexity int    `json:"complexity"`
	Count      uint64 `json:"count"`
	Measured   bool   `json:"measured"`
	By         by     `json:"by,omitempty"`
}

type block struct {
	Kind     string `json:"kind"`
	Method   int    `json:"method"`
	Parent   int    `json:"parent"`
	Start    pos    `json:"start"`
	End      pos    `json:"end"`
	Count    uint64 `json:"count"`
	Measured bool   `json:"measured"`
}

type region struct {
	Block      int    `json:"block"`
	Start      pos    `json:"start"`
	End        pos    `json:"end"`
	Statements []pos  `json:"statements"`
	Count      uint64 `json:"count"`
	Measured   bool   `json:"measured"`
}

type expression struct {
	Block    int    `json:"block"`
	Start    pos    `json:"start"`
	End      pos    `json:"end"`
	Count    uint64 `json:"count"`
	Measured bool   `json:"measured"`
}

type branch struct {
	Kind     string  `json:"kind"`
	Block    int     `json:"block"`
	Start    pos     `json:"start"`
	End      pos     `json:"end"`
	True     uint64  `json:"true"`
	False    *uint64 `json:"false,omitempty"`
	Reached  bool    `json:"reached"`
	Measured bool    `json:"measured"`
}

type part struct {
	Start    pos    `json:"start"`
	End      pos    `json:"end"`
	Reason   string `json:"reason"`
	Excluded bool   `json:"excluded"`
}

type file struct {
	Path        string       `json:"path"`
	SHA256      string       `json:"sha256"`
	Package     string       `json:"package"`
	SourceSets  []sourceSet  `json:"sourceSets"`
	Measured    bool         `json:"measured"`
	By          by           `json:"by,omitempty"`
	Lines       []line       `json:"lines"`
	Methods     []method     `json:"methods"`
	Blocks      []block      `json:"blocks"`
	Regions     []region     `json:"regions"`
	Expressions []expression `json:"expressions"`
	Branches    []branch     `json:"branches"`
	Omitted     []part       `json:"notMeasured"`
}

// Write writes the document, one file on each line of text, so that large documents need little memory.
func Write(w io.Writer, m *report.Model, _ *gate.Verdict) error {
	d := begin(w, Format, Version)
	d.Member("title", m.Title)
	d.Member("tool", m.Run.Tool)
	d.Member("run", runOf(m))
	d.Member("totals", totalsOf(m, m.Totals))
	d.Member("testSources", totalsOf(m, m.TestTotals))
	d.List("files", len(m.Files), func(i int) any { return convert(m, m.Files[i]) })
	d.Member("problems", orEmpty(m.Problems))
	d.Member("warnings", orEmpty(m.Warnings))
	d.Member("dropped", orEmpty(m.Dropped))
	return d.End("json")
}

func convert(m *report.Model, f *report.File) file {
	return file{
		Path: f.Path, SHA256: hex.EncodeToString(f.Hash[:]), Package: f.Package, Measured: f.Measured,
		By:         byOf(m, &f.Totals.By),
		SourceSets: list(f.Sets, func(s report.SetName) sourceSet { return sourceSet{s.Module, s.Name} }),
		Lines:      list(f.Lines(), func(l report.LineCount) line { return line{l.Line, l.Count} }),
		Methods: list(f.Methods, func(x report.Method) method {
			return method{x.Label, x.Name.Line, x.Span.End.Line, x.Complexity, x.Invocations, x.Measured, byOf(m, x.By)}
		}),
		Blocks: list(f.Blocks, func(b report.Block) block {
			return block{b.Kind, b.Method, b.Parent, at(b.Span.Start), at(b.Span.End), b.Count, b.Measured}
		}),
		Regions: list(f.Regions, func(r report.Region) region {
			return region{r.Block, at(r.Span.Start), at(r.Span.End),
				list(r.Statements, func(s report.Span) pos { return at(s.Start) }), r.Count, r.Measured}
		}),
		Expressions: list(f.Expressions, func(e report.Expression) expression {
			return expression{e.Block, at(e.Span.Start), at(e.Span.End), e.Count, e.Measured}
		}),
		Branches: list(f.Branches, func(b report.Branch) branch {
			out := branch{b.Kind, b.Block, at(b.Span.Start), at(b.Span.End), b.True, nil, b.Reached, b.Measured}
			if b.Outcomes == 2 {
				out.False = &b.False
			}
			return out
		}),
		Omitted: list(f.Omitted, func(p report.Part) part {
			return part{at(p.Span.Start), at(p.Span.End), p.Reason, p.Excluded}
		}),
	}
}

func at(p report.Pos) pos { return pos{p.Line, p.Offset} }
