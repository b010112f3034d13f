package charts

import (
	"path"
	"slices"
	"strings"

	"jprof/internal/util/lazyregexp"
	"jprof/report"
	"jprof/report/html/layout"
)

// MapFile is a source on a CodeMap.
type MapFile struct {
	Path    string // slash path in the project
	Regions int    // its size: the area that it gets
}

// CodeMap lays out the parts of the map of a report, for a page that colours them while their counts change. Numbers
// are those of a view box, as texts for attributes.
type CodeMap struct {
	Width  int         `json:"width"`
	Height int         `json:"height"`
	Groups []CodeGroup `json:"groups"`
	Cells  []CodeCell  `json:"cells"`
}

// CodeGroup is the frame around a module or a package.
type CodeGroup struct {
	Box
	Name  string `json:"name"`
	Label string `json:"label"` // "" where there is no room
	Outer bool   `json:"outer"` // a module
}

// CodeCell is a file, or those of a package that are too small for cells of their own.
type CodeCell struct {
	Box
	Paths   []string `json:"paths"`
	Name    string   `json:"name"`
	Label   string   `json:"label"`   // "" where there is no room
	Percent bool     `json:"percent"` // there is room for a percentage below the label
}

// Box is an area and the places of two lines of text in it.
type Box struct {
	X       string `json:"x"`
	Y       string `json:"y"`
	W       string `json:"w"`
	H       string `json:"h"`
	LabelX  string `json:"labelX"`
	LabelY  string `json:"labelY"`
	SecondY string `json:"secondY"`
}

// NewCodeMap lays files out: by packages, and by modules if there are several. The layout is that of the report's map,
// but for the size of files, which is in regions: the lines of code are not known before a report is made.
func NewCodeMap(files []MapFile) CodeMap {
	m := NewTreemap(fileNodes(files))
	out := CodeMap{Width: m.Width, Height: m.Height, Groups: []CodeGroup{}, Cells: []CodeCell{}}
	for _, g := range m.Groups {
		out.Groups = append(out.Groups, CodeGroup{g.Box, g.what, g.Label, g.Outer})
	}
	for _, c := range m.Cells {
		out.Cells = append(out.Cells, CodeCell{c.Box, c.paths, c.what, c.Label, c.Percent != ""})
	}
	return out
}

// javaRoot matches the start of a path before the package, in most projects: the module and the source set.
var javaRoot = lazyregexp.New(`^(?:(.*)/)?src/[^/]+/[^/]+/`)

// fileNodes groups files by module and package, as far as their paths name these.
func fileNodes(files []MapFile) []Node {
	type place struct{ module, pkg string }
	packages := map[place]*Node{}
	modules := map[string][]place{}
	for _, f := range files {
		var in place
		rest := f.Path
		if m := javaRoot().FindStringSubmatchIndex(f.Path); m != nil {
			if m[2] >= 0 {
				in.module = f.Path[m[2]:m[3]]
			}
			rest = f.Path[m[1]:]
		}
		in.pkg = strings.ReplaceAll(strings.TrimPrefix(path.Dir(rest), "."), "/", ".")
		node := packages[in]
		if node == nil {
			name := report.Printable(layout.PackageName(in.pkg))
			node = &Node{Name: name, What: name}
			packages[in] = node
			modules[in.module] = append(modules[in.module], in)
		}
		name := report.Printable(strings.TrimSuffix(path.Base(f.Path), path.Ext(f.Path)))
		size := report.Ratio{Covered: f.Regions, Total: f.Regions}
		node.Parts = append(node.Parts, Node{Name: name, What: report.Printable(f.Path), Lines: size,
			paths: []string{f.Path}})
		node.Lines.Total += f.Regions
		node.paths = append(node.paths, f.Path)
	}
	var nodes []Node
	for module, places := range modules {
		name := report.Printable(module)
		if name == "" {
			name = "."
		}
		node := Node{Name: name, What: "module " + name}
		for _, p := range places {
			node.Parts = append(node.Parts, *packages[p])
			node.Lines.Total += packages[p].Lines.Total
			node.paths = append(node.paths, packages[p].paths...)
		}
		slices.SortFunc(node.Parts, func(a, b Node) int { return strings.Compare(a.Name, b.Name) })
		nodes = append(nodes, node)
	}
	if len(nodes) == 1 {
		return nodes[0].Parts
	}
	slices.SortFunc(nodes, func(a, b Node) int { return strings.Compare(a.Name, b.Name) })
	return nodes
}
