package comment

import (
	"bytes"
	"errors"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"jprof/internal/jtest/forges"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/forge"
	"jprof/internal/util/term"
	"jprof/report/compare"
	"jprof/report/export/sarif"
	"jprof/report/gate"
	"jprof/report/reporttest"
)

// started is a call of the command in a folder of its own, with the file summary.md.
type started struct {
	dir            string
	stdout, stderr bytes.Buffer
}

// newStarted makes the folder, and the file about an event on GitHub.
func newStarted(t *testing.T, event string) (*started, string) {
	t.Helper()
	c := &started{dir: t.TempDir()}
	file := filepath.Join(c.dir, "event.json")
	for name, text := range map[string]string{file: event, filepath.Join(c.dir, "summary.md"): "# one\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return c, file
}

// run runs the command, and checks that it never prints the token.
func (c *started) run(t *testing.T, vars []string, args ...string) error {
	t.Helper()
	env, err := environ.Env{Stdin: strings.NewReader("typed\n"), Stdout: &c.stdout, Stderr: &c.stderr, Dir: c.dir,
		Vars: vars}.WithDefaults()
	if err != nil {
		t.Fatal(err)
	}
	u := term.New(&c.stderr, env.Getenv)
	command, _ := Command(env, u)
	app := &cli.App{Commands: []*cli.Command{command}, ExitErrHandler: func(*cli.Context, error) {},
		Writer: &c.stdout, ErrWriter: &c.stderr}
	err = app.RunContext(t.Context(), append([]string{"jprof", "comment"}, args...))
	if err != nil {
		u.Error(err)
	}
	if all := c.stdout.String() + c.stderr.String(); strings.Contains(all, forges.Token) {
		t.Errorf("the token is printed: %s", all)
	}
	return err
}

func TestComment(t *testing.T) {
	s := forges.New(t)
	c, event := newStarted(t, forges.PullRequest(forges.Repository))
	push := append(s.GitHub(event), "GITHUB_EVENT_PATH=")
	for _, step := range []struct {
		vars     []string
		args     []string
		says     string
		comments int
	}{
		{s.GitHub(event), []string{"--dry-run", "summary.md"}, "would write this comment on pull request 7 of", 0},
		{s.GitHub(event), []string{"summary.md"}, "wrote the comment jprof on pull request 7 of owner/name\n", 1},
		{s.GitHub(event), []string{"-"}, "replaced the comment jprof on pull request 7 of owner/name\n", 1},
		{s.GitHub(event), []string{"--label", "unit", "-"}, "wrote the comment unit", 2},
		{push, []string{"-"}, "the job is for no pull request: there is no", 2},
		{push, []string{"--request", "7", "-"}, "replaced the comment jprof", 2},
		{s.GitLab(), []string{"--label", "lab", "summary.md"}, "wrote the comment lab on merge request 7 of", 3},
		{append(s.GitLab(), "CI_MERGE_REQUEST_IID="), []string{"-"}, "the job is for no merge request: there is no", 3},
	} {
		c.stderr.Reset()
		err := c.run(t, step.vars, step.args...)
		if err != nil || !strings.Contains(c.stderr.String(), "jprof: "+step.says) || len(s.Comments) != step.comments {
			t.Errorf("%q: %v, %d comments, %s", step.args, err, len(s.Comments), c.stderr.String())
		}
	}
	if want := "<!-- jprof:jprof -->\n# one\n\nCommit `012345678`"; !strings.HasPrefix(c.stdout.String(), want) {
		t.Errorf("the dry run: %s", c.stdout.String())
	}
	if got := s.Comments[0].Body; !strings.HasPrefix(got, "<!-- jprof:jprof -->\ntyped\n\nCommit `ffffffff") {
		t.Errorf("the comment: %s", got)
	}
}

// TestCheck checks that a check has the findings of a document: gates that failed, and lines.
func TestCheck(t *testing.T) {
	s := forges.New(t)
	c, event := newStarted(t, forges.PullRequest(forges.Repository))
	m := reporttest.SampleModel(t)
	write := func(v *gate.Verdict) {
		t.Helper()
		var b bytes.Buffer
		err := sarif.Write(&b, m, v)
		if err == nil {
			err = os.WriteFile(filepath.Join(c.dir, "jprof.sarif"), b.Bytes(), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	changed := &compare.ChangedLines{Since: "main", Uncovered: []compare.Range{
		{Path: "src/A b.java", First: 5, Last: 6}}}
	write(&gate.Verdict{Gates: []gate.Gate{{Rule: "lines", Subject: "project"}}, Changed: changed})
	check := []string{"--check", "jprof.sarif", "summary.md"}
	for _, args := range [][]string{append([]string{"--dry-run"}, check...), check} {
		if err := c.run(t, s.GitHub(event), args...); err != nil {
			t.Error(err)
		}
	}
	if want := "jprof: 1 failure, 1 warning\nsrc/A b.java:5-6: warning: Lines 5 to 6 differ from main and are not " +
		"executed.\n"; !strings.HasSuffix(c.stdout.String(), want) {
		t.Errorf("the dry run: %s", c.stdout.String())
	}
	write(&gate.Verdict{Changed: changed})
	push := append(s.GitHub(event), "GITHUB_EVENT_PATH=")
	if err := c.run(t, push, check...); err != nil {
		t.Error(err)
	}
	annotations := []forges.Annotation{{Path: "src/A b.java", First: 5, Last: 6, Level: "warning",
		Message: "Lines 5 to 6 differ from main and are not executed.", Title: "Changed lines are not executed."}}
	want := []forges.Check{
		{Name: "jprof", SHA: forges.SHA, Conclusion: "failure", Title: "1 failure, 1 warning", Summary: "# one\n",
			Annotations: annotations},
		{Name: "jprof", SHA: strings.Repeat("f", 40), Conclusion: "success", Title: "0 failures, 1 warning",
			Summary: "# one\n", Annotations: annotations},
	}
	for i := range s.Checks {
		s.Checks[i].ID = 0
	}
	if !reflect.DeepEqual(s.Checks, want) || len(s.Comments) != 1 {
		t.Errorf("%d comments, checks\n%+v\nwant\n%+v", len(s.Comments), s.Checks, want)
	}
	if err := c.run(t, s.GitLab(), check...); err == nil || !strings.Contains(c.stderr.String(), "--code-quality") {
		t.Errorf("GitLab: %v", err)
	}
}

// TestNoRights checks that jobs of forks, which have no token that may write, succeed with the text in the summary, and
// that others fail.
func TestNoRights(t *testing.T) {
	s := forges.New(t)
	s.Refuse = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == "GET" {
			return false
		}
		forges.Answer(w, http.StatusForbidden, map[string]any{"message": "Resource not accessible by integration"})
		return true
	}
	c, event := newStarted(t, forges.PullRequest("else/name"))
	summary := filepath.Join(c.dir, "step-summary.md")
	if err := c.run(t, append(s.GitHub(event), "GITHUB_STEP_SUMMARY="+summary), "summary.md"); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(summary)
	if err != nil || string(text) != "# one\n\n" {
		t.Errorf("the summary: %v, %q", err, text)
	}
	fork := append(s.GitLab(), "CI_PROJECT_PATH=else/name", "JPROF_GITLAB_TOKEN=")
	if err := c.run(t, fork, "summary.md"); err != nil {
		t.Error(err)
	}
	for _, want := range []string{
		"warning: the pull request is from a fork, so it must not write to owner/name: nothing is written",
		"the text is in the summary of the job instead", "the merge request is from a fork, so it must not write"} {
		if !strings.Contains(c.stderr.String(), want) {
			t.Errorf("%q is not in: %s", want, c.stderr.String())
		}
	}
	c, event = newStarted(t, forges.PullRequest(forges.Repository))
	err = c.run(t, append(s.GitHub(event), "GITHUB_STEP_SUMMARY="+summary), "summary.md")
	if err == nil || !strings.Contains(err.Error(), "Resource not accessible by integration") ||
		!strings.Contains(c.stderr.String(), "hint: give the job these permissions: {contents: read, pull-requests:") {
		t.Errorf("%v: %s", err, c.stderr.String())
	}
}

// TestOutside checks that a dry run needs no job.
func TestOutside(t *testing.T) {
	c, _ := newStarted(t, "")
	findings := `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "jprof"}}, "results": []}]}`
	if err := os.WriteFile(filepath.Join(c.dir, "jprof.sarif"), []byte(findings), 0o666); err != nil {
		t.Fatal(err)
	}
	err := c.run(t, []string{"HOME=/"}, "--dry-run", "--check", "jprof.sarif", "summary.md")
	want := "<!-- jprof:jprof -->\n# one\njprof: 0 failures, 0 warnings\n"
	if err != nil || c.stdout.String() != want ||
		c.stderr.String() != "jprof: outside of a job, this is what one would write:\n" {
		t.Errorf("%v: %s%s", err, c.stderr.String(), c.stdout.String())
	}
}

// TestVariables checks that the help lists exactly the variables that describe a job.
func TestVariables(t *testing.T) {
	read := map[string]bool{}
	for _, host := range []string{"GITHUB_ACTIONS", "GITLAB_CI"} {
		_, err := forge.Find(func(name string) string {
			read[name] = true
			if name == host {
				return "true"
			}
			return ""
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	var listed []string
	for _, group := range regexp.MustCompile(`(\w+_) \((.*?)\)`).FindAllStringSubmatch(variables, -1) {
		for name := range strings.SplitSeq(group[2], ", ") {
			listed = append(listed, group[1]+name)
		}
	}
	slices.Sort(listed)
	if want := slices.Sorted(maps.Keys(read)); !slices.Equal(listed, want) {
		t.Errorf("%q, want %q", listed, want)
	}
}

func TestUsage(t *testing.T) {
	c, _ := newStarted(t, "")
	for _, test := range []struct{ args, says string }{
		{"", "comment requires one FILE"},
		{"a.md b.md", "comment requires one FILE"},
		{"none.md", "none.md: no such file"},
		{"/dev/zero", "/dev/zero: more than 64 MB"},
		{"--check none.sarif summary.md", "none.sarif: no such file"},
		{"--check summary.md summary.md", "--check: summary.md: no SARIF"},
		{"--label x--> summary.md", "has other characters than"},
		{"--request 0 summary.md", "--request must be at least 1"},
		{"summary.md", "this is no job of GitHub Actions or GitLab CI"},
	} {
		err := c.run(t, []string{"HOME=/"}, strings.Fields(test.args)...)
		if _, usage := errors.AsType[exit.UsageError](err); !usage || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v", test.args, err)
		}
	}
}
