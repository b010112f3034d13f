package selection

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/runs"
	"jprof/internal/util/git"
	"jprof/internal/util/paths"
)

// appeared returns a function that reports whether a file or folder was added or removed since the run. If that is not
// known, it returns true.
func (p *project) appeared() func(name string) bool {
	if p.hasAppeared != nil {
		return p.hasAppeared
	}
	var blobs git.Blobs
	var err error
	if c := p.leaf.Commit; c != nil {
		blobs, err = git.BlobsOf(p.store.Project, c.ID)
	}
	folders := map[string]bool{}
	addFolders := func(name string) {
		for dir := path.Dir(name); dir != "." && !folders[dir]; dir = path.Dir(dir) {
			folders[dir] = true
		}
	}
	for name := range blobs {
		if _, recorded := p.leaf.Files[name]; !recorded {
			addFolders(name)
		}
	}
	for name, hash := range p.leaf.Files {
		if hash != gone {
			addFolders(name)
		}
	}
	p.hasAppeared = func(name string) bool {
		hash, recorded := p.leaf.Files[name]
		before := recorded && hash != gone || !recorded && blobs[name] != "" || folders[name]
		return err != nil || before != paths.Exists(filepath.Join(p.store.Project, filepath.FromSlash(name)))
	}
	return p.hasAppeared
}

// generates reports whether the build of a run made sources, so that they may be made of any file. It ignores those
// that annotation processors wrote, as these read classes.
func generates(r runs.Run) bool {
	return slices.ContainsFunc(r.Unmeasured, func(u runs.Unmeasured) bool {
		return u.Reason == buildtools.Generated && !strings.Contains(strings.ToLower(u.Path), "annotation")
	})
}
