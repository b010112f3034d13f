package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"jprof/internal/jtest"
)

// TestCIExamples plays the examples of docs/CI.md as the CI system of each would: each job in a clone of its own of
// testdata/ci, with jprof from a release that a server on this machine has, commands by the shell of that system, files
// handed on between the jobs. A build that several of them have in common is made once.
func TestCIExamples(t *testing.T) {
	jtest.Slow(t)
	if _, err := exec.LookPath("mvn"); err != nil {
		t.Skip("no mvn on the PATH")
	}
	t.Parallel()
	text, err := os.ReadFile("../../../docs/CI.md")
	if err != nil {
		t.Fatal(err)
	}
	origin, release := ciOrigin(t), newRelease(t, buildOnce(t))
	for _, system := range []struct {
		name, language string
		play           func(*ciSystem, string)
	}{
		{"GitHub Actions", "yaml", playGitHub},
		{"GitLab", "yaml", playGitLab},
		{"Jenkins", "groovy", playJenkins},
		{"CircleCI", "yaml", playCircleCI},
		{"Azure Pipelines", "yaml", playAzure},
	} {
		section := regexp.MustCompile("(?s)\n## " + system.name + "\n(.*?)\n## ").FindSubmatch(text)
		if section == nil {
			t.Fatalf("no section %s", system.name)
		}
		examples := regexp.MustCompile("(?s)\n```"+system.language+"\n(.*?)```\n").FindAllSubmatch(section[1], -1)
		if len(examples) == 0 {
			t.Fatalf("no example for %s", system.name)
		}
		for i, example := range examples {
			t.Run(fmt.Sprint(system.name, " ", i+1), func(t *testing.T) {
				s := newCISystem(t, origin, release)
				system.play(s, string(example[1]))
				s.reported("Calculator")
				if s.failed {
					t.Errorf("a job failed:\n%s", s.output.String())
				}
			})
			if i == 0 && system.name == "GitHub Actions" {
				t.Run("a gate that fails", func(t *testing.T) {
					playFailingGate(t, origin, release, string(example[1]))
				})
			}
		}
	}
}

// ciSystem holds the state that all of them have in common.
type ciSystem struct {
	t         *testing.T
	origin    string // the repository
	release   *release
	artifacts string            // a folder for each, by name
	published map[string]string // folders or files that users see, by name
	output    strings.Builder   // of all jobs
	failed    bool              // one of the jobs did
}

func newCISystem(t *testing.T, origin string, release *release) *ciSystem {
	return &ciSystem{t: t, origin: origin, release: release, artifacts: t.TempDir(), published: map[string]string{}}
}

// reported checks that the last job has published a report with a class, and checked the gates.
func (s *ciSystem) reported(class string) {
	s.t.Helper()
	page := ""
	for name, dir := range s.published {
		text, err := os.ReadFile(filepath.Join(dir, "index.html"))
		if err != nil {
			text, err = os.ReadFile(filepath.Join(dir, "report", "index.html"))
		}
		if err == nil {
			s.t.Logf("the report is in %s", name)
			page = string(text)
		}
	}
	if !strings.Contains(page, class) {
		s.t.Errorf("no report with %s in %v", class, s.published)
	}
	if !strings.Contains(s.output.String(), "gates passed") {
		s.t.Errorf("no gates in\n%s", s.output.String())
	}
}

// ciOrigin makes the repository that all jobs clone. It has the scripts in the folder ci, as Jenkins needs them.
func ciOrigin(t *testing.T) string {
	t.Helper()
	origin := filepath.Join(t.TempDir(), "origin")
	if err := os.CopyFS(origin, os.DirFS("../../../testdata/ci")); err != nil {
		t.Fatal(err)
	}
	if err := jtest.QuickTests(filepath.Join(origin, "pom.xml")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(origin, "ci"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, script := range []string{"install.sh", "count.sh"} {
		if err := copyFile(filepath.Join("../../../.ci", script), filepath.Join(origin, "ci", script)); err != nil {
			t.Fatal(err)
		}
	}
	git := "git init -q -b main . && git add -A && git commit -q -m one && echo >>pom.xml && git commit -q -a -m two"
	cmd := exec.Command("sh", "-e", "-c", git)
	cmd.Dir = origin
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a",
		"GIT_COMMITTER_EMAIL=a@b")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return origin
}

// buildOnce is the executable of the release: jprof. Clones of one commit are equal, so equal commands leave equal
// runs: the first job builds, the others take its run.
func buildOnce(t *testing.T) string {
	t.Helper()
	jprof, err := exec.LookPath("jprof")
	if err != nil {
		t.Fatal(err)
	}
	return `#!/bin/sh
set -e
[ "$1" = mvn ] || exec ` + jprof + ` "$@"
built=` + t.TempDir() + `/$(printf '%s\n' "$@" "$(git rev-parse HEAD)" | git hash-object --stdin)
if ! [ -d "$built" ]; then
	` + jprof + ` "$@"
	cp -a .jprof/runs "$built"
else
	mkdir -p .jprof
	cp -a "$built" .jprof/runs
fi
`
}

// ciJob is a job with a clone of its own.
type ciJob struct {
	*ciSystem
	dir    string   // the clone
	temp   string   // a folder for the job that is not in the clone
	path   []string // folders that the job has added to its PATH, last first
	env    []string // of the job
	failed bool     // a step has
}

// job starts a job. Its PATH has no jprof.
func (s *ciSystem) job(env ...string) *ciJob {
	s.t.Helper()
	temp := s.t.TempDir()
	j := &ciJob{ciSystem: s, dir: filepath.Join(temp, "clone"), temp: filepath.Join(temp, "temp"), env: env}
	if err := os.Mkdir(j.temp, 0o777); err != nil {
		s.t.Fatal(err)
	}
	if out, err := exec.Command("git", "clone", "-q", s.origin, j.dir).CombinedOutput(); err != nil {
		s.t.Fatalf("%v\n%s", err, out)
	}
	return j
}

// end says that the job has no more steps.
func (j *ciJob) end() { j.ciSystem.failed = j.ciSystem.failed || j.failed }

// run runs a script by a shell, in a folder of the clone, and returns its output. A failure is one of the job.
func (j *ciJob) run(shell []string, script, dir string, env ...string) string {
	j.t.Helper()
	file := filepath.Join(j.temp, "script.sh")
	if err := os.WriteFile(file, []byte(script), 0o666); err != nil {
		j.t.Fatal(err)
	}
	cmd := exec.Command(shell[0], append(slices.Clone(shell[1:]), file)...)
	cmd.Dir = filepath.Join(j.dir, dir)
	var others []string
	jprof, err := exec.LookPath("jprof")
	if err != nil {
		j.t.Fatal(err)
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if dir != filepath.Dir(jprof) {
			others = append(others, dir)
		}
	}
	cmd.Env = append(os.Environ(), "PATH="+strings.Join(append(slices.Clone(j.path), others...), ":"),
		"MAVEN_OPTS="+jtest.QuickMaven, "JPROF_CACHE="+sharedCache, "JPROF_RELEASES="+j.release.URL)
	cmd.Env = append(append(cmd.Env, j.env...), env...)
	out, err := cmd.CombinedOutput()
	fmt.Fprintf(&j.output, "$ %s\n%s", strings.Join(cmd.Args, " "), out)
	if _, exit := errors.AsType[*exec.ExitError](err); exit {
		fmt.Fprintf(&j.output, "%v\n", err)
		j.failed = true
	} else if err != nil {
		j.t.Fatal(err)
	}
	return string(out)
}

// keep hands on a file or the content of a folder to jobs that ask for the name.
func (j *ciJob) keep(name, from string) {
	j.t.Helper()
	to := filepath.Join(j.artifacts, name)
	info, err := os.Stat(from)
	if err != nil {
		j.t.Errorf("nothing to keep as %s: %v", name, err)
		return
	}
	if info.IsDir() {
		err = os.CopyFS(to, os.DirFS(from))
	} else if err = os.MkdirAll(to, 0o777); err == nil {
		err = copyFile(from, filepath.Join(to, filepath.Base(from)))
	}
	if err != nil {
		j.t.Fatal(err)
	}
	j.published[name] = to
}

// fetch takes over files that other jobs have kept, by a pattern for the names: to one folder, or to one for each name.
func (j *ciJob) fetch(pattern, to string, each bool) {
	j.t.Helper()
	found, err := filepath.Glob(filepath.Join(j.artifacts, pattern))
	if err != nil || len(found) == 0 {
		j.t.Fatalf("no %s: %v", pattern, err)
	}
	for _, dir := range found {
		into := to
		if each {
			into = filepath.Join(to, filepath.Base(dir))
		}
		if err := os.CopyFS(into, os.DirFS(dir)); err != nil {
			j.t.Fatal(err)
		}
	}
}

// has checks that a file is there and not empty.
func (j *ciJob) has(path string) {
	j.t.Helper()
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		j.t.Errorf("%s: %v", path, err)
	}
}

// known is decode for YAML of which everything must be understood.
func known(t *testing.T, text string, to any) {
	t.Helper()
	d := yaml.NewDecoder(strings.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(to); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}

// replaced is a copy of a document in which f has replaced each text, and each key.
func replaced(node any, f func(string) any) any {
	switch n := node.(type) {
	case string:
		return f(n)
	case []any:
		all := make([]any, len(n))
		for i, each := range n {
			all[i] = replaced(each, f)
		}
		return all
	case map[string]any:
		all := map[string]any{}
		for key, value := range n {
			all[fmt.Sprint(f(key))] = replaced(value, f)
		}
		return all
	}
	return node
}

// bySchema checks a document against a schema that check-jsonschema has.
func bySchema(t *testing.T, schema string, document any) {
	t.Helper()
	text, err := yaml.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "document.yml")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(jtest.Consumer(t, "check-jsonschema"), "--builtin-schema", "vendor."+schema, file)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%.3000s\n%s", err, out, text)
	}
}
