package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// circleOrb is .ci/circleci.yml.
type circleOrb struct {
	Version     string
	Description string
	Commands    map[string]circleCommand
}

type circleCommand struct {
	Description string
	Parameters  map[string]struct {
		Description, Type string
		Default           *string
	}
	Steps []any
}

func playCircleCI(s *ciSystem, text string) {
	var config struct {
		Version string
		Orbs    map[string]any
		Jobs    map[string]struct {
			Docker     []map[string]string
			Parameters map[string]map[string]string
			Steps      []any
		}
		Workflows map[string]struct{ Jobs []any }
	}
	known(s.t, text, &config)
	if address, _ := config.Orbs["jprof"].(string); !strings.HasSuffix(address, "/.ci/circleci.yml") {
		s.t.Fatalf("orbs %v", config.Orbs)
	}
	orb := readOrb(s.t)
	checkOrb(s.t, text)
	for _, workflow := range config.Workflows {
		for _, entry := range workflow.Jobs { // those that need others come last
			name, values := oneKey(s.t, entry)
			job, ok := config.Jobs[name]
			if !ok {
				s.t.Fatalf("no job %s", name)
			}
			j := &circleJob{s.job(), orb}
			j.env = []string{"BASH_ENV=" + filepath.Join(j.temp, "env")}
			if err := os.WriteFile(filepath.Join(j.temp, "env"), nil, 0o666); err != nil {
				s.t.Fatal(err)
			}
			delete(values, "name")
			delete(values, "requires")
			j.steps(job.Steps, values)
			j.end()
		}
	}
}

func readOrb(t *testing.T) (orb circleOrb) {
	t.Helper()
	text, err := os.ReadFile("../../../.ci/circleci.yml")
	if err != nil {
		t.Fatal(err)
	}
	known(t, string(text), &orb)
	return orb
}

// checkOrb checks a configuration against the schema, with the orb written in place of its address.
func checkOrb(t *testing.T, text string) {
	t.Helper()
	written, err := os.ReadFile("../../../.ci/circleci.yml")
	if err != nil {
		t.Fatal(err)
	}
	var config, orb map[string]any
	for text, to := range map[string]*map[string]any{text: &config, string(written): &orb} {
		if err := yaml.Unmarshal([]byte(text), to); err != nil {
			t.Fatal(err)
		}
	}
	bySchema(t, "circle-ci", config)
	orb["version"] = 2.1
	config["orbs"] = map[string]any{"jprof": orb}
	bySchema(t, "circle-ci", config)
}

// circleJob is a job on Docker, with /tmp/jprof in its own folder.
type circleJob struct {
	*ciJob
	orb circleOrb
}

var circleParameter = regexp.MustCompile(`<< parameters\.([a-z]+) >>`)

// steps runs those of a job or a command, with the values of its parameters.
func (j *circleJob) steps(steps []any, values map[string]any) {
	for _, step := range steps {
		name, with := oneKey(j.t, j.filled(step, values))
		if j.failed && name != "store_artifacts" && name != "store_test_results" {
			continue
		}
		path := func(key string) string { return fmt.Sprint(with[key]) }
		switch name {
		case "checkout":
		case "restore_cache":
		case "save_cache":
			paths, _ := with["paths"].([]any)
			j.has(filepath.Join(fmt.Sprint(paths[0]), "jprof-"+testRelease+"-linux-amd64.tar.gz"))
		case "run":
			var env []string
			variables, _ := with["environment"].(map[string]any)
			for name, value := range variables {
				env = append(env, fmt.Sprint(name, "=", value))
			}
			j.run([]string{"bash", "-eo", "pipefail"}, path("command"), "", env...)
		case "when":
			if condition := path("condition"); condition != "" {
				j.steps(with["steps"].([]any), nil)
			}
		case "persist_to_workspace":
			paths, _ := with["paths"].([]any)
			j.keep("workspace of "+filepath.Base(filepath.Dir(j.dir)),
				filepath.Join(path("root"), fmt.Sprint(paths[0])))
		case "attach_workspace":
			j.fetch("workspace of *", filepath.Join(path("at"), "runs"), false)
		case "store_artifacts":
			j.keep("artifacts of "+filepath.Base(filepath.Dir(j.dir)), path("path"))
		case "store_test_results":
			if _, err := os.Stat(path("path")); err == nil { // nothing is stored for a part
				j.has(path("path"))
			}
		default:
			command, ok := j.orb.Commands[strings.TrimPrefix(name, "jprof/")]
			if !ok {
				j.t.Fatalf("unknown step %s", name)
			}
			j.command(command, with)
		}
	}
}

// command runs a command of the orb.
func (j *circleJob) command(command circleCommand, with map[string]any) {
	values := map[string]any{}
	for name, parameter := range command.Parameters {
		if value, ok := with[name]; ok {
			values[name] = value
			delete(with, name)
		} else if parameter.Default != nil {
			values[name] = *parameter.Default
		} else {
			j.t.Errorf("%s has no value", name)
		}
	}
	if len(with) > 0 {
		j.t.Errorf("no parameters %v", with)
	}
	j.steps(command.Steps, values)
}

// filled replaces parameters, and /tmp/jprof.
func (j *circleJob) filled(node any, values map[string]any) any {
	return replaced(node, func(text string) any {
		text = circleParameter.ReplaceAllStringFunc(text, func(m string) string {
			value, ok := values[circleParameter.FindStringSubmatch(m)[1]]
			if !ok {
				j.t.Errorf("no parameter %s", m)
			}
			return fmt.Sprint(value)
		})
		return strings.ReplaceAll(text, "/tmp/jprof", filepath.Join(j.temp, "jprof"))
	})
}

// oneKey is a step: a name, or a map with the name as its only key.
func oneKey(t *testing.T, step any) (string, map[string]any) {
	t.Helper()
	if name, ok := step.(string); ok {
		return name, map[string]any{}
	}
	all, ok := step.(map[string]any)
	if !ok || len(all) != 1 {
		t.Fatalf("not a step: %v", step)
	}
	for name, with := range all {
		with, _ := with.(map[string]any)
		return name, with
	}
	return "", nil
}
