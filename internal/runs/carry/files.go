package carry

import (
	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
)

// files adds the files of tests that did not run again, and those of other owners, to those of a new run with the given
// maps. It returns nil if the files of one of the runs are not known. The places in stacks are those of the new
// sources, so a stack with code of a source that has changed becomes unknown.
func (p *Plan) files(fresh *testcounts.Counts, maps []*probe.Set, ran map[testcounts.Key]bool) *testcounts.Files {
	if fresh.Files() == nil {
		return nil
	}
	b := testcounts.NewFilesBuilder()
	b.AddOf(fresh.Files(), func(testcounts.Key) bool { return true })
	now := hashes(maps)
	for i := range p.leaves {
		files := p.leaves[i].Tests.Files()
		if files == nil {
			return nil
		}
		kept := *files
		kept.Stacks = nil
		before := hashes(p.leaves[i].Maps)
		for _, s := range files.Stacks {
			for _, f := range s.Frames {
				if class := decl.Outermost(f.Class); before[class] != now[class] {
					s = testcounts.FileStack{Unknown: true}
					break
				}
			}
			kept.Stacks = append(kept.Stacks, s)
		}
		b.AddOf(&kept, func(k testcounts.Key) bool {
			return p.shard.has(k.Kind, k.Class) && (k.Kind != testcounts.Case || !ran[k])
		})
	}
	return b.Files()
}

// hashes returns the hashes of the sources of top-level classes. If several sources have a class, it has all of them.
func hashes(maps []*probe.Set) map[string]string {
	all := map[string]string{}
	for _, set := range maps {
		for _, p := range set.Packages {
			for _, f := range p.Files {
				for i := range f.Types {
					if f.Types[i].Parent < 0 {
						all[decl.Qualified(p.Name, f.Types[i].Name)] += string(f.Hash[:])
					}
				}
			}
		}
	}
	return all
}
