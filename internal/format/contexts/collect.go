package contexts

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/format/ancestors"
	"jprof/internal/java/classfile"
)

// The extensions of the files that JVMs write.
const (
	treesSuffix   = ".contexts"
	classesSuffix = ".classes"
)

// Collected holds the merged contexts and class files of the JVMs of a run.
type Collected struct {
	Profile  *Profile
	Pack     *Pack    // the class files of executed methods
	Problems []string // files that are incomplete or not used, one line each
	// Unplaced is the number of activations that had not ended and whose place is not known. They count as if they had
	// ended.
	Unplaced uint64
	PIDs     map[int]bool // of the JVMs whose files were found
	JVMs     []JVMFiles   // the JVMs whose files were used
}

// JVMFiles names the files of a JVM: their path without endings, and the ID of the test step of the JVM.
type JVMFiles struct{ Stem, Step string }

// Collect merges the trees of all JVMs that wrote to the folder dir or to the folders of test steps in it, in the order
// of the names of their files. Files in dir itself belong to a step if a JVM of that step has started their JVM.
// Collect fails only if a folder cannot be listed, or if there are more contexts than a profile can hold. A folder that
// does not exist has no files. A wrong file never makes it fail, and is never dropped silently. Problems names
//
//   - files that are cut short or damaged: what is whole is used;
//   - files of another version of jprof, and files that cannot be read: not used;
//   - files of JVMs that began before notBefore, to the millisecond: not used. The zero time takes all;
//   - class files that cannot be read.
//
// The header counts JVMs that were killed or still run, and calls that are in no number.
func Collect(dir string, notBefore time.Time, steps ...string) (*Collected, error) {
	c := &collector{
		Collected: Collected{Profile: NewProfile(), Pack: NewPack(), PIDs: map[int]bool{}},
		notBefore: notBefore.Truncate(time.Millisecond),
		patches:   map[string]*patch{},
		parsed:    map[SHA]*parsedClass{},
	}
	defer c.close()
	steps = slices.Compact(slices.Sorted(slices.Values(steps)))
	// The files of dir itself come last, because their JVMs may have ancestors in the steps.
	for _, step := range append(steps, "") {
		if err := c.folder(filepath.Join(dir, step), step); err != nil {
			return nil, err
		}
	}
	c.Pack = c.Pack.Only(c.Profile.head.Classes)
	return &c.Collected, nil
}

// Empty reports whether no JVM has written a file that is used.
func (c *Collected) Empty() bool { return c.Profile.head.JVMs == 0 }

// Lacks lists the faults and losses of the counts: Problems, and the losses in the header. It is for callers that make
// no tree.
func (c *Collected) Lacks() []string {
	list := slices.Clone(c.Problems)
	head := &c.Profile.head
	for _, lack := range []struct {
		what string
		n    uint64
	}{{"JVMs killed", uint64(head.Snapshots)}, {"calls lost", head.Lost}, {"calls without a place", c.Unplaced}} {
		if lack.n > 0 {
			list = append(list, fmt.Sprintf("%s: %d", lack.what, lack.n))
		}
	}
	return list
}

// Add adds the faults and the PIDs of another folder. Its trees have to be merged separately.
func (c *Collected) Add(more *Collected) {
	c.Problems = append(c.Problems, more.Problems...)
	c.Unplaced = add(c.Unplaced, more.Unplaced)
	maps.Copy(c.PIDs, more.PIDs)
	c.JVMs = append(c.JVMs, more.JVMs...)
}

// WriteFiles writes the merged file and the pack of its classes.
func (c *Collected) WriteFiles(contexts, classes string) error {
	s := c.Profile.Source()
	if err := WriteFile(contexts, s); err != nil {
		return err
	}
	return c.Pack.Only(s.Head().Classes).WriteFile(classes)
}

// collector is the state of one call of Collect.
type collector struct {
	Collected
	notBefore time.Time
	ancestors ancestors.Steps
	patches   map[string]*patch
	parsed    map[SHA]*parsedClass
}

// parsedClass is a class file with the identities of its methods.
type parsedClass struct {
	file  *classfile.File
	codes map[string]CodeID // by name and descriptor
}

// problem adds a line to Problems.
func (c *collector) problem(format string, args ...any) {
	c.Problems = append(c.Problems, fmt.Sprintf(format, args...))
}

// folder adds the files of a test step in a folder.
func (c *collector) folder(dir, step string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("contexts: %w", err)
	}
	for _, e := range entries { // sorted by name
		path := filepath.Join(dir, e.Name())
		switch filepath.Ext(path) {
		case treesSuffix:
			if err := c.jvm(path, step); err != nil {
				return err
			}
		case classesSuffix:
			c.withoutTrees(path)
		}
	}
	return nil
}

// withoutTrees counts a JVM that has loaded classes but has not written trees. It counts as a JVM that was killed.
func (c *collector) withoutTrees(path string) {
	info, err := os.Stat(path)
	trees := strings.TrimSuffix(path, classesSuffix) + treesSuffix
	if _, missing := os.Stat(trees); err != nil || !errors.Is(missing, fs.ErrNotExist) ||
		info.ModTime().Before(c.notBefore) {
		return
	}
	name := sha256.Sum256([]byte(filepath.Base(path)))
	c.Profile.addHead(&Header{About: About{JVMs: 1, Snapshots: 1}, Files: []JVM{JVM(name[:len(JVM{})])}})
}

// jvm adds the file of a JVM. It fails only if the profile is full.
func (c *collector) jvm(path, step string) error {
	f := &jvmFile{collector: c, path: path}
	defer f.close()
	full, err := f.read(step)
	if err != nil {
		c.problem("%v", err)
	}
	return full
}

func (c *collector) close() {
	for _, p := range c.patches {
		p.classes.close()
	}
}

// class parses a class file once. The second result is nil if the class file cannot be read.
func (c *collector) class(data []byte) (SHA, *parsedClass) {
	sha := c.Pack.Add(data)
	p, ok := c.parsed[sha]
	if !ok {
		if f, err := classfile.Parse(data); err == nil {
			p = &parsedClass{f, map[string]CodeID{}}
		}
		c.parsed[sha] = p
	}
	return sha, p
}

// code returns the identity of the code of a method.
func (p *parsedClass) code(m *Method, sha SHA) CodeID {
	key := m.Name + m.Descriptor
	id, ok := p.codes[key]
	if !ok {
		if method := p.file.Method(m.Name, m.Descriptor); method != nil {
			id = codeOf(p.file, method, sha)
		}
		p.codes[key] = id
	}
	return id
}
