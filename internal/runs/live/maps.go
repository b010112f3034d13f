package live

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"jprof/internal/format/probe"
	"jprof/internal/util/regular"
	"jprof/report"
	"jprof/report/assemble"
)

// mapFile is the file of a map, in the state in which it was read.
type mapFile struct {
	path    string
	size    int64
	changed time.Time
	read    bool
	name    report.SetName
	layouts []*layout // in the order of the map
	problem string    // why it cannot be used, "" if it can
}

// maps has the maps of a build, and of earlier builds in the same folder.
type maps struct {
	dir      string
	since    time.Time // maps that are older belong to an earlier build
	outlines *assemble.Outlines
	files    map[string]*mapFile // by path
}

// list finds the maps that are new, have changed, or were removed, without reading them. It reports whether one of them
// matters.
func (m *maps) list() (changed bool, err error) {
	entries, err := os.ReadDir(m.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("maps: %w", err)
	}
	there := map[string]bool{}
	for _, e := range entries {
		path := filepath.Join(m.dir, e.Name())
		info, err := e.Info()
		if filepath.Ext(path) != ".map" || err != nil { // a map that is being written or was removed
			continue
		}
		there[path] = true
		old := m.files[path]
		if old == nil || old.size != info.Size() || !old.changed.Equal(info.ModTime()) {
			m.files[path] = &mapFile{path: path, size: info.Size(), changed: info.ModTime()}
			changed = changed || m.ofBuild(m.files[path]) || old != nil && old.read
		}
	}
	for path, f := range m.files {
		if !there[path] {
			delete(m.files, path)
			changed = changed || f.read
		}
	}
	return changed, nil
}

// ofBuild reports whether this build wrote a map, and not an earlier one.
func (m *maps) ofBuild(f *mapFile) bool { return !f.changed.Before(m.since) }

// anyOlder reports whether maps of earlier builds were read.
func (m *maps) anyOlder() bool {
	for _, f := range m.files {
		if f.read && !m.ofBuild(f) {
			return true
		}
	}
	return false
}

// load reads the maps of this build that it has not read yet. If older is true, it also reads maps of earlier builds.
func (m *maps) load(older bool) {
	for _, f := range m.files {
		if !f.read && (older || m.ofBuild(f)) {
			f.load(m.outlines)
			if f.problem != "" && !m.ofBuild(f) {
				f.problem = "" // the map is probably of another version of jprof, and no counts belong to it
			}
		}
	}
}

// load reads a map.
func (f *mapFile) load(outlines *assemble.Outlines) {
	f.read, f.layouts, f.problem = true, nil, ""
	err := readMap(f.path, func(name report.SetName, p *probe.Package) bool {
		f.name = name
		for _, source := range p.Files {
			f.layouts = append(f.layouts, layoutOf(outlines, p, source))
		}
		return true
	})
	if err != nil {
		f.layouts, f.problem = nil, err.Error()
	}
}

// readMap reads a map and calls each for its packages, until each returns false.
func readMap(path string, each func(report.SetName, *probe.Package) bool) error {
	file, err := regular.Open(path)
	if err != nil {
		return fmt.Errorf("map: %w", err)
	}
	defer file.Close()
	r, err := probe.NewReader(file, path)
	if err != nil {
		return err
	}
	name := report.SetName{Module: r.Module, Name: r.Set, Test: probe.ReadKind(path).IsTest(r.Set)}
	for {
		p, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if !each(name, p) {
			return nil
		}
	}
}

// sorted returns the maps that were read, sorted by their source sets.
func (m *maps) sorted() []*mapFile {
	var list []*mapFile
	for _, f := range m.files {
		if f.read {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b *mapFile) int { return a.name.Compare(b.name) })
	return list
}
