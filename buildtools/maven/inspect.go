package maven

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"jprof/buildtools"
	"jprof/internal/java/jdks"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/environ"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
)

// installation is the Maven that an Executable starts, and its Java.
type installation struct {
	Version     string // 3.9.9
	Home        string // its folder; the classes are in lib/*.jar
	JavaVersion string // 17.0.15, 1.8.0_442
	JavaHome    string // of the JVM that Maven runs on
}

// inspect runs mvn -v, and returns the Maven that exe starts. A wrapper may download this Maven first. The answer is
// kept in cacheDir, so that later builds do not wait for it. The key of the answer has all that can change it: the
// executable, the settings of the wrapper, and the java that mvn finds.
func (b *build) inspect(ctx context.Context, exe buildtools.Executable, cacheDir string, run buildtools.Output) (
	installation, error) {
	file := filepath.Join(cacheDir, "maven-"+b.installKey(exe)+".json")
	var kept installation
	if data, err := os.ReadFile(file); err == nil && json.Unmarshal(data, &kept) == nil && kept.exists() {
		return kept, nil
	}
	// Without the options of the build: with them, this call could wait for a debugger, or print more.
	env := append(b.env[:len(b.env):len(b.env)], "MAVEN_OPTS=", "MAVEN_ARGS=")
	command := exe.Command([]string{"-v"}, filepath.Dir(exe.Path), env)
	out, err := run(ctx, command)
	if err != nil {
		return installation{}, buildtools.Errorf([]string{"Maven needs Java: check JAVA_HOME and the PATH"},
			"%s does not run: %w", exe, err)
	}
	install, err := parseVersion(out)
	if err != nil {
		return installation{}, buildtools.Errorf([]string{"jprof works with Maven 3.6 and later"},
			"%s: %w", command, err)
	}
	data, err := json.Marshal(install)
	if err != nil {
		return installation{}, err
	}
	if err := os.MkdirAll(cacheDir, 0o755); err != nil {
		return installation{}, err
	}
	return install, atomicfile.WriteBytes(file, data)
}

func (i installation) exists() bool {
	return paths.IsDir(filepath.Join(i.Home, "lib")) && paths.IsDir(i.JavaHome)
}

// installKey returns a hash of the files and variables that select Maven and Java in a call of exe.
func (b *build) installKey(exe buildtools.Executable) string {
	h := sha256.New()
	add := func(values ...string) { fmt.Fprintf(h, "%q\n", values) }
	stamp := func(path string) {
		path = paths.Real(path)
		if info, err := os.Stat(path); err == nil {
			add(path, fmt.Sprint(info.Size(), info.ModTime().UnixNano()))
		} else {
			add(path)
		}
	}
	stamp(exe.Path)
	for _, key := range []string{"JAVA_HOME", "MAVEN_HOME", "M2_HOME", "MAVEN_USER_HOME", "MAVEN_SKIP_RC", "HOME"} {
		add(key, environ.Get(b.env, key))
	}
	if home := environ.Get(b.env, "JAVA_HOME"); home != "" {
		stamp(filepath.Join(home, "bin", jdks.Executable("java")))
	}
	if java, err := environ.LookPath(b.env, "", "java"); err == nil {
		stamp(java)
	}
	own := filepath.Join(environ.Get(b.env, "HOME"), ".mavenrc")
	for _, rc := range []string{"/usr/local/etc/mavenrc", "/etc/mavenrc", own} {
		stamp(rc)
	}
	if exe.Wrapper {
		data, _ := os.ReadFile(filepath.Join(filepath.Dir(exe.Path), ".mvn", "wrapper", "maven-wrapper.properties"))
		add(string(data))
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

var (
	colour      = lazyregexp.New(`\x1b\[[0-9;]*m`)
	versionLine = lazyregexp.New(`(?m)^Apache Maven (\S+)`)
	homeLine    = lazyregexp.New(`(?m)^Maven home: (.+?)\s*$`)
	javaLine    = lazyregexp.New(`(?m)^Java version: ([^,\s]+)`)
	// Since Maven 3.5, the home of Java is at the end of the line of its version. Some builds of Maven print it in a
	// line of its own.
	javaHomeLine = lazyregexp.New(`(?m)^(?:Java version: .*, runtime|Java home): (.+?)\s*$`)
)

// parseVersion reads the output of mvn -v.
func parseVersion(out []byte) (installation, error) {
	out = colour().ReplaceAll(bytes.ReplaceAll(out, []byte("\r"), nil), nil)
	var i installation
	for _, f := range []struct {
		value *string
		what  string
		re    func() *regexp.Regexp
	}{
		{&i.Version, "the version of Maven", versionLine},
		{&i.Home, "the home of Maven", homeLine},
		{&i.JavaVersion, "the version of Java", javaLine},
		{&i.JavaHome, "the home of Java", javaHomeLine},
	} {
		m := f.re().FindSubmatch(out)
		if m == nil {
			return i, fmt.Errorf("%s is not in its output: %q", f.what, strings.TrimSpace(string(out)))
		}
		*f.value = string(m[1])
	}
	return i, nil
}

// javac returns the path of the compiler of the JDK that Maven runs on.
func (i installation) javac() (string, error) {
	if path, ok := buildtools.Javac(i.JavaHome); ok {
		return path, nil
	}
	return "", buildtools.Errorf([]string{"set JAVA_HOME to a JDK"},
		"%s: Maven runs on this Java %s, which has no compiler (bin/javac)", i.JavaHome, i.JavaVersion)
}
