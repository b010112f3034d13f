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

// NewStore returns the store of a project, with a folder in the user's cache: Note notes a run there that it cannot
// note in the project, and List lists it. Store{Project: dir} is without.
func NewStore(env environ.Env, project string) Store {
	s := Store{Project: project}
	if cache, err := env.Cache(); err == nil {
		hash := sha256.Sum256([]byte(paths.Real(s.Project)))
		s.aside = filepath.Join(cache, "noted", hex.EncodeToString(hash[:6]))
	}
	return s
}

// Note notes a run that is about to begin. It is the newest from now on, and not finished until it is saved, whatever
// happens to jprof: no gate takes an older one for it. An older run keeps a label that both have until Save. Why is the
// reason why it was not finished, "" while it runs.
//
// Where that fails, as where the folder belongs to another user, the run has failed. It is noted aside, and is the
// newest all the same, until another one is noted.
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

// note notes a run in the project.
func (s Store) note(r Run) error {
	if err := s.Create(); err != nil {
		return err
	}
	dir := s.RunDir(r.ID)
	err := describe(dir, r)
	if _, missing := os.Lstat(dir); missing != nil {
		_ = os.WriteFile(dir, nil, 0o666) // a full disk has room for a name, which says that there is a run
	}
	return s.Explain(err)
}

// describe makes the folder of a run, with the description of one that is not finished.
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

// notedAside returns the runs that were noted aside.
func (s Store) notedAside() (list []*Opened) {
	if s.aside == "" {
		return nil
	}
	entries, _ := os.ReadDir(s.aside) // none where there is no folder
	for _, e := range entries {
		if o, err := s.Open(filepath.Join(s.aside, e.Name())); err == nil {
			list = append(list, o)
		}
	}
	return list
}

// RemoveAside removes the runs that were noted aside.
func (s Store) RemoveAside() error {
	if s.aside == "" {
		return nil
	}
	return os.RemoveAll(s.aside)
}

// Explain adds hints to an error of the folder, where it knows some.
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
