package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"jprof/internal/jtest"
	"jprof/internal/util/version"
)

// gradleBuilds are a library, and a shop of two projects that includes the library. The shop's task check starts jprof.
const gradleBuilds = `
-- library/settings.gradle --
MANAGEMENT
rootProject.name = 'library'
-- library/build.gradle --
plugins { id 'java'; id 'ID' version 'VERSION' }
group = 'demo'
version = '1'
REPOSITORIES
dependencies { testImplementation 'junit:junit:4.13.2' }
test { systemProperty 'times', findProperty('times') ?: '3' }
-- library/src/main/java/lib/Twice.java --
package lib;

public class Twice {
    public static int twice(int n) {
        return n + n;
    }
}
-- library/src/test/java/lib/TwiceTest.java --
package lib;

public class TwiceTest {
    @org.junit.Test
    public void twice() {
        for (int i = 0; i < Integer.getInteger("times"); i++) {
            org.junit.Assert.assertEquals(2 * i, Twice.twice(i));
        }
    }
}
-- shop/settings.gradle --
MANAGEMENT
rootProject.name = 'shop'
include 'core', 'app'
includeBuild '../library'
-- shop/gradle.properties --
org.gradle.parallel=true
-- shop/build.gradle --
plugins { id 'base'; id 'ID' version 'VERSION' }
REPOSITORIES
jprof {
    settings = [report: [title: "Of ${name}"], check: [lines: 100]]
    tasks = ['check']
}
check.dependsOn jprofTest
task libraries { dependsOn gradle.includedBuild('library').task(':jprofTest') }
subprojects {
    apply plugin: 'java'
    REPOSITORIES
    dependencies { testImplementation 'junit:junit:4.13.2' }
    test { systemProperty 'times', findProperty('times') ?: '3' }
}
-- shop/core/build.gradle --
dependencies { implementation 'demo:library:1' }
-- shop/core/src/main/java/core/Core.java --
package core;

public class Core {
    public static int four(int n) {
        return lib.Twice.twice(lib.Twice.twice(n));
    }
}
-- shop/core/src/test/java/core/CoreTest.java --
package core;

public class CoreTest {
    @org.junit.Test
    public void four() {
        for (int i = 0; i < Integer.getInteger("times"); i++) {
            org.junit.Assert.assertEquals(4 * i, Core.four(i));
        }
    }
}
-- shop/app/build.gradle --
dependencies { implementation project(':core') }
-- shop/app/src/main/java/app/App.java --
package app;

public class App {
    public static String line(int n) {
        return "is " + core.Core.four(n);
    }
}
-- shop/app/src/test/java/app/AppTest.java --
package app;

public class AppTest {
    @org.junit.Test
    public void line() {
        org.junit.Assert.assertEquals("is 8", App.line(2));
    }
}
-- parts/settings.gradle --
MANAGEMENT
include 'core'
-- parts/core/build.gradle --
plugins { id 'ID' version 'VERSION' }
jprof {
    settings = [exclude: [paths: ["**/${name}/**", 'a"b\\c']], 'by-test': true, check: [lines: 80.5]]
    executable = file('show.sh')
}
tasks.register('jprofDiff', jprof.gradle.JprofCommand) { command = 'diff'; options = ['--exit-code'] }
-- parts/core/show.sh --
pwd
for a; do printf '<%s>' "$a"; done
echo
cat "$JPROF_SETTINGS"
-- parts/extra.gradle --
println 'extra script'
`

// gradleVersion is a version of Gradle with a repository that has the plugin.
type gradleVersion struct {
	*deployed
	version string
	bin     string // the folder of its command
}

// oldestGradle runs the plugin with the oldest Gradle, in builds of one project and of several.
func (d *deployed) oldestGradle(t *testing.T) {
	for _, tool := range []string{"bash", "zip", "unzip"} { // of dist.sh
		jtest.NeedsTool(t, tool)
	}
	g := d.gradle(t, "5.6")
	g.usual(t, g.builds(t))
}

// publicAPI checks that the plugin names no internal type of Gradle, which other versions may not have.
func (d *deployed) publicAPI(t *testing.T) {
	name := "jprof-gradle-plugin-" + d.version + ".jar"
	jar, err := os.ReadFile(filepath.Join("plugins", "gradle-plugin", "target", name))
	if err != nil {
		t.Fatal(err)
	}
	classes := unpacked(t, target{os: "windows"}, jar) // a zip, as archives for Windows
	types := regexp.MustCompile(`org/gradle/[\w/]+`).FindAllString(classes, -1)
	if types == nil {
		t.Errorf("%s names nothing of Gradle", name)
	}
	for _, name := range types {
		if strings.Contains(name, "/internal/") {
			t.Errorf("the plugin depends on %s", name)
		}
	}
}

// TestAcceptanceGradlePlugin runs the plugin with each Gradle.
func TestAcceptanceGradlePlugin(t *testing.T) {
	jtest.Acceptance(t)
	d := deploy(t)
	for _, version := range jtest.Gradles {
		t.Run(version, func(t *testing.T) { d.gradle(t, version).all(t) })
	}
}

// gradle returns a version of Gradle with a new user home.
func (d *deployed) gradle(t *testing.T, version string) gradleVersion {
	bin, err := jtest.Gradle(".", version)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GRADLE_USER_HOME", t.TempDir())
	return gradleVersion{d, version, bin}
}

// all runs the plugin in all ways.
func (g gradleVersion) all(t *testing.T) {
	if g.version == "4.4.1" {
		out, ok := g.run(t, filepath.Join(g.builds(t), "library"), "--no-daemon", "jprofTest")
		if ok || !strings.Contains(out, "the plugin of jprof needs Gradle 5.6 or later: this is 4.4.1") {
			t.Errorf("succeeded: %v\n%s", ok, out)
		}
		return
	}
	ours := g.builds(t)
	want, ofShop := g.usual(t, ours)
	library, shop := filepath.Join(ours, "library"), filepath.Join(ours, "shop")
	t.Run("in an included build", func(t *testing.T) {
		g.succeed(t, shop, ofShop, 3, "--offline", "-Ptimes=5", "libraries", "jprofTest")
		if got, runs := g.counts(t, library); got != want || runs != 2 {
			t.Errorf("%d runs of the included build, the counts are\n%s\nwant\n%s", runs, got, want)
		}
	})
	t.Run("configuration cache", func(t *testing.T) { g.cached(t, library) })
}

// usual runs the plugin in builds, and returns the counts of the library and of the shop by jprof gradle.
func (g gradleVersion) usual(t *testing.T, ours string) (library, shop string) {
	plain := g.builds(t)
	library = g.plain(t, filepath.Join(plain, "library"), "test", "-Ptimes=5")
	shop = g.plain(t, filepath.Join(plain, "shop"), "check", "-Ptimes=5")
	t.Run("one project", func(t *testing.T) {
		g.succeed(t, filepath.Join(ours, "library"), library, 1, "jprofTest", "-Ptimes=5")
	})
	t.Run("several projects", func(t *testing.T) { g.several(t, filepath.Join(ours, "shop"), shop) })
	t.Run("arguments", g.arguments)
	return library, shop
}

// several runs the plugin in the shop, whose build file has settings.
func (g gradleVersion) several(t *testing.T, shop, want string) {
	g.succeed(t, shop, want, 1, "check", "-Ptimes=5")
	report, err := os.ReadFile(filepath.Join(shop, ".jprof", "report", "index.html"))
	if err != nil || !strings.Contains(string(report), "Of shop") {
		t.Errorf("%v: the report has not the title of the build file", err)
	}
	// Offline, with tests that execute nothing.
	out, ok := g.run(t, shop, "--offline", "-q", "-Ptimes=0", "jprofTest", "--tasks=:core:test", "jprofCheck")
	if _, runs := g.counts(t, shop); ok || runs != 2 ||
		!regexp.MustCompile(`lines +project .* 100 %`).MatchString(out) ||
		!strings.Contains(out, "jprof check ended with exit code 1") {
		t.Errorf("succeeded: %v; %d runs\n%s", ok, runs, out)
	}
	path := filepath.Join(shop, "jprof.yaml")
	if err := os.WriteFile(path, []byte("report:\n  title: Of the file\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(path)
	out, ok = g.run(t, shop, "--offline", "jprofReport")
	both := regexp.MustCompile(`jprof\.yaml: line 2: report\.title is also set in \S+build\.gradle`)
	if ok || !both.MatchString(out) {
		t.Errorf("succeeded: %v\n%s", ok, out)
	}
}

// arguments applies the plugin to a project that is not the root, with a script in place of jprof.
func (g gradleVersion) arguments(t *testing.T) {
	parts := filepath.Join(g.builds(t), "parts")
	out, ok := g.run(t, parts, "--offline", "--continue", "-I", "extra.gradle", "-x", "help", "-Da=1 2", "-Pb=3",
		"--max-workers=7", "-w", "-s", "jprofTest", "jprofReport", "--options=--format=csv", "--options=-o -",
		"jprofDiff")
	core := filepath.Join(parts, "core", "build.gradle")
	for _, want := range []string{
		parts + "\n<gradle><--max-workers><7>",
		"<--init-script><" + filepath.Join(parts, "extra.gradle") + ">",
		"<--no-daemon><--no-parallel><--offline><--continue>",
		"<--warn><--stacktrace><--exclude-task><help><-D", "<-Da=1 2>", "><-Pb=3><:core:test>\n",
		parts + "\n<report><--format=csv><-o ->\n",
		parts + "\n<diff><--exit-code>\n",
		`{"file": "` + core + `", "line": 0, "settings": {"exclude": {"paths": ["**/core/**", "a\"b\\c"]}, ` +
			`"by-test": true, "check": {"lines": 80.5}}, "places": []}`,
	} {
		if !ok || !strings.Contains(out, want) {
			t.Errorf("succeeded: %v; no %s\n%s", ok, want, out)
		}
	}
}

// cached runs the plugin with a configuration cache, where jprof and Gradle have one.
func (g gradleVersion) cached(t *testing.T, library string) {
	if strings.HasPrefix(g.version, "5.") || strings.HasPrefix(g.version, "6.") {
		t.Skipf("Gradle %s has no configuration cache that can be used", g.version)
	}
	for i, step := range []struct {
		args, prints string
	}{
		{"-Ptimes=4", "Configuration cache entry stored"},
		{"-Ptimes=4 -Dlater=1", "Reusing configuration cache"},
		{"-Ptimes=6", "Configuration cache entry stored"},
	} {
		_, before := g.counts(t, library)
		args := append([]string{"--offline", "--configuration-cache", "jprofTest"}, strings.Fields(step.args)...)
		out, ok := g.run(t, library, args...)
		got, runs := g.counts(t, library)
		if !ok || runs != before+1 || !strings.Contains(out, step.prints) {
			t.Fatalf("step %d: succeeded: %v; %d runs\n%s", i, ok, runs, out)
		}
		if want := "\nFNDA:" + args[3][len(args[3])-1:] + ",Twice::twice(int)\n"; !strings.Contains(got, want) {
			t.Errorf("step %d: no %q in\n%s", i, want, got)
		}
		list, _ := g.deployed.run(t, library, g.jprof(), "check")
		if _, later := strings.CutPrefix(step.args, "-Ptimes=4 "); later != strings.Contains(list, "-Dlater=1") {
			t.Errorf("step %d: not the property of this call:\n%s", i, list)
		}
	}
}

// builds lays out the builds.
func (g gradleVersion) builds(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ours := "repositories { maven { url '" + g.url() + "' }; mavenCentral() }"
	text := strings.NewReplacer("MANAGEMENT", "pluginManagement { "+ours+" }", "REPOSITORIES", ours,
		"ID", version.Group()+".jprof", "VERSION", g.deployed.version).Replace(gradleBuilds)
	for _, f := range txtar.Parse([]byte(text)).Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		data := f.Data
		if filepath.Ext(path) == ".sh" {
			data = append([]byte("#!/bin/sh\n"), data...)
		}
		if err := os.WriteFile(path, data, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// run runs Gradle, which is not on the PATH, in a folder.
func (g gradleVersion) run(t *testing.T, dir string, args ...string) (string, bool) {
	t.Helper()
	return g.deployed.run(t, dir, filepath.Join(g.bin, "gradle"), append([]string{"--console=plain"}, args...)...)
}

// succeed runs Gradle, and compares the counts of the newest run and the number of runs.
func (g gradleVersion) succeed(t *testing.T, dir, want string, wantRuns int, args ...string) {
	t.Helper()
	out, ok := g.run(t, dir, args...)
	if got, runs := g.counts(t, dir); !ok || got != want || runs != wantRuns {
		t.Fatalf("succeeded: %v; %d runs, the counts are\n%s\nwant\n%s\n%s", ok, runs, got, want, out)
	}
}

func (g gradleVersion) jprof() string { return filepath.Join(g.deployed.bin, host().binary()) }

// plain runs jprof gradle in a folder, and returns the counts.
func (g gradleVersion) plain(t *testing.T, dir string, args ...string) string {
	t.Helper()
	path := os.Getenv("PATH")
	defer os.Setenv("PATH", path)
	os.Setenv("PATH", g.bin+string(os.PathListSeparator)+path)
	if out, ok := g.deployed.run(t, dir, g.jprof(), append([]string{"gradle"}, args...)...); !ok {
		t.Fatal(out)
	}
	lcov, _ := g.counts(t, dir)
	return lcov
}
