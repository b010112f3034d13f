package remote

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"jprof/internal/runs"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
)

func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// partial is the start of the names of folders in which runs arrive. A killed pull leaves its folder.
const partial = ".pull-"

// Pull makes a run of the store a run of a project. It returns false if the project has it. The run has its label then,
// which another run of the project loses.
func (s *Store) Pull(ctx context.Context, l Listed, to runs.Store) (bool, error) {
	if paths.Exists(to.RunDir(l.ID)) {
		return false, nil
	}
	if err := to.Create(); err != nil {
		return false, err
	}
	if err := os.MkdirAll(to.Runs(), 0o777); err != nil {
		return false, to.Explain(err)
	}
	removeStale(to.Runs(), s.now())
	dir, err := os.MkdirTemp(to.Runs(), partial+"*")
	if err != nil {
		return false, to.Explain(err)
	}
	defer atomicfile.RemoveAll(dir)
	run := filepath.Join(dir, l.ID)
	if err := s.fetch(ctx, l, run, false); err != nil {
		return false, err
	}
	if err := atomicfile.Rename(run, to.RunDir(l.ID)); err != nil {
		if paths.Exists(to.RunDir(l.ID)) { // another pull was faster
			return false, nil
		}
		return false, to.Explain(err)
	}
	o, err := to.Open(to.RunDir(l.ID))
	if err == nil && o.Label != "" {
		err = to.SetLabel(o.ID, o.Label)
	}
	return true, err
}

// removeStale removes what pulls that were killed have left.
func removeStale(dir string, now time.Time) {
	list, _ := filepath.Glob(filepath.Join(dir, partial+"*"))
	for _, old := range list {
		if info, err := os.Lstat(old); err == nil && now.Sub(info.ModTime()) > grace {
			_ = atomicfile.RemoveAll(old) // the next pull tries again
		}
	}
}

// FetchDescription writes the run.json of a run to the new folder dir.
func (s *Store) FetchDescription(ctx context.Context, l Listed, dir string) error {
	return s.fetch(ctx, l, dir, true)
}

// fetch writes a run of the store to the new folder dir, and checks it. If descriptions is true, only run.json is
// written.
func (s *Store) fetch(ctx context.Context, l Listed, dir string, descriptions bool) error {
	e, err := s.entry(ctx, l)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if descriptions {
		e.Parts = slices.DeleteFunc(e.Parts, func(p Part) bool { return p.Kind != description })
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), ".parts-*")
	if err != nil {
		return err
	}
	defer atomicfile.RemoveAll(tmp)
	group, fetching := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for _, p := range e.Parts {
		group.Go(func() error { return s.fetchPart(fetching, p, filepath.Join(tmp, p.SHA256)) })
	}
	if err := group.Wait(); err != nil {
		if errors.As(err, new(damage)) || isMissing(err) {
			err = s.damaged(l, err)
		}
		return err
	}
	for _, p := range e.Parts {
		file := filepath.Join(tmp, p.SHA256)
		if err := runs.Unpack(file, dir); err != nil {
			return s.damaged(l, fmt.Errorf("%s", strings.ReplaceAll(err.Error(), file, p.key())))
		}
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	o, err := runs.Store{}.Open(dir)
	if err == nil && o.ID != l.ID {
		err = fmt.Errorf("its run.json is that of the run %s", o.ID)
	}
	if err != nil {
		return s.damaged(l, err)
	}
	return nil
}

// damage is the error of an object that is not what its name says.
type damage struct{ error }

// fetchPart writes a part to a file, and checks its bytes.
func (s *Store) fetchPart(ctx context.Context, p Part, file string) error {
	if err := s.bucket.Get(ctx, p.key(), file, p.Size); err != nil {
		if o, failed := s.bucket.Stat(ctx, p.key()); failed == nil && o.Size != p.Size {
			err = damage{fmt.Errorf("%s has %d bytes instead of %d", p.key(), o.Size, p.Size)}
		}
		return err
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return err
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != p.SHA256 {
		return damage{fmt.Errorf("%s has another SHA-256, %s", p.key(), got)}
	}
	return nil
}
