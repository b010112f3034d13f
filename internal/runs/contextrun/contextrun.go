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
	"jprof/report/contexts/cctbuild"
	"jprof/report/contexts/contextview"
	"jprof/report/contexts/efficiency"
	"jprof/report/pattern"
)

// Options choose a part of a run, and the form of its tree. The zero value is all of it.
type Options struct {
	Steps   []string // names of test steps, as runmodel.Contexts finds them; all if there are none
	Threads []string // patterns for names of threads; all if there are none
	From    []string // patterns for the methods to start at
	Main    bool     // start at methods of main sources
	Folds   []cctbuild.Fold
	Effects *efficiency.Options // the rules to compute writes and captured writes by; nil for none
}

// Run is a run with contexts, and the tree that options choose.
type Run struct {
	*runmodel.Contexts
	Tree *cct.Tree
	Info report.RunInfo

	options Options
	starts  func(*cct.Method) bool // matches the methods at which the tree starts; nil for threads
}

// Open reads a run; ref "" is the newest with contexts. Its files are open until the finder is closed.
func Open(f *runs.Finder, ref string, o Options) (*Run, error) {
	files, err := open(f, ref)
	if err != nil {
		return nil, err
	}
	chosen := threads{patterns: o.Threads}
	options := runmodel.TreeOptions{Threads: chosen.filter(), Folds: o.Folds, Effects: o.Effects}
	if options.Steps, err = files.StepsNamed(o.Steps); err != nil {
		return nil, err
	}
	tree, err := files.Tree(options)
	if err != nil {
		return nil, err
	}
	if err := chosen.missing(); err != nil {
		return nil, err
	}
	r := &Run{Contexts: files, Tree: tree, Info: runmodel.InfoOf(files.Run), options: o}
	return r, r.start()
}

// open opens the files of a run until the finder is closed.
func open(f *runs.Finder, ref string) (*runmodel.Contexts, error) {
	o, err := f.One(ref, runs.WantContexts)
	if err != nil {
		return nil, err
	}
	files, err := runmodel.OpenContexts(o)
	if err == nil {
		f.Closes(files)
	}
	return files, err
}

// StepTrees returns the trees of each test step of the run, of all threads, if it has several.
func (r *Run) StepTrees() ([]*cct.Tree, error) {
	ids := r.StepIDs()
	if len(ids) < 2 {
		return nil, nil
	}
	var trees []*cct.Tree
	for _, id := range ids {
		tree, err := r.Contexts.Tree(runmodel.TreeOptions{Steps: []string{id}, Folds: r.options.Folds,
			Effects: r.options.Effects})
		if err != nil {
			return nil, err
		}
		trees = append(trees, r.started(tree))
	}
	return trees, nil
}

// start omits all that is not below the methods to start at.
func (r *Run) start() error {
	if len(r.options.From) == 0 && !r.options.Main {
		return nil
	}
	matches, from, err := starts(withContexts(r.Tree), r.options)
	if err != nil {
		return err
	}
	r.starts = matches
	r.Tree = r.started(r.Tree)
	r.Tree.About.From = from
	return nil
}

// starts matches the methods to start at: some of the methods that are known must match each of the patterns. from
// lists the patterns for users. Without patterns and Main, matches is nil.
func starts(known []cct.Method, o Options) (matches func(*cct.Method) bool, from []string, err error) {
	if matches, err = anyOf(known, o.From); err != nil {
		return nil, nil, fmt.Errorf("--from %w", err)
	}
	if !o.Main {
		return matches, o.From, nil
	}
	if !slices.ContainsFunc(known, func(m cct.Method) bool { return isMain(&m) }) {
		return nil, nil, exit.Usagef("--from PATTERN starts at methods of any code",
			"--main: no method of main sources has a context whose source is still in the project")
	}
	from = append(slices.Clone(o.From), "methods of main sources")
	if matches == nil {
		return isMain, from, nil
	}
	return func(m *cct.Method) bool { return isMain(m) || matches(m) }, from, nil
}

// started returns a tree of the run from the methods to start at.
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
