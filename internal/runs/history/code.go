package history

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"jprof/internal/format/probe"
	"jprof/internal/runs"
)

// The limits of the files that differ from a commit. Beyond them, the code of a run is not known.
const (
	maxDirty      = 2000
	maxDirtyBytes = 64 << 20
)

// CodeOf returns runs.Outcomes.Code for a project in the folder dir, at the commit c: its ID, or where files differ
// from it, a hash of it and these files. It returns "" if there is no commit, or if the files are too many or cannot be
// read.
func CodeOf(dir string, c *runs.Commit) string {
	switch {
	case c == nil || len(c.Dirty) > maxDirty:
		return ""
	case len(c.Dirty) == 0:
		return c.ID
	}
	h := sha256.New()
	left := int64(maxDirtyBytes)
	fmt.Fprintln(h, c.ID)
	for _, name := range c.Dirty {
		path := filepath.Join(dir, filepath.FromSlash(name))
		info, err := os.Lstat(path)
		switch {
		case os.IsNotExist(err):
			fmt.Fprintf(h, "gone %q\n", name)
			continue
		case err != nil || !info.Mode().IsRegular() || info.Size() > left:
			return ""
		}
		left -= info.Size()
		fmt.Fprintf(h, "%d %q\n", info.Size(), name)
		f, err := os.Open(path)
		if err != nil {
			return ""
		}
		_, err = io.Copy(h, f)
		f.Close() // only read
		if err != nil {
			return ""
		}
	}
	return c.ID + "+" + hex.EncodeToString(h.Sum(nil)[:12])
}

// SourcesOf returns runs.Outcomes.Code for a project without a repository: a hash of the sources in its maps.
func SourcesOf(maps []*probe.Set) string {
	var all []string
	for _, set := range maps {
		for _, p := range set.Packages {
			for _, f := range p.Files {
				all = append(all, fmt.Sprintf("%q %q %q %x", set.Module, set.Name, f.Path, f.Hash))
			}
		}
	}
	if len(all) == 0 {
		return ""
	}
	slices.Sort(all)
	h := sha256.New()
	for _, line := range all {
		fmt.Fprintln(h, line)
	}
	return "sources+" + hex.EncodeToString(h.Sum(nil)[:12])
}
