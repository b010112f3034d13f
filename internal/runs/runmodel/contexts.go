package runmodel

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/format/contexts"
	"jprof/internal/runs"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/cctbuild"
	"jprof/report/contexts/efficiency"
)

// ContextsOptions choose the contexts of a run that are read, and those that become one.
type ContextsOptions struct {
	Steps         []string                 // test steps, as stepsNamed finds them; all if there are none
	Step          *string                  // only the step of this ID, "" for the JVMs of none
	Threads       func(thread string) bool // selects threads; nil for all
	FoldSynthetic bool
	FoldClinit    bool
	FoldRecursion bool
	Effects       *efficiency.Options // the rules to compute writes and captured writes by; nil for none
}

// OpenContexts makes the calling context tree of a run. Classes with a source in its project are the project's.
func OpenContexts(o *runs.Opened, options ContextsOptions) (*cct.Tree, error) {
	b := cctbuild.Options{Threads: options.Threads}
	if options.FoldSynthetic {
		b.Folds = append(b.Folds, cctbuild.Synthetic)
	}
	if options.FoldClinit {
		b.Folds = append(b.Folds, cctbuild.Clinit)
	}
	if options.FoldRecursion {
		b.Folds = append(b.Folds, cctbuild.Recursion)
	}
	var err error
	if b.Steps, err = stepsNamed(o.Run, options.Steps); err != nil {
		return nil, err
	}
	if options.Step != nil {
		b.Steps = []string{*options.Step}
	}
	if b.Project, err = projectClasses(o.Store, o.Run); err != nil {
		return nil, err
	}
	if options.Effects != nil {
		if b.Effects, err = effects(o, *options.Effects, b.Steps); err != nil {
			return nil, err
		}
	}
	tree, err := cctbuild.Open(o.ContextsPath(), o.ClassesPath(), b)
	if err != nil {
		return nil, runs.NoRun(fmt.Errorf("run %s: %w", o.ID, err))
	}
	NoteUnread(&tree.About, o.Run)
	for _, leaf := range o.Leaves() {
		for _, step := range leaf.Tests {
			if i := slices.Index(tree.About.Steps, step.ID); i >= 0 {
				tree.About.Steps[i] = StepName(step)
			}
		}
	}
	return tree, nil
}

// Efficiency returns the efficiency of the methods of a run, by rules; nil if it recorded calls only. tree, that
// of the whole run, gets its effects.
func Efficiency(o *runs.Opened, rules efficiency.Options, tree *cct.Tree) (*efficiency.Result, error) {
	files, err := OpenContextFiles(o, nil)
	if err != nil {
		return nil, err
	}
	rules.Project = files.Project
	all := collectEffects(&rules)
	result, err := efficiency.Analyze(files.Trees, files.Classes, rules)
	switch {
	case errors.Is(err, efficiency.ErrCallsOnly):
		return nil, nil
	case err == nil:
		NoteUnread(&result.About, o.Run)
		cctbuild.AddEffects(tree, *all)
	}
	return result, err
}

// NoteUnread adds the losses of contexts that only the description of a run has, not their files.
func NoteUnread(a *cct.About, r runs.Run) {
	if c := r.Contexts; c != nil {
		a.Unplaced, a.Unread = c.Unplaced, c.Unread
	}
}

// collectEffects has an analysis collect the effects of contexts, in the order in which trees are read.
func collectEffects(rules *efficiency.Options) *[cct.NumEffects][]uint64 {
	all := &[cct.NumEffects][]uint64{}
	for e := range all {
		all[e] = []uint64{}
	}
	rules.EachNode = func(at int, n *efficiency.Numbers) {
		for e, count := range [cct.NumEffects]uint64{n.Local + n.Copied, n.Captured} {
			if at >= len(all[e]) { // callees come before their callers
				all[e] = append(all[e], make([]uint64, at+1-len(all[e]))...)
			}
			all[e][at] = count
		}
	}
	return all
}

// effects are the effects of contexts of a run, in the order in which its trees are read. They are nil if the run
// recorded calls only.
func effects(o *runs.Opened, rules efficiency.Options, steps []string) (all [cct.NumEffects][]uint64, err error) {
	trees, err := contexts.Open(o.ContextsPath())
	if err != nil {
		return all, runs.NoRun(fmt.Errorf("run %s: %w", o.ID, err))
	}
	classes, err := contexts.OpenPack(o.ClassesPath())
	if err != nil {
		return all, runs.NoRun(fmt.Errorf("run %s: %w", o.ID, err))
	}
	rules.Steps = steps
	collected := collectEffects(&rules)
	switch _, err = efficiency.Analyze(trees, classes, rules); {
	case errors.Is(err, efficiency.ErrCallsOnly):
		return [cct.NumEffects][]uint64{}, nil
	case err != nil:
		return all, fmt.Errorf("run %s: %w", o.ID, err)
	}
	return *collected, nil
}

// StepName returns the name of a test step for users: "org.example:app test default-test".
func StepName(t runs.TestStep) string {
	return cmp.Or(strings.Join(strings.Fields(t.Module+" "+t.Goal+" "+t.Execution), " "), t.ID)
}

// ContextSteps are the IDs of the test steps of which a run has contexts, "" for the JVMs of none.
func ContextSteps(o *runs.Opened) ([]string, error) {
	f, err := contexts.Open(o.ContextsPath())
	if err != nil {
		return nil, runs.NoRun(fmt.Errorf("run %s: %w", o.ID, err))
	}
	return f.Head().Steps, nil
}

// ContextsTree makes the calling context tree of a run that is not saved yet: of its merged trees and class files. It
// is the tree that OpenContexts makes of its files, without options.
func ContextsTree(s runs.Store, r runs.Run, trees contexts.Source, classes *contexts.Pack) (*cct.Tree, error) {
	project, err := projectClasses(s, r)
	if err != nil {
		return nil, err
	}
	tree, err := cctbuild.Tree(trees, classes, cctbuild.Options{Project: project})
	if err == nil {
		NoteUnread(&tree.About, r)
	}
	return tree, err
}

// CountContexts returns the number of contexts in that tree, without making it.
func CountContexts(trees contexts.Source, classes *contexts.Pack) (uint64, error) {
	return cctbuild.Contexts(trees, classes)
}

// stepsNamed are the IDs of the test steps with these names: an ID, a module, its name without its group, a goal or
// task, an execution, or all that StepName has.
func stepsNamed(r runs.Run, names []string) ([]string, error) {
	var ids, all []string
	found := map[string]bool{}
	for _, leaf := range r.Leaves() {
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
			return nil, exit.Usagef(hint, "--step %s: run %s has no such test step", name, r.ID)
		}
	}
	return ids, nil
}

// projectClasses finds the source of a class in the project, as far as it is still there; nil if the project is not on
// this machine.
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
	return func(class, source string) (path, module string, is bool) {
		file := "/" + source
		if dot := strings.LastIndexByte(class, '.'); dot >= 0 {
			file = "/" + strings.ReplaceAll(class[:dot], ".", "/") + file
		}
		for _, path := range byName[source] {
			if strings.HasSuffix(path, file) {
				return path[1:], "", true
			}
		}
		return "", "", false
	}, nil
}

// ContextFiles are the files of a run with contexts.
type ContextFiles struct {
	Trees   *contexts.File
	Classes *contexts.Pack
	Steps   []string       // IDs of the test steps that are wanted; none for all
	Project cct.FindSource // nil if the project is not on this machine
}

// OpenContextFiles opens the files of a run. steps are names, as stepsNamed finds them.
func OpenContextFiles(o *runs.Opened, steps []string) (*ContextFiles, error) {
	ids, err := stepsNamed(o.Run, steps)
	if err != nil {
		return nil, err
	}
	f := &ContextFiles{Steps: ids}
	if f.Project, err = projectClasses(o.Store, o.Run); err != nil {
		return nil, err
	}
	if f.Trees, err = contexts.Open(o.ContextsPath()); err == nil {
		f.Classes, err = contexts.OpenPack(o.ClassesPath())
	}
	if err != nil {
		return nil, runs.NoRun(fmt.Errorf("run %s: %w", o.ID, err))
	}
	return f, nil
}
