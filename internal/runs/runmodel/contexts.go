package runmodel

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/format/contexts"
	"jprof/internal/format/jfr"
	"jprof/internal/runs"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/cctbuild"
	"jprof/report/contexts/efficiency"
)

// Contexts has the open files of a run with contexts. They can be read any number of times until Close.
type Contexts struct {
	*runs.Opened
	trees   *contexts.File
	classes *contexts.Pack
	project cct.FindSource // nil if the project is not on this machine
}

// OpenContexts opens the files of a run. A class whose source is in the project counts as a class of the project.
func OpenContexts(o *runs.Opened) (*Contexts, error) {
	project, err := projectClasses(o.Store, o.Run)
	if err != nil {
		return nil, err
	}
	c := &Contexts{Opened: o, project: project}
	if c.trees, err = contexts.Open(o.ContextsPath()); err != nil {
		return nil, c.broken(err)
	}
	if c.classes, err = contexts.OpenPack(o.ClassesPath()); err != nil {
		c.Close()
		return nil, c.broken(err)
	}
	return c, nil
}

// Close closes the files.
func (c *Contexts) Close() error { return c.trees.Close() }

// broken returns the error of a run that cannot be read.
func (c *Contexts) broken(err error) error {
	if !errors.Is(err, efficiency.ErrCallsOnly) {
		err = c.Broken(err)
	}
	return runs.NoRun(fmt.Errorf("run %s: %w", c.ID, err))
}

// StepIDs returns the IDs of the test steps that have contexts. The ID "" represents JVMs outside of test steps.
func (c *Contexts) StepIDs() []string { return c.trees.Head().Steps }

// Methods returns the methods that have contexts.
func (c *Contexts) Methods() []cct.Method {
	return efficiency.Methods(c.trees.Head(), c.classes, c.project)
}

// TreeOptions select the contexts of a run for a tree, and the form of the tree.
type TreeOptions struct {
	Steps   []string                 // IDs of test steps, "" for JVMs outside of them; all if there are none
	Threads func(thread string) bool // selects threads; nil for all
	Folds   []cctbuild.Fold
	Effects *efficiency.Options // the rules for writes and discarded writes; nil for none
	// Exceptions is true for a tree with that metric.
	Exceptions bool
}

// Folds returns the folds that the user has chosen. The function in the argument reports this for the name of an
// option.
func Folds(chosen func(option string) bool) []cctbuild.Fold {
	return slices.DeleteFunc([]cctbuild.Fold{cctbuild.Synthetic, cctbuild.Clinit, cctbuild.Recursion},
		func(f cctbuild.Fold) bool { return !chosen("fold-" + string(f)) })
}

// exceptionsUpTo limits the contexts of a report that has exceptions: they take 16 bytes for each.
const exceptionsUpTo = 2_000_000

// hasExceptions reports whether the report of a run has exceptions.
func hasExceptions(trees contexts.Source) bool { return trees.Head().Nodes <= exceptionsUpTo }

// ReportOptions returns the options for the tree of a report.
func (c *Contexts) ReportOptions() TreeOptions {
	return TreeOptions{Exceptions: hasExceptions(c.trees)}
}

// Tree returns the calling context tree.
func (c *Contexts) Tree(o TreeOptions) (*cct.Tree, error) {
	options, err := c.buildOptions(o, false)
	if err != nil {
		return nil, err
	}
	tree, err := cctbuild.Tree(c.trees, c.classes, options)
	if err != nil {
		return nil, c.broken(err)
	}
	c.note(&tree.About)
	return tree, nil
}

// StepTrees returns the tree of each test step, by its ID. o.Steps and o.Threads are not used.
func (c *Contexts) StepTrees(o TreeOptions) (map[string]*cct.Tree, error) {
	o.Steps, o.Threads = nil, nil
	options, err := c.buildOptions(o, true)
	if err != nil {
		return nil, err
	}
	trees, err := cctbuild.Steps(c.trees, c.classes, options)
	if err != nil {
		return nil, c.broken(err)
	}
	for _, tree := range trees {
		c.note(&tree.About)
	}
	return trees, nil
}

// buildOptions computes the effects if o asks for them, with test steps apart or as one, and reads the times.
func (c *Contexts) buildOptions(o TreeOptions, apart bool) (options cctbuild.Options, err error) {
	options = cctbuild.Options{Steps: o.Steps, Threads: o.Threads, Folds: o.Folds, Project: c.project,
		Exceptions: o.Exceptions}
	if r := c.Run.Contexts; r != nil {
		options.Contexts = int(min(r.Nodes, math.MaxInt32))
	}
	if o.Effects != nil {
		rules := *o.Effects
		rules.Steps, rules.Apart = o.Steps, apart
		collected := c.collectEffects(&rules)
		switch _, err := c.Efficiency(rules); {
		case err == nil:
			options.Effects = collected
		case !errors.Is(err, efficiency.ErrCallsOnly):
			return options, err
		}
	}
	if c.HasTimes() {
		options.Times, err = c.Times()
	}
	return options, err
}

// note adds what only the description of the run has: losses, and the names of test steps.
func (c *Contexts) note(a *cct.About) {
	noteUnread(a, c.Run)
	for _, leaf := range c.Leaves() {
		for _, step := range leaf.Tests {
			if i := slices.Index(a.Steps, step.ID); i >= 0 {
				a.Steps[i] = StepName(step)
			}
		}
	}
}

// Lines returns what the lines of the methods that match did: see cctbuild.Lines.
func (c *Contexts) Lines(o TreeOptions, below, match func(*cct.Method) bool) ([]cct.MethodLines, error) {
	lines, err := cctbuild.Lines(c.trees, c.classes, cctbuild.Options{Steps: o.Steps, Threads: o.Threads,
		Project: c.project}, below, match)
	if err != nil {
		return nil, c.broken(err)
	}
	return lines, nil
}

// linesOf limits the contexts whose lines a report has.
const linesOf = 2000

// AddLines sets the lines of the contexts with most bytecodes in the tree of a report.
func (c *Contexts) AddLines(t *cct.Tree) error {
	if err := cctbuild.AddLines(t, c.trees, c.classes, linesOf); err != nil {
		return c.broken(err)
	}
	return nil
}

// Efficiency computes the efficiency of the methods by rules. The error is efficiency.ErrCallsOnly if the run recorded
// only calls.
func (c *Contexts) Efficiency(rules efficiency.Options) (*efficiency.Result, error) {
	rules.Project = c.project
	result, err := efficiency.Analyze(c.trees, c.classes, rules)
	if err != nil {
		return nil, c.broken(err)
	}
	noteUnread(&result.About, c.Run)
	return result, nil
}

// Effects computes the efficiency of a whole run. It also returns a function that adds the effects of the contexts to
// the tree of the run. To make the tree afterwards takes less memory.
func (c *Contexts) Effects(rules efficiency.Options) (*efficiency.Result, func(*cct.Tree), error) {
	all := c.collectEffects(&rules)
	result, err := c.Efficiency(rules)
	return result, func(t *cct.Tree) { cctbuild.AddEffects(t, all) }, err
}

// noteUnread adds the losses of contexts that only the description of the run has.
func noteUnread(a *cct.About, r runs.Run) {
	if c := r.Contexts; c != nil {
		a.Unplaced, a.Unread = c.Unplaced, c.Unread
	}
}

// collectEffects changes rules so that an analysis by them collects the effects of contexts.
func (c *Contexts) collectEffects(rules *efficiency.Options) *cctbuild.Effects {
	all := cctbuild.NewEffects(int(min(c.trees.Head().Nodes, math.MaxInt32)))
	rules.EachNode = func(at int, n *efficiency.Numbers) {
		all.Set(at, cctbuild.Counts{n.Local + n.Copied, n.Captured})
	}
	return all
}

// StepName returns the name of a test step for users: "org.example:app test default-test".
func StepName(t runs.TestStep) string {
	return cmp.Or(strings.Join(strings.Fields(t.Module+" "+t.Goal+" "+t.Execution), " "), t.ID)
}

// ContextsTree returns the calling context tree of a run that is not saved yet, from its merged trees and class files.
// times has the samples of the run, nil for none. The tree is equal to the one that Contexts makes of the saved files
// with ReportOptions.
func ContextsTree(s runs.Store, r runs.Run, trees contexts.Source, classes *contexts.Pack,
	times *jfr.Samples) (*cct.Tree, error) {
	project, err := projectClasses(s, r)
	if err != nil {
		return nil, err
	}
	tree, err := cctbuild.Tree(trees, classes, cctbuild.Options{Project: project, Times: times,
		Exceptions: hasExceptions(trees)})
	if err == nil {
		noteUnread(&tree.About, r)
	}
	return tree, err
}

// CountContexts returns the number of contexts in the tree of ContextsTree, without making the tree.
func CountContexts(trees contexts.Source, classes *contexts.Pack) (uint64, error) {
	return cctbuild.Contexts(trees, classes)
}

// StepsNamed returns the IDs of the test steps with the given names. A name can be an ID, a module, a module without
// its group, a goal or task, an execution, or the result of StepName.
func (c *Contexts) StepsNamed(names []string) ([]string, error) {
	var ids, all []string
	found := map[string]bool{}
	for _, leaf := range c.Leaves() {
		for _, step := range leaf.Tests {
			all = append(all, step.Module+" ("+step.Goal+")")
			own := []string{step.ID, step.Module, step.Module[strings.LastIndexByte(step.Module, ':')+1:], step.Goal,
				step.Execution, StepName(step)}
			for _, name := range names {
				if slices.Contains(own, name) {
					ids, found[name] = append(ids, step.ID), true
				}
			}
		}
	}
	for _, name := range names {
		if !found[name] {
			hint := "it has none"
			if len(all) > 0 {
				slices.Sort(all)
				hint = "there are " + words.Listed(slices.Compact(all))
			}
			return nil, exit.Usagef(hint, "--step %s: run %s has no such test step", name, c.ID)
		}
	}
	return ids, nil
}

// projectClasses returns a function that finds the source of a class in the project, if the source still exists. It
// returns nil if the project is not on this machine.
func projectClasses(s runs.Store, r runs.Run) (cct.FindSource, error) {
	root := s.Abs(r.Sources)
	byName := map[string][]string{} // slash paths by the name of the file
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root:
			return fs.SkipDir
		case !d.IsDir():
			relative, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			byName[d.Name()] = append(byName[d.Name()], "/"+filepath.ToSlash(relative))
		}
		return nil
	})
	if err != nil || len(byName) == 0 {
		return nil, err
	}
	return func(class, source string) (string, bool) {
		file := "/" + source
		if dot := strings.LastIndexByte(class, '.'); dot >= 0 {
			file = "/" + strings.ReplaceAll(class[:dot], ".", "/") + file
		}
		for _, path := range byName[source] {
			if strings.HasSuffix(path, file) {
				return path[1:], true
			}
		}
		return "", false
	}, nil
}
