package watch

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"jprof/internal/runs/live"
	"jprof/internal/util/printable"
	"jprof/internal/util/words"
)

// rows returns the number of rows that are shown at a time, below the heading and, for methods, the head of the table.
func (m *model) rows() int {
	n := m.height - len(m.heading()) - 1
	if m.shown == showMethods {
		n--
	}
	return max(1, n)
}

// View is the text of the screen.
func (m *model) View() tea.View {
	lines := append(m.heading(), m.body()...)
	for len(lines) < m.height-1 {
		lines = append(lines, "")
	}
	lines = append(lines[:max(0, min(len(lines), m.height-1))], m.footer())
	for i, line := range lines {
		lines[i] = ansi.Truncate(line, m.width, "…")
	}
	v := tea.NewView(strings.Join(lines, "\n"))
	v.AltScreen, v.WindowTitle = true, "jprof watch"
	return v
}

// wrapped returns lines that are no longer than a width. A line of one word, such as a path, continues without an
// indent.
func wrapped(lines []string, width int) (list []string) {
	for _, line := range lines {
		line = strings.TrimRight(line, " ")
		text := strings.TrimLeft(line, " ")
		if !strings.Contains(text, " ") {
			list = append(list, strings.Split(ansi.Hardwrap(line, max(1, width), true), "\n")...)
			continue
		}
		indent := line[:len(line)-len(text)]
		for part := range strings.SplitSeq(ansi.Wrap(text, max(20, width-len(indent)), " "), "\n") {
			list = append(list, indent+part)
		}
	}
	return list
}

// bold and faint are styles.
func bold(s string) string  { return "\x1b[1m" + s + "\x1b[m" }
func faint(s string) string { return "\x1b[2m" + s + "\x1b[m" }

// heading returns the lines above the rows: six, or more where some are longer than the width.
func (m *model) heading() []string {
	title := bold("jprof watch")
	if m.run != nil {
		title += "  " + printable.Text(m.update.State.Project)
	}
	lines := []string{title, m.command(), m.doing(), m.sums()}
	if len(m.final) > 2 {
		for _, line := range m.final[2:] {
			lines = append(lines, printable.Text(line))
		}
	}
	if m.run == nil && m.builder == nil {
		lines[1] = "nothing runs here: start jprof mvn, jprof gradle or jprof run in this project"
	}
	if now := runningNow(m.update, m.now()); m.run != nil && !m.hasEnded && now != "" {
		lines = append(lines, printable.Text(now))
	}
	return append(wrapped(append(lines, m.status()), m.width), "")
}

// command is the command line of the run, or of the build.
func (m *model) command() string {
	if m.run == nil {
		return printable.Text(m.line)
	}
	s := m.update.State
	line := words.Command(s.Command)
	if s.Label != "" {
		line += "  (" + s.Label + ")"
	}
	return printable.Text(line)
}

// doing returns a line on the run: its activity, or its end.
func (m *model) doing() string {
	switch {
	case m.hasEnded && len(m.final) > 0 && !m.building:
		return bold(printable.Text(m.final[0]))
	case m.hasEnded && !m.building && m.stopped:
		return bold("cancelled, and no run was saved")
	case m.hasEnded && !m.building:
		return bold(notSaved)
	case m.run == nil || m.hasEnded:
		if m.building {
			return "jprof starts"
		}
		return ""
	case m.builder != nil && !m.building:
		return "the build has ended"
	}
	return describe(m.update, m.output.begun(), m.now())
}

// notSaved is for a run that has ended without a trace.
const notSaved = "it has ended, and no run was saved"

// describe returns a line on a running run: its phase, with the step of its build, its time so far, its JVMs and tests.
func describe(u live.Update, step string, now time.Time) string {
	parts := []string{string(u.State.Phase)}
	if u.State.Round > 1 {
		parts[0] += fmt.Sprintf(" (round %d)", u.State.Round)
	}
	if step = cmp.Or(u.Step, step); step != "" && u.State.Phase == live.Building {
		parts[0] += " " + printable.Text(step)
	}
	parts = append(parts, words.Duration(now.Sub(u.State.Started).Truncate(time.Second)))
	if u.State.Contexts {
		return strings.Join(append(parts, "with --contexts there are no live counts"), ", ")
	}
	if u.JVMs != (live.JVMs{}) {
		parts = append(parts, fmt.Sprintf("%s alive, %d ended", words.Plural(u.JVMs.Alive, "JVM"), u.JVMs.Ended))
	}
	if u.Tests != nil {
		parts = append(parts, describeTests(u))
	}
	return strings.Join(parts, ", ")
}

// sums is the sums of main sources, or the totals of the saved run.
func (m *model) sums() string {
	if len(m.final) > 1 {
		return printable.Text(m.final[1])
	}
	if m.run == nil || m.update.State.Contexts || m.hasEnded {
		return ""
	}
	if m.update.JVMs == (live.JVMs{}) {
		return faint("no counts yet: no JVM with counters has started")
	}
	return sums(m.update) + faint("  (not final)")
}

// sums returns a line with the sums of main sources. A project with test sources only has those.
func sums(u live.Update) string {
	s, of := u.Main, ""
	if s.Files == 0 && u.Test.Files > 0 {
		s, of = u.Test, " of test sources"
	}
	covered := "0"
	if s.Regions > 0 {
		covered = fmt.Sprint(100 * s.Covered / s.Regions)
	}
	return fmt.Sprintf("%s executions, %s/s; %s of %s regions (%s %%)%s in %s",
		words.Thousands(s.Executions), words.Thousands(uint64(s.Rate)), words.Thousands(uint64(s.Covered)),
		words.Thousands(uint64(s.Regions)), covered, of, words.Plural(s.Files, "file"))
}

// status returns a line about an error, or about the build.
func (m *model) status() string {
	switch {
	case m.building && !m.ending.IsZero():
		then := ""
		if m.leaving {
			then = ", then jprof watch quits"
		}
		return bold("ending the build, "+words.Duration(m.now().Sub(m.ending).Truncate(time.Second))+then) +
			faint("; Ctrl-C again ends it sooner")
	case m.problem != "":
		return bold("problem: ") + printable.Text(m.problem)
	case m.building && m.runAll:
		return "all tests run when this build has ended"
	case m.building && m.run != nil && m.update.State.Selected != nil:
		return printable.Text(m.update.State.Selected.Text)
	case m.building:
		return faint(m.note)
	case m.builder == nil && m.hasEnded:
		return faint("waits for the next run")
	case m.builder != nil && len(m.changed) > 0:
		return "saved: " + printable.Text(filesOf(m.changed))
	case m.builder != nil && m.line != "":
		text := "waits until a file is saved"
		if m.stopped {
			text = "cancelled; " + text
		} else if m.code != 0 {
			text = fmt.Sprintf("exit code %d; %s", m.code, text)
		}
		return faint(text)
	}
	return ""
}

// filesOf names some files.
func filesOf(list []string) string {
	text := filepath.ToSlash(list[0])
	if more := len(list) - 1; more > 0 {
		text += fmt.Sprintf(" and %s more", words.Plural(more, "file"))
	}
	return text
}

// keys lists the keys and their actions.
var keys = [][2]string{
	{"q", "quit; a build that jprof watch has started is ended first"},
	{"a", "run all tests, also those that your change does not concern; after the build that runs"},
	{"r", "open the report on the run that has ended"},
	{"f", "show failed tests and what your change missed, and the table again"},
	{"o", "show the output of the build, and the table again"},
	{"s", "sort by executions, or by the rate"},
	{"/", "filter by words in the path or the name of a method; Enter keeps the filter, Esc removes it"},
	{"↑ ↓  j k", "scroll by a line"},
	{"PgUp PgDn  Space", "scroll by a page"},
	{"Home End  g G", "scroll to the start, to the end"},
	{"Ctrl-C", "end the build; again: end it sooner; without a build: quit"},
	{"?", "show these keys, and the table again"},
}

// body is the methods, what was found, the output of the build, or the keys.
func (m *model) body() []string {
	switch m.shown {
	case showKeys:
		lines := []string{bold("keys")}
		for _, k := range keys {
			lines = append(lines, left(k[0], 18)+k[1])
		}
		return lines
	case showFound:
		lines := wrapped(m.found, m.width)
		for i, line := range lines {
			lines[i] = printable.Text(line)
			if !strings.HasPrefix(line, " ") {
				lines[i] = bold(lines[i])
			}
		}
		return lines[min(m.first, len(lines)):min(m.first+m.rows(), len(lines))]
	case showOutput:
		var lines []string
		for _, line := range m.output.last(m.rows()) {
			lines = append(lines, strings.ReplaceAll(printable.Text(ansi.Strip(line)), "\t", "    "))
		}
		lines = wrapped(lines, m.width)
		return lines[max(0, len(lines)-m.rows()):]
	}
	return m.table()
}

// table is the methods.
func (m *model) table() []string {
	if m.run == nil || m.update.State.Contexts {
		return nil
	}
	shown := m.methods[min(m.first, len(m.methods)):min(m.first+m.rows(), len(m.methods))]
	heads := [2]string{"executions", "per second"}
	if m.byRate {
		heads[1] += "↓"
	} else {
		heads[0] += "↓"
	}
	columns := [2][]string{{heads[0]}, {heads[1]}}
	place := 0
	for _, x := range shown {
		columns[0] = append(columns[0], words.Thousands(x.Executions))
		columns[1] = append(columns[1], words.Thousands(uint64(x.Rate)))
		place = max(place, ansi.StringWidth(placeOf(x)))
	}
	var widths [2]int
	for i, column := range columns {
		for _, cell := range column {
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
	}
	// The method gets half of the width beside the numbers, or more. A place that has no room is only the name of the
	// file: the end of a path cannot be opened.
	most := (m.width - widths[0] - widths[1] - 6) / 2
	placed := placeOf
	if place > most {
		place = 0
		placed = func(x live.Method) string { return path.Base(placeOf(x)) }
		for _, x := range shown {
			place = max(place, ansi.StringWidth(placed(x)))
		}
	}
	place = max(len("place"), place)
	row := func(i int, at, name string) string {
		return strings.Join([]string{right(columns[0][i], widths[0]), right(columns[1][i], widths[1]), left(at, place),
			name}, "  ")
	}
	lines := []string{bold(row(0, "place", "method"))}
	for i, x := range shown {
		lines = append(lines, row(i+1, placed(x), printable.Text(x.Name)))
	}
	return lines
}

// placeOf returns the file and line of a method.
func placeOf(x live.Method) string { return fmt.Sprintf("%s:%d", printable.Text(x.Path), x.Line) }

// right and left fill a text to a width.
func right(s string, width int) string {
	return strings.Repeat(" ", max(0, width-ansi.StringWidth(s))) + s
}

func left(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-ansi.StringWidth(s)))
}

// footer is the line of the keys, or of the filter.
func (m *model) footer() string {
	if m.filtering {
		return "/" + printable.Text(m.filter) + "█  " + faint("Enter keeps, Esc removes")
	}
	line := "q quit"
	if m.builder != nil {
		line += "  a run all"
	}
	if m.report != "" {
		line += "  r report"
	}
	if len(m.found) > 0 {
		line += "  f found"
	}
	if m.builder != nil {
		line += "  o output"
	}
	line += "  s sort  / filter  ? keys"
	if m.building {
		line += "  Ctrl-C end build"
	}
	if m.filter != "" {
		line += "  filter: " + printable.Text(m.filter)
	}
	if n := m.length(); n > 0 {
		line += fmt.Sprintf("  %d to %d of %d", m.first+1, min(m.first+m.rows(), n), n)
		if n == most && m.shown == showMethods {
			line += " or more"
		}
	}
	return faint(line)
}
