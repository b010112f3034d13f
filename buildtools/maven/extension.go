package maven

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"jprof/buildtools"
	"jprof/internal/atomicfile"
	"jprof/internal/javahome"
	"jprof/internal/paths"
	"jprof/plugins"
)

// extension returns the path of the jar with the Maven extension in cacheDir, and makes it if it is
// not there: compiles the sources that are part of jprof with the JDK that Maven runs on, against
// the classes of that Maven. Two processes may do so at once.
func (i installation) extension(ctx context.Context, cacheDir string, run buildtools.Output) (string, error) {
	sources, err := plugins.MavenExtension()
	if err != nil {
		return "", err
	}
	name := filepath.Join(cacheDir, "maven-extension-"+sourceHash(sources))
	jar := name + ".jar"
	if paths.IsFile(jar) {
		return jar, nil
	}
	// Made only where javac can no longer compile for Java 8, see below.
	ownJar := fmt.Sprintf("%s-java%d.jar", name, i.feature())
	if paths.IsFile(ownJar) {
		return ownJar, nil
	}
	javac, err := i.javac()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(cacheDir, 0o755); err != nil {
		return "", err
	}
	tmp, err := os.MkdirTemp(cacheDir, ".maven-extension-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp) //nolint:errcheck // a leftover does no harm
	if err := os.CopyFS(filepath.Join(tmp, "src"), sources); err != nil {
		return "", err
	}
	err = i.compile(ctx, run, javac, tmp, i.release())
	if err != nil && len(i.release()) > 0 {
		if i.compile(ctx, run, javac, tmp, nil) == nil {
			err, jar = nil, ownJar
		}
	}
	if err != nil {
		return "", fmt.Errorf("compiling the Maven extension for Maven %s: %w", i.Version, err)
	}
	data, err := zipFiles(sources, os.DirFS(filepath.Join(tmp, "classes")))
	if err != nil {
		return "", err
	}
	return jar, atomicfile.WriteBytes(jar, data)
}

// compile has javac write tmp/classes from tmp/src.
func (i installation) compile(ctx context.Context, run buildtools.Output, javac, tmp string, release []string) error {
	classes := filepath.Join(tmp, "classes")
	if err := os.MkdirAll(classes, 0o755); err != nil {
		return err
	}
	args := slices.Concat(javahome.QuickJavac, []string{"-nowarn", "-Xlint:none", "-proc:none", "-encoding", "UTF-8",
		"-d", classes, "-cp", filepath.Join(i.Home, "lib", "*")}, release)
	err := fs.WalkDir(os.DirFS(filepath.Join(tmp, "src")), ".", func(name string, _ fs.DirEntry, err error) error {
		if err == nil && path.Ext(name) == ".java" {
			args = append(args, filepath.Join(tmp, "src", filepath.FromSlash(name)))
		}
		return err
	})
	if err != nil {
		return err
	}
	_, err = run(ctx, buildtools.Command{Path: javac, Args: args, Dir: tmp, Env: os.Environ()})
	return err
}

// release are the options for Java 8, the oldest that Maven 3.6 to 3.9 run on.
func (i installation) release() []string {
	if i.feature() == 8 {
		return nil
	}
	return []string{"--release", "8"}
}

// feature is the feature release of Maven's Java: 8, 17; 0 where its version is not understood.
func (i installation) feature() int {
	n, _ := javahome.ParseFeature(i.JavaVersion)
	return n
}

func sourceHash(sources fs.FS) string {
	h := sha256.New()
	// The order is that of the names, and reading files that are part of the program cannot fail.
	_ = fs.WalkDir(sources, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(sources, name)
		fmt.Fprintf(h, "%q %d\n%s", name, len(data), data)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// zipFiles makes a jar: the class files of classes, and the files of sources that are not .java. The same files give
// the same bytes.
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
