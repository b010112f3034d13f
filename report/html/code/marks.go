package code

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jprof/report/html/layout"
)

// marks lists, for the script, the regions and blocks of the counts, lines and pieces of code on a page, in their
// order. A mark is "r" and the number of a region, or "b" and the number of a block. The number is omitted if the last
// mark of the same kind has the same number, which is most common. As attributes of each element, marks would be a
// fifth of the page.
type marks struct {
	list          []byte
	region, block int
}

// add adds the mark of an element of a region, or of a block if region is -1.
func (m *marks) add(region, block int) {
	if region < 0 {
		m.list = append(m.list, 'b')
		m.number(block, &m.block)
	} else {
		m.list = append(m.list, 'r')
		m.number(region, &m.region)
	}
}

func (m *marks) number(n int, last *int) {
	if n != *last {
		m.list = strconv.AppendInt(m.list, int64(n), 10)
		*last = n
	}
}

// describeMarks writes, after the sources that share marks, the data that the script needs for highlights and colours.
// They are the marks; for each block its parent (nothing for none), kind and count; for each region its block (nothing
// for the block after that of the region before), count and level of heat. Kinds, as numbers of names, and levels are
// digits of base 36.
func describeMarks(w *bufio.Writer, sources ...*Writer) {
	var parents, entries, blocks, counts, names []string
	var kinds, heat []byte
	last := -1
	for _, c := range sources {
		for _, b := range c.file.Blocks {
			parent := ""
			if b.Parent >= 0 {
				parent = strconv.Itoa(b.Parent + c.firstBlock)
			}
			kind := slices.Index(names, b.Kind)
			if kind < 0 {
				kind = len(names)
				names = append(names, b.Kind)
			}
			parents = append(parents, parent)
			kinds = strconv.AppendInt(kinds, int64(kind), 36)
			entries = append(entries, strconv.FormatUint(b.Count, 10))
		}
		for _, r := range c.file.Regions {
			block := ""
			if n := r.Block + c.firstBlock; n != last+1 {
				block = strconv.Itoa(n)
			}
			last = r.Block + c.firstBlock
			blocks = append(blocks, block)
			counts = append(counts, strconv.FormatUint(r.Count, 10))
			heat = strconv.AppendInt(heat, int64(layout.Level(r.Count, c.Hottest)), 36)
		}
	}
	fmt.Fprintf(w, `<p id="marks" hidden data-marks="%s" data-parents="%s" data-kinds="%s" data-names="%s" `+
		`data-entries="%s" data-blocks="%s" data-counts="%s" data-heat="%s">`+"\n",
		sources[0].marks.list, strings.Join(parents, " "), kinds, strings.Join(names, ","), strings.Join(entries, " "),
		strings.Join(blocks, " "), strings.Join(counts, " "), heat)
}
