package json

import (
	"io"
	"slices"

	"jprof/report"
	"jprof/report/source"
	"jprof/report/unused"
)

// Unused writes the code that nobody executed. The document, version 1, of which docs/schema has a JSON Schema:
//
//	{"format": "jprof-unused", "version": 1, "run": {as in the document with all counts},
//	 "observed": {"services": true, "applications": ["..."], "environments": ["..."], "versions": ["..."],
//	              "hosts": ["..."], "jvms": N, "since": "2026-11-01", "days": ["2026-11-02"], "missingDays": ["..."],
//	              "neverSeen": ["..."], "unobservedMethods": N, "warnings": ["..."]},
//	 "testRun": "...", "measuredMethods": N, "lines": N, "statements": N,
//	 "files": [{"file": "...", "methods": N, "testedMethods": N, S}],
//	 "classes": [{"class": "org.example.Outer.Inner", "file": "...", "line": L, "wholeFile": true, "methods": N,
//	              "testedMethods": N, S}],
//	 "methods": [{"method": "Outer$Inner::m(int)", "title": "...", "file": "...", "line": L, "class": "...", S,
//	              "tests": {"executed": true, "count": N, "names": ["..."]}}],
//	 "branches": [{"file": "...", "line": L, "method": "...", "branch": "condition", "never": ["true"], "code": "...",
//	               "seenDays": N}],
//	 "marked": [{as in methods, "kind": "annotation", "reason": "has @GetMapping"}],
//	 "markedClasses": [{as in classes, "kind": "...", "reason": "..."}],
//	 "hot": [{"method": "...", "title": "...", "file": "...", "line": L, "calls": N, "executions": N}],
//	 "withoutSources": [{"class": "...", "place": "app.jar", "loaded": true, "of": N,
//	                     "methods": [{"method": "...", "descriptor": "()V", "line": L}]}]}
//
// S = "seenDays": N, "hosts": ["..."], "versions": ["..."], "lines": N, "statements": N: where the code was observed,
// and its size. "class" of a method is the outermost class around it of which nothing was executed. "tests" is there if
// "testRun", a run of tests, has the method; "count" and "names" (of the first ten) if it has counts by test. "hot" are
// methods that were executed, but not by tests. "withoutSources" is there with --reached: methods that did not run, of
// "of" methods of the class; line 0 is not known. "since" is missing if all data was asked for.
func Unused(w io.Writer, r *unused.Result) error {
	d := begin(w, "jprof-unused", 1)
	d.Member("run", runOf(r.Model))
	d.Member("observed", observedOf(r))
	if r.Tests != nil {
		d.Member("testRun", r.Tests.Model.Run.ID)
	}
	d.Member("measuredMethods", r.Of)
	d.Member("lines", r.Total.Lines)
	d.Member("statements", r.Total.Statements)
	d.List("files", len(r.Files), func(i int) any {
		f := &r.Files[i]
		return slices.Concat(object{"file", f.Path}, testedMethods(f.Tests, r.Tests), seenAndSize(f.Seen, f.Size))
	})
	d.List("classes", len(r.Classes), func(i int) any { return unusedClass(&r.Classes[i], r.Tests) })
	d.List("methods", len(r.Methods), func(i int) any { return unusedMethod(&r.Methods[i]) })
	places := make([]report.Missed, 0, len(r.Branches))
	for _, b := range r.Branches {
		places = append(places, b.Missed)
	}
	code := source.MissedCode(r.Model, places)
	d.List("branches", len(places), func(i int) any {
		x := &places[i]
		return object{"file", x.File.Path, "line", x.Line, "method", x.File.Methods[x.Method].Label,
			"branch", x.Branch.Kind, "never", x.Never, "code", optional(code[i]), "seenDays", r.Branches[i].Seen.Days}
	})
	d.List("marked", len(r.Marked), func(i int) any {
		m := &r.Marked[i]
		return append(unusedMethod(m), "kind", m.Mark.Kind, "reason", m.Mark.Reason())
	})
	d.List("markedClasses", len(r.MarkedClasses), func(i int) any {
		c := &r.MarkedClasses[i]
		return append(unusedClass(c, r.Tests), "kind", c.Mark.Kind, "reason", c.Mark.Reason())
	})
	d.List("hot", len(r.Hot), func(i int) any {
		h := &r.Hot[i]
		return object{"method", h.Method().Label, "title", h.Title(), "file", h.File.Path, "line", h.Method().Name.Line,
			"calls", h.Calls, "executions", h.Executed}
	})
	if r.Foreign != nil {
		d.List("withoutSources", len(r.Foreign), func(i int) any {
			c := &r.Foreign[i]
			return object{"class", c.Name, "place", c.Place, "loaded", c.Loaded, "of", c.Of, "methods", c.Methods}
		})
	}
	return d.End("json")
}

func observedOf(r *unused.Result) object {
	o := r.Observed
	since := ""
	if !o.Since.IsZero() {
		since = o.Since.UTC().Format("2006-01-02")
	}
	return object{"services", o.Services, "applications", orEmpty(o.Applications),
		"environments", orEmpty(o.Environments), "versions", orEmpty(o.Versions), "hosts", orEmpty(o.Hosts),
		"jvms", o.JVMs, "since", optional(since), "days", orEmpty(o.Days), "missingDays", orEmpty(o.Missing()),
		"neverSeen", orEmpty(o.NeverSeen), "unobservedMethods", r.Unobserved, "warnings", orEmpty(r.Warnings())}
}

func seenAndSize(s unused.Seen, size unused.Size) object {
	return object{"seenDays", s.Days, "hosts", orEmpty(s.Hosts), "versions", orEmpty(s.Versions),
		"lines", size.Lines, "statements", size.Statements}
}

func unusedClass(c *unused.Class, tests *unused.Tests) object {
	o := object{"class", c.Name, "file", c.File.Path, "line", c.Line, "wholeFile", c.Whole}
	return slices.Concat(o, testedMethods(c.Methods, tests), seenAndSize(c.Seen, c.Size))
}

func testedMethods(m unused.TestedMethods, tests *unused.Tests) object {
	o := object{"methods", m.Of}
	if tests != nil {
		o = append(o, "testedMethods", m.Tested)
	}
	return o
}

func unusedMethod(m *unused.Method) object {
	o := object{"method", m.Method().Label, "title", m.Title(), "file", m.File.Path, "line", m.Line()}
	if m.Class != nil {
		o = append(o, "class", m.Class.Name)
	}
	o = append(o, seenAndSize(m.Seen, m.Size)...)
	if t := m.Tests; t.Known {
		by := object{"executed", t.Executed}
		if t.Count > 0 {
			by = append(by, "count", t.Count, "names", t.Names)
		}
		o = append(o, "tests", by)
	}
	return o
}
