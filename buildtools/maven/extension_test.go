package maven_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/buildtools"
	"jprof/buildtools/maven"
	"jprof/internal/jtest"
	"jprof/internal/util/paths"
	"jprof/runner"
)

// build is one build of a copy of a project in testdata.
type build struct {
	tree   string
	ws     *runner.Workspace
	result runner.Result
	events buildtools.Events
	output string
}

// mvn builds the project in tree as jprof does, from its folder dir.
func mvn(t *testing.T, tree, dir string, env []string, args ...string) build {
	t.Helper()
	jtest.Slow(t)
	jtest.NeedsTool(t, "mvn")
	jtest.NeedsTool(t, "javac")
	cache := filepath.Join(filepath.Dir(tree), "cache")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	env = slices.Concat(os.Environ(), []string{"MAVEN_OPTS=" + jtest.QuickMaven}, env)
	before := jtest.TreeHash(t, tree)

	call, err := maven.Tool{}.Open(filepath.Join(tree, dir), append([]string{"-B", "-ntp"}, args...), env)
	if err != nil {
		t.Fatal(err)
	}
	ws, err := runner.OpenWorkspace(cache, call.About().Project)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	if _, err := ws.Sync(maven.Tool{}.Info().Outputs); err != nil {
		t.Fatal(err)
	}
	site := buildtools.Site{Mirror: ws.Mirror, Own: ws.Dir, Cache: tools, HookFile: ws.Hook, Events: ws.Events,
		Run: runner.Output}
	hook := call.Hooks()[0]
	command, err := hook.Command(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	if err := ws.Reset(); err != nil {
		t.Fatal(err)
	}
	file := buildtools.HookFile{Jprof: self, Project: ws.Root, Mirror: ws.Mirror, Shadow: ws.Shadow,
		Maps: ws.Maps, Counts: ws.Counts, Events: ws.Events}
	if err := buildtools.WriteHookFile(ws.Hook, file); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	result, err := runner.Run(t.Context(), command, runner.Stdio{Out: &out, Err: &out}, runner.DefaultGrace)
	if err != nil {
		t.Fatal(err)
	}
	events, err := hook.Events(t.Context(), site, buildtools.Round{ExitCode: result.ExitCode})
	if err != nil {
		t.Fatal(err)
	}
	if after := jtest.TreeHash(t, tree); after != before {
		t.Errorf("the build has changed the user's tree")
	}
	if home, err := os.UserHomeDir(); err == nil {
		// Maven leaves notes on what it has not found there; artifacts are jars and poms.
		for _, kind := range []string{"jar", "pom"} {
			installed, err := filepath.Glob(filepath.Join(home, ".m2", "repository", "jprof", "testdata", "*", "*",
				"*."+kind))
			if err != nil || len(installed) > 0 {
				t.Errorf("the build has installed artifacts in the user's repository: %q, %v", installed, err)
			}
		}
	}
	if t.Failed() {
		t.Logf("%s\n%s", command, out.String())
	}
	return build{tree, ws, result, events, out.String()}
}

// project copies a project of testdata into a folder whose name has a space and an umlaut.
func project(t *testing.T, name string) string {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tree := filepath.Join(top, "my prüf "+name)
	if err := os.CopyFS(tree, os.DirFS(filepath.Join("..", "..", "testdata", name))); err != nil {
		t.Fatal(err)
	}
	if err := jtest.QuickTests(filepath.Join(tree, "pom.xml")); err != nil {
		t.Fatal(err)
	}
	return tree
}

// compiled returns the text that the class file in the mirror has: SHADOWED, ORIGINAL, or "" for none.
func (b build) compiled(t *testing.T, class string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(b.ws.Mirror, class))
	if err != nil {
		return ""
	}
	for _, text := range []string{"SHADOWED", "ORIGINAL"} {
		if bytes.Contains(data, []byte("text "+text)) {
			return text
		}
	}
	return "neither"
}

func (b build) wantExit(t *testing.T, want int) {
	t.Helper()
	if b.result.ExitCode != want {
		t.Fatalf("exit code %d, want %d; output:\n%s", b.result.ExitCode, want, b.output)
	}
}

func (b build) sets() []string {
	var sets []string
	for _, c := range b.events.Compiles {
		sets = append(sets, fmt.Sprintf("%s %s %s roots=%d unmeasured=%d", c.Module.Dir, c.Module.ID, c.Set,
			len(c.Roots), len(c.Unmeasured)))
	}
	return sets
}

func wantLines(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant:\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSingleModule(t *testing.T) {
	tree := project(t, "maven-single")
	write(t, filepath.Join(tree, "src/main/java/one/Old.java"),
		"package one;\nclass Old {\n    int year = new java.util.Date(0).getYear();\n}\n")
	b := mvn(t, tree, ".", nil, "-Dmaven.compiler.showDeprecation=true", "install")
	b.wantExit(t, 0)
	old := buildtools.Rejection{File: filepath.Join(b.events.Compiles[0].Roots[0].Shadow, "one", "Old.java"), Line: 3,
		Column: 37, Message: "getYear() in java.util.Date has been deprecated"}
	if !slices.Equal(b.events.Warnings, []buildtools.Rejection{old}) {
		t.Errorf("warnings %+v, want %+v", b.events.Warnings, old)
	}
	wantLines(t, "sets", b.sets(),
		". jprof.testdata:single main roots=1 unmeasured=1",
		". jprof.testdata:single test roots=1 unmeasured=0")
	for class, want := range map[string]string{
		"target/classes/one/App.class":          "SHADOWED",
		"target/classes/one/Made.class":         "ORIGINAL",
		"target/test-classes/one/AppTest.class": "SHADOWED",
	} {
		if got := b.compiled(t, class); got != want {
			t.Errorf("%s is %q, want %q", class, got, want)
		}
	}
	made := b.events.Compiles[0].Unmeasured[0]
	if made.Reason != buildtools.Generated || filepath.Base(made.Path) != "made" {
		t.Errorf("unmeasured: %+v", made)
	}
	for i, want := range []string{"generated-sources/annotations", "generated-test-sources/test-annotations"} {
		if got := b.events.Compiles[i].Written; got != filepath.Join(b.ws.Mirror, "target", want) {
			t.Errorf("annotation processors write to %q, want %s", got, want)
		}
	}
	args, err := os.ReadFile(filepath.Join(b.ws.Maps, "jprof.testdata_single-test"))
	if err != nil || string(args) != "jprof.testdata:single . test UTF-8\n" {
		t.Errorf("the instrumenter was told %q, %v", args, err)
	}
	dest := filepath.Join(filepath.Dir(tree), "reports")
	if n, err := runner.CollectTestReports(b.events.Tests, b.result.Start, dest); n == 0 || err != nil {
		t.Errorf("CollectTestReports = %d, %v", n, err)
	}
	if !paths.IsFile(filepath.Join(dest, "single", "surefire-reports", "TEST-one.AppTest.xml")) {
		t.Errorf("no report of AppTest in %s", dest)
	}
}

func TestReactor(t *testing.T) {
	tree := project(t, "maven-reactor")
	b := mvn(t, tree, ".", nil, "-T2", "test-compile")
	b.wantExit(t, 0)
	wantLines(t, "sets", b.sets(),
		"api jprof.testdata:api main roots=1 unmeasured=0",
		"api jprof.testdata:api test roots=0 unmeasured=0",
		"app jprof.testdata:app main roots=1 unmeasured=0",
		"app jprof.testdata:app test roots=1 unmeasured=0",
		"core jprof.testdata:core main roots=1 unmeasured=0",
		"core jprof.testdata:core test roots=1 unmeasured=0")
	for _, class := range []string{"api/target/classes/many/Api.class", "core/target/classes/many/Core.class",
		"app/target/classes/many/App.class", "app/target/test-classes/many/AppTest.class"} {
		if got := b.compiled(t, class); got != "SHADOWED" {
			t.Errorf("%s is %q", class, got)
		}
	}

	b = mvn(t, tree, ".", nil, "-pl", "core", "-am", "test-compile")
	b.wantExit(t, 0)
	wantLines(t, "sets of -pl core -am", b.sets(),
		"api jprof.testdata:api main roots=1 unmeasured=0",
		"api jprof.testdata:api test roots=0 unmeasured=0",
		"core jprof.testdata:core main roots=1 unmeasured=0",
		"core jprof.testdata:core test roots=1 unmeasured=0")

	b = mvn(t, tree, "api", nil, "compile")
	b.wantExit(t, 0)
	wantLines(t, "sets in the folder api", b.sets(), "api jprof.testdata:api main roots=1 unmeasured=0")
	if b.ws.Root != tree {
		t.Errorf("the root is %s, want %s", b.ws.Root, tree)
	}

	b = mvn(t, tree, "api", nil, "-f", filepath.Join(tree, "core", "pom.xml"), "-DskipTests", "validate")
	b.wantExit(t, 0)
	wantLines(t, "sets of validate", b.sets())
}

func TestModuleInfoOfTests(t *testing.T) {
	b := mvn(t, project(t, "maven-modules"), ".", nil, "test-compile")
	b.wantExit(t, 0)
	for _, class := range []string{"classes/named/App.class", "test-classes/named/App.class",
		"test-classes/named/AppTest.class"} {
		if got := b.compiled(t, filepath.Join("target", class)); got != "SHADOWED" {
			t.Errorf("%s is %q", class, got)
		}
	}
}

func TestUserExtension(t *testing.T) {
	jtest.Slow(t)
	mvnPath := jtest.NeedsTool(t, "mvn")
	home, err := exec.Command(mvnPath, "-v").Output()
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(home), "Maven home: ")
	lib, _, _ := strings.Cut(after, "\n")

	tree := project(t, "maven-single")
	dir := filepath.Join(filepath.Dir(tree), "user ext")
	write(t, filepath.Join(dir, "Told.java"),
		`public class Told extends org.apache.maven.AbstractMavenLifecycleParticipant {
	@Override public void afterProjectsRead(org.apache.maven.execution.MavenSession s) {
		System.out.println("THE USER'S EXTENSION");
	}
}`)
	write(t, filepath.Join(dir, "META-INF/plexus/components.xml"), `<component-set><components><component>
<role>org.apache.maven.AbstractMavenLifecycleParticipant</role><role-hint>told</role-hint>`+
		`<implementation>Told</implementation>
</component></components></component-set>`)
	jars, err := filepath.Glob(filepath.Join(strings.TrimSpace(lib), "lib", "*.jar"))
	if err != nil {
		t.Fatal(err)
	}
	out, err := jtest.Newest(t).Run("javac", "--release", "8", "-Xlint:-options", "-proc:none", "-d", dir,
		"-cp", strings.Join(jars, string(os.PathListSeparator)), filepath.Join(dir, "Told.java"))
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	b := mvn(t, tree, ".", []string{`JAVA_TOOL_OPTIONS="-Dmaven.ext.class.path=` + dir + `"`}, "compile")
	b.wantExit(t, 0)
	if !strings.Contains(b.output, "THE USER'S EXTENSION") {
		t.Errorf("the user's extension was not loaded:\n%s", b.output)
	}
	if got := b.compiled(t, "target/classes/one/App.class"); got != "SHADOWED" {
		t.Errorf("App.class is %q", got)
	}
}

func TestInstrumenterFails(t *testing.T) {
	b := mvn(t, project(t, "maven-single"), ".", []string{"JPROF_STAND_IN=fail"}, "compile")
	b.wantExit(t, 1)
	if len(b.events.Broken) != 1 || !strings.Contains(b.events.Broken[0].Message, "exit code 3") {
		t.Errorf("events: %+v", b.events)
	}
	if !strings.Contains(b.output, "stand-in: as it was told") {
		t.Errorf("the instrumenter's own message is not in the output:\n%s", b.output)
	}
}

func TestRejectedFile(t *testing.T) {
	for _, test := range []struct {
		name, mode string
		args       []string
		message    string
	}{
		{"in process", "reject", nil, "cannot find symbol"},
		{"forked", "reject", []string{"-Dmaven.compiler.fork=true"}, "cannot find symbol"},
		{"warnings are errors", "warn",
			[]string{"-Dmaven.compiler.failOnWarning=true", "-Dmaven.compiler.showWarnings=true"}, "found raw type"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := project(t, "maven-single")
			if test.mode == "warn" {
				pom := filepath.Join(tree, "pom.xml")
				replace(t, pom, "<version>3.13.0</version>",
					"<version>3.13.0</version><configuration><compilerArgs><arg>-Xlint:rawtypes,-options</arg>"+
						"</compilerArgs></configuration>")
			}
			b := mvn(t, tree, ".", []string{"JPROF_STAND_IN=" + test.mode}, append(test.args, "compile")...)
			b.wantExit(t, 1)
			if len(b.events.Failures) != 1 {
				t.Fatalf("failures: %+v", b.events.Failures)
			}
			found := b.events.Failures[0].Rejections
			want := filepath.Join(b.events.Compiles[0].Roots[0].Shadow, "one", "App.java")
			if len(found) == 0 || found[0].File != want || found[0].Line != 6 ||
				!strings.Contains(found[0].Message, test.message) {
				t.Fatalf("rejections: %+v\nof: %+v", found, b.events.Failures[0])
			}
			if len(test.args) > 0 {
				return // the instrumenter excludes files, whatever compiles them
			}
			b = mvn(t, tree, ".", []string{"JPROF_STAND_IN=" + test.mode, "JPROF_STAND_IN_EXCLUDE=yes"}, "compile")
			b.wantExit(t, 0)
		})
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func replace(t *testing.T, path, old, text string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, strings.Replace(string(data), old, text, 1))
}
