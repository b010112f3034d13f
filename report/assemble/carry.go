package assemble

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"jprof/report"
	"jprof/report/pair"
)

// current lists the newest files, by path, with all of their values, including those carried from older versions.
type current []*evaluatedFile

// carry adds the values of methods in older versions of their sources to the same methods in the newest version. It
// returns the methods that the newest version does not have as dropped. named makes a file with the names of its
// methods.
func (e evaluated) carry(named func(joinedFile) *report.File) (current, []report.Dropped) {
	var dropped []report.Dropped
	sets := map[report.SetName]bool{}
	for _, f := range e.older {
		sets[f.set] = true
	}
	for _, s := range slices.SortedFunc(maps.Keys(sets), report.SetName.Compare) {
		var targets []*evaluatedFile
		for _, f := range e.newest {
			if slices.Contains(f.sets, s) {
				targets = append(targets, f)
			}
		}
		// Each version is paired separately, because a method has one counterpart in each of them.
		for _, layer := range layers(e.older, s) {
			dropped = append(dropped, carryLayer(layer, targets, named)...)
		}
	}
	return current(e.newest), dropped
}

// carriedMethod is a method of an older file whose values were added to one of a newest file.
type carriedMethod struct {
	from       *evaluatedFile
	method, to int // indices in the methods of the older and of the newest file
}

// layers splits the files of a source set so that no layer has two files of one path.
func layers(older []*evaluatedFile, s report.SetName) [][]*evaluatedFile {
	var parts [][]*evaluatedFile
	n := map[string]int{}
	for _, f := range older {
		if f.set != s {
			continue
		}
		i := n[f.Path]
		n[f.Path]++
		if i == len(parts) {
			parts = append(parts, nil)
		}
		parts[i] = append(parts[i], f)
	}
	return parts
}

// outside describes the code of a file in no method.
const outside = "outside of methods"

// carryLayer adds the values of the files older, which have different paths, to the files newest.
func carryLayer(older, newest []*evaluatedFile, named func(joinedFile) *report.File) []report.Dropped {
	var dropped []report.Dropped
	to := map[pair.Ref]pair.Pair{}
	for _, p := range pair.Methods(pairFiles(older), pairFiles(newest)) {
		to[p.Old] = p
	}
	partsOf := map[*evaluatedFile][]parts{}
	for _, f := range slices.Concat(older, newest) {
		partsOf[f] = f.partsByMethod()
	}
	for i, f := range older {
		shown := named(f.joinedFile)
		for k, m := range f.Methods {
			p, paired := to[pair.Ref{File: i, Method: k}]
			reason := ""
			switch {
			case !paired:
				reason = "the newest sources have no such method"
			case !p.Same:
				reason = "the method has changed"
			case !newest[p.New.File].addMethod(f, partsOf[newest[p.New.File]][p.New.Method], partsOf[f][k]):
				reason = "the counters of the method have changed"
			default:
				target := newest[p.New.File]
				n := &target.methods[p.New.Method]
				*n = report.Add(*n, f.methods[k])
				target.carried = append(target.carried, carriedMethod{f, k, p.New.Method})
			}
			if reason != "" && report.Add(f.methods[k], f.sumOf(partsOf[f][k].regions)) > 0 {
				dropped = append(dropped, report.Dropped{
					Path: f.Path, Line: int(m.NameAt.Line), What: m.Label(f.Types), Method: true,
					Title: report.MethodRef{File: shown, Index: k}.Title(), Count: max(f.methods[k], 1), Reason: reason,
				})
			}
		}
		if n := f.sumOf(partsOf[f][len(f.Methods)].regions); n > 0 {
			dropped = append(dropped, report.Dropped{
				Path: f.Path, Line: 1, What: outside, Title: outside, Count: n,
				Reason: "only methods are matched between different sources",
			})
		}
	}
	slices.SortStableFunc(dropped, func(a, b report.Dropped) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	return dropped
}

// pairFiles converts the files to those of package pair.
func pairFiles(files []*evaluatedFile) []pair.File {
	list := make([]pair.File, len(files))
	for i, f := range files {
		list[i] = pair.Of(f.File, f.pkg.Name)
	}
	return list
}

// parts has the indices of the blocks, regions, expressions and branches of a method, in the order of the map.
type parts struct{ blocks, regions, expressions, branches []int }

// partsByMethod returns the parts of each method, without those of methods of classes in it. The last element has the
// parts that are in no method.
func (f *evaluatedFile) partsByMethod() []parts {
	all := make([]parts, len(f.Methods)+1)
	of := func(block int32) *parts {
		if block >= 0 && f.Blocks[block].Method >= 0 {
			return &all[f.Blocks[block].Method]
		}
		return &all[len(f.Methods)]
	}
	for i := range f.Blocks {
		p := of(int32(i))
		p.blocks = append(p.blocks, i)
	}
	for i, r := range f.Regions {
		p := of(r.Block)
		p.regions = append(p.regions, i)
	}
	for i, e := range f.Expressions {
		p := of(e.Block)
		p.expressions = append(p.expressions, i)
	}
	for i, b := range f.Branches {
		p := of(b.Block)
		p.branches = append(p.branches, i)
	}
	return all
}

// sumOf returns the sum of the values of regions.
func (f *evaluatedFile) sumOf(regions []int) uint64 {
	var n uint64
	for _, i := range regions {
		n = report.Add(n, f.regions[i])
	}
	return n
}

// order returns for each expression of a method the number of branches that start before it or with it. Which
// expressions there are depends on the ends of lines, and these numbers distinguish them.
func (f *evaluatedFile) order(p parts) []int {
	var starts []uint32
	for _, i := range p.branches {
		starts = append(starts, f.Branches[i].Span.Start.Offset)
	}
	slices.Sort(starts)
	before := make([]int, len(p.expressions))
	for k, i := range p.expressions {
		before[k], _ = slices.BinarySearch(starts, f.Expressions[i].Span.Start.Offset+1)
	}
	return before
}

// addMethod adds the values of the parts of a method of g to those of a method of f, if both have the same parts. It
// reports whether they have.
func (f *evaluatedFile) addMethod(g *evaluatedFile, to, from parts) bool {
	sameBlock := func(a, b int) bool { return f.Blocks[a].Kind == g.Blocks[b].Kind }
	sameRegion := func(a, b int) bool { return len(f.of(a)) == len(g.of(b)) }
	sameBranch := func(a, b int) bool { return f.Branches[a].Kind == g.Branches[b].Kind }
	if !slices.Equal(f.order(to), g.order(from)) || !slices.EqualFunc(to.blocks, from.blocks, sameBlock) ||
		!slices.EqualFunc(to.regions, from.regions, sameRegion) ||
		!slices.EqualFunc(to.branches, from.branches, sameBranch) {
		return false
	}
	add := func(to, from []uint64, a, b []int) {
		for k := range a {
			to[a[k]] = report.Add(to[a[k]], from[b[k]])
		}
	}
	add(f.blocks, g.blocks, to.blocks, from.blocks)
	add(f.regions, g.regions, to.regions, from.regions)
	for k, a := range to.regions {
		for s, n := range g.of(from.regions[k]) {
			f.of(a)[s] = report.Add(f.of(a)[s], n)
		}
	}
	add(f.expressions, g.expressions, to.expressions, from.expressions)
	add(f.yes, g.yes, to.branches, from.branches)
	add(f.no, g.no, to.branches, from.branches)
	return true
}
