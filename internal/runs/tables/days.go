package tables

import (
	"cmp"
	"slices"

	"jprof/internal/format/probe"
	"jprof/internal/runs"
)

// days has what services did on which day (UTC, as 2026-11-02). Runs of tests have none.
type days struct {
	ofMap     map[string][]string // by the path of the map, in order
	ofPackage map[probe.ID][]day  // the newest day first
}

// day has the counters of a package on a day.
type day struct {
	name     string
	counters []uint64
}

func daysOf(o *runs.Opened) (*days, error) {
	d := &days{map[string][]string{}, map[probe.ID][]day{}}
	for _, leaf := range o.Leaves() {
		list, err := o.ServicesOf(leaf)
		if err != nil {
			return nil, err
		}
		var served []string
		for _, s := range list {
			names := s.Days() // JVMs that do not note the day may have counted on each of them
			served = append(served, names...)
			for _, section := range s.Sections {
				d.ofPackage[section.ID] = append(d.ofPackage[section.ID], day{names[len(names)-1], section.Counters})
			}
		}
		for _, set := range leaf.Sets {
			path := o.MapPath(set) // leaves share maps
			d.ofMap[path] = slices.Compact(slices.Sorted(slices.Values(slices.Concat(d.ofMap[path], served))))
		}
	}
	for _, list := range d.ofPackage {
		slices.SortFunc(list, func(a, b day) int { return cmp.Compare(b.name, a.name) })
	}
	return d, nil
}

// last returns for each method of a file the last day on which any of its code was executed, "" for none.
func (d *days) last(id probe.ID, l *fileLayout) []string {
	last := make([]string, len(l.Methods))
	known := d.ofPackage[id]
	if len(known) == 0 {
		return last
	}
	code := make([][]probe.Formula, len(l.Methods))
	for i, m := range l.Methods {
		code[i] = append(code[i], m.Count)
	}
	for _, x := range l.parts { // a method may run for days
		if m := l.method(x.block); m >= 0 {
			code[m] = append(code[m], x.count)
		}
	}
	for _, day := range known {
		counters := day.counters[min(int(l.Base), len(day.counters)):]
		ran := func(f probe.Formula) bool { return f.Value(counters) > 0 }
		for i := range code {
			if last[i] == "" && slices.ContainsFunc(code[i], ran) {
				last[i] = day.name
			}
		}
	}
	return last
}
