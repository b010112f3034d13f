package instrument

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"jprof/instrument/rt"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
	"jprof/internal/util/antpattern"
)

// Root is one source root.
type Root struct {
	Src string // the folder with the sources
	Dst string // the folder for the instrumented copy, which Tree makes or updates. Roots may share it
	Rel string // slash path of Src relative to the root of the project, "" for the root itself
	// Only has the slash paths, relative to Src, of the files to copy, and of all folders around them; nil to copy
	// everything.
	Only map[string]bool
	// Plain means that files are copied without counters, and are not in the map.
	Plain bool
	// Compiled matches the files that the build compiles. All other files are copied without counters.
	Compiled antpattern.Filter
}

// Options describe a source set.
type Options struct {
	Module    string // groupId:artifactId, or ""
	SourceSet string // "main", "test" ...
	Encoding  string // of the sources, "" for UTF-8
	Level     int    // version of the language, as of javac's --release; 0 if it is not known
	CountsDir string // absolute path of the folder that the JVMs write to, "" for a shipped program: see rt.Class
	// Skip maps code that is compiled without counters to the reason. Keys are paths relative to the project, or
	// path:line for the declaration around that line.
	Skip     map[string]string
	JavaOnly bool // copy Java files only
	Headers  bool // start helper classes with the comment that a source of their package starts with, such as a license
	Workers  int  // 0 for one per processor
	// Program identifies the version of jprof. Results in Kept of another one are not used.
	Program string
	// Kept has the results of the last call, and gets those for the next one; nil to instrument everything.
	Kept *Kept
}

// Unmeasured describes a file, or a part of one, that could not be counted.
type Unmeasured struct {
	Path   string // relative to the project
	Line   int
	Whole  bool // the whole file could not be counted
	Reason string
}

// Result is the summary of a call of Tree.
type Result struct {
	Files      int // Java files seen
	Measured   int // files with counted code, or without code to count
	Changed    int // files that were written because they were missing or had another text
	Unmeasured []Unmeasured
	// Long lists top-level classes with a method that may be too long for HotSpot to compile: the paths of their class
	// files without the ending. A class may be there several times.
	Long []string
}

// Tree copies source roots, instruments the Java files in them and adds their packages to the map. It writes only files
// whose text differs from that in Dst, and removes files from Dst that Src no longer has. Folders that have not changed
// since the last call are not even read (Options.Kept). The roots and their folders are processed in order, so that
// equal input gives an equal map. Files run in parallel, and only a few folders are in memory at a time.
func Tree(ctx context.Context, roots []Root, o Options, w *probe.Writer) (*Result, error) {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Encoding == "" {
		o.Encoding = "UTF-8"
	}
	if o.Kept != nil {
		if err := o.Kept.begin(roots, o); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := &tree{
		o: o, skip: skipsOf(o.Skip), out: w, jobs: make(chan job), folders: make(chan *folder, 4*o.Workers),
		taken: map[string]string{}, keep: map[string]map[string]bool{},
	}
	var workers sync.WaitGroup
	for range o.Workers {
		workers.Go(func() { t.work(ctx) })
	}
	var walkErr error
	go func() {
		defer close(t.folders)
		defer close(t.jobs)
		for i, r := range roots {
			if walkErr = t.walk(ctx, i, r, "", map[string]bool{}); walkErr != nil {
				return
			}
		}
	}()
	var err error
	for f := range t.folders { // in the order of the walk
		f.pending.Wait()
		if err == nil {
			if err = t.finish(f); err != nil {
				cancel() // the walk ends, and this loop with it
			}
		}
	}
	workers.Wait()
	if err == nil {
		err = walkErr
	}
	if err != nil {
		return nil, err
	}
	for dir, names := range t.keep {
		if err := removeOthers(dir, names); err != nil {
			return nil, err
		}
	}
	return &t.result, nil
}

type tree struct {
	o       Options
	skip    map[string]map[int]string // path -> line -> reason
	out     *probe.Writer
	jobs    chan job
	folders chan *folder
	taken   map[string]string          // file of a copy -> its original
	keep    map[string]map[string]bool // folder of a copy -> names of its files
	result  Result
}

// folder is one folder of a root, with its files.
type folder struct {
	root    Root
	index   int    // of the root
	rel     string // slash path below the root, "" for the root
	files   []*entry
	dirs    []string
	kept    *keptFolder // its state in Options.Kept if it is unchanged, else nil
	pending sync.WaitGroup
}

// entry is a file of a folder, later with its result.
type entry struct {
	name    string
	stamp   stamp   // of the file before it was read
	source  *Source // nil for files that are only copied
	header  []byte  // the comment at its start, if that is needed
	helper  string
	changed bool
	err     error
}

type job struct {
	in *folder
	f  *entry
}

func (f *folder) src(name string) string {
	return filepath.Join(f.root.Src, filepath.FromSlash(f.rel), name)
}
func (f *folder) dst(name string) string {
	return filepath.Join(f.root.Dst, filepath.FromSlash(f.rel), name)
}

// project returns the path of a file relative to the project.
func (f *folder) project(name string) string { return path.Join(f.root.Rel, f.rel, name) }

// walk sends the files of a folder, and of the folders below it, to the workers. The map above holds the real paths of
// the folders around it, because symbolic links may lead back to them.
func (t *tree) walk(ctx context.Context, index int, r Root, rel string, above map[string]bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f := &folder{root: r, index: index, rel: rel}
	real, err := filepath.EvalSymlinks(f.src(""))
	if err != nil {
		return fmt.Errorf("source root %s: %w", r.Src, err)
	}
	if above[real] {
		return nil
	}
	above[real] = true
	defer delete(above, real)
	entries, err := os.ReadDir(real)
	if err != nil {
		return fmt.Errorf("source root %s: %w", r.Src, err)
	}
	for _, e := range entries {
		if r.Only != nil && !r.Only[path.Join(rel, e.Name())] {
			continue
		}
		info, err := os.Stat(filepath.Join(real, e.Name()))
		switch {
		case errors.Is(err, os.ErrNotExist):
			continue // a symbolic link to nowhere
		case err != nil:
			return fmt.Errorf("source root %s: %w", r.Src, err)
		case info.IsDir() && e.Name() != ".git" && e.Name() != ".jprof":
			f.dirs = append(f.dirs, e.Name())
		case info.Mode().IsRegular() && (!t.o.JavaOnly || strings.HasSuffix(e.Name(), ".java")):
			f.files = append(f.files, &entry{name: e.Name(), stamp: stampOf(e.Name(), info)})
		}
	}
	for _, x := range f.files {
		if other, ok := t.taken[f.dst(x.name)]; ok {
			return fmt.Errorf("%s and %s: two sources with the same path below their source roots", other,
				f.src(x.name))
		}
		t.taken[f.dst(x.name)] = f.src(x.name)
	}
	if err := os.MkdirAll(f.dst(""), 0o777); err != nil {
		return fmt.Errorf("instrumented copy: %w", err)
	}
	jobs := f.files
	if f.kept = t.unchanged(f); f.kept != nil {
		jobs = nil
	}
	f.pending.Add(len(jobs))
	select {
	case t.folders <- f:
	case <-ctx.Done():
		return ctx.Err()
	}
	for i, x := range jobs {
		select {
		case t.jobs <- job{f, x}:
		case <-ctx.Done():
			f.pending.Add(i - len(jobs))
			return ctx.Err()
		}
	}
	for _, d := range f.dirs {
		if err := t.walk(ctx, index, r, path.Join(rel, d), above); err != nil {
			return err
		}
	}
	return nil
}

// work instruments and copies files until the channel of jobs is closed.
func (t *tree) work(ctx context.Context) {
	p := syntax.NewParser()
	defer p.Close()
	for j := range t.jobs {
		if j.f.err = ctx.Err(); j.f.err == nil {
			j.f.err = t.file(p, j.in, j.f)
		}
		j.in.pending.Done()
	}
}

// file writes the copy of one file.
func (t *tree) file(p *syntax.Parser, in *folder, f *entry) error {
	src, err := os.ReadFile(in.src(f.name))
	if err != nil {
		return err
	}
	text := src
	if isMeasured(f.name) && !in.root.Plain && in.root.Compiled.Has(path.Join(in.rel, f.name)) {
		origin := Origin{Name: f.name, Encoding: t.o.Encoding, Level: t.o.Level, Skip: t.skip[in.project(f.name)]}
		f.source, err = File(p, src, origin, func(pkg string) Helper {
			f.helper = rt.ClassName(t.o.Module, t.o.SourceSet, fmt.Sprint(in.index), in.rel, pkg)
			return Helper{f.helper, rt.MethodName(f.name)}
		})
		if err != nil {
			return fmt.Errorf("%s: %w", in.project(f.name), err)
		}
		if t.o.Headers {
			f.header = startComment(src)
		}
		text = f.source.Text
		f.source.Text, f.source.Inserts = nil, nil // only the probes are kept until the folder is finished
		f.source.Probes.Path, f.source.Probes.Encoding = in.project(f.name), t.o.Encoding
	}
	f.changed, err = writeIfChanged(in.dst(f.name), text)
	return err
}

// skipsOf sorts the keys of Options.Skip by path. Line 0 means the whole file.
func skipsOf(skip map[string]string) map[string]map[int]string {
	lines := map[string]map[int]string{}
	for key, why := range skip {
		path, line := key, 0
		if i := strings.LastIndexByte(key, ':'); i >= 0 {
			if n, err := strconv.Atoi(key[i+1:]); err == nil {
				path, line = key[:i], n
			}
		}
		if lines[path] == nil {
			lines[path] = map[int]string{}
		}
		lines[path][line] = why
	}
	return lines
}

// isMeasured reports whether a file may hold code. A package or module declaration never does. Maven and Gradle
// ignore files that editors (.#Foo.java) and macOS (._Foo.java) make beside sources.
func isMeasured(name string) bool {
	return strings.HasSuffix(name, ".java") && name != "package-info.java" && name != "module-info.java" &&
		!strings.HasPrefix(name, ".#") && !strings.HasPrefix(name, "._")
}
