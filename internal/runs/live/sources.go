package live

import (
	"cmp"
	"slices"

	"jprof/internal/format/probe"
)

// source is a file of one or several maps that have it in the same layout: their counters are added up.
type source struct {
	*layout
	parts []part
	test  bool // only source sets of tests have it
	stale bool // its sums are to be made
	sum   sum
	// methods are the executions in each method: now, and at the two marks of the rates.
	methods [3][]uint64
}

// part is the counters of a source in one map.
type part struct {
	of   *counters
	base uint32
}

// file is all sources of a path: several where maps differ about it.
type file struct {
	sources []*source
	told    File // the state in the last update
	isTold  bool
}

// sums adds up the sources of a file.
func (f *file) sums() File {
	all, test := sum{}, true
	for _, s := range f.sources {
		all = all.plus(s.sum)
		test = test && s.test
	}
	return File{f.sources[0].path, test, all.executed, all.covered, all.regions}
}

// layoutKey is the same for layouts that are one source.
type layoutKey struct {
	path    string
	hash    [32]byte
	program string
}

func (l *layout) key() layoutKey { return layoutKey{l.path, l.hash, l.program} }

// arrange makes the sources and files from the maps that are shown. A package that several maps have is counted once.
func (r *Run) arrange() {
	before := make(map[layoutKey]*source, len(r.sources))
	for _, s := range r.sources {
		before[s.key()] = s
	}
	byKey := map[layoutKey]*source{}
	seen := map[probe.ID]*mapFile{}
	r.sources, r.cut = nil, cut{}
	for _, m := range r.shownMaps() {
		for _, l := range m.layouts {
			if first := seen[l.pkg]; first != nil && first != m {
				continue
			}
			seen[l.pkg] = m
			if l.empty {
				continue
			}
			s := byKey[l.key()]
			if s == nil {
				s = newSource(l, before[l.key()])
				byKey[l.key()] = s
				r.sources = append(r.sources, s)
			}
			s.parts = append(s.parts, part{r.jvms.of(l.pkg), l.base})
			s.test = s.test && m.name.Test
		}
	}
	for _, s := range r.sources {
		if old := before[s.key()]; old != nil && slices.Equal(old.parts, s.parts) {
			s.sum, s.stale = old.sum, old.stale
		}
	}
	slices.SortStableFunc(r.sources, func(a, b *source) int { return cmp.Compare(a.path, b.path) })
	r.group()
}

// newSource returns a source without parts. It continues the source before, nil for none.
func newSource(l *layout, before *source) *source {
	s := &source{layout: l, test: true, stale: true}
	if before != nil {
		s.methods = before.methods
		return s
	}
	all, n := make([]uint64, len(s.methods)*len(l.lines)), len(l.lines)
	for i := range s.methods {
		s.methods[i] = all[i*n : (i+1)*n : (i+1)*n]
	}
	return s
}

// shownMaps are the maps of this build, and those of earlier builds with counts, by their source sets.
func (r *Run) shownMaps() []*mapFile {
	return slices.DeleteFunc(r.maps.sorted(), func(m *mapFile) bool { return !r.maps.ofBuild(m) && !r.counted(m) })
}

// counted reports whether a map has a package with counts.
func (r *Run) counted(m *mapFile) bool {
	return slices.ContainsFunc(m.layouts, func(l *layout) bool { return len(r.jvms.of(l.pkg).shown) > 0 })
}

// group makes the files of the sources, and notes whether one is gone.
func (r *Run) group() {
	before := make(map[string]*file, len(r.files))
	for _, f := range r.files {
		before[f.told.Path] = f
	}
	r.files = nil
	for i := 0; i < len(r.sources); {
		path := r.sources[i].path
		f := &file{}
		for ; i < len(r.sources) && r.sources[i].path == path; i++ {
			f.sources = append(f.sources, r.sources[i])
		}
		if old := before[path]; old != nil {
			f.told, f.isTold = old.told, old.isTold
			delete(before, path)
		}
		r.files = append(r.files, f)
	}
	r.reset = r.reset || len(before) > 0
}

// evaluate makes the sums of the sources whose counters have changed.
func (r *Run) evaluate() {
	for _, s := range r.sources {
		if s.stale || slices.ContainsFunc(s.parts, func(p part) bool { return p.of.changed }) {
			s.stale = false
			s.sum = r.eval.run(s.program, s.counters(), s.methods[0])
		}
	}
	for _, c := range r.jvms.packages {
		c.changed = false
	}
}

// counters are those of a source, nil where there are none. They are only valid until the next poll.
func (s *source) counters() []uint64 {
	var sum []uint64
	for _, p := range s.parts {
		if len(p.of.shown) < int(p.base+s.n) { // none, or those of another layout
			continue
		}
		own := p.of.shown[p.base : p.base+s.n : p.base+s.n]
		if sum == nil {
			sum = own
			continue
		}
		sum = slices.Clone(sum)
		add(&sum, own)
	}
	return sum
}
