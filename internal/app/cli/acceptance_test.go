package cli

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"jprof/internal/jtest"
	"jprof/internal/jtest/compare"
	"jprof/internal/util/paths"
)

// TestAcceptance runs testdata/acceptance/*.txtar: real builds with many versions of Maven and of
// plugins, which take hours and fetch much. testdata/acceptance/README.md lists them, with the purpose of each.
func TestAcceptance(t *testing.T) {
	jtest.Acceptance(t)
	testscript.Run(t, scriptParams(t, "../../../testdata/acceptance"))
}

// mavenCmd is maven VERSION: puts the Maven of that version first on the PATH. It is fetched once by the mvn of
// the machine, and stays in the user's cache. The variable MAVEN is its folder.
func mavenCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: maven VERSION")
	}
	home, err := jtest.MavenHome(args[0])
	ts.Check(err)
	ts.Setenv("MAVEN", home)
	ts.Setenv("PATH", filepath.Join(home, "bin")+string(os.PathListSeparator)+ts.Getenv("PATH"))
}

// skeleton is a pom that builds in the same way with all versions of Maven, for Java 8 and JUnit 5.
// The versions of plugins are properties, so that -Dcompiler.version=3.1 tries another one.
const skeleton = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>GROUP</groupId>
  <artifactId>ARTIFACT</artifactId>
  <version>1</version>
  <properties>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
    <maven.compiler.source>8</maven.compiler.source>
    <maven.compiler.target>8</maven.compiler.target>
    <compiler.version>3.13.0</compiler.version>
    <surefire.version>3.5.2</surefire.version>
    <junit.version>5.11.4</junit.version>
<properties>
  </properties>
  <dependencies>
<dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>${junit.version}</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build>
    <pluginManagement>
      <plugins>
        <plugin><artifactId>maven-clean-plugin</artifactId><version>3.4.0</version></plugin>
        <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
        <plugin><artifactId>maven-compiler-plugin</artifactId><version>${compiler.version}</version></plugin>
        <plugin><artifactId>maven-surefire-plugin</artifactId><version>${surefire.version}</version></plugin>
        <plugin><artifactId>maven-failsafe-plugin</artifactId><version>${surefire.version}</version></plugin>
        <plugin><artifactId>maven-jar-plugin</artifactId><version>3.4.2</version></plugin>
        <plugin><artifactId>maven-install-plugin</artifactId><version>3.1.2</version></plugin>
        <plugin><artifactId>maven-deploy-plugin</artifactId><version>3.1.2</version></plugin>
        <plugin><artifactId>maven-site-plugin</artifactId><version>3.12.1</version></plugin>
      </plugins>
    </pluginManagement>
    <plugins>
<plugins>
    </plugins>
  </build>
<project>
</project>
`

// jupiter is the dependency of the skeleton.
var jupiter = regexp.MustCompile(`(?s) *<dependency>.*</dependency>\n`)

// pomCmd is pom [-bare] DIR: writes DIR/pom.xml, the skeleton with those in DIR/pom.part: lines between <properties>,
// <dependencies> or <plugins> at the start of a line and their ends go there, all else goes to the
// end of the project. Without sources there will be a class App with a test.
// The group is jprof.acceptance and the name of the script, the artifact is the name of DIR. With -bare
// nothing depends on JUnit 5, so that Surefire takes another framework that it finds.
func pomCmd(ts *testscript.TestScript, neg bool, args []string) {
	pom := skeleton
	if len(args) == 2 && args[0] == "-bare" {
		pom = jupiter.ReplaceAllLiteralString(pom, "")
		args = args[1:]
	}
	if neg || len(args) != 1 {
		ts.Fatalf("usage: pom [-bare] DIR")
	}
	dir := ts.MkAbs(args[0])
	part, err := os.ReadFile(filepath.Join(dir, "pom.part"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		ts.Check(err)
	}
	rest := string(part)
	for _, name := range []string{"properties", "dependencies", "plugins"} {
		section := regexp.MustCompile(`(?ms)^<` + name + `>$\n(.*?)^</` + name + `>$\n`)
		var text strings.Builder
		for _, m := range section.FindAllStringSubmatch(rest, -1) {
			text.WriteString(m[1])
		}
		rest = section.ReplaceAllLiteralString(rest, "")
		pom = strings.Replace(pom, "\n<"+name+">\n", "\n"+text.String(), 1)
	}
	pom = strings.Replace(pom, "\n<project>\n", "\n"+rest, 1)
	pom = strings.Replace(pom, "GROUP", group(ts), 1)
	pom = strings.Replace(pom, "ARTIFACT", filepath.Base(dir), 1)
	write := func(path, text string) {
		path = filepath.Join(dir, path)
		ts.Check(os.MkdirAll(filepath.Dir(path), 0o777))
		ts.Check(os.WriteFile(path, []byte(text), 0o666))
	}
	write("pom.xml", pom)
	if err == nil {
		ts.Check(os.Remove(filepath.Join(dir, "pom.part")))
	}
	if !paths.Exists(filepath.Join(dir, "src", "main")) && !paths.Exists(filepath.Join(dir, "src", "test")) {
		write("src/main/java/app/App.java", appSource)
		write("src/test/java/app/AppTest.java", appTestSource)
	}
}

const appSource = `package app;

public class App {
    public static int twice(int n) {
        return n < 0 ? -twice(-n) : 2 * n;
    }
}
`

const appTestSource = `package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AppTest {
    @Test
    void twice() {
        for (int i = -3; i <= 3; i++) {
            assertEquals(i + i, App.twice(i));
        }
    }
}
`

// group is the groupId of the projects that pom writes.
func group(ts *testscript.TestScript) string {
	return "jprof.acceptance." + strings.ReplaceAll(ts.Name(), "_", "-")
}

// sameCmd is same [-cd SUB] [-mvn COMMAND] [-gradle] DIR ARGS...: copies the project in DIR twice, runs jprof mvn ARGS
// in one copy and mvn ARGS (or COMMAND ARGS, as for ./mvnw) in the other, in the folder SUB of the copies; with -gradle
// it is gradle instead of mvn. Both must succeed (with ! fail) with the same exit code and the same test results. The
// user's tree must stay as it is, and nothing of the project may come into the user's repository. The variables COUNTED
// and PLAIN are the copies; stdout and stderr are those of jprof.
func sameCmd(ts *testscript.TestScript, neg bool, args []string) {
	sub, mvn, tool := ".", "mvn", "mvn"
	for len(args) > 1 && strings.HasPrefix(args[0], "-") {
		switch args[0] {
		case "-gradle":
			mvn, tool = "gradle", "gradle"
			args = args[1:]
			continue
		case "-cd":
			sub = args[1]
		case "-mvn":
			mvn = args[1]
		default:
			ts.Fatalf("unknown option %s", args[0])
		}
		args = args[2:]
	}
	if len(args) < 2 {
		ts.Fatalf("usage: same [-cd SUB] [-mvn COMMAND] [-gradle] DIR ARGS...")
	}
	from, here := ts.MkAbs(args[0]), ts.MkAbs(".")
	args = args[1:]
	if tool == "mvn" {
		args = append([]string{"-B", "-ntp"}, args...)
	}
	// In a new place each time, so that jprof has built nothing there before.
	top, err := os.MkdirTemp(ts.Getenv("WORK"), ".same-")
	ts.Check(err)
	plain, counted := filepath.Join(top, "plain", filepath.Base(from)),
		filepath.Join(top, "counted", filepath.Base(from))
	for _, to := range []string{plain, counted} {
		ts.Check(os.CopyFS(to, os.DirFS(from)))
	}
	ts.Setenv("PLAIN", plain)
	ts.Setenv("COUNTED", counted)

	// The artifacts that the plain build installs must not be there for that of jprof.
	repository := filepath.Join(ts.Getenv("REAL_HOME"), ".m2", "repository",
		filepath.FromSlash(strings.ReplaceAll(group(ts), ".", "/")))
	ts.Check(os.RemoveAll(repository))
	plainCode := codeOf(ts, filepath.Join(plain, sub), mvn, args)
	ts.Check(os.RemoveAll(repository))
	want, err := compare.ReadResults(plain)
	ts.Check(err)

	before, err := compare.HashTree(counted)
	ts.Check(err)
	code := codeOf(ts, filepath.Join(counted, sub), "jprof", append([]string{tool}, args...))
	after, err := compare.HashTree(counted)
	ts.Check(err)
	ts.Check(ts.Chdir(here))

	if code != plainCode || (code == 0) == neg {
		ts.Fatalf("exit code %d plain, %d under jprof", plainCode, code)
	}
	if changed := compare.Changed(before, after); len(changed) > 0 {
		ts.Fatalf("changed in the user's tree: %q", changed)
	}
	if installed := artifacts(ts, repository); len(installed) > 0 {
		ts.Fatalf("installed in the user's repository: %q", installed)
	}
	got := compare.Results{}
	for dir := filepath.Join(counted, sub); ; dir = filepath.Dir(dir) {
		if runs := filepath.Join(dir, ".jprof", "runs"); paths.Exists(runs) {
			got, err = compare.ReadResults(runs)
			ts.Check(err)
			break
		}
		if dir == counted {
			break
		}
	}
	if len(want) == 0 && len(got) == 0 {
		return // no tests were asked for
	}
	if differences := want.Differences(got); len(differences) > 0 {
		ts.Fatalf("%s", strings.Join(differences, "\n"))
	}
	ts.Logf("the same results of %d tests: %v", len(want), want.Total())
}

// codeOf is that of a command, run in dir.
func codeOf(ts *testscript.TestScript, dir, command string, args []string) int {
	ts.Check(ts.Chdir(dir))
	ts.Logf("[%s] %s %s", dir, command, strings.Join(args, " "))
	err := ts.Exec(command, args...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	ts.Check(err)
	return 0
}

// artifacts lists what was installed below dir. Maven also leaves notes there on what it did not find.
func artifacts(ts *testscript.TestScript, dir string) []string {
	var found []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && (filepath.Ext(path) == ".jar" || filepath.Ext(path) == ".pom") {
			found = append(found, path)
		}
		return err
	})
	ts.Check(err)
	return found
}
