package cli

import (
	"cmp"
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
)

// TestCIExamples plays the examples of docs/CI.md as the CI system of each would, as far as they have to do with jprof:
// each job in a clone of its own of testdata/ci, commands by a shell, files handed on between the jobs. A build that
// two of them have in common is made once.
func TestCIExamples(t *testing.T) {
	jtest.Slow(t)
	if _, err := exec.LookPath("mvn"); err != nil {
		t.Skip("no mvn on the PATH")
	}
	t.Parallel()
	text, err := os.ReadFile("../../docs/CI.md")
	if err != nil {
		t.Fatal(err)
	}
	origin, builds := ciOrigin(t), t.TempDir()
	for _, system := range []struct {
		name, language string
		play           func(*ciSystem, string)
	}{{"GitHub Actions", "yaml", playGitHub}, {"GitLab", "yaml", playGitLab}, {"Jenkins", "groovy", playJenkins}} {
		t.Run(system.name, func(t *testing.T) {
			example := regexp.MustCompile("(?s)\n## " + system.name + "\n\n```" + system.language +
				"\n(.*?)```\n").FindSubmatch(text)
			if example == nil {
				t.Fatal("no example")
			}
			s := &ciSystem{t: t, origin: origin, builds: builds, artifacts: t.TempDir(), published: map[string]string{}}
			system.play(s, string(example[1]))
			if len(s.published) == 0 {
				t.Error("nothing was published")
			}
			page, err := os.ReadFile(filepath.Join(s.published["report"], "index.html"))
			if err != nil || !strings.Contains(string(page), "Calculator") {
				t.Errorf("the report: %v", err)
			}
			if !strings.Contains(s.output.String(), "gates passed") {
				t.Errorf("no gates in\n%s", s.output.String())
			}
		})
	}
}

// ciSystem is what all of them have in common.
type ciSystem struct {
	t         *testing.T
	origin    string
	builds    string            // a folder for what each build leaves: see buildOnce
	artifacts string            // a folder for each, by name
	published map[string]string // folders or files that users see, by name
	output    strings.Builder   // of all jobs
}

// ciOrigin makes the repository that all jobs clone.
func ciOrigin(t *testing.T) string {
	origin := filepath.Join(t.TempDir(), "origin")
	if err := os.CopyFS(origin, os.DirFS("../../testdata/ci")); err != nil {
		t.Fatal(err)
	}
	if err := jtest.QuickTests(filepath.Join(origin, "pom.xml")); err != nil {
		t.Fatal(err)
	}
	j := ciJob{&ciSystem{t: t}, origin, nil}
	j.must("git init -q -b main . && git add -A && git commit -q -m one && echo >>pom.xml && git commit -q -a -m two")
	return origin
}

// buildOnce is jprof for the shell of a job. Clones of one commit are equal, so equal commands leave equal folders
// .jprof: the first job builds, the others take its folder.
const buildOnce = `
jprof() {
	if [ "$1" != mvn ]; then
		command jprof "$@"
		return
	fi
	built=$BUILDS/$(printf '%s\n' "$@" "$(git rev-parse HEAD)" | git hash-object --stdin)
	if ! [ -d "$built" ]; then
		command jprof "$@" && cp -a .jprof "$built"
	else
		cp -a "$built" .jprof
	fi
}
`

// ciJob is a job with a clone of its own.
type ciJob struct {
	*ciSystem
	dir string
	env []string
}

func (s *ciSystem) job(env ...string) ciJob {
	j := ciJob{s, filepath.Join(s.t.TempDir(), "clone"), env}
	if out, err := exec.Command("git", "clone", "-q", s.origin, j.dir).CombinedOutput(); err != nil {
		s.t.Fatalf("%v\n%s", err, out)
	}
	return j
}

// must runs commands, which have to succeed.
func (j ciJob) must(script string) {
	j.t.Helper()
	cmd := exec.Command("bash", "-e", "-o", "pipefail", "-c", buildOnce+script)
	cmd.Dir = j.dir
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a",
		"GIT_COMMITTER_EMAIL=a@b", "MAVEN_OPTS="+jtest.QuickMaven, "JPROF_CACHE="+sharedCache)
	cmd.Env = append(append(cmd.Env, "BUILDS="+j.builds), j.env...)
	out, err := cmd.CombinedOutput()
	j.output.Write(out)
	if err != nil {
		j.t.Fatalf("%s\n%v\n%s", script, err, out)
	}
}

// keep hands on what is in a file or folder of the job to those who ask for the name.
func (j ciJob) keep(name, path string) {
	j.t.Helper()
	to := filepath.Join(j.artifacts, name)
	from := filepath.Join(j.dir, path)
	info, err := os.Stat(from)
	if err != nil {
		j.t.Fatal(err)
	}
	if info.IsDir() {
		err = os.CopyFS(to, os.DirFS(from))
	} else if err = os.MkdirAll(to, 0o777); err == nil {
		err = copyFile(from, filepath.Join(to, filepath.Base(path)))
	}
	if err != nil {
		j.t.Fatal(err)
	}
	j.published[name] = to
}

// fetch takes over what others have kept, by a pattern for the names.
func (j ciJob) fetch(pattern, to string) {
	j.t.Helper()
	found, err := filepath.Glob(filepath.Join(j.artifacts, pattern))
	if err != nil || len(found) == 0 {
		j.t.Fatalf("no %s: %v", pattern, err)
	}
	for _, dir := range found {
		if err := os.CopyFS(filepath.Join(j.dir, to), os.DirFS(dir)); err != nil {
			j.t.Fatal(err)
		}
	}
}

// has checks that a file is there and not empty.
func (j ciJob) has(path string) {
	j.t.Helper()
	if info, err := os.Stat(filepath.Join(j.dir, path)); err != nil || info.Size() == 0 {
		j.t.Errorf("%s: %v", path, err)
	}
}

// known is decode for YAML of which everything must be understood.
func known(t *testing.T, text string, to any) {
	t.Helper()
	d := yaml.NewDecoder(strings.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(to); err != nil {
		t.Fatal(err)
	}
}

func playGitHub(s *ciSystem, text string) {
	type job struct {
		RunsOn      string `yaml:"runs-on"`
		Needs, If   string
		Permissions map[string]string `yaml:"permissions"`
		Strategy    struct {
			FailFast bool `yaml:"fail-fast"`
			Matrix   struct{ Include []map[string]string }
		}
		Steps []struct {
			Name, Uses, If, Run string
			With                map[string]string
		}
	}
	var workflow struct {
		Name string
		On   []string
		Jobs map[string]job
	}
	known(s.t, text, &workflow)
	order := slices.SortedFunc(maps.Keys(workflow.Jobs), func(a, b string) int { // those that need nobody come first
		return cmp.Compare(len(workflow.Jobs[a].Needs), len(workflow.Jobs[b].Needs))
	})
	expression := regexp.MustCompile(`\$\{\{ matrix\.(\w+) \}\}`)
	for _, name := range order {
		of := workflow.Jobs[name]
		matrix := of.Strategy.Matrix.Include
		if len(matrix) == 0 {
			matrix = []map[string]string{{}}
		}
		for _, values := range matrix {
			fill := func(text string) string {
				return expression.ReplaceAllStringFunc(text, func(m string) string {
					return values[expression.FindStringSubmatch(m)[1]]
				})
			}
			summary := filepath.Join(s.t.TempDir(), "summary.md")
			j := s.job("GITHUB_STEP_SUMMARY=" + summary)
			for _, step := range of.Steps {
				action, _, _ := strings.Cut(step.Uses, "@")
				switch action {
				case "":
					j.must(fill(step.Run))
				case "actions/checkout", "actions/setup-java":
				case "actions/upload-artifact":
					j.keep(fill(step.With["name"]), step.With["path"])
				case "actions/download-artifact":
					j.fetch(step.With["pattern"], step.With["path"])
				case "github/codeql-action/upload-sarif":
					j.has(step.With["sarif_file"])
				default:
					s.t.Fatalf("unknown action %s", action)
				}
			}
			if name == "report" {
				if page, err := os.ReadFile(summary); err != nil || !strings.Contains(string(page), "changed") {
					s.t.Errorf("the summary: %v\n%s", err, page)
				}
			}
		}
	}
}

func playGitLab(s *ciSystem, text string) {
	type job struct {
		Stage, When, Coverage string
		Parallel              struct{ Matrix []map[string]string }
		Variables             map[string]string
		Script                []string
		AfterScript           []string `yaml:"after_script"`
		Artifacts             struct {
			When    string
			Paths   []string
			Reports map[string]map[string]string
		}
	}
	var pipeline struct {
		Stages       []string
		Test, Report job
	}
	known(s.t, text, &pipeline)
	if !slices.Equal(pipeline.Stages, []string{pipeline.Test.Stage, pipeline.Report.Stage}) {
		s.t.Fatalf("stages %q", pipeline.Stages)
	}
	for i, of := range []job{pipeline.Test, pipeline.Report} {
		matrix := of.Parallel.Matrix
		if len(matrix) == 0 {
			matrix = []map[string]string{{}}
		}
		for k, values := range matrix {
			env := []string{"CI_DEFAULT_BRANCH=main"}
			for name, value := range values {
				env = append(env, name+"="+value)
			}
			j := s.job(env...)
			if i > 0 {
				j.fetch("runs-*", "runs")
			}
			start := s.output.Len()
			for _, line := range append(of.Script, of.AfterScript...) {
				j.must(line)
			}
			for _, path := range of.Artifacts.Paths {
				name := path
				if i == 0 {
					name += fmt.Sprint("-", k)
				}
				j.keep(name, path)
			}
			for _, report := range of.Artifacts.Reports {
				j.has(report["path"])
			}
			if of.Coverage != "" {
				found := regexp.MustCompile(strings.Trim(of.Coverage,
					"/")).FindStringSubmatch(s.output.String()[start:])
				if found == nil {
					s.t.Errorf("%s finds nothing in\n%s", of.Coverage, s.output.String()[start:])
				}
			}
		}
	}
}

// playJenkins reads the steps line by line: a Groovy interpreter would be too much.
func playJenkins(s *ciSystem, text string) {
	steps := []struct {
		exp *regexp.Regexp
		do  func(j *ciJob, args []string)
	}{
		{regexp.MustCompile(`^agent any$`), func(j *ciJob, _ []string) { *j = s.job() }},
		{regexp.MustCompile(`^sh '(.*)'$`), func(j *ciJob, args []string) { j.must(args[1]) }},
		{regexp.MustCompile(`^stash name: '(\w+)', includes: '(\w+)/\*'$`),
			func(j *ciJob, args []string) { j.keep(args[1], args[2]) }},
		{regexp.MustCompile(`^unstash '(\w+)'$`), func(j *ciJob, args []string) { j.fetch(args[1], "runs") }},
		{regexp.MustCompile(`^recordCoverage tools: \[\[parser: 'COBERTURA', pattern: '(.*)'\]\]$`),
			func(j *ciJob, args []string) { j.has(args[1]) }},
		{regexp.MustCompile(`^archiveArtifacts artifacts: '(\w+)/\*\*'$`),
			func(j *ciJob, args []string) { j.keep(args[1], args[1]) }},
		{regexp.MustCompile(`^(pipeline|stages|parallel|steps|post|always|stage\('\w+'\)) \{$|^\}$|^agent none$`),
			func(*ciJob, []string) {}},
	}
	var j ciJob
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		understood := false
		for _, step := range steps {
			if args := step.exp.FindStringSubmatch(line); args != nil {
				step.do(&j, args)
				understood = true
				break
			}
		}
		if !understood {
			s.t.Fatalf("not understood: %s", line)
		}
	}
}
