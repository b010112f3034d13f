package selection_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWhatNoTestDependsOn checks that gates, comments, format and modes of files select no test, with Git and without.
func TestWhatNoTestDependsOn(t *testing.T) {
	for _, withGit := range []bool{true, false} {
		p := newProject(t, withGit)
		since := []string{""}
		if withGit {
			since = append(since, "HEAD")
		}
		for _, rev := range since {
			check := func(what, want string) {
				t.Helper()
				if got := p.selects(rev); got != want {
					t.Errorf("git %v, since %q: %s: %q, want %q", withGit, rev, what, got, want)
				}
			}
			p.write("jprof.yaml", "# gates\ncheck:\n  lines: 80\n")
			check("gates", "")
			p.write("jprof.yaml", "check:\n  lines: 80\nskip: [p.A]\n")
			check("a setting for tests", "*")
			if err := os.Remove(filepath.Join(p.dir, "jprof.yaml")); err != nil {
				t.Fatal(err)
			}
			p.write(mainPath, "/** Is A. */\n"+strings.ReplaceAll(mainText, "return 1;", "// one\n\t\treturn\n\t1 ;"))
			check("comments and format", "")
			p.write(mainPath, mainText)
			for _, file := range []string{mainPath, testPath, "pom.xml"} {
				if err := os.Chmod(filepath.Join(p.dir, file), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			check("modes of files", "")
		}
	}
}
