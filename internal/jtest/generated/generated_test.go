package generated

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReplace(t *testing.T) {
	begin, end := Lines("make one")
	old := "# Title\n\nby hand\n" + begin + "\nold\n" + end + "\nmore by hand\n"
	want := "# Title\n\nby hand\n" + begin + "\n\nnew\n\n" + end + "\nmore by hand\n"
	got, err := Replace(old, "make one", "\nnew\n\n")
	if err != nil || got != want {
		t.Errorf("got %q, %v", got, err)
	}
	if again, err := Replace(got, "make one", "new"); err != nil || again != want {
		t.Errorf("the second time: %q, %v", again, err)
	}
	if got, err := Replace(old, "make two", "new"); err == nil {
		t.Errorf("the part of another command: got %q", got)
	}
	for _, bad := range []string{"", begin, end + begin, begin + end + begin + end} {
		if got, err := Replace(bad, "make one", "new"); err == nil {
			t.Errorf("%q: got %q", bad, got)
		}
	}
}

func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "PAGE.md")
	if err := Write(path, "make one", "text"); err == nil {
		t.Error("a document that is not there was written")
	}
	begin, end := Lines("make one")
	if err := os.WriteFile(path, []byte(begin+"\n"+end+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"first", "second"} {
		if err := Write(path, "make one", text); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(got), "first") || !strings.Contains(string(got), "\n\nsecond\n\n"+end) {
		t.Errorf("got %q", got)
	}
}
