package regular

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// TestUnfit reads what is no regular file, or too large a one.
func TestUnfit(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	err := errors.Join(os.WriteFile(at("file"), []byte("0123"), 0o666), jtest.MakePipe(at("pipe")),
		os.Symlink("/dev/zero", at("zero")), os.Symlink("pipe", at("to-pipe")), os.Symlink("file", at("to-file")))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pipe", "to-pipe", "zero", "."} {
		_, read := ReadFile(at(name))
		_, opened := Open(at(name))
		for _, err := range []error{read, opened} {
			if !errors.As(err, new(Unfit)) || !strings.Contains(err.Error(), "not a regular file") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if _, err := ReadFile(at("none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	for _, name := range []string{"file", "to-file"} {
		if data, err := ReadUpTo(at(name), 4); err != nil || string(data) != "0123" {
			t.Errorf("%s: %q, %v", name, data, err)
		}
		if _, err := ReadUpTo(at(name), 3); err == nil || !strings.Contains(err.Error(), "larger than") {
			t.Errorf("%s, too large: %v", name, err)
		}
	}
}
