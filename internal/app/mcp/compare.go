package mcp

import (
	"cmp"
	"fmt"
	"strings"

	"jprof/internal/runs"
	"jprof/internal/runs/contextrun"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/compare"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/source"
)

// Difference is a difference of two runs.
type Difference struct {
	Kind  string `json:"kind" jsonschema:"changed (code that does not run), missed (ran before), test, method"`
	Place string `json:"place,omitempty" jsonschema:"file:line after the change"`
	What  string `json:"what"`
	Code  string `json:"code" jsonschema:"the line, or the name of the method or test"`
}

func (x *Difference) String() string {
	return strings.TrimSpace(x.Place + "  " + x.Kind + ": " + x.What + "  " + x.Code)
}

// Comparison is the answer of the tool compare.
type Comparison struct {
	List[*Difference]
	Before      string                `json:"before" jsonschema:"the ID of the earlier run"`
	Totals      []compare.RatioChange `json:"totals" jsonschema:"of main sources"`
	NewlyMissed int                   `json:"newlyMissedLines"`
	Failing     int                   `json:"newlyFailingTests"`
	Lost        int                   `json:"lostTests" jsonschema:"tests that are skipped, removed or not run now"`
	Methods     int                   `json:"methodsThatDiffer" jsonschema:"by more than 1 %, or edited"`
}

func (s *server) compare(c *call, in struct {
	Before string `json:"before,omitempty" jsonschema:"ID or label of the earlier run, by default of the base branch"`
	After  string `json:"after,omitempty" jsonschema:"ID or label of the later run, by default the newest"`
	Page
}) (*Comparison, error) {
	if err := c.HasRuns(in.After); err != nil {
		return nil, err
	}
	pair, err := c.Compared(in.Before, in.After)
	if err != nil {
		return nil, err
	}
	if pair[0].HasContexts() && pair[1].HasContexts() {
		return compareContexts(c, pair, in.Page)
	}
	var models [2]*counted
	for i, o := range pair {
		if models[i], err = s.openedModel(c, o); err != nil {
			return nil, err
		}
	}
	d := compare.Models(models[0].model, models[1].model)
	code := models[1].code(s, c, d.After, in.After != "")
	all := differences(d, code)
	x := &Comparison{Before: pair[0].ID, NewlyMissed: d.NewlyMissed.Lines, Failing: len(d.Tests.Failing),
		Lost: len(d.Tests.Lost)}
	if d.Part == "" {
		x.Totals = d.Ratios()
	}
	if note := d.JVMsNote(); note != "" {
		c.ui.Info("%s", note)
	}
	large, few := d.LargeMethods()
	x.Methods = len(large)
	x.List = listOf(in.Page, all, func(make func() *Difference) *Difference { return make() })
	x.Run = pair[1].ID
	said := []string{fmt.Sprintf("run %s after %s", x.Run, x.Before)}
	for _, t := range x.Totals {
		said = append(said, fmt.Sprintf("%s %s (%s)", t.Name, t.After.Percent(), t.After.Change(t.Before)))
	}
	said = append(said, cmp.Or(d.Part, "changed code: "+cmp.Or(d.Changed.Text(), "none with counts")))
	if d.NewlyMissed.Any() {
		said = append(said, "newly missed: "+d.NewlyMissed.Text())
	}
	said = append(said, fmt.Sprintf("%s newly fail, %d lost, %d new", words.Plural(x.Failing, "test"), x.Lost,
		len(d.Tests.New)), words.Plural(x.Methods, "method")+" differ")
	if few != "" {
		said = append(said, "not listed: "+few)
	}
	x.Summary = strings.Join(said, "; ")
	return x, nil
}

// compareContexts compares two runs with contexts.
func compareContexts(c *call, pair [2]*runs.Opened, p Page) (*Comparison, error) {
	var opened [2]*contextrun.Run
	for i, o := range pair {
		var err error
		if opened[i], err = contextrun.Open(c.Finder, o.ID, contextrun.Options{}); err != nil {
			return nil, err
		}
	}
	d := contextview.Compare([2]*cct.Tree{opened[0].Tree, opened[1].Tree},
		[2]report.RunInfo{opened[0].Info, opened[1].Info}, nil, mostRows)
	x := &Comparison{Before: pair[0].ID, Methods: d.OfMethods}
	x.List = listOf(p, d.Methods, func(m contextview.MethodChange) *Difference {
		item := &Difference{Kind: "method", What: fmt.Sprintf("own %s %s -> %s, calls %s -> %s", d.By,
			report.Thousands(m.Values[0][d.By]), report.Thousands(m.Values[1][d.By]),
			report.Thousands(m.Values[0][cct.Calls]), report.Thousands(m.Values[1][cct.Calls])),
			Code: shown(m.Of.Title())}
		if m.Of.Kind == cct.App && m.Of.Source != "" {
			item.Place = placeIn(opened[1], m.Of)
		}
		return item
	})
	x.Run = pair[1].ID
	x.Summary = fmt.Sprintf("run %s after %s: %.2f %% of the %s are in the same contexts; %s differ", x.Run, x.Before,
		d.Overlap[d.By], d.By, words.Plural(x.Methods, "method"))
	for _, text := range d.Otherwise {
		c.ui.Warn("%s", text)
	}
	return x, nil
}

// differences lists what a change did, what matters most first. An item is made only if it is asked for.
func differences(d *compare.Comparison, code *code) (all []func() *Difference) {
	missed := func(kind string, list []report.Missed) {
		for _, x := range list {
			all = append(all, func() *Difference {
				text := source.MissedCode(d.After, []report.Missed{x})[0]
				return &Difference{kind, code.at(x.File, x.Line), x.What(), shown(text)}
			})
		}
	}
	test := func(what, name, place string) {
		all = append(all, func() *Difference { return &Difference{"test", place, what, shown(name)} })
	}
	for _, t := range d.Tests.Failing {
		test("newly fails: "+shown(t.Message), t.Name, t.Place())
	}
	missed("changed", d.Changed.Missed)
	missed("missed", d.NewlyMissed.Missed)
	for _, t := range d.Tests.Lost {
		test("lost: "+string(t.What), t.Name, t.Place())
	}
	large, _ := d.LargeMethods()
	for _, m := range large {
		all = append(all, func() *Difference {
			what := fmt.Sprintf("executions %s -> %s, calls %s -> %s", report.Thousands(m.Executed.Before),
				report.Thousands(m.Executed.After), report.Thousands(m.Invocations.Before),
				report.Thousands(m.Invocations.After))
			if m.Edited {
				what += ", edited"
			}
			place := fmt.Sprintf("%s:%d (before)", report.Printable(m.File().Path), m.Line())
			if m.New != nil {
				place = code.at(m.New.File, m.Line())
			}
			return &Difference{"method", place, what, shown(m.Name())}
		})
	}
	return all
}
