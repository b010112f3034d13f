package mcp

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"jprof/internal/app/reading"
	"jprof/internal/runs"
	"jprof/internal/runs/contextrun"
	"jprof/internal/runs/lookup"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
)

// MethodAnswer is the answer of the tool method. Its items are callers or callees, by a run with contexts.
type MethodAnswer struct {
	List[*Caller]
	Counts     []string `json:"counts,omitempty" jsonschema:"the first methods that match, with their counts"`
	Cost       []string `json:"cost,omitempty" jsonschema:"what the methods cost, by the run with contexts"`
	Efficiency []string `json:"efficiency,omitempty" jsonschema:"what their work was good for"`
}

func (x *MethodAnswer) text() string {
	first := slices.Concat(x.Counts, x.Cost, x.Efficiency)
	return strings.Join(append(first, x.List.text()), "\n")
}

// Caller is a method that calls the asked methods, or that these call.
type Caller struct {
	Depth     int     `json:"depth" jsonschema:"the number of calls between it and the asked method"`
	Place     string  `json:"place,omitempty" jsonschema:"file:line, if it is code of the project"`
	Method    string  `json:"method"`
	Calls     uint64  `json:"calls"`
	Inclusive uint64  `json:"inclusive" jsonschema:"bytecodes with callees; of a caller, those of the asked method"`
	Percent   float64 `json:"percent" jsonschema:"of the inclusive number of the asked methods"`
}

func (x *Caller) String() string {
	place := ""
	if x.Place != "" {
		place = "  " + x.Place
	}
	return fmt.Sprintf("%s%s%s  calls %s, inclusive %s (%.1f %%)", strings.Repeat("  ", x.Depth), x.Method, place,
		report.Thousands(x.Calls), report.Thousands(x.Inclusive), x.Percent)
}

// methodArguments are the arguments of the tool method.
type methodArguments struct {
	Method string `json:"method" jsonschema:"a name or a pattern: parse, Parser.parse, parse(String), com.example.**"`
	Show   string `json:"show,omitempty" jsonschema:"callers (the default) or callees"`
	Depth  int    `json:"depth,omitempty" jsonschema:"levels of callers or callees, by default 1"`
	Use    bool   `json:"efficiency,omitempty" jsonschema:"true to add what the work was good for: takes seconds more"`
	Chosen
	Page
}

func (s *server) method(c *call, in methodArguments) (*MethodAnswer, error) {
	switch {
	case in.Show != "" && in.Show != "callers" && in.Show != "callees":
		return nil, exit.Usagef("", "show must be callers or callees, not %s", in.Show)
	case in.Depth < 0:
		return nil, exit.Usagef("", "depth must be at least 1, not %d", in.Depth)
	}
	x := &MethodAnswer{List: List[*Caller]{Items: []*Caller{}}}
	noCounts := s.countsOfMethod(c, in, x)
	if in.Run == "" && noCounts != nil && errors.As(noCounts, new(runs.NoneYet)) {
		return nil, noCounts
	}
	noContexts := s.contextsOfMethod(c, in, x)
	switch {
	case noCounts != nil && noContexts != nil:
		return nil, errors.Join(noCounts, noContexts)
	case noContexts != nil:
		x.Summary = "no callers are known: " + noContexts.Error()
	case noCounts != nil:
		c.ui.Info("no counts: %v", noCounts)
	}
	return x, nil
}

// mostMethods limits the methods whose counts are in an answer.
const mostMethods = 5

// countsOfMethod adds the counts of the methods.
func (s *server) countsOfMethod(c *call, in methodArguments, x *MethodAnswer) error {
	run, err := s.countsOf(c, in.Run, runs.WantShown)
	if err != nil {
		return err
	}
	matches, err := lookup.MethodPattern(in.Method)
	if err != nil {
		return err
	}
	if err := lookup.MatchesSome(run.model, matches, nil, in.Method); err != nil {
		return err
	}
	x.Run = run.data.Run.ID
	code := run.code(s, c, run.model, in.Run != "")
	list := slices.DeleteFunc(run.model.AllMethods(), func(r report.MethodRef) bool { return !matches(r) })
	for i, r := range list {
		if i == mostMethods {
			x.Counts = append(x.Counts, words.Plural(len(list)-i, "further method")+": name the class, too")
			break
		}
		m := r.Method()
		line := fmt.Sprintf("%s  %s  calls %s, executions %s, %s lines ran", code.at(r.File, int(m.Name.Line)),
			shown(r.Title()), report.Thousands(m.Invocations), report.Thousands(m.Executed), m.Lines)
		if run.tests != nil {
			line += ", " + words.Plural(run.tests.Cases(run.tests.OfMethod(r.File, r.Index)), "test")
		}
		x.Counts = append(x.Counts, line)
	}
	return nil
}

// mostRows limits the rows of a tree from which items are taken.
const mostRows = 2000

// contextsOfMethod adds callers, callees and costs of the methods.
func (s *server) contextsOfMethod(c *call, in methodArguments, x *MethodAnswer) error {
	files := reading.New(s.Env, c.ui) // that of the call may be kept, with the model of the counts
	defer files.Close()
	run, err := contextrun.Open(files.Finder, in.Run, contextrun.Options{})
	if err != nil {
		return err
	}
	matches, err := run.Matching(in.Method)
	if err != nil {
		return err
	}
	by, tree := run.Tree.Main(), run.Tree
	view := contextview.OfMethods(tree, contextview.Options{By: by,
		Limits: contextview.Limits{Rows: mostRows, Depth: max(1, in.Depth) + 1}}, matches)
	for _, m := range cct.Known(tree) {
		inclusive := ""
		if m != cct.Calls {
			inclusive = ", inclusive " + contextview.Inclusive(tree, m, view.Chosen.Inclusive[m])
		}
		x.Cost = append(x.Cost, fmt.Sprintf("%s: %s%s", m, contextview.Number(tree, m, view.Chosen.Sums[m]), inclusive))
	}
	rows, what := view.Callers, "callers"
	if in.Show == "callees" {
		rows, what = view.Below, "callees"
	}
	places := map[string]*cct.Method{}
	for i := range tree.Methods {
		places[tree.Methods[i].Key()] = &tree.Methods[i]
	}
	below := slices.DeleteFunc(slices.Clone(rows.List), func(r contextview.Row) bool {
		return r.Depth == 0 && len(view.Chosen.Methods) == 1
	})
	x.List = listOf(in.Page, below, func(r contextview.Row) *Caller {
		item := &Caller{Depth: r.Depth, Method: shown(r.Text()), Calls: r.Calls, Inclusive: r.Inclusive,
			Percent: rows.Share(r.Inclusive)}
		if m := places[r.Key]; m != nil && m.Kind == cct.App && m.Source != "" {
			item.Place = placeIn(run, m)
		}
		return item
	})
	x.Run = run.ID
	x.Summary = fmt.Sprintf("%s of %s by run %s, with %s", what, view.Chosen.Title(), run.ID, by)
	for _, n := range tree.AllNotes() {
		if slices.Contains([]cct.NoteKind{cct.UpperBound, cct.Beyond, cct.Lost, cct.Incomplete}, n.Kind) {
			c.ui.Info("%s", n.Text)
		}
	}
	if in.Use {
		return efficiencyOf(files, in, x)
	}
	return nil
}

// placeIn returns the place of a method in a run with contexts.
func placeIn(run *contextrun.Run, m *cct.Method) string {
	place := fmt.Sprintf("%s:%d", report.Printable(m.Source), m.Line)
	if !run.IsUnchanged(m.Source) {
		place += " (of the run; changed since)"
	}
	return place
}

// efficiencyOf adds what the work of the methods was good for.
func efficiencyOf(files *reading.Reader, in methodArguments, x *MethodAnswer) error {
	rules, err := contextrun.ProjectRules(files.Finder)
	if err != nil {
		return err
	}
	run, err := contextrun.EfficiencyOf(files.Finder, in.Run, rules, contextrun.Options{}, nil)
	if err != nil {
		return err
	}
	var known []cct.Method
	for _, m := range run.Result.Methods {
		known = append(known, m.Method)
	}
	matches, err := contextrun.Matching(known, in.Method)
	if err != nil {
		return err
	}
	named := 0
	for _, m := range run.Result.Methods {
		if !matches(&m.Method) {
			continue
		}
		if named++; named > mostMethods {
			break
		}
		for _, l := range m.Meanings() {
			x.Efficiency = append(x.Efficiency, fmt.Sprintf("%s: %s %s (%s)", m.Short(), l.Name,
				strings.TrimSpace(l.Number), l.Meaning))
		}
	}
	return nil
}
