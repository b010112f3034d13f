package runs

import (
	"errors"
	"os"
	"path/filepath"

	"jprof/internal/format/contexts"
	"jprof/internal/util/regular"
	"jprof/internal/util/term"
)

// sameKind returns an error if some of the runs were made to count and others to record contexts. Their numbers cannot
// be added up.
func sameKind(leaves []leaf) error {
	for _, l := range leaves[1:] {
		first := leaves[0]
		if l.IsContexts() == first.IsContexts() {
			continue
		}
		if !l.IsContexts() {
			l, first = first, l
		}
		return term.Errorf("merge the runs with contexts by themselves",
			"the run %s was run with --contexts, and the run %s was not", l.ID, first.ID)
	}
	return nil
}

// numbers returns the content of the count file of a run, or of the file with its contexts. It returns nothing for a
// run that was to record contexts and has none.
func (l leaf) numbers() ([]byte, error) {
	switch {
	case l.HasTests():
		counts, err := l.counts()
		if err != nil {
			return nil, err
		}
		tests, err := regular.ReadFile(l.from.file(l.Run, TestsFile))
		return append(counts, tests...), err
	case !l.IsContexts():
		return l.counts()
	case !l.HasContexts():
		return nil, nil
	}
	return regular.ReadFile(l.from.file(l.Run, ContextsFile))
}

// CountContexts returns the number of contexts of trees that outputs show. classes are their class files.
type CountContexts func(trees contexts.Source, classes *contexts.Pack) (uint64, error)

// writeContexts writes the contexts of the given runs to the folder of a merged run. It writes the contexts of each
// run, so that the runs can be merged again, and the merged contexts, so that these can be read at once. It sets
// r.Contexts.
func (r *Run) writeContexts(leaves []leaf, dir string, count CountContexts) error {
	all, pack := contexts.NewProfile(), contexts.NewPack()
	packs := map[string]bool{} // the pack of a merged run is read once
	r.Contexts = &Contexts{}
	for _, l := range leaves {
		if !l.HasContexts() {
			continue
		}
		from := l.from.file(l.Run, ContextsFile)
		data, err := regular.ReadFile(from)
		if err != nil {
			return l.from.in.broken(err)
		}
		f, err := contexts.Parse(data, from)
		if err == nil {
			err = all.Merge(f)
		}
		if errors.Is(err, contexts.ErrShared) {
			return err
		}
		if path := l.from.ClassesPath(); err == nil && !packs[path] {
			packs[path] = true
			var more *contexts.Pack
			if more, err = contexts.OpenPack(path); err == nil {
				pack.Merge(more)
			}
		}
		if err != nil {
			return l.from.in.broken(err)
		}
		if err := os.WriteFile(partFile(dir, l.ID, ContextsFile), data, 0o666); err != nil {
			return err
		}
		r.Contexts.Calls += l.Contexts.Calls
		r.Contexts.Bytecodes += l.Contexts.Bytecodes
		r.Contexts.Lost += l.Contexts.Lost
		r.Contexts.Unplaced += l.Contexts.Unplaced
		for _, why := range l.Contexts.Unread {
			r.Contexts.Unread = append(r.Contexts.Unread, l.ID+": "+why)
		}
	}
	source := all.Source()
	r.Contexts.Describe(source.Head())
	if count != nil {
		nodes, err := count(source, pack)
		if err != nil {
			return err
		}
		r.Contexts.Nodes = nodes
	}
	if err := contexts.WriteFile(filepath.Join(dir, ContextsFile), source); err != nil {
		return err
	}
	return pack.Only(source.Head().Classes).WriteFile(filepath.Join(dir, ClassesFile))
}

// The bytes of a context in a JVM of 64 bits with compressed references. A context is an object and an array of its
// slots.
const (
	nodeBytes  = 64
	arrayBytes = 16
	slotBytes  = 8
)

// Describe sets the facts that the header of merged trees has: settings, sizes and losses.
func (c *Contexts) Describe(h *contexts.Header) {
	both := func(v contexts.Values, names ...string) string {
		text := ""
		for i, name := range names {
			if v.Has(1 << i) {
				if text != "" {
					text += ", "
				}
				text += name
			}
		}
		return text
	}
	c.Coverage = both(h.Coverage, "app", "all")
	c.Blocks = both(h.Blocks, "exact", "fast", "calls")
	c.Recursion = both(h.Recursion, "full", "folded")
	c.CallSites = h.Sites.Has(contexts.Sites)
	c.Limit, c.JVMs = h.Limit, int(h.About.JVMs)
	c.Memory = (nodeBytes+arrayBytes)*h.Nodes + slotBytes*h.Slots
}
