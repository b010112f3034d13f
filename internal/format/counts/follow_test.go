package counts

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestList(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"1-a.part", "2-b.counts", "2-b.part", "3-c.tmp", "3-c.tests", "step/4-d.counts",
		"step/deeper/5-e.counts", "text"} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777),
			os.WriteFile(path, []byte(name), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	files, err := List(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range files {
		rel, err := filepath.Rel(dir, w.Path())
		if err != nil {
			t.Fatal(err)
		}
		stream := filepath.Join(dir, rel[:len(rel)-len(filepath.Ext(rel))]+".tests")
		got = append(got, fmt.Sprint(filepath.ToSlash(rel), " ", w.Ended, " ", w.Size, " ", w.Stream() == stream))
	}
	want := []string{"1-a.part false 8 true", "2-b.counts true 10 true", "step/4-d.counts true 15 true"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if files, err := List(filepath.Join(dir, "none")); files != nil || err != nil {
		t.Errorf("of a folder that is not there: %v, %v", files, err)
	}
	own := Written{Stem: filepath.Join(dir, fmt.Sprint(os.Getpid(), "-1"))}
	if gone, known := own.Gone(); gone || !known {
		t.Errorf("this process: gone %t, known %t", gone, known)
	}
	if gone, known := (Written{Stem: filepath.Join(dir, "0-1")}).Gone(); gone || known {
		t.Errorf("a process without a PID: gone %t, known %t", gone, known)
	}
}
