package selection

import (
	"bytes"
	"path/filepath"
	"slices"

	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/util/git"
	"jprof/internal/util/lineends"
	"jprof/internal/util/regular"
)

// ownSettings is the file with the settings of jprof.
const ownSettings = "jprof.yaml"

// sameSettings reports whether jprof.yaml has the same settings for tests now as in a commit, "" for none.
func (p *project) sameSettings(commit string) bool {
	now, err := regular.ReadUpTo(filepath.Join(p.store.Project, ownSettings), runs.MaxSource)
	if err != nil {
		now = nil // it does not exist; whoever reads the settings reports other errors
	}
	var old []byte
	if commit != "" {
		old = git.File(p.store.Project, commit, ownSettings, lineends.Unix)
	}
	return bytes.Equal(settings.ForTests(old), settings.ForTests(now))
}

// withoutSameSettings removes jprof.yaml from a list of files that differ from a commit, if no test depends on what
// differs.
func (p *project) withoutSameSettings(names []string, commit string) []string {
	i := slices.Index(names, ownSettings)
	if i < 0 || !p.sameSettings(commit) {
		return names
	}
	return slices.Delete(slices.Clone(names), i, i+1)
}
