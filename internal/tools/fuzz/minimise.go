package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"jprof/internal/jtest/javagen"
)

// cut is a part of a program that may be cut.
type cut struct {
	id, size int
	how      javagen.Cut
}

// minimise cuts as much of a program as it can, as long as keeps reports that the fault is there. Each round tries the
// cuts of the rest one by one, as programs of one batch, and then those that keep the fault together: all, or else the
// half of them with the largest, and so on.
func (f *fuzzer) minimise(p *javagen.Program, keeps func(*outcome) bool) (string, *outcome, error) {
	edit, best := javagen.Edit{}, &outcome{}
	for smallest := max(1, p.N/8); ; smallest /= 2 { // large statements first
		for {
			next, o, err := f.round(p, edit, keeps, smallest)
			if err != nil {
				return "", nil, err
			}
			if next == nil {
				break
			}
			edit, best = next, o
			fmt.Fprintf(os.Stderr, "fuzz: smaller: %d lines\n", strings.Count(p.Text(edit), "\n"))
		}
		if smallest == 1 {
			return p.Text(edit), best, nil
		}
	}
}

// round returns a larger edit that keeps the fault, nil if it finds none.
func (f *fuzzer) round(p *javagen.Program, edit javagen.Edit, keeps func(*outcome) bool,
	smallest int) (javagen.Edit, *outcome, error) {
	var cuts []cut
	p.Walk(edit, func(s *javagen.Stmt, size int) {
		if size >= smallest {
			cuts = append(cuts, cut{s.ID, size, javagen.Remove})
			if size > 1 {
				cuts = append(cuts, cut{s.ID, 1, javagen.Unwrap})
			}
		}
	})
	slices.SortStableFunc(cuts, func(a, b cut) int { return b.size - a.size })
	cuts = cuts[:min(len(cuts), 150)]
	programs := map[string]string{}
	name := func(i int) string { return fmt.Sprintf("%sx%d", p.Name, i) }
	for i, c := range cuts {
		programs[name(i)] = renamed(p.Text(with(edit, c)), p.Name, name(i))
	}
	outcomes, err := f.try(programs)
	if err != nil {
		return nil, nil, err
	}
	var kept []cut
	for i, c := range cuts {
		if keeps(outcomes[name(i)]) {
			kept = append(kept, c)
		}
	}
	var edits []javagen.Edit
	programs = map[string]string{}
	for n := len(kept); n > 0; n /= 2 {
		e := with(edit, kept[:n]...)
		programs[name(len(edits))] = renamed(p.Text(e), p.Name, name(len(edits)))
		edits = append(edits, e)
	}
	if len(edits) == 0 {
		return nil, nil, nil
	}
	if outcomes, err = f.try(programs); err != nil {
		return nil, nil, err
	}
	for i, e := range edits {
		if o := outcomes[name(i)]; keeps(o) {
			return e, o, nil
		}
	}
	return nil, nil, nil
}

// with returns edit with more cuts. It keeps the cuts of edit.
func with(edit javagen.Edit, cuts ...cut) javagen.Edit {
	e := maps.Clone(edit)
	for _, c := range cuts {
		if e[c.id] != javagen.Remove {
			e[c.id] = c.how
		}
	}
	return e
}
