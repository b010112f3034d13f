package contextrun

import (
	"fmt"
	"slices"
	"strings"

	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/pattern"
)

// Run is a run with contexts, and its tree.
type Run struct {
	Tree  *cct.Tree
	Info  report.RunInfo
	Known func(pattern.Compiled) bool // see runmodel.KnownMethods

	opened *runs.Opened
	starts func(*cct.Method) bool // matches the methods at which the tree starts; nil for threads
}

// StepTrees returns the trees of each test step of the run, if it has several, read as options say.
func (r *Run) StepTrees(options runmodel.ContextsOptions) ([]*cct.Tree, error) {
	ids, err := runmodel.ContextSteps(r.opened)
	if err != nil || len(ids) < 2 {
		return nil, err
	}
	var trees []*cct.Tree
	for _, id := range ids {
		options.Step = &id
		tree, err := runmodel.OpenContexts(r.opened, options)
		if err != nil {
			return nil, err
		}
		trees = append(trees, r.started(tree))
	}
	return trees, nil
}

// StartAt omits all that is not below a method that matches a pattern, or, with main, one of main sources.
func (r *Run) StartAt(patterns []string, main bool) error {
	if len(patterns) == 0 && !main {
		return nil
	}
	var err error
	if r.starts, patterns, err = Starts(withContexts(r.Tree), patterns, main); err != nil {
		return err
	}
	r.Tree = r.started(r.Tree)
	r.Tree.About.From = patterns
	return nil
}

// Starts matches methods by one of the patterns of --from, and, with main, those of main sources: some of the methods
// that are known must match each. from lists the patterns for users. Without patterns and main, matches is nil.
func Starts(known []cct.Method, patterns []string, main bool) (matches func(*cct.Method) bool, from []string,
	err error) {
	if matches, err = anyOf(known, patterns); err != nil {
		return nil, nil, fmt.Errorf("--from %w", err)
	}
	if !main {
		return matches, patterns, nil
	}
	if !slices.ContainsFunc(known, func(m cct.Method) bool { return isMain(&m) }) {
		return nil, nil, exit.Usagef("--from PATTERN starts at methods of any code",
			"--main: no method of main sources has a context whose source is still in the project")
	}
	from = append(slices.Clone(patterns), "methods of main sources")
	if matches == nil {
		return isMain, from, nil
	}
	return func(m *cct.Method) bool { return isMain(m) || matches(m) }, from, nil
}

// started is a tree of the run that starts where StartAt has said.
func (r *Run) started(t *cct.Tree) *cct.Tree {
	if r.starts == nil {
		return t
	}
	return t.Fold(cct.Folding{From: func(method int32) bool { return r.starts(&t.Methods[method]) }})
}

// isMain reports whether a method belongs to main sources of the project: not to tests, a library, the JDK, or
// generated sources.
func isMain(m *cct.Method) bool {
	return m.Kind == cct.App && !report.IsTestPath(m.Source)
}

// Open reads a run; "" is the newest with contexts. Of several threads it reads those with names that match one of the
// patterns, all if there are none.
func Open(f *runs.Finder, ref string, options runmodel.ContextsOptions, patterns ...string) (*Run, error) {
	o, err := f.One(ref, runs.WantContexts)
	if err != nil {
		return nil, err
	}
	chosen := threads{patterns: patterns}
	options.Threads = chosen.filter()
	tree, err := runmodel.OpenContexts(o, options)
	if err != nil {
		return nil, err
	}
	if err := chosen.missing(); err != nil {
		return nil, err
	}
	return &Run{Tree: tree, Info: runmodel.InfoOf(o.Run), Known: runmodel.KnownMethods(o), opened: o}, nil
}

// Metric is the metric to show: calls where nothing else was recorded and the user has not asked for another.
func (r *Run) Metric(option string, asked bool, by cct.Metric) (cct.Metric, error) {
	switch {
	case r.Tree.Has(by):
		return by, nil
	case asked:
		return by, exit.Usagef(option+" calls, or record it without --blocks calls",
			"%s %s: the run has calls only", option, by)
	}
	return cct.Calls, nil
}

// WarnNotes names the run and the losses in its numbers, for output that has no room for them.
func (r *Run) WarnNotes(u *term.UI) {
	u.Info("%s", contextview.RunLine(r.Info))
	for _, n := range r.Tree.Notes() {
		if n.Kind != cct.Uncovered {
			u.Info("%s", n.Text)
		}
	}
	if missing := contextview.Uncovered(r.Tree); missing != "" {
		u.Info("%s", missing)
	}
}

// WarnBounds names the columns of a table for programs that are lower bounds, as nothing marks them there.
func (r *Run) WarnBounds(u *term.UI) {
	which := "the column inclusive has lower bounds"
	if len(r.Tree.About.From) > 0 {
		which = "all columns have lower bounds, but for the methods where the table starts only inclusive has"
	}
	if r.Tree.IsPartial() {
		u.Warn("%s, which nothing marks: calls beyond the limit of contexts are missing there", which)
	}
}

// Matching matches methods of the run that have a context by a pattern.
func (r *Run) Matching(text string) (func(*cct.Method) bool, error) {
	return Matching(withContexts(r.Tree), text)
}

// withContexts are the methods of a tree that have a context.
func withContexts(t *cct.Tree) []cct.Method {
	var methods []cct.Method
	for _, s := range t.ByMethod() {
		methods = append(methods, t.Methods[s.Method])
	}
	return methods
}

// anyOf matches methods by one of the patterns, nil if there are none. Each must match one of those that are known.
func anyOf(known []cct.Method, patterns []string) (func(*cct.Method) bool, error) {
	var matches []func(*cct.Method) bool
	for _, text := range patterns {
		match, err := Matching(known, text)
		if err != nil {
			return nil, err
		}
		matches = append(matches, match)
	}
	if matches == nil {
		return nil, nil
	}
	return func(m *cct.Method) bool {
		return slices.ContainsFunc(matches, func(match func(*cct.Method) bool) bool { return match(m) })
	}, nil
}

// Matching matches methods, at least one of those that are known.
func Matching(known []cct.Method, text string) (func(*cct.Method) bool, error) {
	p, err := pattern.ParseCompiled(text)
	if err != nil {
		return nil, exit.Usagef("give a name or a pattern: parse, parse(String), Foo.*, com.example.**", "%w", err)
	}
	if slices.ContainsFunc(known, func(m cct.Method) bool { return p.Matches(&m) }) {
		return p.Matches, nil
	}
	return nil, exit.Usagef(report.Printable(p.Meant(known)), "%s: matches no method with a context", text)
}

// ShortName is the shortest name of a method that no other one of the run matches.
func (r *Run) ShortName(m *cct.Method) string {
	signature := m.Signature()
	name, _, _ := strings.Cut(signature, "(")
	class := strings.ReplaceAll(m.Class[strings.LastIndexByte(m.Class, '.')+1:], "$", ".")
	for _, short := range []string{class + "." + m.Name, class + strings.TrimPrefix(signature, m.Class), name} {
		match, err := r.Matching(short)
		if err != nil {
			continue
		}
		matches := 0
		for i := range r.Tree.Methods {
			if match(&r.Tree.Methods[i]) {
				matches++
			}
		}
		if matches == 1 {
			return short
		}
	}
	return signature
}
