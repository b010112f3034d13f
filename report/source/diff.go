package source

import (
	"bytes"
	"slices"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// Diff returns the differences of the lines of two sources, ascending. Each replaces the lines [Start, End) of old by
// the lines [ReplStart, ReplEnd) of new. Lines are counted from 0.
func Diff(old, new *Source) []lcs.Diff { return diffLines(lineTexts(old), lineTexts(new)) }

// Then returns, for each line of new, the line of old that is the same by Diff, or 0 if the line is new or has changed.
// Lines are numbered from 1.
func Then(old, new *Source) []int {
	lines := make([]int, new.Lines()+1)
	i, j := 0, 0
	equal := func(to int) {
		for ; i < to; i, j = i+1, j+1 {
			lines[j+1] = i + 1
		}
	}
	for _, d := range Diff(old, new) {
		equal(d.Start)
		i, j = d.End, d.ReplEnd
	}
	equal(old.Lines())
	return lines
}

// lineTexts returns the lines of a source without their ends, and without a byte order mark.
func lineTexts(s *Source) []string {
	texts := make([]string, s.Lines())
	for n := range texts {
		start, end := s.Line(n + 1)
		text := s.Raw()[start:end]
		if start == 0 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		texts[n] = string(text)
	}
	return texts
}

// diffLines returns the differences of two lists of lines. The library finds a limited number of differences, and joins
// the rest to one. So it compares only lines between those that occur once in both lists, which also keeps related
// lines together.
func diffLines(a, b []string) []lcs.Diff {
	var all []lcs.Diff
	i, j := 0, 0
	between := func(toA, toB int) {
		for _, d := range lcs.DiffLines(a[i:toA], b[j:toB]) {
			all = append(all, lcs.Diff{Start: d.Start + i, End: d.End + i, ReplStart: d.ReplStart + j,
				ReplEnd: d.ReplEnd + j})
		}
	}
	for _, at := range anchors(a, b) {
		between(at[0], at[1])
		i, j = at[0]+1, at[1]+1
	}
	between(len(a), len(b))
	for n := range all {
		end := len(a)
		if n+1 < len(all) {
			end = all[n+1].Start
		}
		slide(&all[n], a, b, end)
	}
	return all
}

// slide moves a difference of lines that are only in one list down, up to line end of a, as long as the result is
// equivalent. So a new method is shown as a whole, and does not start with the brace before it.
func slide(d *lcs.Diff, a, b []string, end int) {
	for d.End < end && (d.Start == d.End && b[d.ReplStart] == a[d.End] ||
		d.ReplStart == d.ReplEnd && a[d.Start] == a[d.End]) {
		d.Start, d.End, d.ReplStart, d.ReplEnd = d.Start+1, d.End+1, d.ReplStart+1, d.ReplEnd+1
	}
}

// anchors returns the positions of lines that occur exactly once in each list, as many as there are in the same order.
func anchors(a, b []string) [][2]int {
	type places struct{ inA, inB, a, b int }
	lines := map[string]*places{}
	for i, text := range a {
		if lines[text] == nil {
			lines[text] = &places{}
		}
		lines[text].inA++
		lines[text].a = i
	}
	for j, text := range b {
		if p := lines[text]; p != nil {
			p.inB++
			p.b = j
		}
	}
	// The longest sequence of places that ascend in both lists: piles holds the lowest ends of the sequences of each
	// length.
	type link struct {
		at     [2]int
		before *link
	}
	var piles []*link
	for i, text := range a {
		p := lines[text]
		if p.inA != 1 || p.inB != 1 {
			continue
		}
		n, _ := slices.BinarySearchFunc(piles, p.b, func(l *link, b int) int { return l.at[1] - b })
		l := &link{at: [2]int{i, p.b}}
		if n > 0 {
			l.before = piles[n-1]
		}
		if n == len(piles) {
			piles = append(piles, l)
		} else {
			piles[n] = l
		}
	}
	var out [][2]int
	if len(piles) > 0 {
		for l := piles[len(piles)-1]; l != nil; l = l.before {
			out = append(out, l.at)
		}
	}
	slices.Reverse(out)
	return out
}
