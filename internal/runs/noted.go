package runs

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"jprof/internal/format/recordfile"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
)

// NewStore returns the store of a project, with a folder in the user's cache. If Note cannot write to the project, it
// writes there, and List includes that run. Store{Project: dir} has no such folder.
func NewStore(env environ.Env, project string) Store {
	s := Store{Project: project}
	if cache, err := env.Cache(); err == nil {
		hash := sha256.Sum256([]byte(paths.Real(s.Project)))
		s.aside = filepath.Join(cache, "noted", hex.EncodeToString(hash[:6]))
	}
	return s
}

// Note enters a run that is about to begin. From now on it is the newest run, whatever happens to jprof, and it is not
// finished until Save. So no gate checks an older run instead. An older run with the same label keeps the label until
// Save. why is the reason why the run was not finished, "" while it runs.
//
// If Note fails, for example because the folder belongs to another user, the run has failed. Then Note writes it to the
// cache instead, where it is the newest run until another run is entered.
func (s Store) Note(r Run, why string) error {
	if why != "" {
		r.Incomplete = append(r.Incomplete[:len(r.Incomplete):len(r.Incomplete)], why)
	}
	err := s.note(r)
	if err == nil {
		return s.RemoveAside()
	}
	err = fmt.Errorf("noting the run: %w", err)
	if _, missing := os.Lstat(s.RunDir(r.ID)); missing != nil && s.aside != "" {
		r.Incomplete, r.Refused = append(r.Incomplete, err.Error()), true
		_ = describe(filepath.Join(s.aside, r.ID), r) // the error of the project is the one to mend
	}
	return err
}

// note enters a run in the project.
func (s Store) note(r Run) error {
	if err := s.Create(); err != nil {
		return err
	}
	dir := s.RunDir(r.ID)
	err := describe(dir, r)
	if _, missing := os.Lstat(dir); missing != nil {
		_ = os.WriteFile(dir, nil, 0o666) // a full disk has room for the name of a file, which shows the run
	}
	return s.Explain(err)
}

// describe makes the folder of a run and writes its description, as a run that is not finished.
func describe(dir string, r Run) error {
	r.NotFinished, r.ExitCode, r.Format = true, exit.Error, recordfile.Version
	if r.Ended.IsZero() {
		r.Ended = r.Started
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return atomicfile.WriteJSON(filepath.Join(dir, "run.json"), r)
}

// notedAside returns the runs that Note has written to the cache.
func (s Store) notedAside() (list []*Opened) {
	if s.aside == "" {
		return nil
	}
	entries, _ := os.ReadDir(s.aside) // none if there is no folder
	for _, e := range entries {
		if o, err := s.Open(filepath.Join(s.aside, e.Name())); err == nil {
			list = append(list, o)
		}
	}
	return list
}

// RemoveAside removes the runs that Note has written to the cache.
func (s Store) RemoveAside() error {
	if s.aside == "" {
		return nil
	}
	return os.RemoveAll(s.aside)
}

// Explain adds hints to an error that occurred when jprof wrote to the folder, if there is a hint for it.
func (s Store) Explain(err error) error {
	if err == nil {
		return nil
	}
	all := []string{s.Dir(), s.Runs(), s.Report()}
	for _, dir := range all {
		if errors.Is(err, syscall.ENOTDIR) && paths.Exists(dir) && !paths.IsDir(dir) {
			return term.Errorf("remove "+dir, "%s is not a folder", dir)
		}
	}
	if hint := atomicfile.OwnerHint(err, all...); hint != "" {
		return term.WithHints(err, hint)
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return term.WithHints(err, "jprof keeps the runs and the report of a project in its folder .jprof, which it "+
			"must be allowed to write")
	}
	return err
}
