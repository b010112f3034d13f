package contexts

import (
	"slices"
	"strconv"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/contexts/efficiency"
	"jprof/report/html/layout"
)

// maxEfficiencyRows limits the methods of each list in its table. alwaysEfficiencyRows of them are shown even if they
// have less than 0.1 % of the total of the list.
const (
	maxEfficiencyRows    = 100
	alwaysEfficiencyRows = 10
)

// mostMade limits the types that a row names in the column "made".
const mostMade = 3

// madeColumn is a column that only the page has, because other outputs have no room for names.
var madeColumn = efficiency.Line{Name: "made", Meaning: "of the discarded writes those that made an object or array, " +
	"by its type: the method has made them, or what it called"}

// efficiencyPage is efficiency.html, with the cost and value of the work of methods.
type efficiencyPage struct {
	Frame    layout.Frame
	Run      layout.RunLine
	Notes    []contextNote
	Overview []efficiency.Line
	Columns  []efficiency.Line
	Plot     *effectPlot
	Lists    []effectList
	Graph    bool // the flame graph can show discarded writes
	Mixed    bool // rows name the kinds of methods, because there are several kinds
}

// effectList is a list of methods, with advice.
type effectList struct {
	efficiency.Explained
	ID, Title, Size string
	Captures        bool // true for an order by discarded writes, false for an order by cost
	Rows            []effectRow
	More            int // number of methods that Rows lacks
	All             int // number of Rows and More
	firstRows           // of Rows
}

type effectRow struct {
	Name, Kind, Href                                   string
	Source                                             string     // address of its source, "" for none
	Cost, Share, Value, Efficiency, Captured, Contexts methodCell // Share: of cost or discarded writes
	Made                                               methodCell // discarded objects and arrays, by type
}

func makeEfficiencyPage(c *Data, fr layout.Frame, sources sourceLinks) efficiencyPage {
	r := c.Efficiency
	p := efficiencyPage{Frame: fr, Run: layout.NewRunLine(c.Run), Overview: r.Overview(),
		Columns: append(r.Columns(), madeColumn), Plot: makeEffectPlot(r), Graph: c.Tree().HasEffects()}
	for _, n := range r.Notes() {
		p.Notes = append(p.Notes, contextNote{words.Capital(report.Printable(n.Text)), n.Kind == cct.Lost})
	}
	kinds := map[cct.Kind]bool{}
	hasOwn := slices.ContainsFunc(r.Methods, func(m *efficiency.Method) bool { return m.Kind == cct.App })
	for _, l := range efficiency.Shown {
		methods := r.In(l)
		list := effectList{Explained: r.Explain(l), ID: l.String(), Size: r.Size(l),
			Captures: l == efficiency.Capturing, All: len(methods)}
		list.Title = words.Capital(list.Name)
		for i, m := range methods[:min(maxEfficiencyRows, len(methods))] {
			part, of := r.ShareOf(m, l)
			if !list.Captures {
				part = m.With[l].Cost // also inside of another context of the list
			}
			if i >= alwaysEfficiencyRows && part < of/1000 {
				continue
			}
			row := effectRowOf(r, m, l, sources)
			if list.Captures && p.Graph {
				row.Href += "&metric=discarded+writes"
			}
			kinds[m.Kind] = true
			list.Rows = append(list.Rows, row)
		}
		list.More = list.All - len(list.Rows)
		list.firstRows = rowsAtFirst(list.Rows, func(r *effectRow) string { return r.Kind }, hasOwn)
		p.Lists = append(p.Lists, list)
	}
	p.Mixed = len(kinds) > 1
	return p
}

func effectRowOf(r *efficiency.Result, m *efficiency.Method, l efficiency.List, sources sourceLinks) effectRow {
	part, of := r.ShareOf(m, l)
	number := func(n uint64) methodCell { return methodCell{report.Thousands(n), ""} }
	plain := func(n uint64) string { return strconv.FormatUint(n, 10) }
	total, made := m.Made(mostMade)
	with := m.With[l]
	row := effectRow{Name: report.Printable(m.Title()), Kind: kindName(m.Kind), Href: Href("", &m.Method),
		Cost: number(with.Cost), Share: methodCell{contextview.Percent(part, of), plain(part)},
		Made:  methodCell{report.Printable(made), plain(total)},
		Value: number(with.Value), Captured: number(with.Captured),
		Contexts: methodCell{m.Places(l), plain(m.Contexts)}}
	row.Efficiency = methodCell{Text: efficiency.Percent(with.Value, with.Cost), Value: "0"}
	if with.Cost > 0 {
		row.Efficiency.Value = strconv.FormatFloat(float64(with.Value)/float64(with.Cost)*1e9, 'f', 0, 64)
	}
	if sources != nil {
		if page := sources(&m.Method); page != "" {
			row.Source = "source/" + page
		}
	}
	return row
}
