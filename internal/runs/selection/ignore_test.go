package selection_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"os"
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
		p.write("README.md", "new")
		archive(t, filepath.Join(p.dir, "all.tar.gz"), "r/run.json")
		if found = p.find(""); found.ForMaven() != "" ||
			strings.Join(found.Unread, " ") != "README.md all.tar.gz" {
			t.Errorf("files that nothing reads: got %q, unread %q", found.ForMaven(), found.Unread)
		}
		p.write("src/test/resources/x.txt", "")
		archive(t, filepath.Join(p.dir, "src/test/resources/all.tar.gz"), "r/run.json")
		found = p.find("")
		if found.ForMaven() != "*" || slices.Contains(found.Unread, "src/test/resources/all.tar.gz") {
			t.Errorf("an archive among resources: got %q, unread %q", found.ForMaven(), found.Unread)
		}
		if err := os.RemoveAll(filepath.Join(p.dir, "src/test/resources")); err != nil {
			t.Fatal(err)
		}
		archive(t, filepath.Join(p.dir, "all.tar.gz"), "data.txt")
		if found = p.find(""); found.ForMaven() != "*" {
			t.Errorf("another archive: got %q", found.ForMaven())
		}
		if err := os.Remove(filepath.Join(p.dir, "all.tar.gz")); err != nil {
			t.Fatal(err)
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

// archive writes an archive with an empty file.
func archive(t *testing.T, name, entry string) {
	t.Helper()
	var text bytes.Buffer
	zipped := gzip.NewWriter(&text)
	out := tar.NewWriter(zipped)
	err := out.WriteHeader(&tar.Header{Name: entry, Mode: 0o666, Typeflag: tar.TypeReg})
	if err := errors.Join(err, out.Close(), zipped.Close(), os.WriteFile(name, text.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
}
