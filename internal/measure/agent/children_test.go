package agent

import (
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/jtest"
	"jprof/internal/util/environ"
)

// JVMs that do not inherit the environment have the agent, which covers the application there. Nothing that brings it
// there is in the contexts of the JVM that starts them.
func TestChildren(t *testing.T) {
	jtest.NeedsTool(t, "env")
	programs := filepath.FromSlash("../../../plugins/agent/testdata/programs")
	for _, j := range jtest.JDKs(t) {
		t.Run(j.String(), func(t *testing.T) {
			t.Parallel()
			a, classes, dir := full(t, j), t.TempDir(), filepath.Join(t.TempDir(), "out")
			if out, err := j.Run("javac", "-nowarn", "--release", "8", "-sourcepath", programs, "-d", classes,
				filepath.Join(programs, "p", "Main.java")); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			options, err := a.ToolOptions("-Dmine=null " + strings.Join(jtest.QuickStart, " "))
			if err != nil {
				t.Fatal(err)
			}
			out, problems, err := java(t, j, []string{ToolVariable + "=" + options, environ.CountsVariable + "=" + dir},
				append(a.JDKOptions(), "-cp", classes, "p.Main", "children")...)
			if err != nil || out != "end of children\n" {
				t.Fatalf("%v\n%s%s", err, out, problems)
			}
			children := int64(0)
			for _, n := range tally(t, dir) {
				if strings.HasSuffix(n.path, ";p.Children.child()V;p.Main.work()V") {
					children += n.calls
				}
				if strings.Contains(n.path, "java.lang.Jprof") {
					t.Errorf("%s is recorded", n.path)
				}
			}
			if children != 4 {
				t.Errorf("%d calls in JVMs with the agent, want 4", children)
			}
		})
	}
}
