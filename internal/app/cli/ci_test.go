package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"jprof/internal/jtest"
	"jprof/internal/jtest/forges"
)

// TestGitHubExamples checks the examples of docs/CI.md for GitHub, and plays the first of them with a gate that its
// tests do not reach, with a release of jprof that a server on this machine has: the job fails, and all is published.
func TestGitHubExamples(t *testing.T) {
	jtest.Slow(t)
	jtest.NeedsTool(t, "mvn")
	t.Parallel()
	examples := ciExamples(t, "GitHub Actions", "yaml")
	for _, example := range examples {
		lintWorkflow(t, example)
	}
	jprof, err := exec.LookPath("jprof")
	if err != nil {
		t.Fatal(err)
	}
	release := newRelease(t, "#!/bin/sh\nexec "+jprof+` "$@"`+"\n")
	changed := strings.Replace(examples[0], "--min-lines 80", "--min-branches 100, sarif: true, check: true", 1)
	if changed == examples[0] {
		t.Fatal("no gate in the example")
	}
	var workflow struct {
		Jobs map[string]struct{ Steps []githubStep }
	}
	if err := yaml.Unmarshal([]byte(changed), &workflow); err != nil {
		t.Fatal(err)
	}
	j := newGitHubJob(newCIJob(t, ciOrigin(t), release))
	server := j.onServer(forges.PullRequest(forges.Repository))
	j.steps(workflow.Jobs["test"].Steps, nil)
	if !j.failed || !strings.Contains(j.output.String(), "exit status 1") {
		t.Errorf("the job has not failed:\n%s", j.output.String())
	}
	if summary := j.published["summary"]; !strings.Contains(summary, "1 of 4 gates failed.") {
		t.Errorf("the summary:\n%s", summary)
	}
	j.commented(server, "jprof", "# jprof: ")
	if len(server.Checks) != 1 || server.Checks[0].Conclusion != "failure" ||
		server.Checks[0].Title != "1 failure, 0 warnings" {
		t.Errorf("the checks %v", server.Checks)
	}
	alerts, err := os.ReadFile(j.published["alerts"])
	if err != nil || !strings.Contains(string(alerts), `"ruleId": "jprof/gate"`) {
		t.Errorf("alerts: %v\n%s", err, alerts)
	}
	page, err := os.ReadFile(filepath.Join(j.published["jprof-report"], "index.html"))
	if err != nil || !strings.Contains(string(page), "Calculator") {
		t.Errorf("no report with Calculator in %v: %v", j.published, err)
	}
}

// ciOrigin makes the repository that all jobs clone.
func ciOrigin(t *testing.T) string {
	t.Helper()
	origin := filepath.Join(t.TempDir(), "origin")
	if err := os.CopyFS(origin, os.DirFS("../../../testdata/ci")); err != nil {
		t.Fatal(err)
	}
	if err := jtest.QuickTests(filepath.Join(origin, "pom.xml")); err != nil {
		t.Fatal(err)
	}
	commitAll(t, origin)
	return origin
}

// commitAll makes a folder a repository that has all its files.
func commitAll(t *testing.T, dir string) {
	t.Helper()
	cmd := exec.Command("sh", "-e", "-c", "git init -q -b main . && git add -A && "+
		"git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// ciJob is a job with a clone of its own.
type ciJob struct {
	t         *testing.T
	release   *release
	dir       string            // the clone
	temp      string            // a folder for the job that is not in the clone
	path      []string          // folders that the job has added to its PATH, last first
	env       []string          // of the job
	artifacts string            // a folder for each, by name
	published map[string]string // folders or files that users see, by name
	output    strings.Builder
	failed    bool // a step has
}

// newCIJob starts a job on a clone of a repository. Its PATH has no jprof.
func newCIJob(t *testing.T, origin string, release *release) *ciJob {
	t.Helper()
	temp := t.TempDir()
	j := &ciJob{t: t, release: release, dir: filepath.Join(temp, "clone"), temp: filepath.Join(temp, "temp"),
		artifacts: t.TempDir(), published: map[string]string{}}
	if err := os.Mkdir(j.temp, 0o777); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("git", "clone", "-q", origin, j.dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return j
}

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

// fetch takes over the files that other jobs have kept, by a pattern for the names, to one folder.
func (j *ciJob) fetch(pattern, to string) {
	j.t.Helper()
	found, err := filepath.Glob(filepath.Join(j.artifacts, pattern))
	if err != nil || len(found) == 0 {
		j.t.Fatalf("no %s: %v", pattern, err)
	}
	for _, dir := range found {
		if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
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

// commented checks that the request on a server has one comment with a label, which begins with a text, or none if the
// text is "". The job has not printed the token.
func (j *ciJob) commented(s *forges.Server, label, text string) {
	j.t.Helper()
	if begin := "<!-- jprof:" + label + " -->\n" + text; text == "" && len(s.Comments) > 0 ||
		text != "" && (len(s.Comments) != 1 || !strings.HasPrefix(s.Comments[0].Body, begin)) {
		j.t.Errorf("comments %v, want one with %q\n%s", s.Comments, text, j.output.String())
	}
	if strings.Contains(j.output.String(), forges.Token) {
		j.t.Errorf("the token is printed:\n%s", j.output.String())
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
func bySchema(t *testing.T, schema string, document any, options ...string) {
	t.Helper()
	text, err := yaml.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "document.yml")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	args := append(options, "--builtin-schema", "vendor."+schema, file)
	cmd := exec.Command(jtest.Consumer(t, "check-jsonschema"), args...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%.3000s\n%s", err, out, text)
	}
}
