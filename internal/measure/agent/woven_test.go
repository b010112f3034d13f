package agent

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// JVMs keep the classes that they have woven for others, and count the same with them. A class that has changed is
// woven, and damaged files are not used.
func TestWovenClasses(t *testing.T) {
	for _, j := range jtest.JDKs(t) {
		t.Run(j.String(), func(t *testing.T) {
			t.Parallel()
			a := application(t, j)
			classes := compile(t, j, filepath.FromSlash("../../../testdata/contexts/TimeFormat.java"))
			files := func() []string {
				files, err := filepath.Glob(filepath.Join(filepath.Dir(a.settings), "woven-*", "app-*", "*"))
				if err != nil {
					t.Fatal(err)
				}
				return files
			}
			run := func() []node { return measure(t, j, append(a.Options(), "-cp", classes, "TimeFormat")...) }
			want := run()
			if len(want) < 20 {
				t.Fatalf("only %d contexts", len(want))
			}
			kept := files()
			if len(kept) != 1 || filepath.Ext(kept[0]) != ".woven" {
				t.Fatalf("one JVM has left %q", kept)
			}
			check := func(what string, wantFiles int) {
				t.Helper()
				if got := run(); !slices.Equal(got, want) {
					t.Errorf("%s: %d contexts, want the same %d", what, len(got), len(want))
				}
				if got := files(); len(got) != wantFiles {
					t.Errorf("%s: there are %d files, want %d", what, len(got), wantFiles)
				}
			}
			check("with all classes", 1)
			data, err := os.ReadFile(kept[0])
			if err != nil {
				t.Fatal(err)
			}
			for i := range data[20:] { // behind the head: no entry is left
				data[20+i] ^= 0x55
			}
			if err := os.WriteFile(kept[0], data, 0o666); err != nil {
				t.Fatal(err)
			}
			check("with a damaged file", 2)
			source, err := os.ReadFile(filepath.FromSlash("../../../testdata/contexts/TimeFormat.java"))
			if err != nil {
				t.Fatal(err)
			}
			changed := filepath.Join(t.TempDir(), "TimeFormat.java")
			more := bytes.TrimSuffix(bytes.TrimSpace(source), []byte("}"))
			if err := os.WriteFile(changed, append(more, "static void more() {} }"...), 0o666); err != nil {
				t.Fatal(err)
			}
			classes = compile(t, j, changed)
			check("with a class that has changed", 3)
		})
	}
}

// Hash codes of objects are the same whether classes are woven or kept: what a program does may depend on them.
func TestHashCodes(t *testing.T) {
	for _, j := range jtest.JDKs(t) {
		t.Run(j.String(), func(t *testing.T) {
			t.Parallel()
			a, classes := application(t, j), compile(t, j, "testdata/Hashes.java")
			var outs [2]string
			for i := range outs {
				out, problems, err := java(t, j, []string{"JPROF_COUNTS=" + t.TempDir()},
					append(a.Options(), "-cp", classes, "Hashes")...)
				if err != nil || problems != "" {
					t.Fatalf("%v\n%s%s", err, out, problems)
				}
				outs[i] = out
			}
			if outs[0] != outs[1] || len(strings.Fields(outs[0])) != 5 {
				t.Errorf("the first JVM prints\n%sthe second one\n%s", outs[0], outs[1])
			}
		})
	}
}
