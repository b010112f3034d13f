package live

import (
	"errors"
	"fmt"
	"slices"

	"jprof/internal/format/probe"
	"jprof/report"
	"jprof/report/assemble"
	reportsource "jprof/report/source"
)

// Source is a source with its counts.
type Source struct {
	Path  string
	Lines []Line
	Note  string // on the encoding of the text if that matters, or ""
}

// Line is a line of a source.
type Line struct {
	Number int
	Text   string
	// Counts are those that the report has beside the line, from left to right: of methods, regions or blocks.
	Counts []uint64
	State  reportsource.LineState
}

// Count returns the first count of the line, and whether there is one.
func (l Line) Count() (n uint64, ok bool) {
	if len(l.Counts) == 0 {
		return 0, false
	}
	return l.Counts[0], true
}

// ErrNoSource means that no map has a file with the given path.
var ErrNoSource = errors.New("no map of this run has this file")

// cut has the parts of the maps that belong to one file. It is kept, because reading a map takes long.
type cut struct {
	path string
	sets []cutSet
}

// cutSet is a map with one package, which has one file. Base is the index of that file's first counter in the whole
// package.
type cutSet struct {
	*probe.Set
	base int
}

// cutOut reads the parts that belong to a file from all maps that are shown.
func (r *Run) cutOut(path string) (cut, error) {
	c := cut{path: path}
	seen := map[probe.ID]bool{}
	for _, m := range r.shownMaps() {
		for _, l := range m.layouts {
			if l.path != path || seen[l.pkg] {
				continue
			}
			seen[l.pkg] = true
			err := readMap(m.path, func(name report.SetName, p *probe.Package) bool {
				i := slices.IndexFunc(p.Files, func(f *probe.File) bool { return f.Path == path })
				if p.ID != l.pkg || i < 0 {
					return true
				}
				f := p.Files[i]
				set := &probe.Set{Module: name.Module, Name: name.Name, Packages: []*probe.Package{p}}
				c.sets = append(c.sets, cutSet{set, int(f.Base)})
				f.Base, p.Files = 0, []*probe.File{f}
				return false
			})
			if err != nil {
				return cut{}, err
			}
		}
	}
	if len(c.sets) == 0 {
		return cut{}, fmt.Errorf("%s: %w", path, ErrNoSource)
	}
	return c, nil
}

// Source reads a source, and evaluates its counts as of the last Poll. The path is that of a File.
func (r *Run) Source(path string) (*Source, error) {
	model, err := r.Model(path)
	if err != nil {
		return nil, err
	}
	file := model.Files[0]
	src, err := reportsource.Load(model, file)
	if err != nil {
		return nil, err
	}
	notes := reportsource.Annotate(file, src)
	s := &Source{Path: path, Note: src.Note}
	for n := 1; n <= src.Lines(); n++ {
		start, end := src.Line(n)
		shown := notes.Line(n)
		line := Line{Number: n, Text: src.Text(start, end), State: shown.State}
		for _, e := range shown.Counts {
			line.Counts = append(line.Counts, e.Count)
		}
		s.Lines = append(s.Lines, line)
	}
	return s, nil
}

// Model returns the model of one source, with its counts as of the last Poll. The path is that of a File.
func (r *Run) Model(path string) (*report.Model, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cut.path != path {
		c, err := r.cutOut(path)
		if err != nil {
			return nil, err
		}
		r.cut = c
	}
	in := assemble.Input{Source: r.source, Exclude: r.exclude}
	counted := map[probe.ID][]uint64{}
	in.Counters = func(id probe.ID) []uint64 { return counted[id] }
	for _, set := range r.cut.sets {
		p := set.Packages[0]
		if shown, end := r.jvms.of(p.ID).shown, set.base+p.Counters(); len(shown) >= end {
			counted[p.ID] = slices.Clone(shown[set.base:end])
		}
		in.Sets = append(in.Sets, set.Set)
	}
	return assemble.Model(in)
}
