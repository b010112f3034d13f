package affected

import (
	"testing"

	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
	"jprof/report/tests/change"
)

// TestPart checks that only tests are selected that executed the region around the change of a method.
func TestPart(t *testing.T) {
	const before = `class A { int f(int n) { if (n > 0) { n = 1; } return n; } }`
	for _, c := range []struct {
		after string
		whole bool // see Input.Whole
		want  int  // number of selected tests
	}{
		{`class A { int f(int n) { if (n > 0) { n = 2; } return n; } }`, false, 1},
		{`class A { int f(int n) { if (n > 0) { n = 1; n++; } return n; } }`, false, 2}, // behind the last statement
		{`class A { int f(int n) { if (n > 1) { n = 1; } return n; } }`, false, 2},
		{`class A { int f(int n) { if (n > 0) { n = 2; } return n; } }`, true, 2},
		{`class A { int f(int n) { if (n > 0) { n = 1; } return 2 * n; } }`, false, 2},
		{`class A { int f(int n) { if (n > 0) { n++; n = 1; } return n; } }`, false, 1},
		{`class A { int f(int n) { if (n > 0) { n = 3; } if (n > 2) { n = 4; } return n; } }`, false, 2},
		{`class A { int f(int n) { if (n > 0) { int k = 4; n = k; } return n; } }`, false, 1},
	} {
		var p decl.Parser
		old, now := p.Parse([]byte(before)), p.Parse([]byte(c.after))
		at := func(from, to int) probe.Span {
			return probe.Span{Start: probe.Pos{Offset: uint32(from)}, End: probe.Pos{Offset: uint32(to)}}
		}
		f := &probe.File{Path: "A.java", Counters: 2,
			Methods: []probe.Method{{NameAt: probe.Pos{Offset: 14}, Count: probe.Counter(0)}},
			Regions: []probe.Region{{Span: at(25, 56), Count: probe.Counter(0)},
				{Span: at(38, 44), Count: probe.Counter(1)}}}
		pkg := &probe.Package{ID: probe.ID{1}, Files: []*probe.File{f}}
		b := testcounts.NewBuilder([]*probe.Set{{Packages: []*probe.Package{pkg}}})
		for name, index := range map[string][]uint32{"both": {0, 1}, "outer": {0}} {
			s := testcounts.Section{ID: pkg.ID, Index: index, Count: []uint64{1, 1}[:len(index)]}
			if err := b.Add(b.Owner(testcounts.Test{Class: "T", Method: name, Attempt: 1}), s); err != nil {
				t.Fatal(err)
			}
		}
		version := func(decls *decl.File, text string) change.Version {
			return change.Version{Files: []change.File{{Path: "A.java", Decls: decls, Text: []byte(text)}}}
		}
		changes := change.Between(version(old, before), version(now, c.after))
		sel := Select(Input{Counts: b.Counts(), Facts: changes.Facts, OldMembers: changes.Members,
			OldTypes: changes.Types, Whole: c.whole,
			Sources: []Source{{Path: "A.java", Decls: old, Maps: []Place{{pkg.ID, f}}}}})
		if len(sel.Tests) != c.want {
			t.Errorf("%s: %d tests are selected, want %d", c.after, len(sel.Tests), c.want)
		}
		const grounds = "1 executed other parts of a changed method, which are counted again, " +
			"1 executed what has changed"
		if c.whole && sel.Grounds() != grounds {
			t.Errorf("%s: selected: %s", c.after, sel.Grounds())
		}
	}
}
