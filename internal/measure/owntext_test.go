package measure

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"jprof/buildtools"
	"jprof/internal/measure/rejections"
	"jprof/internal/util/environ"
	"jprof/runner"
)

// TestOwnColumns checks that columns of lines with counters become those of the user's lines, or are not known.
func TestOwnColumns(t *testing.T) {
	for _, x := range []struct {
		counted, own string
		column       int
		want         []int
	}{
		{`int f() { return "x"; }`, `int f() { return "x"; }`, 18, []int{18}},
		{`int f() {C.Type(0); return "x"; }`, `int f() { return "x"; }`, 28, []int{18}},
		{"\tif (a) {C.Type(2);return b;}", "\tif (a) return b;", 34, []int{23}},
		{"\tint g() {\tC.Type(2);return b;}", "\tint g() {\treturn b;}", 42, []int{32}},
		{`{C.Type(0);}`, `{}`, 2, nil}, // it stands in text that was inserted
		{`a(); C(); b();`, `a(); b();`, 3, []int{3}},
		{`aaa`, `aa`, 2, []int{1, 2}},
		{`x`, `x`, 9, nil},
		{`x`, ``, 1, nil},
	} {
		if got := ownColumns(x.counted, x.own, x.column); !slices.Equal(got, x.want) {
			t.Errorf("%q of %q, column %d: %d, want %d", x.own, x.counted, x.column, got, x.want)
		}
	}
}

// TestWithoutPackages checks that messages of build tools are those of javac.
func TestWithoutPackages(t *testing.T) {
	const message = "incompatible types: java.util.List<java.lang.String> cannot be converted to int\n  more"
	const want = "incompatible types: List<String> cannot be converted to int"
	if got := withoutPackages(message); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestOwnTextOfProcessors checks that an error which only a processor of annotations reports is one of the user's own.
func TestOwnTextOfProcessors(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the compiler of this test is a shell script")
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "A.java")
	for path, text := range map[string]string{
		source:                             "@X\nclass A { }\n",
		filepath.Join(dir, "jdk/bin/java"): "#!/bin/sh\n",
		// Processors run where they are not switched off, with the options of the build, and do not count.
		filepath.Join(dir, "jdk/bin/javac"): "#!/bin/sh\ncase \"$*\" in *-proc:none*) exit 0;; esac\n" +
			"case \"$JPROF_COUNTS $*\" in */jprof-own-text-*\" -d \"*\"-classpath c:d -processorpath p -Akey=v\"*)" +
			"\necho '" + source + ":2: error: no @X here'; exit 1;; esac\n",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	vars := []string{"JAVA_HOME=" + filepath.Join(dir, "jdk"), "JPROF_COUNTS=/counts"}
	m := &measurement{env: environ.Env{Vars: vars}}
	given := &buildtools.JavacInput{ClassPath: "c:d", Processors: "p", Options: []string{"-Akey=v"}}
	for _, test := range []struct {
		name string
		as   *buildtools.JavacInput
		line int
		want bool
	}{
		{"with the processor", given, 2, true},
		{"another line", given, 1, false},
		{"without processors", &buildtools.JavacInput{ClassPath: "c:d", Options: []string{"-proc:none"}}, 2, false},
		{"not known", nil, 2, false},
	} {
		b := &toolBuild{ws: &runner.Workspace{Home: dir},
			events: buildtools.Events{Failures: []buildtools.Failure{{Plain: test.as}}}}
		r := rejections.Rejection{Path: "A.java", Line: test.line, Message: "no @X here"}
		if got := m.ownText(t.Context(), b, []rejections.Rejection{r}); got != test.want {
			t.Errorf("%s: %t, want %t", test.name, got, test.want)
		}
	}
}
