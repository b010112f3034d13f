package counts

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
)

var (
	a, b, unknown = probe.ID{0xa}, probe.ID{0xb}, probe.ID{0xc}
	maps          = []*probe.Set{
		{Name: "main", Packages: []*probe.Package{pkg(a, 3)}},
		{Name: "test", Packages: []*probe.Package{pkg(b, 2), pkg(probe.ID{0xd}, 1)}},
	}
)

func pkg(id probe.ID, counters uint32) *probe.Package {
	return &probe.Package{ID: id, Files: []*probe.File{{Counters: counters}}}
}

func jvm(at time.Time, sections ...Section) *File {
	return &File{JVMs: 1, PID: 1, Start: at, Sections: sections}
}

// folder makes a folder of these files.
func folder(t *testing.T, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func collect(t *testing.T, dir string, notBefore time.Time) *Totals {
	t.Helper()
	totals, err := Collect(dir, maps, notBefore)
	if err != nil {
		t.Fatal(err)
	}
	return totals
}

// TestCollectShared has a shared folder with files of earlier runs and of other projects.
func TestCollectShared(t *testing.T) {
	own := folder(t, map[string][]byte{"1.counts": encode(t, jvm(start, Section{a, []uint64{1, 2, 3}}))})
	shared := folder(t, map[string][]byte{
		"1.counts": encode(t, jvm(start.Add(time.Second), Section{a, []uint64{10, 20, 30}})),
		"2.counts": encode(t, jvm(start.Add(-time.Hour), Section{a, []uint64{100, 0, 0}})),
		"3.counts": encode(t, jvm(start, Section{probe.ID{99}, []uint64{1}})),
		"4.counts": []byte("damaged"),
	})
	totals, err := Collect(own, maps, start, Shared(shared))
	if err != nil {
		t.Fatal(err)
	}
	if got := totals.Counters(a); !slices.Equal(got, []uint64{11, 22, 33}) || totals.JVMs() != 2 ||
		len(totals.Problems()) != 0 {
		t.Errorf("counters %v of %d JVMs, problems %q", got, totals.JVMs(), totals.Problems())
	}
	if totals, err = Collect(own, maps, start, Shared(own)); err != nil || totals.JVMs() != 1 {
		t.Errorf("a folder that is its own shared one: %d JVMs, %v", totals.JVMs(), err)
	}
}

func TestCollectAddsUp(t *testing.T) {
	dir := folder(t, map[string][]byte{
		"1.counts":  encode(t, jvm(start.Add(time.Minute), Section{a, []uint64{1, 2, 3}}, Section{b, []uint64{1, 1}})),
		"2.counts":  encode(t, jvm(start, Section{a, []uint64{10, 20, 30}}, Section{a, []uint64{100, 0, 0}})),
		"3.part":    encode(t, jvm(start.Add(time.Hour), Section{b, []uint64{0, 5}})), // whole, could not be renamed
		"notes.txt": []byte("not ours"),
	})
	totals := collect(t, dir, start)
	if got := totals.Counters(a); !reflect.DeepEqual(got, []uint64{111, 22, 33}) {
		t.Errorf("a: %d", got)
	}
	if got := totals.Counters(b); !reflect.DeepEqual(got, []uint64{1, 6}) {
		t.Errorf("b: %d", got)
	}
	if got := totals.Counters(probe.ID{0xd}); got != nil {
		t.Errorf("a package that nobody used: %d", got)
	}
	if totals.JVMs() != 3 || !totals.Start().Equal(start) || totals.Saturated() || len(totals.Problems()) != 0 {
		t.Errorf("%d JVMs, start %v, saturated %v, problems %q", totals.JVMs(), totals.Start(), totals.Saturated(),
			totals.Problems())
	}
}

func TestCollectNamesWhatIsMissing(t *testing.T) {
	good := jvm(start, Section{a, []uint64{1, 1, 1}}, Section{b, []uint64{1, 1}})
	whole := encode(t, good)
	const firstSection = recordfile.HeaderSize + 2*recordfile.FrameSize + 28 + 16 + 3*8
	for _, tt := range []struct {
		name, file, want string
		data             []byte
		used, jvms       uint64 // counter 0 of a, besides that of the good file
	}{
		{"cut short", "x.counts",
			"at byte 99: the file is cut short: run the build again (its counts of 1 package are used)",
			whole[:firstSection+1], 1, 1},
		{"killed while writing", "x.part", "the JVM has not written all of its counts", whole[:len(whole)-20], 1, 1},
		{"killed before writing", "x.part", "none of its counts are used",
			whole[:recordfile.HeaderSize+recordfile.FrameSize+28], 0, 0},
		{"killed at once", "x.part", "none of its counts are used", nil, 0, 0},
		{"damaged", "x.counts", "wrong check sum: the file is damaged: run the build again (its counts of 1 package",
			flip(whole, len(whole)-20), 1, 1},
		{"damaged in the first", "x.part",
			"wrong check sum: the file is damaged: run the build again (none of its counts",
			flip(whole, firstSection-8), 0, 0},
		{"another version", "x.counts", "by a newer jprof; this is jprof ", flip(whole, 11), 0, 0},
		{"another kind", "x.counts", "not a file of counts", []byte("hello"), 0, 0},
		{"earlier", "x.counts", "began before this run (2024-12-31T23:59:59Z by its clock)",
			encode(t, jvm(start.Add(-time.Millisecond), good.Sections...)), 0, 0},
		{"earlier, and cut", "x.part", "began before this run",
			encode(t, jvm(start.Add(-time.Hour), good.Sections...))[:100], 0,
			0},
		{"unknown package", "x.counts", "counts of 1 package are not used",
			encode(t, jvm(start, Section{unknown, []uint64{7}}, good.Sections[0])), 1, 1},
		{"unknown packages", "x.counts", "counts of 2 packages are not used",
			encode(t, jvm(start, Section{unknown, nil}, Section{unknown, nil})), 0, 0},
		{"another length", "x.counts", "another number of counters", encode(t, jvm(start, Section{a, []uint64{7, 7}})),
			0, 0},
	} {
		dir := folder(t, map[string][]byte{"good.counts": whole, tt.file: tt.data})
		totals := collect(t, dir, start.Add(900*time.Microsecond)) // files know milliseconds only
		if got := totals.Counters(a)[0]; got != 1+tt.used {
			t.Errorf("%s: counter %d, want %d", tt.name, got, 1+tt.used)
		}
		if totals.JVMs() != 1+int(tt.jvms) {
			t.Errorf("%s: %d JVMs", tt.name, totals.JVMs())
		}
		p := totals.Problems()
		if len(p) != 1 || !strings.Contains(p[0], tt.want) || !strings.Contains(p[0], filepath.Join(dir, tt.file)) {
			t.Errorf("%s: got problems %q, want one with %q", tt.name, p, tt.want)
		}
	}
}

func flip(data []byte, at int) []byte {
	data = bytes.Clone(data)
	data[at] ^= 0x40
	return data
}

func TestCollectWithoutFiles(t *testing.T) {
	dir := t.TempDir()
	for _, dir := range []string{dir, filepath.Join(dir, "none")} {
		totals := collect(t, dir, time.Time{})
		if totals.JVMs() != 0 || len(totals.Problems()) != 0 || totals.Counters(a) != nil {
			t.Errorf("%s: %+v", dir, totals)
		}
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Collect(file, maps, time.Time{}); err == nil {
		t.Error("a file is taken for a folder")
	}
	totals, err := Collect(dir, maps, time.Time{}, Steps([]string{"file"}))
	if err != nil || len(totals.Problems()) != 1 || !strings.Contains(totals.Problems()[0], file+": not a folder") {
		t.Errorf("a file in the place of a step's folder: %+v, %v", totals, err)
	}
}

func TestCollectGoesOnAfterWhatCannotBeRead(t *testing.T) {
	dir := folder(t, map[string][]byte{"2.counts": encode(t, jvm(start, Section{b, []uint64{4, 2}}))})
	if err := os.Mkdir(filepath.Join(dir, "1.counts"), 0o755); err != nil {
		t.Fatal(err)
	}
	totals := collect(t, dir, time.Time{})
	if p := totals.Problems(); totals.JVMs() != 1 || len(p) != 1 || !strings.Contains(p[0], "1.counts") {
		t.Errorf("%d JVMs, %q", totals.JVMs(), p)
	}
}

// TestCollectDuringARename has both names of a file in the listing, or the old one only.
func TestCollectDuringARename(t *testing.T) {
	data := encode(t, jvm(start, Section{b, []uint64{4, 2}}))
	dir := folder(t, map[string][]byte{"1.counts": data, "1.part": data})
	if totals := collect(t, dir, time.Time{}); totals.JVMs() != 1 || totals.Counters(b)[0] != 4 {
		t.Errorf("%d JVMs, %d", totals.JVMs(), totals.Counters(b))
	}
	if f, err := readFile(filepath.Join(dir, "1.part")); err != nil || len(f.Sections) != 1 {
		t.Errorf("%+v, %v", f, err)
	}
	if err := os.Remove(filepath.Join(dir, "1.part")); err != nil {
		t.Fatal(err)
	}
	if f, err := readFile(filepath.Join(dir, "1.part")); err != nil || len(f.Sections) != 1 {
		t.Errorf("after the rename: %+v, %v", f, err)
	}
	if _, err := readFile(filepath.Join(dir, "2.part")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestSaturation(t *testing.T) {
	for _, files := range [][][]uint64{
		{{MaxCount - 1, 0}, {2, 0}},
		{{MaxCount, 0}},
		{{MaxCount, 0}, {MaxCount, 0}, {MaxCount, 0}},
	} {
		var sections []Section
		for _, counters := range files {
			sections = append(sections, Section{b, counters})
		}
		dir := folder(t, map[string][]byte{"1.counts": encode(t, jvm(start, sections...))})
		totals := collect(t, dir, time.Time{})
		if got := totals.Counters(b); got[0] != MaxCount || got[1] != 0 || !totals.Saturated() ||
			len(totals.Problems()) != 1 {
			t.Errorf("%d: got %d, %v, %q", files, got, totals.Saturated(), totals.Problems())
		}
	}
	dir := folder(t, map[string][]byte{
		"1.counts": encode(t, jvm(start, Section{b, []uint64{MaxCount - 2, 0}}, Section{b, []uint64{1, 0}}))})
	if totals := collect(t, dir, time.Time{}); totals.Saturated() || totals.Counters(b)[0] != MaxCount-1 {
		t.Errorf("got %d, %v", totals.Counters(b), totals.Saturated())
	}
}

func TestTotalsInOneFile(t *testing.T) {
	dir := folder(t, map[string][]byte{
		"1.counts": encode(t, jvm(start.Add(time.Second), Section{b, []uint64{4, 2}})),
		"2.counts": encode(t, jvm(start, Section{a, []uint64{1, 2, 3}}, Section{b, []uint64{MaxCount, 2}})),
		"3.part":   nil,
	})
	want := collect(t, dir, time.Time{})
	path := filepath.Join(t.TempDir(), "counts")
	for range 2 { // the second time it is replaced
		if err := want.WriteFile(path); err != nil {
			t.Fatal(err)
		}
	}
	got, err := ReadTotals(path, maps)
	if err != nil {
		t.Fatal(err)
	}
	if got.JVMs() != 2 || !got.Start().Equal(start) || !got.Saturated() || len(got.Problems()) != 0 ||
		!reflect.DeepEqual(got.Counters(a), want.Counters(a)) || !reflect.DeepEqual(got.Counters(b), want.Counters(b)) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("other files left: %v", left)
	}

	// A merged file among those of a run counts as its JVMs.
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir = folder(t, map[string][]byte{"old.counts": data,
		"new.counts": encode(t, jvm(start, Section{a, []uint64{1, 1, 1}}))})
	if both := collect(t, dir, time.Time{}); both.JVMs() != 3 || both.Counters(a)[2] != 4 {
		t.Errorf("%d JVMs, %d", both.JVMs(), both.Counters(a))
	}
}

func TestReadTotalsRefuses(t *testing.T) {
	merged := encode(t, &File{Merged: true, JVMs: 1, Sections: []Section{{a, []uint64{1, 2, 3}}}})
	for _, tt := range []struct {
		name, want string
		data       []byte
	}{
		{"cut short", "cut short", merged[:len(merged)-1]},
		{"another version", "by a newer jprof; this is jprof ", flip(merged, 11)},
		{"one JVM", "one JVM", encode(t, jvm(start))},
		{"an unknown package", "other maps", encode(t, &File{Merged: true, Sections: []Section{{unknown, nil}}})},
		{"another length", "other maps", encode(t, &File{Merged: true, Sections: []Section{{a, nil}}})},
	} {
		dir := folder(t, map[string][]byte{"counts": tt.data})
		if _, err := ReadTotals(filepath.Join(dir, "counts"), maps); err == nil ||
			!strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want an error with %q", tt.name, err, tt.want)
		}
	}
	if _, err := ReadTotals(filepath.Join(t.TempDir(), "counts"), maps); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestWriteFileLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "counts")
	if err := os.Mkdir(path, 0o755); err != nil { // a folder that a file cannot replace
		t.Fatal(err)
	}
	if err := (&Totals{}).WriteFile(path); err == nil {
		t.Error("a folder was replaced")
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("files left: %v", left)
	}
}
