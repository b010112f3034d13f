package remote

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"jprof/internal/runs"
	"jprof/internal/util/bucket"
	"jprof/internal/util/environ"
	"jprof/internal/util/term"
)

// grace is the time for which Prune keeps parts that no entry names: longer than any push takes. Push relies on no part
// that is older than half of it.
const grace = 24 * time.Hour

// atOnce limits the objects of a run that are read or written at the same time, and the runs that are fetched.
const atOnce = 16

// Open opens the store of a URL, and returns the fragment of the URL.
func Open(ctx context.Context, env environ.Env, url string) (*Store, string, error) {
	place, fragment, err := bucket.Parse(url)
	if err != nil {
		return nil, "", err
	}
	b, err := bucket.Open(ctx, env, place)
	if err != nil {
		return nil, "", err
	}
	return &Store{Place: place, bucket: b, now: time.Now}, fragment, nil
}

// Pushed describes what a push has done.
type Pushed struct {
	There bool  // the run was there before, and nothing was written
	Sent  int64 // bytes of the parts that were sent
	Parts int   // the parts that were sent
	All   int   // all parts of the run
}

// Push writes a run to the store, unless it is there: see the package. If again is true, it sends all parts, whatever
// is there.
func (s *Store) Push(ctx context.Context, o *runs.Opened, again bool) (done Pushed, err error) {
	if o.Running {
		return done, term.Errorf("push it when it has ended", "run %s still goes on", o.ID)
	}
	for _, leaf := range o.Leaves() {
		for _, set := range leaf.Sets {
			if _, err := os.Stat(o.MapPath(set)); err != nil {
				return done, fmt.Errorf("run %s is damaged: %w", o.ID, o.Broken(err))
			}
		}
	}
	dir, err := s.tempDir()
	if err != nil {
		return done, err
	}
	defer os.RemoveAll(dir)
	e := newEntry(o.Run)
	if e.Parts, err = cutUp(o.Dir, dir); err != nil {
		return done, err
	}
	done.All = len(e.Parts)
	if done.There, err = s.isThere(ctx, e); done.There && !again || err != nil {
		return done, err
	}
	send := func() error {
		n, bytes, err := s.sendParts(ctx, e, dir, again)
		done.Parts, done.Sent, again = done.Parts+n, done.Sent+bytes, false
		return err
	}
	began := s.now()
	if err := send(); err != nil {
		return done, err
	}
	if s.now().Sub(began) > grace/4 { // the first parts may have aged
		if err := send(); err != nil {
			return done, err
		}
	}
	if done.There, err = s.enter(ctx, e); err != nil {
		return done, err
	}
	return done, send() // those that were removed meanwhile
}

// enter writes an entry, and reports whether it was there. One that is damaged is replaced.
func (s *Store) enter(ctx context.Context, e *Entry) (there bool, err error) {
	text, err := e.text()
	if err != nil {
		return false, err
	}
	key := keyOf(e, text)
	l, err := parseKey(key)
	if err != nil {
		return false, err
	}
	made, err := s.bucket.Create(ctx, key, text)
	if made || err != nil {
		return false, err
	}
	if _, err = s.entry(ctx, l); !errors.As(err, new(unreadable)) && !isMissing(err) {
		return true, err
	}
	if err := s.bucket.Delete(ctx, key); err != nil {
		return false, err
	}
	made, err = s.bucket.Create(ctx, key, text)
	return !made, err
}

// isThere reports whether the run of an entry is in the store. It fails if another run with the same ID is there.
func (s *Store) isThere(ctx context.Context, e *Entry) (bool, error) {
	list, err := s.bucket.List(ctx, entries+e.Started.UTC().Format(stamp)+separator+e.ID+separator)
	if err != nil {
		return false, err
	}
	for _, o := range list {
		l, err := parseKey(o.Key)
		if err != nil {
			continue
		}
		other, err := s.entry(ctx, l)
		if err != nil {
			continue // this push mends it, or writes it beside
		}
		if !e.same(other) {
			return false, term.Errorf("another store, or jprof merge, takes both", "%s: another run with the ID %s is "+
				"there, of other counts", s.Place, e.ID)
		}
		if missing, err := s.lacks(ctx, other); len(missing) == 0 || err != nil {
			return true, err
		}
	}
	return false, nil
}

// lacks lists the parts of an entry that the store does not have, or not in full.
func (s *Store) lacks(ctx context.Context, e *Entry) ([]Part, error) {
	there := make([]bool, len(e.Parts))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for i, p := range e.Parts {
		group.Go(func() error {
			o, err := s.bucket.Stat(ctx, p.key())
			if there[i] = err == nil && o.Size == p.Size; isMissing(err) {
				return nil
			}
			return err
		})
	}
	err := group.Wait()
	var missing []Part
	for i, p := range e.Parts {
		if !there[i] {
			missing = append(missing, p)
		}
	}
	return missing, err
}

// sendParts writes the parts of an entry that the store does not have, or has had for long; all if again is true. The
// files are in dir. It returns their number and bytes.
func (s *Store) sendParts(ctx context.Context, e *Entry, dir string, again bool) (n int, size int64,
	err error) {
	sent := make([]bool, len(e.Parts))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for i, p := range e.Parts {
		group.Go(func() error {
			o, err := s.bucket.Stat(ctx, p.key())
			switch {
			case !again && err == nil && o.Size == p.Size && s.now().Sub(o.Time) < grace/2:
				return nil
			case err != nil && !isMissing(err):
				return err
			}
			sent[i] = true
			return s.bucket.Put(ctx, p.key(), filepath.Join(dir, p.SHA256))
		})
	}
	err = group.Wait()
	for i, p := range e.Parts {
		if sent[i] {
			n, size = n+1, size+p.Size
		}
	}
	return n, size, err
}

// cutUp writes the parts of the run in a folder to the folder dir, each as a file with the name of its SHA-256.
func cutUp(run, dir string) ([]Part, error) {
	names, err := runs.FilesOf(run)
	if err != nil {
		return nil, err
	}
	files := map[string][]string{} // by the kind, and the name of what is alone in a part
	for _, name := range names {
		group := string(kindOf(name))
		if kind := kindOf(name); kind == mapOf || kind == classes {
			group += " " + name
		}
		files[group] = append(files[group], name)
	}
	var list []Part
	for group, names := range files {
		kind, _, _ := strings.Cut(group, " ")
		p, err := pack(run, names, dir)
		if err != nil {
			return nil, err
		}
		p.Kind = Kind(kind)
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b Part) int {
		return strings.Compare(string(a.Kind)+a.SHA256, string(b.Kind)+b.SHA256)
	})
	return list, nil
}

// kindOf returns the kind of the part for a file of a run.
func kindOf(name string) Kind {
	switch dir := path.Dir(name); {
	case name == "run.json":
		return description
	case dir == "maps":
		return mapOf
	case dir == runs.SourcesDir:
		return sources
	case name == runs.ClassesFile:
		return classes
	}
	return counts
}

// pack writes files of a run to an archive in the folder dir.
func pack(run string, names []string, dir string) (p Part, err error) {
	f, err := os.CreateTemp(dir, "part-*")
	if err != nil {
		return p, err
	}
	hash := sha256.New()
	err = runs.Pack(run, names, io.MultiWriter(f, hash))
	info, failed := f.Stat()
	if err = errors.Join(err, failed, f.Close()); err != nil {
		return p, err
	}
	if info.Size() > maxPart {
		return p, fmt.Errorf("%s: larger than %d GB", filepath.Join(run, names[0]), maxPart>>30)
	}
	p = Part{SHA256: hex.EncodeToString(hash.Sum(nil)), Size: info.Size()}
	return p, os.Rename(f.Name(), filepath.Join(dir, p.SHA256))
}
