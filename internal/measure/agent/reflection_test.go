package agent

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/contexts"
	"jprof/internal/jtest"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/cctbuild"
)

// The numbers are those in the comment of the program, whatever accessors a JDK has for reflection.
func TestReflection(t *testing.T) {
	want := map[string]string{
		"construct": "40 Reflected$In",
		"invoke":    "40 Reflected$Out",
		"read":      "41 Reflected$Read",
		"cube":      "1 float[][][] (4), 20 float[] (120), 4 float[][] (20)",
		"table":     "1 Reflected[][] (7), 7 Reflected[] (21)",
		"empty":     "1 long[][][] (3), 3 long[][] (0)",
		"open":      "1 long[][][] (3), 3 long[][] (6)",
		"row":       "1 short[] (9)",
	}
	for _, j := range jtest.JDKs(t) {
		t.Run(j.String(), func(t *testing.T) {
			t.Parallel()
			classes, counts := compile(t, j, "testdata/Reflected.java"), t.TempDir()
			args := append(full(t, j).Options(), "-cp", classes, "Reflected")
			out, problems, err := java(t, j, []string{"JPROF_COUNTS=" + counts}, args...)
			if err != nil || problems != "" {
				t.Fatalf("%v\n%s%s", err, out, problems)
			}
			all, err := contexts.Collect(counts, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			tree, err := cctbuild.Tree(all.Profile.Source(), all.Pack, cctbuild.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for method, want := range want {
				// The JDK makes objects and arrays of other types for itself.
				shown := func(name string) bool { return slices.Contains(strings.Fields(want), name) }
				if got := madeBelow(tree, "Reflected."+method+"(", shown); got != want {
					t.Errorf("%s has made %s, want %s", method, got, want)
				}
			}
			calls := uint64(0)
			for i := range tree.Len() {
				if tree.Name(i) == "Reflected$Base.<init>()V" {
					calls += tree.Self[cct.Calls][i]
				}
			}
			if calls != 41 {
				t.Errorf("%d calls of the constructor of Base, want 41", calls)
			}
		})
	}
}

// madeBelow lists what a method and all that it calls have made, of the types that are shown.
func madeBelow(tree *cct.Tree, method string, shown func(string) bool) string {
	sums := map[string]cct.Allocation{}
	for i := range tree.Len() {
		if !strings.HasPrefix(tree.Name(i), method) {
			continue
		}
		for node := i; node < int(tree.End[i]); node++ {
			for _, a := range tree.Allocations(node) {
				if shown(a.Type) {
					s := sums[a.Type]
					sums[a.Type] = cct.Allocation{Objects: s.Objects + a.Objects, Arrays: s.Arrays + a.Arrays,
						Elements: s.Elements + a.Elements}
				}
			}
		}
	}
	var list []string
	for name, s := range sums {
		if cct.IsArray(name) {
			list = append(list, fmt.Sprintf("%d %s (%d)", s.Arrays, name, s.Elements))
		} else {
			list = append(list, fmt.Sprintf("%d %s", s.Objects, name))
		}
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}
