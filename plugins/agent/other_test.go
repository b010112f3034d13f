package agent

import (
	"os"
	"path/filepath"
	"testing"

	"jprof/internal/jtest"
)

// TestOtherAgents has another agent retransform and redefine a class, before and behind jprof's on the command line.
func TestOtherAgents(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			dir := t.TempDir()
			manifest, other := filepath.Join(dir, "manifest"), filepath.Join(dir, "other.jar")
			if err := os.WriteFile(manifest, []byte("Premain-Class: p.Other\nCan-Redefine-Classes: true\n"+
				"Can-Retransform-Classes: true\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			if out, err := jdk.Run("jar", "cfm", other, manifest); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			for _, first := range []bool{false, true} {
				out := t.TempDir()
				cmd := program{}.command(t, jdk, out)
				at := len(jtest.QuickStart) + 2 // behind the launcher and -Xss2m: the place of jprof's agent
				if !first {
					at++
				}
				cmd.Args = append(cmd.Args[:at:at], append([]string{"-javaagent:" + other}, cmd.Args[at:]...)...)
				cmd.Args = append(cmd.Args[:len(cmd.Args)-1], "p.Other")
				if got := run(t, cmd); got != (result{}) {
					t.Fatalf("%+v", got)
				}
				r := collect(t, out)
				root := "main/Other.main"
				if first {
					root = "main" // the class was loaded before there was jprof's agent
				}
				for _, path := range []string{"/Task.run", "/Task.run/Task.step/Task.step/Task.step"} {
					if r.calls[root+path] != 3 {
						t.Errorf("%s has %d calls, want 3: %v", root+path, r.calls[root+path], r.calls)
					}
				}
				if len(r.Lacks()) > 0 {
					t.Errorf("problems %q", r.Lacks())
				}
			}
		})
	}
}
