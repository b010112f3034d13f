package charts

import (
	"path"
	"slices"
	"strings"

	"jprof/internal/util/lazyregexp"
	"jprof/report"
	"jprof/report/html/layout"
)

// MapFile is a source on the map of NewCodeMap.
type MapFile struct {
	Path    string // slash path in the project
	Regions int    // number of its regions, which determines its area
}

// NewCodeMap lays out files by package, and by module if there are several. It is for a page that colours the files
// while their counts change. The layout is that of the map in the report, but the size of a file is the number of its
// regions, because the lines of code are only known when a report is made.
func NewCodeMap(files []MapFile) Treemap { return NewTreemap(fileNodes(files)) }

// javaRoot matches the part of a path before the package, as most projects have it: the module and the source set.
var javaRoot = lazyregexp.New(`^(?:(.*)/)?src/[^/]+/[^/]+/`)

// fileNodes groups files by module and package, if their paths contain these.
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
