package maven

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/buildtools/cmdline"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
)

// find returns the project that mvn would build when it is started in cwd with args.
//
// Its root is the highest folder that the build reads. The build reads the pom itself, the parents that relative paths
// lead to, the poms above that list it as a module (in a profile too), the modules below, the folder that holds .mvn,
// and folders outside of all these that poms name (../shared). Folders without a pom may lie between. If none of these
// folders is the root, it is copied in parts.
func find(cwd string, args []cmdline.Arg) (buildtools.Project, error) {
	file, err := startPom(cwd, args)
	if err != nil {
		return buildtools.Project{}, err
	}
	f := finder{poms: map[string]*pom{}}
	start, err := f.add(file)
	if err != nil {
		return buildtools.Project{}, buildtools.Errorf([]string{"mvn validate shows Maven's error"}, "%w", err)
	}
	f.root = start.dir()
	if dir, ok := mvnFolder(start.dir()); ok {
		f.root = dir
	}
	tops := []string{f.root}
	f.close()
	var p buildtools.Project
	tops = f.tops(tops)
	for _, top := range tops {
		if _, ok := paths.Within(top, start.dir()); ok {
			p.Home = top
		}
	}
	p.Root, p.Parts = buildtools.Joined(p.Home, append(tops, f.beside(tops)...))
	if err := check(p, file); err != nil {
		return buildtools.Project{}, err
	}
	for path := range f.poms {
		rel, err := filepath.Rel(p.Root, filepath.Dir(path))
		if err != nil {
			return buildtools.Project{}, err
		}
		p.Modules = append(p.Modules, filepath.ToSlash(rel))
	}
	slices.Sort(p.Modules)
	p.Modules = slices.Compact(p.Modules)
	return p, nil
}

// startPom returns the pom of the build: the one that -f names, or the one in cwd.
func startPom(cwd string, args []cmdline.Arg) (string, error) {
	given, ok := cmdline.Lookup(args, "--file")
	if !ok {
		file := filepath.Join(cwd, "pom.xml")
		if paths.IsFile(file) {
			return file, nil
		}
		hints := []string{"run it in the folder of a Maven project, or name its pom with -f"}
		for dir := filepath.Dir(cwd); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			if paths.IsFile(filepath.Join(dir, "pom.xml")) {
				hints = append(hints, "the nearest one above is in "+dir)
				break
			}
		}
		return "", buildtools.NoBuild(hints, "%s: no pom.xml in this folder", cwd)
	}
	path, ok := pomIn(paths.Absolute(cwd, given))
	if !ok {
		return "", buildtools.NoBuild([]string{"-f requires the path of a pom, or of a folder with a pom.xml"},
			"%s: no such pom (-f %s)", path, given)
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	return filepath.Join(dir, filepath.Base(path)), err
}

// mvnFolder returns the folder that Maven uses as the root, which is the nearest one with .mvn, from dir upwards. It
// skips the user's home folder, because a .mvn there is a stray one, and a copy of a whole home folder is never
// intended.
func mvnFolder(dir string) (string, bool) {
	home, _ := os.UserHomeDir() // "" matches no folder
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if dir != home && paths.IsDir(filepath.Join(dir, ".mvn")) {
			return dir, true
		}
	}
	return "", false
}

// finder collects the poms that belong together.
type finder struct {
	poms map[string]*pom // by file
	root string          // of the first one
}

// add reads file, unless it has been read.
func (f *finder) add(file string) (*pom, error) {
	if p, ok := f.poms[file]; ok {
		return p, nil
	}
	p, err := readPom(file)
	if err != nil {
		return nil, err
	}
	f.poms[file] = p
	return p, nil
}

// close adds the poms that belong to known poms, until there are no more. It ignores poms that it cannot read, because
// Maven reports these if it needs them.
func (f *finder) close() {
	done := map[string]bool{}
	for again := true; again; {
		again = false
		for file, p := range f.poms {
			if done[file] {
				continue
			}
			done[file], again = true, true
			for _, module := range p.moduleFiles() {
				f.try(module)
			}
			if file, ok := p.parentFile(); ok {
				if above, err := readPom(file); err == nil && above.isParentOf(p) {
					f.try(file)
				}
			}
			f.above(p)
		}
	}
}

func (f *finder) try(file string) {
	// The path may lead through a link, and every file is to have one name.
	if dir, err := filepath.EvalSymlinks(filepath.Dir(file)); err == nil {
		f.add(filepath.Join(dir, filepath.Base(file))) // see close: Maven reports what cannot be read
	}
}

// above adds the poms in the folders above p that have p as a module.
func (f *finder) above(p *pom) {
	for dir := filepath.Dir(p.dir()); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		file := filepath.Join(dir, "pom.xml")
		if _, known := f.poms[file]; known || !paths.IsFile(file) {
			continue
		}
		if above, err := readPom(file); err == nil && slices.Contains(above.moduleFiles(), p.file) {
			f.try(file)
		}
	}
}

// tops returns dirs and the folders of the poms, sorted. It omits folders that are inside of another one of them.
func (f *finder) tops(dirs []string) []string {
	for _, p := range f.poms {
		dirs = append(dirs, p.dir())
	}
	slices.Sort(dirs) // a folder comes before those in it
	var tops []string
	for _, dir := range dirs {
		if !slices.ContainsFunc(tops, func(top string) bool { _, in := paths.Within(top, dir); return in }) {
			tops = append(tops, dir)
		}
	}
	return tops
}

// elsewhere matches a text in a pom that is a path out of the folder of the pom.
var elsewhere = lazyregexp.New(`^(?:\$\{(?:project\.)?basedir\}[/\\])?(\.\.[/\\][^$]*)$`)

// beside lists the files and folders outside of tops that poms name, such as filters, resources and files of plugins.
func (f *finder) beside(tops []string) []string {
	var found []string
	for _, p := range f.poms {
		for _, e := range p.project.FindElements(".//*") {
			m := elsewhere().FindStringSubmatch(strings.TrimSpace(e.Text()))
			if m == nil || e.Tag == "relativePath" || e.Tag == "module" || e.Tag == "subproject" {
				continue
			}
			path := paths.Real(filepath.Join(p.dir(), filepath.FromSlash(strings.ReplaceAll(m[1], `\`, "/"))))
			related := func(top string) bool { return paths.Nested(top, path) }
			exists := paths.IsFile(path) || paths.IsDir(path)
			if exists && !slices.ContainsFunc(tops, related) && !slices.Contains(found, path) {
				found = append(found, path)
			}
		}
	}
	return found
}

// check returns an error if the copy of a project would have far more than a project. file is the pom of the build.
func check(p buildtools.Project, file string) error {
	home, _ := os.UserHomeDir()
	switch {
	case p.Home == filepath.Dir(p.Home), p.Home == home:
		return buildtools.Errorf([]string{"move the project to a folder of its own"},
			"%s: jprof copies the project before it builds it, and will not copy all of %s", file, p.Home)
	case p.Root == filepath.Dir(p.Root):
		return buildtools.Errorf([]string{"lay the project out in one folder, with the parent's pom in it or above it"},
			"%s: its parents and modules, and the files that they name, have only %s in common", file, p.Root)
	}
	return nil
}
