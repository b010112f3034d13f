package instrument

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
	"jprof/internal/util/lineends"
)

// instrumented gives the instrumented text of src, with the helper called __C and its method f.
func instrumented(t *testing.T, src string) *Source {
	t.Helper()
	p := syntax.NewParser()
	defer p.Close()
	s, err := File(p, []byte(src), Origin{}, func(string) Helper { return Helper{"__C", "f"} })
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSourceTrees instruments every file below the folders in JPROF_SOURCES (a path list): taking
// the insertions out gives the file back, the result parses, and the probes are consistent.
func TestSourceTrees(t *testing.T) {
	list := os.Getenv("JPROF_SOURCES")
	if list == "" {
		t.Skip("JPROF_SOURCES names no folders; make corpus-sources sets it to the corpus")
	}
	p := syntax.NewParser()
	defer p.Close()
	files, unmeasured := 0, 0
	for _, root := range filepath.SplitList(list) {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && path != root && strings.HasPrefix(d.Name(), ".") {
				return filepath.SkipDir // builds of the corpus, which hold instrumented copies
			}
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".java") {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			s, err := File(p, src, Origin{}, func(string) Helper { return Helper{"__Counter01234567", "f"} })
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			files++
			for _, u := range s.Probes.Unmeasured {
				unmeasured++
				t.Logf("%s:%d: %s", path, u.Span.Start.Line, u.Reason)
			}
			if !bytes.Equal(without(s.Text, s.Inserts), src) {
				t.Errorf("%s: taking the insertions out does not give the file back", path)
			}
			if err := checkProbes(s.Probes, src); err != nil {
				t.Errorf("%s: %v", path, err)
			}
			if len(s.Inserts) > 0 {
				if _, err := p.Parse(s.Text); err != nil {
					t.Errorf("%s: instrumented: %v", path, err)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d files, %d parts not measured", files, unmeasured)
}

// checkProbes checks the map of a source.
func checkProbes(f *probe.File, src []byte) error {
	f.Path = "src/T.java"
	if err := f.Check(); err != nil {
		return err
	}
	return checkSource(f, src)
}

// checkSource checks that src is the source that was instrumented, and that all places of f are in them.
func checkSource(f *probe.File, src []byte) error {
	src = lineends.Unix(src)
	if f.Hash != sha256.Sum256(src) {
		return errors.New("the hash is that of another source")
	}
	end := uint32(0)
	f.MoveOffsets(func(offset uint32) uint32 {
		end = max(end, offset)
		return offset
	})
	if int(end) > len(src) {
		return fmt.Errorf("the map reaches to byte %d of %d", end, len(src))
	}
	return nil
}
