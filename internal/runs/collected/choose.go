package collected

import (
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/runs"
	"jprof/internal/util/words"
)

// build is an unmerged run whose maps may have the packages of count files.
type build struct {
	runs.Run
	from *runs.Opened
	has  map[probe.ID]bool
}

// input is a count file.
type input struct {
	path string
	size int64
	file *counts.File // without counters
	ids  []probe.ID   // sorted
}

// key returns a text that is the same for files with the same packages.
func (in input) key() string {
	var b strings.Builder
	for _, id := range in.ids {
		b.Write(id[:])
	}
	return b.String()
}

// writer names the JVM that wrote the file.
func (in input) writer() string {
	if len(in.file.Who) == 0 || in.file.Who[0].Instance == "" {
		return filepath.Base(in.path)
	}
	return words.Spaced(in.file.Who[0].Host, in.file.Who[0].Instance)
}

// chooser finds the builds that count files belong to.
type chooser struct {
	builds []*build            // the newest first
	known  map[string][]*build // by key
}

// candidates lists the unmerged runs with maps, the newest first.
func candidates(list []*runs.Opened) []*build {
	var all []*build
	for _, o := range list {
		if !o.IsCounts() {
			continue
		}
		for _, leaf := range o.Leaves() {
			if len(leaf.Sets) > 0 && leaf.Services == nil {
				all = append(all, &build{Run: leaf, from: o})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *build) int { return b.Started.Compare(a.Started) })
	return slices.CompactFunc(all, func(a, b *build) bool { return a.ID == b.ID })
}

// of returns the builds that a file belongs to: the first has most of its packages, the next one most of the others,
// and so on. missing is the number of packages that no build has.
func (c *chooser) of(in input) (list []*build, missing int) {
	key := in.key()
	list, ok := c.known[key]
	left := in.ids
	for !ok && len(left) > 0 {
		best, most := (*build)(nil), 0
		for _, b := range c.builds {
			if n := b.count(left); n > most {
				best, most = b, n
			}
			if most == len(left) {
				break
			}
		}
		if best == nil {
			break
		}
		list = append(list, best)
		left = slices.DeleteFunc(slices.Clone(left), func(id probe.ID) bool { return best.has[id] })
	}
	if c.known == nil {
		c.known = map[string][]*build{}
	}
	c.known[key] = list
	for _, id := range in.ids {
		if !slices.ContainsFunc(list, func(b *build) bool { return b.has[id] }) {
			missing++
		}
	}
	return list, missing
}

// count returns the number of packages that the maps of the build have. A build whose maps cannot be read has none.
func (b *build) count(ids []probe.ID) int {
	if b.has == nil {
		b.has = map[probe.ID]bool{}
		for _, set := range b.Sets {
			records, err := probe.ReadRecords(b.from.MapPath(set))
			if err != nil {
				continue
			}
			for id := range records {
				b.has[id] = true
			}
		}
	}
	n := 0
	for _, id := range ids {
		if b.has[id] {
			n++
		}
	}
	return n
}
