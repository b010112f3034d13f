package affected

import (
	"path"
	"slices"
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/report/tests/change"
)

// fileUses finds the tests that use a file: see testcounts.Files.
type fileUses struct {
	*testcounts.Files
	using   [][]fileUse // by path
	owners  map[testcounts.Key][]int32
	binary  map[string][]*typ
	readers map[int32]bool // footprints that read a file that has changed
	reading map[int32]bool // units that were running when such a file was read
	named   string         // the file whose name was looked for last
}

// fileUse is the use of a file by an owner.
type fileUse struct {
	owner testcounts.Key
	stack *testcounts.FileStack
}

// uses returns the files of the run, nil if they are not known or do not decide.
func (s *selector) uses() *fileUses {
	files := s.in.Counts.Files()
	if s.files != nil || files == nil || s.in.State || s.in.Generates {
		return s.files
	}
	u := &fileUses{Files: files, using: make([][]fileUse, len(files.Paths)), owners: map[testcounts.Key][]int32{},
		binary: map[string][]*typ{}, readers: map[int32]bool{}, reading: map[int32]bool{}}
	for i := range files.Owners {
		for _, use := range files.Owners[i].Uses {
			u.using[use[0]] = append(u.using[use[0]], fileUse{files.Owners[i].Key, &files.Stacks[use[1]]})
		}
	}
	for i := range s.e.owners {
		key := s.e.owners[i].Key()
		u.owners[key] = append(u.owners[key], int32(i))
	}
	for _, t := range s.x.types {
		u.binary[t.Binary] = append(u.binary[t.Binary], t)
	}
	s.files = u
	return u
}

// fileChanged selects the tests that read a file which has changed. It selects all tests if that is not known, or if
// the build may use the file for something else than a copy.
func (s *selector) fileChanged(n int, f *change.Fact) {
	u := s.uses()
	if u == nil {
		s.all(n, Resource, "counts do not say who reads it")
		return
	}
	if slices.Contains(u.Unknown, testcounts.AnyFile) {
		s.all(n, Resource, "programs that the build runs beside tests may read it")
		return
	}
	appeared := s.in.appeared(f.Path)
	if !s.decide(f.Path) {
		s.all(n, Resource, "the build may use it, and no test reads it directly")
		return
	}
	for _, step := range u.Unknown {
		s.stepMayRead(n, step, "may read it: jprof does not know all files that tests of this test step read")
	}
	ofTests := s.in.TestPath != nil && s.in.TestPath(f.Path)
	for i := range u.Paths {
		if p := &u.Paths[i]; p.Kind == testcounts.Archive && ofTests && !strings.Contains(path.Base(p.Path), "test") {
			continue // an archive of the main classes
		}
		how, everyone := u.match(&u.Paths[i], f.Path, appeared)
		if how == "" && appeared && s.folderAppeared(&u.Paths[i], f.Path) {
			how = looksForFolder
		}
		if how == "" {
			continue
		}
		for _, use := range u.using[i] {
			s.readBy(n, f, use, how, everyone)
		}
	}
}

// textChanged selects the tests that read the text of a Java source, or list its folder if it was added or removed.
func (s *selector) textChanged(n int, f *change.Fact) {
	u := s.uses()
	if u == nil {
		return
	}
	for i := range u.Paths {
		p, how := &u.Paths[i], ""
		switch {
		case p.Path == f.Path && !p.Listed:
			how = "reads it, or looks for it"
		case p.Path == path.Dir(f.Path) && p.Listed && s.in.appeared(f.Path):
			how = "lists its folder"
		}
		if how != "" {
			for _, use := range u.using[i] {
				s.readBy(n, f, use, how, false)
			}
		}
	}
}

// decide reports whether only the tests that use a file depend on it. Either tests use the file itself, or the build
// copies it unchanged, as it copies the others of its folder.
func (s *selector) decide(name string) bool {
	u := s.files
	if path.Ext(name) == ".class" || slices.Contains(u.Altered, name) {
		return false
	}
	return u.Has(name, s.in.appeared) ||
		slices.ContainsFunc(u.Roots, func(root string) bool { return isBelow(name, root) })
}

// isBelow reports whether a slash path is that of a file below a folder.
func isBelow(name, folder string) bool { return folder == "." || strings.HasPrefix(name, folder+"/") }

// fills reports whether a unit that a footprint has executed may put into a cache what it reads from a file that has
// changed.
func (u *fileUses) fills(print, unit int32) bool { return u.readers[print] && u.reading[unit] }

// match returns how the use of a path is one of a file that has changed, "" if it is not. appeared means that the file
// was added or removed. everyone means that all tests of the test step use what was opened once.
func (u *fileUses) match(p *testcounts.FilePath, name string, appeared bool) (how string, everyone bool) {
	switch {
	case p.Path == testcounts.AnyFile:
		return "starts a process, which may read it", false
	case p.Kind == testcounts.Made:
		return "reads " + p.Path + ", which the build may make of it", testcounts.IsArchive(p.Path)
	case p.Kind == testcounts.Archive:
		if isBelow(name, testcounts.Module(p.Path)) {
			return "reads " + p.Path + ", which may contain it", true
		}
	case p.Listed:
		if appeared && u.lists(p, name) {
			return "lists a folder that it may be in", false
		}
	case p.Path == name, p.Kind == testcounts.Output && path.Base(p.Path) == path.Base(name):
		return "reads it, or looks for it", testcounts.IsArchive(name)
	case appeared && p.Missing && isBelow(name, testcounts.Module(p.Path)) &&
		slices.Contains(parents(name), path.Base(p.Path)):
		return looksForFolder, false
	}
	return "", false
}

// looksForFolder explains the use of a folder that did not exist before a change, or does not exist after it.
const looksForFolder = "looks for its folder"

// folderAppeared reports whether a path that was looked for is that of a folder that a file is in, or of its copy, and
// the folder was added or removed with the file.
func (s *selector) folderAppeared(p *testcounts.FilePath, name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if (p.Path == dir || p.Kind == testcounts.Output && path.Base(p.Path) == path.Base(dir)) &&
			s.in.appeared(dir) {
			return true
		}
	}
	return false
}

// lists reports whether a folder that was listed may be one that a file is in, or a copy of such a folder.
func (u *fileUses) lists(p *testcounts.FilePath, name string) bool {
	return isBelow(name, p.Path) || slices.Contains(parents(name), path.Base(p.Path)) ||
		slices.ContainsFunc(u.To, func(to string) bool { return to == p.Path || isBelow(to, p.Path) })
}

// parents returns the names of the folders that a file is in.
func parents(name string) []string {
	list := strings.Split(name, "/")
	return list[:len(list)-1]
}

// readBy selects the owner that has used a file, and the tests that may get what it has read. These are all of its test
// step if the code that keeps it is not known.
func (s *selector) readBy(n int, f *change.Fact, use fileUse, how string, everyone bool) {
	owners := s.files.owners[use.owner]
	for _, o := range owners {
		s.select_(n, o, ReadsFile, how)
		s.files.readers[s.e.print[o]] = true
	}
	everyone = everyone || use.stack.Unknown || len(owners) == 0
	var kept []int32
	for _, frame := range use.stack.Frames {
		units := s.unitsAt(frame)
		switch {
		case len(units) == 0, frame.Library && (use.stack.Static || isSetting(f.Path)):
			everyone = true
		case frame.Library:
			kept = append(kept, units...)
		}
		for _, u := range units {
			s.files.reading[u] = true
			if frame.Method == "<clinit>" && s.x.units[u].isInit() {
				s.later(func() { s.initialised(n, u, u) })
			} else if frame.Method == "<clinit>" {
				everyone = true
			}
		}
	}
	if everyone {
		s.stepMayRead(n, use.owner.Step, "may get what was read before: other code "+how)
		return
	}
	if len(kept) > 0 {
		s.suspects(n, kept, ReadsFile, "reads it with a library")
		if s.files.named != f.Path {
			s.files.named = f.Path
			s.suspects(n, s.x.naming(f.Path), ReadsFile, "names it")
		}
	}
}

// stepMayRead selects the tests of a test step. If there is no other step, these are all tests.
func (s *selector) stepMayRead(n int, step, how string) {
	others := func(t testcounts.Test) bool { return t.Kind == testcounts.Case && t.Step != step }
	if !slices.ContainsFunc(s.e.owners, others) {
		s.all(n, Resource, "any test "+how)
		return
	}
	s.others(n, func(t *testcounts.Test) bool { return t.Step == step }, ReadsFile, how)
}

// isSetting reports whether a file may be one that libraries read once for all that they do: one at the root of a
// folder of resources, or in META-INF.
func isSetting(name string) bool {
	dir := path.Dir(name)
	return strings.Contains("/"+name, "/META-INF/") || path.Base(dir) == "resources" || !strings.Contains(dir, "/")
}

// naming lists the units that have the name of a file, without its extension, in a text.
func (x *index) naming(name string) (list []int32) {
	base := strings.TrimSuffix(path.Base(name), path.Ext(name))
	if bundle, _, is := strings.Cut(base, "_"); is && bundle != "" { // messages_de is found by the name messages
		base = bundle
	}
	for u := range x.units {
		if m := x.units[u].m; m != nil && !x.units[u].newer && strings.Contains(m.Code, base) {
			list = append(list, int32(u))
		}
	}
	return list
}

// unitsAt returns the units at a place in a stack: those that begin last before it in the file of the class.
func (s *selector) unitsAt(f testcounts.FileFrame) (list []int32) {
	types := s.files.binary[f.Class]
	for class := f.Class; len(types) == 0; types = s.files.binary[class] {
		i := strings.LastIndexByte(class, '$')
		if i < 0 {
			return nil
		}
		class = class[:i]
	}
	if f.Line <= 0 {
		return nil
	}
	for _, t := range types {
		best := 0
		var found []int32
		for _, u := range s.x.inFile[t.src] {
			m := s.x.units[u].m
			switch {
			case m == nil:
				found = append(found, u)
			case f.Method == "<clinit>" && !s.x.units[u].isInit(), m.Line > f.Line || m.Line < best:
			case m.Line > best:
				best, found = m.Line, []int32{u}
			default:
				found = append(found, u)
			}
		}
		if len(found) == 0 {
			return nil
		}
		list = append(list, found...)
	}
	return list
}
