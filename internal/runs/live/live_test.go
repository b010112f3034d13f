package live

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"jprof/instrument"
	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/measure/shadow"
	"jprof/internal/runs"
)

// project is a project whose build is made up: a map and count files, without JVMs.
type project struct {
	*testing.T
	store  runs.Store
	state  State
	pub    *Publisher
	source string // the sources, below the project
}

// newProject publishes the state of a build that has begun.
func newProject(t *testing.T) *project {
	dir := t.TempDir()
	p := &project{T: t, store: runs.Store{Project: dir}, source: filepath.Join(dir, "src/main/java")}
	p.state = State{ID: "20261123-151500-abcdef", Command: []string{"mvn", "test"}, Phase: Building, Sources: ".",
		Maps: filepath.Join(dir, "maps"), Counts: filepath.Join(dir, "counts")}
	var err error
	p.pub, err = Publish(p.store, p.state)
	p.check(err)
	t.Cleanup(p.pub.End)
	return p
}

func (p *project) check(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// write writes sources.
func (p *project) write(files map[string]string) {
	p.Helper()
	for name, text := range files {
		path := filepath.Join(p.source, name)
		p.check(os.MkdirAll(filepath.Dir(path), 0o777))
		p.check(os.WriteFile(path, []byte(text), 0o666))
	}
}

// instrument writes the map of the sources, as a source set of that name, and returns it.
func (p *project) instrument(set string) *probe.Set {
	p.Helper()
	path := shadow.MapPath(p.state.Maps, shadow.ID{Module: "g:a", Name: set})
	_, err := shadow.Write(context.Background(), path,
		[]instrument.Root{{Src: p.source, Dst: p.TempDir(), Rel: "src/main/java"}},
		instrument.Options{Module: "g:a", SourceSet: set, Encoding: "UTF-8", Level: 21, CountsDir: p.state.Counts})
	p.check(err)
	m, err := probe.ReadFile(path)
	p.check(err)
	return m
}

// open follows the build.
func (p *project) open() *Run {
	p.Helper()
	found := Find(p.store)
	if len(found) != 1 {
		p.Fatalf("found %d measurements", len(found))
	}
	r, err := Open(found[0])
	p.check(err)
	return r
}

// jvmFile is the count file of a JVM.
type jvmFile struct {
	p    *project
	stem string
	file counts.File
}

// jvm is a JVM with that PID, which has written nothing.
func (p *project) jvm(pid int) *jvmFile {
	began := time.Now()
	stem := fmt.Sprintf("%d-%d-%x", pid, began.UnixMilli(), began.UnixNano())
	return &jvmFile{p, filepath.Join(p.state.Counts, "step", stem),
		counts.File{JVMs: 1, PID: uint64(pid), Start: began}}
}

// part lets the JVM write, as while it runs, that each counter of some packages has a value.
func (j *jvmFile) part(value uint64, packages ...*probe.Package) {
	j.p.Helper()
	j.set(value, packages)
	j.write(".part")
}

// end is part for a JVM that ends.
func (j *jvmFile) end(value uint64, packages ...*probe.Package) {
	j.p.Helper()
	j.set(value, packages)
	j.write(".counts")
	os.Remove(j.stem + ".part")
}

func (j *jvmFile) set(value uint64, packages []*probe.Package) {
	j.file.Sections = nil
	for _, p := range packages {
		s := counts.Section{ID: p.ID, Counters: make([]uint64, p.Counters())}
		for i := range s.Counters {
			s.Counters[i] = value
		}
		j.file.Sections = append(j.file.Sections, s)
	}
}

func (j *jvmFile) write(suffix string) {
	j.p.Helper()
	var out bytes.Buffer
	j.p.check(counts.Write(&out, &j.file))
	if suffix == ".part" {
		out.Truncate(out.Len() - 13) // the record of the end
	}
	j.bytes(suffix, out.Bytes())
}

// bytes puts bytes in the place of the file, in one step as JVMs do.
func (j *jvmFile) bytes(suffix string, data []byte) {
	j.p.Helper()
	j.p.check(os.MkdirAll(filepath.Dir(j.stem), 0o777))
	j.p.check(os.WriteFile(j.stem+".tmp", data, 0o666))
	j.p.check(os.Rename(j.stem+".tmp", j.stem+suffix))
}

// deadPID is the PID of a process that has ended.
func deadPID(t *testing.T) int {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^$") // no test
	if err := c.Run(); err != nil {
		t.Fatal(err)
	}
	return c.Process.Pid
}

func (p *project) poll(r *Run) Update {
	p.Helper()
	u, err := r.Poll()
	p.check(err)
	return u
}

// A class whose statements are executed as often as its only counter says, three of them.
const three = `package p;
class A {
    static int n;
    static void f() {
        n++;
        n++;
        n++;
    }
}
`
