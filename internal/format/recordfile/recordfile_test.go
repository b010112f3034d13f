package recordfile

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"jprof/internal/util/version"
)

// file writes a file of counts with these items.
func file(t testing.TB, about string, items ...string) []byte {
	t.Helper()
	var buf bytes.Buffer
	w, err := NewWriter(&buf, Counts, []byte(about))
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range items {
		if err := w.Item([]byte(item)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// items reads a file to its end or its first error.
func items(r io.Reader) (about string, items []string, err error) {
	fr, err := NewReader(r, "f", Counts)
	if err != nil {
		return "", nil, err
	}
	d := fr.About()
	about = string(d.Raw(d.Len()))
	for {
		d, err := fr.Item()
		if err != nil {
			return about, items, err
		}
		items = append(items, string(d.Raw(d.Len())))
	}
}

func TestRoundTrip(t *testing.T) {
	whole := file(t, "about", "first", "", "third")
	for name, r := range map[string]io.Reader{
		"at once":      bytes.NewReader(whole),
		"byte by byte": iotest.OneByteReader(bytes.NewReader(whole)),
		"end at once":  iotest.DataErrReader(bytes.NewReader(whole)),
	} {
		about, got, err := items(r)
		if err != io.EOF || about != "about" || strings.Join(got, ",") != "first,,third" {
			t.Errorf("%s: %q, %q, %v", name, about, got, err)
		}
	}
}

// TestWorkedExample compares the example in the package comment with a written file.
func TestWorkedExample(t *testing.T) {
	var e Encoder
	e.Uint32(0)
	e.Uint32(1)
	e.Uint64(4242)
	e.Uint64(1735689600000)
	e.Uint32(0)
	about, err := e.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	const want = "6a70726f66636e74" + "00000006" +
		"010000001c" + "00000000" + "00000001" + "0000000000001092" + "000001941f297c00" + "00000000" + "4548e302" +
		"0300000004" + "00000000" + "2a048eab"
	if got := hex.EncodeToString(file(t, string(about))); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestTruncation(t *testing.T) {
	whole := file(t, "about", "first", "second")
	for n := range whole {
		_, _, err := items(bytes.NewReader(whole[:n]))
		var bad *Error
		if !errors.As(err, &bad) || !errors.Is(err, io.ErrUnexpectedEOF) || bad.Offset != int64(n) {
			t.Fatalf("after %d of %d bytes: %v", n, len(whole), err)
		}
	}
}

// newer is a file of the next version that a version of jprof wrote.
func newer(t *testing.T, writer string) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := &Writer{w: bufio.NewWriter(&buf)}
	w.w.WriteString(string(Counts))
	w.w.Write(binary.BigEndian.AppendUint32(nil, Version+1))
	if err := w.record(TagWriter, []byte(writer)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// TestNewerVersions checks the error that callers get for a file of a newer jprof.
func TestNewerVersions(t *testing.T) {
	_, _, err := items(bytes.NewReader(newer(t, "0.9.0")))
	var found *version.Newer
	if !errors.As(err, &found) || *found != (version.Newer{Format: Version + 1, Reads: Version, Writer: "0.9.0"}) {
		t.Errorf("a newer file: %v", err)
	}
	if err := error(&VersionError{"f", Version - 1, Version, ""}); errors.As(err, &found) {
		t.Errorf("an older file is a newer one: %v", err)
	}
}

func TestWrongFiles(t *testing.T) {
	whole := file(t, "about", "first")
	change := func(at int, b byte) []byte {
		c := bytes.Clone(whole)
		c[at] = b
		return c
	}
	end := len(whole) - FrameSize - 4
	for _, tt := range []struct {
		name, want string
		data       []byte
	}{
		{"a text", "not a file of counts of jprof", []byte("hello")},
		{"a map", "not a file of counts of jprof", []byte("jprofmap\x00\x00\x00\x02")},
		{"an older version", "format 5, this one reads 6): run the build again", change(11, 5)},
		{"an older version, cut short", "written by another version", change(11, 5)[:HeaderSize]},
		{"a newer version", "written in format 9 by a newer jprof; this is jprof " + version.String() +
			", which reads formats up to 6: install a newer one", change(11, 9)},
		{"a newer version, cut short", "written in format 9 by a newer jprof", change(11, 9)[:HeaderSize]},
		{"a newer version with its writer", "written in format 7 by jprof 0.9.1-dev+1a2b; this is jprof " +
			version.String() + ", which reads formats up to 6: install jprof 0.9.1 or newer",
			newer(t, "0.9.1-dev+1a2b")},
		{"a newer version whose writer is damaged", "in format 7 by a newer jprof", newer(t, "0.9.1")[:HeaderSize+9]},
		{"a newer version with a text as its writer", "in format 7 by a newer jprof", newer(t, "see there")},
		{"a tag for another", "wrong check sum", change(HeaderSize, TagItem)},
		{"a long record", "record of 4278190085 bytes", change(HeaderSize+1, 0xff)},
		{"a changed byte", "wrong check sum", change(HeaderSize+5, 'X')},
		{"the end is missing", "cut short", whole[:end]},
		{"the end twice", "after the end", append(bytes.Clone(whole), whole[end:]...)},
		{"a record left out", "0 records where 1 were written",
			append(bytes.Clone(whole[:HeaderSize+FrameSize+5]), whole[end:]...)},
		{"no record about the file", "what the file is about",
			append(bytes.Clone(whole[:HeaderSize]), whole[HeaderSize+FrameSize+5:]...)},
		{"two of them", "unknown kind 1", append(bytes.Clone(whole[:HeaderSize+FrameSize+5]), whole[HeaderSize:]...)},
	} {
		_, _, err := items(bytes.NewReader(tt.data))
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "f: ") {
			t.Errorf("%s: got %v, want something with %q", tt.name, err, tt.want)
		}
	}
}

func TestAFaultOfTheDiskIsNotTakenForTheEnd(t *testing.T) {
	disk := errors.New("bad sector")
	whole := file(t, "about", "first")
	for n := range whole {
		r := io.MultiReader(bytes.NewReader(whole[:n]), iotest.ErrReader(disk))
		if _, _, err := items(r); !errors.Is(err, disk) || errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatalf("after %d bytes: %v", n, err)
		}
	}
}

func TestLimits(t *testing.T) {
	w, err := NewWriter(io.Discard, Map, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Item(make([]byte, MaxRecord+1)); err == nil {
		t.Error("a record beyond the limit was written")
	}
	var e Encoder
	e.String(strings.Repeat("x", MaxString))
	if _, err := e.Bytes(); err != nil {
		t.Errorf("a string at the limit: %v", err)
	}
	e.String(strings.Repeat("x", MaxString+1))
	e.String("short")
	if _, err := e.Bytes(); err == nil {
		t.Error("a string beyond the limit was written")
	}
}

func TestPayload(t *testing.T) {
	var e Encoder
	e.Uint8(200)
	e.Uint32(math.MaxUint32)
	e.Uint64(math.MaxUint64)
	e.Uvarint(300)
	e.Varint(math.MinInt64)
	e.String("größer")
	e.Raw([]byte{1, 2})
	b, err := e.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	d := NewDecoder(b, "f", 100)
	for range 2 {
		if d.Uint8() != 200 || d.Uint32() != math.MaxUint32 || d.Uint64() != math.MaxUint64 ||
			d.Uvarint(300) != 300 || d.Varint() != math.MinInt64 || d.String() != "größer" ||
			!bytes.Equal(d.Raw(2), []byte{1, 2}) {
			t.Error("what was read is not what was written")
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		d.Rewind()
	}
}

func TestDecoderFaults(t *testing.T) {
	for name, take := range map[string]func(d *Decoder){
		"byte":             func(d *Decoder) { d.Raw(3); d.Uint8() },
		"4 bytes":          func(d *Decoder) { d.Uint32() },
		"8 bytes":          func(d *Decoder) { d.Uint64() },
		"number too large": func(d *Decoder) { d.Uvarint(199) },
		"unfinished":       func(d *Decoder) { d.Raw(2); d.Varint() },
		"long string":      func(d *Decoder) { _ = d.String() },
		"count":            func(d *Decoder) { d.Count(1) },
		"negative":         func(d *Decoder) { d.Raw(-1) },
		"rest":             func(d *Decoder) { d.Raw(1) },
	} {
		d := NewDecoder([]byte{0xc8, 0x01, 0x80}, "f", 100)
		take(d)
		err := d.Close()
		var bad *Error
		if !errors.As(err, &bad) || bad.Offset < 100 || bad.Offset > 103 {
			t.Errorf("%s: %v", name, err)
		}
		if d.Len() != 0 || d.Uint8() != 0 || d.Uvarint(9) != 0 || d.Varint() != 0 || d.String() != "" ||
			d.Count(1) != 0 || d.Raw(1) != nil {
			t.Errorf("%s: values after the error", name)
		}
		if !errors.Is(d.Err(), err) {
			t.Errorf("%s: the first error was replaced by %v", name, d.Err())
		}
	}
}

func TestCountNeverExceedsTheBytesThere(t *testing.T) {
	var e Encoder
	e.Uvarint(3)
	e.Raw(make([]byte, 8))
	b, _ := e.Bytes()
	if n := NewDecoder(b, "f", 0).Count(2); n != 3 {
		t.Errorf("3 elements of 2 bytes: %d", n)
	}
	d := NewDecoder(b, "f", 0)
	if n := d.Count(4); n != 0 || d.Err() == nil {
		t.Errorf("3 elements of 4 bytes in 8 bytes: %d, %v", n, d.Err())
	}
}

// FuzzReader checks that the writer writes all that the reader accepts: the format has one form only.
func FuzzReader(f *testing.F) {
	f.Add(file(f, "about", "first", "", "third"))
	f.Add(file(f, ""))
	f.Add([]byte("jprofcnt\x00\x00\x00\x01\x01\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		about, list, err := items(bytes.NewReader(data))
		if err != io.EOF {
			var bad *Error
			var version *VersionError
			if !errors.As(err, &bad) && !errors.As(err, &version) {
				t.Errorf("error without a type: %v", err)
			}
			return
		}
		if !bytes.Equal(file(t, about, list...), data) {
			t.Error("accepted, and not what is written")
		}
	})
}

// TestTime has the first and the last time, and one that JSON does not have.
func TestTime(t *testing.T) {
	for ms, want := range map[uint64]string{0: "0001-01-01T00:00:00Z", 1: "1970-01-01T00:00:00.001Z",
		maxTime: "9999-12-31T23:59:59.999Z", maxTime + 1: ""} {
		var e Encoder
		e.Uint64(ms)
		payload, err := e.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		d := NewDecoder(payload, "f", 0)
		text, err := d.Time().MarshalText()
		if err != nil || want == "" && d.Err() == nil || want != "" && string(text) != want {
			t.Errorf("%d: %s, %v, %v, want %q", ms, text, err, d.Err(), want)
		}
	}
}
