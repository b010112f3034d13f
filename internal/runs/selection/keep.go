package selection

import (
	"errors"

	"jprof/internal/format/probe"
	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/git"
)

// KeepSources keeps the sources of a build with these maps in the folder dir of its run, but for those that its commit
// has: the next selection compares with them, also when the user has changed them and has built again.
func KeepSources(s runs.Store, run runs.Run, maps []*probe.Set, dir string) error {
	var blobs git.Blobs
	if run.Commit != nil {
		var err error
		if blobs, err = git.BlobsOf(s.Project, run.Commit.ID); err != nil {
			return err
		}
	}
	read := runmodel.Sources(s, run, "")
	var errs []error
	for _, set := range maps {
		for _, p := range set.Packages {
			for _, f := range p.Files {
				text, err := read(f.Path, f.Hash)
				if err != nil || blobs.Has(f.Path, text) { // one that is gone already cannot be kept
					continue
				}
				errs = append(errs, runs.KeepSource(dir, text))
			}
		}
	}
	return errors.Join(errs...)
}
