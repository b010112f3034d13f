package program

import (
	"fmt"
	"os/exec"
	"path/filepath"

	"jprof/internal/java/jdks"
	"jprof/internal/util/environ"
	"jprof/internal/util/term"
)

// JDK is the Java development kit that the user's own commands would use.
type JDK struct {
	Java  string // absolute path of the launcher
	Javac string // absolute path of the compiler
}

// FindJDK searches JAVA_HOME, then PATH. A JAVA_HOME without a compiler is an error, as the user expects that it is
// used.
func FindJDK(env environ.Env) (JDK, error) {
	const hint = "install a JDK (Java 8 or newer), or set JAVA_HOME to the folder of one"
	if home := env.Getenv("JAVA_HOME"); home != "" {
		bin := filepath.Join(home, "bin")
		k, err := jdkIn(bin)
		if err != nil {
			return JDK{}, term.Errorf(hint, "JAVA_HOME is %s, which is not a JDK: %w", home, err)
		}
		return k, nil
	}
	javac, err := env.LookPath("javac")
	if err != nil {
		return JDK{}, term.Errorf(hint, "no JDK: JAVA_HOME is not set, and there is no javac on PATH")
	}
	// Take the launcher beside the compiler rather than the one on PATH. The two must fit each other, and on many
	// systems the links on PATH are set one by one.
	if real, err := filepath.EvalSymlinks(javac); err == nil {
		if k, err := jdkIn(filepath.Dir(real)); err == nil {
			return k, nil
		}
	}
	java, err := env.LookPath("java")
	if err != nil {
		return JDK{}, term.Errorf(hint, "no JDK: there is %s, but no java on PATH", javac)
	}
	return JDK{Java: java, Javac: javac}, nil
}

// Level returns the newest level of the language that the compiler accepts, 0 if it is not known.
func (k JDK) Level() int {
	javac, err := filepath.EvalSymlinks(k.Javac)
	if err != nil {
		return 0
	}
	n, err := jdks.Feature(filepath.Dir(filepath.Dir(javac)))
	if err != nil {
		return 0 // then jprof does not use features of newer levels
	}
	return n
}

func jdkIn(bin string) (JDK, error) {
	javac, java := filepath.Join(bin, "javac"), filepath.Join(bin, "java")
	k := JDK{}
	var err error
	if k.Javac, err = exec.LookPath(javac); err != nil {
		return JDK{}, fmt.Errorf("%s does not exist", javac)
	}
	if k.Java, err = exec.LookPath(java); err != nil {
		return JDK{}, fmt.Errorf("%s does not exist", java)
	}
	return k, nil
}

// Home returns the folder of the JDK.
func (k JDK) Home() string { return filepath.Dir(filepath.Dir(k.Javac)) }
