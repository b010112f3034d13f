package unused

import (
	"fmt"
	"slices"
	"time"

	"jprof/internal/util/words"
)

// Seen holds where code was observed: in JVMs that have the code, whether they executed it or not.
type Seen struct {
	Days     int      `json:"days"` // days (UTC) on which such JVMs were seen
	Hosts    []string `json:"hosts"`
	Versions []string `json:"versions"`
}

// Observed describes what was observed, and what was not.
type Observed struct {
	Services     bool // the counts are those of services; false for those of a run of tests or a program
	Applications []string
	Environments []string
	Versions     []string
	Hosts        []string
	JVMs         int
	Since        time.Time // the first day of the time that was asked for; zero for all
	Now          time.Time // the last day of that time
	Days         []string  // the days (UTC) with data, ascending: 2006-01-02; "" for data of an unknown day
	// NeverSeen lists the applications and environments that were asked for and are in no data.
	NeverSeen []string
}

// day is the form of days.
const day = "2006-01-02"

// Missing lists the days without data from Since to Now, or between the first and the last day with data.
func (o Observed) Missing() (list []string) {
	days := slices.DeleteFunc(slices.Clone(o.Days), func(d string) bool { return d == "" })
	if len(days) == 0 || !o.Services {
		return nil
	}
	from, err := time.Parse(day, days[0])
	to, errTo := time.Parse(day, days[len(days)-1])
	if err != nil || errTo != nil {
		return nil
	}
	if !o.Since.IsZero() {
		from, to = o.Since.UTC().Truncate(24*time.Hour), o.Now.UTC().Truncate(24*time.Hour)
	}
	for d := from; !d.After(to) && len(list) < maxDays; d = d.AddDate(0, 0, 1) {
		if text := d.Format(day); !slices.Contains(days, text) {
			list = append(list, text)
		}
	}
	return list
}

// maxDays limits the days that Missing lists: ten years.
const maxDays = 3660

// Warnings lists what was not observed, so that "nobody looked" is not taken for "nobody ran".
func (o Observed) Warnings() (list []string) {
	for _, name := range o.NeverSeen {
		list = append(list, "nobody looked: there is no data of "+name)
	}
	switch missing := o.Missing(); {
	case len(missing) == 1:
		list = append(list, "nobody looked on "+missing[0]+": there is no data of this day")
	case len(missing) > 1:
		asked := ""
		if !o.Since.IsZero() {
			asked = fmt.Sprintf(" since %s", o.Since.UTC().Format(day))
		}
		list = append(list, fmt.Sprintf("nobody looked on %s of the %s%s: there is no data of %s",
			words.Thousands(uint64(len(missing))), words.Plural(len(missing)+len(o.Days), "day"), asked,
			ranges(missing)))
	}
	if !o.Services {
		list = append(list, "no service was observed: this is what one run did not execute")
	}
	return list
}

// ranges shortens days that follow one another: 2026-11-03 to 2026-11-07.
func ranges(days []string) string {
	var list []string
	for i := 0; i < len(days); {
		k := i
		for k+1 < len(days) && follows(days[k], days[k+1]) {
			k++
		}
		text := days[i]
		if k > i {
			text += " to " + days[k]
		}
		list = append(list, text)
		i = k + 1
	}
	return words.Few(list, maxRanges)
}

// maxRanges limits the ranges of days that a warning lists.
const maxRanges = 4

func follows(a, b string) bool {
	x, err := time.Parse(day, a)
	return err == nil && x.AddDate(0, 0, 1).Format(day) == b
}

// Lines describe what was observed, each with a name: applications, environments, versions, hosts, days, JVMs.
func (o Observed) Lines() (list [][2]string) {
	add := func(name string, values []string) {
		if len(values) > 0 {
			list = append(list, [2]string{words.Capital(words.Form(len(values), name, name+"s")), words.Listed(values)})
		}
	}
	add("application", o.Applications)
	add("environment", o.Environments)
	add("version", o.Versions)
	add("host", o.Hosts)
	if n := len(o.Days); n > 0 {
		text := o.Days[0]
		if n > 1 {
			text = fmt.Sprintf("%d, from %s to %s", n, o.Days[0], o.Days[n-1])
		}
		if text == "" {
			text = "unknown"
		}
		list = append(list, [2]string{words.Form(n, "Day", "Days"), text})
	}
	return append(list, [2]string{words.Form(o.JVMs, "JVM", "JVMs"), words.Thousands(uint64(o.JVMs))})
}
