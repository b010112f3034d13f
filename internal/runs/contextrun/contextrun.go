package contextrun

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/exit"
	"jprof/internal/util/regular"
	"jprof/internal/util/term"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/cctbuild"
	"jprof/report/contexts/contextview"
	"jprof/report/contexts/efficiency"
	"jprof/report/pattern"
)

// Options select a part of a run, and the form of its tree. The zero value selects all of the run.
type Options struct {
	Steps   []string // names of test steps, as StepsNamed of runmodel.Contexts finds them; all if there are none
	Threads []string // patterns for names of threads; all if there are none
	Roots   []string // patterns for the methods to start at
	Main    bool     // start at methods of main sources
	Folds   []cctbuild.Fold
	Effects *efficiency.Options // the rules for writes and discarded writes; nil for none
	By      cct.Metric          // the metric that is wanted, for one that trees have on demand only
	Apart   bool                // a tree of each test step is wanted, too: see Run.Steps
}

// Run is a run with contexts, and the tree that the options select.
type Run struct {
	*runmodel.Contexts
	Tree *cct.Tree
	// Steps has a tree of each test step, of all threads. They have the effects then, and Tree has not. There are none
	// if the run has fewer than two test steps.
	Steps []*cct.Tree
	Info  report.RunInfo

	options Options
	chosen  runmodel.TreeOptions
	starts  func(*cct.Method) bool // matches the methods at which the tree starts; nil if it starts at threads
}

// Open reads a run; ref "" means the newest run with contexts. Its files are open until the finder is closed.
func Open(f *runs.Finder, ref string, o Options) (*Run, error) {
	files, err := open(f, ref)
	if err != nil {
		return nil, err
	}
	chosen := threads{patterns: o.Threads}
	options := runmodel.TreeOptions{Threads: chosen.filter(), Folds: o.Folds, Effects: o.Effects,
		Exceptions: o.By == cct.Exceptions}
	if options.Steps, err = files.StepsNamed(o.Steps); err != nil {
		return nil, err
	}
	apart := o.Apart && len(files.StepIDs()) > 1
	if apart {
		options.Effects = nil
	}
	tree, err := files.Tree(options)
	if err != nil {
		return nil, err
	}
	if err := chosen.missing(); err != nil {
		return nil, err
	}
	r := &Run{Contexts: files, Tree: tree, Info: runmodel.InfoOf(files.Run), options: o, chosen: options}
	if err := r.start(); err != nil || !apart {
		return r, err
	}
	return r, r.addSteps()
}

// open opens the files of a run. They are closed with the finder.
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

// addSteps sets the trees of the test steps.
func (r *Run) addSteps() error {
	options := r.chosen
	options.Effects = r.options.Effects
	trees, err := r.StepTrees(options)
	if err != nil {
		return err
	}
	for _, id := range r.StepIDs() {
		r.Steps = append(r.Steps, r.started(trees[id]))
	}
	return nil
}

// start reduces the tree to the contexts below the methods at which it should start.
func (r *Run) start() error {
	if len(r.options.Roots) == 0 && !r.options.Main {
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

// starts returns a function that matches the methods at which a tree starts. Each pattern in o must match one of the
// known methods. from has the patterns in a form for users. Without patterns, and if o.Main is false, matches is nil.
func starts(known []cct.Method, o Options) (matches func(*cct.Method) bool, from []string, err error) {
	if matches, err = anyOf(known, o.Roots); err != nil {
		return nil, nil, fmt.Errorf("--root %w", err)
	}
	if !o.Main {
		return matches, o.Roots, nil
	}
	if !slices.ContainsFunc(known, func(m cct.Method) bool { return isMain(&m) }) {
		return nil, nil, exit.Usagef("--root PATTERN starts at methods of any code",
			"--main: no method of main sources has a context whose source is still in the project")
	}
	from = append(slices.Clone(o.Roots), "methods of main sources")
	if matches == nil {
		return isMain, from, nil
	}
	return func(m *cct.Method) bool { return isMain(m) || matches(m) }, from, nil
}

// started returns t, reduced to the contexts below the methods at which the tree of the run starts.
func (r *Run) started(t *cct.Tree) *cct.Tree {
	if r.starts == nil {
		return t
	}
	return t.Fold(cct.Folding{From: func(method int32) bool { return r.starts(&t.Methods[method]) }})
}

// Lines returns what the lines of the methods that match did, in the contexts of the tree. The code of a line is known
// if its source has not changed since the run.
func (r *Run) Lines(match func(*cct.Method) bool) (*contextview.SourceLines, error) {
	list, err := r.Contexts.Lines(r.chosen, r.starts, match)
	if err != nil {
		return nil, err
	}
	sources := map[string][]string{}
	return &contextview.SourceLines{List: list, Code: func(m *cct.Method, line int32) string {
		lines, known := sources[m.Source]
		if !known {
			lines = r.source(m.Source)
			sources[m.Source] = lines
		}
		if line < 1 || int(line) > len(lines) {
			return ""
		}
		return strings.TrimSpace(lines[line-1])
	}}, nil
}

// IsUnchanged reports whether a source of the project is as it was when the run started, by its time.
func (r *Run) IsUnchanged(path string) bool {
	info, err := os.Stat(r.file(path))
	return err == nil && !info.IsDir() && !info.ModTime().After(r.Info.Start)
}

// file returns the path of a source of the project.
func (r *Run) file(path string) string {
	return filepath.Join(r.Store.Abs(r.Sources), filepath.FromSlash(path))
}

// source returns the lines of a source of the project, none if it is newer than the run or cannot be read.
func (r *Run) source(path string) []string {
	if !r.IsUnchanged(path) {
		return nil
	}
	data, err := regular.ReadUpTo(r.file(path), runs.MaxSource)
	if err != nil {
		return nil
	}
	return strings.Split(string(data), "\n")
}

// isMain reports whether a method belongs to main sources of the project: not to tests, a library, the JDK, or
// generated sources.
func isMain(m *cct.Method) bool {
	return m.Kind == cct.App && !report.IsTestPath(m.Source)
}

// Metric returns the metric by. If the run has only calls, it returns calls instead, but an error if asked is true:
// then the user has named the metric.
func (r *Run) Metric(option string, asked bool, by cct.Metric) (cct.Metric, error) {
	switch {
	case r.Tree.Has(by):
		return by, nil
	case by == cct.Time:
		_, err := r.Contexts.Times()
		return by, err // it has the reason
	case by == cct.Exceptions && r.Tree.Has(cct.Bytecodes):
		return by, exit.Usagef("record it with --blocks exact", "%s %s: the run has fast blocks", option, by)
	case asked:
		return by, exit.Usagef(option+" calls, or record it without --blocks calls",
			"%s %s: the run has calls only", option, by)
	}
	return cct.Calls, nil
}

// WarnNotes prints the run and the losses in its numbers, for output that has no room for them.
func (r *Run) WarnNotes(u *term.UI) {
	u.Info("%s", contextview.RunLine(r.Info))
	for _, n := range r.Tree.AllNotes() {
		if n.Kind != cct.Uncovered {
			u.Info("%s", n.Text)
		}
	}
	if missing := contextview.Uncovered(r.Tree); missing != "" {
		u.Info("%s", missing)
	}
}

// WarnBounds names the columns of a table for programs that have only lower bounds. The table itself does not mark
// them.
func (r *Run) WarnBounds(u *term.UI) {
	which := "the numbers in the column inclusive are lower bounds, without the sign ≥"
	if len(r.Tree.About.From) > 0 {
		which = "the numbers in all columns are lower bounds, without the sign ≥; for the methods where the table " +
			"starts, only those in the column inclusive are"
	}
	if r.Tree.IsPartial() {
		u.Warn("%s: calls beyond the limit of contexts are missing in them. Record the run with a larger "+
			"--max-contexts", which)
	}
}

// Matching returns a function that matches methods by a pattern. The pattern must match a method that has a context.
func (r *Run) Matching(text string) (func(*cct.Method) bool, error) {
	return Matching(withContexts(r.Tree), text)
}

// withContexts returns the methods of a tree that have a context.
func withContexts(t *cct.Tree) []cct.Method {
	var methods []cct.Method
	for _, s := range t.ByMethod() {
		methods = append(methods, t.Methods[s.Method])
	}
	return methods
}

// anyOf returns a function that reports whether one of the patterns matches a method, nil if there are none. Each
// pattern must match one of the known methods.
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

// Matching returns a function that matches methods by the pattern text. The pattern must match one of the known
// methods.
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

// ShortName returns the shortest name that matches only this method of the run.
func (r *Run) ShortName(m *cct.Method) string {
	signature := m.Signature()
	parameters := strings.TrimPrefix(signature, m.Class+"."+m.Name)
	for _, short := range []string{m.Short(), m.Short() + parameters, m.TitleOfClass() + "." + m.Name} {
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
