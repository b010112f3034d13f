package remote

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"jprof/internal/util/bucket"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
)

// Policy chooses the runs that Prune removes: those that are older than Older, if that is not 0, and not among the
// newest Keep, if that is not 0. Without both, it removes no run.
type Policy struct {
	Older time.Duration
	Keep  int
	// Base is the branch that changes are for, "" for none. Its newest run with counts stays, and its newest of all
	// tests by test.
	Base string
	// Named has the IDs of runs that stay.
	Named  []string
	DryRun bool // nothing is removed
}

// Kept is a run that stays, although it is old.
type Kept struct {
	Listed
	Why string
}

// Pruned describes what Prune has removed, or would remove.
type Pruned struct {
	Runs    []Listed
	Kept    []Kept
	Damaged []error // the entries that were removed because they cannot be read
	Left    int     // the runs that stay
	Parts   int     // removed, of no run
	Bytes   int64   // of these
}

// Prune removes old runs, and what no run needs: see the package.
func (s *Store) Prune(ctx context.Context, p Policy) (done Pruned, err error) {
	began := s.now()
	list, _, err := s.List(ctx, Query{})
	if err != nil {
		return done, err
	}
	all, err := s.all(ctx, list)
	if err != nil {
		return done, err
	}
	list = slices.DeleteFunc(list, func(l Listed) bool { return all[l.ID] == nil })
	var removed map[string]bool
	done.Runs, done.Kept, removed = p.choose(list, all, s.now())
	done.Left = len(list) - len(done.Runs)
	named := map[string]bool{}
	for id, e := range all {
		if e != nil && !removed[id] {
			for _, part := range e.Parts {
				named[part.key()] = true
			}
		}
	}
	// all keys, as a run may have two entries
	objects, err := s.bucket.List(ctx, entries)
	if err != nil {
		return done, err
	}
	for _, o := range objects {
		l, err := parseKey(o.Key)
		e, known := all[l.ID]
		damaged := (err != nil || known && e == nil) && s.now().Sub(o.Time) > grace
		if damaged {
			done.Damaged = append(done.Damaged, fmt.Errorf("%s: %s is not the entry of a run", s.Place, o.Key))
		}
		if (damaged || err == nil && removed[l.ID]) && !p.DryRun {
			if err := s.bucket.Delete(ctx, o.Key); err != nil {
				return done, err
			}
		}
	}
	return done, s.sweep(ctx, p, began, named, &done)
}

// all reads the entries of runs. The value of one that is damaged is nil.
func (s *Store) all(ctx context.Context, list []Listed) (map[string]*Entry, error) {
	read := make([]*Entry, len(list))
	group, reading := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for i, l := range list {
		group.Go(func() error {
			e, err := s.entry(reading, l)
			switch {
			case errors.As(err, new(*version.Newer)):
				return term.WithHints(err, "remove runs by that version of jprof")
			case errors.As(err, new(unreadable)):
				return nil
			}
			read[i] = e
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	all := map[string]*Entry{}
	for i, l := range list {
		all[l.ID] = read[i]
	}
	return all, nil
}

// choose parts the runs, the newest first, into those that are removed and those that stay although they are old.
func (p Policy) choose(list []Listed, all map[string]*Entry, now time.Time) (old []Listed, kept []Kept,
	removed map[string]bool) {
	why := map[string]string{} // the reasons of runs that stay
	keep := func(l Listed, reason string) {
		if why[l.ID] == "" {
			why[l.ID] = reason
		}
	}
	first := map[string]bool{}
	for i, l := range list {
		newest := func(what string) bool {
			was := first[what]
			first[what] = true
			return !was
		}
		young := p.Older > 0 && now.Sub(l.Started) < p.Older || p.Keep > 0 && i < p.Keep || p.Older == 0 && p.Keep == 0
		switch {
		case young:
			keep(l, "young")
		case slices.Contains(p.Named, l.ID):
			keep(l, "the settings name it as a base")
		}
		if l.Label != "" && newest("label "+l.Label) {
			keep(l, "it is the newest run with the label "+l.Label)
		}
		ofBase := p.Base != "" && is(l.Branch, p.Base)
		if l.Traits.has(allByTest) && newest("by test") {
			keep(l, "it is the newest run of all tests by test, which --affected carries over from")
		}
		if ofBase && l.Traits.has(allByTest) && newest("by test of base") {
			keep(l, "it is the newest run of all tests by test of the branch "+p.Base)
		}
		if ofBase && l.Traits.has(hasCounts) && !l.Traits.has(hasFailed) && newest("base") {
			keep(l, "it is the newest run of the branch "+p.Base+" that passed")
		}
	}
	byID := map[string]Listed{}
	for _, l := range list {
		byID[l.ID] = l
	}
	for added := true; added; { // runs that are needed may need others
		added = false
		for _, l := range list {
			if why[l.ID] == "" {
				continue
			}
			for _, id := range all[l.ID].Needs {
				if n, there := byID[id]; there && why[id] == "" {
					keep(n, "run "+l.ID+" has counts that were carried over from it")
					added = true
				}
			}
		}
	}
	removed = map[string]bool{}
	for _, l := range list {
		switch reason := why[l.ID]; reason {
		case "young":
		case "":
			old, removed[l.ID] = append(old, l), true
		default:
			kept = append(kept, Kept{l, reason})
		}
	}
	return old, kept, removed
}

// sweep removes parts that no entry names, and what killed writers have left, if they are older than grace. The entries
// were listed when prune began: after a quarter of grace, it removes no more, as it may not know why a part is needed.
func (s *Store) sweep(ctx context.Context, p Policy, began time.Time, named map[string]bool, done *Pruned) error {
	objects, err := s.bucket.List(ctx, "")
	if err != nil {
		return err
	}
	var old []bucket.Object
	for _, o := range objects {
		ours := strings.HasPrefix(o.Key, parts) || strings.HasPrefix(o.Key, bucket.Scratch+"/")
		if ours && !named[o.Key] && s.now().Sub(o.Time) > grace {
			old = append(old, o)
		}
	}
	gone := make([]bool, len(old))
	group, removing := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for i, o := range old {
		group.Go(func() error {
			if p.DryRun {
				gone[i] = true
				return nil
			}
			now, err := s.bucket.Stat(removing, o.Key) // a push may have written it again
			if isMissing(err) || err == nil && s.now().Sub(now.Time) <= grace || s.now().Sub(began) > grace/4 {
				return nil
			}
			if err == nil {
				err = s.bucket.Delete(removing, o.Key)
			}
			gone[i] = err == nil
			return err
		})
	}
	err = group.Wait()
	for i, o := range old {
		if gone[i] {
			done.Parts, done.Bytes = done.Parts+1, done.Bytes+o.Size
		}
	}
	return err
}
