package contexts

import (
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/times"
)

// clock holds what a page shows of the times of a run beside its numbers.
type clock struct {
	Tables []clockTable
	Events []waitRow // all waits, by what for
	Waits  []waitRow
	More   int // number of waits that Waits lacks
}

// clockTable lists methods or contexts whose shares of the bytecodes and of the time differ.
type clockTable struct {
	Title, Lead string
	Rows        []clockRow
	More        int // number of rows that Rows lacks
}

type clockRow struct {
	Name, Href                      string
	Bytecodes, Time, Factor, Causes string
}

type waitRow struct {
	Name, Href, Kind, Time, Mean string
	Events, Contexts             uint64
}

// clockRows is the number of rows in each table, and leastShare the share from which methods are listed.
const (
	clockRows  = 20
	leastShare = 0.01
)

// clockOf returns what a page shows of the times of a tree, nil if it has none.
func clockOf(t *cct.Tree) *clock {
	if t.Times == nil {
		return nil
	}
	limits := contextview.Limits{Rows: clockRows, Share: leastShare}
	c := &clock{}
	u, w := contextview.UnequalOf(t, limits, nil), contextview.WaitsOf(t, limits, nil)
	add := func(title, lead string, list []contextview.Unequal, of int) {
		table := clockTable{Title: title, Lead: lead, More: of - len(list)}
		for _, x := range list {
			table.Rows = append(table.Rows, clockRow{report.Printable(x.Title(t)), Href("", x.Of), x.BytecodesText(),
				x.TimeText(), x.FactorText(), report.Printable(x.CausesText())})
		}
		if len(list) > 0 {
			c.Tables = append(c.Tables, table)
		}
	}
	add("More of the time than of the bytecodes", contextview.SlowCauses, u.Slow, u.OfSlow)
	add("More of the bytecodes than of the time", contextview.QuickCauses, u.Quick, u.OfQuick)
	add("Contexts that take other times than their methods do elsewhere", "equal code, other data", u.Contexts,
		u.OfContexts)
	row := func(s contextview.WaitSum) waitRow {
		return waitRow{Kind: s.Words(), Time: times.Nanos(float64(s.Nanos)), Mean: times.Nanos(s.Mean()),
			Events: uint64(s.Samples)}
	}
	for _, s := range w.Events {
		c.Events = append(c.Events, row(s))
	}
	for _, x := range w.List {
		r := row(x.WaitSum)
		r.Name, r.Href = report.Printable(contextview.PathText(x.Path, x.More)), Href("", x.Path[0])
		r.Contexts = uint64(x.Contexts)
		c.Waits = append(c.Waits, r)
	}
	c.More = w.Of - len(w.List)
	return c
}
