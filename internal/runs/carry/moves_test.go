package carry

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"jprof/instrument"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
)

// mapsOf is a map of sources, by path, with an ID for each text.
func mapsOf(t testing.TB, sources map[string]string) []*probe.Set {
	t.Helper()
	parser := syntax.NewParser()
	defer parser.Close()
	packages := map[string]*probe.Package{}
	set := &probe.Set{Module: "m", Name: "main"}
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		s, err := instrument.File(parser, []byte(sources[name]), instrument.Origin{Name: path.Base(name)},
			func(string) instrument.Helper { return instrument.Helper{Class: "H", Method: "h"} })
		if err != nil {
			t.Fatal(err)
		}
		p := packages[path.Dir(name)]
		if p == nil {
			p = &probe.Package{Name: path.Base(path.Dir(name))}
			packages[path.Dir(name)] = p
			set.Packages = append(set.Packages, p)
		}
		s.Probes.Path, s.Probes.Base = name, uint32(p.Counters())
		p.Files = append(p.Files, s.Probes)
		for _, b := range []byte(sources[name]) { // any hash will do
			p.ID[0], p.ID[1] = p.ID[0]*31+b+p.ID[2], p.ID[1]*7+b
			p.ID[2] += p.ID[1] ^ p.ID[0]
		}
	}
	return []*probe.Set{set}
}

// counted gives each counter of each package another count.
func counted(maps []*probe.Set) map[probe.ID]*testcounts.Section {
	all := map[probe.ID]*testcounts.Section{}
	n := uint64(1)
	for _, set := range maps {
		for _, p := range set.Packages {
			s := &testcounts.Section{ID: p.ID}
			for k := range p.Counters() {
				n = n*3%1_000_003 + 1
				s.Index, s.Count = append(s.Index, uint32(k)), append(s.Count, n)
			}
			all[p.ID] = s
		}
	}
	return all
}

// values returns the values of all formulas of code, by the text of the line.
func values(maps []*probe.Set, sources map[string]string, counts map[probe.ID]*testcounts.Section) map[string][]string {
	all := map[string][]string{}
	for _, set := range maps {
		for _, p := range set.Packages {
			counters := make([]int64, p.Counters())
			if s := counts[p.ID]; s != nil {
				for i, k := range s.Index {
					counters[k] += int64(s.Count[i])
				}
			}
			for _, f := range p.Files {
				value := func(formula probe.Formula) (sum int64) {
					for _, t := range formula {
						sum += int64(t.Coef) * counters[f.Base+t.Counter]
					}
					return sum
				}
				note := func(s probe.Span, kind string, formula probe.Formula) {
					text := strings.Join(strings.Fields(sources[f.Path][s.Start.Offset:s.End.Offset]), "")
					all[text] = append(all[text], fmt.Sprint(kind, value(formula)))
				}
				for _, m := range f.Methods {
					note(m.Span, "method ", m.Count)
				}
				for _, b := range f.Blocks {
					note(b.Span, "block ", b.Count)
				}
				for _, r := range f.Regions {
					note(r.Span, "region ", r.Count)
					for _, s := range r.Statements {
						note(s.Span, "statement ", s.Count)
					}
				}
				for _, b := range f.Branches {
					note(b.Span, "true ", b.True)
					note(b.Span, "false ", b.False)
				}
			}
		}
	}
	return all
}

const first = `package p;
class A {
  int x = start(1), y;
  A(int y) { this.y = y; }
  static int start(int n) { return n + 11; }
  int loop(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) { if (i % 2 == 0 && i > x) { sum += 22; } else { sum--; } }
    try { sum += risky(n); } catch (IllegalStateException e) { sum = 33; }
    return sum;
  }
  int risky(int n) { if (n > 44) { throw new IllegalStateException(); } return n; }
  Runnable task() { return new Runnable() { public void run() { loop(55); } }; }
  static { System.getProperty("66"); }
}
`

// TestMoves changes sources in ways in which most code stays: all that is the same has the same values afterwards.
func TestMoves(t *testing.T) {
	other := "package p;\nclass B {\n  int b(int n) { while (n > 77) { n--; } return n; }\n}\n"
	before := map[string]string{"p/A.java": first, "p/B.java": other,
		"q/C.java": "package q;\nclass C { void c() { c(); } }\n"}
	for name, change := range map[string]struct {
		apply func(map[string]string)
		lost  []string // code that is not found again, by a part of it
	}{
		"nothing": {func(m map[string]string) {}, nil},
		"white space": {func(m map[string]string) {
			m["p/A.java"] = strings.Replace(first, "int sum = 0;", "\n\n    int  sum = 0 ;", 1)
		}, nil},
		"a method before": {func(m map[string]string) {
			more := "  int more(int n) { return n > 0 ? n : -n; }\n  int loop"
			m["p/A.java"] = strings.Replace(first, "  int loop", more, 1)
		}, nil},
		"another order": {func(m map[string]string) {
			risky := "  int risky(int n) { if (n > 44) { throw new IllegalStateException(); } return n; }\n"
			m["p/A.java"] = strings.Replace(strings.Replace(first, risky, "", 1), "  A(int", risky+"  A(int", 1)
		}, nil},
		"a method that changes": {func(m map[string]string) {
			m["p/A.java"] = strings.Replace(first, "sum--;", "sum -= 2; if (sum < 0) { return 1; }", 1)
		}, []string{"sum", "i<n", "i>x", "i%2==0", "catch("}},
		"another file": {func(m map[string]string) {
			m["p/A.java"] = first + strings.TrimPrefix(other, "package p;\n")
			delete(m, "p/B.java")
		}, nil},
		"a file that is gone": {func(m map[string]string) { delete(m, "p/B.java") }, []string{"77", "n--", "returnn;"}},
		"a new file": {func(m map[string]string) {
			m["p/AA.java"] = "package p; class AA { int f() { return 1; } }"
		}, nil},
	} {
		after := map[string]string{}
		for k, v := range before {
			after[k] = v
		}
		change.apply(after)
		old, now := mapsOf(t, before), mapsOf(t, after)
		m, moved, lost := NewMoves(old, now), map[probe.ID]*testcounts.Section{}, 0
		counts := counted(old)
		for _, s := range counts {
			lost += m.Section(*s, moved)
		}
		if (lost > 0) != (change.lost != nil) {
			t.Errorf("%s: %d counters are lost", name, lost)
		}
		want, got := values(old, before, counts), values(now, after, moved)
		compared := 0
		for code, numbers := range want {
			gone := false
			for _, part := range change.lost {
				gone = gone || strings.Contains(code, part)
			}
			if found := got[code]; !gone && fmt.Sprint(found) != fmt.Sprint(numbers) {
				t.Errorf("%s: %s: %v, want %v", name, code, found, numbers)
			}
			compared++
		}
		if compared < 30 {
			t.Errorf("%s: only %d pieces of code", name, compared)
		}
	}
}
