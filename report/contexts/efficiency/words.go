package efficiency

import (
	"fmt"
	"slices"
	"strings"

	"jprof/internal/util/words"
	"jprof/report/contexts/contextview"
)

// Explained holds the texts about a list.
type Explained struct {
	Name    string // "no effect"
	Meaning string // the methods in it
	Advice  string // advice on them
}

// Explain describes a list. Name and meaning have no capitals, the advice is sentences.
func (r *Result) Explain(l List) Explained {
	e := [kinds]Explained{
		NoSideEffect: {Meaning: "change nothing that others see, and write no output: what they return is all they " +
			"give",
			Advice: "Call them less often. Keep a result instead of computing it again, or compute it in a cheaper " +
				"way: nothing else depends on the call."},
		NoEffect: {Meaning: "change nothing that others see, write no output, and return and throw nothing",
			Advice: "Find out why they are called. Often it is a check that never fails, a log that is off, or a " +
				"method that is empty here. Check once instead of each time, or remove the call."},
		LowEfficiency: {Meaning: "leave little for what they cost: their efficiency is below " +
			threshold(r.Options.LowEfficiency),
			Advice: "Look for a cheaper way to the same result. A method that only finds an object that exists has " +
				"no value by this measure, as it writes nothing: --value-types pkg.Type counts results of such " +
				"types."},
		Capturing: {Meaning: "make objects and write values that nobody outside of them ever sees",
			Advice: "Look for what is made only to be thrown away: copies, buffers, iterators, boxed numbers, texts " +
				"for messages that nobody reads."},
	}[l]
	e.Name = strings.ReplaceAll(l.String(), "-", " ")
	switch {
	case l == Capturing:
		e.Name = "discarded writes"
	case l == NoSideEffect:
		e.Name = "only a result"
	case l == NoEffect && !r.Options.Unknown:
		e.Meaning += ". Beware: the rules of the paper miss the effects of code without contexts"
	}
	return e
}

// Size returns the size of a list in words: "2 methods, with 5.5 % of the cost".
func (r *Result) Size(l List) string {
	n := uint64(len(r.In(l)))
	s := contextview.Counted(n, "method")
	part, of := r.Share(l)
	switch {
	case n == 0:
		return "no method"
	case l == Capturing:
		return s + ", " + contextview.Counted(r.Total.Captured, "discarded write")
	}
	return s + ", with " + contextview.Percent(part, of) + " of the cost"
}

// Line is a number with its name and meaning.
type Line struct{ Name, Number, Meaning string }

// Overview returns the numbers of the program, each with its meaning.
func (r *Result) Overview() []Line {
	t, c := &r.Total, r.Concentration()
	share := contextview.Percent
	lines := []Line{
		{"cost", words.Thousands(t.Cost), r.costs(c.Arraycopy)},
		{"writes", words.Thousands(t.Writes), "into fields and arrays, and objects and arrays that were made"},
		{"escaping", words.Thousands(t.Escaping), share(t.Escaping, t.Writes) + " of the writes: they reached static " +
			"fields, output, or the arguments, result or exception of the first method of a thread"},
		{"discarded", words.Thousands(t.Captured), share(t.Captured, t.Writes) + " of the writes: nobody but the " +
			"method, and what it called, ever saw them"},
		{"output", words.Thousands(t.Output), "writes that reached a file, socket, stream, the console or a log" +
			r.limitsOfOutput()},
		{"efficiency", Percent(t.Output, t.Cost), "output / cost; of a method it is value / cost"},
	}
	if t.Captured > 0 {
		lines[3].Meaning += fmt.Sprintf(" (%s in one context, %s in one method, %s in ten)",
			share(c.Node, t.Captured), share(c.Method, t.Captured), share(c.Ten, t.Captured))
	}
	if c.Arraycopy > 0 {
		lines[1].Meaning += " (" + share(c.Arraycopy, t.Writes) + " by System.arraycopy)"
	}
	return lines
}

// coversJDK reports whether the JDK was recorded, at least in some JVMs.
func (r *Result) coversJDK() bool { return strings.Contains(r.About.Coverage, "all") }

// limitsOfOutput returns a text about how far the number of output is from the truth.
func (r *Result) limitsOfOutput() string {
	if r.coversJDK() {
		return ", at most: an object reaches it as a whole, with all that was ever written into it, and so do " +
			"buffers and tables of the JDK"
	}
	return ". With --contexts=app only those into objects that the program's own code handed over: texts and buffers " +
		"that the JDK makes are in no number, so the efficiency of the program says little"
}

// costs returns the parts of the program's cost in words: it differs from the bytecodes of jprof contexts. copied is
// the number of elements that System.arraycopy copied.
func (r *Result) costs(copied uint64) string {
	s, o := "bytecodes that were executed", &r.Options
	if o.ArraycopyCost > 0 && copied > 0 {
		s += fmt.Sprintf(", and %d for each of the %s elements that System.arraycopy copied", o.ArraycopyCost,
			words.Thousands(copied))
	}
	if o.CloneCost > 0 {
		s += fmt.Sprintf(", and %d for each element that clone() copied", o.CloneCost)
	}
	if r.coversJDK() {
		s += "; that of the constructor of Object, which does nothing, is omitted"
	}
	return s
}

// Titles returns the titles of the columns with numbers of a list. The first column gives the order of the list.
func Titles(l List) []string {
	if l == Capturing {
		return []string{"discarded", "share", "value", "efficiency", "cost", "contexts"}
	}
	return []string{"cost", "share", "value", "efficiency", "discarded", "contexts"}
}

// Cells returns the numbers of a method for the columns of Titles.
func (r *Result) Cells(m *Method, l List) []string {
	with := m.With[l]
	first, last := with.Cost, with.Captured
	if l == Capturing {
		first, last = last, first
	}
	part, of := r.ShareOf(m, l)
	return []string{words.Thousands(first), contextview.Percent(part, of), words.Thousands(with.Value),
		Percent(with.Value, with.Cost), words.Thousands(last), m.Places(l)}
}

// Columns returns the titles in tables of methods, each with its meaning.
func (r *Result) Columns() []Line {
	return []Line{
		{Name: "cost", Meaning: "bytecodes of the method, and of all that it called, and what copied elements count"},
		{Name: "value", Meaning: "writes that others can see, and 1 for each call whose result is a number" +
			r.valued()},
		{Name: "efficiency", Meaning: "value / cost"},
		{Name: "discarded", Meaning: "writes that nobody outside of the method ever saw: its own, and those that " +
			"escaped what it called. A write counts where it is discarded, not above"},
		{Name: "share", Meaning: "of the cost of the program. What another context of the list has called adds " +
			"nothing, so that the shares add up to the heading. In the list of discarded writes: of all of these"},
		{Name: "contexts", Meaning: "how many call chains lead to it; 2/3: it is in the list in 2 of 3 of them, and " +
			"the numbers are those of the 2"},
	}
}

// valued ends a phrase about results that count as value. The phrase has begun with "a number".
func (r *Result) valued() string {
	var names []string
	for _, t := range r.Options.ValueTypes {
		names = append(names, strings.TrimPrefix(t, "java.lang."))
	}
	if len(names) == 0 {
		return ", character or boolean"
	}
	return ", character, boolean or " + words.Either(names)
}

// mostMade limits the types that are named.
const mostMade = 5

// Meanings returns the numbers of a method, each with its meaning.
func (m *Method) Meanings() []Line {
	n := &m.Numbers
	lines := []Line{
		{"calls", words.Thousands(n.Invocations),
			"of the method, in " + contextview.Counted(m.Contexts, "context")},
		{"cost", words.Thousands(n.Cost), "bytecodes, with all that it called"},
		{"value", words.Thousands(n.Value), "of use to others: writes that escape, and results"},
		{"efficiency", Percent(n.Value, n.Cost), "value / cost"},
		{"writes", words.Thousands(n.Writes), words.Thousands(n.Local) + " of them by its own code"},
		{"escaping", words.Thousands(n.Escaping), "writes that others can see when it has ended" + m.ways()},
		{"discarded here", words.Thousands(n.Captured),
			"writes of its own, or that escaped what it called, that nobody outside of it ever saw"},
		{"discarded below", words.Thousands(n.NotEscaping - min(n.NotEscaping, n.Captured)),
			"by what it called; together with those escaping and discarded here, these are all writes"},
	}
	if total, made := m.Made(mostMade); total > 0 {
		lines = slices.Insert(lines, len(lines)-1, Line{"of these made", words.Thousands(total),
			"objects and arrays, by it or what it called: " + made})
	}
	return lines
}

// ways lists the ways in which writes escape, with their counts.
func (m *Method) ways() string {
	n, s, first := &m.Numbers, "", ": "
	add := func(count uint64, format string, args ...any) {
		if count > 0 {
			s += first + words.Thousands(count) + " " + fmt.Sprintf(format, args...)
			first = ", "
		}
	}
	add(n.Operand, "into its arguments")
	add(n.Global, "into static fields")
	add(n.Returned-min(n.Returned, n.Thrown), "into what it returned")
	add(n.Thrown, "into what it threw")
	var kinds []string
	for k, count := range n.Outputs {
		if count > 0 {
			kinds = append(kinds, Kind(k).String()+" "+words.Thousands(count))
		}
	}
	add(n.Output, "to output (%s)", strings.Join(kinds, ", "))
	return s
}

// Of lists the names of the lists that a method as a whole is in.
func (m *Method) Of() []string {
	names := []string{}
	for _, l := range Lists {
		if m.Numbers.In(l) {
			names = append(names, l.String())
		}
	}
	return names
}

// Places returns the number of contexts in which a method is in a list, such as 12/14, or 14 if it is in all of them.
func (m *Method) Places(l List) string {
	if n := m.With[l].Number; n < m.Contexts {
		return words.Thousands(n) + "/" + words.Thousands(m.Contexts)
	}
	return words.Thousands(m.Contexts)
}

// threshold returns a number of millionths as a percentage, such as 0.1 %.
func threshold(millionths uint64) string {
	text := fmt.Sprintf("%d.%04d", millionths/10_000, millionths%10_000)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + " %"
}
