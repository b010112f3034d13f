package runmodel

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"

	"jprof/internal/runs"
	"jprof/internal/util/git"
	"jprof/internal/util/lineends"
	"jprof/internal/util/paths"
	"jprof/internal/util/regular"
)

// ReadSource reads the source with that path and hash: see probe.File.
type ReadSource = func(path string, hash [32]byte) ([]byte, error)

// Sources returns the function that reads the sources of a run. For each source it tries, in this order, the user's own
// file, the copy that was built, the sources in the folder dir of the run ("" for none), and the commits of the run. It
// takes only a source with the given hash.
func Sources(s runs.Store, r runs.Run, dir string) ReadSource {
	own := s.Abs(r.Sources)
	around := own
	if r.Around != "" {
		around = s.Abs(r.Around)
	}
	commits := commitsOf(s, r)
	return func(path string, hash [32]byte) ([]byte, error) {
		from := filepath.Join(own, filepath.FromSlash(path))
		if _, ok := paths.Within(around, from); !ok {
			return nil, errors.New("its path leads out of the project")
		}
		text, err := regular.ReadUpTo(from, runs.MaxSource)
		if err == nil {
			if found := lineends.Find(text, hash); found != nil {
				return found, nil
			}
		}
		if r.Mirror != "" {
			// A source that only the build has, or one that has changed since.
			copied, err := regular.ReadUpTo(filepath.Join(r.Mirror, filepath.FromSlash(path)), runs.MaxSource)
			if found := lineends.Find(copied, hash); err == nil && found != nil {
				return found, nil
			}
		}
		if kept := runs.KeptSource(dir, hash); dir != "" && kept != nil {
			return kept, nil
		}
		missing := ""
		for _, c := range commits {
			if !c.known() {
				missing = fmt.Sprintf(", and the commit %s is not in this clone", git.Short(c.id))
			} else if old := c.file(path, hash); old != nil {
				return old, nil
			}
		}
		switch {
		case err == nil:
			return nil, errors.New("the source has changed since the run" + missing)
		case errors.Is(err, fs.ErrNotExist):
			return nil, errors.New("the source is no longer there" + missing)
		}
		return nil, err
	}
}

// sourceCommit is a commit that may have sources of a run.
type sourceCommit struct {
	id      string
	project string      // a folder in the repository
	sources string      // the folder that paths are relative to, from project
	known   func() bool // reports whether the repository has the commit
}

// commitsOf lists the commits of a run and of its parts, newer commits first: see runs.Order.
func commitsOf(s runs.Store, r runs.Run) []sourceCommit {
	leaves := slices.Clone(r.Leaves())
	compare := runs.Order(leaves)
	slices.SortStableFunc(leaves, func(a, b runs.Run) int { return compare(b, a) })
	var list []sourceCommit
	for _, l := range leaves {
		if l.Commit == nil {
			continue
		}
		dir, err := filepath.Rel(s.Project, s.Abs(l.Sources))
		if err != nil {
			continue
		}
		c := sourceCommit{id: l.Commit.ID, project: s.Project, sources: dir}
		if slices.ContainsFunc(list, func(o sourceCommit) bool { return o.id == c.id && o.sources == c.sources }) {
			continue
		}
		c.known = sync.OnceValue(func() bool { return git.Has(c.project, c.id) })
		list = append(list, c)
	}
	return list
}

// file returns the file with the given path and hash, nil if the commit does not have it.
func (c sourceCommit) file(path string, hash [32]byte) []byte {
	in := filepath.ToSlash(filepath.Join(c.sources, filepath.FromSlash(path)))
	return git.File(c.project, c.id, in, func(text []byte) []byte { return lineends.Find(text, hash) })
}
