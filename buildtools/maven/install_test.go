package maven

import (
	"archive/zip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"jprof/buildtools"
)

func TestParseVersion(t *testing.T) {
	for _, test := range []struct {
		name, out string
		want      installation
	}{
		{"3.8.7 with colours", "\x1b[1mApache Maven 3.8.7\x1b[m\nMaven home: /usr/share/maven\n" +
			"Java version: 17.0.15, vendor: Debian, runtime: /usr/lib/jvm/java-17\nDefault locale: en\n",
			installation{"3.8.7", "/usr/share/maven", "17.0.15", "/usr/lib/jvm/java-17"}},
		{"paths with spaces and commas", "Apache Maven 3.9.9 (8e8579a)\r\nMaven home: /my, tools/maven 3\r\n" +
			"Java version: 1.8.0_442, vendor: A, Inc., runtime: /jdk 8/jre\r\n",
			installation{"3.9.9", "/my, tools/maven 3", "1.8.0_442", "/jdk 8/jre"}},
		{"a line of its own, after the noise of a wrapper",
			"Downloading...\nApache Maven 3.6.0\nMaven home: /m\nJava version: 11, vendor: X\nJava home: /j\n",
			installation{"3.6.0", "/m", "11", "/j"}},
	} {
		if got, err := parseVersion([]byte(test.out)); err != nil || got != test.want {
			t.Errorf("%s: %+v, %v", test.name, got, err)
		}
	}
	if _, err := parseVersion([]byte("Apache Maven 2.0\n")); err == nil ||
		!strings.Contains(err.Error(), "the home of Maven is not in its output") {
		t.Errorf("an unknown output: %v", err)
	}
}

// fakeJDK is an Output that answers mvn -v and javac, and counts its calls.
type fakeJDK struct {
	home   string
	mu     sync.Mutex
	mvn    int
	javac  int
	refuse bool // javac does not know --release 8
}

func (f *fakeJDK) run(_ context.Context, c buildtools.Command) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if filepath.Base(c.Path) != "javac" {
		f.mvn++
		return []byte("Apache Maven 3.9.9\nMaven home: " + f.home + "\nJava version: 25.0.1, vendor: X, runtime: " +
			f.home + "\n"), nil
	}
	f.javac++
	if f.refuse && slices.Contains(c.Args, "--release") {
		return nil, errors.New("error: release version 8 not supported")
	}
	dir := c.Args[slices.Index(c.Args, "-d")+1]
	return nil, os.WriteFile(filepath.Join(dir, "A.class"), []byte("class"), 0o644)
}

func newBuild(t *testing.T) (*build, *fakeJDK, string) {
	t.Helper()
	top := tree(t, map[string]string{"pom.xml": pomXML("a"), "bin/mvn": "", "jdk/bin/javac": "", "jdk/lib/x.jar": ""})
	b, err := open(top, []string{"verify"}, []string{"PATH=" + top + "/bin"})
	if err != nil {
		t.Fatal(err)
	}
	return b, &fakeJDK{home: filepath.Join(top, "jdk")}, top
}

func TestInspectIsKept(t *testing.T) {
	b, jdk, top := newBuild(t)
	exe, err := b.locate(top)
	if err != nil {
		t.Fatal(err)
	}
	inspect := func(calls int) {
		t.Helper()
		got, err := b.inspect(t.Context(), exe, filepath.Join(top, "cache"), jdk.run)
		if err != nil || got.JavaHome != jdk.home || got.Version != "3.9.9" || jdk.mvn != calls {
			t.Errorf("%+v, %v, after %d calls, want %d", got, err, jdk.mvn, calls)
		}
	}
	inspect(1)
	inspect(1)
	b.env = append(b.env, "JAVA_HOME=/other")
	inspect(2)
	if err := os.WriteFile(exe.Path, []byte("another version"), 0o755); err != nil {
		t.Fatal(err)
	}
	inspect(3)
	inspect(3)
	if err := os.RemoveAll(filepath.Join(jdk.home, "lib")); err != nil { // Maven was removed
		t.Fatal(err)
	}
	inspect(4)
}

func TestExtension(t *testing.T) {
	b, jdk, top := newBuild(t)
	exe, err := b.locate(top)
	if err != nil {
		t.Fatal(err)
	}
	cache := filepath.Join(top, "cache")
	install, err := b.inspect(t.Context(), exe, cache, jdk.run)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	jars := make([]string, 4)
	for i := range jars {
		wg.Go(func() {
			jar, err := install.extension(t.Context(), cache, jdk.run)
			if err != nil {
				t.Error(err)
			}
			jars[i] = jar
		})
	}
	wg.Wait()
	calls := jdk.javac
	if jar, err := install.extension(t.Context(), cache, jdk.run); err != nil || jar != jars[0] || jdk.javac != calls {
		t.Errorf("the second time: %s, %v, %d calls of javac", jar, err, jdk.javac-calls)
	}
	r, err := zip.OpenReader(jars[0])
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var names []string
	for _, f := range r.File {
		names = append(names, f.Name)
	}
	if want := []string{"META-INF/plexus/components.xml", "A.class"}; !slices.Equal(names, want) {
		t.Errorf("the jar holds %q, want %q", names, want)
	}
	if left, _ := filepath.Glob(filepath.Join(cache, ".*")); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
}

func TestExtensionWithoutRelease8(t *testing.T) {
	b, jdk, top := newBuild(t)
	jdk.refuse = true
	exe, _ := b.locate(top)
	install, err := b.inspect(t.Context(), exe, top, jdk.run)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		jar, err := install.extension(t.Context(), top, jdk.run)
		if err != nil || !strings.HasSuffix(jar, "-java25.jar") || jdk.javac != 2 {
			t.Errorf("%s, %v, %d calls", jar, err, jdk.javac)
		}
	}
}

func TestNoJDK(t *testing.T) {
	b, jdk, top := newBuild(t)
	exe, _ := b.locate(top)
	install, err := b.inspect(t.Context(), exe, top, jdk.run)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(jdk.home, "bin", "javac")); err != nil {
		t.Fatal(err)
	}
	_, err = install.extension(t.Context(), top, jdk.run)
	if err == nil || !strings.Contains(err.Error(),
		jdk.home+": Maven runs on this Java 25.0.1, which has no compiler") {
		t.Errorf("only a JRE: %v", err)
	}
}
