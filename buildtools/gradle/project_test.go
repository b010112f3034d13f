package gradle

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"jprof/buildtools"
)

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// layout writes the files of a txtar archive, and returns their folder.
func layout(t *testing.T, text string) string {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range txtar.Parse([]byte(text)).Files {
		write(t, top, file.Name, string(file.Data))
	}
	return top
}

func TestFind(t *testing.T) {
	const builds = `
-- app/settings.gradle --
rootProject.name = 'app'
include 'core', ':web:ui'
include("tools")
project(':tools').projectDir = file('../shared/tools')
includeBuild '../library' // includeBuild '../commented'
-- app/core/build.gradle --
sourceSets.main.java.srcDir '../../extra/src'
apply from: "$rootDir/../common.gradle"
-- app/web/ui/build.gradle --
-- library/settings.gradle.kts --
includeBuild("../deeper")
-- deeper/build.gradle.kts --
-- shared/tools/build.gradle --
-- extra/src/A.java --
-- common.gradle --
-- commented/build.gradle --
-- unrelated/build.gradle --
-- single/build.gradle --
-- none/README --
`
	top := layout(t, builds)
	for _, test := range []struct {
		dir, args         string
		root, home, parts string
		modules           string
		err               string
	}{
		{dir: "app", root: ".", home: "app", parts: "app common.gradle deeper extra/src library shared/tools",
			modules: "app app/core app/web/ui shared/tools"},
		{dir: "app/web/ui", root: ".", home: "app", parts: "app common.gradle deeper extra/src library shared/tools",
			modules: "app app/core app/web/ui shared/tools"},
		{dir: ".", args: "-p library", root: ".", home: "library", parts: "deeper library", modules: "library"},
		{dir: "single", root: "single", home: "single", modules: "."},
		{dir: "single", args: "--include-build ../none", root: ".", home: "single", parts: "none single",
			modules: "single"},
		{dir: "none", err: "no settings.gradle or build.gradle"},
		{dir: ".", args: "-p nowhere", err: "no such folder"},
	} {
		b, err := open(filepath.Join(top, test.dir), append(strings.Fields(test.args), "build"), nil)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s %s: error %v", test.dir, test.args, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s %s: %v", test.dir, test.args, err)
			continue
		}
		want := buildtools.Project{
			Root: filepath.Join(top, test.root), Home: filepath.Join(top, test.home),
			Parts: strings.Fields(test.parts), Modules: strings.Fields(test.modules),
		}
		if len(want.Parts) == 0 {
			want.Parts = nil
		}
		if !reflect.DeepEqual(b.Project, want) {
			t.Errorf("%s %s:\ngot  %+v\nwant %+v", test.dir, test.args, b.Project, want)
		}
	}
}

func TestCommand(t *testing.T) {
	top := layout(t, `
-- p/settings.gradle --
-- p/init.gradle --
`)
	b, err := open(filepath.Join(top, "p"), strings.Fields("-I init.gradle --project-cache-dir "+top+
		"/state --configure-on-demand -g "+top+"/user --console plain test --tests A"), nil)
	if err != nil {
		t.Fatal(err)
	}
	c := b.withScript("/m", buildtools.Executable{Path: "/gradle"}, "/s.gradle", "/hook")
	got := c.Args[:slices.Index(c.Args, "--no-build-cache")]
	want := []string{"-I", "init.gradle", "-g", top + "/user", "--console", "plain", "test", "--tests", "A",
		"-Djprof.skip=true", "--init-script", "/s.gradle", "-Djprof.hook=/hook"}
	if !slices.Equal(got, want) || c.Dir != "/m" || c.Path != "/gradle" {
		t.Errorf("got %q in %s", c.Args, c.Dir)
	}
}

func TestSourceSets(t *testing.T) {
	top := layout(t, `
-- settings.gradle.kts --
rootProject.name = "shop"
include(":core", ":web")
include(":docs")
-- build.gradle.kts --
// java
-- core/build.gradle.kts --
plugins {
    `+"`java-library`"+`
}
java { toolchain { languageVersion.set(JavaLanguageVersion.of(21)) } }
tasks.withType<JavaCompile> { options.encoding = "ISO-8859-1"; options.release.set(11) }
-- core/src/main/java/A.java --
-- core/src/testFixtures/java/B.java --
-- web/build.gradle --
plugins { id 'war' }
sourceCompatibility = JavaVersion.VERSION_1_8
-- web/src/test/java/C.java --
-- docs/build.gradle.kts --
plugins { id("org.asciidoctor.jvm.convert") version "4.0.2" }
-- docs/src/main/java/D.java --
`)
	b, err := open(top, []string{"build"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []buildtools.SourceSet{
		{Module: buildtools.Module{ID: "shop:core", Dir: "core"}, Name: "main", Roots: []string{"core/src/main/java"},
			Encoding: "ISO-8859-1", Level: "11"},
		{Module: buildtools.Module{ID: "shop:core", Dir: "core"}, Name: "testFixtures",
			Roots: []string{"core/src/testFixtures/java"}, Encoding: "ISO-8859-1", Level: "11"},
		{Module: buildtools.Module{ID: "shop:web", Dir: "web"}, Name: "test", Roots: []string{"web/src/test/java"},
			Encoding: "UTF-8", Level: "1.8"},
	}
	if got := b.sourceSets(); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// TestPlain: the wrapper of the build is found from any of its folders, and not above the build.
func TestPlain(t *testing.T) {
	top := layout(t, `
-- gradlew --
-- p/settings.gradle --
-- p/gradlew --
-- p/web/ui/build.gradle --
-- q/build.gradle --
`)
	for dir, want := range map[string]string{"p": "p/gradlew", "p/web/ui": "p/gradlew", "q": ""} {
		b, err := open(filepath.Join(top, dir), []string{"--version"}, []string{"PATH="})
		if err != nil {
			t.Fatal(err)
		}
		c, err := b.Plain()
		if want == "" {
			if err == nil || !strings.Contains(err.Error(), "no gradlew in the project, and no gradle on the PATH") {
				t.Errorf("%s: %v, %v", dir, c, err)
			}
		} else if err != nil || !slices.Contains(append(c.Args, c.Path), filepath.Join(top, want)) {
			t.Errorf("%s: %v, %v", dir, c, err)
		}
	}
}
