package lsp

import (
	"slices"
	"strings"

	"jprof/internal/runs"
	"jprof/report"
	"jprof/report/follow"
)

// view has what is shown of a file beside an open text, line by line, so that it can follow each keystroke at no cost.
type view struct {
	counted *counted // nil if there are no counts
	lines   []line   // of the text
	methods []method // in the order of the text
	note    string   // why there are no counts, or less than all; "" for all of them
	// followed has the places in the text. It is nil after a change, until the text has been read again.
	followed *follow.Followed
}

// line has the counts of a line.
type line struct {
	counted  bool // it has a count
	count    uint64
	state    state
	from     int          // the line in the file of the run, from 1
	whole    []int        // the lines there that have the same code, and no other
	taken    report.Ratio // outcomes of branches
	outcomes []outcome    // of each branch
}

// outcome has the outcomes of a branch, and its code.
type outcome struct{ code, text string }

// texts returns the outcomes of the branches of a line, with their code if there are several.
func (l line) texts() []string {
	list := []string{}
	for _, o := range l.outcomes {
		if len(l.outcomes) > 1 {
			o.text = o.code + ": " + o.text
		}
		list = append(list, o.text)
	}
	return list
}

// mostCode limits the code of a branch that is shown, in bytes.
const mostCode = 40

// codeOf returns the code of a span in one line.
func codeOf(text []byte, s report.Span) string {
	end := min(int(s.End.Offset), len(text))
	code := strings.Join(strings.Fields(string(text[min(int(s.Start.Offset), end):end])), " ")
	if len(code) > mostCode {
		code = strings.ToValidUTF8(code[:mostCode], "") + "..."
	}
	return report.Printable(code)
}

// state is the state of a line.
type state string

// The states of lines.
const (
	executed    state = "executed"
	notExecuted state = "notExecuted"
	partly      state = "partly" // executed, but not all of its statements and outcomes
)

// method is a method of the text.
type method struct {
	title       string
	name        report.Pos // in the text, with LF as the end of lines
	first, last int        // lines, from 0
	line        int        // of its name, from 0
	count       uint64     // invocations
	state       methodState
	index       int // in the file of the run, -1 if it is not there
}

// methodState is the reason why a method has counts or not.
type methodState string

// The states of methods.
const (
	countedMethod  methodState = "counted"
	changedMethod  methodState = "changed" // since the run
	newMethod      methodState = "new"     // since the run
	excludedMethod methodState = "excluded"
)

// newView returns the view of a file that was followed to a text, which has LF at the end of its lines and this number
// of lines.
func newView(c *counted, f *follow.Followed, text []byte, lines int) *view {
	v := &view{counted: c, followed: f, lines: make([]line, lines)}
	counts := f.File.Lines()
	for _, l := range counts {
		if at := l.Line - 1; at < lines {
			v.lines[at] = line{counted: true, count: l.Count, from: f.RunLine(l.Line), whole: f.RunLines(l.Line),
				taken: l.Branches}
			switch {
			case l.Count == 0:
				v.lines[at].state = notExecuted
			case l.Branches.Covered < l.Branches.Total || l.Statements.Covered < l.Statements.Total:
				v.lines[at].state = partly
			default:
				v.lines[at].state = executed
			}
		}
	}
	for _, b := range f.File.Branches {
		if !b.Measured || !f.File.Due(b) {
			continue
		}
		if i := report.LineOf(counts, b); i >= 0 && counts[i].Line <= lines {
			at := counts[i].Line - 1
			v.lines[at].outcomes = append(v.lines[at].outcomes, outcome{codeOf(text, b.Span), b.Short()})
		}
	}
	v.addMethods(c)
	return v
}

// addMethods adds the methods of the text.
func (v *view) addMethods(c *counted) {
	add := func(m method, span report.Span) {
		m.first, m.last, m.line = int(span.Start.Line)-1, int(span.End.Line)-1, int(m.name.Line)-1
		v.methods = append(v.methods, m)
	}
	for i, m := range v.followed.File.Methods {
		if m.Span.End.Offset == 0 {
			continue // the text does not have it
		}
		is := countedMethod
		if !m.Measured {
			is = excludedMethod
		}
		title := report.MethodRef{File: c.file, Index: i}.Title()
		add(method{title: title, name: m.Name, count: m.Invocations, state: is, index: i}, m.Span)
	}
	for _, c := range v.followed.Changed {
		is := changedMethod
		if c.New {
			is = newMethod
		}
		add(method{title: c.Label, name: c.Name, state: is, index: -1}, c.Span)
	}
	slices.SortStableFunc(v.methods, func(a, b method) int { return int(a.name.Offset) - int(b.name.Offset) })
}

// spliced returns the view after a change of the lines first to last, which adds lines to them. Code that the change
// touches has no count until the text is read again; all other lines keep theirs.
func (v *view) spliced(first, last, added int) *view {
	n := &view{counted: v.counted, note: v.note}
	touched := func(m method) bool { return m.first <= last && first <= m.last }
	moved := func(n int) int {
		switch {
		case n > last:
			return n + added
		case n >= first:
			return min(n, max(first, last+added)) // its line may be gone
		}
		return n
	}
	lines := slices.Clone(v.lines)
	for i := first; i <= last; i++ {
		lines[i] = line{}
	}
	n.methods = slices.Clone(v.methods)
	for i := range n.methods {
		m := &n.methods[i]
		if touched(*m) {
			for k := m.first; k <= m.last && k < len(lines); k++ {
				lines[k] = line{}
			}
			if m.state == countedMethod {
				m.state, m.count, m.index = changedMethod, 0, -1
			}
		}
		m.first, m.last, m.line = moved(m.first), moved(m.last), moved(m.line)
	}
	switch kept := last + 1 + added; {
	case added > 0:
		lines = slices.Insert(lines, last+1, make([]line, added)...)
	case added < 0:
		lines = slices.Delete(lines, max(0, kept), last+1)
	}
	n.lines = lines
	return n
}

// at returns what a line shows, the zero line for one that is not there.
func (v *view) at(n int) line {
	if v == nil || n < 0 || n >= len(v.lines) {
		return line{}
	}
	return v.lines[n]
}

// methodAt returns the innermost method around a line, nil for none.
func (v *view) methodAt(n int) *method {
	var found *method
	for i := range v.methods {
		if m := &v.methods[i]; m.first <= n && n <= m.last && (found == nil || m.first >= found.first) {
			found = m
		}
	}
	return found
}

// run returns the run of the counts, nil for live counts or none.
func (v *view) run() *runs.Opened {
	if v.counted == nil {
		return nil
	}
	return v.counted.run
}

// shows reports whether two views show the same, of the same run.
func (v *view) shows(o *view) bool {
	same := func(a, b line) bool {
		return a.counted == b.counted && a.count == b.count && a.state == b.state &&
			slices.Equal(a.outcomes, b.outcomes)
	}
	return v.note == o.note && v.run() == o.run() && slices.EqualFunc(v.lines, o.lines, same) &&
		slices.EqualFunc(v.methods, o.methods, func(a, b method) bool {
			return a.title == b.title && a.line == b.line && a.count == b.count && a.state == b.state
		})
}
