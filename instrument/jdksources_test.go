package instrument

import (
	"context"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/probe"
	"jprof/internal/jtest"
)

// TestJDKSources instruments the sources of each JDK that has them, and has javac judge the result. Each source that
// javac parses must be measured, and javac must parse it again with counters. Modules of the newest JDK must compile.
func TestJDKSources(t *testing.T) {
	if os.Getenv("JPROF_JDK_SOURCES") == "" {
		t.Skip("JPROF_JDK_SOURCES is not set; make jdk-sources does so")
	}
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			work := filepath.Join(jtest.CacheDir(), "jprof-jdk", filepath.Base(jdk.Home))
			src, out := filepath.Join(work, "src"), filepath.Join(work, "out")
			zip := filepath.Join(jdk.Home, "lib", "src.zip")
			if _, err := os.Stat(zip); err != nil {
				t.Skip(jtest.ErrNoSources)
			}
			if err := jtest.UnpackSources(zip, src); err != nil {
				t.Fatal(err)
			}
			before := refused(t, jdk, src)
			instrumentModules(t, src, out, before)
			for path, why := range refused(t, jdk, out) {
				if before[path] == "" {
					t.Errorf("not accepted any more: %s: %s", path, why)
				}
			}
			if jdk == jtest.Newest(t) {
				for _, module := range []string{"java.base", "java.desktop", "jdk.compiler"} {
					compileModule(t, jdk, module, filepath.Join(out, module))
				}
			}
		})
	}
}

// instrumentModules instruments the modules in src, each into a folder of out. Only sources that javac refuses may be
// unmeasured as a whole.
func instrumentModules(t *testing.T, src, out string, refused map[string]string) {
	modules, err := os.ReadDir(src)
	if err != nil {
		t.Fatal(err)
	}
	parts := 0
	for _, m := range modules {
		w, err := probe.NewWriter(io.Discard, "jdk", m.Name(), "main")
		if err != nil {
			t.Fatal(err)
		}
		root := Root{Src: filepath.Join(src, m.Name()), Dst: filepath.Join(out, m.Name()), Rel: m.Name()}
		options := Options{Module: m.Name(), SourceSet: "main", CountsDir: out}
		r, err := Tree(context.Background(), []Root{root}, options, w)
		if err != nil {
			t.Fatalf("%s: %v", m.Name(), err)
		}
		for _, n := range r.Unmeasured {
			if !n.Whole && !strings.Contains(n.Reason, "cannot be parsed") {
				parts++
			} else if refused[n.Path] == "" {
				t.Errorf("unmeasured: %s:%d: %s", n.Path, n.Line, n.Reason)
			}
		}
	}
	t.Logf("%d parts are unmeasured", parts)
}

var javacError = regexp.MustCompile(`(?m)^(.+\.java):\d+: error: (.*)$`)

// refused returns an error of javac's parser for each source below dir that it does not accept, by its path there.
func refused(t *testing.T, jdk jtest.JDK, dir string) map[string]string {
	options := []string{"-XDshould-stop.ifNoError=PARSE", "-XDshould-stop.ifError=PARSE", "-proc:none", "-encoding",
		"UTF-8", "-Xmaxerrs", "100000"}
	files := sources(t, dir)
	errors := map[string]string{}
	for batch := range slices.Chunk(files, 400) { // javac has them in memory at a time
		text, err := jdk.Run("javac", append(slices.Clone(options), batch...)...)
		found := javacError.FindAllStringSubmatch(string(text), -1)
		if err != nil && found == nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for _, m := range found {
			rel, err := filepath.Rel(dir, m[1])
			if err != nil {
				t.Fatal(err)
			}
			errors[filepath.ToSlash(rel)] = m[2]
		}
	}
	t.Logf("%s: %d sources, javac's parser accepts %d", dir, len(files), len(files)-len(errors))
	return errors
}

func sources(t *testing.T, dir string) (files []string) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".java") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// compileModule compiles the sources of a module below dir, in place of those of the JDK.
func compileModule(t *testing.T, jdk jtest.JDK, module, dir string) {
	files := sources(t, dir)
	list := filepath.Join(t.TempDir(), "files")
	if err := os.WriteFile(list, []byte(strings.Join(files, "\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command(jdk.Javac(), "-J-Xmx6g", "-encoding", "UTF-8", "-proc:none", "-implicit:none", "-nowarn",
		"-Xlint:none", "-d", t.TempDir(), "--patch-module", module+"="+dir, "@"+list).CombinedOutput()
	if err != nil {
		t.Errorf("%s: with counters: %v\n%s", module, err, text)
	}
	t.Logf("%s: %d sources compiled", module, len(files))
}
