// Package judge checks a run against the gates of its project. It reads the baseline, asks Git for the changed lines,
// and rejects sources that differ from those that were measured. Package report/gate has the rules.
package judge

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/git"
	"jprof/internal/util/lineends"
	"jprof/internal/util/paths"
	"jprof/internal/util/regular"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/gate"
)

// Run is a run to check, with the settings of its project.
type Run struct {
	Data     *runmodel.Data
	Settings settings.Settings
	Env      environ.Env
	UI       *term.UI
	Base     *report.Model // of the run that this one is compared with, nil for none
	Model    *report.Model // of the run itself, nil for one that is made of Data
}

// Gates returns the gates of a project, whose store has the runs.
func Gates(s runs.Store, conf settings.Settings) settings.Check {
	gates := conf.Check
	if gates.Baseline != "" {
		gates.Baseline = filepath.Join(s.Project, filepath.FromSlash(gates.Baseline))
	}
	return gates
}

// Judged is a model with its verdict.
type Judged struct {
	Model   *report.Model // the model that was checked
	All     *report.Model // the same with test sources
	Tests   int           // the number of test sources that the model does not have
	Rules   gate.Rules
	Verdict *gate.Verdict
}

// Check checks a run against gates. It reads the baseline only if baseline is true.
func (run Run) Check(gates settings.Check, baseline bool) (*Judged, error) {
	rules, err := gates.Rules()
	if err != nil {
		return nil, err
	}
	if len(rules.Quarantine) > 0 {
		rules.Today = run.Env.Now()
	}
	if gates.Baseline == "" && slices.ContainsFunc(rules.Methods, func(r gate.MethodRule) bool {
		return r.Growth != nil
	}) {
		return nil, exit.Usagef("--baseline FILE, or check.baseline in "+run.Settings.From("check", "baseline"),
			"check: a limit for growth requires a baseline")
	}
	if rules.NamesOf, err = run.namesOf(rules.Minimums); err != nil {
		return nil, err
	}
	var changes git.Changes
	if gates.Changed.Since != "" {
		if changes, err = run.changesSince(gates.Changed.Since); err != nil {
			return nil, err
		}
		rules.Changed = run.changedRule(gates)
		rules.Changed.Has = changes.Has
	}
	all := run.Model
	if all == nil {
		if all, err = run.Data.Model(run.UI, run.Settings); err != nil {
			return nil, err
		}
	}
	if rules.Changed != nil {
		if err := run.sourcesHere(all); err != nil {
			return nil, err
		}
		if err := run.follow(all, changes, gates.Changed.Since); err != nil {
			return nil, err
		}
		rules.Changed.Missing = slices.DeleteFunc(missing(all, changes), func(name string) bool {
			text, err := regular.ReadUpTo(filepath.Join(run.sources(), filepath.FromSlash(name)), runs.MaxSource)
			return err == nil && run.Data.Run.Excludes(name, text) || run.Settings.Excluded().Hides(name)
		})
	}
	model := all
	if !gates.Tests {
		model = all.MainSources()
	}
	if rules.Changed != nil {
		if err := run.measuredAsHere(model, changes); err != nil {
			return nil, err
		}
		if err := run.warnIgnored(model); err != nil {
			return nil, err
		}
	}
	if gates.Baseline != "" && baseline {
		if rules.Baseline, err = readBaseline(run.Env, gates.Baseline); err != nil {
			return nil, err
		}
	}
	if slices.ContainsFunc(rules.Methods, func(r gate.MethodRule) bool { return r.Nanoseconds != nil }) {
		if rules.Times, err = run.Data.TimesOf(all); err != nil {
			return nil, err
		}
	}
	if run.Base != nil {
		rules.Tests = &gate.TestsRule{Base: run.Base, Now: all, Skipped: gates.Skipped, Removed: gates.Removed,
			NotRun: gates.NotRun}
	}
	return &Judged{model, all, len(all.Files) - len(model.Files), rules, gate.Check(model, rules)}, nil
}

// changedRule returns the rule for changed lines without the lines.
func (run Run) changedRule(gates settings.Check) *gate.Changed {
	c := gates.Changed
	rule := &gate.Changed{Since: c.Since}
	var base report.Totals
	if run.Base != nil {
		model := run.Base
		if !gates.Tests {
			model = model.MainSources()
		}
		base = model.Sum()
		if c.Lines != nil && c.Lines.OfBase {
			rule.LinesOf = run.Base.Run.ID
		}
		if c.Branches != nil && c.Branches.OfBase {
			rule.BranchesOf = run.Base.Run.ID
		}
	}
	rule.Lines, rule.Branches = c.Lines.Of(base.Lines), c.Branches.Of(base.Branches)
	if c.Tolerance != nil {
		rule.Tolerance = c.Tolerance.Percent
	}
	if c.LeastLines != nil {
		rule.LeastLines = *c.LeastLines
	}
	return rule
}

// sources returns the folder that the paths of the run are relative to.
func (run Run) sources() string { return run.Data.Store.Abs(run.Data.Run.Sources) }

// maxBaseline limits the file of a baseline, in bytes.
const maxBaseline = 256 << 20

// readBaseline reads the baseline in a file.
func readBaseline(env environ.Env, file string) (*gate.Baseline, error) {
	data, err := regular.ReadUpTo(file, maxBaseline)
	if errors.Is(err, fs.ErrNotExist) {
		hint := "jprof check --baseline " + env.Short(file) +
			" --write-baseline, with the same limits, makes it; keep it in version control"
		return nil, exit.Usagef(hint, "%s: there is no baseline yet", env.Short(file))
	}
	if err != nil {
		return nil, err
	}
	b, err := gate.ReadBaseline(data)
	switch {
	case errors.As(err, new(*version.Newer)): // then the user need not make a new one
		return nil, fmt.Errorf("%s: %w", env.Short(file), err)
	case err != nil:
		return nil, term.Errorf("jprof check --write-baseline makes a new one", "%s: %w", env.Short(file), err)
	}
	return b, nil
}

// MayReplaceBaseline returns an error if a newer jprof wrote the baseline, or the file is something else. A damaged
// baseline may be replaced.
func MayReplaceBaseline(env environ.Env, file string) error {
	if _, err := readBaseline(env, file); errors.As(err, new(*version.Newer)) {
		return err
	}
	data, err := regular.ReadUpTo(file, maxBaseline)
	if err == nil && len(bytes.TrimSpace(data)) > 0 && !bytes.Contains(data, []byte(gate.BaselineFormat)) {
		return exit.Usagef("name another file, or delete it first", "%s: not a baseline of jprof, so it stays",
			env.Short(file))
	}
	return nil
}

// changesSince returns the lines of a run's sources that have changed according to Git, by their paths in the run.
func (run Run) changesSince(rev string) (git.Changes, error) {
	if filepath.IsAbs(filepath.FromSlash(run.Data.Run.Sources)) {
		return nil, fmt.Errorf("--since: the sources of run %s are not in the project", run.Data.Run.ID)
	}
	changes, err := git.Since(run.sources(), rev)
	if text := git.Ambiguous(run.sources(), rev); text != "" {
		run.UI.Warn("--since: %s", text)
	}
	if errors.Is(err, git.ErrNoRevision) {
		err = exit.AsUsage(err)
	}
	for _, submodule := range changes.NotCheckedOut() {
		if !run.Settings.Excluded().Hides(submodule) {
			return nil, term.Errorf("in CI, check it out (submodules: recursive, or git submodule update --init "+
				"--recursive); for one without Java to measure, add "+submodule+"** to exclude.paths in "+
				run.Settings.From("exclude", "paths"), "--since: the submodule %s has changed and is not checked out "+
				"here, so its changed lines are not known", submodule)
		}
	}
	return changes, err
}

// follow sets the changed lines of the sources of a run that are symbolic links, or in a folder that is one.
func (run Run) follow(model *report.Model, changes git.Changes, rev string) error {
	base, err := git.Base(run.sources(), rev)
	if err != nil {
		return err
	}
	var names []string
	for _, f := range model.Files {
		names = append(names, f.Path)
	}
	return changes.Follow(run.sources(), base, names)
}

// missing lists the changed main sources that a run does not have, or could not measure.
func missing(model *report.Model, changes git.Changes) []string {
	known := map[string]bool{}
	for _, f := range model.Files {
		excluded := len(f.Omitted) > 0 && f.Omitted[0].Excluded
		known[f.Path] = known[f.Path] || f.Measured || excluded || f.IsTest()
	}
	var list []string
	for name := range changes {
		if paths.IsJava(name) && !known[name] && !report.IsTestPath(name) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// sourcesHere returns an error if the project has none of the sources of a run, which must be of another project then.
func (run Run) sourcesHere(model *report.Model) error {
	if len(model.Files) == 0 || slices.ContainsFunc(model.Files, func(f *report.File) bool {
		return paths.Exists(filepath.Join(run.sources(), filepath.FromSlash(f.Path)))
	}) {
		return nil
	}
	of := "the root of the project"
	if c := run.Data.Run.Commit; c != nil {
		of = "the folder " + c.Folder + " of the repository"
		if c.Folder == "" {
			of = "the root of the repository"
		}
	}
	return term.Errorf("run jprof check where the run was made: "+of,
		"--since: none of the sources of run %s is in %s, so this is not the root of its project", run.Data.Run.ID,
		run.Data.Store.Project)
}

// measuredAsHere returns an error if a changed source differs from the source that was built, because lines may have
// other numbers in it. It also returns an error if a source was deleted.
func (run Run) measuredAsHere(model *report.Model, changes git.Changes) error {
	here, elsewhere := map[string]bool{}, map[string]bool{}
	var known []string
	for _, f := range model.Files {
		known = append(known, f.Path)
		if len(changes[f.Path]) == 0 {
			continue
		}
		data, err := regular.ReadUpTo(filepath.Join(run.sources(), filepath.FromSlash(f.Path)), runs.MaxSource)
		if err == nil && lineends.Find(data, f.Hash) != nil {
			here[f.Path] = true
		} else {
			elsewhere[f.Path] = true
		}
	}
	var list []string
	for name := range elsewhere {
		if !here[name] { // the file in the project is no version that was measured
			list = append(list, name)
		}
	}
	commit := "HEAD"
	if c := run.Data.Run.Commit; c != nil && git.Has(run.Data.Store.Project, c.ID) {
		commit = c.ID
	}
	deleted, err := git.Deleted(run.sources(), commit, known)
	if err != nil {
		return err
	}
	list = append(list, deleted...)
	if len(list) == 0 {
		return nil
	}
	slices.Sort(list)
	list = slices.Compact(list)
	return term.WithHints(&OtherSources{run.Data.Run.ID, list},
		"run jprof check at the commit that was measured, or measure again")
}

// warnIgnored names the measured sources that Git ignores: none of their lines is a changed one.
func (run Run) warnIgnored(model *report.Model) error {
	var measured []string
	for _, f := range model.Files {
		if f.Measured {
			measured = append(measured, f.Path)
		}
	}
	ignored, err := git.Ignored(run.sources(), measured)
	if len(ignored) > 0 {
		run.UI.Warn("--since: Git ignores %s: no line there counts as changed",
			words.Few(slices.Compact(ignored), mostNamed))
		run.UI.Info("hint: git add --force FILE; for generated sources, a pattern in exclude.paths in %s",
			run.Settings.From("exclude", "paths"))
	}
	return err
}

// mostNamed limits the sources that a message names.
const mostNamed = 3

// OtherSources is the error that sources in the project differ from those of a run, or are not there.
type OtherSources struct {
	Run   string
	Paths []string // in the run, sorted
}

func (e *OtherSources) Error() string {
	return fmt.Sprintf("--since: sources differ from those of run %s: %s", e.Run, words.Few(e.Paths, mostNamed))
}
