package cli

import (
	"path/filepath"
	"regexp"
	"strings"
)

// playJenkins reads the steps line by line: a Groovy interpreter would be too much.
func playJenkins(s *ciSystem, text string) {
	var j *ciJob
	var environment []string
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
			j, environment = s.job(), nil
		}},
		{regexp.MustCompile(`^(JPROF_\w+) = '(.*)'$`), variable},
		{regexp.MustCompile(`^sh '(.*)'$`), func(args []string) {
			j.run([]string{"sh", "-xe"}, args[1], "", environment...)
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
		{regexp.MustCompile(`^(pipeline|stages|parallel|steps|post|always|environment|stage\('\w+'\)) \{$|^\}$|` +
			`^agent none$`),
			func([]string) {}},
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		understood := false
		for _, step := range steps {
			if args := step.exp.FindStringSubmatch(line); args != nil {
				step.do(args)
				understood = true
				break
			}
		}
		if !understood {
			s.t.Fatalf("not understood: %s", line)
		}
	}
	j.end()
}
