package buildtools

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"

	"jprof/internal/java/jdks"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
	"jprof/plugins"
)

// TestRecorder returns the path of a jar in cacheDir, and makes the jar if it does not exist. In a build that counts by
// test, test JVMs get the jar on their class path. It is compiled for Java 8, with the JDK whose Java is in the folder
// home.
func TestRecorder(ctx context.Context, home, cacheDir string, run Output) (string, error) {
	sources, stubs, err := plugins.TestRecorder()
	if err != nil {
		return "", err
	}
	feature, err := jdks.Feature(home)
	if err != nil {
		feature, _ = jdks.Feature(filepath.Dir(home)) // 0 if it is not known
	}
	javac := func() (string, error) {
		if path, ok := Javac(home); ok {
			return path, nil
		}
		return "", Errorf([]string{"set JAVA_HOME to a JDK"}, "%s: this Java has no compiler (bin/javac)", home)
	}
	jar, err := Jar{Name: "test-recorder", Sources: sources, Stubs: stubs}.Make(ctx, javac, feature, cacheDir, run)
	if err != nil {
		return "", fmt.Errorf("compiling the listeners that count by test: %w", err)
	}
	return jar, nil
}

// Javac returns the path of the compiler of the JDK whose Java is in home. In a JDK 8, home may be the folder jre.
func Javac(home string) (path string, ok bool) {
	for _, home := range []string{home, filepath.Dir(home)} {
		if path, err := exec.LookPath(filepath.Join(home, "bin", "javac")); err == nil {
			return path, true
		}
	}
	return "", false
}

// Jar describes a jar for the user's build or tests, with classes that jprof compiles from its own sources.
type Jar struct {
	Name      string // of the file, without its ending
	Sources   fs.FS  // .java files to compile, and other files to put in the jar
	Stubs     fs.FS  // .java files that javac needs but the jar lacks, because the user's tools have them; or nil
	ClassPath string // jars that javac needs; or empty
}

// Make returns the path of the jar in cacheDir, and makes the jar if it does not exist. The function javac returns the
// path of the compiler, and feature is the feature release of the compiler, 0 if it is not known. The sources are
// compiled for Java 8. A compiler that no longer supports Java 8 compiles them for its own release, and the jar has
// another name. Two processes may call Make at once.
func (j Jar) Make(ctx context.Context, javac func() (string, error), feature int, cacheDir string, run Output) (string,
	error) {
	h := sha256.New()
	hashFiles(h, j.Sources)
	if j.Stubs != nil {
		hashFiles(h, j.Stubs)
	}
	name := filepath.Join(cacheDir, j.Name+"-"+hex.EncodeToString(h.Sum(nil)[:8]))
	jar, ownJar := name+".jar", fmt.Sprintf("%s-java%d.jar", name, feature)
	for _, made := range []string{jar, ownJar} {
		if paths.IsFile(made) {
			return made, nil
		}
	}
	compiler, err := javac()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(cacheDir, 0o755); err != nil {
		return "", err
	}
	tmp, err := os.MkdirTemp(cacheDir, "."+j.Name+"-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp) // a leftover does no harm
	if err := os.CopyFS(filepath.Join(tmp, "src"), j.Sources); err != nil {
		return "", err
	}
	if j.Stubs != nil {
		if err := os.CopyFS(filepath.Join(tmp, "stubs"), j.Stubs); err != nil {
			return "", err
		}
	}
	var release []string
	if feature != 8 {
		release = []string{"--release", "8"}
	}
	err = j.compile(ctx, compiler, tmp, release, run)
	if err != nil && len(release) > 0 && j.compile(ctx, compiler, tmp, nil, run) == nil {
		err, jar = nil, ownJar
	}
	if err != nil {
		return "", err
	}
	data, err := zipFiles(j.Sources, os.DirFS(filepath.Join(tmp, "classes")))
	if err != nil {
		return "", err
	}
	return jar, atomicfile.WriteBytes(jar, data)
}

// compile runs javac, which reads tmp/src and writes tmp/classes.
func (j Jar) compile(ctx context.Context, javac, tmp string, release []string, run Output) error {
	classes := filepath.Join(tmp, "classes")
	if err := os.MkdirAll(classes, 0o755); err != nil {
		return err
	}
	args := slices.Concat(jdks.QuickJavac, []string{"-nowarn", "-Xlint:none", "-proc:none", "-encoding", "UTF-8",
		"-d", classes}, release)
	if j.Stubs != nil {
		args = append(args, "-implicit:none", "-sourcepath", filepath.Join(tmp, "stubs"))
	}
	if j.ClassPath != "" {
		args = append(args, "-cp", j.ClassPath)
	}
	err := fs.WalkDir(os.DirFS(filepath.Join(tmp, "src")), ".", func(name string, _ fs.DirEntry, err error) error {
		if err == nil && path.Ext(name) == ".java" {
			args = append(args, filepath.Join(tmp, "src", filepath.FromSlash(name)))
		}
		return err
	})
	if err != nil {
		return err
	}
	_, err = run(ctx, Command{Path: javac, Args: args, Dir: tmp, Env: os.Environ()})
	return err
}

// hashFiles adds the names and bytes of embedded files to the hash h.
func hashFiles(h interface{ Write([]byte) (int, error) }, files fs.FS) {
	// WalkDir visits files in the order of their names. Reading files that are part of jprof cannot fail.
	_ = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		fmt.Fprintf(h, "%q %d\n%s", name, len(data), data)
		return err
	})
}

// zipFiles returns a jar with the files of sources and classes, except .java files. Equal files give equal bytes.
func zipFiles(sources, classes fs.FS) ([]byte, error) {
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, from := range []fs.FS{sources, classes} {
		err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Ext(name) == ".java" {
				return err
			}
			data, err := fs.ReadFile(from, name)
			if err != nil {
				return err
			}
			entry, err := w.Create(name)
			if err != nil {
				return err
			}
			_, err = entry.Write(data)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
