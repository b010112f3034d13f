package cct

import (
	"fmt"
	"strings"

	"jprof/internal/util/words"
)

// NoteKind is the subject of a note.
type NoteKind string

// The kinds of notes.
const (
	UpperBound NoteKind = "upper-bound"   // numbers are larger than what ran
	Beyond     NoteKind = "beyond"        // calls beyond the limit of contexts
	Lost       NoteKind = "lost"          // JVMs without an end, damaged files, calls that are not counted as they ran
	Incomplete NoteKind = "incomplete"    // class files missing, values below 0
	Uncovered  NoteKind = "not-covered"   // code without nodes
	Agent      NoteKind = "agent"         // an agent of the user was switched off, or has cleared contexts
	Timed      NoteKind = "times"         // the clock of times, and samples that are missing
	Told       NoteKind = "informational" // folds and other choices
)

// Note is a sentence about the run that each output prints with its numbers.
type Note struct {
	Kind NoteKind `json:"kind"`
	Text string   `json:"text"`
}

// larger is the factor of the limit of contexts that WithinLimit advises, and heapBytes the bytes of the heap that each
// context needs then: an eighth of the heap is for contexts, and they have 100 to 150 bytes each.
const (
	larger    = 4
	heapBytes = 8 * 150
)

// WithinLimit advises how to record a run again so that no calls are beyond its limit of contexts.
func WithinLimit(limit uint64, coverage, recursion string) string {
	var ways []string
	if coverage != "app" {
		ways = append(ways, "--contexts=app")
	}
	most := "a larger --max-contexts" // the limit is not known
	if limit > 0 {
		most = fmt.Sprintf("--max-contexts %d and -Xmx%dg for the JVM", larger*limit,
			(larger*limit*heapBytes+1<<30-1)>>30)
	}
	ways = append(ways, most)
	if recursion != "folded" {
		ways = append(ways, "--recursion folded if methods call themselves")
	}
	return "To have all callers, record the run with " + words.Either(ways) + ", or choose its classes: " +
		"contexts.include and contexts.exclude in jprof.yaml"
}

// maxNamed limits the names that a note lists.
const maxNamed = 5

// Notes returns the reservations about the numbers of the tree: losses, bounds, and code that is not covered.
func (t *Tree) Notes() []Note {
	var notes []Note
	add := func(kind NoteKind, format string, args ...any) {
		notes = append(notes, Note{kind, fmt.Sprintf(format, args...)})
	}
	a := &t.About
	if strings.Contains(a.Blocks, "fast") {
		add(UpperBound, "bytecodes: upper bound: blocks count as a whole where an exception leaves them (fast blocks)")
	}
	notes = append(notes, a.FromNotes()...)
	switch {
	case !t.Has(Bytecodes):
		add(Incomplete, "bytecodes and allocations are unknown: the run recorded calls only (--blocks calls)")
	case strings.Contains(a.Blocks, "calls"):
		add(Incomplete, "bytecodes and allocations of some JVMs are unknown: they recorded calls only (--blocks calls)")
	}
	ways := WithinLimit(a.Limit, a.Coverage, a.Recursion)
	switch root := t.BeyondRoot(); {
	case root < 0:
	case len(a.From) > 0:
		add(Beyond, "there were calls beyond the limit of %s (--max-contexts), or of an eighth of the heap (-Xmx). "+
			"Those of the methods named here are below %s; others are omitted, as it is not known who called them. "+
			"So inclusive numbers, and all numbers below these methods, are lower bounds (≥). %s",
			words.Plural(int(a.Limit), "context"), BeyondThread, ways)
	default:
		of := "Calls"
		if a.Threads {
			of = "They are of all threads, as jprof does not know the thread of each. If they are included, calls"
		}
		add(Beyond, "%s with %s were beyond the limit of %s (--max-contexts), or of an eighth of the heap (-Xmx): "+
			"they are below %s, with one node for each method. %s and exclusive numbers of methods are exact. "+
			"Inclusive numbers are lower bounds (≥): those of the callers do not include these calls. %s",
			words.Plural(int(t.TotalOf(Calls, root)), "call"),
			words.Plural(int(t.TotalOf(Bytecodes, root)), "bytecode"), words.Plural(int(a.Limit), "context"),
			BeyondThread, of, ways)
	}
	notes = append(notes, a.LostNotes(t.Contexts() == 0)...)
	if a.Unmade > 0 {
		add(Lost, "%s without elements may not have been made (≤): where a JVM was killed, methods that still ran "+
			"count as if they had ended", words.Plural(int(a.Unmade), "array"))
	}
	for _, text := range a.Damaged {
		add(Lost, "jprof read only what is before the damage: %s", text)
	}
	notes = append(notes, a.stoppedNotes()...)
	if a.Negative > 0 {
		add(Incomplete, "%s below 0, shown as 0: another agent changed a class after jprof's agent, or a method "+
			"ended in a way that jprof cannot count", words.Plural(int(a.Negative), "value"))
	}
	if a.Contrary > 0 {
		add(Incomplete, "the counts of %s contradict each other: the JVM wrote them while threads ran, or another "+
			"agent changed the class", words.Plural(int(a.Contrary), "context"))
	}
	if len(a.Ambiguous) > 0 {
		add(Told, "%s calls this(...) or super(...) of several constructors, which no Java compiler generates. The "+
			"counts of objects are exact all the same, as jprof counts them at the instruction new",
			Named(a.Ambiguous))
	}
	if len(a.Missing) > 0 {
		add(Incomplete, "bytecodes and allocations of %s are unknown, as jprof cannot read the class file: %s",
			words.Form(len(a.Missing), "a class", fmt.Sprintf("%d classes", len(a.Missing))), Named(a.Missing))
	}
	if len(a.Apart) > 0 {
		add(Told, "kept apart, as JVMs loaded different code of the same name: %s", Named(a.Apart))
	}
	for _, e := range a.Excluded {
		add(Uncovered, "not covered: %s: %s", e.What, e.Reason)
	}
	notes = append(notes, t.lossNotes()...)
	for _, problem := range a.Agents {
		add(Agent, "the agent %s", problem)
	}
	return notes
}

// LostNotes describes counts that are lost because a JVM did not, or could not, write them. none is true for a run
// without contexts.
func (a *About) LostNotes(none bool) []Note {
	var notes []Note
	add := func(format string, args ...any) { notes = append(notes, Note{Lost, fmt.Sprintf(format, args...)}) }
	switch jvms := words.Plural(a.Snapshots, "JVM"); {
	case a.Snapshots == 0:
	case none && a.Snapshots == a.JVMs && !a.Threads && len(a.From) == 0:
		add("%s had not yet written %s first contexts (killed, crashed, or still running; a JVM writes them after "+
			"one second): all contexts are lost", jvms, words.Form(a.Snapshots, "its", "their"))
	default:
		add("%s had not written the last contexts (killed, crashed, or still running): up to 30 seconds of %s are lost",
			jvms, words.Form(a.Snapshots, "it", "each"))
	}
	if a.Lost > 0 {
		one := int(a.Lost)
		add("%s: the JVM had no memory or stack left for %s",
			words.Form(one, "1 call or exception was not counted",
				words.Thousands(a.Lost)+" calls or exceptions were not counted"),
			words.Form(one, "it", "them"))
	}
	for _, text := range a.Unread {
		add("%s", text)
	}
	return notes
}

// stoppedNotes explains the counts of calls that had not ended when the JVM did. Exact counts, up to the instruction
// that a call had reached, require no note.
func (a *About) stoppedNotes() []Note {
	switch {
	case a.Unplaced > 0:
		return a.UnplacedNotes()
	case a.Guessed > 0:
		return []Note{{Told, stillRunning(a.Stopped,
			"It is counted up to the line that it had reached; the call within that line is not known",
			"They are counted up to the lines that they had reached; for "+words.Thousands(a.Guessed)+
				" of them the call within the line is not known")}}
	}
	return nil
}

// UnplacedNotes returns a note if calls were still running when their JVM ended, and the places of some of them are not
// known. Otherwise it returns nil.
func (a *About) UnplacedNotes() []Note {
	if a.Unplaced == 0 {
		return nil
	}
	return []Note{{Lost, a.unplaced()}}
}

func (a *About) unplaced() string {
	const ended = "counted as if %s had ended, as jprof does not know how far %s had run"
	if a.Stopped == 0 {
		return stillRunning(a.Unplaced, "It is "+fmt.Sprintf(ended, "it", "it"),
			"They are "+fmt.Sprintf(ended, "they", "they"))
	}
	all := a.Stopped + a.Unplaced
	text := stillRunning(all, "", words.Thousands(a.Stopped)+words.Form(int(a.Stopped), " is", " are")+
		" counted up to the place that each had reached")
	if a.Guessed > 0 {
		text += ", " + words.Thousands(a.Guessed) + " of them only up to the line"
	}
	it := words.Form(int(a.Unplaced), "it", "they")
	return text + "; " + words.Thousands(a.Unplaced) + words.Form(int(a.Unplaced), " is ", " are ") +
		fmt.Sprintf(ended, it, it)
}

// FromNotes returns a note with the methods at which the tree starts, if From names some.
func (a *About) FromNotes() []Note {
	if len(a.From) == 0 {
		return nil
	}
	return []Note{{Told, fmt.Sprintf("only %s, and the calls below: the rest of the run is omitted, the callers too",
		words.Listed(a.From))}}
}

// lossNotes returns a note for each reason of losses, in the order in which they first appear.
func (t *Tree) lossNotes() []Note {
	byReason := map[string][]string{}
	var reasons []string
	for _, l := range t.Losses {
		if _, ok := byReason[l.Reason]; !ok {
			reasons = append(reasons, l.Reason)
		}
		byReason[l.Reason] = append(byReason[l.Reason], l.String())
	}
	var notes []Note
	for _, reason := range reasons {
		notes = append(notes, Note{Uncovered, fmt.Sprintf("not covered: %s: %s", Named(byReason[reason]), reason)})
	}
	return notes
}

// Named returns the first names of a list, and the number of further names.
func Named(names []string) string {
	if len(names) <= maxNamed {
		return words.Listed(names)
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:maxNamed], ", "), len(names)-maxNamed)
}

// stillRunning returns a note about n calls that were still running when their JVM ended. The note ends with the second
// text if n is 1, else with the third one.
func stillRunning(n uint64, one, several string) string {
	return words.Plural(int(n), "call") + words.Form(int(n), " was", " were") + " still running when the JVM ended. " +
		words.Form(int(n), one, several)
}
