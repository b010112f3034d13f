package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/exit"
	"jprof/internal/runmodel"
	"jprof/internal/runs"
	"jprof/internal/ui"
	"jprof/internal/words"
	"jprof/report"
	"jprof/report/cct"
	"jprof/report/contextview"
	"jprof/report/pattern"
)

// contextRun is a run with contexts, and its tree.
type contextRun struct {
	tree  *cct.Tree
	info  report.RunInfo
	known func(pattern.Compiled) bool // see runmodel.KnownMethods
	ui    *ui.UI
}

// chosenContexts reads the run that the options of contextFlags name.
func (s *session) chosenContexts(c *cli.Context) (*contextRun, error) {
	if _, err := runs.FindStore(s.env.Dir); err != nil && !c.IsSet("run") {
		return nil, err
	}
	f := s.finder()
	defer f.Close() //nolint:errcheck // a folder that stays in the system's folder for temporary files
	options := foldOptions(c)
	options.Steps = c.StringSlice("step")
	run, err := s.contextsOf(f, c.String("run"), options, c.StringSlice("thread")...)
	if err != nil {
		return nil, err
	}
	return run, run.startAt(c.StringSlice("from"), c.Bool("main"))
}

// foldOptions are the options of contextFlags that fold trees.
func foldOptions(c *cli.Context) runmodel.ContextsOptions {
	return runmodel.ContextsOptions{FoldSynthetic: c.Bool("fold-synthetic"), FoldClinit: c.Bool("fold-clinit"),
		FoldRecursion: c.Bool("fold-recursion")}
}

// stepTrees are the trees of each test step of the run that chosenContexts reads, if it has several.
func (s *session) stepTrees(c *cli.Context) ([]*cct.Tree, error) {
	f := s.finder()
	defer f.Close() //nolint:errcheck // a folder that stays in the system's folder for temporary files
	o, err := f.OneWithContexts(c.String("run"))
	if err != nil {
		return nil, err
	}
	ids, err := runmodel.ContextSteps(o)
	if err != nil || len(ids) < 2 {
		return nil, err
	}
	var trees []*cct.Tree
	for _, id := range ids {
		options := foldOptions(c)
		options.Step = &id
		tree, err := runmodel.OpenContexts(f.Store, o, options)
		if err != nil {
			return nil, err
		}
		run := &contextRun{tree: tree}
		if run.startAt(c.StringSlice("from"), c.Bool("main")) == nil { // else the step has none of these methods
			trees = append(trees, run.tree)
		}
	}
	return trees, nil
}

// startAt omits all that is not below a method that matches a pattern, or, with main, one of main sources.
func (r *contextRun) startAt(patterns []string, main bool) error {
	if len(patterns) == 0 && !main {
		return nil
	}
	t := r.tree
	var matches []func(*cct.Method) bool
	for _, text := range patterns {
		match, err := contextPattern(t, text)
		if err != nil {
			return fmt.Errorf("--from %w", err)
		}
		matches = append(matches, match)
	}
	if main {
		matches = append(matches, isMain)
		patterns = append(slices.Clone(patterns), "methods of main sources")
		if !methodMatches(t, isMain) {
			return exit.Usagef("--from PATTERN starts at methods of any code",
				"--main: no method of main sources has a context whose source is still in the project")
		}
	}
	r.tree = t.Fold(cct.Folding{From: func(method int32) bool {
		return slices.ContainsFunc(matches, func(is func(*cct.Method) bool) bool { return is(&t.Methods[method]) })
	}})
	r.tree.About.From = patterns
	return nil
}

// isMain reports whether a method is of main sources of the project: not of tests, a library, the JDK, or generated.
func isMain(m *cct.Method) bool {
	return m.Kind == cct.App && !report.IsTestPath(m.Source)
}

// contextsOf reads a run; "" is the newest with contexts. Of several threads it reads those with names that match one
// of the patterns, all if there are none.
func (s *session) contextsOf(f *runs.Finder, ref string, options runmodel.ContextsOptions, threads ...string,
) (*contextRun, error) {
	o, err := f.OneWithContexts(ref)
	if err != nil {
		return nil, err
	}
	var others []string
	if len(threads) > 0 {
		options.Threads = func(thread string) bool {
			is := slices.ContainsFunc(threads, func(name string) bool {
				return threadPattern(name, thread)
			})
			if !is {
				others = append(others, thread)
			}
			return is
		}
	}
	tree, err := runmodel.OpenContexts(f.Store, o, options)
	if err != nil {
		return nil, err
	}
	if len(threads) > 0 && tree.Len() == 0 {
		slices.Sort(others)
		return nil, withNear(fmt.Errorf("--thread %s: there is no such thread: there are %s",
			strings.Join(threads, " or "), words.Listed(slices.Compact(others))), threads[0], others)
	}
	return &contextRun{tree, runmodel.InfoOf(o.Run), runmodel.KnownMethods(f.Store, o), s.ui}, nil
}

var digits = regexp.MustCompile(`[0-9]+`)

// threadPattern reports whether a pattern matches a thread. Contexts are kept by names with N for digits, so a name
// that a program shows, such as worker-1, means worker-N.
func threadPattern(text, thread string) bool {
	return pattern.Glob(text, ".*", ".*").MatchString(thread) ||
		pattern.Glob(digits.ReplaceAllString(text, "N"), ".*", ".*").MatchString(thread)
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

// warnNotes shows which run it is and what its numbers lack, for output that has no room for it.
func (r *contextRun) warnNotes() {
	r.ui.Info("%s", contextview.RunLine(r.info))
	for _, n := range r.tree.Notes() {
		r.ui.Info("%s", n.Text)
	}
}

// contextPattern matches methods of a tree, at least one.
func contextPattern(t *cct.Tree, text string) (func(*cct.Method) bool, error) {
	p, err := pattern.ParseCompiled(text)
	if err != nil {
		return nil, exit.Usagef("give a name or a pattern: parse, parse(String), Foo.*, com.example.**", "%w", err)
	}
	if methodMatches(t, p.Matches) {
		return p.Matches, nil
	}
	none := fmt.Errorf("%s: matches no method with a context", text)
	for _, all := range []string{text + ".*", text + ".**"} {
		if p, err := pattern.ParseCompiled(all); err == nil && methodMatches(t, p.Matches) {
			return nil, exit.Usagef("did you mean '"+report.Printable(all)+"'?", "%w", none)
		}
	}
	var names []string
	for i := range t.Methods {
		names = append(names, t.Methods[i].Name)
	}
	return nil, withNear(none, simpleName(text), names)
}

// methodMatches reports whether a method with a context matches.
func methodMatches(t *cct.Tree, match func(*cct.Method) bool) bool {
	return slices.ContainsFunc(t.ByMethod(), func(s cct.MethodSum) bool { return match(&t.Methods[s.Method]) })
}
