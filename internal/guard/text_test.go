package guard

import (
	"fmt"
	"strings"
	"testing"
)

// maxLines is how long a Go file may be.
const maxLines = 480

func TestGuardFileSizes(t *testing.T) {
	report(t, checkSizes(repository(t, ".go"), maxLines))
}

// checkSizes reports files with more than max lines.
func checkSizes(all files, max int) []string {
	var findings []string
	for _, name := range all.sorted() {
		if n := strings.Count(all[name], "\n"); n > max {
			findings = append(findings, fmt.Sprintf(
				"%s:%d: %d lines, more than %d: split it by what its parts are about", name, max+1, n, max))
		}
	}
	return findings
}

func TestCheckSizes(t *testing.T) {
	got := checkSizes(files{"a.go": strings.Repeat("\n", 3), "b.go": strings.Repeat("\n", 4)}, 3)
	wantFindings(t, got, "b.go:4: 4 lines, more than 3")
}
