package cli

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"jprof/internal/jtest"
	"jprof/internal/jtest/forges"
)

// TestShardExamples checks the complete files for affected tests in shards, and plays that for GitHub: a push to the
// main branch, a pull request of which a shard is lost at first, and one that affects no test.
func TestShardExamples(t *testing.T) {
	jtest.Slow(t)
	jtest.NeedsTool(t, "mvn")
	t.Parallel()
	bySchema(t, "gitlab-ci", documents(t, ciBlock(t, "examples/affected-gitlab.yml"))[0])
	text := ciBlock(t, "examples/affected-github.yml")
	lintWorkflow(t, text)
	var workflow struct {
		Jobs map[string]struct{ Steps []githubStep }
	}
	if err := yaml.Unmarshal([]byte(text), &workflow); err != nil {
		t.Fatal(err)
	}
	jprof, err := exec.LookPath("jprof")
	if err != nil {
		t.Fatal(err)
	}
	release, origin := newRelease(t, "#!/bin/sh\nexec "+jprof+` "$@"`+"\n"), ciOrigin(t)
	commitChange(t, origin, "topic", "app/src/main/java/demo/app/Calculator.java", "add(parts)",
		"add(parts.clone())")
	commitChange(t, origin, "text", "README", "", "text")
	artifacts := t.TempDir()
	play := func(name, event, branch, shard string) (*githubJob, *forges.Server) {
		t.Helper()
		j := newGitHubJob(newCIJob(t, origin, release))
		j.artifacts = artifacts
		j.event(event, branch)
		j.contexts["matrix"] = map[string]string{"shard": shard}
		server := j.onServer(forges.PullRequest(forges.Repository))
		checkOut(t, j.dir, branch)
		if err := os.RemoveAll(filepath.Join(artifacts, "jprof-report")); err != nil { // of an earlier job
			t.Fatal(err)
		}
		j.steps(workflow.Jobs[name].Steps, nil)
		return j, server
	}
	if j, _ := play("all", "push", "main", ""); j.published["jprof-base/jprof/sha"] == "" {
		t.Fatalf("no base is kept:\n%s", j.output.String())
	}
	for _, c := range []struct{ branch, says string }{{"topic", "tests carried over from run"},
		{"text", "no test is affected: "}} {
		for n := 1; n <= 4; n++ {
			j, _ := play("shard", "pull_request", c.branch, fmt.Sprint(n))
			if j.failed || j.published[fmt.Sprint("jprof-run-shard-", n)] == "" {
				t.Fatalf("shard %d of %s:\n%s", n, c.branch, j.output.String())
			}
		}
		lost := filepath.Join(artifacts, "jprof-run-shard-3")
		if err := os.Rename(lost, filepath.Join(filepath.Dir(artifacts), c.branch)); err != nil {
			t.Fatal(err)
		}
		j, server := play("merged", "pull_request", c.branch, "")
		if !j.failed || len(server.Comments) != 1 ||
			!strings.Contains(server.Comments[0].Body, "**Shard 3 of 4 missing.**") {
			t.Errorf("%s without a shard: failed %t, %v\n%s", c.branch, j.failed, server.Comments, j.output.String())
		}
		if err := os.Rename(filepath.Join(filepath.Dir(artifacts), c.branch), lost); err != nil {
			t.Fatal(err)
		}
		j, server = play("merged", "pull_request", c.branch, "")
		if j.failed || len(server.Comments) != 1 || !strings.Contains(server.Comments[0].Body, c.says) ||
			strings.Contains(server.Comments[0].Body, "Newly missed") {
			t.Errorf("%s: failed %t, %v\n%s", c.branch, j.failed, server.Comments, j.output.String())
		}
	}
}

// TestStoreExamples checks the complete files for jobs that share runs by a store, and plays them with a folder: a push
// to the main branch, and a pull request of which a shard is lost at first, and then runs again, on GitLab. Both read
// the runs of the other.
func TestStoreExamples(t *testing.T) {
	jtest.Slow(t)
	jtest.NeedsTool(t, "mvn")
	t.Parallel()
	bySchema(t, "gitlab-ci", documents(t, ciBlock(t, "examples/store-gitlab.yml"))[0])
	gitlab := newGitLabConfig(t, "examples/store-gitlab.yml")
	text := ciBlock(t, "examples/store-github.yml")
	lintWorkflow(t, text)
	var workflow struct {
		Jobs map[string]struct{ Steps []githubStep }
	}
	if err := yaml.Unmarshal([]byte(text), &workflow); err != nil {
		t.Fatal(err)
	}
	jprof, err := exec.LookPath("jprof")
	if err != nil {
		t.Fatal(err)
	}
	release, origin := newRelease(t, "#!/bin/sh\nexec "+jprof+` "$@"`+"\n"), ciOrigin(t)
	commitChange(t, origin, "topic", "app/src/main/java/demo/app/Calculator.java", "add(parts)",
		"add(parts.clone())")
	store := "file://" + filepath.ToSlash(t.TempDir())
	play := func(name, event, branch, shard string) *githubJob {
		t.Helper()
		j := newGitHubJob(newCIJob(t, origin, release))
		j.event(event, branch)
		j.env = append(j.env, "STORE="+store, "SHARD="+shard)
		checkOut(t, j.dir, branch)
		j.steps(slices.DeleteFunc(slices.Clone(workflow.Jobs[name].Steps), func(s githubStep) bool {
			return strings.HasPrefix(s.Uses, "aws-actions/")
		}), nil)
		return j
	}
	shard := func(n int, says string) {
		t.Helper()
		if j := play("shard", "pull_request", "topic", fmt.Sprint(n)); j.failed ||
			!strings.Contains(j.output.String(), says) {
			t.Fatalf("shard %d, without %q:\n%s", n, says, j.output.String())
		}
	}
	shard(1, "as there is no run to carry counts over from")
	if j := play("all", "push", "main", ""); !strings.Contains(j.output.String(), "sent") {
		t.Fatalf("no run is pushed:\n%s", j.output.String())
	}
	for _, n := range []int{1, 2, 4} {
		shard(n, "by the counts of run ")
	}
	j := play("merged", "pull_request", "topic", "")
	if !j.failed || !strings.Contains(j.output.String(), "shard 3 of 4 is missing") {
		t.Errorf("without a shard: failed %t\n%s", j.failed, j.output.String())
	}
	onGitLab := func(name, source, branch, shard string) (*ciJob, *forges.Server) {
		t.Helper()
		j, server := newCIJob(t, origin, release), forges.New(t)
		checkOut(t, j.dir, branch)
		j.env = append(server.GitLab(), "REAL="+jprof)
		gitlab.play(j, name, map[string]string{"STORE": store, "AWS_WEB_IDENTITY_TOKEN_FILE": j.temp + "/token",
			"AWS_TOKEN": "token of AWS", "CI_PIPELINE_SOURCE": source, "CI_NODE_INDEX": shard, "CI_PROJECT_DIR": j.dir})
		if token, _ := os.ReadFile(j.temp + "/token"); string(token) != "token of AWS" {
			t.Errorf("%s: the file of the token has %q", name, token)
		}
		return j, server
	}
	if j, _ := onGitLab("shard", "merge_request_event", "topic", "3"); j.failed ||
		!strings.Contains(j.output.String(), "by the counts of run ") {
		t.Fatalf("shard 3:\n%s", j.output.String())
	}
	j = play("merged", "pull_request", "topic", "")
	if out := j.output.String(); !strings.Contains(out, "merged 4 runs") || strings.Contains(out, "missing") {
		t.Errorf("all shards: failed %t\n%s", j.failed, out)
	}
	of, server := onGitLab("jprof", "merge_request_event", "topic", "")
	if out := of.output.String(); !strings.Contains(out, "merged 4 runs") || strings.Contains(out, "missing") {
		t.Errorf("all shards: failed %t\n%s", of.failed, out)
	}
	of.commented(server, "jprof", "# jprof: ")
	of.has(filepath.Join(of.dir, ".jprof", "ci", "code-quality.json"))
	if j := play("all", "schedule", "main", ""); !strings.Contains(j.output.String(), "removed 0 runs") {
		t.Errorf("each night: failed %t\n%s", j.failed, j.output.String())
	}
	of, _ = onGitLab("all", "schedule", "main", "")
	if out := of.output.String(); !strings.Contains(out, "sent") || !strings.Contains(out, "removed 0 runs") {
		t.Errorf("each night: failed %t\n%s", of.failed, out)
	}
}

// gitlabConfig has the jobs of GitLab, by name, and what else is at the top of its file.
type gitlabConfig map[string]any

// newGitLabConfig returns an example for GitLab, joined with the block that it includes.
func newGitLabConfig(t *testing.T, example string) gitlabConfig {
	t.Helper()
	block, own := documents(t, ciBlock(t, "gitlab.yml")), documents(t, ciBlock(t, example))[0].(map[string]any)
	inputs, set := find[map[string]any](block[0], "inputs")[0], find[map[string]any](own, "inputs")[0]
	input := regexp.MustCompile(`\$\[\[ inputs\.(\w+) \]\]`)
	filled := replaced(block[1], func(text string) any {
		return input.ReplaceAllStringFunc(text, func(m string) string {
			name := input.FindStringSubmatch(m)[1]
			if value, ok := set[name]; ok {
				return fmt.Sprint(value)
			}
			return fmt.Sprint(inputs[name].(map[string]any)["default"])
		})
	})
	return joined(filled.(map[string]any), own)
}

// joined joins two maps as GitLab does: values of b replace those of a that are no maps in both.
func joined(a, b map[string]any) map[string]any {
	all := maps.Clone(a)
	for key, value := range b {
		before, _ := all[key].(map[string]any)
		if now, ok := value.(map[string]any); ok && before != nil {
			value = joined(before, now)
		}
		all[key] = value
	}
	return all
}

// job returns a job with what it extends.
func (c gitlabConfig) job(name string) map[string]any {
	own, _ := c[name].(map[string]any)
	bases, _ := own["extends"].([]any)
	if base, ok := own["extends"].(string); ok {
		bases = []any{base}
	}
	all := map[string]any{}
	for _, base := range bases {
		all = joined(all, c.job(base.(string)))
	}
	return joined(all, own)
}

// script returns the lines of a script, with those of others that it refers to.
func (c gitlabConfig) script(list any) (lines []string) {
	for _, each := range list.([]any) {
		if text, ok := each.(string); ok {
			lines = append(lines, text)
		} else {
			reference := each.([]any)
			lines = append(lines, c.script(c.job(reference[0].(string))[reference[1].(string)])...)
		}
	}
	return lines
}

// play runs a job. values has variables that the server or this test sets.
func (c gitlabConfig) play(j *ciJob, name string, values map[string]string) {
	j.t.Helper()
	job, set := c.job(name), maps.Clone(values)
	top, _ := c["variables"].(map[string]any)
	own, _ := job["variables"].(map[string]any)
	for key, value := range joined(top, own) {
		if _, ok := values[key]; !ok {
			set[key] = os.Expand(fmt.Sprint(value), func(of string) string { return values[of] })
		}
	}
	for key, value := range set {
		j.env = append(j.env, key+"="+value)
	}
	lines := append(c.script(job["before_script"]), c.script(job["script"])...)
	j.run([]string{"sh", "-e"}, strings.Join(lines, "\n"), "")
}

// checkOut checks out a branch of the repository that was cloned.
func checkOut(t *testing.T, dir, branch string) {
	t.Helper()
	if out, err := exec.Command("git", "-C", dir, "checkout", "-q", branch).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// commitChange makes a branch of main in which a text in a file is another one.
func commitChange(t *testing.T, dir, branch, file, was, is string) {
	t.Helper()
	checkOut(t, dir, "main")
	if out, err := exec.Command("git", "-C", dir, "checkout", "-q", "-b", branch).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	path := filepath.Join(dir, file)
	text, err := os.ReadFile(path)
	if err != nil && was != "" {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), was, is, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	commitAll(t, dir)
	checkOut(t, dir, "main")
}
