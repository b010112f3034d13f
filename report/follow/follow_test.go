package follow_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jprof/instrument"
	"jprof/internal/format/probe"
	"jprof/internal/java/lex"
	"jprof/internal/util/lineends"
	"jprof/report"
	"jprof/report/assemble"
	"jprof/report/follow"
)

// counted is a source with random counts.
type counted struct {
	text     []byte
	set      *probe.Set
	counters []uint64
	file     *report.File
}

// mapOf returns the map of a text.
func mapOf(t *testing.T, text string) *probe.File {
	t.Helper()
	m, err := instrument.Map([]byte(text), instrument.Origin{Name: "A.java"})
	if err != nil {
		t.Fatal(err)
	}
	m.Path, m.Encoding, m.Hash = "A.java", "UTF-8", lineends.Hash([]byte(text))
	return m
}

func setOf(m *probe.File, id byte) *probe.Set {
	return &probe.Set{Name: "main", Packages: []*probe.Package{{ID: probe.ID{id}, Name: "p", Helper: "H",
		Files: []*probe.File{m}}}}
}

// modelOf returns the file of the newest map, with the counts of the older ones carried over.
func modelOf(t *testing.T, counters []uint64, id probe.ID, newest *probe.Set, older ...*probe.Set) *report.Model {
	t.Helper()
	model, err := assemble.Model(assemble.Input{Sets: []*probe.Set{newest}, Older: older,
		Counters: func(of probe.ID) []uint64 {
			if of == id {
				return counters
			}
			return nil
		},
		Source: func(string, [32]byte) ([]byte, error) { return nil, os.ErrNotExist }})
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// count gives a source random counts. All counters of a run are positive here, so that code that was carried over is
// known by its counts.
func count(t *testing.T, text string, r *rand.Rand) counted {
	t.Helper()
	c := counted{text: []byte(text), set: setOf(mapOf(t, text), 1)}
	for range c.set.Packages[0].Counters() {
		c.counters = append(c.counters, 1+r.Uint64N(1000))
	}
	c.file = modelOf(t, c.counters, probe.ID{1}, c.set).Files[0]
	return c
}

// TestFollow holds 1,000 random edits against maps of the edited texts: the counts of methods that are the same are
// those that two maps give (package assemble), line by line, and no other line has one but those of initialisers.
func TestFollow(t *testing.T) {
	r := rand.New(rand.NewPCG(48, 1))
	var sources []counted
	names, err := filepath.Glob("../../testdata/java/*.java")
	if err != nil || len(names) == 0 {
		t.Fatal(err, names)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		// Keywords with Unicode escapes are read in another way by maps. Statements with annotations on lines of their
		// own start on either line.
		if base := filepath.Base(name); base != "Escapes.java" && base != "Annotated.java" {
			sources = append(sources, count(t, string(text), r))
		}
	}
	followed, whole, lines := 0, 0, 0
	for i := range 1000 {
		c := sources[r.IntN(len(sources))]
		later, did := string(c.text), ""
		for range 1 + r.IntN(3) {
			e := edits[r.IntN(len(edits))]
			later, did = e.edit(t, later, r), did+" "+e.name
		}
		later = string(lineends.Unix([]byte(later)))
		m := mapOf(t, later)
		if setOf(m, 2).Packages[0].Check() != nil {
			continue // the text is no Java, although the parser takes it
		}
		f := follow.To(c.file, c.text, m, []byte(later))
		if f == nil {
			if !m.Omitted() {
				t.Fatalf("edit %d (%s): not followed", i, did)
			}
			continue
		}
		followed++
		if len(f.Changed) == 0 {
			whole++
		}
		want := modelOf(t, c.counters, probe.ID{1}, setOf(m, 2), c.set)
		if err := equal(f, want, c.file, later); err != nil {
			t.Fatalf("edit %d (%s): %v\n%s", i, did, err, later)
		}
		lines += len(f.File.Lines())
	}
	if followed < 700 || whole < 100 || lines < 20_000 {
		t.Errorf("of 1,000 edited texts %d were followed, %d of them whole, with counts of %d lines: the edits "+
			"destroy too much to show anything", followed, whole, lines)
	}
}

// equal compares the counts of lines of a file that was followed with those of the model of both maps.
func equal(f *follow.Followed, model *report.Model, old *report.File, text string) error {
	want := model.Files[0]
	// Lines of methods that the model drops: other lines have counters of their own now, or they are in a class in a
	// method and several are candidates.
	other := map[int]bool{}
	for _, d := range model.Dropped {
		for i, m := range want.Methods {
			counters := d.Reason == "the counters of the method have changed"
			if method(d.What) == method(m.Label) && (counters || isInner(want, m)) {
				for line := m.Span.Start.Line; line <= m.Span.End.Line; line++ {
					other[int(line)] = true
				}
				want.Methods[i].Name = report.Pos{}
			}
		}
	}
	if len(f.Regions) != len(f.File.Regions) {
		return fmt.Errorf("%d regions of %d have an origin", len(f.Regions), len(f.File.Regions))
	}
	changed := func(label string, name report.Pos) bool {
		return slices.ContainsFunc(f.Changed, func(c follow.Changed) bool { return c.Name == name })
	}
	expected := map[int]uint64{}
	for i := range want.Regions {
		r := &want.Regions[i]
		m := want.MethodOf(r.Block)
		if m < 0 || changed(want.Methods[m].Label, want.Methods[m].Name) {
			r.Measured = false
		}
	}
	for i := range want.Expressions {
		e := &want.Expressions[i]
		m := want.MethodOf(e.Block)
		e.Measured = m >= 0 && !changed(want.Methods[m].Label, want.Methods[m].Name)
	}
	for _, l := range want.Lines() {
		expected[l.Line] = l.Count
	}
	fields := map[int]bool{} // lines of initialisers
	for i, r := range f.File.Regions {
		of := old.Regions[f.Regions[i]]
		if r.Count != of.Count || f.File.Blocks[r.Block].Method != old.Blocks[of.Block].Method {
			return fmt.Errorf("the region %v has %d and is from one with %d", r.Span, r.Count, of.Count)
		}
		if f.File.MethodOf(r.Block) < 0 {
			for line := r.Span.Start.Line; line <= r.Span.End.Line; line++ {
				fields[int(line)] = true
			}
		}
	}
	has := map[int]bool{}
	for _, l := range f.File.Lines() {
		has[l.Line] = true
		if n, ok := expected[l.Line]; !fields[l.Line] && !other[l.Line] && (!ok || n != l.Count) {
			return fmt.Errorf("line %d has %d, want %d (%v): %s", l.Line, l.Count, n, ok, lineOf(text, l.Line))
		}
	}
	for line, n := range expected {
		if !has[line] && !other[line] {
			return fmt.Errorf("line %d has no count, want %d: %s", line, n, lineOf(text, line))
		}
	}
	for _, b := range f.File.Branches {
		code := text[b.Span.Start.Offset:b.Span.End.Offset]
		i := slices.IndexFunc(want.Branches, func(w report.Branch) bool { return w.Span == b.Span })
		if i < 0 { // the end of one may have a comment after it
			i = slices.IndexFunc(want.Branches, func(w report.Branch) bool {
				return w.Span.Start == b.Span.Start && w.Kind == b.Kind
			})
		}
		if i < 0 {
			return fmt.Errorf("no branch is %q", code)
		}
		w := want.Branches[i]
		if line := int(w.Span.Start.Line); want.MethodOf(w.Block) >= 0 && !other[line] &&
			(w.True != b.True || w.False != b.False) {
			return fmt.Errorf("line %d: the branch %q has %d and %d, want %d and %d", line, code, b.True,
				b.False, w.True, w.False)
		}
	}
	return nil
}

// isInner reports whether a method is in another one.
func isInner(f *report.File, m report.Method) bool {
	return slices.ContainsFunc(f.Methods, func(o report.Method) bool {
		return o.Span.Start.Offset < m.Span.Start.Offset && m.Span.End.Offset < o.Span.End.Offset
	})
}

// method returns the name of a method, without its class, which may have another name, and its parameters, in which
// there may be comments.
func method(label string) string {
	_, name, _ := strings.Cut(label, "::")
	name, _, _ = strings.Cut(name, "(")
	return name
}

func lineOf(text string, n int) string { return strings.Split(text, "\n")[n-1] }

// edits has the edits of people.
var edits = []struct {
	name string
	edit func(t *testing.T, text string, r *rand.Rand) string
}{
	{"formats", format}, {"formats", format}, {"moves a method", move}, {"copies a method", copied},
	{"renames", rename}, {"deletes lines", deleteLines}, {"types", typeHalf}, {"adds a field", addField},
	{"comments out", commentOut}, {"ends lines with CR LF", func(_ *testing.T, text string, _ *rand.Rand) string {
		return strings.ReplaceAll(text, "\n", "\r\n")
	}},
}

// format puts white space, ends of lines and comments between some tokens.
func format(_ *testing.T, text string, r *rand.Rand) string {
	var b strings.Builder
	s := lex.New([]byte(text))
	last := lex.Token{}
	for tok := s.Next(); tok.Kind != lex.EOF; last, tok = tok, s.Next() {
		if tok.Kind == lex.Space && r.IntN(4) == 0 && !last.Is("final") {
			b.WriteString([]string{"\n", "  ", "\n\n\t", " /* é𝒳 */ ", " // x\n"}[r.IntN(5)])
		}
		b.Write(tok.Text)
	}
	return b.String()
}

// methodIn returns the place of a random method of the text.
func methodIn(t *testing.T, text string, r *rand.Rand) (start, end int) {
	m := mapOf(t, string(lineends.Unix([]byte(text))))
	m.Methods = slices.DeleteFunc(m.Methods, func(m probe.Method) bool { return m.Kind != probe.PlainMethod })
	if len(m.Methods) == 0 || strings.Contains(text, "\r") {
		return 0, 0
	}
	s := m.Methods[r.IntN(len(m.Methods))].Span
	return int(s.Start.Offset), int(s.End.Offset)
}

func move(t *testing.T, text string, r *rand.Rand) string {
	start, end := methodIn(t, text, r)
	method, rest := text[start:end], text[:start]+text[end:]
	if to, _ := methodIn(t, rest, r); end > 0 {
		return rest[:to] + method + "\n" + rest[to:]
	}
	return text
}

func copied(t *testing.T, text string, r *rand.Rand) string {
	start, end := methodIn(t, text, r)
	to, _ := methodIn(t, text, r)
	return text[:to] + text[start:end] + "\n" + text[to:]
}

var word = regexp.MustCompile(`[a-zA-Z]\w*`)

func rename(_ *testing.T, text string, r *rand.Rand) string {
	all := word.FindAllString(text, -1)
	name := all[r.IntN(len(all))]
	if lex.IsKeyword(name) {
		return text
	}
	return regexp.MustCompile(`\b`+name+`\b`).ReplaceAllString(text, name+"X")
}

func deleteLines(_ *testing.T, text string, r *rand.Rand) string {
	lines := strings.SplitAfter(text, "\n")
	from := r.IntN(len(lines))
	return strings.Join(slices.Delete(lines, from, min(len(lines), from+1+r.IntN(3))), "")
}

func typeHalf(_ *testing.T, text string, r *rand.Rand) string {
	at := r.IntN(len(text) + 1)
	half := []string{"if (", "x.", "\"", "{", "}", ";", "/*", "é", "int y = 1;", "for (;;) {}", "else", "@", "\\u007b"}
	return text[:at] + half[r.IntN(len(half))] + text[at:]
}

func addField(t *testing.T, text string, r *rand.Rand) string {
	at, _ := methodIn(t, text, r)
	return text[:at] + "Object added = new Object(); " + text[at:]
}

func commentOut(t *testing.T, text string, r *rand.Rand) string {
	start, end := methodIn(t, text, r)
	return text[:start] + "/* " + text[start:end] + " */" + text[end:]
}
