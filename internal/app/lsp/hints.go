package lsp

import (
	"context"
	"fmt"
	"strings"

	"jprof/internal/util/words"
	"jprof/report"
)

// settings returns the settings of the client, and the encoding of positions.
func (s *Server) settings() (Options, encoding) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.options, s.units
}

// number returns a count for people: in full, or short as in 50.4k.
func (o Options) number(n uint64) string {
	if o.Short {
		return words.Short(n)
	}
	return words.Thousands(n)
}

// inlayHints returns the hints of the lines in a range.
func (s *Server) inlayHints(ctx context.Context, p *rangeParams) ([]Hint, error) {
	options, units := s.settings()
	hints := []Hint{}
	d := s.document(p.Document.URI)
	if d == nil || options.Hints == hintsOff {
		return hints, nil
	}
	t, v := d.current(ctx)
	add := func(n int, count uint64) {
		hints = append(hints, Hint{Position: t.end(n, units), Label: options.number(count) + "×", Padding: true,
			Data: &HintData{p.Document.URI, n, count}})
	}
	first, last := max(0, p.Range.Start.Line), min(p.Range.End.Line, t.lines()-1)
	declared := v.declarations(first, last)
	for n := first; n <= last; n++ {
		if m := declared[n]; m != nil {
			add(n, m.count)
		} else if l := v.at(n); l.counted && options.Hints == hintsAll {
			add(n, l.count)
		}
	}
	return hints, nil
}

// declarations returns the methods with counts whose names are on the lines first to last. If there are several on a
// line, it returns the first.
func (v *view) declarations(first, last int) map[int]*method {
	found := map[int]*method{}
	for i := range v.methods {
		m := &v.methods[i]
		if m.state == countedMethod && first <= m.line && m.line <= last && found[m.line] == nil {
			found[m.line] = m
		}
	}
	return found
}

// resolveHint adds the tooltip of a hint.
func (s *Server) resolveHint(ctx context.Context, h *Hint) (*Hint, error) {
	if h.Data == nil {
		return h, nil
	}
	if d := s.document(h.Data.URI); d != nil {
		_, v := d.current(ctx)
		h.Tooltip = markdown(strings.Join(v.describe(h.Data.Line), "\n\n"))
	}
	return h, nil
}

// describe returns what is known of a line: its count in full, the outcomes of its branches, and the run.
func (v *view) describe(n int) []string {
	if v.counted == nil {
		return []string{"jprof: " + v.note}
	}
	var text []string
	if m := v.declarations(n, n)[n]; m != nil {
		text = append(text, fmt.Sprintf("**%s** of `%s`", words.Plural(int(m.count), "invocation"), m.title))
	}
	if l := v.at(n); l.counted {
		count := "**not executed**"
		if l.count > 0 {
			count = "**" + words.Plural(int(l.count), "execution") + "**"
		}
		text = append(text, count)
		for _, o := range l.texts() {
			text = append(text, "- "+o)
		}
	}
	return append(text, v.counted.name())
}

// name returns the name of the run with the counts, for people.
func (c *counted) name() string {
	if c.live {
		return "live counts of the build that runs"
	}
	label := ""
	if c.run.Label != "" {
		label = " (" + c.run.Label + ")"
	}
	return fmt.Sprintf("run %s%s: `%s`", c.run.ID, label, report.Printable(words.Command(c.run.Command)))
}

// codeLenses returns the lenses of the methods of a text.
func (s *Server) codeLenses(ctx context.Context, p *documentParams) ([]Lens, error) {
	options, units := s.settings()
	lenses := []Lens{}
	d := s.document(p.Document.URI)
	if d == nil || !options.Lenses {
		return lenses, nil
	}
	t, v := d.current(ctx)
	if v.counted == nil {
		return lenses, nil
	}
	tests := s.testsOf(v)
	for _, m := range v.methods {
		at := t.position(t.starts[min(m.line, t.lines()-1)], units)
		place := Place{Document{p.Document.URI}, at}
		lens := Lens{Range: Range{at, at}, Command: Command{Command: cmdReport, Arguments: []any{place}}}
		switch m.state {
		case countedMethod:
			lens.Data = &LensData{Count: m.count}
			lens.Command.Title = options.number(m.count) + " " + words.Noun(int(min(m.count, 2)), "invocation")
			if n, ok := tests[m.index]; ok {
				lens.Data.Tests = &n
				lens.Command.Title += ", " + words.Plural(n, "test")
				lens.Command.Command = cmdTests
			}
			lens.Command.Title += s.difference(v, m)
		case changedMethod:
			lens.Command.Title = "changed since the run: no counts"
		case newMethod:
			lens.Command.Title = "new since the run: no counts"
		default:
			continue
		}
		lenses = append(lenses, lens)
	}
	return lenses, nil
}

// hover returns what is known of the code at a place.
func (s *Server) hover(ctx context.Context, p *Place) (*Hover, error) {
	d := s.document(p.Document.URI)
	if d == nil || d.path == "" {
		return nil, nil
	}
	_, v := d.settled(ctx)
	m, l := v.methodAt(p.Position.Line), v.at(p.Position.Line)
	switch {
	case v.counted == nil && m == nil:
		return nil, nil
	case m != nil && (m.state == changedMethod || m.state == newMethod):
		return &Hover{Contents: markdown("jprof: this method is " + string(m.state) + " since the run: no counts")}, nil
	case !l.counted && (m == nil || m.line != p.Position.Line):
		return nil, nil
	}
	text := v.describe(p.Position.Line)
	text = append(text[:len(text)-1], append(s.details(d, v, m, p.Position.Line), text[len(text)-1])...)
	return &Hover{Contents: markdown(strings.Join(text, "\n\n"))}, nil
}

// publish sends the diagnostics of a document.
func (s *Server) publish(ctx context.Context, d *document) {
	options, units := s.settings()
	list := []Diagnostic{}
	t, v := d.current(ctx)
	if options.Diagnostics && v.counted != nil && !v.counted.live {
		list = v.diagnostics(t, units)
	}
	_ = s.rpc.Notify(ctx, "textDocument/publishDiagnostics", publishParams{d.uri, list})
}

// diagnostics lists code that was not executed, and outcomes that did not happen. Lines that follow each other in one
// method are one diagnostic.
func (v *view) diagnostics(t *text, units encoding) []Diagnostic {
	list := []Diagnostic{}
	add := func(first, last int, code, message string) {
		list = append(list, Diagnostic{Range: Range{t.start(first, units), t.end(last, units)},
			Severity: severityHint, Code: code, Source: "jprof", Message: message})
	}
	for n := 0; n < min(len(v.lines), t.lines()); n++ {
		switch l := v.lines[n]; {
		case l.state == notExecuted:
			last, m := n, v.methodAt(n)
			for last+1 < len(v.lines) && last+1 < t.lines() && v.lines[last+1].state == notExecuted &&
				v.methodAt(last+1) == m {
				last++
			}
			message := "not executed"
			if last > n {
				message = fmt.Sprintf("not executed (%d lines)", last-n+1)
			}
			add(n, last, "not-executed", message)
			n = last
		case l.state == partly && l.taken.Covered < l.taken.Total:
			add(n, n, "partly", fmt.Sprintf("%d of %d outcomes happened: %s", l.taken.Covered, l.taken.Total,
				strings.Join(l.texts(), "; ")))
		}
	}
	return list
}

// codeActions offers the commands for a line, for editors without lenses.
func (s *Server) codeActions(ctx context.Context, p *rangeParams) ([]CodeAction, error) {
	actions := []CodeAction{}
	d := s.document(p.Document.URI)
	if d == nil || d.path == "" {
		return actions, nil
	}
	_, v := d.current(ctx)
	if v.counted == nil {
		return actions, nil
	}
	place := Place{Document{p.Document.URI}, p.Range.Start}
	for _, c := range commands {
		if c.atLine && (!c.byTest || v.counted.part.tests != nil) {
			title := "jprof: " + c.title
			actions = append(actions, CodeAction{title, Command{title, c.name, []any{place}}})
		}
	}
	return actions, nil
}
