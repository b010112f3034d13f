package testcounts

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"
)

// Files holds the files of the project that owners opened, looked for or listed, for a run by test. Paths are slash
// paths relative to the project.
type Files struct {
	Format int         `json:"format"`
	Tool   string      `json:"tool"`
	Paths  []FilePath  `json:"paths"`
	Stacks []FileStack `json:"stacks"`
	Owners []FileOwner `json:"owners"`
	// Unknown lists the test steps of which not all files are known. AnyFile represents programs that are no tests.
	Unknown []string `json:"unknown,omitempty"`
	// Roots lists folders of resources, from which the build copied files unchanged. Altered lists files below them
	// that it did not copy, or changed.
	Roots   []string `json:"roots,omitempty"`
	To      []string `json:"to,omitempty"` // the folders that it copied them to
	Altered []string `json:"altered,omitempty"`
	// Started is the time at which the last JVM with tests began to count. It is not kept.
	Started time.Time `json:"-"`
}

// FilePath is a file or folder that owners opened, looked for or listed. The path AnyFile is that of a process, which
// may read any file.
type FilePath struct {
	Path   string   `json:"path"`
	Listed bool     `json:"listed,omitempty"` // a folder that was listed
	Kind   FileKind `json:"kind,omitempty"`
	// Missing means that there is no such file after the build.
	Missing bool `json:"missing,omitempty"`
}

// AnyFile is the path that represents all files, because a process was started.
const AnyFile = "*"

// FileKind is the origin of the content of a file.
type FileKind string

// The kinds of files.
const (
	Output  FileKind = ""        // not a file of the project: it may be a copy of one with that name
	InTree  FileKind = "project" // a file of the project
	Made    FileKind = "made"    // made by the build, of any files, such as an archive of several modules
	Archive FileKind = "archive" // made by the build, of the files of a module
)

// IsArchive reports whether a file is an archive, by its name. Class loaders open an archive once, for all tests.
func IsArchive(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".jar", ".war", ".ear", ".zip", ".jmod":
		return true
	}
	return false
}

// Module returns the folder of the module that has made a file, "." for the project.
func Module(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		if part == "target" || part == "build" {
			return path.Join(append([]string{"."}, parts[:i]...)...)
		}
	}
	return "."
}

// FileStack is the code of the project by which a file was opened.
type FileStack struct {
	Frames []FileFrame `json:"frames,omitempty"` // of the project, the outermost first
	// Unknown means that code of libraries called that of the project, or that the stack is not complete.
	Unknown bool `json:"unknown,omitempty"`
	// Static means that a class of a library was initialised.
	Static bool `json:"static,omitempty"`
}

// FileFrame is a place in a method.
type FileFrame struct {
	Class  string `json:"class"` // binary name
	Method string `json:"method"`
	Line   int    `json:"line"` // 0 or less if it is not known
	// Library means that a library opened the file for the method, and so may have kept it.
	Library bool `json:"library,omitempty"`
}

// FileOwner holds the files of an owner.
type FileOwner struct {
	Key
	Uses []FileUse `json:"uses"`
}

// FileUse has an index in Files.Paths, and one in Files.Stacks.
type FileUse [2]int

// Files returns the files of the run, nil if they are not known.
func (c *Counts) Files() *Files { return c.files }

// SetFiles sets the files of the run.
func (c *Counts) SetFiles(f *Files) { c.files = f }

// Has reports whether an owner opened or looked for a file. If the file appeared, which means that it was added or
// removed, it also reports whether an owner listed its folder; and the same for a folder that appeared with it. f may
// be nil.
func (f *Files) Has(name string, appeared func(path string) bool) bool {
	if f == nil {
		return false
	}
	has := func(name string, listed bool) bool {
		return slices.ContainsFunc(f.Paths, func(p FilePath) bool { return p.Path == name && p.Listed == listed })
	}
	if has(name, false) || has(name, true) {
		return true
	}
	for ; name != "." && appeared(name); name = path.Dir(name) {
		if has(name, false) || has(path.Dir(name), true) {
			return true
		}
	}
	return false
}

// FilesBuilder adds up files.
type FilesBuilder struct {
	f      Files
	paths  map[FilePath]int
	stacks map[string]int
	owners map[Key]int
	uses   map[useKey]bool
}

type useKey struct {
	owner int
	use   FileUse
}

// NewFilesBuilder returns a builder without files.
func NewFilesBuilder() *FilesBuilder {
	return &FilesBuilder{paths: map[FilePath]int{}, stacks: map[string]int{}, owners: map[Key]int{},
		uses: map[useKey]bool{}}
}

// Add adds a use of a file.
func (b *FilesBuilder) Add(owner Key, path FilePath, stack FileStack) {
	o, known := b.owners[owner]
	if !known {
		o = len(b.f.Owners)
		b.owners[owner] = o
		b.f.Owners = append(b.f.Owners, FileOwner{Key: owner})
	}
	p, known := b.paths[path]
	if !known {
		p = len(b.f.Paths)
		b.paths[path] = p
		b.f.Paths = append(b.f.Paths, path)
	}
	text := stack.key()
	s, known := b.stacks[text]
	if !known {
		s = len(b.f.Stacks)
		b.stacks[text] = s
		b.f.Stacks = append(b.f.Stacks, stack)
	}
	if use := (FileUse{p, s}); !b.uses[useKey{o, use}] {
		b.uses[useKey{o, use}] = true
		b.f.Owners[o].Uses = append(b.f.Owners[o].Uses, use)
	}
}

// AddUnknown adds a test step of which not all files are known.
func (b *FilesBuilder) AddUnknown(step string) {
	if !slices.Contains(b.f.Unknown, step) {
		b.f.Unknown = append(b.f.Unknown, step)
	}
}

// AddOf adds the files of the owners for which keep returns true, with what is known of the build. f may be nil.
func (b *FilesBuilder) AddOf(f *Files, keep func(Key) bool) {
	if f == nil {
		return
	}
	for _, o := range f.Owners {
		if !keep(o.Key) {
			continue
		}
		for _, u := range o.Uses {
			b.Add(o.Key, f.Paths[u[0]], f.Stacks[u[1]])
		}
	}
	for _, step := range f.Unknown {
		b.AddUnknown(step)
	}
	b.f.Roots = sortedUnique(append(b.f.Roots, f.Roots...))
	b.f.To = sortedUnique(append(b.f.To, f.To...))
	b.f.Altered = sortedUnique(append(b.f.Altered, f.Altered...))
}

// Files returns the files, in an order that does not depend on that of the calls.
func (b *FilesBuilder) Files() *Files {
	slices.Sort(b.f.Unknown)
	slices.SortFunc(b.f.Owners, func(x, y FileOwner) int { return x.compare(y.Key) })
	return &b.f
}

func sortedUnique(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

func (k Key) compare(o Key) int {
	return cmp.Or(cmp.Compare(k.Kind, o.Kind), strings.Compare(k.Step, o.Step), strings.Compare(k.Class, o.Class),
		strings.Compare(k.Method, o.Method), strings.Compare(k.Params, o.Params),
		strings.Compare(k.Invocation, o.Invocation))
}
