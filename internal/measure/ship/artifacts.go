// Package ship finds the archives that a build has made of code with counters, copies them to the folder for services,
// and describes them. The copies have names of their own, so that nobody takes them for the artifacts without counters.
package ship

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/measure/helpers"
	"jprof/internal/util/lazyregexp"
)

// Suffix is at the end of the names of shipped archives, before their extension.
const Suffix = "-with-counters"

// Build is a build that has ended.
type Build struct {
	Modules []string  // the folders of its modules
	Classes []string  // the folders that its compilers wrote to
	Start   time.Time // of the build
}

// Artifact is an archive with counters.
type Artifact struct {
	Path    string // of the build's own file
	Name    string // its artifactId, or the name of the file
	Version string // "" if it is not known

	written time.Time
}

// extensions lists those of archives that run on their own, or in a server.
var extensions = []string{".jar", ".war", ".ear"}

// skipped lists folders that have no artifacts.
var skipped = []string{"src", "node_modules", "test-classes", "classes", "WEB-INF", "META-INF", "BOOT-INF"}

// Artifacts lists the archives that the build has made of classes with counters. An archive that was not written in
// this build is one of them if its counters are those of the classes, as a build does not write again what has not
// changed. Archives of tests are omitted, and those that a plugin has replaced by others.
func (b Build) Artifacts() ([]Artifact, error) {
	known, err := b.helperClasses()
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	var list []Artifact
	for _, dir := range b.Modules {
		err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && file != dir && (slices.Contains(skipped, d.Name()) || strings.HasPrefix(d.Name(), ".")):
				return fs.SkipDir
			case !d.Type().IsRegular() || found[file] || !isArtifact(d.Name()):
				return nil
			}
			found[file] = true
			a, err := b.artifact(file, known)
			if a != nil {
				list = append(list, *a)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(list, func(a, b Artifact) int { return strings.Compare(a.Path, b.Path) })
	return withoutOlder(list), nil
}

// withoutOlder omits the artifacts of versions that an earlier build has left beside those of this build.
func withoutOlder(list []Artifact) []Artifact {
	newest := map[string]Artifact{}
	key := func(a Artifact) string { return filepath.Join(filepath.Dir(a.Path), a.Name) }
	for _, a := range list {
		if other, ok := newest[key(a)]; !ok || a.written.After(other.written) {
			newest[key(a)] = a
		}
	}
	return slices.DeleteFunc(list, func(a Artifact) bool { return newest[key(a)].Version != a.Version })
}

// isArtifact reports whether a file can be an artifact, by its name. Shipped ones may be in a folder of the project.
func isArtifact(name string) bool {
	stem := strings.TrimSuffix(name, filepath.Ext(name))
	return slices.Contains(extensions, filepath.Ext(name)) && !strings.HasSuffix(stem, "-tests") &&
		!strings.HasSuffix(stem, Suffix) && !strings.HasPrefix(name, "original-")
}

// helperClasses returns the contents of the helper classes that the compilers have written, by hash.
func (b Build) helperClasses() (map[[32]byte]bool, error) {
	known := map[[32]byte]bool{}
	for _, dir := range b.Classes {
		err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !isHelper(d.Name()) {
				return err
			}
			data, err := os.ReadFile(file)
			known[sha256.Sum256(data)] = true
			return err
		})
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
	}
	return known, nil
}

// isHelper reports whether a class file is that of a helper class, not of a class in one.
func isHelper(name string) bool {
	class, ok := strings.CutSuffix(name, ".class")
	return ok && helpers.IsHelper(class)
}

// artifact returns the artifact in a file, nil if it has no counters or those of an earlier build.
func (b Build) artifact(file string, known map[[32]byte]bool) (*Artifact, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	a := &Artifact{Path: file, written: info.ModTime()}
	counted, other := a.read(data, known, 0)
	if counted+other == 0 || other > 0 && info.ModTime().Before(b.Start.Truncate(time.Second)) {
		return nil, nil
	}
	if a.Name == "" { // Gradle's names are the same as Maven's
		a.Name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		if parts := versioned().FindStringSubmatch(a.Name); parts != nil {
			a.Name, a.Version = parts[1], parts[2]
		}
	}
	return a, nil
}

// versioned matches the names of artifacts with their versions.
var versioned = lazyregexp.New(`^(.+?)-([0-9].*)$`)

// maxNested limits the depth of archives in archives: a war in an ear, with a jar in it.
const maxNested = 3

// read reads an archive, and those in it. It returns how many helper classes it has that are known, and others. What is
// no archive has none.
func (a *Artifact) read(data []byte, known map[[32]byte]bool, depth int) (counted, other int) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return 0, 0
	}
	for _, f := range archive.File {
		name := path.Base(f.Name)
		isNested := slices.Contains(extensions, path.Ext(name)) && depth < maxNested
		isPom := depth == 0 && strings.HasPrefix(f.Name, "META-INF/maven/") && name == "pom.properties"
		if !isHelper(name) && !isNested && !isPom {
			continue
		}
		content := helpers.Content(f)
		switch {
		case content == nil:
		case isPom:
			a.readPom(content)
		case isNested:
			n, m := a.read(content, known, depth+1)
			counted, other = counted+n, other+m
		case known[sha256.Sum256(content)]:
			counted++
		default:
			other++
		}
	}
	return counted, other
}

// readPom reads Maven's description of an artifact. That of a library in it does not have the name of the file.
func (a *Artifact) readPom(content []byte) {
	values := map[string]string{}
	for line := range strings.Lines(string(content)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		values[key] = value
	}
	if name := values["artifactId"]; a.Name == "" || strings.HasPrefix(filepath.Base(a.Path), name) {
		a.Name, a.Version = name, values["version"]
	}
}
