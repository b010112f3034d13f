package report

import (
	"fmt"
	"math"
	"strings"

	"jprof/internal/util/printable"
	"jprof/internal/util/words"
)

// String names the source set with its module.
func (s SetName) String() string {
	if s.Module == "" {
		return s.Name
	}
	return s.Module + " " + s.Name
}

// VersionNote returns a text that distinguishes several files with this path, "" if f is the only one.
func (f *File) VersionNote() string {
	if f.Versions < 2 {
		return ""
	}
	names := make([]string, len(f.Sets))
	for i, s := range f.Sets {
		names[i] = s.String()
	}
	return fmt.Sprintf("version %d of %d, compiled by %s, SHA-256 %x", f.Version, f.Versions, strings.Join(names, ", "),
		f.Hash[:6])
}

// String returns the place and the message.
func (p Problem) String() string {
	if p.Path == "" {
		return Printable(p.Text)
	}
	return Printable(fmt.Sprintf("%s:%d: %s", p.Path, p.Line, p.Text))
}

// DroppedNote describes the content of Dropped: "2 methods and code outside of methods in 1 file"; "" if it is empty.
func (m *Model) DroppedNote() string {
	methods, files := 0, map[string]bool{}
	for _, d := range m.Dropped {
		if d.Method {
			methods++
		} else {
			files[d.Path] = true
		}
	}
	var list []string
	if methods > 0 {
		list = append(list, words.Plural(methods, "method"))
	}
	if len(files) > 0 {
		list = append(list, "code outside of methods in "+words.Plural(len(files), "file"))
	}
	return strings.Join(list, " and ")
}

// Thousands writes n with a comma between groups of three digits, as all reports do.
func Thousands(n uint64) string { return words.Thousands(n) }

// tenths returns the percentage in tenths, rounded, but 1000 always means all and 0 none. The total is not 0.
func (r Ratio) tenths() int {
	if r.Covered == r.Total || r.Covered == 0 {
		return 1000 * r.Covered / r.Total
	}
	return min(999, max(1, (r.Covered*2000+r.Total)/(r.Total*2)))
}

// Percent returns the ratio as a percentage with one decimal, rounded, but 100 % always means all and 0 % none; "–" if
// the total is 0.
func (r Ratio) Percent() string {
	if r.Total == 0 {
		return "–"
	}
	switch tenths := r.tenths(); tenths {
	case 0, 1000:
		return fmt.Sprintf("%d %%", tenths/10)
	default:
		return fmt.Sprintf("%d.%d %%", tenths/10, tenths%10)
	}
}

// Change returns the difference between the percentages, as Percent writes them, in percentage points: "+1.5", or "0"
// if the ratios are equal; "–" if one of the totals is 0. A difference below 0.1 has one digit that is not 0: "-0.04".
func (r Ratio) Change(before Ratio) string {
	if r.Total == 0 || before.Total == 0 {
		return "–"
	}
	if r.Covered*before.Total == before.Covered*r.Total {
		return "0"
	}
	exact := 100 * (float64(r.Covered)/float64(r.Total) - float64(before.Covered)/float64(before.Total))
	if tenths := r.tenths() - before.tenths(); tenths != 0 && math.Abs(exact) > 0.0995 {
		return Points(float64(tenths) / 10)
	}
	return fmt.Sprintf("%+.*f", int(math.Ceil(-math.Log10(math.Abs(exact))-1e-6)), exact)
}

// Points returns a difference in percentage points: "+1.5", without a sign if it rounds to zero.
func Points(difference float64) string {
	text := fmt.Sprintf("%+.1f", difference)
	if text[1:] == "0.0" {
		return text[1:]
	}
	return text
}

// String writes the ratio as "3 of 1,024".
func (r Ratio) String() string {
	return Thousands(uint64(r.Covered)) + " of " + Thousands(uint64(r.Total))
}

// String returns a text such as "1 file, 2 methods and 3 parts", "" for no omitted code.
func (l Omitted) String() string {
	var list []string
	for _, n := range []struct {
		n    int
		name string
	}{{l.Files, "file"}, {l.Methods, "method"}, {l.Parts, "part"}} {
		if n.n > 0 {
			list = append(list, words.Plural(n.n, n.name))
		}
	}
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
	return strings.Join(list, "")
}

// Note returns the Headline as "14 of 15 lines executed (93.3 %), 6 of 7 methods (85.7 %)".
func (m Metrics) Note() string {
	var list []string
	for i, part := range m.Headline() {
		list = append(list, fmt.Sprintf("%s %s%s (%s)", part, part.Name, []string{" executed", ""}[min(i, 1)],
			part.Percent()))
	}
	return strings.Join(list, ", ")
}

// TestSourcesNote returns Note and OmittedNote of test sources, with what they are in front.
func (t Totals) TestSourcesNote() string {
	s := "test sources: " + t.Note()
	if omitted := t.OmittedNote(); omitted != "" {
		s += ", " + omitted
	}
	return s
}

// OmittedNote describes omitted code: "1 file unmeasured, 2 methods and 1 part excluded", "" for none.
func (t Totals) OmittedNote() string {
	var list []string
	if s := t.Unmeasured.String(); s != "" {
		list = append(list, s+" unmeasured")
	}
	if s := t.Excluded.String(); s != "" {
		list = append(list, s+" excluded")
	}
	return strings.Join(list, ", ")
}

// SplitNote describes the number of regions in the sources of Totals that exist only because an exception was thrown. A
// run with more exceptions has more of them. It returns "" if there are none.
func (m *Model) SplitNote() string {
	n := 0
	for _, f := range m.MainSources().Files {
		for i := range f.Regions {
			if f.Regions[i].Split && f.Regions[i].Measured {
				n++
			}
		}
	}
	if n == 0 {
		return ""
	}
	return words.Plural(n, "region") + words.Form(n, " is", " are") + " there because exceptions split others"
}

// Printable makes text from a project safe to show: see printable.Text.
func Printable(s string) string { return printable.Text(s) }
