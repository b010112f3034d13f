package cli

import (
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rhysd/actionlint"
	"gopkg.in/yaml.v3"

	"jprof/internal/jtest"
	"jprof/internal/jtest/forges"
)

const githubAction = "../../../.github/actions/jprof"

// githubShell is the command by which a runner starts bash.
var githubShell = []string{"bash", "--noprofile", "--norc", "-eo", "pipefail"}

// githubStep is a step of a workflow or of an action.
type githubStep struct {
	Name, ID, If, Uses, Run, Shell string
	WorkingDirectory               string            `yaml:"working-directory"`
	With, Env                      map[string]string // YAML's other scalars become strings, as on GitHub
}

// githubMetadata is an action.yml.
type githubMetadata struct {
	Name, Description string
	Branding          map[string]string
	Inputs            map[string]struct{ Description, Default string }
	Outputs           map[string]struct{ Description, Value string }
	Runs              struct {
		Using string
		Steps []githubStep
	}
}

func readAction(t *testing.T) (m githubMetadata) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(githubAction, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	known(t, string(text), &m)
	return m
}

// lintWorkflow checks a workflow against its schema and, as one of a repository that has the action, by actionlint.
func lintWorkflow(t *testing.T, text string) {
	t.Helper()
	var document any
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	bySchema(t, "github-workflows", document)
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, ".github/actions/jprof"), os.DirFS(githubAction)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, ".github/workflows/tests.yml")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	local := usesAction.ReplaceAllString(text, "./.github/actions/jprof")
	if err := os.WriteFile(file, []byte(local), 0o666); err != nil {
		t.Fatal(err)
	}
	project, err := actionlint.NewProject(dir)
	if err != nil {
		t.Fatal(err)
	}
	lint, err := actionlint.NewLinter(io.Discard, &actionlint.LinterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	faults, err := lint.LintFile(file, project)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range faults {
		t.Error(fault)
	}
}

// githubJob is a job on a runner for Linux.
type githubJob struct {
	*ciJob
	contexts map[string]any // by names in expressions
}

func newGitHubJob(of *ciJob) *githubJob {
	j := &githubJob{ciJob: of, contexts: map[string]any{}}
	action, err := filepath.Abs(githubAction)
	if err != nil {
		j.t.Fatal(err)
	}
	j.contexts["runner"] = map[string]string{"os": "Linux", "arch": "X64", "temp": j.temp}
	j.contexts["github"] = map[string]any{"event": map[string]any{}, "token": forges.Token}
	j.env = []string{"RUNNER_TEMP=" + j.temp, "RUNNER_OS=Linux", "GITHUB_ACTION_PATH=" + action}
	for _, name := range []string{"GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY"} {
		j.env = append(j.env, name+"="+filepath.Join(j.temp, name))
	}
	return j
}

// event makes the job one for an event on a branch, of a repository whose default branch is main.
func (j *githubJob) event(name, branch string) {
	github := j.contexts["github"].(map[string]any)
	github["event_name"], github["ref_name"], github["sha"] = name, branch, "sha"
	github["event"] = map[string]any{"repository": map[string]any{"default_branch": "main"}}
}

// onServer makes the job one on a server, for an event. As on GitHub, no variable has the token.
func (j *githubJob) onServer(event string) *forges.Server {
	j.t.Helper()
	server := forges.New(j.t)
	file := filepath.Join(j.temp, "event.json")
	if err := os.WriteFile(file, []byte(event), 0o666); err != nil {
		j.t.Fatal(err)
	}
	jprof, err := exec.LookPath("jprof")
	if err != nil {
		j.t.Fatal(err)
	}
	vars := slices.DeleteFunc(server.GitHub(file), func(v string) bool { return strings.HasSuffix(v, forges.Token) })
	j.env = append(append(j.env, vars...), "REAL="+jprof)
	return server
}

// steps runs those of a job, or of an action with inputs, and returns their outputs by the ids of the steps.
func (j *githubJob) steps(steps []githubStep, inputs map[string]string) map[string]any {
	outer := j.contexts
	defer func() { j.contexts = outer }()
	outputs := map[string]any{}
	j.contexts = maps.Clone(outer)
	j.contexts["steps"], j.contexts["inputs"] = outputs, inputs
	for _, step := range steps {
		runs := !j.failed
		if step.If != "" {
			condition := strings.TrimSuffix(strings.TrimPrefix(step.If, "${{"), "}}")
			runs = isTrue(j.evaluate(condition))
			if !strings.Contains(step.If, "cancelled()") && !strings.Contains(step.If, "always()") {
				runs = runs && !j.failed
			}
		}
		if !runs {
			continue
		}
		before := len(j.file("GITHUB_OUTPUT"))
		j.step(step)
		values := map[string]string{}
		for line := range strings.Lines(j.file("GITHUB_OUTPUT")[before:]) {
			name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
			if !ok {
				j.t.Errorf("an output of %s: %q", step.Name, line)
			}
			values[name] = value
		}
		outputs[step.ID] = map[string]any{"outputs": values}
	}
	return outputs
}

func (j *githubJob) step(step githubStep) {
	with := map[string]string{}
	for name, value := range step.With {
		with[name] = j.fill(value)
	}
	action, version, _ := strings.Cut(step.Uses, "@")
	if usesAction.MatchString(step.Uses) {
		j.own(with)
		return
	}
	if action != "" && version == "" {
		j.t.Errorf("%s has no version", action)
	}
	switch action {
	case "":
		var env []string
		for name, value := range step.Env {
			env = append(env, name+"="+j.fill(value))
		}
		j.run(githubShell, step.Run, j.fill(step.WorkingDirectory), env...)
		for line := range strings.Lines(j.file("GITHUB_PATH")) {
			j.path = append([]string{strings.TrimSpace(line)}, j.path...)
		}
		if err := os.RemoveAll(filepath.Join(j.temp, "GITHUB_PATH")); err != nil {
			j.t.Fatal(err)
		}
		if text := j.file("GITHUB_STEP_SUMMARY"); text != "" {
			j.published["summary"] = text
		}
	case "actions/checkout", "actions/setup-java":
	case "actions/cache":
		j.cache(with)
	case "actions/cache/save":
		j.keep(with["key"], with["path"])
	case "actions/cache/restore":
		if found, _ := filepath.Glob(filepath.Join(j.artifacts, with["restore-keys"]+"*")); len(found) > 0 {
			j.fetch(with["restore-keys"]+"*", filepath.Dir(with["path"]))
		}
	case "actions/upload-artifact":
		j.keep(with["name"], with["path"])
	case "actions/download-artifact":
		j.fetch(with["pattern"], with["path"])
	case "github/codeql-action/upload-sarif":
		j.has(with["sarif_file"])
		j.published["alerts"] = with["sarif_file"]
	default:
		j.t.Fatalf("unknown action %s", action)
	}
}

// own runs the action of this project.
func (j *githubJob) own(with map[string]string) {
	action := readAction(j.t)
	inputs := map[string]string{}
	for name, input := range action.Inputs {
		inputs[name] = input.Default
	}
	for name, value := range with {
		if _, ok := inputs[name]; !ok {
			j.t.Errorf("no input %s", name)
		}
		inputs[name] = value
	}
	j.steps(action.Runs.Steps, inputs)
}

// cache checks the folders that are kept between jobs, and that no copy of a project is.
func (j *githubJob) cache(with map[string]string) {
	want := fmt.Sprintf("%s/jprof/archives\n%s/*\n!%s/work\n", j.temp, sharedCache, sharedCache)
	version := j.fill("${{ inputs.version }}")
	if version == "latest" {
		version = testRelease
	}
	if with["path"] != want || with["key"] != "jprof-"+version+"-Linux-X64" {
		j.t.Errorf("the cache %q", with)
	}
}

// file returns the content of a file that steps write for the runner.
func (j *githubJob) file(name string) string {
	text, err := os.ReadFile(filepath.Join(j.temp, name))
	if err != nil && !os.IsNotExist(err) {
		j.t.Fatal(err)
	}
	return string(text)
}

// TestActionReadsInputsFromVariables: no script of the action has a value in its text, so that none can be a command.
func TestActionReadsInputsFromVariables(t *testing.T) {
	action := readAction(t)
	if action.Runs.Using != "composite" || len(action.Inputs) == 0 {
		t.Fatalf("%+v", action)
	}
	for _, step := range action.Runs.Steps {
		if strings.Contains(step.Run, "${{") {
			t.Errorf("%s: an expression in the script", step.Name)
		}
		if step.Run != "" && step.Shell != "bash" {
			t.Errorf("%s: shell %s", step.Name, step.Shell)
		}
		if _, version, ok := strings.Cut(step.Uses, "@"); ok && len(version) != 40 {
			t.Errorf("%s is not the hash of a commit, but a name that can move: %s", step.Name, step.Uses)
		}
	}
	var document any
	text, err := os.ReadFile(filepath.Join(githubAction, "action.yml"))
	if err == nil {
		err = yaml.Unmarshal(text, &document)
	}
	if err != nil {
		t.Fatal(err)
	}
	jtest.Slow(t)
	bySchema(t, "github-actions", document)
}
