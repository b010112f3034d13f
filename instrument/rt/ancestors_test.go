package rt

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/jtest"
)

// TestAncestors checks that a JVM writes its ancestors, unless it has the folder of a step.
func TestAncestors(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no sh on Windows")
	}
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			dir := t.TempDir()
			compiled, told := filepath.Join(dir, "compiled"), filepath.Join(dir, "told")
			helper := filepath.Join(dir, "__Counter00000006.java")
			write(t, helper, Source(Class{"", "__Counter00000006", probe.ID{6}, compiled,
				[]FileCounters{{"A", 0, 1, Uses{}}}}))
			program := filepath.Join(dir, "A.java")
			write(t, program, []byte("class A { public static void main(String[] args) { __Counter00000006.A(0); } }"))
			javac(t, jdk, "-d", dir, helper, program)
			for _, folder := range []string{compiled, told} {
				// a process in between
				cmd := exec.Command("sh", "-c", `"$@"; exit $?`, "sh", jdk.Java(), "-cp", dir, "A")
				cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
					return strings.HasPrefix(v, "JPROF_COUNTS=")
				})
				if folder == told {
					cmd.Env = append(cmd.Env, "JPROF_COUNTS="+told)
				}
				if got := run(t, cmd); got.exit != 0 {
					t.Fatalf("%+v", got)
				}
				found, err := filepath.Glob(filepath.Join(folder, "*"+WholeSuffix))
				if err != nil || len(found) != 1 {
					t.Fatalf("%q, %v", found, err)
				}
				r, err := os.Open(found[0])
				if err != nil {
					t.Fatal(err)
				}
				defer r.Close()
				f, err := counts.Read(r, found[0])
				switch {
				case err != nil:
					t.Error(err)
				case folder == told && len(f.Ancestors) > 0:
					t.Errorf("it was told a folder, and tells %d", f.Ancestors)
				case folder == compiled && (len(f.Ancestors) < 2 || f.Ancestors[0] != uint64(cmd.Process.Pid) ||
					f.Ancestors[1] != uint64(os.Getpid())):
					t.Errorf("ancestors %d, want %d, %d", f.Ancestors, cmd.Process.Pid, os.Getpid())
				}
			}
		})
	}
}
