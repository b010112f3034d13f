package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"jprof/instrument"
	"jprof/internal/format/probe"
	"jprof/internal/util/lineends"
	"jprof/report"
	"jprof/report/assemble"
	"jprof/report/source"
)

// longText is a source of about n lines, with methods of 15 lines.
func longText(n int) string {
	var b strings.Builder
	b.WriteString("package p;\n\nclass Long {\n    int n;\n")
	for i := 0; i < n/15; i++ {
		fmt.Fprintf(&b, `
    /** Adds up numbers. */
    int method%d(int[] numbers, String text) {
        int sum = 0;
        for (int number : numbers) {
            if (number > %d && text != null)
                sum += number * text.length();
            else
                sum -= n;
            n++;
        }
        System.out.println("sum: " + sum);
        return sum;
    }
`, i, i)
	}
	return b.String() + "}\n"
}

// counts gives a text random counts.
func counts(b testing.TB, text string) *counted {
	b.Helper()
	m, err := instrument.Map([]byte(text), instrument.Origin{Name: "Long.java"})
	if err != nil {
		b.Fatal(err)
	}
	m.Path, m.Encoding, m.Hash = "Long.java", "UTF-8", lineends.Hash([]byte(text))
	counters := make([]uint64, m.Counters)
	for i := range counters {
		counters[i] = uint64(i % 1000)
	}
	model, err := assemble.Model(assemble.Input{Sets: []*probe.Set{{Name: "main", Packages: []*probe.Package{
		{ID: probe.ID{1}, Name: "p", Helper: "H", Files: []*probe.File{m}}}}},
		Counters: func(probe.ID) []uint64 { return counters },
		Source:   func(string, [32]byte) ([]byte, error) { return nil, os.ErrNotExist }})
	if err != nil {
		b.Fatal(err)
	}
	f := model.Files[0]
	return &counted{project: &project{}, live: true, part: &part{model: model}, file: f, placed: f,
		source: source.Of(&report.File{}, []byte(text))}
}

// BenchmarkLongFile measures what a source of 30,000 lines takes: a keystroke, all hints with their JSON, those of a
// screen, all lenses, all diagnostics, and reading the text again in the background.
func BenchmarkLongFile(b *testing.B) {
	const lines = 30_000
	text := longText(lines)
	c := counts(b, text)
	d := &document{uri: "file:///Long.java", path: "/Long.java", project: c.project, text: newText([]byte(text))}
	d.counted, d.changed = c, func(*document, bool) {}
	d.view = c.viewOf(d.text)
	if len(d.view.methods) != lines/15 {
		b.Fatalf("%d methods", len(d.view.methods))
	}
	options := defaultOptions
	options.Hints = hintsAll
	s := &Server{units: utf16Units, options: options, open: map[string]*document{d.uri: d}}
	hints := func(b *testing.B, first, last int) {
		for b.Loop() {
			found, err := s.inlayHints(b.Context(), &rangeParams{Document{d.uri},
				Range{Position{Line: first}, Position{Line: last}}})
			if err != nil || len(found) == 0 {
				b.Fatal(len(found), err)
			}
			out, _ := json.Marshal(found)
			b.ReportMetric(float64(len(out))/1000, "kB")
		}
	}
	b.Run("all hints", func(b *testing.B) { hints(b, 0, lines) })
	b.Run("hints of a screen", func(b *testing.B) { hints(b, 20_000, 20_060) })
	b.Run("lenses", func(b *testing.B) {
		for b.Loop() {
			found, err := s.codeLenses(b.Context(), &documentParams{Document{d.uri}})
			if err != nil || len(found) != lines/15 {
				b.Fatal(len(found), err)
			}
		}
	})
	b.Run("diagnostics", func(b *testing.B) {
		for b.Loop() {
			if len(d.view.diagnostics(d.text, utf16Units)) == 0 {
				b.Fatal("none")
			}
		}
	})
	b.Run("keystroke", func(b *testing.B) {
		at := Position{Line: 15_000, Character: 4}
		for b.Loop() {
			changed, first, last, added := d.text.change(textChange{&Range{at, at}, "x"}, utf16Units)
			d.view.spliced(first, last, added)
			_ = changed
		}
	})
	b.Run("reading again", func(b *testing.B) {
		changed, _, _, _ := d.text.change(textChange{&Range{}, "// x\n"}, utf16Units)
		for b.Loop() {
			if v := c.viewOf(changed); v == nil || len(v.methods) != lines/15 {
				b.Fatal(v)
			}
		}
	})
}
