package source_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"jprof/internal/format/probe"
	"jprof/report"
	"jprof/report/assemble"
	"jprof/report/reporttest"
	"jprof/report/source"
)

func TestSourceIsDecoded(t *testing.T) {
	tests := []struct {
		encoding, want, note string
		raw                  string
	}{
		{"UTF-8", "Grüße", "", "Grüße"},
		{"UTF-8", "x", "", "\ufeffx"},
		{"UTF-8", "a\ufffdb", "", "a\xffb"},
		{"ISO-8859-1", "Grüße", "", "Gr\xfc\xdfe"},
		{"ISO8859_1", "Grüße", "", "Gr\xfc\xdfe"},
		{"Cp1252", "10 €", "", "10 \x80"},
		{"windows-1251", "Я", "", "\xdf"},
		{"Shift_JIS", "漢", "", "\x8a\xbf"},
		{"US-ASCII", "a\ufffd", "not valid US-ASCII, shown as UTF-8: no character at byte 1: fc", "a\xfc"},
		{"ISO-2022-JP", "a漢b", "", "a\x1b$B4A\x1b(Bb"},
		{"Cp1047", "a{", "", "\x81\xc0\x15\x81"},
		{"UTF-16", "hé", "", "\xfe\xff\x00h\x00\xe9"},
		{"UTF-16LE", "hé", "", "h\x00\xe9\x00"},
		{"klingon", "abc", `unknown encoding "klingon": shown as UTF-8`, "abc"},
		{"UTF-8", "a␀⟨U+202E⟩b␛", "", "a\x00\u202eb\x1b"},
	}
	for _, tt := range tests {
		f := &probe.File{Path: "A.java", Encoding: tt.encoding, Hash: sha256.Sum256([]byte(tt.raw))}
		sets := []*probe.Set{{Packages: []*probe.Package{{Files: []*probe.File{f}}}}}
		m, err := assemble.Model(assemble.Input{Sets: sets,
			Source: func(string, [32]byte) ([]byte, error) { return []byte(tt.raw), nil }})
		if err != nil {
			t.Fatal(err)
		}
		s, err := source.Load(m, m.Files[0])
		if err != nil {
			t.Errorf("%s: %v", tt.encoding, err)
			continue
		}
		if got := s.Text(s.Line(1)); got != tt.want {
			t.Errorf("%s: %q is %q, want %q", tt.encoding, tt.raw, got, tt.want)
		}
		if s.Note != tt.note {
			t.Errorf("%s: note %q", tt.encoding, s.Note)
		}
	}
}

// TestSourcePlaces checks that places in UTF-16 from a map are found in the text that is shown.
func TestSourcePlaces(t *testing.T) {
	const text = "class Ä { void é() { f(); } }"
	raw := []byte{0xff, 0xfe}
	for _, c := range text {
		raw = append(raw, byte(c), byte(c>>8))
	}
	span := func(part string) probe.Span {
		i := strings.Index(text, part)
		start := 2 + 2*utf8.RuneCountInString(text[:i])
		return probe.Span{Start: probe.Pos{Offset: uint32(start), Line: 1},
			End: probe.Pos{Offset: uint32(start + 2*utf8.RuneCountInString(part)), Line: 1}}
	}
	f := &probe.File{Path: "A.java", Encoding: "UTF-16", Hash: sha256.Sum256(raw), Counters: 1,
		Types: []probe.Type{{Name: "Ä", Parent: -1, Span: span(text)}},
		Methods: []probe.Method{{Name: "é", Span: span("void é() { f(); }"), NameAt: span("é").Start,
			Count: probe.Counter(0)}},
		Blocks: []probe.Block{{Parent: -1, Span: span("{ f(); }"), Count: probe.Counter(0)}},
		Regions: []probe.Region{{Span: span("f();"), Count: probe.Counter(0),
			Statements: []probe.Statement{{Span: span("f();"), Count: probe.Counter(0)}}}},
		Branches: []probe.Branch{{Kind: probe.CaseBranch, Span: span("f()"), True: probe.Counter(0)}},
		Toggles:  []probe.Toggle{{Span: span("} }")}},
	}
	m, err := assemble.Model(assemble.Input{
		Sets:   []*probe.Set{{Packages: []*probe.Package{{Helper: "__Counter01234567", Files: []*probe.File{f}}}}},
		Source: func(string, [32]byte) ([]byte, error) { return raw, nil }})
	if err != nil {
		t.Fatal(err)
	}
	s, err := source.Load(m, m.Files[0])
	if err != nil {
		t.Fatal(err)
	}
	p := s.Placed(m.Files[0])
	for _, c := range []struct {
		span report.Span
		want string
	}{
		{p.Methods[0].Span, "void é() { f(); }"}, {p.Blocks[0].Span, "{ f(); }"}, {p.Regions[0].Span, "f();"},
		{p.Branches[0].Span, "f()"}, {p.Omitted[0].Span, "} }"},
		{report.Span{Start: p.Methods[0].Name, End: p.Blocks[0].Span.Start}, "é() "},
		{report.Span{Start: p.Regions[0].Statements[0].Start, End: p.Regions[0].Span.End}, "f();"},
	} {
		if got := s.Text(int(c.span.Start.Offset), int(c.span.End.Offset)); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if got := source.FirstLines(m,
		[]report.HotRegion{{File: m.Files[0], Region: &m.Files[0].Regions[0]}}); got[0] != "f();" {
		t.Errorf("the first line of the region is %q", got[0])
	}
}

func TestSourceLines(t *testing.T) {
	raw := []byte("a\r\nbc\n\rd")
	f := &probe.File{Path: "A.java", Hash: sha256.Sum256(raw)}
	in := assemble.Input{Sets: []*probe.Set{{Packages: []*probe.Package{{Files: []*probe.File{f}}}}},
		Source: func(string, [32]byte) ([]byte, error) { return raw, nil }}
	m, err := assemble.Model(in)
	if err != nil {
		t.Fatal(err)
	}
	s, err := source.Load(m, m.Files[0])
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for n := 1; n <= s.Lines(); n++ {
		lines = append(lines, s.Text(s.Line(n)))
	}
	if want := []string{"a", "bc", "", "d"}; !slices.Equal(lines, want) {
		t.Errorf("lines %q, want %q", lines, want)
	}
	for offset, want := range []int{1, 1, 1, 2, 2, 2, 3, 4, 4, 4} {
		if got := s.LineAt(offset); got != want {
			t.Errorf("byte %d is on line %d, want %d", offset, got, want)
		}
	}
	if s.Text(5, 2) != "" || s.Text(-1, 3) != "" || s.Text(7, 99) != "d" || s.Text(s.Line(0)) != "" ||
		s.Text(s.Line(9)) != "" {
		t.Error("ranges outside of the text are not cut to it")
	}
	raw = bytes.ToUpper(raw)
	if _, err := source.Load(m, m.Files[0]); err == nil ||
		err.Error() != "A.java: the source has changed since the run" {
		t.Errorf("changed source: %v", err)
	}
}

// TestMissedWithoutSource checks that a source that is gone leaves the places without their code.
func TestMissedWithoutSource(t *testing.T) {
	var p reporttest.Project
	if err := p.Add(reporttest.File{Path: "A.java",
		Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹r 0|·x();› }›› }›"}); err != nil {
		t.Fatal(err)
	}
	in := p.Input("test")
	in.Source = func(string, [32]byte) ([]byte, error) { return nil, fmt.Errorf("gone") }
	m, err := assemble.Model(in)
	if err != nil {
		t.Fatal(err)
	}
	all := m.Missed(nil)
	if code := source.MissedCode(m, all); len(all) != 1 || code[0] != "" {
		t.Errorf("missed %+v, %q", all, code)
	}
}
