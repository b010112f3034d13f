package agent

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jprof/internal/contexts"
	"jprof/internal/environ"
	"jprof/internal/jtest"
	"jprof/report/cct"
	"jprof/report/cct/build"
)

// Threads that have not ended have executed what testdata/Stop.java says, also with the JDK's methods and the hidden
// class of a lambda between their own. No context contradicts itself.
func TestStopped(t *testing.T) {
	want := map[string]uint64{"main": 14, "loop": 28, "leave": 45, "waiting": 6, "lambda": 1}
	for _, j := range jtest.JDKs(t) {
		t.Run(j.String(), func(t *testing.T) {
			t.Parallel()
			a := full(t, j)
			dir := filepath.Join(t.TempDir(), "out")
			out, problems, err := java(t, j, []string{environ.CountsVariable + "=" + dir},
				append(a.Options(), "-cp", compile(t, j, "testdata/Stop.java"), "Stop")...)
			if err != nil || out+problems != "" {
				t.Fatalf("%v\n%s%s", err, out, problems)
			}
			c, err := contexts.Collect(dir, time.Time{})
			if err != nil || len(c.Problems) > 0 {
				t.Fatalf("%v, problems %q", err, c.Problems)
			}
			tree, err := build.Tree(c.Profile.Source(), c.Pack, build.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]uint64{}
			for _, s := range tree.ByMethod() {
				if m := tree.Methods[s.Method]; m.Class == "Stop" {
					name, _, _ := strings.Cut(m.Name, "$")
					got[name] = s.Self[cct.Bytecodes]
				}
			}
			delete(got, "<clinit>")
			if !maps.Equal(got, want) {
				t.Errorf("bytecodes %v, want %v", got, want)
			}
			if tree.About.Contrary+tree.About.Negative > 0 || len(tree.About.Missing) > 0 {
				t.Errorf("%+v", tree.About)
			}
		})
	}
}
