package git

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFile(t *testing.T) {
	project, git := repository(t)
	first := git("rev-parse", "HEAD")
	put(t, project, map[string]string{"src/A.java": "new\n",
		".gitattributes": "*.java text eol=crlf\nwide.java text working-tree-encoding=UTF-16LE\n",
		"wide.java":      "o\x00k\x00"})
	git("rm", "-q", "src/Gone.java")
	git("add", "-A", ".")
	git("commit", "-q", "-m", "second")
	second := git("rev-parse", "HEAD")
	put(t, project, map[string]string{"src/A.java": "not in any commit\n"})

	tests := []struct{ commit, path, want string }{
		{first, "src/A.java", "1\n2\n3\n4\n"},
		{first, "src/Old Näme.java", "a\nb\nc\nd\ne\nf\n"},
		{first, "src/Gone.java", "x\n"},
		{first, "../outside.txt", "o\n"},
		{second, "src/A.java", "new\n"},
		{second, "src/A.java", "new\r\n"}, // as it is checked out
		{second, "wide.java", "o\x00k\x00"},
	}
	for _, tt := range tests {
		if got := File(project, tt.commit, tt.path, taking(tt.want)); string(got) != tt.want {
			t.Errorf("%s of %s: %q, want %q", tt.path, tt.commit, got, tt.want)
		}
	}
	every := func(text []byte) []byte { return text }
	for _, bad := range [][3]string{
		{project, second, "src/Gone.java"}, {project, second, "../../outside.txt"}, {project, "--batch", "src/A.java"},
		{project, "0123456789012345678901234567890123456789", "src/A.java"}, {t.TempDir(), first, "src/A.java"},
		{filepath.Join(project, "no folder"), first, "src/A.java"}, {project, first, "src"},
	} {
		if got := File(bad[0], bad[1], bad[2], every); got != nil {
			t.Errorf("%q: %q", bad, got)
		}
	}
	if got := File(project, first, "src/A.java", taking("not in any commit\n")); got != nil {
		t.Errorf("a text that is in no commit: %q", got)
	}
}

// taking returns the function that takes one text.
func taking(want string) func([]byte) []byte {
	return func(text []byte) []byte {
		if string(text) == want {
			return text
		}
		return nil
	}
}

func TestHas(t *testing.T) {
	project, git := repository(t)
	commit := git("rev-parse", "HEAD")
	if !Has(project, commit) {
		t.Error("the commit is not there")
	}
	tree := git("rev-parse", "HEAD^{tree}")
	for _, bad := range []string{"0123456789012345678901234567890123456789", "--all", "", tree} {
		if Has(project, bad) {
			t.Errorf("%q is there", bad)
		}
	}
	if err := os.RemoveAll(filepath.Join(project, "..", ".git")); err != nil {
		t.Fatal(err)
	}
	if Has(project, commit) {
		t.Error("a folder without a repository has the commit")
	}
}

// A partial clone would fetch what it lacks, one file at a time.
func TestFileFetchesNothing(t *testing.T) {
	project, git := repository(t)
	first := git("rev-parse", "HEAD")
	put(t, project, map[string]string{"src/A.java": "new\n"})
	git("commit", "-q", "-a", "-m", "second")
	git("config", "uploadpack.allowFilter", "true")
	clone := filepath.Join(t.TempDir(), "clone")
	git("clone", "-q", "--filter=blob:none", "file://"+filepath.ToSlash(filepath.Dir(project)), clone)
	every := func(text []byte) []byte { return text }
	if got := File(filepath.Join(clone, "project"), "HEAD", "src/A.java", every); string(got) != "new\n" {
		t.Fatalf("a file that is there: %q", got)
	}
	if got := File(filepath.Join(clone, "project"), first, "src/A.java", every); got != nil {
		t.Errorf("%q was fetched", got)
	}
}
