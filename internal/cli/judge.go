package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/exit"
	"jprof/internal/gitrepo"
	"jprof/internal/lineends"
	"jprof/internal/paths"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/ui"
	"jprof/internal/version"
	"jprof/report"
	"jprof/report/gate"
)

// gates reads the run that a command is about, and the gates of its project.
func (s *session) gates(c *cli.Context) (*chosen, settings.Check, error) {
	run, err := s.chosen(c, whatever)
	if err != nil {
		return nil, settings.Check{}, err
	}
	gates := run.settings.Check
	if gates.Baseline != "" {
		gates.Baseline = filepath.Join(run.store.Project, filepath.FromSlash(gates.Baseline))
	}
	return run, gates, nil
}

// judged is a model with its verdict.
type judged struct {
	model   *report.Model // that was checked
	tests   int           // number of test sources that are not in it
	rules   gate.Rules
	verdict *gate.Verdict
}

// judge checks a run, with the baseline or without.
func (run *chosen) judge(gates settings.Check, baseline bool) (*judged, error) {
	rules, err := gates.Rules()
	if err != nil {
		return nil, err
	}
	if gates.Baseline == "" && slices.ContainsFunc(rules.Methods, func(r gate.MethodRule) bool {
		return r.Growth != nil
	}) {
		return nil, exit.Usagef("--baseline FILE, or check.baseline in "+settings.FileName,
			"check: a limit for growth requires a baseline")
	}
	var changes gitrepo.Changes
	if gates.Changed.Since != "" {
		if changes, err = changesSince(run.store, run.data.Run, gates.Changed.Since); err != nil {
			return nil, err
		}
		rules.Changed = &gate.Changed{Since: gates.Changed.Since, Lines: gates.Changed.Lines.Plain(),
			Branches: gates.Changed.Branches.Plain(), Has: changes.Has}
	}
	all, err := run.model()
	if err != nil {
		return nil, err
	}
	if rules.Changed != nil {
		rules.Changed.Missing = slices.DeleteFunc(missing(all, changes), func(name string) bool {
			text, err := runs.ReadFile(filepath.Join(run.store.Abs(run.data.Run.Sources), filepath.FromSlash(name)),
				runs.MaxSource)
			return err == nil && run.data.Run.Excludes(name, text) || run.settings.Excluded().Hides(name)
		})
	}
	model := all
	if !gates.Tests {
		model = all.MainSources()
	}
	if err := measuredAsHere(run.store, run.data.Run, model, changes); err != nil {
		return nil, err
	}
	if gates.Baseline != "" && baseline {
		if rules.Baseline, err = readBaseline(run.env, gates.Baseline); err != nil {
			return nil, err
		}
	}
	if slices.ContainsFunc(rules.Methods, func(r gate.MethodRule) bool { return r.Nanoseconds != nil }) {
		if rules.Times, err = run.data.TimesOf(all); err != nil {
			return nil, err
		}
	}
	return &judged{model, len(all.Files) - len(model.Files), rules, gate.Check(model, rules)}, nil
}

// readBaseline reads the baseline of a file.
func readBaseline(env Env, file string) (*gate.Baseline, error) {
	data, err := os.ReadFile(file)
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
	case errors.As(err, new(*version.Newer)): // there is no need for another one
		return nil, fmt.Errorf("%s: %w", env.Short(file), err)
	case err != nil:
		return nil, ui.Errorf("jprof check --write-baseline makes a new one", "%s: %w", env.Short(file), err)
	}
	return b, nil
}

// mayReplaceBaseline returns an error if a newer jprof wrote the baseline.
func mayReplaceBaseline(env Env, file string) error {
	if _, err := readBaseline(env, file); errors.As(err, new(*version.Newer)) {
		return err
	}
	return nil
}

// changesSince returns the lines of a run's sources that have changed according to Git, by their paths in the run.
func changesSince(s runs.Store, r runs.Run, rev string) (gitrepo.Changes, error) {
	dir := filepath.FromSlash(r.Sources)
	if filepath.IsAbs(dir) {
		return nil, fmt.Errorf("--since: the sources of run %s are not in the project", r.ID)
	}
	changes, err := gitrepo.Since(filepath.Join(s.Project, dir), rev)
	if errors.Is(err, gitrepo.ErrNoRevision) {
		err = exit.AsUsage(err)
	}
	return changes, err
}

// missing lists the changed main sources that a run does not have, or could not measure.
func missing(model *report.Model, changes gitrepo.Changes) []string {
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

// measuredAsHere returns an error if a changed source is not the one that was built: its lines may have other numbers
// now.
func measuredAsHere(s runs.Store, r runs.Run, model *report.Model, changes gitrepo.Changes) error {
	here, elsewhere := map[string]bool{}, map[string]bool{}
	for _, f := range model.Files {
		if len(changes[f.Path]) == 0 {
			continue
		}
		data, err := runs.ReadFile(filepath.Join(s.Abs(r.Sources), filepath.FromSlash(f.Path)), runs.MaxSource)
		if err == nil && lineends.Find(data, f.Hash) != nil {
			here[f.Path] = true
		} else {
			elsewhere[f.Path] = true
		}
	}
	var list []string
	for name := range elsewhere {
		if !here[name] { // none of several versions
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return nil
	}
	slices.Sort(list)
	more := ""
	if n := len(list) - 3; n > 0 {
		list, more = list[:3], fmt.Sprintf(" and %d more", n)
	}
	return ui.Errorf("run jprof check at the commit that was measured, or measure again",
		"--since: sources differ from those of run %s: %s%s", r.ID, strings.Join(list, ", "), more)
}
