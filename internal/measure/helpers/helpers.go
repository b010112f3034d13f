// Package helpers adds helper classes to folders and archives of class files. A step of a build may have made them
// without helper classes, because it picks classes by their names (instrument/rt says why helper classes are classes of
// their own). The package takes the folders that compilers write to and the files that the step has made. It completes
// these files, and returns those that it could not complete.
//
// A class file names its helper class in its constant pool. The path of a class file ends with the name of the class,
// package included. So the helper class goes to the folder of the class that needs it, and the two paths start in the
// same way (BOOT-INF/classes, META-INF/versions/9, the folder classes of a jmod). An archive keeps its entries and
// their order. New entries come last, with the time and the compression of the class that needs them. Signed archives
// are not changed, because a signature is for all classes of a package.
//
// A class that was moved to another package (Shade's relocations) needs a helper class that was moved with it.
package helpers

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/java/classfile"
)

// Incomplete is a file with classes that lack their helper class.
type Incomplete struct {
	Path   string
	Reason string
}

// Completer adds helper classes to files and collects those that it cannot complete.
type Completer struct {
	folders []string // of the class files that compilers write
	found   map[string][]member
	// incomplete lists the files that could not be completed, each once.
	incomplete []Incomplete
}

// member is the class file of a helper class, or of a class nested in it.
type member struct {
	name string // binary name with slashes
	data []byte
}

// New returns a Completer that takes helper classes from these folders of class files.
func New(folders []string) *Completer {
	return &Completer{folders: folders, found: map[string][]member{}}
}

// Complete completes the files in the list paths, and the files below folders in the list. It ignores files that are
// neither class files nor archives. It returns the files that it could not complete.
func (c *Completer) Complete(paths []string) ([]Incomplete, error) {
	for _, p := range paths {
		err := filepath.WalkDir(p, func(file string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist) || err == nil && !d.Type().IsRegular():
				return nil
			case err != nil:
				return err
			}
			complete := c.completeArchive
			if strings.HasSuffix(file, ".class") {
				complete = c.completeClass
			}
			if err := complete(file); err != nil {
				c.note(file, err.Error())
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return c.incomplete, nil
}

// completeClass writes the helper classes that a class file needs into the folder of its package. It ignores a class
// file that is not in such a folder, because class loaders do not find it by its name.
func (c *Completer) completeClass(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	own, needed := needs(data)
	root, ok := strings.CutSuffix(filepath.ToSlash(file), own+".class")
	if !ok {
		return nil
	}
	for _, helper := range needed {
		_, err := os.Lstat(filepath.FromSlash(root + helper + ".class"))
		for _, m := range c.members(file, helper, err == nil) {
			to := filepath.FromSlash(root + m.name + ".class")
			if _, err := os.Lstat(to); err == nil {
				continue
			}
			if err := os.WriteFile(to, m.data, 0o666); err != nil {
				return err
			}
		}
	}
	return nil
}

// needs returns the name of a class, and the names of the helper classes in its constant pool. For a helper class, its
// own name is one of these.
func needs(data []byte) (own string, helpers []string) {
	if !bytes.Contains(data, []byte(probe.HelperPrefix)) {
		return "", nil
	}
	f, err := classfile.Parse(data)
	if err != nil {
		return "", nil
	}
	for i := range f.Pool.Len() {
		name := f.Pool.Class(i)
		if IsHelper(name) {
			helpers = append(helpers, name)
		}
	}
	return f.Name, helpers
}

// IsHelper reports whether a class is a helper class. It returns false for a class nested in one.
func IsHelper(class string) bool {
	digits, ok := strings.CutPrefix(path.Base(class), probe.HelperPrefix)
	return ok && len(digits) == 8 && strings.Trim(digits, "0123456789abcdef") == ""
}

// members returns a helper class and the classes nested in it. If there is none, it adds file to the incomplete files,
// unless the file has it, perhaps from an earlier build.
func (c *Completer) members(file, helper string, has bool) []member {
	all, known := c.found[helper]
	if !known {
		all = c.read(helper)
		c.found[helper] = all
	}
	if len(all) == 0 && !has {
		c.note(file, path.Base(helper)+" is no class of this build")
	}
	return all
}

// note adds a file to the incomplete files, with the reason, unless the list has the file already.
func (c *Completer) note(file, reason string) {
	for _, n := range c.incomplete {
		if n.Path == file {
			return
		}
	}
	c.incomplete = append(c.incomplete, Incomplete{file, reason})
}

// read returns the class files of a helper class. If the package of the helper class has none, the class that needs it
// was moved from another package. Then read takes the helper class with the same simple name from that package, and
// renames it.
func (c *Completer) read(helper string) []member {
	dir, name := path.Split(helper)
	for _, folder := range c.folders {
		versions, _ := filepath.Glob(filepath.Join(escaped(folder), "META-INF", "versions", "*"))
		for _, root := range append([]string{folder}, versions...) {
			if all := readIn(filepath.Join(root, filepath.FromSlash(dir)), dir, name); all != nil {
				return all
			}
		}
	}
	for _, folder := range c.folders {
		var moved []member
		filepath.WalkDir(folder, func(file string, d fs.DirEntry, err error) error { // a folder may be missing
			if err != nil || d.Name() != name+".class" {
				return nil
			}
			data, err := os.ReadFile(file)
			if from, _ := needs(data); err == nil && IsHelper(from) {
				for _, m := range readIn(filepath.Dir(file), dir, name) {
					moved = append(moved, member{m.name, classfile.Renamed(m.data, from, helper)})
				}
			}
			return fs.SkipAll
		})
		if moved != nil {
			return moved
		}
	}
	return nil
}

// escaped returns a pattern that matches only the given path.
func escaped(path string) string {
	if filepath.Separator == '\\' {
		return path
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// readIn reads the class with this simple name in a folder, and the classes nested in it. pkg, with a slash at its end,
// is put before their names. readIn returns nil if there are none.
func readIn(folder, pkg, name string) []member {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var all []member
	for _, e := range entries {
		class, ok := strings.CutSuffix(e.Name(), ".class")
		if !ok || class != name && !strings.HasPrefix(class, name+"$") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil
		}
		all = append(all, member{pkg + class, data})
	}
	return all
}

// starts reports whether a file starts with one of the texts, which all have the same length.
func starts(in io.ReaderAt, texts ...string) bool {
	head := make([]byte, len(texts[0]))
	if _, err := in.ReadAt(head, 0); err != nil {
		return false
	}
	for _, text := range texts {
		if string(head) == text {
			return true
		}
	}
	return false
}
