package testcounts

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
)

// several are counts of all kinds, with texts that come from outside.
func several(t testing.TB) *Counts {
	t.Helper()
	b1 := NewBuilder(twoMaps())
	for _, c := range []struct {
		test     Test
		sections []Section
	}{
		{Test{Step: "unit", Class: "p.T", Method: "f", Params: "int", Invocation: "2.1", ID: "[engine:e]/[x:#2]",
			Display: "<script>alert(\"1\")</script>\n", Status: Failed, Reason: "no", Began: start, Nanos: 1e9,
			Attempt: 2},
			[]Section{of(a, 0, 1, 9, counts.MaxCount), of(b, 3, 127, 2, 128)}},
		{Test{Step: "unit", Class: "p.T", Method: "f", Params: "long", Attempt: 1, Carried: true},
			[]Section{of(a, 0, 2, 9, 1), of(b, 2, 1, 3, 1)}}, // the same footprint
		{Test{Step: "unit", Class: "p.T", Method: strings.Repeat("é", 4000), Status: Skipped}, nil},
		{Test{Kind: Class, Step: "unit", Class: "p.T", Status: Unfinished, Carried: true}, []Section{of(b, 0, 1)}},
		{Test{Kind: Outside, Step: "unit"}, []Section{of(a, 1, 1), of(a, 1, 1)}},
		{Test{Kind: Outside}, []Section{of(a, 1, 1)}},
		{Test{Kind: Shared}, []Section{of(a, 1, 1, 2, 1)}},
		{Test{Kind: Shared, Step: "none"}, nil},
	} {
		if err := b1.Add(b1.Owner(c.test), c.sections...); err != nil {
			t.Fatal(err)
		}
	}
	b1.AddJVMs(3)
	return b1.Counts()
}

func encode(t testing.TB, c *Counts) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := c.Write(&buf); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestRoundTrip(t *testing.T) {
	c := several(t)
	path := filepath.Join(t.TempDir(), "tests")
	if err := c.WriteFile(path); err != nil {
		t.Fatal(err)
	}
	got, err := readFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got.JVMs() != 3 || show(got) != show(c) || !reflect.DeepEqual(got.Tests(), c.Tests()) {
		t.Errorf("got\n%swant\n%s", show(got), show(c))
	}
	if !bytes.Equal(encode(t, got), encode(t, c)) {
		t.Error("written again it has other bytes")
	}
	if got.Footprint(0) == got.Footprint(1) || got.Footprint(1) != got.Footprint(2) {
		t.Errorf("footprints %d", got.print)
	}
	larger := twoMaps()[:1]
	larger[0].Packages[0].Files[0].Counters++
	for _, x := range []struct {
		maps       []*probe.Set
		part, fits bool
	}{{twoMaps(), false, true}, {twoMaps()[:0], false, false}, {twoMaps()[:0], true, true},
		{twoMaps()[:1], true, true}, {larger, true, false}} {
		err := got.Fits(x.maps, x.part)
		if (err == nil) != x.fits || err != nil && !strings.Contains(err.Error(), "belong to other maps") {
			t.Errorf("%d maps, part %t: %v", len(x.maps), x.part, err)
		}
	}
}

// TestDamage changes each byte, and cuts the file at each: there is an error each time, and nothing is read.
func TestDamage(t *testing.T) {
	whole := encode(t, several(t))
	for i := range whole {
		var bad *recordfile.Error
		if c, err := Read(bytes.NewReader(whole[:i]), "f"); c != nil || !errors.As(err, &bad) {
			t.Fatalf("cut at %d: %v", i, err)
		}
		damaged := bytes.Clone(whole)
		damaged[i] ^= 0x10
		var version *recordfile.VersionError
		c, err := Read(bytes.NewReader(damaged), "f")
		if c != nil || !errors.As(err, &bad) && !errors.As(err, &version) {
			t.Fatalf("damaged at %d: %v", i, err)
		}
	}
}

// TestStreamDamage changes and cuts the stream of a JVM: whole records before the fault count, and the fault is named.
func TestStreamDamage(t *testing.T) {
	whole := twoTests(t).ended()
	read := func(data []byte) (changes int, err error) {
		_, err = streamReader{
			accept: func(time.Time) bool { return true }, known: func(table) bool { return true },
			change: func(*stream, change) error { changes++; return nil },
		}.read(bytes.NewReader(data), "f")
		return changes, err
	}
	all, err := read(whole)
	if err != nil || all != 6 {
		t.Fatalf("%d changes, %v", all, err)
	}
	last := 0
	for i := range whole {
		n, err := read(whole[:i])
		if !errors.Is(err, io.ErrUnexpectedEOF) || n < last || n > all {
			t.Fatalf("cut at %d: %d changes after %d, %v", i, n, last, err)
		}
		last = n
		damaged := bytes.Clone(whole)
		damaged[i] ^= 0x10
		if _, err := read(damaged); err == nil {
			t.Fatalf("damaged at %d: no error", i)
		}
	}
}

// TestWrongInside has records whose check sums are right, and whose content cannot be.
func TestWrongInside(t *testing.T) {
	write := func(kind recordfile.Magic, about func(*recordfile.Encoder), items ...func(*recordfile.Encoder)) []byte {
		var buf bytes.Buffer
		var e recordfile.Encoder
		about(&e)
		payload, _ := e.Bytes()
		w, err := recordfile.NewWriter(&buf, kind, payload)
		for _, item := range items {
			var e recordfile.Encoder
			item(&e)
			payload, _ := e.Bytes()
			err = errors.Join(err, w.Item(payload))
		}
		if err = errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		return buf.Bytes()
	}
	bytesOf := func(list ...byte) func(*recordfile.Encoder) {
		return func(e *recordfile.Encoder) { e.Raw(list) }
	}
	about := func(e *recordfile.Encoder) {
		e.Uint32(0)
		e.Uint64(1)
		e.Uint64(uint64(start.UnixMilli()))
	}
	sectionOf := func(id probe.ID, counters uint32) func(*recordfile.Encoder) {
		return func(e *recordfile.Encoder) { e.Uint8(itemSection); e.Raw(id[:]); e.Uint32(counters) }
	}
	section := sectionOf(a, 10)
	begin := func(n, parent uint64, kind uint8) func(*recordfile.Encoder) {
		return func(e *recordfile.Encoder) {
			e.Uint8(itemBegin)
			e.Uvarint(n)
			e.Uvarint(parent)
			e.Uint8(kind)
			e.Uint64(1)
			e.Raw(make([]byte, 5))
		}
	}
	for name, items := range map[string][]func(*recordfile.Encoder){
		"an unknown item":             {bytesOf(9)},
		"nothing":                     {bytesOf()},
		"a section without an ID":     {sectionOf(probe.ID{}, 1)},
		"a huge section":              {sectionOf(a, 1<<31)},
		"number 0":                    {begin(0, 0, 2)},
		"the same number":             {begin(1, 0, 2), begin(1, 0, 2)},
		"its own parent":              {begin(1, 1, 2)},
		"an unknown kind":             {begin(1, 0, 3)},
		"the end of nothing":          {bytesOf(itemEnd, 1, 0, 0, 0)},
		"an unknown status":           {begin(1, 0, 2), bytesOf(itemEnd, 1, 4, 0, 0)},
		"a second end":                {begin(1, 0, 2), bytesOf(itemEnd, 1, 0, 0, 0), bytesOf(itemEnd, 1, 0, 0, 0)},
		"bytes behind":                {begin(1, 0, 2), bytesOf(itemEnd, 1, 0, 0, 0, 0)},
		"counts of nobody":            {section, bytesOf(itemCounts, 2, 1, 0, 1, 0, 1)},
		"counts of no section":        {section, bytesOf(itemCounts, 0, 1, 1, 1, 0, 1)},
		"a counter beyond":            {section, bytesOf(itemCounts, 0, 1, 0, 1, 10, 1)},
		"a counter twice":             {section, bytesOf(itemCounts, 0, 1, 0, 2, 1, 1, 0, 1)},
		"more counters than bytes":    {section, bytesOf(itemCounts, 0, 1, 0, 200, 1, 1)},
		"more sections than bytes":    {section, bytesOf(itemCounts, 0, 200, 0, 1, 1, 1)},
		"a string that is cut":        {bytesOf(itemBegin, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 7)},
		"a count without end":         {section, bytesOf(itemCounts, 0, 1, 0, 1, 0, 0xff)},
		"a section behind its counts": {bytesOf(itemCounts, 0, 1, 0, 1, 0, 1), section},
	} {
		dir := folder(t, map[string][]byte{"1.tests": write(recordfile.Tests, about, items...),
			"1.counts": twoTests(t).file()})
		_, _, problems := collect(t, dir)
		if len(problems) != 1 || !strings.Contains(problems[0], "1.tests: at byte ") {
			t.Errorf("%s: %v", name, problems)
		}
	}

	head := func(tests, tables uint32) func(*recordfile.Encoder) {
		return func(e *recordfile.Encoder) {
			e.Uint32(flagRun)
			e.Uint32(1)
			e.Uint32(tests)
			e.Uint32(tables)
			for range tables {
				e.Raw(a[:])
				e.Uint32(10)
			}
		}
	}
	block := func(n uint64, tests, prints, packed []byte) func(*recordfile.Encoder) {
		return func(e *recordfile.Encoder) {
			e.Uvarint(n)
			for _, column := range [][]byte{tests, prints, packed} {
				deflated := deflate(column)
				e.Uvarint(uint64(len(column)))
				e.Uvarint(uint64(len(deflated)))
				e.Raw(deflated)
			}
		}
	}
	test := func(name byte, print byte) []byte {
		return []byte{0, 0, 0, 1, 'T', 1, name, 0, 0, 0, 0, 0, 1, 0, 0, print}
	}
	good, ones := []byte{5, 1, 0, 2, 3, 6}, []byte{1, 1}
	one := func(tests, prints, packed []byte) []byte {
		return write(recordfile.Tests, head(1, 1), block(1, tests, prints, packed))
	}
	two := func(first, second []byte) []byte {
		return write(recordfile.Tests, head(2, 1), block(2, append(first, second...), good, []byte{1, 1, 1, 1}))
	}
	f := test('f', 0)
	for name, data := range map[string][]byte{
		"a stream":               write(recordfile.Tests, about),
		"fewer tests":            write(recordfile.Tests, head(2, 1), block(1, f, good, ones)),
		"too many tests":         write(recordfile.Tests, head(1<<30, 1)),
		"packages twice":         write(recordfile.Tests, head(0, 2)),
		"not deflated":           write(recordfile.Tests, head(1, 1), bytesOf(1, 1, 1, 0xff, 1, 1, 0xff, 1, 1, 0xff)),
		"a count of 0":           one(f, good, []byte{1, 0}),
		"counts too many":        one(f, good, []byte{1, 1, 1}),
		"counts too few":         one(f, good, []byte{1}),
		"a footprint not there":  one(test('f', 1), good, ones),
		"a footprint too many":   one(f, append(good[:6:6], 0), ones),
		"a package too many":     one(f, []byte{5, 1, 1, 2, 3, 6}, ones),
		"a package twice":        one(f, []byte{7, 2, 0, 1, 3, 0, 1, 3}, ones),
		"a counter too many":     one(f, []byte{5, 1, 0, 2, 3, 7}, ones),
		"a counter twice":        one(f, []byte{5, 1, 0, 2, 3, 0}, ones),
		"an unknown kind":        one(append([]byte{4}, f[1:]...), good, ones),
		"bytes behind the tests": one(append(f[:len(f):len(f)], 0), good, ones),
		"tests out of order":     two(test('g', 0), f),
		"a test twice":           two(test('f', 0), f),
	} {
		c, err := Read(bytes.NewReader(data), "f")
		if c != nil || err == nil || !strings.HasPrefix(err.Error(), "f: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	fine := one(f, good, []byte{1, 2})
	if c, err := Read(bytes.NewReader(fine), "f"); err != nil || show(c) != "T#f passed: a3=1 a9=2\n" {
		t.Errorf("without a fault: %v", err)
	}
}

// FuzzRead: whatever the bytes are, reading them fails or gives counts that can be written and read again. Check sums
// are right where wrapped says so: the bytes are items then, each behind its length.
func FuzzRead(f *testing.F) {
	f.Add(encode(f, several(f)), false, false)
	f.Add(twoTests(f).ended(), true, false)
	f.Add(itemsOf(f, encode(f, several(f))), false, true)
	f.Add(itemsOf(f, twoTests(f).ended()), true, true)
	f.Fuzz(func(t *testing.T, data []byte, stream, wrapped bool) {
		if wrapped {
			data = wrap(t, data)
		}
		if stream {
			collect(t, folder(t, map[string][]byte{"1.tests": data}))
			return
		}
		c, err := Read(bytes.NewReader(data), "f")
		if err != nil {
			return
		}
		again, err := Read(bytes.NewReader(encode(t, c)), "f")
		if err != nil || show(again) != show(c) {
			t.Errorf("%v: got\n%swant\n%s", err, show(again), show(c))
		}
	})
}

// itemsOf are the first record and the items of a file, each behind its length.
func itemsOf(t testing.TB, file []byte) []byte {
	t.Helper()
	r, err := recordfile.NewReader(bytes.NewReader(file), "f", recordfile.Tests)
	if err != nil {
		t.Fatal(err)
	}
	var e recordfile.Encoder
	for d := r.About(); ; {
		e.String(string(d.Raw(d.Len())))
		if d, err = r.Item(); err != nil {
			list, _ := e.Bytes()
			return list
		}
	}
}

// wrap makes a file of the result of itemsOf.
func wrap(t testing.TB, items []byte) []byte {
	t.Helper()
	var buf bytes.Buffer
	d := recordfile.NewDecoder(items, "f", 0)
	w, err := recordfile.NewWriter(&buf, recordfile.Tests, []byte(d.String()))
	for err == nil && d.Len() > 0 {
		err = w.Item([]byte(d.String()))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// readFile is Read for a file.
func readFile(path string) (*Counts, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, path)
}
