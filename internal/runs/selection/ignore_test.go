package selection_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestIgnored checks that changed files select nothing if the settings say so, in a folder of a repository, too, and
// that a Java source or build file among them is named.
func TestIgnored(t *testing.T) {
	for _, repository := range []string{".", "..", ""} {
		p := newProjectIn(t, filepath.Join(t.TempDir(), "part"), repository)
		p.ignore = []string{"docs/**", "*.yml"}
		p.write("docs/a/b.txt", "new")
		p.write("ci.yml", "new")
		found := p.find("")
		if got := found.ForMaven(); got != "" || !slices.Equal(found.Ignored, []string{"ci.yml", "docs/a/b.txt"}) ||
			len(found.Facts)+len(found.Notes) > 0 {
			t.Errorf("got %q, ignored %q, changes %v, notes %q", got, found.Ignored, found.Facts, found.Notes)
		}
		p.write("docs.txt", "new")
		if found = p.find(""); found.ForMaven() != "*" || len(found.Facts) != 1 {
			t.Errorf("another file: got %q", found.ForMaven())
		}
		p.ignore = append(p.ignore, "docs.txt", "src/main/**", "pom.xml")
		p.write("pom.xml", "<project></project>")
		p.write(mainPath, strings.Replace(mainText, "1", "3", 1))
		found = p.find("")
		const note = "matches 2 changed files that compilers or builds read: tests that it " +
			"concerns are not selected: pom.xml, " + mainPath
		if got := found.ForMaven(); got != "" || len(found.Notes) != 1 || !strings.HasSuffix(found.Notes[0], note) {
			t.Errorf("sources: got %q, notes %q", got, found.Notes)
		}
	}
}
