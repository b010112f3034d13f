package measure

import (
	"bytes"
	"strings"
	"testing"

	"jprof/buildtools"
	"jprof/buildtools/maven"
	"jprof/internal/rejections"
	"jprof/internal/ui"
	"jprof/runner"
)

// TestEndedAgain checks that counters are not blamed where javac ends without them as it did with them.
func TestEndedAgain(t *testing.T) {
	overflow := buildtools.Rejection{Message: "java.lang.StackOverflowError"}
	failure := buildtools.Failure{Rejections: []buildtools.Rejection{overflow}}
	for name, c := range map[string]struct {
		exit int
		last buildtools.Events
		want string
	}{
		"again":   {1, buildtools.Events{Failures: []buildtools.Failure{failure}}, "the error is not jprof's"},
		"success": {0, buildtools.Events{}, "unmeasured: A.java: javac does not accept it with counters"},
	} {
		b := &toolBuild{ws: &runner.Workspace{}, rounds: 2, result: runner.Result{ExitCode: c.exit}, events: c.last,
			skipped: []rejections.Rejection{{Path: "A.java", Line: 3, Message: overflow.Message}}}
		var said bytes.Buffer
		b.reportRejected(ui.New(&said, func(string) string { return "" }), maven.Tool{}.Info())
		if got := said.String(); !strings.Contains(got, c.want) || strings.Count(got, "\n") != 1 {
			t.Errorf("%s: %s", name, got)
		}
	}
}
