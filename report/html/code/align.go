package code

import "jprof/report/source"

// rowPair is a line before and the line after beside it, numbered from 1; 0 means no line.
type rowPair struct {
	old, new int
	changed  bool
}

// align pairs the lines of two sources: equal lines, and lines that replace each other one by one.
func align(old, new *source.Source) []rowPair {
	var rows []rowPair
	i, j := 0, 0 // lines so far
	equal := func(to int) {
		for ; i < to; i, j = i+1, j+1 {
			rows = append(rows, rowPair{i + 1, j + 1, false})
		}
	}
	for _, d := range source.Diff(old, new) {
		equal(d.Start)
		for i < d.End || j < d.ReplEnd {
			r := rowPair{changed: true}
			if i < d.End {
				i++
				r.old = i
			}
			if j < d.ReplEnd {
				j++
				r.new = j
			}
			rows = append(rows, r)
		}
	}
	equal(old.Lines())
	return rows
}

// alone returns the rows of a source without a second source beside it.
func alone(old, new *source.Source, changed bool) []rowPair {
	var rows []rowPair
	if old != nil {
		for n := range old.Lines() {
			rows = append(rows, rowPair{old: n + 1, changed: changed})
		}
	}
	if new != nil {
		for n := range new.Lines() {
			rows = append(rows, rowPair{new: n + 1, changed: changed})
		}
	}
	return rows
}

// Rows without a difference are folded, except for a few rows around each difference, and for short sequences.
const (
	contextRows = 3
	fewRows     = 8
)

// stretch is a sequence of rows that are all shown, or all folded.
type stretch struct {
	from, to int // indices of rows, half-open
	folded   bool
}

// fold cuts n rows into stretches. shown reports whether row i has to be visible.
func fold(n int, shown func(i int) bool) []stretch {
	visible := make([]bool, n)
	for i := range n {
		if shown(i) {
			for k := max(0, i-contextRows); k < min(n, i+contextRows+1); k++ {
				visible[k] = true
			}
		}
	}
	var out []stretch
	for i := 0; i < n; {
		end := i + 1
		for end < n && visible[end] == visible[i] {
			end++
		}
		s := stretch{i, end, !visible[i] && end-i >= fewRows}
		if last := len(out) - 1; last >= 0 && !s.folded && !out[last].folded {
			out[last].to = end
		} else {
			out = append(out, s)
		}
		i = end
	}
	return out
}
