package testcounts

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
)

// The packages of tests: a has 10 counters, b has 4.
var (
	a     = probe.ID{1}
	b     = probe.ID{2}
	start = time.UnixMilli(1735689600000).UTC()
)

// twoMaps are the maps of these packages. Counter k of a is on line 10 + k of src/A.java; counter 7 has a point there,
// in the method f.
func twoMaps() []*probe.Set {
	span := func(from, to uint32) probe.Span {
		return probe.Span{Start: probe.Pos{Offset: 100 * from, Line: 10 + from}, End: probe.Pos{Offset: 100*to + 50,
			Line: 10 + to}}
	}
	fileA := &probe.File{Path: "src/A.java", Counters: 10,
		Types:   []probe.Type{{Name: "A", Parent: -1, Span: span(0, 99)}},
		Methods: []probe.Method{{Name: "f", Span: span(6, 8)}},
		Blocks:  []probe.Block{{Kind: probe.BodyBlock, Parent: -1, Span: span(6, 8)}},
		Points:  []probe.Point{{Span: span(7, 7), Counter: 7}},
	}
	for k := range fileA.Counters {
		fileA.Regions = append(fileA.Regions, probe.Region{
			Span:  probe.Span{Start: probe.Pos{Offset: 100 * k, Line: 10 + k}},
			Count: probe.Formula{{Counter: k, Coef: 1}},
		})
	}
	return []*probe.Set{{Packages: []*probe.Package{
		{ID: a, Name: "p", Files: []*probe.File{fileA}},
		{ID: b, Name: "q", Files: []*probe.File{{Path: "src/B.java", Counters: 4}}},
	}}}
}

// jvm writes the stream and the count file of a JVM, as the recorder does.
type jvm struct {
	t        testing.TB
	stream   bytes.Buffer
	writer   *recordfile.Writer
	e        recordfile.Encoder
	sections map[probe.ID]uint64
	counters map[probe.ID][]uint64
	begun    uint64
	frames   []counts.Frame
}

func newJVM(t testing.TB) *jvm {
	j := &jvm{t: t, sections: map[probe.ID]uint64{}, counters: map[probe.ID][]uint64{}}
	j.e.Uint32(0)
	j.e.Uint64(77)
	j.e.Uint64(uint64(start.UnixMilli()))
	about, _ := j.e.Bytes()
	var err error
	if j.writer, err = recordfile.NewWriter(&j.stream, recordfile.Tests, about); err != nil {
		t.Fatal(err)
	}
	return j
}

// item writes the content of e.
func (j *jvm) item() {
	j.t.Helper()
	item, err := j.e.Bytes()
	if err == nil {
		err = j.writer.Item(item)
	}
	if err != nil {
		j.t.Fatal(err)
	}
	j.e.Reset()
}

// section makes a package known to the stream.
func (j *jvm) section(id probe.ID) uint64 {
	number, ok := j.sections[id]
	if !ok {
		number = uint64(len(j.sections))
		j.sections[id] = number
		j.e.Reset()
		j.e.Uint8(itemSection)
		j.e.Raw(id[:])
		j.e.Uint32(map[probe.ID]uint32{a: 10, b: 4}[id])
		j.item()
	}
	return number
}

// begin begins a test or container, and returns its number.
func (j *jvm) begin(kind uint8, parent uint64, id, class, method, params, display string) uint64 {
	j.begun++
	j.e.Reset()
	j.e.Uint8(itemBegin)
	j.e.Uvarint(j.begun)
	j.e.Uvarint(parent)
	j.e.Uint8(kind)
	j.e.Uint64(uint64(start.UnixMilli()) + j.begun)
	for _, s := range []string{id, class, method, params, display} {
		j.e.String(s)
	}
	j.item()
	return j.begun
}

// test begins a test of the class p.T.
func (j *jvm) test(method string) uint64 {
	return j.begin(beginTest, 0, "[engine:e]/[class:p.T]/[method:"+method+"()]", "p.T", method, "", method+"()")
}

func (j *jvm) end(n uint64, status Status) {
	j.e.Reset()
	j.e.Uint8(itemEnd)
	j.e.Uvarint(n)
	j.e.Uint8(uint8(status))
	j.e.Uvarint(1000 * n)
	j.e.String(map[Status]string{Failed: "expected: <1> but was: <2>"}[status])
	j.item()
}

// The owners of counts that did not begin.
const (
	toOutside = ^uint64(0) // its owner is 0
	toShared  = 0          // its owner is 1
)

// count writes counts of a test or container, in the stream and in the counters.
func (j *jvm) count(n uint64, sections ...Section) {
	for _, s := range sections {
		j.silent(s)
	}
	j.streamOnly(n, sections...)
}

// silent counts without the stream.
func (j *jvm) silent(s Section) {
	if j.counters[s.ID] == nil {
		j.counters[s.ID] = make([]uint64, map[probe.ID]int{a: 10, b: 4}[s.ID])
	}
	for i, k := range s.Index {
		j.counters[s.ID][k] += s.Count[i]
	}
}

// streamOnly writes counts to the stream only.
func (j *jvm) streamOnly(n uint64, sections ...Section) {
	for _, s := range sections {
		j.section(s.ID)
	}
	j.e.Reset()
	j.e.Uint8(itemCounts)
	j.e.Uvarint(n + 1)
	j.e.Uvarint(uint64(len(sections)))
	for _, s := range sections {
		j.e.Uvarint(j.sections[s.ID])
		j.e.Uvarint(uint64(len(s.Index)))
		last := uint32(0)
		for i, k := range s.Index {
			j.e.Uvarint(uint64(k - last))
			j.e.Uvarint(s.Count[i])
			last = k
		}
	}
	j.item()
}

// of is a section of counters and counts, one after the other.
func of(id probe.ID, list ...uint64) Section {
	s := Section{ID: id}
	for i := 0; i < len(list); i += 2 {
		s.Index, s.Count = append(s.Index, uint32(list[i])), append(s.Count, list[i+1])
	}
	return s
}

// file is the count file as of now.
func (j *jvm) file() []byte {
	f := &counts.File{JVMs: 1, PID: 77, Start: start, Java: []string{"17.0.2"}, Frames: j.frames}
	for _, id := range slices.SortedFunc(maps.Keys(j.counters), func(x, y probe.ID) int {
		return bytes.Compare(x[:], y[:])
	}) {
		f.Sections = append(f.Sections, counts.Section{ID: id, Counters: j.counters[id]})
	}
	var buf bytes.Buffer
	if err := counts.Write(&buf, f); err != nil {
		j.t.Fatal(err)
	}
	return buf.Bytes()
}

// ended is the stream with its end.
func (j *jvm) ended() []byte {
	if err := j.writer.Close(); err != nil {
		j.t.Fatal(err)
	}
	return j.stream.Bytes()
}

// soFar is the stream of a JVM that goes on, or is killed.
func (j *jvm) soFar() []byte {
	whole := j.ended()
	return whole[:len(whole)-4-recordfile.FrameSize]
}

// folder is a folder with these files.
func folder(t testing.TB, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// collect is Collect of a folder, with its problems without the name of the folder.
func collect(t testing.TB, dir string, options ...counts.Option) (*counts.Totals, *Counts, []string) {
	t.Helper()
	totals, tests, err := Collect(dir, twoMaps(), start, options...)
	if err != nil {
		t.Fatal(err)
	}
	problems := totals.Problems()
	for i := range problems {
		problems[i] = strings.ReplaceAll(problems[i], dir+string(filepath.Separator), "")
	}
	if wrong := tests.Check(totals, twoMaps()); len(wrong) > 0 {
		t.Errorf("the sum of all owners is not the run's: %v", wrong)
	}
	return totals, tests, problems
}

// show is counts as text, a line for each owner.
func show(c *Counts) string {
	var out strings.Builder
	for i := range c.Tests() {
		t := &c.Tests()[i]
		fmt.Fprintf(&out, "%s", t)
		if t.Step != "" {
			fmt.Fprintf(&out, " in %s", t.Step)
		}
		if t.Kind == Case || t.Status != Passed && t.Kind == Class {
			fmt.Fprintf(&out, " %s", t.Status)
		}
		out.WriteString(":")
		for s := range c.Of(i) {
			for j, k := range s.Index {
				fmt.Fprintf(&out, " %c%d=%d", 'a'+s.ID[0]-1, k, s.Count[j])
			}
		}
		out.WriteString("\n")
	}
	return out.String()
}
