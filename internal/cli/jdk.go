package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"jprof/internal/javahome"
	"jprof/internal/ui"
)

// jdk is the Java development kit that the user's own commands would use.
type jdk struct {
	java  string // absolute path of the launcher
	javac string // absolute path of the compiler
}

// findJDK looks in JAVA_HOME, then on PATH. A JAVA_HOME that is set but holds no compiler is an
// error rather than passed over: what it says is what the user believes to use.
func findJDK(env Env) (jdk, error) {
	const hint = "install a JDK (Java 8 or newer), or set JAVA_HOME to the folder of one"
	if home := env.getenv("JAVA_HOME"); home != "" {
		bin := filepath.Join(home, "bin")
		k, err := jdkIn(bin)
		if err != nil {
			return jdk{}, ui.Errorf(hint, "JAVA_HOME is %s, which is not a JDK: %w", home, err)
		}
		return k, nil
	}
	javac, err := lookPath(env, "javac")
	if err != nil {
		return jdk{}, ui.Errorf(hint, "no JDK: JAVA_HOME is not set, and there is no javac on PATH")
	}
	// The launcher beside the compiler rather than the one on PATH: the two must fit each other,
	// and on many systems the links on PATH are set one by one.
	if real, err := filepath.EvalSymlinks(javac); err == nil {
		if k, err := jdkIn(filepath.Dir(real)); err == nil {
			return k, nil
		}
	}
	java, err := lookPath(env, "java")
	if err != nil {
		return jdk{}, ui.Errorf(hint, "no JDK: there is %s, but no java on PATH", javac)
	}
	return jdk{java: java, javac: javac}, nil
}

// level is the level of the language that the compiler takes sources for, 0 where that is not known.
func (k jdk) level() int {
	javac, err := filepath.EvalSymlinks(k.javac)
	if err != nil {
		return 0
	}
	n, err := javahome.Feature(filepath.Dir(filepath.Dir(javac)))
	if err != nil {
		return 0 // then nothing is made of its being new
	}
	return n
}

func jdkIn(bin string) (jdk, error) {
	k := jdk{java: filepath.Join(bin, exe("java")), javac: filepath.Join(bin, exe("javac"))}
	for _, p := range []string{k.javac, k.java} {
		if !isExecutable(p) {
			return jdk{}, fmt.Errorf("%s does not exist", p)
		}
	}
	return k, nil
}

func exe(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}

// lookPath is exec.LookPath for the PATH and the working directory of env.
func lookPath(env Env, name string) (string, error) {
	for _, dir := range filepath.SplitList(env.getenv("PATH")) {
		if dir == "" {
			dir = "."
		}
		if p := filepath.Join(env.path(dir), exe(name)); isExecutable(p) {
			return p, nil
		}
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}

func isExecutable(path string) bool {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return false
	}
	return runtime.GOOS == "windows" || info.Mode()&0o111 != 0
}

// isJava reports whether path names a Java source.
func isJava(path string) bool { return strings.HasSuffix(path, ".java") }

// exists reports whether there is anything at path; a path that cannot be looked at counts as there.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, os.ErrNotExist)
}
