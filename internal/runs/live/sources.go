package live

import (
	"cmp"
	"slices"

	"jprof/internal/format/probe"
)

// source is a file that one or more maps have with the same layout. Its counters are those of all these maps, added up.
type source struct {
	*layout
	parts []part
	test  bool // only source sets of tests have it
	stale bool // its sums must be computed again
	sum   sum
	// methods has the executions of each method: now, and at the two marks of the rates.
	methods [3][]uint64
}

// part has the counters of a source in one map.
type part struct {
	of   *counters
	base uint32
}

// file has all sources with the same path: more than one if maps have different versions of the file.
type file struct {
	sources []*source
	told    File // the file in the last update
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

// layoutKey is equal for layouts of the same source.
type layoutKey struct {
	path    string
	hash    [32]byte
	program string
}

func (l *layout) key() layoutKey { return layoutKey{l.path, l.hash, l.program} }

// arrange makes the sources and files from the maps that are shown. A package that is in several maps is counted once.
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

// newSource returns a source without parts. It takes over the executions of the source before, which may be nil.
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

// shownMaps returns the maps of this build, and maps of earlier builds that have counts, sorted by their source sets.
func (r *Run) shownMaps() []*mapFile {
	return slices.DeleteFunc(r.maps.sorted(), func(m *mapFile) bool { return !r.maps.ofBuild(m) && !r.counted(m) })
}

// counted reports whether a map has a package with counts.
func (r *Run) counted(m *mapFile) bool {
	return slices.ContainsFunc(m.layouts, func(l *layout) bool { return len(r.jvms.of(l.pkg).shown) > 0 })
}

// group groups the sources into files, and sets reset if a file was removed.
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

// evaluate computes the sums of the sources whose counters have changed.
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

// counters returns the counters of a source, nil if there are none. They are only valid until the next poll.
func (s *source) counters() []uint64 {
	var sum []uint64
	for _, p := range s.parts {
		if len(p.of.shown) < int(p.base+s.n) { // there are none, or they are of another layout
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
