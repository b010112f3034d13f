package counts

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/format/ancestors"
	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
	"jprof/internal/util/regular"
	"jprof/internal/util/words"
)

// The extensions of the files that JVMs write: see package instrument/rt.
const (
	wholeSuffix = ".counts"
	partSuffix  = ".part"
)

// Reserve is the name of an empty file in a folder for counts. A JVM that cannot write its counts renames it to that of
// its own file.
const Reserve = "reserve"

// NewFolder makes a folder for counts, or empties it.
func NewFolder(dir string) error {
	if err := atomicfile.EmptyDir(dir); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, Reserve), nil, 0o666)
}

// Totals are the counts of all JVMs of a run, added up: for each test step, and for the JVMs of no step.
type Totals struct {
	jvms     int
	start    time.Time
	java     []string // sorted
	parts    sums
	problems []string
}

// JVMs returns the number of JVMs with at least one section in the totals.
func (t *Totals) JVMs() int { return t.jvms }

// Start returns the time at which the first of these JVMs began to count, zero if it is not known.
func (t *Totals) Start() time.Time { return t.start }

// Java returns the versions of Java of the JVMs, sorted.
func (t *Totals) Java() []string { return slices.Clone(t.java) }

// Problems lists counts that are missing from the totals, or may be, one line each, with the name of the file.
func (t *Totals) Problems() []string { return slices.Clone(t.problems) }

// AddProblems adds lines to Problems.
func (t *Totals) AddProblems(lines ...string) { t.problems = append(t.problems, lines...) }

// Option is an option of Collect.
type Option func(*collector)

// Shared names another folder for count files, the value of the variable JPROF_COUNTS. JVMs of the run write to this
// folder, and JVMs of other runs may do so, too. "" means none.
func Shared(dir string) Option { return func(c *collector) { c.shared = dir } }

// Steps sets the names of the folders of test steps, in the folder of Collect and in that of Shared.
func Steps(names []string) Option {
	return func(c *collector) { c.steps = slices.Compact(slices.Sorted(slices.Values(names))) }
}

// Sources lets Collect read the sources that were built, by path and hash (see probe.File). If a line has several
// statements, the source decides which of them a frame is in. Without a source, the first one is taken.
func Sources(read func(path string, hash [32]byte) ([]byte, error)) Option {
	return func(c *collector) {
		known := map[[32]byte][]byte{}
		c.source = func(f *probe.File) []byte {
			src, ok := known[f.Hash]
			if !ok {
				src, _ = read(f.Path, f.Hash)
				known[f.Hash] = src
			}
			return src
		}
	}
}

// Collect adds up all count files in the folder dir, and in those of test steps in it (see Steps), in the order of
// their names. Files in dir itself belong to a step if a JVM of that step has started their JVM. Collect fails only if
// a folder cannot be listed; a folder that does not exist has no files. A wrong file never makes Collect fail, and is
// never dropped silently. Problems names
//
//   - files that are cut short or damaged, and those of JVMs that were killed: the sections that are
//     whole are used;
//   - files of another version of jprof, and files that cannot be read: not used;
//   - files of JVMs that began to count before notBefore, to the millisecond: not used. The zero
//     time takes all;
//   - sections of packages that are not in the maps, or have another number of counters there: not used;
//   - frames whose place in the source is not known (see Frame).
//
// Files with other extensions are not read.
func Collect(dir string, maps []*probe.Set, notBefore time.Time, options ...Option) (*Totals, error) {
	c := newCollector(maps, notBefore, options)
	// The files of dir itself come last, because their JVMs may have ancestors in the steps.
	for _, step := range append(c.steps[:len(c.steps):len(c.steps)], "") {
		if err := c.folder(dir, step, false); err != nil {
			return nil, err
		}
		if c.shared == "" || c.shared == dir {
			continue
		}
		if err := c.folder(c.shared, step, true); err != nil {
			return nil, err
		}
	}
	if c.Saturated() {
		c.problem("counters have reached %d, and may be higher", int64(MaxCount))
	}
	return &c.Totals, nil
}

func newCollector(maps []*probe.Set, notBefore time.Time, options []Option) *collector {
	c := &collector{
		maps:      maps,
		sizes:     probe.Sizes(maps),
		notBefore: notBefore.Truncate(time.Millisecond),
		source:    func(*probe.File) []byte { return nil },
	}
	for _, set := range options {
		set(c)
	}
	return c
}

// folder adds the files of a test step in a folder. In a shared folder it ignores those of earlier runs and other
// projects.
func (c *collector) folder(dir, step string, shared bool) error {
	dir = filepath.Join(dir, step)
	entries, err := os.ReadDir(dir)
	if err != nil && step != "" && paths.IsFile(dir) { // a test may have replaced it
		c.problem("%s: not a folder: the counts of this test step are lost", dir)
		return nil
	}
	if err != nil && (!errors.Is(err, fs.ErrNotExist) || paths.Exists(dir)) { // on Windows it is one for a file, too
		return fmt.Errorf("counts: %w", err)
	}
	names := map[string]bool{}
	for _, e := range entries {
		names[e.Name()] = true
	}
	folded := Folded(dir, entries)
	for _, e := range entries { // sorted by name
		stem, isPart := strings.CutSuffix(e.Name(), partSuffix)
		switch {
		case folded[e.Name()]:
			// It is in another file.
		case isPart && names[stem+wholeSuffix]:
			// Renamed while the folder was listed.
		case isPart, strings.HasSuffix(e.Name(), wholeSuffix):
			if path := filepath.Join(dir, e.Name()); !shared || c.concerns(path) {
				c.collect(path, step, !shared)
			}
		case c.watcher != nil:
			alone, ok := strings.CutSuffix(e.Name(), TestsSuffix)
			if ok && !names[alone+wholeSuffix] && !names[alone+partSuffix] {
				c.alone(filepath.Join(dir, alone), step, shared)
			}
		}
	}
	return nil
}

// concerns reports whether a file belongs to this run, and has counts of packages of the maps.
func (c *collector) concerns(path string) bool {
	f, err := readFile(path)
	if f == nil || err == nil && len(f.Sections) == 0 {
		return false
	}
	return !f.Start.Before(c.notBefore) &&
		slices.ContainsFunc(f.Sections, func(s Section) bool { return c.sizes[s.ID] > 0 })
}

// Write writes the totals as a merged file, without Problems.
func (t *Totals) Write(w io.Writer) error {
	f := &File{Merged: true, JVMs: uint32(t.jvms), Start: t.start, Java: t.java}
	f.Sections = sorted(t.parts[""])
	for _, step := range t.Steps() {
		f.Steps = append(f.Steps, Step{step, sorted(t.parts[step])})
	}
	return Write(w, f)
}

// sorted returns the sections of a test step, by ID.
func sorted(part map[probe.ID][]uint64) []Section {
	var sections []Section
	for id, counters := range part {
		sections = append(sections, Section{id, counters})
	}
	slices.SortFunc(sections, func(a, b Section) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	return sections
}

// WriteFile writes the totals to a file. A reader sees the complete file or none.
func (t *Totals) WriteFile(path string) error {
	if err := atomicfile.Write(path, t.Write); err != nil {
		return fmt.Errorf("counts: %w", err)
	}
	return nil
}

// addJava adds those versions of Java that are not in the totals yet.
func (t *Totals) addJava(versions []string) {
	t.java = append(t.java, versions...)
	slices.Sort(t.java)
	t.java = slices.Compact(t.java)
}

// Merge adds other totals. The caller must not use o afterwards.
func (t *Totals) Merge(o *Totals) {
	t.jvms += o.jvms
	if !o.start.IsZero() && (t.start.IsZero() || o.start.Before(t.start)) {
		t.start = o.start
	}
	t.problems = append(t.problems, o.problems...)
	t.addJava(o.java)
	for step, part := range o.parts {
		for id, counters := range part {
			t.add(step, Section{id, counters})
		}
	}
}

// saturatingAdd adds counters of at most MaxCount, and returns at most MaxCount.
func saturatingAdd(a, b uint64) uint64 { return min(a+b, MaxCount) }

// collector is the state of one call of Collect.
type collector struct {
	Totals
	maps      []*probe.Set
	sizes     map[probe.ID]int
	notBefore time.Time
	shared    string   // see Shared
	steps     []string // see Steps, sorted
	ancestors ancestors.Steps
	source    func(*probe.File) []byte // returns the source of a file, nil if it cannot be read
	byName    map[string][]place       // see types
	watcher   func(*JVM)               // nil for none
	chosen    bool                     // the caller of an Adder chooses the files
	unended   int                      // files that their JVMs have not ended
}

// problem adds a line to Problems.
func (c *collector) problem(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}

// collect adds one file to a test step. A merged file names its steps itself. If here is true, the file belongs to a
// JVM of this machine, and its ancestors decide the step.
func (c *collector) collect(path, step string, here bool) {
	f, err := readFile(path)
	if f == nil {
		c.problem("%v", err)
		return
	}
	switch {
	case here && step != "":
		c.ancestors.Add(path, step, f.jvm())
	case here:
		step = c.ancestors.StepOf(f.jvm())
	}
	if f.JVMs > 0 && f.Start.Before(c.notBefore) {
		c.problem("%s: the counts of a JVM that began before this run (%s by its clock) are not used", path,
			f.Start.Format(time.RFC3339))
		return
	}
	used, unknown, other := 0, 0, 0
	parts := sums{}
	ids := map[probe.ID]bool{}
	for within, s := range f.all() {
		switch n, ok := c.sizes[s.ID]; {
		case !ok:
			unknown++
		case n != len(s.Counters):
			other++
		default:
			if step == "" && slices.Contains(c.steps, within) {
				parts.add(within, s)
			} else {
				parts.add(step, s)
			}
			ids[s.ID] = true
			used++
		}
	}
	stopped := c.frames(path, f, ids)
	if c.divide(path, step, f, err, parts, stopped, !here) || used > 0 {
		c.began(max(1, int(f.JVMs)), f.Start)
		c.addJava(f.Java)
	}
	switch {
	case err == nil:
	case strings.HasSuffix(path, partSuffix) && errors.Is(err, io.ErrUnexpectedEOF) && c.chosen:
		c.unended++
	case strings.HasSuffix(path, partSuffix) && errors.Is(err, io.ErrUnexpectedEOF):
		c.problem("%s: the JVM has not written all of its counts (it was killed or halted, could not write when it "+
			"ended, or is still running): its last counts may be missing; %s", path, saved(used))
	case c.chosen: // no build writes it again
		c.problem("%s (%s)", recordfile.Fault(err), saved(used))
	default:
		c.problem("%v (%s)", err, saved(used))
	}
	if unknown > 0 && !c.chosen {
		c.problem("%s: counts of %s are not used: no map has them, so they are from another build",
			path, words.Plural(unknown, "package"))
	}
	if other > 0 {
		c.problem("%s: counts of %s with another number of counters than in the map are not used",
			path, words.Plural(other, "package"))
	}
}

// open opens a count file, also if its JVM renames it at this moment.
func open(path string) (*os.File, error) {
	r, err := regular.Open(path)
	if stem, isPart := strings.CutSuffix(path, partSuffix); isPart && errors.Is(err, fs.ErrNotExist) {
		r, err = regular.Open(stem + wholeSuffix)
	}
	if err != nil {
		return nil, fmt.Errorf("counts: %w", err)
	}
	return r, nil
}

// readFile reads a count file that open can open.
func readFile(path string) (*File, error) {
	r, err := open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	f, err := Read(r, path)
	return f, named(err)
}

// named adds the name of the package to an error of reading a file, unless the error describes a fault of the file.
func named(err error) error {
	_, bad := errors.AsType[*recordfile.Error](err)
	_, version := errors.AsType[*recordfile.VersionError](err)
	if err != nil && !bad && !version {
		return fmt.Errorf("counts: %w", err)
	}
	return err
}

// saved returns a text for messages about a file with a fault, of which n packages are used.
func saved(n int) string {
	if n == 0 {
		return "none of its counts are used"
	}
	return "its counts of " + words.Plural(n, "package") + " are used"
}
