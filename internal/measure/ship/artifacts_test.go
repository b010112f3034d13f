package ship

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/util/term"
)

// archive returns a zip file with these entries.
func archive(t *testing.T, entries map[string][]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, data := range entries {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestArtifacts(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const helper = "shop/__Counter0123abcd.class"
	now, before := []byte("counters of this build"), []byte("counters of an earlier build")
	counted := archive(t, map[string][]byte{helper: now})
	pom := []byte("#Generated\nartifactId=shop\ngroupId=demo\nversion=1.0-beta-2\n")
	write("target/classes/"+helper, now)
	write("target/shop-1.0-beta-2.jar", archive(t, map[string][]byte{helper: now,
		"META-INF/maven/demo/shop/pom.properties": pom}))
	write("build/libs/web-2.1.war", archive(t, map[string][]byte{"WEB-INF/lib/core.jar": counted}))
	write("target/all.ear", archive(t, map[string][]byte{"web.war": archive(t, map[string][]byte{
		"WEB-INF/lib/core.jar": counted})}))
	write("target/plain-1.jar", archive(t, map[string][]byte{"shop/A.class": now}))
	write("target/shop-1-tests.jar", counted)
	write("target/original-shop.jar", counted)
	write("target/shop.zip", counted)
	write("target/broken.jar", []byte("no archive"))
	write("src/lib/old.jar", counted)
	old := write("target/shop-0.9.jar", archive(t, map[string][]byte{helper: before}))
	kept := write("target/kept-3.jar", counted)
	earlier := write("build/libs/web-2.0.war", archive(t, map[string][]byte{"WEB-INF/lib/core.jar": counted}))
	start := time.Now().Add(-time.Minute)
	for _, path := range []string{old, kept, earlier} {
		if err := os.Chtimes(path, start.Add(-time.Hour), start.Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	list, err := Build{Modules: []string{dir, dir}, Classes: []string{filepath.Join(dir, "target/classes"),
		filepath.Join(dir, "none")}, Start: start}.Artifacts()
	if err != nil {
		t.Fatal(err)
	}
	var got []Artifact
	for _, a := range list {
		got = append(got, Artifact{Path: filepath.Base(a.Path), Name: a.Name, Version: a.Version})
	}
	want := []Artifact{{Path: "web-2.1.war", Name: "web", Version: "2.1"}, {Path: "all.ear", Name: "all"},
		{Path: "kept-3.jar", Name: "kept", Version: "3"},
		{Path: "shop-1.0-beta-2.jar", Name: "shop", Version: "1.0-beta-2"}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestCopy ships twice: the second build replaces the archives of the first, and keeps its run and other files.
func TestCopy(t *testing.T) {
	dir, run, shipped := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "shipped")
	for _, path := range []string{"maps", "test-reports"} {
		if err := os.Mkdir(filepath.Join(run, path), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for path, text := range map[string]string{
		filepath.Join(dir, "a-1.jar"): "one", filepath.Join(dir, "a-2.jar"): "two",
		filepath.Join(run, "run.json"): "{}", filepath.Join(run, "maps/main.map"): "map",
		filepath.Join(run, "test-reports/TEST.xml"): "test",
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Copy(shipped, []Artifact{{Path: filepath.Join(dir, "a-1.jar")}}, run, "r1", Manifest{}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(shipped, "own.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	m, err := Copy(shipped, []Artifact{{Path: filepath.Join(dir, "a-2.jar")}}, run, "r2", Manifest{})
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	err = filepath.WalkDir(shipped, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, err := filepath.Rel(shipped, path)
			files = append(files, filepath.ToSlash(rel))
			return err
		}
		return err
	})
	want := []string{"a-2-with-counters.jar", "jprof-ship.json", "maps/r1/maps/main.map", "maps/r1/run.json",
		"maps/r2/maps/main.map", "maps/r2/run.json", "own.txt"}
	if err != nil || !slices.Equal(files, want) {
		t.Errorf("%q, %v, want %q", files, err, want)
	}
	const sumOfTwo = "3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3"
	if len(m.Artifacts) != 1 || m.Artifacts[0] != (File{"a-2-with-counters.jar", "a-2.jar", sumOfTwo, 3}) ||
		len(m.Maps) != 1 || m.Maps[0].File != "maps/r2/maps/main.map" {
		t.Errorf("%+v", m)
	}
}

// TestDamagedManifest checks that the error about a manifest that cannot be read names it once, and says what to do.
func TestDamagedManifest(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, ManifestFile)
	if err := os.WriteFile(file, []byte(`{"artifacts": [`), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Copy(dir, nil, t.TempDir(), "r1", Manifest{})
	hints := term.Hints(err)
	if err == nil || strings.Count(err.Error(), file) != 1 || len(hints) != 1 ||
		!strings.HasPrefix(hints[0], "delete "+file+":") {
		t.Errorf("%v, hints %q", err, hints)
	}
}
