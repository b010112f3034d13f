package cli

import (
	"bytes"
	"io"
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

// ciExamples returns the examples for a CI system in docs/CI.md, which are in that language.
func ciExamples(t *testing.T, system, language string) (examples []string) {
	t.Helper()
	page, err := os.ReadFile("../../../docs/CI.md")
	if err != nil {
		t.Fatal(err)
	}
	section := regexp.MustCompile("(?s)\n## " + system + "\n(.*?)\n## ").FindSubmatch(page)
	if section == nil {
		t.Fatalf("no section %s", system)
	}
	for _, m := range regexp.MustCompile("(?s)\n```"+language+"\n(.*?)```\n").FindAllSubmatch(section[1], -1) {
		examples = append(examples, string(m[1]))
	}
	if len(examples) != 2 {
		t.Fatalf("%d examples for %s", len(examples), system)
	}
	return examples
}

// documents returns the documents of a file in YAML.
func documents(t *testing.T, text string) (all []any) {
	t.Helper()
	for d := yaml.NewDecoder(strings.NewReader(text)); ; {
		var document any
		if err := d.Decode(&document); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		all = append(all, document)
	}
}

func ciBlock(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../../.ci", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCIBlocksConform checks blocks and examples of CI systems against the schemas that these publish.
func TestCIBlocksConform(t *testing.T) {
	jtest.Slow(t)
	for _, example := range ciExamples(t, "GitLab", "yaml") {
		bySchema(t, "gitlab-ci", documents(t, example)[0])
	}
	gitlab := documents(t, ciBlock(t, "gitlab.yml"))
	bySchema(t, "gitlab-ci", gitlab[0])
	inputs := find[map[string]any](gitlab[0], "inputs")[0]
	bySchema(t, "gitlab-ci", replaced(gitlab[1], func(text string) any {
		if name, ok := strings.CutPrefix(text, "$[[ inputs."); ok { // one that is all of a value keeps its type
			if input, ok := inputs[strings.TrimSuffix(name, " ]]")].(map[string]any); ok {
				return input["default"]
			}
		}
		return text
	}))

	orb := documents(t, ciBlock(t, "circleci.yml"))[0]
	for _, example := range ciExamples(t, "CircleCI", "yaml") {
		config := documents(t, example)[0].(map[string]any)
		bySchema(t, "circle-ci", config)
		config["orbs"] = map[string]any{"jprof": orb} // in place of its address
		bySchema(t, "circle-ci", config)
	}

	for _, example := range ciExamples(t, "Azure Pipelines", "yaml") {
		bySchema(t, "azure-pipelines", documents(t, example)[0])
	}
	// The schema names version 2 of this task, but describes only version 1. It has no templates with parameters.
	azure := strings.ReplaceAll(ciBlock(t, "azure.yml"), "PublishCodeCoverageResults@2", "PublishCodeCoverageResults@1")
	steps := map[string]any{"steps": documents(t, azure)[0].(map[string]any)["steps"]}
	bySchema(t, "azure-pipelines", steps, "--data-transform", "azure-pipelines")
}

// find returns the values of a key of this type, wherever they are in a document.
func find[T any](node any, key string) (found []T) {
	switch n := node.(type) {
	case []any:
		for _, each := range n {
			found = append(found, find[T](each, key)...)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(n)) {
			if value, ok := n[name].(T); ok && name == key {
				found = append(found, value)
			}
			found = append(found, find[T](n[name], key)...)
		}
	}
	return found
}

// TestCIExamplesSetKnownValues: examples set only values that the blocks have, and the blocks and the examples of
// Jenkins only variables that the scripts read.
func TestCIExamplesSetKnownValues(t *testing.T) {
	check := func(what string, known map[string]bool, set map[string]any) {
		t.Helper()
		for name := range set {
			if !known[name] {
				t.Errorf("%s: %s is unknown", what, name)
			}
		}
	}
	known := map[string]bool{}
	for name := range find[map[string]any](documents(t, ciBlock(t, "gitlab.yml"))[0], "inputs")[0] {
		known[name] = true
	}
	for _, example := range ciExamples(t, "GitLab", "yaml") {
		for _, set := range find[map[string]any](documents(t, example)[0], "inputs") {
			check("GitLab", known, set)
		}
	}
	clear(known)
	for _, name := range find[string](documents(t, ciBlock(t, "azure.yml"))[0].(map[string]any)["parameters"], "name") {
		known[name] = true
	}
	for _, example := range ciExamples(t, "Azure Pipelines", "yaml") {
		for _, set := range find[map[string]any](documents(t, example)[0], "parameters") {
			check("Azure Pipelines", known, set)
		}
	}
	commands := find[map[string]any](documents(t, ciBlock(t, "circleci.yml"))[0], "commands")[0]
	for _, command := range []string{"run", "merge"} {
		clear(known)
		for name := range find[map[string]any](commands[command], "parameters")[0] {
			known[name] = true
		}
		sets := 0
		for _, example := range ciExamples(t, "CircleCI", "yaml") {
			for _, set := range find[map[string]any](documents(t, example)[0], "jprof/"+command) {
				sets++
				check("CircleCI", known, set)
			}
		}
		if sets == 0 {
			t.Errorf("no example of %s", command)
		}
	}

	variable := regexp.MustCompile(`\bJPROF_[A-Z]+\b`)
	clear(known)
	for _, script := range []string{"install.sh", "count.sh"} {
		for _, name := range variable.FindAllString(ciBlock(t, script), -1) {
			known[name] = true
		}
	}
	known["JPROF_DIRECTORY"] = true // the blocks change to it
	texts := ciExamples(t, "Jenkins", "groovy")
	for _, block := range ciBlocks {
		texts = append(texts, ciBlock(t, block))
	}
	for _, text := range texts {
		for _, name := range variable.FindAllString(text, -1) {
			if !known[name] {
				t.Errorf("no script reads %s", name)
			}
		}
	}
}

// TestCIBlocksRun runs the two scripts of each block as the system does, with a stand-in for jprof: one that installs
// and one that counts, in which the copies of the scripts are. A failure of the build is one of the job.
func TestCIBlocksRun(t *testing.T) {
	jtest.NeedsTool(t, "bash")
	jtest.NeedsTool(t, "curl")
	origin, release := t.TempDir(), newRelease(t, standIn)
	commitAll(t, origin)
	begin := regexp.MustCompile(`# begin (\S+)`)
	for block, shell := range map[string][]string{
		"gitlab.yml":   {"sh", "-e"},
		"azure.yml":    {"bash", "--noprofile", "--norc"},
		"circleci.yml": {"bash", "-eo", "pipefail"},
	} {
		t.Run(block, func(t *testing.T) {
			j := newCIJob(t, origin, release)
			server, out, checks := forges.New(t), filepath.Join(j.temp, "results"), "[--min-lines] [80] "
			jprof, err := exec.LookPath("jprof")
			if err != nil {
				t.Fatal(err)
			}
			j.path = []string{filepath.Join(j.temp, "bin")}
			j.env = []string{"CALLS=" + filepath.Join(j.temp, "calls"), "BUILD=3", "JPROF_BIN=" + j.path[0],
				"JPROF_DIRECTORY=.", "JPROF_OUT=" + out, "JPROF_RUN=mvn verify", "JPROF_GATES=--min-lines 80",
				"BASH_ENV=" + filepath.Join(j.temp, "env")}
			if block == "gitlab.yml" {
				server.Base = "a run"
				base := filepath.Join(j.temp, "base.tar.gz")
				j.env = append(append(j.env, server.GitLab()...), "JPROF_COMMENT=unit", "REAL="+jprof,
					"JPROF_FIND_BASE=true", "JPROF_BASE="+base)
				checks = "[--base] [" + base + "] " + checks
			}
			scripts := map[string]string{}
			for _, document := range documents(t, ciBlock(t, block)) {
				replaced(document, func(text string) any {
					if m := begin.FindStringSubmatch(text); m != nil {
						scripts[m[1]] = text
					}
					return text
				})
			}
			j.run(shell, scripts["install.sh"], "")
			if j.failed {
				t.Fatal(j.output.String())
			}
			j.run(shell, scripts["count.sh"], "")
			status, _ := os.ReadFile(filepath.Join(out, "status")) // CircleCI fails in a later step
			if !j.failed && string(status) != "3\n" {
				t.Error("the failure of the build is lost")
			}
			calls, err := os.ReadFile(filepath.Join(j.temp, "calls"))
			if err != nil || !bytes.Contains(calls, []byte("\nmvn [mvn] [--label] [ci] [verify]\n")) ||
				!bytes.Contains(calls, []byte("\ncheck [check] [--run] [ci] "+checks)) {
				t.Errorf("%v, calls\n%s", err, calls)
			}
			j.has(filepath.Join(out, "gates.xml"))
			want := map[string]string{"gitlab.yml": `"uri": "src/A.java"`}
			j.commented(server, "unit", want[block])
		})
	}
}
