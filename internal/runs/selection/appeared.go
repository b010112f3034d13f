package selection

import (
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/runs"
	"jprof/internal/util/git"
	"jprof/internal/util/paths"
)

// appeared returns a function that reports whether a file was added or removed since the run. If that is not known, it
// returns true.
func (p *project) appeared() func(name string) bool {
	var blobs git.Blobs
	var err error
	if c := p.leaf.Commit; c != nil {
		blobs, err = git.BlobsOf(p.store.Project, c.ID)
	}
	return func(name string) bool {
		hash, recorded := p.leaf.Files[name]
		before := recorded && hash != gone || !recorded && blobs[name] != ""
		return err != nil || before != paths.Exists(filepath.Join(p.store.Project, filepath.FromSlash(name)))
	}
}

// generates reports whether the build of a run made sources, so that they may be made of any file. It ignores those
// that annotation processors wrote, as these read classes.
func generates(r runs.Run) bool {
	return slices.ContainsFunc(r.Unmeasured, func(u runs.Unmeasured) bool {
		return u.Reason == buildtools.Generated && !strings.Contains(strings.ToLower(u.Path), "annotation")
	})
}
