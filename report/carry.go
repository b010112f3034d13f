package report

import (
	"cmp"
	"slices"
	"strings"

	"jprof/report/pair"
)

// version is a file of an earlier state of the sources, or one that was measured in another way than the file with
// the same path in the newest map.
type version struct {
	*File
	set SetName
}

// carry adds the counts of methods in earlier versions of their sources to the same methods in the newest ones. It
// returns the counts that it could not add.
func carry(older []version, newest []*File) []Dropped {
	var dropped []Dropped
	sets := map[SetName]bool{}
	for _, v := range older {
		sets[v.set] = true
	}
	order := make([]SetName, 0, len(sets))
	for s := range sets {
		order = append(order, s)
	}
	slices.SortFunc(order, compareSets)
	for _, s := range order {
		var targets []*File
		for _, f := range newest {
			if slices.Contains(f.Sets, s) {
				targets = append(targets, f)
			}
		}
		// Version by version: a method has one counterpart in each of them.
		for _, layer := range layers(older, s) {
			dropped = append(dropped, carryLayer(layer, targets)...)
		}
	}
	return dropped
}

// layers splits the files of a source set so that no layer has two files of one path.
func layers(older []version, s SetName) [][]*File {
	var parts [][]*File
	n := map[string]int{}
	for _, v := range older {
		if v.set != s {
			continue
		}
		i := n[v.Path]
		n[v.Path]++
		if i == len(parts) {
			parts = append(parts, nil)
		}
		parts[i] = append(parts[i], v.File)
	}
	return parts
}

func carryLayer(older, targets []*File) []Dropped {
	var dropped []Dropped
	to := map[MethodRef]methodPair{}
	for _, p := range pair.Methods(pairFiles(older), pairFiles(targets)) {
		old := MethodRef{older[p.Old.File], p.Old.Method}
		to[old] = methodPair{old, MethodRef{targets[p.New.File], p.New.Method}, p.Same}
	}
	partsOf := map[*File]map[int]*parts{}
	for _, f := range slices.Concat(older, targets) {
		partsOf[f] = f.partsByMethod()
	}
	for _, f := range older {
		for i := range f.Methods {
			r := MethodRef{f, i}
			p, paired := to[r]
			reason := ""
			switch {
			case !paired:
				reason = "the newest sources have no such method"
			case !p.Same:
				reason = "the method has changed"
			case !addMethod(p, partsOf[p.New.File][p.New.Index], partsOf[f][i]):
				reason = "the counters of the method have changed"
			}
			if m := r.Method(); reason != "" && Add(m.Invocations, f.sumOf(partsOf[f][i].regions)) > 0 {
				dropped = append(dropped, Dropped{f.Path, int(m.Name.Line), m.Label, true, max(m.Invocations, 1), reason})
			}
		}
		if n := f.sumOf(partsOf[f][-1].regions); n > 0 {
			dropped = append(dropped, Dropped{f.Path, 1, "outside of methods", false, n, "only methods are matched between different sources"})
		}
	}
	slices.SortStableFunc(dropped, func(a, b Dropped) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	return dropped
}

// parts are the indices of the blocks, regions, expressions and branches of a method, in the order of the map.
type parts struct{ blocks, regions, expressions, branches []int }

// partsByMethod returns the parts of each method, without methods of classes in it. The key -1 has the parts in no
// method.
func (f *File) partsByMethod() map[int]*parts {
	all := map[int]*parts{}
	of := func(block int) *parts {
		method := f.MethodOf(block)
		if all[method] == nil {
			all[method] = &parts{}
		}
		return all[method]
	}
	for i := range f.Methods {
		all[i] = &parts{}
	}
	all[-1] = &parts{}
	for i := range f.Blocks {
		of(i).blocks = append(of(i).blocks, i)
	}
	for i, r := range f.Regions {
		of(r.Block).regions = append(of(r.Block).regions, i)
	}
	for i, e := range f.Expressions {
		of(e.Block).expressions = append(of(e.Block).expressions, i)
	}
	for i, b := range f.Branches {
		of(b.Block).branches = append(of(b.Block).branches, i)
	}
	return all
}

// sumOf adds up the counts of regions.
func (f *File) sumOf(regions []int) uint64 {
	var n uint64
	for _, i := range regions {
		n = Add(n, f.Regions[i].Count)
	}
	return n
}

// addMethod adds the counts of the older method of a pair to the newer one, if they have the same parts.
func addMethod(p methodPair, to, from *parts) bool {
	f, g := p.New.File, p.Old.File
	same := slices.EqualFunc(to.blocks, from.blocks, func(a, b int) bool { return f.Blocks[a].Kind == g.Blocks[b].Kind }) &&
		slices.EqualFunc(to.regions, from.regions, func(a, b int) bool { return len(f.Regions[a].runs) == len(g.Regions[b].runs) }) &&
		len(to.expressions) == len(from.expressions) &&
		slices.EqualFunc(to.branches, from.branches, func(a, b int) bool { return f.Branches[a].Kind == g.Branches[b].Kind })
	if !same {
		return false
	}
	p.New.Method().Invocations = Add(p.New.Method().Invocations, p.Old.Method().Invocations)
	for k, a := range to.blocks {
		f.Blocks[a].Count = Add(f.Blocks[a].Count, g.Blocks[from.blocks[k]].Count)
	}
	for k, a := range to.regions {
		f.Regions[a].addCounts(&g.Regions[from.regions[k]])
	}
	for k, a := range to.expressions {
		f.Expressions[a].addCounts(&g.Expressions[from.expressions[k]])
	}
	for k, a := range to.branches {
		f.Branches[a].addCounts(&g.Branches[from.branches[k]])
	}
	return true
}

// addCounts adds the counts of a region with as many statements.
func (r *Region) addCounts(o *Region) {
	r.Count = Add(r.Count, o.Count)
	for i := range r.runs {
		r.runs[i].count = Add(r.runs[i].count, o.runs[i].count)
	}
}

func (e *Expression) addCounts(o *Expression) { e.Count = Add(e.Count, o.Count) }

func (b *Branch) addCounts(o *Branch) {
	b.True, b.False = Add(b.True, o.True), Add(b.False, o.False)
}

type methodPair struct {
	Old, New MethodRef
	Same     bool
}

func pairFiles(files []*File) []pair.File {
	list := make([]pair.File, len(files))
	for i, f := range files {
		sizes := f.MethodSizes()
		methods := make([]pair.Method, len(f.Methods))
		for k, m := range f.Methods {
			methods[k] = pair.Method{Label: m.Label, Hash: m.Hash, Type: m.Type, Span: m.Span, Size: sizes[k]}
		}
		list[i] = pair.File{Path: f.Path, Package: f.Package, Types: f.Types, Methods: methods}
	}
	return list
}
