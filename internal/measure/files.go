package measure

import (
	"archive/zip"
	"bytes"
	"hash/crc32"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/format/testcounts"
	"jprof/internal/util/paths"
)

// outputs describes what a build has done with the files of a project.
type outputs struct {
	home   string              // the copy of the project
	tested time.Time           // when the last JVM with tests began
	inTree map[string]bool     // the files of the project, slash paths relative to it
	named  map[string][]string // the same, by the last part of their paths
	copied map[string]bool     // those of which the build made an equal copy
	roots  map[string]bool     // folders below which files were copied, with the same paths
	to     map[string]bool     // the folders that they were copied to
	// targets has the links of the project, and what they lead to.
	targets map[string]bool
}

// describeFiles sets the kinds of the files that tests opened, and the folders of resources. names has the files of the
// project, and home is the copy of the project after the build.
func describeFiles(f *testcounts.Files, names []string, home string) {
	o := outputs{home: home, tested: f.Started, inTree: map[string]bool{}, named: map[string][]string{},
		copied: map[string]bool{}, roots: map[string]bool{}, to: map[string]bool{}, targets: map[string]bool{}}
	for _, name := range names {
		o.inTree[name] = true
		if link, err := os.Readlink(filepath.Join(home, filepath.FromSlash(name))); err == nil {
			o.targets[name], o.targets[path.Join(path.Dir(name), filepath.ToSlash(link))] = true, true
		}
		o.named[path.Base(name)] = append(o.named[path.Base(name)], name)
	}
	o.findCopies()
	for i := range f.Paths {
		if p := &f.Paths[i]; p.Kind == testcounts.Output && p.Path != testcounts.AnyFile {
			p.Kind = o.kindOf(p)
		}
	}
	f.Roots, f.To = slices.Sorted(maps.Keys(o.roots)), slices.Sorted(maps.Keys(o.to))
	for _, name := range names {
		if o.linked(name) || !o.copied[name] && !paths.IsJava(name) && o.inRoot(name) {
			f.Altered = append(f.Altered, name)
		}
	}
}

// linked reports whether a file of the project is, or is below, the target of a link in it: it has several paths then.
func (o *outputs) linked(name string) bool {
	for ; name != "."; name = path.Dir(name) {
		if o.targets[name] {
			return true
		}
	}
	return false
}

// inRoot reports whether a file is below a folder of resources.
func (o *outputs) inRoot(name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if o.roots[dir] {
			return true
		}
	}
	return false
}

// findCopies looks for equal copies of files of the project among the files that the build has made.
func (o *outputs) findCopies() {
	_ = filepath.WalkDir(o.home, func(file string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil // a file that cannot be read is no copy
		}
		name := filepath.ToSlash(paths.Rel(o.home, file))
		if o.inTree[name] || strings.HasSuffix(name, ".class") {
			return nil
		}
		for _, from := range o.named[d.Name()] {
			if o.equal(file, from) {
				o.copied[from] = true
				root, to := withoutCommonEnd(from, name)
				if root != "" {
					o.roots[root] = true
				}
				if to != "" {
					o.to[to] = true
				}
			}
		}
		return nil
	})
}

// equal reports whether a file and one of the project have the same content.
func (o *outputs) equal(file, name string) bool {
	other := filepath.Join(o.home, filepath.FromSlash(name))
	a, err := os.Stat(file)
	b, err2 := os.Stat(other)
	if err != nil || err2 != nil || a.Size() != b.Size() {
		return false
	}
	one, err := os.ReadFile(file)
	two, err2 := os.ReadFile(other)
	return err == nil && err2 == nil && bytes.Equal(one, two)
}

// withoutCommonEnd removes the last parts that two slash paths have in common.
func withoutCommonEnd(a, b string) (string, string) {
	for a != "." && b != "." && path.Base(a) == path.Base(b) {
		a, b = path.Dir(a), path.Dir(b)
	}
	return folder(a), folder(b)
}

// folder returns a path, "" for the project itself.
func folder(name string) string {
	if name == "." {
		return ""
	}
	return name
}

// kindOf returns the kind of a file that tests opened.
func (o *outputs) kindOf(p *testcounts.FilePath) testcounts.FileKind {
	info, err := os.Stat(filepath.Join(o.home, filepath.FromSlash(p.Path)))
	p.Missing = err != nil
	switch {
	case o.inTree[p.Path]:
		return testcounts.InTree
	case err != nil || p.Listed || !info.Mode().IsRegular() || len(o.named[path.Base(p.Path)]) > 0:
		return testcounts.Output
	case testcounts.IsArchive(p.Path) && o.holdsOthers(p.Path):
		return testcounts.Made
	case testcounts.IsArchive(p.Path):
		return testcounts.Archive
	}
	if info.ModTime().Before(o.tested) { // no test has written it
		return testcounts.Made
	}
	for dir := path.Dir(p.Path); dir != "."; dir = path.Dir(dir) {
		if o.to[dir] || classFolders[path.Base(dir)] {
			return testcounts.Made
		}
	}
	return testcounts.Output
}

// holdsOthers reports whether an archive may hold files of other modules than the one that has made it: an archive, or
// an equal copy of a resource of another module. What its own module has, too, does not count.
func (o *outputs) holdsOthers(name string) bool {
	z, err := zip.OpenReader(filepath.Join(o.home, filepath.FromSlash(name)))
	if err != nil {
		return true
	}
	defer z.Close()
	module := testcounts.Module(name)
	for _, f := range z.File {
		others, own := testcounts.IsArchive(f.Name), false
		for _, from := range o.named[path.Base(f.Name)] {
			if module == "." || strings.HasPrefix(from, module+"/") {
				own = own || o.isEntry(f, from)
			} else {
				others = others || o.inRoot(from) && o.isEntry(f, from)
			}
		}
		if others && !own {
			return true
		}
	}
	return false
}

// isEntry reports whether an entry of an archive has the content of a file of the project.
func (o *outputs) isEntry(f *zip.File, name string) bool {
	file := filepath.Join(o.home, filepath.FromSlash(name))
	info, err := os.Stat(file)
	if err != nil || uint64(info.Size()) != f.UncompressedSize64 {
		return false
	}
	text, err := os.ReadFile(file)
	return err == nil && crc32.ChecksumIEEE(text) == f.CRC32
}

// classFolders lists names of folders with the classes and resources that builds make.
var classFolders = map[string]bool{"classes": true, "test-classes": true, "resources": true}
