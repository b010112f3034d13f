package cli

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// azureJob is a job of an example; the steps are those of a job without a name where there are no jobs.
type azureJob struct {
	Job, Condition string
	DependsOn      string `yaml:"dependsOn"`
	Strategy       struct{ Matrix map[string]map[string]string }
	Steps          []azureStep
}

// azureStep is a step of an example or of .ci/azure.yml.
type azureStep struct {
	Checkout, Template, Task, Bash, Publish string
	Artifact, Condition                     string
	DisplayName                             string `yaml:"displayName"`
	WorkingDirectory                        string `yaml:"workingDirectory"`
	FetchDepth                              string `yaml:"fetchDepth"`
	Parameters                              map[string]any
	Inputs, Env                             map[string]string
}

func playAzure(s *ciSystem, text string) {
	var pipeline struct {
		Resources struct {
			Repositories []struct{ Repository, Type, Name, Endpoint, Ref string }
		}
		Pool  map[string]string
		Jobs  []azureJob
		Steps []azureStep
	}
	known(s.t, text, &pipeline)
	var document any
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		s.t.Fatal(err)
	}
	bySchema(s.t, "azure-pipelines", document)
	jobs := pipeline.Jobs // those that depend on others come last
	if len(jobs) == 0 {
		jobs = []azureJob{{Steps: pipeline.Steps}}
	}
	for _, of := range jobs {
		matrix := of.Strategy.Matrix
		if len(matrix) == 0 {
			matrix = map[string]map[string]string{"": {}}
		}
		for _, values := range matrix {
			j := s.job()
			variables := map[string]string{
				"Pipeline.Workspace": j.temp, "Agent.OS": "Linux", "Agent.OSArchitecture": "X64"}
			for name, value := range values {
				variables[name] = value
			}
			for _, step := range of.Steps {
				switch {
				case step.Template == ".ci/azure.yml@jprof":
					j.azureTemplate(step.Parameters, variables)
				case step.Checkout != "self":
					s.t.Fatalf("a step that is not understood: %+v", step)
				}
			}
			j.end()
		}
	}
}

var (
	azureParameter = regexp.MustCompile(`\$\{\{ parameters\.(\w+) \}\}`)
	azureIf        = regexp.MustCompile(`^\$\{\{ if (eq|ne)\(parameters\.(\w+), (true|'')\) \}\}$`)
	azureVariable  = regexp.MustCompile(`\$\(([A-Za-z][\w.]*)\)`)
)

// azureTemplate runs the steps of the template.
func (j *ciJob) azureTemplate(values map[string]any, variables map[string]string) {
	for _, step := range azureSteps(j.t, values) {
		if j.failed && step.Condition != "succeededOrFailed()" {
			continue
		}
		fill := func(text string) string {
			return azureVariable.ReplaceAllStringFunc(text, func(m string) string {
				if value, ok := variables[azureVariable.FindStringSubmatch(m)[1]]; ok {
					return value
				}
				return m
			})
		}
		switch {
		case step.Bash != "":
			var env []string
			for name, value := range step.Env {
				env = append(env, name+"="+fill(value))
			}
			out := j.run([]string{"bash", "--noprofile", "--norc"}, fill(step.Bash), step.WorkingDirectory, env...)
			for _, m := range regexp.MustCompile(`(?m)^##vso\[task\.(\w+)\](.*)$`).FindAllStringSubmatch(out, -1) {
				switch m[1] {
				case "prependpath":
					j.path = append([]string{m[2]}, j.path...)
				case "uploadsummary":
					j.has(m[2])
				default:
					j.t.Errorf("unknown: %s", m[0])
				}
			}
		case step.Publish != "":
			j.keep(fill(step.Artifact), fill(step.Publish))
		case step.Task == "Cache@2":
		case step.Task == "DownloadPipelineArtifact@2":
			pattern, _, _ := strings.Cut(step.Inputs["itemPattern"], "/")
			j.fetch(pattern, fill(step.Inputs["targetPath"]), true)
		case step.Task == "PublishCodeCoverageResults@2":
			j.has(fill(step.Inputs["summaryFileLocation"]))
		case step.Task == "PublishTestResults@2":
			j.has(fill(step.Inputs["testResultsFiles"]))
		default:
			j.t.Fatalf("a step that is not understood: %+v", step)
		}
	}
}

// azureSteps are those of the template with values for its parameters. They conform to the schema.
func azureSteps(t *testing.T, values map[string]any) (steps []azureStep) {
	t.Helper()
	text, err := os.ReadFile("../../../.ci/azure.yml")
	if err != nil {
		t.Fatal(err)
	}
	var template struct {
		Parameters []struct {
			Name, Type string
			Default    any
		}
		Steps []map[string]any
	}
	known(t, string(text), &template)
	all := map[string]any{}
	for _, parameter := range template.Parameters {
		all[parameter.Name] = parameter.Default
	}
	for name, value := range values {
		if before, ok := all[name]; !ok || fmt.Sprintf("%T", before) != fmt.Sprintf("%T", value) {
			t.Errorf("parameter %s: %T, want %T", name, value, before)
		}
		all[name] = value
	}
	var chosen []any
	for _, step := range template.Steps {
		conditional := false
		for key, more := range step {
			if m := azureIf.FindStringSubmatch(key); m != nil {
				conditional = true
				if (fmt.Sprint(all[m[2]]) == strings.Trim(m[3], "'")) == (m[1] == "eq") {
					chosen = append(chosen, more.([]any)...)
				}
			}
		}
		if !conditional {
			chosen = append(chosen, step)
		}
	}
	document := replaced(chosen, func(text string) any {
		return azureParameter.ReplaceAllStringFunc(text, func(m string) string {
			return fmt.Sprint(all[azureParameter.FindStringSubmatch(m)[1]])
		})
	})
	expanded, err := yaml.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(expanded), "${{") {
		t.Errorf("an expression that is not understood in\n%s", expanded)
	}
	// The schema names version 2 of this task, but describes only version 1.
	described := replaced(document, func(text string) any {
		return strings.ReplaceAll(text, "PublishCodeCoverageResults@2", "PublishCodeCoverageResults@1")
	})
	bySchema(t, "azure-pipelines", map[string]any{"steps": described})
	known(t, string(expanded), &steps)
	return steps
}
