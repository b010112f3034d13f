package rt

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/jtest"
)

// TestArchive runs programs whose classes, those with the counters included, the JVM takes from an archive that a run
// before has written: class data sharing, and the cache of JEP 483 where the JDK has it.
func TestArchive(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			t.Parallel()
			kinds := map[string][2]string{}
			if jdk.Version >= 13 {
				kinds["class data sharing"] = [2]string{"-XX:ArchiveClassesAtExit=", "-XX:SharedArchiveFile="}
			}
			if jdk.Version >= 25 {
				kinds["cache"] = [2]string{"-XX:AOTCacheOutput=", "-XX:AOTCache="}
			}
			if len(kinds) == 0 {
				t.Skipf("Java %d archives classes of the JDK only", jdk.Version)
			}
			dir := t.TempDir()
			build(t, jdk, dir)
			jar := filepath.Join(dir, "classes.jar")
			if out, err := jdk.Run("jar", "cf", jar, "-C", filepath.Join(dir, "classes"), "."); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for kind, options := range kinds {
				archive := filepath.Join(dir, kind)
				for i, option := range []string{options[0], options[1], options[1]} {
					countsDir := filepath.Join(dir, kind+" counts", string(rune('a'+i)))
					start := time.Now()
					loads := "-Xlog:class+load:file=" + filepath.Join(dir, "loads")
					got := run(t, command(jdk, jar, countsDir, "threads", option+archive, loads))
					if got.exit != 0 || !strings.HasPrefix(got.stdout, "end of threads\n") {
						t.Errorf("%s, run %d: %+v", kind, i, got)
					}
					totals, err := counts.Collect(countsDir, maps, start)
					if err != nil {
						t.Fatal(err)
					}
					want := p(1, 400000, 0, 100000, 100000, 100000, 100000, 40000)
					if got := totals.Counters(idP); !reflect.DeepEqual(got, want) || len(totals.Problems()) > 0 {
						t.Errorf("%s, run %d: %d, want %d; %q", kind, i, got, want, totals.Problems())
					}
					if i > 0 && !fromArchive(t, filepath.Join(dir, "loads")) {
						t.Errorf("%s, run %d: the helper class is not from the archive", kind, i)
					}
				}
			}
		})
	}
}

// fromArchive reports whether a JVM that wrote this log took the helper class from an archive.
func fromArchive(t *testing.T, log string) bool {
	t.Helper()
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, " p.__Counter00000001 ") {
			return strings.Contains(line, "shared objects file")
		}
	}
	t.Fatal("the helper class is not loaded")
	return false
}
