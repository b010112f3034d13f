package cli

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// gitlabJob has the keys of the jobs of .ci/gitlab.yml.
type gitlabJob struct {
	Extends, Stage, Image, Coverage string
	Variables                       map[string]string
	Parallel                        struct{ Matrix []map[string]string }
	Needs                           []string
	Cache                           []struct {
		Key   string
		Paths []string
	}
	Rules        []struct{ If, When string }
	BeforeScript []string `yaml:"before_script"`
	Script       []string
	Artifacts    struct {
		When    string
		Paths   []string
		Reports struct {
			CoverageReport struct {
				Format string `yaml:"coverage_format"`
				Path   string
			} `yaml:"coverage_report"`
			JUnit string
		}
	}
}

// gitlabInputs is the first document of .ci/gitlab.yml.
type gitlabInputs struct {
	Spec struct {
		Inputs map[string]struct {
			Description, Type string
			Default           any
		}
	}
}

func playGitLab(s *ciSystem, text string) {
	var pipeline struct {
		Include []struct {
			Remote string
			Inputs map[string]any
		}
	}
	known(s.t, text, &pipeline)
	if len(pipeline.Include) != 1 || !strings.HasSuffix(pipeline.Include[0].Remote, "/.ci/gitlab.yml") {
		s.t.Fatalf("includes %+v", pipeline.Include)
	}
	configuration := gitlabConfiguration(s.t, pipeline.Include[0].Inputs)
	bySchema(s.t, "gitlab-ci", configuration)
	written, err := yaml.Marshal(configuration)
	if err != nil {
		s.t.Fatal(err)
	}
	jobs := map[string]gitlabJob{}
	known(s.t, string(written), &jobs)
	order := slices.SortedFunc(maps.Keys(jobs), func(a, b string) int {
		return len(jobs[a].Needs) - len(jobs[b].Needs)
	})
	played := 0
	for _, name := range order {
		if of := jobs[name]; !strings.HasPrefix(name, ".") && gitlabRules(s.t, of) {
			played++
			playGitLabJob(s, name, of)
		}
	}
	if played == 0 {
		s.t.Error("no job")
	}
}

// gitlabConfiguration is .ci/gitlab.yml with inputs, and without extends.
func gitlabConfiguration(t *testing.T, values map[string]any) map[string]any {
	t.Helper()
	text, err := os.ReadFile("../../../.ci/gitlab.yml")
	if err != nil {
		t.Fatal(err)
	}
	head, body, ok := strings.Cut(string(text), "\n---\n")
	if !ok {
		t.Fatal("one document")
	}
	var inputs gitlabInputs
	known(t, head, &inputs)
	var document any
	if err := yaml.Unmarshal([]byte(head), &document); err != nil {
		t.Fatal(err)
	}
	bySchema(t, "gitlab-ci", document)
	types := map[string]string{"string": "string", "bool": "boolean", "[]interface {}": "array"}
	all := map[string]any{}
	for name, input := range inputs.Spec.Inputs {
		all[name] = input.Default
	}
	for name, value := range values {
		input, ok := inputs.Spec.Inputs[name]
		kind := input.Type
		if kind == "" {
			kind = "string"
		}
		if !ok || types[fmt.Sprintf("%T", value)] != kind {
			t.Errorf("input %s: %T, want %q", name, value, kind)
		}
		all[name] = value
	}
	var jobs any
	if err := yaml.Unmarshal([]byte(body), &jobs); err != nil {
		t.Fatal(err)
	}
	configuration := interpolated(t, jobs, all).(map[string]any)
	for range 2 { // .jprof-report extends .jprof
		for _, job := range configuration {
			job := job.(map[string]any)
			if base, ok := job["extends"].(string); ok {
				under(job, configuration[base].(map[string]any))
			}
		}
	}
	return configuration
}

// under adds the keys that a job lacks from the one that it extends.
func under(job, base map[string]any) {
	for key, value := range base {
		if of, ok := job[key].(map[string]any); ok {
			under(of, value.(map[string]any))
		} else if _, ok := job[key]; !ok {
			if of, ok := value.(map[string]any); ok { // a map of its own
				value = maps.Clone(of)
			}
			job[key] = value
		}
	}
}

var gitlabInput = regexp.MustCompile(`\$\[\[ inputs\.([a-z]+) \]\]`)

// interpolated replaces inputs in a document: one that is all of a value keeps its type.
func interpolated(t *testing.T, node any, inputs map[string]any) any {
	t.Helper()
	input := func(m string) any {
		value, ok := inputs[gitlabInput.FindStringSubmatch(m)[1]]
		if !ok {
			t.Errorf("no input %s", m)
		}
		return value
	}
	return replaced(node, func(text string) any {
		if text != "" && gitlabInput.FindString(text) == text {
			return input(text)
		}
		return gitlabInput.ReplaceAllStringFunc(text, func(m string) string { return fmt.Sprint(input(m)) })
	})
}

// gitlabRules reports whether a job is part of the pipeline.
func gitlabRules(t *testing.T, of gitlabJob) bool {
	t.Helper()
	for _, rule := range of.Rules {
		m := regexp.MustCompile(`^"(\w+)" == "(\w+)"$`).FindStringSubmatch(rule.If)
		if m == nil {
			t.Fatalf("a rule that is not understood: %s", rule.If)
		}
		if m[1] == m[2] {
			return true
		}
	}
	return false
}

// playGitLabJob runs the scripts of a job one after the other in one shell, that of an image without bash.
func playGitLabJob(s *ciSystem, name string, of gitlabJob) {
	matrix := of.Parallel.Matrix
	if len(matrix) == 0 {
		matrix = []map[string]string{{}}
	}
	for i, values := range matrix {
		j := s.job()
		for _, needed := range of.Needs {
			j.fetch(needed+" *", filepath.Join(j.dir, ".jprof/ci/runs"), false)
		}
		env := []string{"CI_PROJECT_DIR=" + j.dir}
		for _, variables := range []map[string]string{of.Variables, values} {
			for name, value := range variables {
				env = append(env, name+"="+strings.ReplaceAll(value, "$CI_PROJECT_DIR", j.dir))
			}
		}
		out := j.run([]string{"sh", "-e"}, strings.Join(append(slices.Clone(of.BeforeScript), of.Script...), "\n"), "",
			env...)
		for _, path := range of.Artifacts.Paths {
			j.keep(fmt.Sprint(name, " ", i), filepath.Join(j.dir, path))
		}
		for _, path := range []string{of.Artifacts.Reports.CoverageReport.Path, of.Artifacts.Reports.JUnit} {
			if path != "" {
				j.has(filepath.Join(j.dir, path))
			}
		}
		if of.Coverage != "" && !regexp.MustCompile(strings.Trim(of.Coverage, "/")).MatchString(out) {
			s.t.Errorf("%s finds nothing in\n%s", of.Coverage, out)
		}
		for _, kept := range of.Cache {
			for _, path := range kept.Paths {
				if files, err := os.ReadDir(filepath.Join(j.dir, path)); err != nil || len(files) != 1 {
					s.t.Errorf("the cache %s has %v, %v", path, files, err)
				}
			}
		}
		j.end()
	}
}
