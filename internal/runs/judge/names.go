package judge

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"jprof/internal/util/codeowners"
	"jprof/internal/util/exit"
	"jprof/internal/util/git"
	"jprof/report/gate"
)

// namesOf returns the functions that find the components and the owners of paths. It reads CODEOWNERS only if a minimum
// is for owners.
func (run Run) namesOf(minimums []gate.Minimum) (map[gate.Scope]func(string) []string, error) {
	names := map[gate.Scope]func(string) []string{gate.Component: run.Settings.Components.Of}
	if !slices.ContainsFunc(minimums, func(m gate.Minimum) bool { return m.Of == gate.Owner }) {
		return names, nil
	}
	sources := run.sources()
	root := cmp.Or(git.Above(sources), run.Data.Store.Project)
	owners, err := codeowners.Read(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, exit.Usagef("the file is "+codeowners.Places, "%s: check.parts has owners, and %s has no file "+
			"CODEOWNERS", run.Settings.From("check", "parts"), root)
	}
	if err != nil {
		return nil, err
	}
	for _, problem := range owners.Problems {
		run.UI.Warn("%s", problem)
	}
	names[gate.Owner] = func(path string) []string {
		in, err := filepath.Rel(root, filepath.Join(sources, filepath.FromSlash(path)))
		if err != nil {
			return nil
		}
		return owners.Owners(filepath.ToSlash(in))
	}
	return names, nil
}
