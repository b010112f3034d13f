package docs

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"jprof/internal/util/version"
)

// TestChangelog checks that CHANGELOG.md has the shape of Keep a Changelog: the version that the sources are on their
// way to comes after what is not released, each version has a date, and its entries are below the usual headings.
func TestChangelog(t *testing.T) {
	kinds := []string{"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
	released := regexp.MustCompile(`^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$`)
	var versions []string
	for line := range strings.Lines(read(t, "CHANGELOG.md")) {
		line = strings.TrimSuffix(line, "\n")
		kind, isKind := strings.CutPrefix(line, "### ")
		switch m := released.FindStringSubmatch(line); {
		case m != nil:
			versions = append(versions, m[1])
		case line == "## [Unreleased]" && len(versions) == 0:
			versions = append(versions, "Unreleased")
		case strings.HasPrefix(line, "## "):
			t.Errorf("CHANGELOG.md: %q is no heading of a version with its date", line)
		case isKind && !slices.Contains(kinds, kind):
			t.Errorf("CHANGELOG.md: %q is none of the headings of Keep a Changelog", line)
		}
	}
	if len(versions) < 2 || versions[0] != "Unreleased" || versions[1] != version.Latest {
		t.Errorf("CHANGELOG.md begins with %q, want Unreleased and %s", versions, version.Latest)
	}
}
