package runs

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"testing"
)

// TestKeptSource checks that a kept source is read again, and no other bytes in its place.
func TestKeptSource(t *testing.T) {
	dir, text := t.TempDir(), []byte("class A { }\n")
	hash := sha256.Sum256(text)
	if got := KeptSource(dir, hash); got != nil {
		t.Errorf("none is kept: %q", got)
	}
	if err := KeepSource(dir, text); err != nil {
		t.Fatal(err)
	}
	if got := KeptSource(dir, hash); string(got) != string(text) {
		t.Errorf("got %q", got)
	}
	file := filepath.Join(dir, SourcesDir, sourceName(hash))
	if !isOurs("r1/sources/"+filepath.Base(file)) || isOurs("r1/sources/A.java.gz") || isOurs("r1/sources/x.sh") {
		t.Error("archives take kept sources, and nothing else in their folder")
	}
	other := sha256.Sum256([]byte("class B { }\n"))
	if err := os.Link(file, filepath.Join(dir, SourcesDir, sourceName(other))); err != nil {
		t.Fatal(err)
	}
	if got := KeptSource(dir, other); got != nil {
		t.Errorf("another source has that hash: %q", got)
	}
	if err := os.WriteFile(file, text, 0o666); err != nil { // not compressed
		t.Fatal(err)
	}
	if got := KeptSource(dir, hash); got != nil {
		t.Errorf("damaged: %q", got)
	}
}
