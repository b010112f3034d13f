package cct

import (
	"fmt"
	"slices"
	"strings"

	"jprof/internal/format/jfr"
	"jprof/internal/util/words"
)

// AllNotes returns the reservations about all numbers of the tree, with those about times.
func (t *Tree) AllNotes() []Note { return slices.Concat(t.Notes(), t.TimeNotes(), t.WaitNotes()) }

// WaitNotes returns the reservations about what threads waited for.
func (t *Tree) WaitNotes() []Note {
	if t.Times == nil {
		return nil
	}
	text := fmt.Sprintf("waits are events of the recorder: those below %d ms are not recorded, nor threads that wait "+
		"in native code, or to the end of the JVM", jfr.WaitThreshold/1_000_000)
	if strings.Contains(t.About.Coverage, "all") {
		text += ". With --contexts=all there are none of files and sockets: code that records them would be in contexts"
	}
	return []Note{{Timed, text}}
}

// TimeNotes returns the reservations about the times of the tree. It returns none if the tree has no times.
func (t *Tree) TimeNotes() []Note {
	x := t.Times
	if x == nil {
		return nil
	}
	var notes []Note
	add := func(format string, args ...any) { notes = append(notes, Note{Timed, fmt.Sprintf(format, args...)}) }
	share := func(a jfr.Amount) string {
		return fmt.Sprintf("%.1f %% of the samples", 100*float64(a.Samples)/float64(max(1, x.All.Samples)))
	}
	add("times are %s, of %s in %s; in brackets is the confidence interval of 95 %%. They are those of the run with "+
		"the agent, whose recording takes time in each call and block: small methods that are called often seem slower",
		x.Clock.Name(), words.Plural(x.All.Samples, "sample"), words.Plural(x.JVMs, "JVM"))
	if x.Misses && x.Clock != jfr.CPU {
		add("samples of elapsed time are of threads that run Java code: they miss native code, waiting, some methods " +
			"of the JDK, and threads where many run")
	}
	for _, m := range x.Missing {
		add("no times of %s: %s", words.Plural(m.JVMs, "JVM"), m.Why)
	}
	if x.Lost > 0 {
		add("the recorder lost %s more: times may be too low", words.Plural(x.Lost, "sample"))
	}
	if x.Outside.Samples > 0 {
		add("%s are in no context, and in no number here: threads and code that are not recorded", share(x.Outside))
	}
	if x.Recording.Samples > 0 {
		add("%s are in code of the agent, and in no number here. The part of its code that is mixed with that of the "+
			"program is in its times", share(x.Recording))
	}
	if x.Partly.Samples > 0 {
		add("%s have methods between their contexts that were not called there as far as is recorded: they are at the "+
			"deepest context that matches", share(x.Partly))
	}
	if x.Cut.Samples > 0 {
		add("%s have stacks that are deeper than the recorder reads: they are at the first context that matches what "+
			"it has read, and totals of their callers may be too low", share(x.Cut))
	}
	return notes
}
