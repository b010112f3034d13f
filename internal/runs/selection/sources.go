package selection

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/java/decl"
	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/git"
	"jprof/internal/util/lineends"
	"jprof/internal/util/paths"
	"jprof/internal/util/regular"
	"jprof/report"
	"jprof/report/tests/affected"
	"jprof/report/tests/change"
)

// project is a project together with a run of it.
type project struct {
	store  runs.Store
	leaf   runs.Leaf
	dir    string // the folder that the paths of the maps are relative to
	parser decl.Parser
	around Around

	sources map[string]*affected.Source // of the run, by path
	texts   map[string][]byte           // of them
	now     map[string]*change.File     // the files in the working tree, by path; nil for none
	roots   map[string]bool             // folders of sources; true if only tests are compiled there
	facts   []change.Fact
	found   []affected.Selected // the tests that these facts select

	hasAppeared func(name string) bool // see appeared; nil before the first call

	unread   []string // changed files that neither builds nor tests read
	noCommit bool     // the clone lacks the commit of the run, so changes of other files are not known
}

// readSources reads the sources of the run.
func (p *project) readSources() {
	p.sources, p.texts, p.now = map[string]*affected.Source{}, map[string][]byte{}, map[string]*change.File{}
	p.roots = map[string]bool{}
	read := runmodel.Sources(p.store, p.leaf.Run, p.leaf.Dir)
	for _, set := range p.leaf.Maps {
		test := set.IsTest()
		for _, pkg := range set.Packages {
			for _, f := range pkg.Files {
				s, known := p.sources[f.Path]
				if !known {
					s = p.source(f, read)
					s.Test = test
					p.sources[f.Path] = s
				}
				s.Test = s.Test && test
				s.Maps = append(s.Maps, affected.Place{Package: pkg.ID, File: f})
				if root, ok := rootOf(pkg, f); ok {
					before, known := p.roots[root]
					p.roots[root] = test && (before || !known)
				}
			}
		}
	}
}

// rootOf returns the source root of a file, as its package implies: "" or a path with a slash at its end. ok is false
// if the folder of the file does not fit its package.
func rootOf(p *probe.Package, f *probe.File) (root string, ok bool) {
	root = strings.TrimPrefix(path.Dir(f.Path)+"/", "./")
	if p.Name != "" {
		root, ok = strings.CutSuffix(root, strings.ReplaceAll(p.Name, ".", "/")+"/")
		return root, ok && (root == "" || strings.HasSuffix(root, "/"))
	}
	return root, true
}

// source reads a source of the run. If its text is lost, all of the source counts as changed.
func (p *project) source(f *probe.File, read runmodel.ReadSource) *affected.Source {
	text, err := read(f.Path, f.Hash)
	if err != nil {
		p.facts = append(p.facts, change.Fact{Kind: change.Lost, Path: f.Path})
		return &affected.Source{Path: f.Path, Decls: &decl.File{Unclear: err.Error()}}
	}
	p.texts[f.Path] = text
	return &affected.Source{Path: f.Path, Decls: p.parser.Parse(text)}
}

// current returns a Java source of the working tree, nil if it does not exist.
func (p *project) current(name string) (*change.File, error) {
	if f, known := p.now[name]; known {
		return f, nil
	}
	text, err := regular.ReadUpTo(filepath.Join(p.dir, filepath.FromSlash(name)), runs.MaxSource)
	text = lineends.Unix(text)
	var f *change.File
	switch s := p.sources[name]; {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return nil, err
	case s != nil && p.texts[name] != nil && bytes.Equal(lineends.Unix(p.texts[name]), text):
		f = &change.File{Path: name, Decls: s.Decls, Text: text} // equal Decls pointers mean that nothing has changed
	default:
		f = &change.File{Path: name, Decls: p.parser.Parse(text), Text: text}
	}
	p.now[name] = f
	return f, nil
}

// isSource reports whether a Java source is in a folder that the run has compiled.
func (p *project) isSource(name string) bool {
	if p.sources[name] != nil {
		return true
	}
	for root := range p.roots {
		if paths.IsJava(name) && strings.HasPrefix(name, root) && root != "" {
			return true
		}
	}
	return false
}

// isTest reports whether the path belongs to a test source.
func (p *project) isTest(name string) bool {
	if s := p.sources[name]; s != nil {
		return s.Test
	}
	longest, test := -1, report.IsTestPath(name)
	for root, isTest := range p.roots {
		if strings.HasPrefix(name, root) && len(root) > longest {
			longest, test = len(root), isTest
		}
	}
	return test
}

// sinceRun finds the changes since the run.
func (p *project) sinceRun() (change.Changes, error) {
	var before, after change.Version
	others, err := p.othersSinceRun()
	if err != nil {
		return change.Changes{}, err
	}
	names := slices.Collect(maps.Keys(p.sources))
	for _, name := range others {
		if p.isSource(name) && p.sources[name] == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		f, err := p.current(name)
		if err != nil {
			return change.Changes{}, err
		}
		s := p.sources[name]
		if s != nil && f != nil && s.Decls == f.Decls {
			continue
		}
		if s != nil && p.texts[name] != nil {
			before.Files = append(before.Files, change.File{Path: name, Decls: s.Decls, Text: p.texts[name]})
		}
		if f != nil && (s == nil || p.texts[name] != nil) {
			after.Files = append(after.Files, *f)
		}
	}
	c := p.between(before, after)
	c.Facts = append(c.Facts, p.facts...)
	return p.withOthers(c, others), nil
}

// between finds the changes of Java sources, also of those that tests read as files.
func (p *project) between(before, after change.Version) change.Changes {
	c := change.Between(before, after)
	files, seen := p.leaf.Tests.Files(), map[string]bool{}
	for _, f := range slices.Concat(before.Files, after.Files) {
		if !seen[f.Path] && files.Has(f.Path, p.appeared()) {
			c.Facts = append(c.Facts, change.Fact{Kind: change.Text, Path: f.Path})
		}
		seen[f.Path] = true
	}
	return c
}

// withOthers adds facts about files that are not Java sources of the project.
func (p *project) withOthers(c change.Changes, names []string) change.Changes {
	files := p.leaf.Tests.Files()
	for _, name := range names {
		if p.isSource(name) {
			continue
		}
		kind, none := kindOf(name)
		if none && files.Has(name, p.appeared()) {
			kind, none = change.Resource, false
		}
		if kind == change.Resource && runs.IsArchive(name) && !strings.Contains("/"+name, "/src/") &&
			!files.Has(name, p.appeared()) {
			none = runs.HoldsRuns(filepath.Join(p.store.Project, filepath.FromSlash(name)))
		}
		if none {
			p.unread = append(p.unread, name)
		} else {
			c.Facts = append(c.Facts, change.Fact{Kind: kind, Path: name})
		}
	}
	return c
}

// othersSinceRun lists files that have changed since the run, without the sources in its maps. If the clone lacks the
// commit of the run, it sets noCommit and lists none.
func (p *project) othersSinceRun() ([]string, error) {
	var names []string
	if c := p.leaf.Commit; c != nil {
		if p.noCommit = !git.Has(p.store.Project, c.ID); p.noCommit {
			return nil, nil
		}
		changed, err := git.Changed(p.store.Project, c.ID)
		if err != nil {
			return nil, err
		}
		names = append(changed, c.Dirty...)
		if p.leaf.Given != nil { // otherwise the run has no hashes of files that Git ignores
			more, err := notIn(p.store.Project, c.ID, p.around.Files)
			if err != nil {
				return nil, err
			}
			names = append(names, more...)
		}
	} else {
		names = slices.Clone(p.around.Files)
	}
	names = slices.AppendSeq(names, maps.Keys(p.leaf.Files))
	slices.Sort(names)
	if _, recorded := p.leaf.Files[ownSettings]; !recorded {
		commit := ""
		if p.leaf.Commit != nil {
			commit = p.leaf.Commit.ID
		}
		names = p.withoutSameSettings(slices.Compact(names), commit)
	}
	var differ []string
	for _, name := range slices.Compact(names) {
		if p.sources[name] != nil {
			continue
		}
		hash, recorded := p.leaf.Files[name]
		if !recorded {
			if p.leaf.Commit == nil || !slices.Contains(p.leaf.Commit.Dirty, name) || p.leaf.Files != nil {
				differ = append(differ, name) // it differs from the commit, or it is new
				continue
			}
		}
		now, err := hashOf(filepath.Join(p.store.Project, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		if now != hash || !recorded {
			differ = append(differ, name)
		}
	}
	return differ, nil
}

// since finds the changes since a commit.
func (p *project) since(commit string) (change.Changes, error) {
	names, err := git.Changed(p.store.Project, commit)
	if err != nil {
		return change.Changes{}, err
	}
	var before, after change.Version
	for _, name := range names {
		if !p.isSource(name) {
			continue
		}
		old := git.File(p.store.Project, commit, name, lineends.Unix)
		f, err := p.current(name)
		if err != nil {
			return change.Changes{}, err
		}
		if old != nil && f != nil && bytes.Equal(old, f.Text) {
			continue
		}
		if old != nil {
			before.Files = append(before.Files, change.File{Path: name, Decls: p.parser.Parse(old), Text: old})
		}
		if f != nil {
			after.Files = append(after.Files, *f)
		}
	}
	return p.withOthers(p.between(before, after), p.withoutSameSettings(names, commit)), nil
}

// errPaths returns an error if the sources of a run are not in the folder of the project, so that they cannot be
// compared.
func errPaths(s runs.Store, r runs.Run) error {
	if s.Abs(r.Sources) == s.Project {
		return nil
	}
	return fmt.Errorf("run %s measured the sources in %s, which is not the folder of this project", r.ID,
		s.Abs(r.Sources))
}
