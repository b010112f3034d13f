package efficiency

import (
	"fmt"
	"math/bits"
	"strings"

	"jprof/internal/util/words"
	"jprof/report/contexts/cct"
)

// Percent returns a part in percent, with three decimals.
func Percent(part, of uint64) string {
	if of == 0 {
		return "-"
	}
	high, low := bits.Mul64(part%of, 100_000)
	thousandths, rest := bits.Div64(high, low, of)
	if rest >= of-rest {
		thousandths++
	}
	thousandths += part / of * 100_000
	return fmt.Sprintf("%d.%03d %%", thousandths/1000, thousandths%1000)
}

// Concentration counts captured writes: in the context with most, in the method with most, in the ten methods with
// most; and the writes that arraycopy made.
type Concentration struct{ Node, Method, Ten, Arraycopy uint64 }

// Concentration returns these numbers of the run.
func (r *Result) Concentration() Concentration {
	c := Concentration{Node: r.TopNode}
	for i, m := range r.In(Capturing) {
		switch {
		case i == 0:
			c.Method = m.Captured
			fallthrough
		case i < 10:
			c.Ten = cct.Add(c.Ten, m.Captured)
		}
	}
	for _, m := range r.Methods {
		if m.Class == "java.lang.System" && m.Name == "arraycopy" {
			c.Arraycopy = m.Writes
		}
	}
	return c
}

// Notes returns the reservations about the numbers.
func (r *Result) Notes() []cct.Note {
	var notes []cct.Note
	add := func(kind cct.NoteKind, format string, args ...any) {
		notes = append(notes, cct.Note{Kind: kind, Text: fmt.Sprintf(format, args...)})
	}
	notes = append(notes, r.About.FromNotes()...)
	if strings.Contains(r.About.Blocks, "fast") {
		add(cct.UpperBound, "numbers are upper bounds where exceptions are thrown: blocks count as a whole (fast "+
			"blocks)")
	}
	if strings.Contains(r.About.Recursion, "folded") {
		add(cct.UpperBound, "value is an upper bound for recursive methods: the value of their recursive calls is "+
			"not followed further (folded recursion)")
	}
	if r.Beyond > 0 {
		add(cct.Beyond, "%s were beyond the limit of contexts: their callers and callees are not known, so "+
			"their writes count as global, and their cost is their own only. %s", words.Plural(int(r.Beyond), "call"),
			cct.WithinLimit(r.About.Limit, r.About.Coverage, r.About.Recursion))
	}
	if len(r.Missing) > 0 {
		add(cct.Incomplete, "cost and writes of %s are unknown, as jprof cannot read the class file. All that was "+
			"passed to them counts as global: %s",
			words.Form(len(r.Missing), "a class", fmt.Sprintf("%d classes", len(r.Missing))), cct.Named(r.Missing))
	}
	if len(r.Damaged) > 0 {
		add(cct.Incomplete, "cost and writes of %s are unknown, as jprof cannot read the code. All that was passed "+
			"to them counts as global: %s",
			words.Form(len(r.Damaged), "a method", fmt.Sprintf("%d methods", len(r.Damaged))), cct.Named(r.Damaged))
	}
	if r.Contrary > 0 {
		add(cct.Incomplete, "the counts of %s contradict each other: the JVM wrote them while threads ran, or "+
			"another agent changed the class", words.Plural(int(r.Contrary), "context"))
	}
	notes = append(notes, r.About.LostNotes(false)...)
	notes = append(notes, r.About.UnplacedNotes()...)
	for _, p := range r.NoOutput {
		add(cct.Told, "efficiency.output in jprof.yaml has %s, but no code of the run is, or calls, such a method: is "+
			"it misspelt?", p)
	}
	for _, name := range r.NoValue {
		add(cct.Told, "no method of the run returns a value type %s: it changes no number", name)
	}
	return notes
}
