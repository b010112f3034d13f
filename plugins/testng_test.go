package plugins

import (
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"jprof/internal/jtest"
)

// TestTestNGNames checks the IDs of TestNG's tests: instances of a factory and invocations in a pool are tests of their
// own, and what is tried again keeps its ID.
func TestTestNGNames(t *testing.T) {
	jdks := jtest.JDKs(t)
	jdk, dir := jdks[0], t.TempDir()
	sourcePath := filepath.Join("tests", "src") + string(filepath.ListSeparator) + filepath.Join("tests", "stubs")
	out, err := jdk.Run("javac", "-nowarn", "-sourcepath", sourcePath, "-d", dir, "testdata/jprof/tests/Names.java")
	if err == nil {
		out, err = exec.Command(jdk.Java(), append(slices.Clone(jtest.QuickStart), "-cp", dir, "jprof.tests.Names")...).
			CombinedOutput()
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const want = `[class:p.Factory]/[instance:#2]/[method:each]
[class:p.Factory]/[instance:#2]/[method:twice]/[invoc:#1]
[class:p.Factory]/[instance:#2]/[method:twice]/[invoc:#2]
[class:p.Factory]/[instance:#1]/[method:each]
[class:p.Factory]/[instance:#1]/[method:twice]/[invoc:#1]
[class:p.Factory]/[instance:#1]/[method:twice]/[invoc:#2]
[class:p.Alone]/[method:pool]/[invoc:#1]
[class:p.Alone]/[method:pool]/[invoc:#2]
[class:p.Alone]/[method:pool]/[invoc:#3]
[class:p.Alone]/[method:plain] [class:p.Alone]/[method:plain]
[class:p.Alone]/[method:data]/[invoc:#1] [class:p.Alone]/[method:data]/[invoc:#1]
[class:p.Alone]/[method:data]/[invoc:#2]
`
	if string(out) != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
}
