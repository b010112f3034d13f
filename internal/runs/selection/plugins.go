package selection

import (
	"strconv"
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
	"jprof/internal/runs"
	"jprof/report/tests/affected"
)

// addPlugins adds the plugins that ran the tests of a run to p.
func addPlugins(p *affected.Plugins, l runs.Leaf) {
	if p.Failsafe == nil {
		p.Failsafe, p.Classes = map[string]bool{}, map[string]bool{}
	}
	for _, step := range l.Run.Tests {
		parts := strings.Split(step.Plugin, ":")
		if len(parts) != 3 {
			continue
		}
		switch old := isOld(parts[2]); parts[1] {
		case "maven-surefire-plugin":
			p.OldSurefire = p.OldSurefire || old
		case "maven-failsafe-plugin":
			p.Failsafe[step.ID] = true
			p.OldFailsafe = p.OldFailsafe || old
		}
	}
	for _, t := range l.Tests.Tests() {
		if t.Kind == testcounts.Case && p.Failsafe[t.Step] {
			p.Classes[decl.Outermost(t.Class)] = true
		}
	}
}

// isOld reports whether a version is before 2.19.
func isOld(version string) bool {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	minor, _, _ = strings.Cut(minor, "-")
	m, err := strconv.Atoi(major)
	n, err2 := strconv.Atoi(minor)
	return err == nil && err2 == nil && (m < 2 || m == 2 && n < 19)
}
