package selection

import (
	"bytes"
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
	"jprof/internal/runs/carry"
	"jprof/report/tests/change"
)

// Predict makes the map of a source, as a build will make it.
type Predict func(name, encoding string, text []byte) (*probe.File, error)

// Plan plans the tests that a build omits and the counts that are carried over for them. Found must be the result of
// FindToCarry. If all tests are selected, Plan returns nil, because nothing is carried over. share is the shard that
// the build runs, nil for all tests.
func (found *Found) Plan(predict Predict, share *Share) (*carry.Plan, error) {
	if len(found.All) > 0 {
		return nil, nil
	}
	in := carry.Input{Grown: found.grown(), Shard: share.carried()}
	for _, p := range found.projects {
		now, err := p.predicted(predict)
		if err != nil {
			return nil, err
		}
		tests, selected := p.leaf.Tests.Tests(), p.selected()
		in.Leaves = append(in.Leaves, carry.Leaf{Leaf: p.leaf, Now: now,
			Run: func(i int) bool { return selected(&tests[i]) },
			Mine: func(i int) bool {
				run := found.last[tests[i].Key()]
				return run == "" || run == p.leaf.ID
			},
		})
	}
	return carry.NewPlan(in), nil
}

// selected returns a function that reports whether a test of the run is selected. It is also true if another attempt of
// the test is selected, or a new test that may be the same test.
func (p *project) selected() func(*testcounts.Test) bool {
	known, added := map[testcounts.Key]bool{}, map[string]bool{}
	for i := range p.found {
		t := &p.found[i]
		if t.New {
			added[t.Class+"#"+t.Method] = true
		} else {
			known[t.Key()] = true
		}
	}
	return func(t *testcounts.Test) bool {
		return known[t.Key()] || added[t.Class+"#"] || added[t.Class+"#"+t.Method]
	}
}

// grown returns a function that reports whether the tests of a class may have changed.
func (found *Found) grown() func(class string) bool {
	grown := map[string]bool{}
	for _, p := range found.projects {
		for i := range p.facts {
			f := &p.facts[i]
			if f.Kind == change.Code || !p.isTest(f.Path) {
				continue
			}
			for _, t := range []*decl.Type{f.OldType, f.NewType} {
				if t != nil {
					grown[decl.Outermost(t.Binary)] = true
				}
			}
		}
		for i := range p.found {
			if t := &p.found[i]; t.New {
				grown[decl.Outermost(t.Class)] = true
			}
		}
	}
	return func(class string) bool { return grown[decl.Outermost(class)] }
}

// predicted returns the maps of the run, with the changes since the run.
func (p *project) predicted(predict Predict) ([]*probe.Set, error) {
	var list []*probe.Set
	added := p.added()
	for _, set := range p.leaf.Maps {
		to := &probe.Set{Module: set.Module, Name: set.Name, Kind: set.Kind}
		for _, pkg := range set.Packages {
			next := &probe.Package{ID: pkg.ID, Name: pkg.Name}
			names := added[pkg]
			for _, f := range pkg.Files {
				now := p.now[f.Path]
				switch {
				case now == nil:
					next.ID = probe.ID{} // a file of the package is gone, so the build gives it another ID
				case p.texts[f.Path] != nil && bytes.Equal(now.Text, p.texts[f.Path]):
					same := *f
					next.Files = append(next.Files, &same)
				default:
					names = append(names, f.Path)
				}
			}
			for _, name := range names {
				encoding := ""
				if len(pkg.Files) > 0 {
					encoding = pkg.Files[0].Encoding
				}
				f, err := predict(name, encoding, p.now[name].Text)
				if err != nil {
					return nil, err
				}
				f.Path = name
				next.ID, next.Files = probe.ID{}, append(next.Files, f)
			}
			base := uint32(0)
			for _, f := range next.Files {
				f.Base = base
				base += f.Counters
			}
			to.Packages = append(to.Packages, next)
		}
		list = append(list, to)
	}
	return list, nil
}

// added returns the sources that the run did not have. It assigns each to the package in the maps whose folder is
// nearest. Any package would do, because code that moved to such a source must only be found.
func (p *project) added() map[*probe.Package][]string {
	all := map[*probe.Package][]string{}
	var names []string
	for name, f := range p.now {
		if f != nil && p.sources[name] == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		var nearest *probe.Package
		longest := -1
		for _, set := range p.leaf.Maps {
			for _, pkg := range set.Packages {
				if len(pkg.Files) == 0 {
					continue
				}
				root, ok := rootOf(pkg, pkg.Files[0])
				if ok && strings.HasPrefix(name, root) && len(root) > longest {
					nearest, longest = pkg, len(root)
				}
			}
		}
		if nearest != nil {
			all[nearest] = append(all[nearest], name)
		}
	}
	return all
}
