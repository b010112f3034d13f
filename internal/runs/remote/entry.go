package remote

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"jprof/internal/runs"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/bucket"
	"jprof/internal/util/jsonerror"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
)

// Store is a store of runs.
type Store struct {
	Place  bucket.Place
	bucket bucket.Bucket
	now    func() time.Time

	mu      sync.Mutex
	scratch *atomicfile.Own // nil before the first file is written to it
}

// Close closes the store.
func (s *Store) Close() error {
	err := s.bucket.Close()
	if s.scratch != nil {
		err = errors.Join(err, s.scratch.Remove())
	}
	return err
}

// tempDir makes a temporary folder that Close removes.
func (s *Store) tempDir() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.scratch == nil {
		var err error
		if s.scratch, err = atomicfile.NewScratch("store"); err != nil {
			return "", err
		}
	}
	return os.MkdirTemp(s.scratch.Dir, "")
}

// Entry describes a run of a store.
type Entry struct {
	Format  string    `json:"format"`
	Version int       `json:"version"`
	Tool    string    `json:"tool"` // version of jprof
	ID      string    `json:"id"`
	Started time.Time `json:"started"`
	Label   string    `json:"label,omitempty"`
	Commit  string    `json:"commit,omitempty"`
	Branch  string    `json:"branch,omitempty"`
	Traits  Traits    `json:"traits,omitempty"`
	Needs   []string  `json:"needs,omitempty"` // the IDs of earlier runs whose counts it has
	Parts   []Part    `json:"parts"`
}

// Part is a part of a run.
type Part struct {
	SHA256 string `json:"sha256"` // of its bytes, in hexadecimal
	Size   int64  `json:"size"`   // bytes
	Kind   Kind   `json:"kind"`
}

// Kind is the kind of the files in a part of a run.
type Kind string

// The kinds of parts.
const (
	description Kind = "description" // run.json
	mapOf       Kind = "map"
	classes     Kind = "classes"
	sources     Kind = "sources"
	counts      Kind = "counts" // all that no other part has
)

const (
	entryFormat  = "jprof-stored-run"
	entryVersion = 1
	maxEntry     = 16 << 20 // bytes
	maxPart      = 8 << 30  // bytes
	maxParts     = 100_000
)

var sums = regexp.MustCompile(`^[0-9a-f]{64}$`)

// key returns the key of the object of a part.
func (p Part) key() string { return parts + p.SHA256[:2] + "/" + p.SHA256 }

// newEntry returns the entry of a run without its parts.
func newEntry(r runs.Run) *Entry {
	e := &Entry{Format: entryFormat, Version: entryVersion, Tool: version.String(), ID: r.ID,
		Started: r.Started.UTC().Truncate(time.Second), Label: r.Label, Traits: traitsOf(r), Needs: needsOf(r)}
	if r.Commit != nil && digits.MatchString(r.Commit.ID) {
		e.Commit, e.Branch = r.Commit.ID, r.Commit.Branch
	}
	return e
}

// same reports whether two entries have the same counts, maps and sources. Their descriptions may differ: a label may
// have been given to another run since.
func (e *Entry) same(other *Entry) bool {
	of := func(e *Entry) (list []string) {
		for _, p := range e.Parts {
			if p.Kind != description {
				list = append(list, p.SHA256)
			}
		}
		slices.Sort(list)
		return list
	}
	return slices.Equal(of(e), of(other))
}

// entry reads the entry of a listed run, and checks it.
func (s *Store) entry(ctx context.Context, l Listed) (*Entry, error) {
	dir, err := s.tempDir()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "entry")
	if err := s.bucket.Get(ctx, l.key, file, maxEntry); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = runs.NoRun(fmt.Errorf("%s: the run %s has been removed: %w", s.Place, l.ID, err))
		}
		return nil, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	e, err := parseEntry(text, l)
	if err != nil {
		return nil, s.damaged(l, err)
	}
	return e, nil
}

// damaged is the error of a run of the store that cannot be read.
func (s *Store) damaged(l Listed, err error) error {
	if errors.As(err, new(*version.Newer)) {
		return runs.NoRun(fmt.Errorf("%s, run %s: %w", s.Place, l.ID, err))
	}
	return runs.NoRun(unreadable{term.Errorf("push it again, with --again, where it was made",
		"%s: the run %s is damaged: %v", s.Place, l.ID, err)})
}

// unreadable is the error of a run that is damaged.
type unreadable struct{ error }

// Unwrap returns the error.
func (u unreadable) Unwrap() error { return u.error }

// parseEntry reads the text of an entry.
func parseEntry(text []byte, l Listed) (*Entry, error) {
	sum := sha256.Sum256(text)
	if got := hex.EncodeToString(sum[:]); !strings.HasPrefix(got, l.digest) {
		return nil, fmt.Errorf("its entry %s has another SHA-256, %s", l.key, got)
	}
	var e Entry
	if err := json.Unmarshal(text, &e); err != nil {
		return nil, fmt.Errorf("%s: %w", l.key, jsonerror.Plain(err, text))
	}
	switch {
	case e.Format != entryFormat:
		return nil, fmt.Errorf("%s: not the entry of a run", l.key)
	case e.Version > entryVersion:
		return nil, &version.Newer{Format: e.Version, Reads: entryVersion, Writer: e.Tool}
	case e.ID != l.ID:
		return nil, fmt.Errorf("%s: it is the entry of the run %q", l.key, e.ID)
	case len(e.Parts) == 0 || len(e.Parts) > maxParts:
		return nil, fmt.Errorf("%s: it has %d parts", l.key, len(e.Parts))
	}
	seen := map[string]bool{}
	for _, p := range e.Parts {
		if !sums.MatchString(p.SHA256) || p.Size < 0 || p.Size > maxPart || seen[p.SHA256] {
			return nil, fmt.Errorf("%s: its part %q of %d bytes cannot be", l.key, p.SHA256, p.Size)
		}
		seen[p.SHA256] = true
	}
	for _, id := range e.Needs {
		if !runs.ValidName(id) {
			return nil, fmt.Errorf("%s: %q is not the ID of a run", l.key, id)
		}
	}
	return &e, nil
}

// text returns the text of an entry.
func (e *Entry) text() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", " ")
	err := enc.Encode(e)
	return b.Bytes(), err
}
