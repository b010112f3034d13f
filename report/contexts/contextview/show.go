package contextview

import "jprof/report/contexts/cct"

// View is the output of jprof contexts for a run. It has the parts that are not nil, in this order.
type View struct {
	Tree *cct.Tree
	By   cct.Metric

	Chosen    *Chosen // the methods that the user asked for; in an overview the hottest method
	Hot       *HotMethods
	Paths     *Rows // from the roots
	Callers   *Rows // of Chosen
	Below     *Rows // Chosen, and the methods that they call
	Allocated *AllocatedTypes
	Lines     *SourceLines
	Unequal   *UnequalLists
	Waits     *Waits
}

// SourceLines holds the lines of methods, and their code.
type SourceLines struct {
	List []cct.MethodLines
	Code func(m *cct.Method, line int32) string // of a line, "" if it is not known
}

// HotMethods holds the first methods of a list.
type HotMethods struct {
	List []Hot
	Of   int // the length of the list
}

// AllocatedTypes holds the first types of a list.
type AllocatedTypes struct {
	List []Allocated
	Of   int
}

// ShowsBytes reports whether the view has numbers of bytes.
func (v *View) ShowsBytes() bool {
	hot := v.Hot != nil && v.Paths == nil && v.By.IsMade()
	types := v.Allocated != nil && len(v.Allocated.List) > 0
	return v.Tree.Has(cct.Objects) && (hot || types || v.Chosen != nil && v.Chosen.Allocates())
}

// Notes returns the reservations about the numbers of the view.
func (v *View) Notes() []cct.Note {
	notes := v.Tree.Notes()
	if v.By == cct.Time || v.Unequal != nil {
		notes = append(notes, v.Tree.TimeNotes()...)
	}
	if v.Waits != nil {
		notes = append(notes, v.Tree.WaitNotes()...)
	}
	if v.ShowsBytes() {
		notes = append(notes, cct.Note{Kind: cct.Told, Text: BytesNote(v.Tree)})
	}
	return notes
}

// IsLeast reports whether numbers of allocations are lower bounds. They are if there are calls beyond the limit,
// because the numbers of methods that called these lack their allocations. Numbers of whole threads lack nothing.
func (v *View) IsLeast() bool {
	return v.Tree.IsPartial() && (v.Chosen != nil || len(v.Tree.About.From) > 0)
}

// Options choose the parts to show.
type Options struct {
	By     cct.Metric
	Limits Limits
	Makers int // number of makers that are named for each type
}

// few is the largest number of rows in each of the smaller parts of an overview.
const few = 10

// Overview shows the hot methods and their paths, and for the hottest one its callers and the allocations below it.
func Overview(t *cct.Tree, o Options) *View {
	v := &View{Tree: t, By: o.By}
	v.Hot = hottest(t, o.By, nil, min(few, o.Limits.Rows))
	if o.By == cct.Time {
		limits := o.Limits
		limits.Rows = min(few/2, limits.Rows)
		v.Unequal = UnequalOf(t, limits, nil)
	}
	paths := Paths(t, o.By, o.Limits)
	v.Paths = &paths
	if len(v.Hot.List) == 0 {
		return v
	}
	first := v.Hot.List[0].Of
	v.Chosen = Choose(t, func(m *cct.Method) bool { return m == first })
	limits := o.Limits
	limits.Depth, limits.Rows = 0, min(few, limits.Rows)
	v.callers(limits)
	v.allocated(o, min(few/2, o.Limits.Rows))
	return v
}

// Flat shows a list of the methods that the function match accepts. If match is nil, it shows all methods.
func Flat(t *cct.Tree, o Options, match func(*cct.Method) bool) *View {
	return &View{Tree: t, By: o.By, Hot: hottest(t, o.By, match, o.Limits.Rows)}
}

// OfMethods shows the methods that match: their sums, callers, callees and allocations below them.
func OfMethods(t *cct.Tree, o Options, match func(*cct.Method) bool) *View {
	v := &View{Tree: t, By: o.By, Chosen: Choose(t, match)}
	v.callers(o.Limits)
	below := v.Chosen.Below(o.By, o.Limits)
	v.Below = &below
	v.allocated(o, min(few, o.Limits.Rows))
	return v
}

// OnlyCallers shows the callers of the methods that match.
func OnlyCallers(t *cct.Tree, o Options, match func(*cct.Method) bool) *View {
	v := &View{Tree: t, By: o.By, Chosen: Choose(t, match)}
	v.callers(o.Limits)
	return v
}

// Allocations shows the allocations below the methods that the function match accepts. If match is nil, it shows those
// of the whole tree.
func Allocations(t *cct.Tree, o Options, match func(*cct.Method) bool) *View {
	v := &View{Tree: t, By: o.By}
	if match == nil {
		v.Allocated = firstTypes(AllAllocated(t, o.By, o.Makers), o.Limits.Rows)
		return v
	}
	v.Chosen = Choose(t, match)
	v.allocated(o, o.Limits.Rows)
	return v
}

// Clock shows the methods, and contexts, whose shares of the bytecodes and of the time differ. match may be nil.
func Clock(t *cct.Tree, o Options, match func(*cct.Method) bool) *View {
	return &View{Tree: t, By: o.By, Unequal: UnequalOf(t, o.Limits, match)}
}

// Waiting shows what threads waited for, in the methods that match and below them. match may be nil.
func Waiting(t *cct.Tree, o Options, match func(*cct.Method) bool) *View {
	return &View{Tree: t, By: o.By, Waits: WaitsOf(t, o.Limits, match)}
}

// allocated adds the allocations below the chosen methods, if these were recorded.
func (v *View) allocated(o Options, rows int) {
	if v.Tree.Has(cct.Objects) {
		v.Allocated = firstTypes(v.Chosen.Allocated(o.By, o.Makers), rows)
	}
}

func (v *View) callers(limits Limits) {
	rows := v.Chosen.Callers(v.By, limits)
	v.Callers = &rows
}

func hottest(t *cct.Tree, by cct.Metric, match func(*cct.Method) bool, rows int) *HotMethods {
	list := Hottest(t, by, match)
	return &HotMethods{list[:min(rows, len(list))], len(list)}
}

func firstTypes(list []Allocated, rows int) *AllocatedTypes {
	return &AllocatedTypes{list[:min(rows, len(list))], len(list)}
}
