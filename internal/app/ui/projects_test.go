package ui

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jprof/buildtools"
	"jprof/buildtools/gradle"
	"jprof/buildtools/maven"
	"jprof/internal/app/manual"
	"jprof/internal/jtest"
)

// files writes files below a folder, by their paths.
func files(t *testing.T, dir string, texts map[string]string) string {
	t.Helper()
	for name, text := range texts {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// withTools is for start: the build tools of jprof.
func withTools(o *Options) { o.Tools = buildtools.Registry{maven.Tool{}, gradle.Tool{}} }

// openProject opens a project, and returns the path of its requests.
func (s *served) openProject(dir string) string {
	s.t.Helper()
	var p Project
	s.post("api/projects", map[string]string{"path": dir}, &p)
	if p.Path != filepath.Clean(dir) || p.Name != filepath.Base(dir) {
		s.t.Errorf("%s: %+v", dir, p)
	}
	return "api/projects/" + p.ID
}

func TestProjects(t *testing.T) {
	s := start(t, withTools)
	dir := t.TempDir()
	a := files(t, filepath.Join(dir, "a"), map[string]string{"pom.xml": "", "build.gradle": ""})
	b := files(t, filepath.Join(dir, "b"), map[string]string{"Main.java": ""})
	var state State
	s.get("api/state", &state)
	if len(state.Projects) > 0 || state.Here.Name != s.Env.Dir || state.Here.Project {
		t.Errorf("at first: %+v", state)
	}
	s.openProject(b)
	s.openProject(a)
	s.openProject(b + "/")
	s.get("api/state", &state)
	if len(state.Projects) != 2 || state.Projects[0].Path != b || state.Projects[1].Path != a ||
		!slices.Equal(state.Projects[1].Tools, []string{"mvn", "gradle"}) || state.Projects[0].Gone {
		t.Errorf("%+v", state.Projects)
	}
	wantPrivate(t, s)
	var project ProjectState
	s.get("api/projects/"+idOf(a), &project)
	if project.Path != a || len(project.Tools) != 2 || project.Tools[0].Usual != "verify" ||
		project.Tools[1].Unit != "task" || len(project.Tools[1].Goals) == 0 || project.NewestRun != nil {
		t.Errorf("%+v", project)
	}
	if err := os.RemoveAll(b); err != nil {
		t.Fatal(err)
	}
	s.get("api/state", &state)
	if !state.Projects[0].Gone {
		t.Errorf("after it was deleted: %+v", state.Projects)
	}
	s.fails("GET", "api/projects/"+idOf(b), nil, 404, "not there any more")
	s.post("api/projects/forget", map[string]string{"id": idOf(b)}, nil)
	s.get("api/state", &state)
	if len(state.Projects) != 1 || state.Projects[0].Path != a {
		t.Errorf("after one was forgotten: %+v", state.Projects)
	}
	s.fails("GET", "api/projects/"+idOf(b), nil, 404, "unknown project")
	s.fails("GET", "api/projects/"+idOf(dir), nil, 404, "unknown project") // never opened
	s.fails("POST", "api/projects", map[string]string{"path": "a"}, 400, "type the whole path, from the root on")
	s.fails("POST", "api/projects", map[string]string{"path": filepath.Join(dir, "none")}, 404, "no such folder")
	s.fails("POST", "api/projects", map[string]string{"path": filepath.Join(a, "pom.xml")}, 400, "not a folder")
	s.fails("POST", "api/projects", map[string]string{"pth": a}, 400, `unknown field "pth"`)
	s.fails("POST", "api/projects", []string{}, 400, "the body of the request")
}

// TestProjectsAtOnce has several servers of a user open projects at the same time.
func TestProjectsAtOnce(t *testing.T) {
	s := start(t, nil)
	done := make(chan error)
	for i := range 20 {
		go func() {
			done <- projects{s.projects.file}.open(filepath.Join("/p", string(rune('a'+i))), s.Env.Now())
		}()
	}
	for range 20 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if n := len(s.projects.list()); n != 20 {
		t.Errorf("%d projects", n)
	}
	if err := os.WriteFile(s.projects.file, []byte("broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	if n := len(s.projects.list()); n != 0 {
		t.Errorf("%d projects in a damaged file", n)
	}
}

func TestFolders(t *testing.T) {
	s := start(t, withTools)
	dir := files(t, t.TempDir(), map[string]string{"one/pom.xml": "", "two/X.java": "", "three/x.txt": "",
		".hidden/pom.xml": "", "secret.txt": ""})
	if err := os.Symlink(filepath.Join(dir, "one"), filepath.Join(dir, "zlink")); err != nil {
		t.Fatal(err)
	}
	var f Folders
	s.get("api/folders?path="+dir, &f)
	want := Folders{dir, filepath.Dir(dir), false, []Folder{{"one", true}, {"three", false}, {"two", true},
		{"zlink", true}}}
	if !reflect.DeepEqual(f, want) {
		t.Errorf("%+v, want %+v", f, want)
	}
	s.get("api/folders?path=/", &f)
	if f.Parent != "" || len(f.Folders) == 0 {
		t.Errorf("root: %+v", f)
	}
	s.fails("GET", "api/folders", nil, 400, "type the whole path, from the root on")
	s.fails("GET", "api/folders?path=one", nil, 400, "type the whole path, from the root on")
}

// program has all that a tree shows.
func program(t *testing.T) string {
	return files(t, t.TempDir(), map[string]string{
		"pom.xml":    "<project/>",
		"jprof.yaml": "",
		"README.md":  "",
		"core/src/main/java/a/b/App.java": "package a.b;\npublic class App {\n" +
			"  public static void main(final String... args) {}\n}\n",
		"core/src/main/java/a/b/Other.java":   "package a.b; class Other { void main(String[] args) {} }",
		"core/src/main/java/module-info.java": "module m {}",
		"core/src/main/resources/x.txt":       "",
		"core/pom.xml":                        "<project/>",
		"core/target/classes/X.class":         "",
		"core/target/generated/G.java":        "class G { public static void main(String[] a) {} }",
		"Compact.java":                        "void main() {}\n",
		"Old.java":                            "class Old { static public void main(String args[]) {} }",
		"Throws.java": "class Throws { public static void main(String[] a) " +
			"throws java.io.IOException, X {} }",
		"docs/x.md":              "",
		"latin.txt":              "Gr\xfc\xdfe",
		"binary":                 "a\x00b",
		".jprof/runs/x/run.json": "",
		".git/X.java":            "",
	})
}

func TestTree(t *testing.T) {
	s := start(t, withTools)
	dir := program(t)
	if err := os.Symlink("/etc", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	p := s.openProject(dir)
	for path, want := range map[string][]Entry{
		"": {{".jprof", ".jprof", kindOutput, false}, {"core", "core", kindModule, false},
			{"Compact.java", "Compact.java", kindJava, true}, {"Old.java", "Old.java", kindJava, true},
			{"Throws.java", "Throws.java", kindJava, true},
			{"jprof.yaml", "jprof.yaml", kindFile, false}, {"pom.xml", "pom.xml", kindFile, false}},
		"core":          {{"src", "core/src", kindFolder, false}, {"pom.xml", "core/pom.xml", kindFile, false}},
		"core/src/main": {{"java", "core/src/main/java", kindSources, false}},
		"core/src/main/java/a/b": {{"App.java", "core/src/main/java/a/b/App.java", kindJava, true},
			{"Other.java", "core/src/main/java/a/b/Other.java", kindJava, false}},
	} {
		var tree Tree
		s.get(p+"/tree?path="+path, &tree)
		if tree.Path != path || !reflect.DeepEqual(tree.Entries, want) {
			t.Errorf("%q: %+v\nwant %+v", path, tree, want)
		}
	}
	var mains Mains
	s.get(p+"/mains", &mains)
	want := []Main{{"Compact.java", "Compact"}, {"Old.java", "Old"}, {"Throws.java", "Throws"},
		{"core/src/main/java/a/b/App.java", "a.b.App"}}
	if !reflect.DeepEqual(mains.Mains, want) || mains.More {
		t.Errorf("%+v, want %+v", mains, want)
	}
}

func TestSource(t *testing.T) {
	s := start(t, withTools)
	p := s.openProject(program(t))
	for path, want := range map[string]Source{
		"core/src/main/java/module-info.java": {"core/src/main/java/module-info.java", "module m {}", 1},
		"./core/../Compact.java":              {"Compact.java", "void main() {}\n", 1},
		"latin.txt":                           {"latin.txt", "Grüße", 1},
		"jprof.yaml":                          {"jprof.yaml", "", 0},
	} {
		var got Source
		s.get(p+"/source?path="+path, &got)
		if got != want {
			t.Errorf("%s: %+v", path, got)
		}
	}
	s.fails("GET", p+"/source?path=binary", nil, 415, "not a text")
	s.fails("GET", p+"/source?path=none.java", nil, 404, "none.java")
	s.fails("GET", p+"/source?path=core", nil, 400, "not a file")
	s.fails("GET", p+"/tree?path=latin.txt", nil, 400, "not a folder")
	s.fails("GET", p+"/source", nil, 400, "not a file")
}

// TestOutside asks for paths outside of a project in all ways that there are.
func TestOutside(t *testing.T) {
	s := start(t, withTools)
	dir := t.TempDir()
	files(t, dir, map[string]string{"secret/X.java": "class X {}", "project/pom.xml": "", "project/large.txt": ""})
	project := filepath.Join(dir, "project")
	for link, target := range map[string]string{"abs": filepath.Join(dir, "secret"), "rel": "../secret",
		"X.java": "../secret/X.java", "passwd": "/etc/passwd"} {
		if err := os.Symlink(target, filepath.Join(project, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(filepath.Join(project, "large.txt"), maxSource+1); err != nil {
		t.Fatal(err)
	}
	p := s.openProject(project)
	for _, path := range []string{"../secret/X.java", "/etc/passwd", "a/../../secret/X.java", "..", "../secret",
		"%2e%2e/secret/X.java", "..%2fsecret", `..\secret`, "abs/X.java", "rel/X.java", "X.java", "passwd", "abs",
		"rel", "C:/x/.."} {
		for _, request := range []string{"/source", "/tree"} {
			status, failure := s.ask("GET", p+request+"?path="+path, nil, nil)
			if status != 403 && status != 404 && !(status == 400 && strings.Contains(failure.Error, "not a")) &&
				!(status == 500 && strings.Contains(failure.Error, "not a directory")) {
				t.Errorf("%s %s: %d, %+v", request, path, status, failure)
			}
		}
	}
	for _, path := range []string{"X.java", "abs/X.java"} {
		s.fails("GET", p+"/source?path="+path, nil, 403, path+": this link leads out of the project")
	}
	s.fails("GET", p+"/runs/..%2f..%2f/gates", nil, 403, "open the address")
	s.fails("GET", p+"/source?path=large.txt", nil, 413, "too large")
	var tree Tree
	s.get(p+"/tree", &tree)
	if len(tree.Entries) != 1 || tree.Entries[0].Name != "pom.xml" {
		t.Errorf("links are shown: %+v", tree)
	}
	for _, id := range []string{"..", "%2e%2e%2f", strings.Repeat("0", 12)} {
		if status, _ := s.ask("GET", "api/projects/"+id+"/tree", nil, nil); status == http.StatusOK {
			t.Errorf("project %s is answered", id)
		}
	}
}

// TestDoctor runs a stand-in for jprof.
func TestDoctor(t *testing.T) {
	stub := jtest.FakeTool(t, t.TempDir(), "jprof", `
echo "$PWD $*" >>"$(dirname "$0")/log"
case "$(cat mode)" in
problem) echo '{"problems": 1}'; echo 'jprof: 1 problem found, see above' >&2; exit 1;;
usage) printf 'jprof: %s\n' 'warning: old' 'doctor: it is bad' 'hint: do this' 'hint: or that' >&2; exit 2;;
garbage) echo 'not json';;
silent) exit 4;;
endless) echo $$ >pid; trap 'echo asked >asked; exit 130' INT; `+jtest.Forever()+`;;
esac`)
	s := start(t, func(o *Options) { o.Executable = stub })
	dir := t.TempDir()
	p := s.openProject(dir)
	mode := func(text string) { files(t, dir, map[string]string{"mode": text}) }
	mode("problem")
	var d struct{ Problems int }
	s.get(p+"/doctor", &d)
	if d.Problems != 1 {
		t.Errorf("%+v", d)
	}
	mode("usage")
	status, failure := s.ask("GET", p+"/doctor", nil, nil)
	if want := (Failure{"doctor: it is bad", []string{"do this", "or that"}}); status != 400 ||
		!reflect.DeepEqual(failure, want) {
		t.Errorf("%d %+v", status, failure)
	}
	mode("garbage")
	s.fails("GET", p+"/doctor", nil, 500, "jprof doctor printed no document")
	mode("silent")
	s.fails("GET", p+"/doctor", nil, 500, "failed without a message")
	log, err := os.ReadFile(filepath.Join(filepath.Dir(stub), "log"))
	if want := dir + " doctor --json"; err != nil || !strings.HasPrefix(string(log), want) {
		t.Errorf("it ran %s", log)
	}
	mode("endless")
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error)
	go func() {
		_, err := s.client.Do(request(t, "GET", s.base+p+"/doctor", "").WithContext(ctx))
		left <- err
	}()
	exists := func(name string) func() bool {
		return func() bool { _, err := os.Stat(filepath.Join(dir, name)); return err == nil }
	}
	if !jtest.Await(exists("pid")) {
		t.Fatal("it does not start")
	}
	leave()
	if err := <-left; err == nil || !jtest.Await(exists("asked")) {
		t.Errorf("the command goes on after its request has ended: %v", err)
	}
}

func TestCommandLine(t *testing.T) {
	var checked [][]string
	s := start(t, func(o *Options) {
		o.Commands = []Command{{Page: manual.Page{Name: "mvn", Options: []manual.Option{
			{Name: "--by-test", Names: []string{"--by-test"}},
			{Name: "--contexts", Names: []string{"--contexts"}, Value: "MODE", OptionalValue: true},
			{Name: "--output", Names: []string{"-o", "--output"}, Value: "DIR"}}}}}
		o.Check = func(dir string, argv []string) error {
			checked = append(checked, append([]string{dir}, argv...))
			return failf(400, "a hint", "a problem")
		}
	})
	dir := t.TempDir()
	p := s.openProject(dir)
	var got CommandLine
	for _, test := range []struct {
		call, line string
	}{
		{`{"command": "mvn", "args": ["-pl", "a b", "verify"]}`, `jprof mvn -pl "a b" verify`},
		{`{"command": "mvn", "args": "-pl 'a b' \"x;rm -rf /\" $(id)"}`,
			`jprof mvn -pl "a b" "x;rm -rf /" '$(id)'`},
		{`{"command": "mvn", "options": [{"name": "--by-test", "value": ""}, {"name": "contexts", "value": "app"},
			{"name": "-o", "value": "x y"}, {"name": "output", "value": "-z"}, {"name": "--contexts", "value": ""}]}`,
			`jprof mvn --by-test --contexts=app --output "x y" --output=-z --contexts`},
		{`{"command": "mvn", "options": [{"name": "by-test", "value": "false"}]}`, "jprof mvn --by-test=false"},
	} {
		answer, text := s.send(s.client, request(t, "POST", s.base+p+"/command", test.call))
		if err := json.Unmarshal([]byte(text), &got); err != nil || got.Line != test.line {
			t.Errorf("%s: %s %s, want %s", test.call, answer.Status, text, test.line)
		}
	}
	s.post(p+"/command", Call{Command: "mvn", Args: Args{"test"}}, &got)
	if !slices.Equal(got.Argv, []string{"jprof", "mvn", "test"}) || got.Line != "jprof mvn test" ||
		!reflect.DeepEqual(got.Problems, []Problem{{Text: "a problem", Hints: []string{"a hint"}}}) {
		t.Errorf("%+v", got)
	}
	if last := checked[len(checked)-1]; !slices.Equal(last, []string{dir, "mvn", "test"}) {
		t.Errorf("checked %q", last)
	}
	s.fails("POST", p+"/command", Call{Command: "rm"}, 400, `no command "rm"`)
	s.fails("POST", p+"/command", Call{Command: "/bin/sh"}, 400, "no command")
	s.fails("POST", p+"/command", Call{Command: "mvn", Options: []Given{{"--exec", "x"}}}, 400, `no option "--exec"`)
	s.fails("POST", p+"/command", Call{Command: "mvn", Args: Args{"a\x00b"}}, 400, "NUL")
	for args, want := range map[string]string{"'a": "arguments: a quote (') is not closed",
		`"a`: `arguments: a quote (") is not closed`, `a\`: `arguments: nothing follows the last \`} {
		_, failure := s.ask("POST", p+"/command", map[string]string{"command": "mvn", "args": args}, nil)
		if failure.Error != want {
			t.Errorf("%s: %q, want %q", args, failure.Error, want)
		}
	}
}
