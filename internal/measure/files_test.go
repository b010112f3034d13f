package measure

import (
	"archive/zip"
	"bytes"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/testcounts"
)

func TestDescribeFiles(t *testing.T) {
	home := t.TempDir()
	for name, text := range map[string]string{
		"src/main/resources/a/x.txt":     "x",
		"src/main/resources/a/y.txt":     "${y}",
		"src/main/resources/template.in": "1",
		"docs/z.txt":                     "z",
		".conf/w.txt":                    "w",
		"target/conf/w.txt":              "w",
		"target/classes/a/x.txt":         "x",
		"target/classes/a/y.txt":         "filtered",
		"target/classes/made.bin":        "1",
		"target/scratch.bin":             "1",
		"target/old.bin":                 "1",
	} {
		path := filepath.Join(home, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := map[testcounts.FilePath]testcounts.FileKind{
		{Path: "target/classes/a/x.txt"}:                       testcounts.Output,
		{Path: "target/classes/made.bin"}:                      testcounts.Made,
		{Path: "target/scratch.bin"}:                           testcounts.Output,
		{Path: "target/old.bin"}:                               testcounts.Made,
		{Path: "docs/z.txt"}:                                   testcounts.InTree,
		{Path: "target/classes/absent.bin"}:                    testcounts.Output,
		{Path: "target/classes", Listed: true}:                 testcounts.Output,
		{Path: testcounts.AnyFile}:                             testcounts.Output,
		{Path: "target/classes/a/y.txt"}:                       testcounts.Output,
		{Path: "src/main/resources/template.in", Listed: true}: testcounts.InTree,
	}
	b := testcounts.NewFilesBuilder()
	for p := range want {
		b.Add(testcounts.Key{}, p, testcounts.FileStack{})
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(home, "target", "old.bin"), old, old); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("z.txt", filepath.Join(home, "docs", "link.txt")); err != nil {
		t.Skipf("no links here: %v", err)
	}
	f := b.Files()
	f.Started = time.Now().Add(-time.Minute)
	names := []string{".conf/w.txt", "docs/link.txt", "docs/z.txt", "src/main/resources/a/x.txt",
		"src/main/resources/a/y.txt", "src/main/resources/template.in"}
	describeFiles(f, names, home)
	for _, p := range f.Paths {
		if kind := want[testcounts.FilePath{Path: p.Path, Listed: p.Listed}]; p.Kind != kind {
			t.Errorf("%s: %q, want %q", p.Path, p.Kind, kind)
		}
		if p.Missing != (p.Path == "target/classes/absent.bin") {
			t.Errorf("%s: missing %v", p.Path, p.Missing)
		}
	}
	if !reflect.DeepEqual(f.Roots, []string{".conf", "src/main/resources"}) ||
		!reflect.DeepEqual(f.To, []string{"target/classes", "target/conf"}) {
		t.Errorf("copied from %q to %q", f.Roots, f.To)
	}
	altered := []string{"docs/link.txt", "docs/z.txt", "src/main/resources/a/y.txt", "src/main/resources/template.in"}
	if !reflect.DeepEqual(f.Altered, altered) {
		t.Errorf("altered: %q, want %q", f.Altered, altered)
	}
}

// TestArchives has archives by what they hold, besides a class.
func TestArchives(t *testing.T) {
	home := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(home, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	names := []string{"LICENSE", "a/src/main/resources/a.txt", "a/src/main/resources/both.txt",
		"b/src/main/resources/b.txt", "b/src/main/resources/both.txt", "b/src/main/resources/data.zip"}
	for _, name := range names {
		write(name, path.Base(name))
		if module, below, is := strings.Cut(name, "/src/main/resources/"); is {
			write(module+"/target/classes/"+below, path.Base(name))
		}
	}
	b := testcounts.NewFilesBuilder()
	want := map[string]testcounts.FileKind{}
	for entry, kind := range map[string]testcounts.FileKind{
		"p/A.class":        testcounts.Archive,
		"b.txt":            testcounts.Archive,
		"both.txt":         testcounts.Archive,
		"data.zip":         testcounts.Archive,
		"META-INF/LICENSE": testcounts.Archive,
		"x/a.txt":          testcounts.Made,
		"lib/other.jar":    testcounts.Made,
	} {
		var data bytes.Buffer
		z := zip.NewWriter(&data)
		w, err := z.Create(entry)
		if err == nil {
			_, err = w.Write([]byte(path.Base(entry)))
		}
		if err != nil || z.Close() != nil {
			t.Fatal(err)
		}
		jar := "b/target/" + strings.ReplaceAll(entry, "/", "-") + "-1.jar"
		write(jar, data.String())
		want[jar] = kind
		b.Add(testcounts.Key{}, testcounts.FilePath{Path: jar}, testcounts.FileStack{})
	}
	write("b/target/broken.jar", "1")
	want["b/target/broken.jar"] = testcounts.Made
	b.Add(testcounts.Key{}, testcounts.FilePath{Path: "b/target/broken.jar"}, testcounts.FileStack{})
	f := b.Files()
	describeFiles(f, names, home)
	for _, p := range f.Paths {
		if p.Kind != want[p.Path] {
			t.Errorf("%s: %q, want %q", p.Path, p.Kind, want[p.Path])
		}
	}
}
