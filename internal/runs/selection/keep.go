package selection

import (
	"errors"

	"jprof/internal/format/probe"
	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/git"
)

// KeepSources copies the sources of a build with these maps to the folder dir of its run. It omits sources that the
// commit of the run has. With the copies, the next selection can compare sources even if the user has changed them and
// has built again.
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
				if err != nil || blobs.Has(f.Path, text) { // a source that no longer exists cannot be kept
					continue
				}
				errs = append(errs, runs.KeepSource(dir, text))
			}
		}
	}
	return errors.Join(errs...)
}
