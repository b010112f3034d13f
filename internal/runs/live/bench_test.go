package live

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
	"time"

	"jprof/instrument"
	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/measure/shadow"
	"jprof/internal/runs"
)

// BenchmarkPoll follows 100 JVMs of a project with 15,000 files if JPROF_LIVE is set: first they all run, and each has
// used all packages and goes on in all of them; then all but one have ended.
//
//	JPROF_LIVE=1 go test ./internal/runs/live -run '^$' -bench Poll -benchtime 10x
func BenchmarkPoll(b *testing.B) {
	if os.Getenv("JPROF_LIVE") == "" {
		b.Skip("set JPROF_LIVE: it writes 1 GB")
	}
	const files, jvms, ofPackage = 15000, 100, 10
	dir := b.TempDir()
	check := func(err error) {
		if err != nil {
			b.Helper()
			b.Fatal(err)
		}
	}
	state := State{ID: "20261123-151500-abcdef", Phase: Building, Maps: filepath.Join(dir, "maps"),
		Counts: filepath.Join(dir, "counts")}
	check(os.MkdirAll(state.Counts, 0o777))
	packages := largeMap(b, state.Maps, files, ofPackage)
	store := runs.Store{Project: dir}
	p, err := Publish(store, state)
	check(err)
	defer p.End()
	r, err := Open(Find(store)[0])
	check(err)
	r.maps.since = time.Time{}

	var versions [3]string // the files that a JVM writes: all counters 1, and all 2, and in the end 3
	for i := range versions {
		versions[i] = filepath.Join(dir, fmt.Sprint("version", i))
		check(os.WriteFile(versions[i], largeCounts(b, packages, uint64(i+1)), 0o666))
	}
	write := func(jvm, version int, suffix string) {
		name := filepath.Join(state.Counts, fmt.Sprintf("%d-%d", os.Getpid(), jvm))
		check(os.Link(versions[version], name+".tmp"))
		check(os.Rename(name+".tmp", name+suffix))
	}
	debug.FreeOSMemory() // the memory that this took
	before, from := resident(), processorTime()
	_, err = r.Poll()
	check(err)
	b.Logf("maps are read in %.1f s, with %.0f MB", (processorTime() - from).Seconds(), resident()-before)

	measure := func(b *testing.B, what string, running int) {
		var used, waited time.Duration
		memory := 0.0
		polls := 0
		for b.Loop() {
			for k := range running {
				write(k, polls%2, ".part")
			}
			from := processorTime()
			u, err := r.Poll()
			check(err)
			used += processorTime() - from
			waited += u.Wait
			memory = max(memory, resident())
			polls++
			if u.Main.Files != files || u.Main.Covered == 0 || u.JVMs.Alive != running || len(u.Problems) > 0 {
				b.Fatalf("got %+v, %+v, %q", u.Main, u.JVMs, u.Problems)
			}
		}
		b.ReportMetric(memory, what+"-MB")
		b.ReportMetric(used.Seconds()/float64(polls)*1000, what+"-ms/poll")
		b.ReportMetric(waited.Seconds()/float64(polls), what+"-s-wait")
		b.ReportMetric(100*used.Seconds()/(waited+used).Seconds(), what+"-%-CPU")
	}
	b.Run("running", func(b *testing.B) { measure(b, "running", jvms) })
	for k := 1; k < jvms; k++ {
		write(k, 2, ".counts")
		check(os.Remove(filepath.Join(state.Counts, fmt.Sprintf("%d-%d.part", os.Getpid(), k))))
	}
	old := time.Now().Add(-time.Minute)
	check(os.Chtimes(versions[2], old, old))
	_, err = r.Poll()
	check(err)
	b.Run("ended", func(b *testing.B) { measure(b, "ended", 1) })
}

// resident is the memory of this process now, in MB; 0 where the system does not say.
func resident() float64 {
	var size, pages int64
	text, _ := os.ReadFile("/proc/self/statm")
	fmt.Sscan(string(text), &size, &pages) // then it is 0
	return float64(pages*int64(os.Getpagesize())) / 1e6
}

// largeMap writes a map with many files: three of five are copies of those in testdata/java, which are dense, and the
// others are empty, so that a file has 35 regions, 10 methods and 58 counters on average. Those of Apache Santuario
// (628 files) have 24, 9 and 60. It returns its packages without files, but with their number of counters.
func largeMap(b *testing.B, dir string, files, ofPackage int) []*probe.Package {
	path := filepath.Join(dir, "few.map")
	_, err := shadow.Write(context.Background(), path,
		[]instrument.Root{{Src: "../../../testdata/java", Dst: b.TempDir()}},
		instrument.Options{SourceSet: "main", Encoding: "UTF-8", Level: 21, CountsDir: dir})
	if err != nil {
		b.Fatal(err)
	}
	set, err := probe.ReadFile(path)
	if err == nil {
		err = os.Remove(path)
	}
	if err != nil {
		b.Fatal(err)
	}
	var few []*probe.File
	for _, p := range set.Packages {
		few = append(few, p.Files...)
	}
	out, err := os.Create(filepath.Join(dir, "main.map"))
	if err != nil {
		b.Fatal(err)
	}
	defer out.Close()
	w, err := probe.NewWriter(out, "test", "g:a", "main")
	if err != nil {
		b.Fatal(err)
	}
	var packages []*probe.Package
	regions, methods, counters := 0, 0, 0
	for i := 0; i < files; {
		p := &probe.Package{Name: fmt.Sprintf("p%d", i), Helper: probe.HelperPrefix}
		base := uint32(0)
		for range ofPackage {
			f := probe.File{Encoding: "UTF-8"}
			if i%5 < 3 {
				f = *few[i%len(few)]
			}
			f.Path, f.Base = fmt.Sprintf("src/main/java/%s/F%d.java", p.Name, i), base
			base += f.Counters
			regions += len(f.Regions)
			methods += len(f.Methods)
			p.Files = append(p.Files, &f)
			i++
		}
		if err := w.Add(p); err != nil {
			b.Fatal(err)
		}
		counters += int(base)
		packages = append(packages, &probe.Package{ID: p.ID, Files: []*probe.File{{Counters: base}}})
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	b.Logf("%d regions, %d methods, %d counters", regions, methods, counters)
	return packages
}

// largeCounts is a count file with a value for all counters.
func largeCounts(b *testing.B, packages []*probe.Package, value uint64) []byte {
	file := counts.File{JVMs: 1, PID: uint64(os.Getpid()), Start: time.Now().Add(time.Hour)}
	for _, p := range packages {
		s := counts.Section{ID: p.ID, Counters: make([]uint64, p.Counters())}
		for i := range s.Counters {
			s.Counters[i] = value
		}
		file.Sections = append(file.Sections, s)
	}
	var out bytes.Buffer
	if err := counts.Write(&out, &file); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}
