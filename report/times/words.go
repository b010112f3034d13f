package times

import (
	"fmt"
	"math"

	"jprof/internal/format/jfr"
	"jprof/internal/util/words"
)

// Percent returns a share of the time, 0 to 1, as text.
func Percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// PerText returns the self time of one execution, with its interval; – if it was not executed.
func (m *Model) PerText(c Cost) string {
	per, ok := m.PerExecution(c.Self, c.Count)
	if !ok && c.Count > 0 {
		return TooFew
	}
	return per.text(ok)
}

// TooFew is the text of a time for which there are too few samples.
const TooFew = "too few samples"

// text returns a time with its interval, – if it is not known.
func (p Per) text(known bool) string {
	if !known || p.Below {
		return p.short(known)
	}
	return fmt.Sprintf("%s (%s to %s)", Nanos(p.Nanos), Nanos(p.Low), Nanos(p.High))
}

// short returns a time without its interval, – if it is not known.
func (p Per) short(known bool) string {
	switch {
	case !known:
		return "–"
	case p.Below:
		return "< " + Nanos(p.High)
	}
	return Nanos(p.Nanos)
}

// Text returns an amount of time with its interval, – for no sample. misses reports whether code may have run without
// samples.
func Text(a Amount, misses bool) string {
	per, ok := Estimate(a, 1, misses)
	switch {
	case a.Samples == 0:
		return "–"
	case !ok:
		return TooFew
	}
	return per.text(ok)
}

// PerShort returns the self time of one execution without the interval, – if it is not known.
func (m *Model) PerShort(c Cost) string {
	per, ok := m.PerExecution(c.Self, c.Count)
	return per.short(ok)
}

// leastBound is the smallest upper bound that is reported. A smaller one would be rounded to 0.
const leastBound = 0.001

// CountersText describes the time that counters take, as far as it is known.
func (m *Model) CountersText() string {
	why := m.CountersUnknown()
	switch c, ok := m.Counters(); {
	case !ok || why != "":
	case c.Low <= 0:
		return fmt.Sprintf("counters took at most %s of the time: %s, which is within the noise",
			Percent(max(c.High, leastBound)), m.compared())
	default:
		return fmt.Sprintf("counters took %s of the time (%s to %s): %s", Percent(c.Share), Percent(c.Low),
			Percent(c.High), m.compared())
	}
	seen := Percent(m.Share(m.Samples.Count)) + " of the samples are in counters; those in counters that the " +
		"compiler has inlined are not included"
	if why != "" {
		seen += "; the whole time of counters is not known: " + why
	}
	return seen
}

// CountersUnknown returns the reason why the time of counters is not known, although it was to be measured; "" if it
// is.
func (m *Model) CountersUnknown() string {
	if c, ok := m.Counters(); ok && c.High < 0 {
		return m.compared() + ". The run without counters was slower by more than the noise, so the two cannot be " +
			"compared"
	}
	return m.Samples.NoPlain
}

// compared returns a text with the numbers of samples with counters, and without them.
func (m *Model) compared() string {
	return fmt.Sprintf("%s with counters, %s without", words.Plural(m.Samples.All.Samples, "sample"),
		words.Thousands(uint64(m.Samples.Plain.All.Samples)))
}

// Limits returns a sentence for each defect of the samples that affects lines, or methods.
func (m *Model) Limits(lines bool) []string {
	var list []string
	s := m.Samples
	if s.Clock != jfr.CPU {
		list = append(list, "samples of elapsed time miss some methods of the JDK, and threads where many run: times "+
			"may be too low")
	}
	if s.Lost > 0 {
		list = append(list, fmt.Sprintf("the recorder lost %s more: times may be too low",
			words.Plural(s.Lost, "sample")))
	}
	if lines && s.AtCalls {
		list = append(list, "lines are known at calls and ends of loops only: a time may belong to a line nearby")
	}
	if s.Cut > 0 {
		list = append(list, fmt.Sprintf("%.1f %% of the stacks are deeper than the recorder reads: totals of their "+
			"callers are too low", 100*float64(s.Cut)/float64(s.All.Samples)))
	}
	return list
}

// Nanos returns a time in nanoseconds as text with a unit and three digits.
func Nanos(n float64) string {
	for _, unit := range []string{"ns", "µs", "ms"} {
		if n < 999.5 {
			return threeDigits(n) + " " + unit
		}
		n /= 1000
	}
	return threeDigits(n) + " s"
}

func threeDigits(n float64) string {
	digits := 2
	if n >= 1 {
		digits = max(0, 2-int(math.Floor(math.Log10(n))))
	}
	return fmt.Sprintf("%.*f", digits, n)
}
