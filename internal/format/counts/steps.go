package counts

import (
	"slices"

	"jprof/internal/format/probe"
)

// Counters returns the counters of a package, nil if no JVM has used it. The caller must not change them.
func (t *Totals) Counters(id probe.ID) []uint64 {
	var sum []uint64
	n := 0
	for _, part := range t.parts { // in any order: sums saturate in each
		counters, ok := part[id]
		if !ok {
			continue
		}
		switch n++; n {
		case 1:
			sum = counters
		case 2:
			sum = slices.Clone(sum)
			fallthrough
		default:
			addTo(sum, counters)
		}
	}
	return sum
}

// CountersOf returns the counters of a package for the JVMs of a test step, including JVMs that these started. For the
// step "" it returns the counters of all other JVMs. If these JVMs have not used the package, it returns nil. The
// caller must not change the counters.
func (t *Totals) CountersOf(step string, id probe.ID) []uint64 { return t.parts[step][id] }

// Steps returns the names of the test steps with counts, sorted.
func (t *Totals) Steps() []string {
	return slices.DeleteFunc(t.parts.steps(), func(step string) bool { return step == "" })
}

// Of returns the totals of some packages, with the counters of t, and without Problems.
func (t *Totals) Of(packages []probe.ID) *Totals {
	of := &Totals{jvms: t.jvms, start: t.start, java: t.java}
	for _, id := range packages {
		for step, part := range t.parts {
			if counters, ok := part[id]; ok {
				of.add(step, Section{id, counters})
			}
		}
	}
	return of
}

// steps returns the names of the steps, sorted, with "" for the counts of no step.
func (all sums) steps() []string {
	var names []string
	for step := range all {
		names = append(names, step)
	}
	slices.Sort(names)
	return names
}

// Saturated reports whether a counter has reached MaxCount, so that the true count may be higher. It reads all
// counters.
func (t *Totals) Saturated() bool {
	for _, part := range t.parts {
		for id := range part {
			if slices.Contains(t.Counters(id), MaxCount) {
				return true
			}
		}
	}
	return false
}

// sums holds the counters of test steps, by step ("" for none) and package.
type sums map[string]map[probe.ID][]uint64

// add adds a section to a test step. The counters of the first section of a package become a part of the sums, without
// a copy.
func (all sums) add(step string, s Section) {
	if all[step] == nil {
		all[step] = map[probe.ID][]uint64{}
	}
	if sum, ok := all[step][s.ID]; ok {
		addTo(sum, s.Counters)
	} else {
		all[step][s.ID] = s.Counters
	}
}

// add adds a section to a test step.
func (t *Totals) add(step string, s Section) {
	if t.parts == nil {
		t.parts = sums{}
	}
	t.parts.add(step, s)
}

// Replace replaces the counts of a section in a test step. It is for counts that were carried over from an earlier run.
func (t *Totals) Replace(step string, s Section) {
	if t.parts[step] != nil {
		delete(t.parts[step], s.ID)
	}
	t.add(step, s)
}

// TakeOver adds the JVMs of a run whose counts were carried over. If the totals have no JVM of their own, it sets the
// number of JVMs. It adds the versions of Java of the JVMs.
func (t *Totals) TakeOver(jvms int, java []string) {
	if t.jvms == 0 {
		t.jvms = jvms
	}
	t.addJava(java)
}

// increase adds n to counter k of a package. The totals of the test step must have the package.
func (t *Totals) increase(step string, id probe.ID, k uint32, n uint64) {
	counters := t.parts[step][id]
	counters[k] = saturatingAdd(counters[k], n)
}

// addTo adds the counters more to sum, which is as long.
func addTo(sum, more []uint64) {
	for i, n := range more {
		sum[i] = saturatingAdd(sum[i], n)
	}
}
