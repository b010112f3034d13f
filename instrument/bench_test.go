package instrument

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"jprof/internal/format/probe"
	"jprof/internal/jtest"
)

// BenchmarkTree instruments the source roots in JPROF_SOURCES (a path list; make bench-instrument
// sets it to the modules of a JDK): first one root, then all of them. It reports bytes of source a
// second, writing included, and the largest resident set of the process so far: where that is the
// same for all roots as for one, memory does not grow with the number of files.
func BenchmarkTree(b *testing.B) {
	list := filepath.SplitList(os.Getenv("JPROF_SOURCES"))
	if len(list) == 0 {
		b.Skip("JPROF_SOURCES names no source roots")
	}
	for _, n := range []int{1, len(list)} {
		b.Run(strconv.Itoa(n)+"roots", func(b *testing.B) {
			size, files := sizeOf(b, list[:n])
			b.SetBytes(size)
			for b.Loop() {
				dst := b.TempDir()
				var roots []Root
				for i, src := range list[:n] {
					roots = append(roots, Root{Src: src, Dst: filepath.Join(dst, strconv.Itoa(i)),
						Rel: strconv.Itoa(i)})
				}
				w, err := probe.NewWriter(io.Discard, "bench", "", "main")
				if err != nil {
					b.Fatal(err)
				}
				r, err := Tree(context.Background(), roots, Options{CountsDir: dst, JavaOnly: true}, w)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(r.Unmeasured)), "unmeasured")
			}
			b.ReportMetric(float64(files), "files")
			b.ReportMetric(float64(jtest.OwnPeak())/(1<<20), "MB-RSS")
		})
	}
}

// sizeOf adds up the Java files of the roots.
func sizeOf(b *testing.B, roots []string) (size int64, files int) {
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".java") {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			size += info.Size()
			files++
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	return size, files
}
