package remote

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"jprof/internal/runs"
	"jprof/internal/runs/history"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/git"
	"jprof/internal/util/term"
)

// Query chooses runs of a store. The zero value chooses all.
type Query struct {
	Run    string // an ID, the start of an ID that no other one has, or a label, of which it means the newest run
	Label  string
	Commit string // the commit, or its first digits
	Branch string
	Since  time.Time
	ByTest bool // only runs of all tests by test
	// Services means only runs that were collected from services.
	Services bool
}

// isAll reports whether a query chooses all runs.
func (q Query) isAll() bool { return q == Query{} }

// String describes the query, such as " with the label unit of the branch main"; "" if it chooses all.
func (q Query) String() string {
	var b strings.Builder
	for _, part := range [][2]string{{" ", q.Run}, {" with the label ", q.Label}, {" of the commit ", q.Commit},
		{" of the branch ", q.Branch}} {
		if part[1] != "" {
			b.WriteString(part[0] + part[1])
		}
	}
	if !q.Since.IsZero() {
		b.WriteString(" since " + q.Since.Format(time.DateOnly))
	}
	if q.ByTest {
		b.WriteString(" of all tests by test")
	}
	if q.Services {
		b.WriteString(" of services")
	}
	return b.String()
}

// ParseQuery reads the fragment of a URL: the name of a run, or conditions such as commit=0123abcd&label=unit.
func ParseQuery(fragment string, now time.Time) (q Query, err error) {
	wrong := func(format string, args ...any) (Query, error) {
		return q, exit.Usagef("URL#RUN, or URL#commit=SHA&label=NAME&branch=NAME&since=90d&by-test&services: "+
			"docs/STORES.md", "#%s: %s", fragment, fmt.Sprintf(format, args...))
	}
	flags := map[string]*bool{"by-test": &q.ByTest, "services": &q.Services}
	if !strings.Contains(fragment, "=") && flags[strings.Split(fragment, "&")[0]] == nil {
		if q.Run, err = url.PathUnescape(fragment); err != nil || q.Run != "" && !runs.ValidName(q.Run) {
			return wrong("neither the ID of a run nor a label")
		}
		return q, nil
	}
	for condition := range strings.SplitSeq(fragment, "&") {
		key, value, _ := strings.Cut(condition, "=")
		if value, err = url.PathUnescape(value); err != nil {
			return wrong("%v", err)
		}
		switch key {
		case "label":
			q.Label = value
		case "commit":
			q.Commit = value
		case "branch":
			q.Branch = value
		case "since":
			if q.Since, err = history.ParseSince(value, now); err != nil {
				return wrong("%v", err)
			}
		default:
			if flags[key] == nil {
				return wrong("%q is no condition", key)
			}
			*flags[key] = true
		}
		if value == "" && flags[key] == nil {
			return wrong("%s has no value", key)
		}
	}
	return q, nil
}

// List lists the runs that a query chooses, the newest first, and errors for entries that cannot be read. It reads no
// object.
func (s *Store) List(ctx context.Context, q Query) (list []Listed, bad []error, err error) {
	objects, err := s.bucket.List(ctx, entries)
	if err != nil {
		return nil, nil, err
	}
	seen := map[string]bool{}
	for _, o := range objects {
		l, err := parseKey(o.Key)
		if err != nil {
			bad = append(bad, fmt.Errorf("%s: %w", s.Place, err))
			continue
		}
		if !seen[l.ID] { // two pushes at once may have written it with two labels
			seen[l.ID] = true
			list = append(list, l)
		}
	}
	slices.SortFunc(list, func(a, b Listed) int {
		return cmp.Or(b.Started.Compare(a.Started), strings.Compare(b.ID, a.ID))
	})
	if list, err = q.of(list); err != nil {
		return nil, bad, fmt.Errorf("%s: %w", s.Place, err)
	}
	return list, bad, nil
}

// of returns the runs of a list, the newest first, that a query chooses.
func (q Query) of(list []Listed) ([]Listed, error) {
	list = slices.DeleteFunc(list, func(l Listed) bool {
		n := min(len(q.Commit), commitLen)
		return q.Label != "" && !is(l.Label, q.Label) || q.Branch != "" && !is(l.Branch, q.Branch) ||
			q.Commit != "" && (len(l.Commit) < n || l.Commit[:n] != strings.ToLower(q.Commit[:n])) ||
			l.Started.Before(q.Since) || q.ByTest && !l.Traits.has(allByTest) ||
			q.Services && !l.Traits.has(ofServices)
	})
	if q.Run == "" {
		return list, nil
	}
	var start []Listed
	for _, l := range list {
		if l.ID == q.Run {
			return []Listed{l}, nil
		}
		if len(q.Run) >= 4 && strings.HasPrefix(l.ID, q.Run) {
			start = append(start, l)
		}
	}
	for _, l := range list {
		if is(l.Label, q.Run) {
			return []Listed{l}, nil
		}
	}
	if len(start) > 1 {
		return nil, runs.NoRun(fmt.Errorf("%s: the IDs of %d runs start with this", q.Run, len(start)))
	}
	return start, nil
}

// latest keeps the newest of the runs of one commit that have the same label: a job that was started again has pushed
// again. Runs of services all stay: they are of several days.
func latest(list []Listed) []Listed {
	type job struct{ commit, label string }
	seen := map[job]bool{}
	return slices.DeleteFunc(list, func(l Listed) bool {
		j := job{l.Commit, l.Label}
		again := l.Label != "" && l.Commit != "" && seen[j] && !l.Traits.has(ofServices)
		seen[j] = true
		return again
	})
}

// Fetcher returns the function by which a runs.Finder reads runs of stores. A URL alone means the newest run, or all if
// only descriptions are read; one with conditions means all runs that meet them, or the latest of each job.
func Fetcher(env environ.Env) runs.Fetch {
	return func(url, dir string, which runs.Fetched) error {
		ctx := context.Background()
		s, fragment, err := Open(ctx, env, url)
		if err != nil {
			return err
		}
		defer s.Close()
		q, err := ParseQuery(fragment, env.Now())
		if err != nil {
			return err
		}
		list, bad, err := s.List(ctx, q)
		switch {
		case err != nil:
			return err
		case len(list) == 0:
			return s.none(q.String(), bad)
		case which.One || q.isAll() && !which.Descriptions:
			list = list[:1]
		case !which.Again:
			list = latest(list)
		}
		group, fetching := errgroup.WithContext(ctx)
		group.SetLimit(atOnce)
		for _, l := range list {
			group.Go(func() error { return s.fetch(fetching, l, filepath.Join(dir, l.ID), which.Descriptions) })
		}
		return group.Wait()
	}
}

// ForAffected returns the URL of the run of a store that a build with --affected carries over from. It is a run of all
// tests by test: that of the merge base with rev, else the newest of the branch that rev names, else of the base
// branch, else of all.
func ForAffected(ctx context.Context, env environ.Env, store, project, rev string) (string, error) {
	s, fragment, err := Open(ctx, env, store)
	if err != nil {
		return "", err
	}
	defer s.Close()
	if fragment != "" {
		return store, nil
	}
	list, bad, err := s.List(ctx, Query{ByTest: true})
	if err != nil {
		return "", err
	}
	if len(list) == 0 {
		return "", s.none(Query{ByTest: true}.String(), bad)
	}
	_, branch, _ := strings.Cut(rev, "/") // origin/main
	best := list[0]
	for _, name := range []string{git.BaseBranch(project), rev, branch} { // the last one is the best
		ofBranch := func(l Listed) bool { return name != "" && is(l.Branch, name) }
		if i := slices.IndexFunc(list, ofBranch); i >= 0 {
			best = list[i]
		}
	}
	if base, err := git.Base(project, rev); err == nil {
		ofBase := func(l Listed) bool { return l.Commit != "" && strings.HasPrefix(base, l.Commit) }
		if i := slices.IndexFunc(list, ofBase); i >= 0 {
			best = list[i]
		}
	}
	return store + "#" + best.ID, nil
}

// None is the error for a store without a run that a query chooses.
func (s *Store) None(q Query) error { return s.none(q.String(), nil) }

// none is the error for a store without a run of a kind. asked describes the kind, "" for any.
func (s *Store) none(asked string, bad []error) error {
	if asked == "" && len(bad) > 0 {
		return runs.NoRun(bad[0])
	}
	return runs.NoRun(term.Errorf("jprof runs --in "+s.Place.String()+" lists what is there", "%s: no run%s", s.Place,
		asked))
}
