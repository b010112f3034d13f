package charts

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"jprof/report"
	"jprof/report/html/layout"
)

// The view box of the map, and the margins of groups of cells, in its units. One unit is about one pixel on a wide
// screen.
const (
	mapWidth, mapHeight = 1200, 440
	fewHeight           = 220 // height of the map of a few classes
	groupHead           = 15  // height of a name above a group
	charWidth           = 6.4 // of names
	boldWidth           = 7.2
)

const (
	few      = 20   // classes that need no high map
	maxDrawn = 1000 // classes, and packages, with cells of their own: see smallestDrawn
)

// rect is an area of the map.
type rect struct{ x, y, w, h float64 }

// squarify divides an area into one rectangle for each size, in their order. Areas are proportional to sizes, and
// rectangles are as close to squares as rows permit: "Squarified Treemaps" by Bruls, Huizing and van Wijk. Sizes are
// positive, largest first.
func squarify(area rect, sizes []float64) []rect {
	total := 0.0
	for _, s := range sizes {
		total += s
	}
	out := make([]rect, 0, len(sizes))
	for len(sizes) > 0 {
		side := min(area.w, area.h)
		if side <= 0 {
			for range sizes {
				out = append(out, rect{area.x, area.y, 0, 0})
			}
			return out
		}
		scale := area.w * area.h / total
		// A row gets another cell if that does not make its worst rectangle worse.
		n, sum := 1, sizes[0]
		worst := func(smallest, sum float64) float64 {
			row := sum * scale / side // its thickness
			return max(sizes[0]*scale/(row*row), row*row/(smallest*scale))
		}
		for n < len(sizes) && worst(sizes[n], sum+sizes[n]) <= worst(sizes[n-1], sum) {
			sum += sizes[n]
			n++
		}
		thickness := sum * scale / side
		if n == len(sizes) {
			thickness = max(area.w, area.h)
		}
		along := 0.0
		for _, s := range sizes[:n] {
			length := side * s / sum
			if area.w >= area.h {
				out = append(out, rect{area.x, area.y + along, thickness, length})
			} else {
				out = append(out, rect{area.x + along, area.y, length, thickness})
			}
			along += length
		}
		if area.w >= area.h {
			area.x, area.w = area.x+thickness, area.w-thickness
		} else {
			area.y, area.h = area.y+thickness, area.h-thickness
		}
		sizes, total = sizes[n:], total-sum
	}
	return out
}

// Node is a part of the code: a class, or a part that contains other parts.
type Node struct {
	Name, Href string
	What       string // the whole name, for the tooltip
	Lines      report.Ratio
	Executed   uint64
	Parts      []Node
	paths      []string // of its files, for NewCodeMap only
}

// MapCell is the cell of a class, or of several classes that are too small for cells of their own.
type MapCell struct {
	Box
	Name        string   `json:"name"`
	Paths       []string `json:"paths"`   // see Node
	Label       string   `json:"label"`   // "" if there is no room
	Percent     string   `json:"percent"` // likewise
	Cover, Heat int      `json:"-"`       // colours: 0 to 5, 0 to 10
	Href, Title string   `json:"-"`
}

// MapGroup is the frame of a package or module around its cells.
type MapGroup struct {
	Box
	Name        string `json:"name"`
	Label       string `json:"label"` // "" if there is no room
	Outer       bool   `json:"outer"` // a module
	Href, Title string `json:"-"`
}

// Box is an area with the places of two lines of text in it. Numbers are in units of the view box, as texts for
// attributes.
type Box struct {
	X       string `json:"x"`
	Y       string `json:"y"`
	W       string `json:"w"`
	H       string `json:"h"`
	LabelX  string `json:"labelX"`
	LabelY  string `json:"labelY"`
	SecondY string `json:"secondY"`
}

func makeBox(r rect, baseline float64) Box {
	f := func(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
	return Box{f(r.x), f(r.y), f(r.w), f(r.h), f(r.x + 4), f(r.y + baseline), f(r.y + 2*baseline)}
}

// Treemap is a map of the code. Areas are proportional to the numbers of lines of code.
type Treemap struct {
	Width  int        `json:"width"`
	Height int        `json:"height"`
	Groups []MapGroup `json:"groups"`
	Cells  []MapCell  `json:"cells"`

	smallest, smallestPackage int    // lines of the smallest class, and of the smallest package, with a cell of its own
	hottest                   uint64 // executions of the cell with the most
}

// NewTreemap draws modules or packages. If there are more than maxDrawn classes, only the largest have cells of their
// own, and the other classes of a package share one cell. In the same way, small packages of a module share one. This
// keeps the page small.
func NewTreemap(nodes []Node) Treemap {
	m := Treemap{Width: mapWidth, Height: mapHeight, Groups: []MapGroup{}, Cells: []MapCell{}}
	var classes, packages []int
	var walk func(nodes []Node)
	walk = func(nodes []Node) {
		for _, n := range nodes {
			switch {
			case n.Parts == nil:
				classes = append(classes, n.Lines.Total)
				m.hottest = max(m.hottest, n.Executed)
			case n.Parts[0].Parts == nil:
				packages = append(packages, n.Lines.Total)
			}
			walk(n.Parts)
		}
	}
	walk(nodes)
	m.smallest, m.smallestPackage = smallestDrawn(classes), smallestDrawn(packages)
	if len(classes) <= few {
		m.Height = fewHeight
	}
	m.draw(rect{0, 0, mapWidth, float64(m.Height)}, nodes, "", "#tree")
	return m
}

// smallestDrawn returns the smallest size of parts with their own cells, so that about maxDrawn parts have a cell. If
// many parts have the same size, there may be fewer, or up to half as many more. It sorts the sizes.
func smallestDrawn(sizes []int) int {
	if len(sizes) <= maxDrawn {
		return 1
	}
	slices.Sort(sizes)
	slices.Reverse(sizes)
	smallest := max(1, sizes[maxDrawn-1])
	if drawn := maxDrawn * 3 / 2; len(sizes) > drawn && sizes[drawn] == smallest {
		smallest++
	}
	return smallest
}

// draw lays out parts in an area. rest is the link for the cell that small parts share.
func (m *Treemap) draw(area rect, nodes []Node, in, rest string) {
	nodes = m.merged(nodes, in, rest)
	sizes := make([]float64, len(nodes))
	for i, n := range nodes {
		sizes[i] = float64(n.Lines.Total)
	}
	for i, r := range squarify(area, sizes) {
		n := nodes[i]
		title := fmt.Sprintf("%s: %s lines executed (%s), %s statement executions", n.What, n.Lines, n.Lines.Percent(),
			report.Thousands(n.Executed))
		if n.Parts == nil || !slices.ContainsFunc(n.Parts, m.drawn) {
			c := MapCell{Box: makeBox(r, 13), Cover: coverLevel(n.Lines),
				Heat: layout.Level(min(n.Executed, m.hottest), m.hottest), Href: n.Href, Title: title, Name: n.What,
				Paths: n.paths}
			if r.h >= 18 {
				c.Label = fitting(n.Name, (r.w-8)/charWidth, false)
			}
			if p := n.Lines.Percent(); r.h >= 34 && c.Label != "" && float64(len(p)) <= (r.w-8)/charWidth {
				c.Percent = p
			}
			m.Cells = append(m.Cells, c)
			continue
		}
		g := MapGroup{Box: makeBox(r, 11.5), Href: n.Href, Title: title, Outer: n.Parts[0].Parts != nil,
			Name: n.What}
		border := 1.0
		if g.Outer {
			border = 2
		}
		within := rect{r.x + border, r.y + border, max(0, r.w-2*border), max(0, r.h-2*border)}
		if label := fitting(n.Name, (r.w-8)/boldWidth, true); label != "" && r.h >= 3*groupHead {
			g.Label = label
			within.y, within.h = within.y+groupHead-border, within.h-groupHead+border
		}
		m.Groups = append(m.Groups, g)
		m.draw(within, n.Parts, n.What, n.Href)
	}
}

// drawn reports whether a part has its own cell.
func (m *Treemap) drawn(n Node) bool {
	switch {
	case n.Parts == nil:
		return n.Lines.Total >= m.smallest
	case n.Parts[0].Parts == nil:
		return n.Lines.Total >= m.smallestPackage
	}
	return n.Lines.Total > 0
}

// merged returns the nodes with code, largest first. One node replaces all nodes that are too small.
func (m *Treemap) merged(nodes []Node, in, rest string) []Node {
	var out []Node
	var small Node
	merged := 0
	for _, n := range nodes {
		switch {
		case m.drawn(n):
			out = append(out, n)
		case n.Lines.Total > 0:
			merged++
			small.Lines = small.Lines.Plus(n.Lines)
			small.Executed = max(small.Executed, n.Executed)
			small.paths = append(small.paths, n.paths...)
		}
	}
	if merged > 0 {
		small.Href, small.Name = rest, fmt.Sprintf("%d more", merged)
		small.What = fmt.Sprintf("%d smaller ones", merged)
		if in != "" {
			small.What += " in " + in
		}
		out = append(out, small)
	}
	slices.SortStableFunc(out, func(a, b Node) int { return cmp.Compare(b.Lines.Total, a.Lines.Total) })
	return out
}

// fitting shortens a name to a width, at its start if inFront is true, else at its end. It returns "" if the shortened
// name would not be readable.
func fitting(name string, width float64, inFront bool) string {
	chars := []rune(name)
	fit := int(width)
	switch {
	case len(chars) <= fit:
		return name
	case fit < 4:
		return ""
	case inFront:
		return "…" + string(chars[len(chars)-fit+1:])
	}
	return string(chars[:fit-1]) + "…"
}

// CoverLabels returns the levels of percentages that have a colour.
func (Treemap) CoverLabels() []string { return coverLabels[:] }

// coverLabels and coverTitles name the levels of percentages, each of which has a colour. coverLevel returns their
// index.
var (
	coverLabels = [...]string{"0 %", "< 50 %", "< 75 %", "< 90 %", "< 100 %", "100 %"}
	coverTitles = [...]string{"none", "less than 50 %", "50 % to less than 75 %", "75 % to less than 90 %",
		"90 % to less than 100 %", "all"}
)

// coverLevel returns the index in coverLabels of a ratio.
func coverLevel(r report.Ratio) int {
	switch {
	case r.Covered == 0:
		return 0
	case r.Covered == r.Total:
		return 5
	}
	l := 1
	for _, percent := range []int{50, 75, 90} {
		if r.Covered*100 >= r.Total*percent {
			l++
		}
	}
	return l
}
