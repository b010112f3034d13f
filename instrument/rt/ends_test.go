package rt

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"jprof/internal/counts"
	"jprof/internal/jtest"
)

// testSecurity runs a program under security managers that forbid what the counters need. It runs as without them, and
// what is missing is told: by the name of the file, or on standard error where there can be none.
func testSecurity(t *testing.T, jdk jtest.JDK, classes string) {
	if jdk.Version >= 24 {
		t.Skipf("Java %d has no security managers", jdk.Version)
	}
	for manager, tt := range map[string]struct {
		files  []string
		stderr string
	}{
		"NoThreads": {files: []string{"part"}},
		"Sandbox":   {stderr: "jprof: some counts of this JVM are lost: java.lang.SecurityException: threads"},
	} {
		dir := filepath.Join(t.TempDir(), "counts")
		got := run(t, command(jdk, classes, dir, "twoPackages", "-Djava.security.manager=p.Main$"+manager))
		if got.exit != 0 || got.stdout != "end of twoPackages\n" || strings.Contains(got.stderr, "jprof: ") != (tt.stderr != "") || !strings.Contains(got.stderr, tt.stderr) {
			t.Errorf("%s: %+v", manager, got)
		}
		if files := countFiles(t, dir); !reflect.DeepEqual(files, tt.files) {
			t.Errorf("%s: count files %q, want %q", manager, files, tt.files)
		}
	}
}

// testClosedLoader ends a JVM after the class loader of all that counts was closed, as OSGi does.
func testClosedLoader(t *testing.T, jdk jtest.JDK, classes string) {
	dir := t.TempDir()
	cmd := command(jdk, classes, dir, "")
	cmd.Args = append(cmd.Args[:len(cmd.Args)-2], "p.Closed")
	if got, want := run(t, cmd), (result{0, "", ""}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	totals, err := counts.Collect(dir, maps, time.Time{})
	if err != nil || !reflect.DeepEqual(totals.Counters(idQ), q(1)) || len(totals.Problems()) != 0 {
		t.Errorf("%+v, %v", totals, err)
	}
}
