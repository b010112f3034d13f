package text

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"jprof/internal/util/printable"
	"jprof/internal/util/words"
	"jprof/report/tests/affected"
	"jprof/report/tests/change"
)

// AffectedOptions has the options for the output of a selection.
type AffectedOptions struct {
	Width int    // width of tables, 0 for any
	Since string // name of the state that the working tree is compared with
	Run   string // the ID of the run
	Rows  int    // maximum number of rows of each table
	All   bool   // each test has a row
}

// Affected writes the tests that a change may concern.
//
//	12 of 411 tests, for 2 changes since f3c172e9a
//	2.9 % of the tests: 10 executed what has changed, 2 did not pass before
//
//	changes since f3c172e9a
//	  change                        place
//	  Parser::next(): code changed  src/main/java/p/Parser.java:12
//
//	  test                reason
//	  p.ParserTest#reads  Parser::next(): code changed; executed it
//
// If there are too many rows, each class has one row. If there is only one change, reasons do not repeat it. If
// explanations were asked for, it writes these: see explained.
func Affected(w io.Writer, s *affected.Selection, facts []change.Fact, o AffectedOptions) error {
	b := bufio.NewWriter(w)
	if len(s.Explained) > 0 {
		explained(b, s.Explained, len(facts), o)
		return end(b, s)
	}
	n := uint64(len(s.Tests))
	if len(facts) == 0 && n == 0 && len(s.All) == 0 {
		what := "nothing"
		if len(s.Ignored)+len(s.Unread) > 0 {
			what = "nothing that tests depend on"
		}
		fmt.Fprintf(b, "no tests: %s has changed since %s\n", what, o.Since)
		return end(b, s)
	}
	late, early := changes(facts, o.Since, o.Run)
	if sh := s.Shard; sh != nil {
		fmt.Fprintf(b, "shard %d of %d: %s of %s, %s of %s by the times of the run\n", sh.Number, sh.Of,
			thousands(sh.Classes), words.Form(sh.OfClasses, "1 class", thousands(sh.OfClasses)+" classes"),
			words.Duration(sh.Time), words.Duration(sh.OfTime))
	}
	if s.Budget != nil {
		fmt.Fprintln(b, s.Budget.Note())
	}
	fmt.Fprint(b, howMany(s))
	if len(facts) > 0 || len(s.All) == 0 {
		fmt.Fprintf(b, ", for %s since %s", words.Plural(len(late.rows), "change"), o.Since)
	}
	if len(early.rows) > 0 {
		fmt.Fprintf(b, " and %d between the run and it", len(early.rows))
	}
	fmt.Fprintln(b)
	if grounds := s.Grounds(); grounds != "" && len(s.All) == 0 {
		fmt.Fprintf(b, "%.1f %% of the tests: %s\n", 100*float64(s.OfRun())/float64(max(1, s.Of)), grounds)
	}
	for _, t := range []*table{late, early} {
		if len(t.rows) > 0 {
			fmt.Fprintln(b)
			t.first(o).write(b, o.Width)
		}
	}
	if len(s.All) > 0 {
		why := &table{columns: []column{{"why all tests", code}}}
		for _, r := range s.All {
			why.add(r.Text())
		}
		why.first(o).write(b, o.Width)
		return end(b, s)
	}
	tests := &table{columns: []column{{"test", label}, {"reason", code}}}
	for i := range s.Tests {
		t := &s.Tests[i]
		tests.add(t.Label(), reasonOf(t, facts, false))
	}
	tests.rows = joinedInvocations(s.Tests, tests.rows)
	if len(tests.rows) > o.Rows && !o.All {
		tests = classes(s, facts)
	}
	if n > 0 {
		tests.first(o).write(b, o.Width)
	}
	if s.Budget != nil && len(s.Budget.Omitted) > 0 {
		omitted(s.Budget).write(b, o.Width)
	}
	if slices.ContainsFunc(s.Tests, func(t affected.Selected) bool { return t.Reasons[0].Rule == affected.Executed }) {
		fmt.Fprintln(b, "\nA change in a method selects the tests that executed the region around it: they "+
			"may now take another path.\n"+
			"If the run is of later sources, it selects those that executed the method.\n"+
			"A build with --affected also runs the tests that executed the rest of the method, to count it again.")
	}
	return end(b, s)
}

// omitted returns a table of the tests that do not fit into a budget.
func omitted(b *affected.Budget) *table {
	t := &table{columns: []column{{"omitted, as the budget is used up", label}}}
	for i := range b.Omitted {
		t.add(b.Omitted[i].Name())
	}
	return t.first(AffectedOptions{Rows: affected.MostOmitted})
}

// end writes the number of ignored files, and the rest of b.
func end(b *bufio.Writer, s *affected.Selection) error {
	if note := s.IdleFilesNote(); note != "" {
		fmt.Fprintln(b, note)
	}
	return flush(b)
}

// first keeps the first rows of a table.
func (t *table) first(o AffectedOptions) *table {
	t.of = len(t.rows)
	if !o.All {
		t.rows = t.rows[:min(t.of, o.Rows)]
	}
	return t
}

// changes returns two tables: the changes since a revision or run, and those between the run and the revision.
func changes(facts []change.Fact, since, run string) (late, early *table) {
	columns := []column{{"change", label}, {"place", path}}
	late = &table{heading: "changes since " + since, columns: columns}
	early = &table{heading: fmt.Sprintf("changes between run %s and %s", run, since), columns: columns}
	for i := range facts {
		t := late
		if facts[i].Earlier {
			t = early
		}
		t.add(printable.Text(facts[i].Text()), placeOf(&facts[i]))
	}
	return late, early
}

// howMany returns a text with the number of selected tests of the run, and that of other tests.
func howMany(s *affected.Selection) string {
	of := words.Plural(s.Of, "test")
	if len(s.All) > 0 {
		return "all " + of
	}
	known := s.OfRun()
	text := fmt.Sprintf("%s of %s", thousands(known), of)
	if more := len(s.Tests) - known; more > 0 {
		text += fmt.Sprintf(" and %s that the run does not have", thousands(more))
	}
	return text
}

// reasonOf returns the first reason of a test. With short, the text depends only on the rule, so that many tests have
// the same one.
func reasonOf(t *affected.Selected, facts []change.Fact, short bool) string {
	r := t.Reasons[0]
	if short {
		r.How = r.Rule.Words()
	}
	if len(facts) == 1 {
		r.Fact = nil
	}
	return r.Text()
}

// classes returns a table of the classes of selected tests, those with most first, each with its most frequent reason.
func classes(s *affected.Selection, facts []change.Fact) *table {
	type class struct {
		name    string
		tests   int
		of      int
		reasons map[string]int
	}
	byName := map[string]*class{}
	for i := range s.Tests {
		t := &s.Tests[i]
		c := byName[t.Class]
		if c == nil {
			c = &class{name: t.Class, of: s.OfClass[t.Class], reasons: map[string]int{}}
			byName[t.Class] = c
		}
		c.tests++
		c.reasons[reasonOf(t, facts, true)]++
		if t.New {
			c.of++
		}
	}
	list := slices.SortedFunc(maps.Values(byName), func(a, b *class) int {
		return cmp.Or(b.tests-a.tests, strings.Compare(a.name, b.name))
	})
	out := &table{columns: []column{{"tests", number}, {"of", number}, {"class", test}, {"reason", code}}}
	for _, c := range list {
		why := slices.SortedFunc(maps.Keys(c.reasons), func(a, b string) int {
			return cmp.Or(c.reasons[b]-c.reasons[a], strings.Compare(a, b))
		})
		text := why[0]
		if more := len(why) - 1; more > 0 {
			text += fmt.Sprintf(" (%d), and %s", c.reasons[why[0]], words.Plural(more, "other reason"))
		}
		out.add(thousands(c.tests), thousands(c.of),
			c.name, text)
	}
	return out
}

// joinedInvocations joins the rows for invocations of one test method that have the same reason.
func joinedInvocations(tests []affected.Selected, rows [][]string) [][]string {
	method := func(i int) string {
		t := tests[i].Test
		t.Invocation = ""
		return t.Name()
	}
	var out [][]string
	for i := 0; i < len(rows); {
		row, end := rows[i], i+1
		for end < len(rows) && tests[end].Invocation != "" && rows[end][1] == row[1] && method(end) == method(i) {
			end++
		}
		if end > i+1 {
			row = []string{fmt.Sprintf("%s (%d invocations)", method(i), end-i), row[1]}
		}
		out, i = append(out, row), end
	}
	return out
}

// placeOf returns the path and line of a fact.
func placeOf(f *change.Fact) string {
	if f.Line == 0 {
		return printable.Text(f.Path)
	}
	return fmt.Sprintf("%s:%d", printable.Text(f.Path), f.Line)
}
