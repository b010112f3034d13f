package maven

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jprof/buildtools"
)

// tree writes files below a new folder, and returns it.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return top
}

// pomXML is a pom called artifact, with more in it.
func pomXML(artifact string, more ...string) string {
	return "<project><groupId>g</groupId><artifactId>" + artifact + "</artifactId>" + strings.Join(more, "") +
		"</project>"
}

func modulesOf(names ...string) string {
	return "<modules><module>" + strings.Join(names, "</module><module>") + "</module></modules>"
}

func parentOf(artifact, path string) string {
	return "<parent><groupId>g</groupId><artifactId>" + artifact + "</artifactId>" + path + "</parent>"
}

func TestFind(t *testing.T) {
	for _, test := range []struct {
		name    string
		files   map[string]string
		cwd     string
		args    []string
		root    string
		modules string
	}{
		{"one pom", map[string]string{"p/pom.xml": pomXML("a")}, "p", nil, "p", "."},
		{"from a module, by its parent",
			map[string]string{"p/pom.xml": pomXML("a"), "p/m/pom.xml": pomXML("m", parentOf("a", ""))},
			"p/m", nil, "p", ". m"},
		{"a parent of another name does not count",
			map[string]string{"p/pom.xml": pomXML("other"), "p/m/pom.xml": pomXML("m", parentOf("a", ""))},
			"p/m", nil, "p/m", "."},
		{"an empty relative path", map[string]string{"p/pom.xml": pomXML("a"),
			"p/m/pom.xml": pomXML("m", parentOf("a", "<relativePath/>"))},
			"p/m", nil, "p/m", "."},
		{"by the modules above, over a folder without a pom",
			map[string]string{"p/pom.xml": pomXML("a", modulesOf("x/m")), "p/x/m/pom.xml": pomXML("m")},
			"p/x/m", nil, "p", ". x/m"},
		{"by the modules of a profile", map[string]string{
			"p/pom.xml":   pomXML("a", "<profiles><profile><id>x</id>"+modulesOf("m")+"</profile></profiles>"),
			"p/m/pom.xml": pomXML("m")}, "p/m", nil, "p", ". m"},
		{"two levels", map[string]string{"p/pom.xml": pomXML("a", modulesOf("b")),
			"p/b/pom.xml": pomXML("b", modulesOf("c")), "p/b/c/pom.xml": pomXML("c")},
			"p/b/c", nil, "p", ". b b/c"},
		{"modules beside it", map[string]string{"p/all/pom.xml": pomXML("a", modulesOf("../m")),
			"p/m/pom.xml": pomXML("m")},
			"p/all", nil, "p", "all m"},
		{"a parent beside it", map[string]string{"p/up/pom.xml": pomXML("a"),
			"p/m/pom.xml": pomXML("m", parentOf("a", "<relativePath>../up</relativePath>"))},
			"p/m", nil, "p", "m up"},
		{"a module named by its file",
			map[string]string{"p/pom.xml": pomXML("a", modulesOf("m/other.xml")), "p/m/other.xml": pomXML("m")},
			"p", nil, "p", ". m"},
		{"a folder .mvn above", map[string]string{"p/.mvn/maven.config": "", "p/x/m/pom.xml": pomXML("m")}, "p/x/m",
			nil, "p", "x/m"},
		{"-f with a file", map[string]string{"p/m/pom.xml": pomXML("m")}, "p", []string{"-f", "m/pom.xml"}, "p/m", "."},
		{"-f with a folder", map[string]string{"p/m/pom.xml": pomXML("m")}, "p", []string{"--file=m"}, "p/m", "."},
		{"modules that are not there, or hold an expression",
			map[string]string{"p/pom.xml": pomXML("a", modulesOf("no", "${x}"))}, "p", nil, "p", "."},
		{"a module that is broken", map[string]string{"p/pom.xml": pomXML("a", modulesOf("m")),
			"p/m/pom.xml": "<project>"}, "p", nil, "p", "."},
		{"a broken pom above that has nothing to do with it",
			map[string]string{"pom.xml": "<oops", "p/pom.xml": pomXML("a")}, "p", nil, "p", "."},
		{"a circle", map[string]string{"p/pom.xml": pomXML("a", modulesOf("m")),
			"p/m/pom.xml": pomXML("m", modulesOf(".."))}, "p/m", nil, "p", ". m"},
		{"another encoding", map[string]string{"p/pom.xml": "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" +
			pomXML("a", "<name>\xfc</name>", modulesOf("m")),
			"p/m/pom.xml": pomXML("m")}, "p/m", nil, "p", ". m"},
	} {
		t.Run(test.name, func(t *testing.T) {
			top := tree(t, test.files)
			b, err := open(filepath.Join(top, test.cwd), append(test.args, "verify"), nil)
			if err != nil {
				t.Fatal(err)
			}
			if want := filepath.Join(top, test.root); b.Project.Root != want {
				t.Errorf("root %s, want %s", b.Project.Root, want)
			}
			if got := strings.Join(b.Project.Modules, " "); got != test.modules {
				t.Errorf("modules %q, want %q", got, test.modules)
			}
		})
	}
}

func TestFindFails(t *testing.T) {
	top := tree(t, map[string]string{
		"p/pom.xml": pomXML("a"), "p/src/x": "", "broken/pom.xml": "<project>\n<name>a</nam>\n</project>",
		"html/pom.xml": "<html/>", "empty/pom.xml": "",
	})
	for _, test := range []struct {
		cwd  string
		args []string
		want string // in the error
		hint string
	}{
		{"p/src", nil, "p/src: no pom.xml in this folder", "the nearest one above is in " + top + "/p"},
		{"p", []string{"-f", "nowhere"}, "p/nowhere: no such pom (-f nowhere)", ""},
		{"broken", nil, "broken/pom.xml: not a valid pom: XML syntax error on line 2", ""},
		{"html", nil, "html/pom.xml: not a valid pom: no <project> at the top", ""},
		{"empty", nil, "empty/pom.xml: not a valid pom", ""},
	} {
		_, err := open(filepath.Join(top, test.cwd), append(test.args, "verify"), nil)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %v: %v, want %q", test.cwd, test.args, err, test.want)
			continue
		}
		var hinter interface{ Hints() []string }
		if !errors.As(err, &hinter) || len(hinter.Hints()) == 0 {
			t.Errorf("%v has no hints", err)
		} else if test.hint != "" && !slices.Contains(hinter.Hints(), test.hint) {
			t.Errorf("hints of %v: %q", err, hinter.Hints())
		}
	}
}

func TestHomeIsNoRoot(t *testing.T) {
	top := tree(t, map[string]string{"up/pom.xml": pomXML("a"), "p/pom.xml": pomXML("m",
		parentOf("a", "<relativePath>../up</relativePath>")), ".mvn/x": "", "q/pom.xml": pomXML("q")})
	t.Setenv("HOME", top)
	b, err := open(filepath.Join(top, "p"), []string{"verify"}, nil)
	if want := (buildtools.Project{Root: top, Parts: []string{"p", "up"}, Home: filepath.Join(top, "p"),
		Modules: []string{"p", "up"}}); err != nil || !reflect.DeepEqual(b.Project, want) {
		t.Errorf("modules spread over the home folder: %+v, %v", b, err)
	}
	b, err = open(filepath.Join(top, "q"), []string{"verify"}, nil)
	if err != nil || b.Project.Root != filepath.Join(top, "q") {
		t.Errorf("a .mvn in the home folder: %+v, %v", b, err)
	}
}

// TestBeside has a pom that names files beside the project, and some that it cannot mean.
func TestBeside(t *testing.T) {
	top := tree(t, map[string]string{
		"repo/backend/pom.xml": pomXML("b", `<build><filters><filter>../shared/filter.properties</filter></filters>
			<resources><resource><directory>${project.basedir}/../frontend/dist</directory></resource>
			<resource><directory>../missing</directory></resource><resource><directory>../${x}</directory></resource>`+
			`<resource><directory>../../repo</directory></resource></resources></build>`),
		"repo/shared/filter.properties": "", "repo/shared/other": "", "repo/frontend/dist/a.js": "",
		"repo/frontend/src/a.ts": "",
	})
	b, err := open(filepath.Join(top, "repo", "backend"), []string{"verify"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(top, "repo", "backend")
	want := buildtools.Project{Root: filepath.Join(top, "repo"), Home: home, Modules: []string{"backend"},
		Parts: []string{"backend", "frontend/dist", "shared/filter.properties"}}
	if !reflect.DeepEqual(b.Project, want) {
		t.Errorf("got  %+v\nwant %+v", b.Project, want)
	}
}

// TestPropertiesInMirror: paths in properties lead into the copy, but for those that are to stay the user's.
func TestPropertiesInMirror(t *testing.T) {
	top := tree(t, map[string]string{"p/pom.xml": pomXML("p")})
	root := filepath.Join(top, "p")
	b, err := open(root, []string{"-Dout=" + root + "/out", "-Dother=" + top, "-Dplain=x", "-Dmaven.repo.local=../repo",
		"-l", "my.log", "verify"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := b.withExtension("/mirror", buildtools.Executable{Path: "/mvn"}, "ext.jar", "hook").Args
	want := []string{"-Dout=/mirror/out", "-Dother=" + top, "-Dplain=x", "-Dmaven.repo.local=" + top + "/repo", "-l",
		root + "/my.log", "verify"}
	if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
		t.Errorf("got %q", got)
	}
}

func TestCommand(t *testing.T) {
	top := tree(t, map[string]string{"p/pom.xml": pomXML("a", modulesOf("m")), "p/m/pom.xml": pomXML("m"),
		"p/s.xml": "", "own.xml": "", "bin/mvn": ""})
	root := filepath.Join(top, "p")
	mirror := "/mirror/p"
	own := []string{"-Dmaven.ext.class.path=/ext.jar", "-Djprof.hook=/hook", "-Dmaven.install.skip=true",
		"-Djprof.skip=true", "-Dmaven.deploy.skip=true",
		"-Dmaven.build.cache.enabled=false",
		"-Ddevelocity.cache.local.enabled=false", "-Ddevelocity.cache.remote.enabled=false",
		"-Dgradle.cache.local.enabled=false", "-Dgradle.cache.remote.enabled=false"}
	for _, test := range []struct {
		cwd  string
		args []string
		dir  string
		want []string
	}{
		{"p", []string{"-T2", "verify"}, mirror, []string{"-T2", "verify"}},
		{"p/m", []string{"verify"}, mirror + "/m", []string{"verify"}},
		{"p", []string{"-f", "m", "verify"}, mirror, []string{"-f", "m", "verify"}},
		{"p", []string{"-f", root + "/m/pom.xml", "verify"}, mirror, []string{"-f", mirror + "/m/pom.xml", "verify"}},
		{"p", []string{"--file=" + root, "verify"}, mirror, []string{"--file=" + mirror, "verify"}},
		{".", []string{"-fp", "verify"}, top, []string{"-f" + mirror, "verify"}},
		{"p", []string{"-s", "s.xml", "-gs../own.xml"}, mirror, []string{"-s", "s.xml", "-gs../own.xml"}},
		{"p", []string{"-s", "../own.xml", "verify"}, mirror, []string{"-s", top + "/own.xml", "verify"}},
	} {
		b, err := open(filepath.Join(top, test.cwd), test.args, []string{"PATH=" + top + "/bin"})
		if err != nil {
			t.Fatalf("%v: %v", test.args, err)
		}
		exe, err := b.locate(mirror)
		if err != nil {
			t.Fatal(err)
		}
		c := b.withExtension(mirror, exe, "/ext.jar", "/hook")
		want := append(test.want, own...)
		if !slices.Equal(c.Args, want) || c.Dir != test.dir || c.Path != top+"/bin/mvn" {
			t.Errorf("%v in %s: %s in %s\nwant %q in %s", test.args, test.cwd, c, c.Dir, want, test.dir)
		}
		inPlace := b.withoutChecks(mirror, exe)
		if text := inPlace.String(); strings.Contains(text, "ext.class.path") || strings.Contains(text, "jprof.hook") ||
			!slices.Contains(inPlace.Args, "-Drat.skip=true") ||
			!slices.Contains(inPlace.Args, "-Dmaven.deploy.skip=true") ||
			!slices.Equal(inPlace.Args[:len(test.want)], test.want) {
			t.Errorf("in place: %s", text)
		}
	}
}

func TestExtClassPath(t *testing.T) {
	const property = "-Dmaven.ext.class.path="
	for _, test := range []struct {
		name        string
		args, env   []string
		config, jvm string
		want        string
	}{
		{"nothing", nil, nil, "", "", "/ext.jar"},
		{"argument", []string{property + "/a.jar"}, []string{"MAVEN_OPTS=" + property + "/b.jar"}, "", "",
			"/ext.jar:/a.jar"},
		{"the last argument counts", []string{property + "/a.jar", property + "/b.jar:/c.jar"}, nil, "", "",
			"/ext.jar:/b.jar:/c.jar"},
		{"MAVEN_ARGS", nil, []string{"MAVEN_ARGS=-X " + property + "/a.jar"}, property + "/b.jar", "",
			"/ext.jar:/a.jar"},
		{"maven.config", nil, []string{"MAVEN_OPTS=" + property + "/b.jar"},
			"# a comment\n-T2\n" + property + "/a.jar\n", "", "/ext.jar:/a.jar"},
		{"MAVEN_OPTS", nil, []string{"MAVEN_OPTS=-Xmx1g '" + property + "/a b.jar'"}, "", property + "/b.jar",
			"/ext.jar:/a b.jar"},
		{"jvm.config", nil, []string{"JAVA_TOOL_OPTIONS=" + property + "/b.jar"}, "",
			"-Xmx1g\n" + property + "/a.jar\n", "/ext.jar:/a.jar"},
		{"JAVA_TOOL_OPTIONS", nil, []string{"JAVA_TOOL_OPTIONS=\"" + property + "/a b.jar\" -ea"}, "", "",
			"/ext.jar:/a b.jar"},
		{"jprof's own", []string{property + "/ext.jar"}, nil, "", "", "/ext.jar"},
	} {
		top := tree(t, map[string]string{"pom.xml": pomXML("a"), ".mvn/maven.config": test.config,
			".mvn/jvm.config": test.jvm})
		b, err := open(top, append(test.args, "verify"), test.env)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.extClassPath("/ext.jar"); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestLocate(t *testing.T) {
	top := tree(t, map[string]string{"p/pom.xml": pomXML("a", modulesOf("m")), "p/m/pom.xml": pomXML("m"),
		"mirror/mvnw": "", "mirror/m/pom.xml": "", "bin/mvn": "", "mvnw": ""})
	mirror := filepath.Join(top, "mirror")
	env := []string{"PATH=relative:" + top + "/none:" + top + "/bin"}
	b, err := open(filepath.Join(top, "p", "m"), []string{"verify"}, env)
	if err != nil {
		t.Fatal(err)
	}
	if exe, err := b.locate(mirror); err != nil || exe.Path != mirror+"/mvnw" || !exe.Wrapper {
		t.Errorf("from a module: %+v, %v", exe, err)
	}
	if err := os.Chmod(mirror+"/mvnw", 0o644); err != nil {
		t.Fatal(err)
	}
	exe, err := b.locate(mirror)
	if c := b.withExtension(mirror, exe, "j", "h"); err != nil || c.Path != "/bin/sh" || c.Args[0] != mirror+"/mvnw" {
		t.Errorf("a wrapper that is not executable: %s, %v", c, err)
	}
	if err := os.Remove(mirror + "/mvnw"); err != nil {
		t.Fatal(err)
	}
	if exe, err := b.locate(mirror); err != nil || exe.Path != top+"/bin/mvn" || exe.Wrapper {
		t.Errorf("without a wrapper: %+v, %v", exe, err)
	}
	b.env = []string{"PATH=/nowhere"}
	var hinter *buildtools.Error
	if _, err := b.locate(mirror); err == nil ||
		!strings.Contains(err.Error(), "no mvnw in the project, and no mvn on the PATH") || !errors.As(err, &hinter) {
		t.Errorf("without any: %v", err)
	}
	info, err := open(filepath.Join(top, "bin"), []string{"-v"}, env)
	if err != nil || !info.AsTyped {
		t.Fatalf("mvn -v: %+v, %v", info, err)
	}
	if c, err := info.Plain(); err != nil || c.Path != top+"/bin/mvn" || c.Dir != top+"/bin" ||
		!slices.Equal(c.Args, []string{"-v"}) {
		t.Errorf("mvn -v: %s, %v", c, err)
	}
}
