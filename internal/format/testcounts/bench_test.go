package testcounts

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
	"jprof/internal/jtest"
)

// BenchmarkTests collects, writes, reads and walks the counts of as many tests as JPROF_TESTS says, with 500 counters
// each, of a project with 1,000 packages of 1,000 counters:
//
//	JPROF_TESTS=100000 go test ./internal/format/testcounts -run '^$' -bench Tests
func BenchmarkTests(b *testing.B) {
	n, err := strconv.Atoi(os.Getenv("JPROF_TESTS"))
	if err != nil {
		b.Skip("JPROF_TESTS says how many tests")
	}
	dir := b.TempDir()
	set := largeMap()
	stream := largeStream(b, filepath.Join(dir, "1.tests"), set, n)
	path := filepath.Join(dir, "tests")
	timed := func(what string, do func()) {
		from := time.Now()
		do()
		b.ReportMetric(time.Since(from).Seconds(), what+"-s")
	}
	for b.Loop() {
		var c *Counts
		timed("collect", func() {
			var totals *counts.Totals
			if totals, c, err = Collect(dir, []*probe.Set{set}, time.Time{}); err != nil || len(totals.Problems()) > 0 {
				b.Fatal(err, totals.Problems())
			}
		})
		timed("write", func() { err = c.WriteFile(path) })
		if err != nil {
			b.Fatal(err)
		}
		runtime.GC()
		timed("read", func() { c, err = readFile(path) })
		if err != nil || len(c.Tests()) != n {
			b.Fatal(err)
		}
		sum := uint64(0)
		timed("walk", func() {
			for i := range c.Tests() {
				for s := range c.Of(i) {
					sum += uint64(len(s.Index))
				}
			}
		})
		b.ReportMetric(float64(sum)/float64(n), "counters/test")
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(jtest.OwnPeak())/(1<<20), "MB-RSS")
	b.ReportMetric(float64(stream)/1e6, "MB-stream")
	b.ReportMetric(float64(info.Size())/1e6, "MB-file")
}

// largeMap is the map of a large project.
func largeMap() *probe.Set {
	set := &probe.Set{Module: "g:a", Name: "main"}
	for i := range 1000 {
		p := &probe.Package{}
		binary.BigEndian.PutUint32(p.ID[:], uint32(i+1))
		p.Files = []*probe.File{{Counters: 1000}}
		set.Packages = append(set.Packages, p)
	}
	return set
}

// largeStream writes the stream of a JVM with n tests, 20 in a class. Tests of a class have most
// counters in common, each with other counts. It returns the size.
func largeStream(b *testing.B, path string, set *probe.Set, n int) int64 {
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	out := bufio.NewWriter(f)
	var e recordfile.Encoder
	payload := func() []byte {
		data, err := e.Bytes()
		if err != nil {
			b.Fatal(err)
		}
		return data
	}
	e.Uint32(0)
	e.Uint64(1)
	e.Uint64(1)
	w, err := recordfile.NewWriter(out, recordfile.Tests, payload())
	if err != nil {
		b.Fatal(err)
	}
	item := func() {
		if err := w.Item(payload()); err != nil {
			b.Fatal(err)
		}
		e.Reset()
	}
	e.Reset()
	for _, p := range set.Packages {
		e.Uint8(itemSection)
		e.Raw(p.ID[:])
		e.Uint32(1000)
		item()
	}
	random := rand.New(rand.NewPCG(1, 1))
	var class, own []uint64 // packages
	for i := range n {
		if i%20 == 0 {
			class = []uint64{random.Uint64N(500), random.Uint64N(500), random.Uint64N(500), random.Uint64N(500)}
		}
		own = []uint64{500 + random.Uint64N(500)}
		e.Uint8(itemBegin)
		e.Uvarint(uint64(i + 1))
		e.Uvarint(0)
		e.Uint8(beginTest)
		e.Uint64(uint64(1e12 + i))
		name := fmt.Sprintf("org.example.project.module%d.Class%dTest", i/2000, i/20)
		method := fmt.Sprintf("testSomething%d", i)
		id := "[engine:junit-jupiter]/[class:" + name + "]/[method:" + method + "()]"
		for _, s := range []string{id, name, method, "", method + "()"} {
			e.String(s)
		}
		item()
		e.Uint8(itemCounts)
		e.Uvarint(uint64(i + 2))
		e.Uvarint(uint64(len(class) + len(own)))
		for _, number := range append(class[:4:4], own...) {
			e.Uvarint(number)
			e.Uvarint(100)
			e.Uvarint(number % 300)
			e.Uvarint(1 + random.Uint64N(1000))
			for k := range uint64(99) {
				gap := 1 + (number+k)%6 // the same for all tests of the class, but for some
				if random.IntN(20) == 0 {
					gap = 7
				}
				e.Uvarint(gap)
				e.Uvarint(1 + random.Uint64N(1<<random.IntN(12)))
			}
		}
		item()
		e.Uint8(itemEnd)
		e.Uvarint(uint64(i + 1))
		e.Uint8(uint8(Passed))
		e.Uvarint(random.Uint64N(1e9))
		e.String("")
		item()
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	if err := out.Flush(); err != nil {
		b.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil {
		b.Fatal(err)
	}
	return info.Size()
}
