package counts

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
)

var start = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

func sample() *File {
	return &File{JVMs: 1, PID: 4242, Start: start, Sections: []Section{
		{probe.ID{1}, []uint64{1, 0, MaxCount}},
		{probe.ID{2}, []uint64{}},
		{probe.ID{1}, []uint64{5, 6, 7}},
	}}
}

// framed is a file with frames.
func framed() *File {
	f := sample()
	f.Frames = []Frame{
		{"p.Größe$1", "<init>", 12, "java.lang.System", "exit", 1},
		{"A", "f", -2, "", "", math.MaxUint32},
		{"A", "f", math.MaxInt32, "", Monitor, 3},
	}
	return f
}

func encode(t testing.TB, f *File) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := Write(&buf, f); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestRoundTrip(t *testing.T) {
	for name, want := range map[string]*File{
		"one JVM": sample(),
		"merged": {Merged: true, JVMs: 7, Start: start, Java: []string{"1.8.0_392", "25-ea"},
			Sections: []Section{{probe.ID{1}, []uint64{0, 1, 127, 128, MaxCount}}, {probe.ID{2}, []uint64{}}}},
		"steps": {Merged: true, JVMs: 2, Sections: []Section{{probe.ID{2}, []uint64{1}}},
			Steps: []Step{{"a-1", []Section{{probe.ID{1}, []uint64{2}}, {probe.ID{2}, []uint64{300}}}},
				{"b.c_D-2", nil}}},
		"ancestors":  {JVMs: 1, PID: 9, Ancestors: []uint64{8, 1}},
		"no process": {JVMs: 1, Start: start},
		"no time":    {Merged: true},
		"frames":     framed(),
		"no frames":  {JVMs: 1, FramesMissing: true},
		"service":    ofService(),
	} {
		got, err := Read(bytes.NewReader(encode(t, want)), "f")
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v, want %+v", name, got, err, want)
		}
	}
}

// ofService returns the file of a program that was shipped with counters.
func ofService() *File {
	return &File{JVMs: 2, Start: start, Folded: []string{"1-2-a-0.part", "é"}, FramesHashed: true,
		Frames: []Frame{{HashName("A"), HashName("lambda$f$0"), 7, "", HashName("bc"), 1}},
		Who: []Who{{From: start, To: start.Add(time.Hour), Application: "shop", Environment: "prod", Version: "1",
			Host: "a"}, {From: start, To: start, Host: "b", Instance: "i"}},
		Sections: []Section{{probe.ID{1}, []uint64{1, 2}}, {probe.ID{1}, []uint64{3, 4}}}}
}

// TestWhoGrows reads a file that its JVM has appended to: the last record of a JVM counts.
func TestWhoGrows(t *testing.T) {
	f := ofService()
	later := f.Who[0]
	later.To = later.To.Add(time.Hour)
	f.Who = append(f.Who, later)
	got, err := Read(bytes.NewReader(encode(t, f)), "f")
	if err != nil || len(got.Who) != 2 || got.Who[0] != later || got.Who[1] != f.Who[1] {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestLayout compares the drawing in the package comment with a written file.
func TestLayout(t *testing.T) {
	f := &File{
		JVMs: 1, PID: 4242, Start: start, Ancestors: []uint64{17, 7}, Java: []string{"17.0.2"},
		Sections: []Section{{probe.ID{0xab, 15: 0xcd}, []uint64{3}}},
		Frames:   []Frame{{"A", "é", -1, "", "bc", 9}}, FramesMissing: true,
	}
	got := hex.EncodeToString(encode(t, f))
	for _, want := range []string{
		"00000000" + "00000001" + "0000000000001092" + "000001941f297c00" + "00000002" + "0000000000000011" +
			"0000000000000007" + hex.EncodeToString([]byte("17.0.2")),
		"02" + "00000018" + "ab0000000000000000000000000000cd" + "0000000000000003",
		"02" + "00000031" + "00000000000000000000000000000000" + "00000001" +
			"00000001" + "41" + "00000002" + "c3a9" + "ffffffff" + "00000000" + "00000002" + "6263" + "00000009",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in %s", want, got)
		}
	}
}

func TestCountersSaturateInTheFile(t *testing.T) {
	f := &File{Sections: []Section{{probe.ID{1}, []uint64{math.MaxUint64, MaxCount + 1}}}}
	got, err := Read(bytes.NewReader(encode(t, f)), "f")
	if err != nil || !reflect.DeepEqual(got.Sections[0].Counters, []uint64{MaxCount, MaxCount}) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestCutShort reads a file that ends after each of its bytes: whole sections are never lost.
func TestCutShort(t *testing.T) {
	want := sample()
	whole := encode(t, want)
	const about = recordfile.HeaderSize + recordfile.FrameSize + 28
	ends := []int{about + recordfile.FrameSize + 16 + 24}
	ends = append(ends, ends[0]+recordfile.FrameSize+16, ends[0]+2*(recordfile.FrameSize+16)+24)
	for n := range whole {
		f, err := Read(bytes.NewReader(whole[:n]), "cut.counts")
		var bad *recordfile.Error
		if !errors.As(err, &bad) || !errors.Is(err, io.ErrUnexpectedEOF) || bad.File != "cut.counts" || f == nil {
			t.Fatalf("after %d of %d bytes: %+v, %v", n, len(whole), f, err)
		}
		sections := 0
		for _, end := range ends {
			if n >= end {
				sections++
			}
		}
		if !reflect.DeepEqual(f.Sections, want.Sections[:sections:sections]) && len(f.Sections)+sections > 0 {
			t.Fatalf("after %d bytes: %+v, want %d sections", n, f.Sections, sections)
		}
		if known := n >= about; (f.JVMs == 1) != known || (f.PID == 4242) != known {
			t.Fatalf("after %d bytes: %+v", n, f)
		}
	}
}

// TestDamage flips each bit: the result is right, or there is an error.
func TestDamage(t *testing.T) {
	want := framed()
	whole := encode(t, want)
	for i := range whole {
		for bit := range 8 {
			whole[i] ^= 1 << bit
			f, err := Read(bytes.NewReader(whole), "f")
			whole[i] ^= 1 << bit
			if err == nil {
				t.Fatalf("bit %d of byte %d: no error", bit, i)
			}
			if f == nil {
				continue
			}
			if f.Frames != nil && !reflect.DeepEqual(f.Frames, want.Frames) {
				t.Fatalf("bit %d of byte %d: frames %+v", bit, i, f.Frames)
			}
			for j, s := range f.Sections {
				if !reflect.DeepEqual(s, want.Sections[j]) {
					t.Fatalf("bit %d of byte %d: section %d is %+v", bit, i, j, s)
				}
			}
		}
	}
}

func TestOtherFiles(t *testing.T) {
	whole := encode(t, sample())
	version := bytes.Clone(whole)
	version[11] = 9
	f, err := Read(bytes.NewReader(version), "f")
	var ve *recordfile.VersionError
	if f != nil || !errors.As(err, &ve) || ve.Found != 9 {
		t.Errorf("version 9: %+v, %v", f, err)
	}
	f, err = Read(strings.NewReader("jprofmap and so on"), "f")
	var bad *recordfile.Error
	if f != nil || !errors.As(err, &bad) {
		t.Errorf("a map: %+v, %v", f, err)
	}
	disk := errors.New("bad sector")
	f, err = Read(io.MultiReader(bytes.NewReader(whole[:100]), iotest.ErrReader(disk)), "f")
	if f != nil || !errors.Is(err, disk) {
		t.Errorf("a bad disk: %+v, %v", f, err)
	}
}

// TestRecordsThatAreWrongInside has check sums that are right.
func TestRecordsThatAreWrongInside(t *testing.T) {
	const good = "\x00\x00\x00\x00" + "\x00\x00\x00\x01" + "\x00\x00\x00\x00\x00\x00\x00\x01" +
		"\x00\x00\x00\x00\x00\x00\x00\x02" + "\x00\x00\x00\x00"
	none := strings.Repeat("\x00", 16)
	for _, tt := range []struct{ name, about, section, want string }{
		{"good", good, strings.Repeat("x", 24), ""},
		{"flags", "\x80" + good[1:], "", "unknown flags"},
		{"time", good[:16] + "\x80" + good[17:], "", "time"},
		{"short", good[:23], "", "too short"},
		{"ancestors that are not there", good[:24] + "\x00\x00\x00\x01", "", "too short"},
		{"more ancestors than there can be", good[:24] + "\x00\x00\x00\x11" + strings.Repeat("\x00", 17*8), "",
			"too many ancestors"},
		{"ancestors of a run", "\x00\x00\x00\x01" + good[4:24] + "\x00\x00\x00\x01" + strings.Repeat("\x00", 8), "",
			"too many ancestors"},
		{"version of Java", good + "x, 17", "", "no version of Java"},
		{"no ID", good, strings.Repeat("x", 15), "too short"},
		{"half a counter", good, strings.Repeat("x", 20), "half a counter"},
		{"no flags of frames", good, none + "\x00\x00\x00", "too short"},
		{"unknown flags of frames", good, none + "\x00\x00\x00\x10", "unknown flags of frames"},
		{"half a frame", good, none + strings.Repeat("\x00", 4+23), "too short"},
		{"a frame with a long name", good, none + "\x00\x00\x00\x00\xff\xff\xff\xff" + strings.Repeat("\x00", 20),
			"too short"},
		{"a merged file with frames", "\x00\x00\x00\x01" + good[4:], none + "\x00\x00\x00\x00",
			"no name of a test step"},
		{"a step without a name", "\x00\x00\x00\x01" + good[4:], none, "no name of a test step"},
	} {
		var buf bytes.Buffer
		w, err := recordfile.NewWriter(&buf, recordfile.Counts, []byte(tt.about))
		if err != nil {
			t.Fatal(err)
		}
		if tt.section != "" {
			err = w.Item([]byte(tt.section))
		}
		if err := errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		f, err := Read(&buf, "f")
		if tt.want == "" {
			if err != nil || len(f.Sections) != 1 {
				t.Errorf("%s: %+v, %v", tt.name, f, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) || f == nil || len(f.Sections)+len(f.Frames) != 0 {
			t.Errorf("%s: got %+v, %v, want an error with %q", tt.name, f, err, tt.want)
		}
	}
}

func TestFramesOnlyOnce(t *testing.T) {
	var buf bytes.Buffer
	w, err := recordfile.NewWriter(&buf, recordfile.Counts, make([]byte, 28))
	if err := errors.Join(err, w.Item(make([]byte, 20)), w.Item(make([]byte, 20)), w.Close()); err != nil {
		t.Fatal(err)
	}
	if f, err := Read(&buf, "f"); f == nil || err == nil ||
		!strings.Contains(err.Error(), "a second record of frames") {
		t.Errorf("%+v, %v", f, err)
	}
}

func TestStepsInOrder(t *testing.T) {
	for _, second := range []string{"a", "b"} {
		if _, err := Read(bytes.NewReader(encode(t, &File{Merged: true, Steps: []Step{{Name: "b"}, {Name: second}}})),
			"f"); err == nil || !strings.Contains(err.Error(), "out of order") {
			t.Errorf("%s behind b: %v", second, err)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	for name, f := range map[string]*File{
		"a section without an ID, read as frames": {Sections: []Section{{}}},
		"the same, in a step":                     {Merged: true, Steps: []Step{{"a", []Section{{}}}}},
		"a step of one JVM":                       {Steps: []Step{{Name: "a"}}},
		"a step with a path for a name":           {Merged: true, Steps: []Step{{Name: "a/b"}}},
	} {
		if err := Write(io.Discard, f); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}

// FuzzRead feeds the reader with anything; what it accepts can be written and read again.
func FuzzRead(f *testing.F) {
	f.Add(encode(f, sample()))
	f.Add(encode(f, framed()))
	f.Add(encode(f, &File{Merged: true, JVMs: 3, Steps: []Step{{"a", []Section{{probe.ID{1}, []uint64{1}}}}}}))
	f.Add(encode(f, ofService()))
	f.Add(encode(f, sample())[:70])
	f.Add([]byte("jprofcnt\x00\x00\x00\x01"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := Read(bytes.NewReader(data), "fuzz.counts")
		if err != nil {
			var bad *recordfile.Error
			var version *recordfile.VersionError
			if !errors.As(err, &bad) && !errors.As(err, &version) {
				t.Errorf("an error without a type: %v", err)
			}
			return
		}
		again, err := Read(bytes.NewReader(encode(t, got)), "again")
		if err != nil || !reflect.DeepEqual(got, again) {
			t.Errorf("got %+v, %v, want %+v", again, err, got)
		}
	})
}
