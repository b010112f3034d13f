package html

import (
	"strconv"

	"jprof/report"
	"jprof/report/html/layout"
)

// filter is a list of choices above a table. The table shows only rows that have the word of the chosen option.
type filter struct {
	Title   string
	Key     string // rows have their words in the attribute data-KEY
	Choices []option
}

// option is a choice of a filter.
type option struct {
	Value string // the word, "" if the word is Text
	Text  string
}

func newFilter(title, key string, words []string) *filter {
	f := &filter{Title: title, Key: key}
	for _, word := range words {
		if word != "" {
			f.Choices = append(f.Choices, option{Text: word})
		}
	}
	return f
}

func (s *site) moduleFilter() *filter  { return newFilter("Module", "m", layout.Printables(s.modules)) }
func (s *site) packageFilter() *filter { return newFilter("Package", "p", s.packages) }
func setFilter(sets []string) *filter  { return newFilter("Source set", "s", sets) }

// stateFilters returns the filters by states.
func (s *site) stateFilters() []*filter {
	list := []*filter{{"Show", "x", stateOptions}}
	tests := &filter{Title: "Tests", Key: "x"}
	for _, o := range s.model.Origins {
		n := strconv.Itoa(int(o))
		tests.Choices = append(tests.Choices, option{"by" + n, "executed by " + o.String()},
			option{"not" + n, "executed, but not by " + o.String()})
	}
	if len(tests.Choices) > 0 {
		list = append(list, tests)
	}
	return list
}

var stateOptions = []option{
	{"all", "executed completely"}, {"some", "executed in part"}, {"none", "not executed"},
	{"hot", "hot: " + strconv.Itoa(hotShare) + " % of all executions"}, {"left", "with unmeasured code"},
}

// states returns the words with which classes and packages are filtered:
//
//	all, some, none   how many of its regions were executed
//	hot               see hotShare
//	left              something in it is omitted
//	by0, not0, ...    executed by tests of an origin, and executed, but not by tests of it
func (s *site) states(t report.Totals, hot bool) []string {
	var list []string
	if state := makeRatio(t.Regions).State; state != "" {
		list = append(list, state)
	}
	if hot {
		list = append(list, "hot")
	}
	if t.Unmeasured != (report.Omitted{}) {
		list = append(list, "left")
	}
	for _, o := range s.model.Origins {
		switch {
		case t.By[o].Regions > 0:
			list = append(list, "by"+strconv.Itoa(int(o)))
		case t.Regions.Covered > 0:
			list = append(list, "not"+strconv.Itoa(int(o)))
		}
	}
	return list
}
