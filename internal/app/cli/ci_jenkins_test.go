package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

var jenkinsBlock = regexp.MustCompile(`^(pipeline|stages|parallel|steps|post|always|environment|stage\('\w+'\)|` +
	`catchError\(stageResult: 'FAILURE'\)) \{$`)

// playJenkins reads the steps line by line: a Groovy interpreter would be too much. As in Jenkins, a failure ends the
// steps of its stage, but not those of post, and the stages after it are skipped, but not those beside it. In
// catchError it does neither.
func playJenkins(s *ciSystem, text string) {
	var j *ciJob
	var environment []string
	var open []string // the blocks around a line
	within := func(name string) bool {
		return slices.ContainsFunc(open, func(block string) bool { return strings.HasPrefix(block, name) })
	}
	// A step has failed: in this stage, in any; the stage is skipped.
	ended, broken, skipped := false, false, false
	in := func(path string) string { return filepath.Join(j.dir, path) }
	variable := func(args []string) {
		environment = append(environment, args[1]+"="+args[2])
	}
	steps := []struct {
		exp *regexp.Regexp
		do  func(args []string)
	}{
		{regexp.MustCompile(`^agent any$`), func([]string) {
			if j != nil {
				j.end()
			}
			j, environment, ended = s.job(), nil, false
			skipped = broken && !within("parallel")
		}},
		{regexp.MustCompile(`^(JPROF_\w+) = '(.*)'$`), variable},
		{regexp.MustCompile(`^sh '(.*)'$`), func(args []string) {
			before := j.failed
			j.failed = false
			j.run([]string{"sh", "-xe"}, args[1], "", environment...)
			if j.failed && !within("catchError") {
				ended, broken = true, true
			}
			j.failed = j.failed || before
		}},
		{regexp.MustCompile(`^stash name: '(\w+)', includes: '(\S+)/\*'$`),
			func(args []string) { j.keep(args[1], in(args[2])) }},
		{regexp.MustCompile(`^unstash '(\w+)'$`),
			func(args []string) { j.fetch(args[1], in(".jprof/ci/runs"), false) }},
		{regexp.MustCompile(`^recordCoverage tools: \[\[parser: 'COBERTURA', pattern: '(.*)'\]\]$`),
			func(args []string) { j.has(in(args[1])) }},
		{regexp.MustCompile(`^junit '(.*)'$`), func(args []string) { j.has(in(args[1])) }},
		{regexp.MustCompile(`^archiveArtifacts artifacts: '(\S+)/\*\*'$`),
			func(args []string) { j.keep("report", in(args[1])) }},
		{regexp.MustCompile(`^agent none$`), func([]string) {}},
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if block := jenkinsBlock.FindStringSubmatch(line); block != nil {
			open = append(open, block[1])
			continue
		}
		if line == "}" {
			open = open[:len(open)-1]
			continue
		}
		understood := false
		for _, step := range steps {
			if args := step.exp.FindStringSubmatch(line); args != nil {
				if understood = true; !skipped && !(ended && within("steps")) {
					step.do(args)
				}
				break
			}
		}
		if !understood {
			s.t.Fatalf("not understood: %s", line)
		}
	}
	j.end()
}

// TestJenkinsReportsFailures plays the examples with a stand-in for jprof whose builds fail: the pipeline fails, and
// has a report.
func TestJenkinsReportsFailures(t *testing.T) {
	jtest.NeedsTool(t, "curl")
	page, err := os.ReadFile("../../../docs/CI.md")
	if err != nil {
		t.Fatal(err)
	}
	origin := t.TempDir()
	for _, script := range []string{"install.sh", "count.sh"} {
		if err := copyFile(filepath.Join("../../../.ci", script), filepath.Join(origin, script)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("sh", "-e", "-c", "git init -q -b main . && mkdir ci && mv *.sh ci && git add . && "+
		"git -c user.name=a -c user.email=a@b commit -q -m one")
	cmd.Dir = origin
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Setenv("BUILD", "1")
	t.Setenv("CALLS", filepath.Join(t.TempDir(), "calls"))
	release := newRelease(t, standIn)
	examples := regexp.MustCompile("(?s)\n```groovy\n(.*?)```\n").FindAllSubmatch(page, -1)
	if len(examples) != 2 {
		t.Errorf("%d examples", len(examples))
	}
	for _, example := range examples {
		s := newCISystem(t, origin, release)
		playJenkins(s, string(example[1]))
		if !s.failed || s.published["report"] == "" {
			t.Errorf("failed: %v, published %v\n%s", s.failed, s.published, s.output.String())
		}
	}
}
