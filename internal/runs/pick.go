package runs

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/util/term"
	"jprof/internal/util/words"
)

// A Want selects the run that Store.Pick returns.
type Want int

const (
	// WantCounts asks for the newest run with counts. If no run has counts, it asks for the newest run that was made to
	// count.
	WantCounts Want = iota
	// WantNewest asks for the newest run that was made to count. It must have counts: gates must not check an older run
	// in its place.
	WantNewest
	// WantShown asks for the run that shows the state of the project: see List.Shown.
	WantShown
	// WantTests asks for the same, which must have counts by test. If this run lacks tests (Run.TestsMissing), Pick
	// takes the newest run that lacks none, if there is one.
	WantTests
	// WantContexts asks for the newest run that was made with contexts. It must have contexts: no older run may be
	// shown in its place.
	WantContexts
)

// Note explains why an older run was chosen. The zero Note means that there is no reason.
type Note struct {
	Text string
	Warn bool
}

// Print prints the note, if it has a text.
func (n Note) Print(u *term.UI) {
	switch {
	case n.Warn:
		u.Warn("%s", n.Text)
	case n.Text != "":
		u.Info("%s", n.Text)
	}
}

// Last returns the newest run for which all conditions hold, nil if there is none. It ignores damaged runs.
func (s Store) Last(conditions ...func(Run) bool) *Opened {
	list, _ := s.List()
	return list.Last(conditions...)
}

// List has runs, the oldest first.
type List []*Opened

// Last returns the newest run for which all conditions hold, nil if there is none.
func (l List) Last(conditions ...func(Run) bool) *Opened {
	for _, o := range slices.Backward(l) {
		if !slices.ContainsFunc(conditions, func(holds func(Run) bool) bool { return !holds(o.Run) }) {
			return o
		}
	}
	return nil
}

// Shown returns the run that shows the state of the project, nil for none: the newest one with counts or, if that has
// only a part of the tests, the newest one of all tests for which the conditions hold. newest is the newest run with
// counts.
func (l List) Shown(conditions ...func(Run) bool) (shown, newest *Opened) {
	newest = l.Last(Run.IsCounts, Run.HasCounts)
	if newest == nil || newest.WhyPart() == "" {
		return newest, newest
	}
	whole := l.Last(append(conditions, Run.IsCounts, Run.HasCounts, Run.RanAll)...)
	return cmp.Or(whole, newest), newest
}

// Pick returns the run that want selects. The result has a Note if Pick did not take a newer run, and errors for the
// damaged runs of the store. Errors wrap ErrNoRun, and have hints.
func (s Store) Pick(want Want) (*Opened, error) {
	list, bad := s.List()
	if len(list) == 0 {
		return nil, NoRun(append(bad, NoneYet{Err: fmt.Errorf("%s: no run yet", s.Runs())})[0])
	}
	kind := Run.IsCounts
	if want == WantContexts {
		kind = Run.IsContexts
	}
	newest := cmp.Or(list.Last(kind), list.Last())
	damaged, ahead := NoRun(damagedAfter(newest, bad)), list.ahead(newest)
	counts := cmp.Or(list.Last(Run.HasCounts), newest)
	var conditions []func(Run) bool
	if want == WantTests {
		conditions = append(conditions, Run.HasTests)
	}
	shown, part := list.Shown(conditions...)
	if shown != part && want != WantCounts {
		counts = shown
	}
	switch {
	case want == WantNewest || want == WantContexts:
		newest.Damaged = bad
		if last := list.Last(); want == WantNewest && last.IsContexts() {
			newest.Note = Note{fmt.Sprintf("run %s is newer; it was made with --contexts, and has no counts to check",
				last.ID), false}
		}
		return newest, cmp.Or(damaged, ahead, want.noneIn(newest, list))
	case want == WantTests && counts.NotFinished: // there is no other that was made to count
		return nil, NoRun(NoneYet{Err: fmt.Errorf("%s: no finished run yet", s.Runs())})
	case want == WantTests:
		if err := want.noneIn(counts, list); err != nil {
			return nil, err
		}
		if counts.TestsMissing() != "" {
			tested := func(r Run) bool { return r.HasTests() && r.TestsMissing() == "" }
			counts = cmp.Or(list.Last(tested), counts)
		}
	}
	counts.Damaged = bad
	switch {
	case damaged != nil:
	case ahead != nil:
		counts.Note = Note{ahead.Error(), true}
	case counts == shown && shown != part:
		counts.Note = Note{fmt.Sprintf("the numbers are of run %s, the newest of all tests: run %s is newer, of a "+
			"part of the tests (%s); --run %[2]s reads it", counts.ID, part.ID, part.WhyPart()), false}
	default:
		counts.Note = noteOlder(newest, counts)
	}
	return counts, nil
}

// damagedAfter returns the error of a damaged run with a newer ID than o, nil if there is none.
func damagedAfter(o *Opened, bad []error) error {
	for _, err := range bad {
		if b := (*brokenError)(nil); errors.As(err, &b) && filepath.Base(b.dir) > o.ID {
			return err
		}
	}
	return nil
}

// maxAhead limits the time by which a run may begin later than now by the clock of its machine.
const maxAhead = time.Minute

// ahead returns an error if the run o, which is the newest of the list by its clock, begins later than now: other runs
// may be newer. It returns nil if there is no other run.
func (l List) ahead(o *Opened) error {
	if len(l) == 1 || time.Until(o.Started) < maxAhead {
		return nil
	}
	return NoRun(term.Errorf("name the run with --run; jprof runs lists all of them",
		"run %s began at %s by its clock, which is later than now: it is not known which run is the newest", o.ID,
		words.Time(o.Started)))
}

// noteOlder returns the reason why o is read, although the run newest was made to count later.
func noteOlder(newest, o *Opened) Note {
	switch {
	case newest.IsContexts() || newest.ID == o.ID || !o.HasCounts():
		return Note{}
	case newest.Refused:
		return Note{fmt.Sprintf("the numbers are of run %s, the newest with counts: run %s was refused", o.ID,
			newest.ID), true}
	case newest.NotFinished:
		return Note{fmt.Sprintf("the numbers are of run %s, the newest with counts: run %s is not finished (it "+
			"still runs, or jprof failed)", o.ID, newest.ID), true}
	case !newest.HasCounts():
		return Note{fmt.Sprintf("the numbers are of run %s, the newest with counts: run %s has no counts", o.ID,
			newest.ID), false}
	}
	return Note{fmt.Sprintf("the numbers are of run %s, the newest that has run all of its tests: run %s has not "+
		"(%s)", o.ID, newest.ID, newest.HowEnded()), false}
}

// noneIn returns an error if the run o has no data of the wanted kind. list is nil if the user named o. Otherwise o is
// the newest run of list, and the hints name an older run with such data.
func (w Want) noneIn(o *Opened, list List) error {
	switch {
	case w == WantNewest && list != nil && !o.HasCounts():
		return noCounts(o, list.Last(Run.HasCounts))
	case w == WantTests && !o.HasTests():
		err := &NoTestsError{Run: o.Run}
		if older := list.Last(Run.HasTests); older != nil {
			err.Newest = &older.Run
		}
		return err
	case w == WantContexts && !o.HasContexts():
		what, hint := "run "+o.ID, "run it again with --contexts: "+o.Again("--contexts", false)
		if list != nil && o.IsContexts() {
			what = fmt.Sprintf("the newest run with --contexts, %s of %s,", o.ID, o.When())
			if older := list.Last(Run.HasContexts); older != nil {
				hint += fmt.Sprintf("; or name an older run: --run %s, of %s, is the newest with contexts", older.ID,
					older.When())
			}
		}
		return NoRun(term.Errorf(hint, "%s has no contexts: %s", what, o.NoContexts()))
	}
	return nil
}

// noCounts returns the error for the newest run, o, which has no counts. older is a run with counts; nil for none.
func noCounts(o, older *Opened) error {
	var hints []string
	if o.ExitCode == 0 { // otherwise it would fail again
		hints = append(hints, "measure again")
	}
	if older != nil {
		hints = append(hints, fmt.Sprintf("name another run: --run %s is the newest that has counts", older.ID))
	}
	err := fmt.Errorf("the newest run, %s, has no counts: %s", o.ID, o.NoCounts())
	if len(hints) > 0 {
		err = term.Errorf(strings.Join(hints, ", or "), "%w", err)
	}
	return NoRun(err)
}
