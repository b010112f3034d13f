package cli

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/contexts/efficiency"
	"jprof/report/pattern"
)

// contextRun is a run with contexts, and its tree.
type contextRun struct {
	tree  *cct.Tree
	info  report.RunInfo
	known func(pattern.Compiled) bool // see runmodel.KnownMethods
	ui    *term.UI

	opened *runs.Opened
	starts func(*cct.Method) bool // matches the methods at which the tree starts; nil for threads
}

// chosenContexts reads the run that the options of contextFlags name. effects are the rules to compute effects by, nil
// for none.
func (s *session) chosenContexts(c *cli.Context, effects *efficiency.Options) (*contextRun, error) {
	f, err := s.finderFor(c)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return s.contextsIn(f, c, effects)
}

// contextsIn is chosenContexts with a finder of finderFor, which must stay open while the files of the run are read.
func (s *session) contextsIn(f *runs.Finder, c *cli.Context, effects *efficiency.Options) (*contextRun, error) {
	options := foldOptions(c)
	options.Effects = effects
	options.Steps = c.StringSlice("step")
	run, err := s.contextsOf(f, c.String("run"), options, c.StringSlice("thread")...)
	if err != nil {
		return nil, err
	}
	return run, run.startAt(c.StringSlice("from"), c.Bool("main"))
}

// finderFor finds the run that the option --run names; without it, the folder must have runs. It must be closed.
func (s *session) finderFor(c *cli.Context) (*runs.Finder, error) {
	if _, err := runs.FindStore(s.env.Dir); err != nil && !c.IsSet("run") {
		return nil, err
	}
	return s.finder(), nil
}

// foldOptions are the options of contextFlags that fold trees.
func foldOptions(c *cli.Context) runmodel.ContextsOptions {
	return runmodel.ContextsOptions{FoldSynthetic: c.Bool("fold-synthetic"), FoldClinit: c.Bool("fold-clinit"),
		FoldRecursion: c.Bool("fold-recursion")}
}

// stepTrees are the trees of each test step of a run of contextsIn, if it has several.
func stepTrees(f *runs.Finder, c *cli.Context, run *contextRun, effects *efficiency.Options) ([]*cct.Tree, error) {
	ids, err := runmodel.ContextSteps(run.opened)
	if err != nil || len(ids) < 2 {
		return nil, err
	}
	var trees []*cct.Tree
	for _, id := range ids {
		options := foldOptions(c)
		options.Step, options.Effects = &id, effects
		tree, err := runmodel.OpenContexts(run.opened, options)
		if err != nil {
			return nil, err
		}
		trees = append(trees, run.started(tree))
	}
	return trees, nil
}

// startAt omits all that is not below a method that matches a pattern, or, with main, one of main sources.
func (r *contextRun) startAt(patterns []string, main bool) error {
	if len(patterns) == 0 && !main {
		return nil
	}
	var err error
	if r.starts, patterns, err = starts(withContexts(r.tree), patterns, main); err != nil {
		return err
	}
	r.tree = r.started(r.tree)
	r.tree.About.From = patterns
	return nil
}

// starts matches methods by one of the patterns of --from, and, with main, those of main sources: some of the methods
// that are known must match each. from lists the patterns for users. Without patterns and main, matches is nil.
func starts(known []cct.Method, patterns []string, main bool) (matches func(*cct.Method) bool, from []string,
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

// started is a tree of the run that starts where startAt has said.
func (r *contextRun) started(t *cct.Tree) *cct.Tree {
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

// contextsOf reads a run; "" is the newest with contexts. Of several threads it reads those with names that match one
// of the patterns, all if there are none.
func (s *session) contextsOf(f *runs.Finder, ref string, options runmodel.ContextsOptions, threads ...string,
) (*contextRun, error) {
	o, err := f.One(ref, runs.WantContexts)
	if err != nil {
		return nil, err
	}
	chosen := chosenThreads{patterns: threads}
	options.Threads = chosen.filter()
	tree, err := runmodel.OpenContexts(o, options)
	if err != nil {
		return nil, err
	}
	if err := chosen.missing(); err != nil {
		return nil, err
	}
	known := runmodel.KnownMethods(o)
	return &contextRun{tree: tree, info: runmodel.InfoOf(o.Run), known: known, ui: s.ui, opened: o}, nil
}

// metric is the metric to show: calls where nothing else was recorded and the user has not asked for another.
func (r *contextRun) metric(option string, asked bool, by cct.Metric) (cct.Metric, error) {
	switch {
	case r.tree.Has(by):
		return by, nil
	case asked:
		return by, exit.Usagef(option+" calls, or record it without --blocks calls",
			"%s %s: the run has calls only", option, by)
	}
	return cct.Calls, nil
}

// warnNotes names the run and the losses in its numbers, for output that has no room for them.
func (r *contextRun) warnNotes() {
	r.ui.Info("%s", contextview.RunLine(r.info))
	for _, n := range r.tree.Notes() {
		if n.Kind != cct.Uncovered {
			r.ui.Info("%s", n.Text)
		}
	}
	if missing := contextview.Uncovered(r.tree); missing != "" {
		r.ui.Info("%s", missing)
	}
}

// warnBounds names the columns of a table for programs that are lower bounds, as nothing marks them there.
func (r *contextRun) warnBounds() {
	which := "the column inclusive has lower bounds"
	if len(r.tree.About.From) > 0 {
		which = "all columns have lower bounds, but for the methods where the table starts only inclusive has"
	}
	if r.tree.IsPartial() {
		r.ui.Warn("%s, which nothing marks: calls beyond the limit of contexts are missing there", which)
	}
}

// contextPattern matches methods of a tree that have a context.
func contextPattern(t *cct.Tree, text string) (func(*cct.Method) bool, error) {
	return methodsPattern(withContexts(t), text)
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
		match, err := methodsPattern(known, text)
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

// methodsPattern matches methods, at least one.
func methodsPattern(methods []cct.Method, text string) (func(*cct.Method) bool, error) {
	p, err := pattern.ParseCompiled(text)
	if err != nil {
		return nil, exit.Usagef("give a name or a pattern: parse, parse(String), Foo.*, com.example.**", "%w", err)
	}
	if slices.ContainsFunc(methods, func(m cct.Method) bool { return p.Matches(&m) }) {
		return p.Matches, nil
	}
	return nil, exit.Usagef(report.Printable(p.Meant(methods)), "%s: matches no method with a context", text)
}
