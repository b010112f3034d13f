package forge

import (
	"context"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"jprof/internal/jtest/forges"
	"jprof/internal/util/environ"
	"jprof/internal/util/term"
)

// hosts returns a job on each host, with a server of its own. Jobs wait for nothing: they list how long they would.
func hosts(t *testing.T, run func(t *testing.T, s *forges.Server, j *Job, waits *[]time.Duration)) {
	t.Helper()
	for _, host := range []string{"GitHub", "GitLab"} {
		t.Run(host, func(t *testing.T) {
			s := forges.New(t)
			vars := s.GitLab()
			if host == "GitHub" {
				vars = s.GitHub(event(t, forges.PullRequest(forges.Repository)))
			}
			waits := new([]time.Duration)
			j := find(t, vars)
			j.wait = func(_ context.Context, d time.Duration) error { *waits = append(*waits, d); return nil }
			run(t, s, j, waits)
		})
	}
}

func event(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func find(t *testing.T, vars []string) *Job {
	t.Helper()
	j, err := Find(func(name string) string { return environ.Get(vars, name) })
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestOneComment checks that a comment is written once, and then replaced, in front of and after the comments of other
// people, wherever its page is. Those of others stay, with the same marker and with another label.
func TestOneComment(t *testing.T) {
	hosts(t, func(t *testing.T, s *forges.Server, j *Job, _ *[]time.Duration) {
		others := []forges.Comment{{Body: marker("a") + "\nby a user"}, {Body: marker("b") + "\n", Own: true},
			{Body: "about\n" + marker("a"), Own: true}}
		for i := range 250 {
			others = append(others, forges.Comment{Body: fmt.Sprint("comment ", i)})
		}
		for _, c := range others {
			s.Add(c)
		}
		for i, text := range []string{"one", "two", "three\n"} {
			replaced, err := j.Comment(t.Context(), "a", text)
			if err != nil || replaced != (i > 0) {
				t.Fatalf("%s: replaced %t, %v", text, replaced, err)
			}
			if i == 1 {
				s.Add(forges.Comment{Body: marker("a") + "\na newer one", Own: true})
			}
		}
		if n := len(s.Comments); n != len(others)+2 {
			t.Errorf("%d comments", n)
		}
		for i, c := range others {
			if s.Comments[i].Body != c.Body {
				t.Errorf("comment %d has changed: %s", i, s.Comments[i].Body)
			}
		}
		page := map[string]string{"GitHub": "/owner/name/actions/runs/99", "GitLab": "/-/jobs/99"}[j.Host]
		want := "<!-- jprof:a -->\nthree\n\nCommit `012345678`, [job](" + s.URL + page + ")\n"
		if got := s.Comments[len(others)].Body; got != want {
			t.Errorf("got %q\nwant %q", got, want)
		}
	})
}

// TestLongTexts checks that a text of any length fits into a comment.
func TestLongTexts(t *testing.T) {
	hosts(t, func(t *testing.T, s *forges.Server, j *Job, _ *[]time.Duration) {
		for _, line := range []string{"ü\n", strings.Repeat("x", 2_000_000), strings.Repeat("y", 999) + "\n"} {
			if _, err := j.Comment(t.Context(), "a", strings.Repeat(line, 3+2_400_000/len(line))); err != nil {
				t.Fatal(err)
			}
			body := s.Comments[0].Body
			if !strings.Contains(body, " not shown: the text would be too long.\n\nCommit `") {
				t.Errorf("no note at the end: %q", body[len(body)-200:])
			}
		}
		if n := utf8.RuneCountInString(s.Comments[0].Body); n < j.limit-1200 {
			t.Errorf("only %d characters", n)
		}
	})
	if got := cut("a\nb\n\n", 5); got != "a\nb\n" {
		t.Errorf("got %q", got)
	}
}

// TestTries checks that faults which pass are tried again, after the time that the host says, and never make a second
// comment.
func TestTries(t *testing.T) {
	hosts(t, func(t *testing.T, s *forges.Server, j *Job, waits *[]time.Duration) {
		for _, test := range []struct {
			faults []int
			after  string
			waits  []time.Duration
			fails  string // "" for success
		}{
			{[]int{503, 500}, "", []time.Duration{time.Second, 4 * time.Second}, ""},
			{[]int{429}, "17", []time.Duration{17 * time.Second}, ""},
			{[]int{403}, "2", []time.Duration{2 * time.Second}, ""}, // GitHub's secondary limit
			{[]int{502, 502, 502}, "", []time.Duration{time.Second, 4 * time.Second}, "502 Bad Gateway"},
			{[]int{429}, "3600", nil, "429 Too Many Requests"},
			{[]int{403}, "", nil, "403 Forbidden"},
			{[]int{422}, "", nil, "422 Unprocessable Entity"},
			{[]int{301}, "", nil, "301 Moved Permanently"},
		} {
			*waits = nil
			faults := test.faults
			s.Refuse = func(w http.ResponseWriter, r *http.Request) bool {
				if len(faults) == 0 || r.Method == "GET" {
					return false
				}
				if faults[0] == 502 { // the answer is lost, but the comment is there
					s.Add(forges.Comment{Body: marker("a"), Own: true})
				}
				w.Header().Set("Retry-After", test.after)
				w.Header().Set("Location", "http://elsewhere.example/")
				forges.Answer(w, faults[0], map[string]any{"message": "sent " + forges.Token})
				faults = faults[1:]
				return true
			}
			s.Comments = nil
			_, err := j.Comment(t.Context(), "a", "text")
			if !slices.Equal(*waits, test.waits) {
				t.Errorf("%v: waited %v, want %v", test.faults, *waits, test.waits)
			}
			if test.fails == "" && (err != nil || len(s.Comments) != 1) ||
				test.fails != "" && (err == nil || !strings.Contains(err.Error(), test.fails)) {
				t.Errorf("%v: %v, %d comments", test.faults, err, len(s.Comments))
			}
			if err != nil && (strings.Contains(err.Error(), forges.Token) ||
				!strings.Contains(err.Error(), "sent (token)")) {
				t.Errorf("the message: %v", err)
			}
		}
	})
}

// TestChecks checks that a check has its annotations in requests of at most 50, up to a limit, and a text that fits.
func TestChecks(t *testing.T) {
	hosts(t, func(t *testing.T, s *forges.Server, j *Job, waits *[]time.Duration) {
		if !j.HasChecks() {
			if j.Host == "GitHub" {
				t.Error("GitHub has checks")
			}
			return
		}
		for _, n := range []int{0, 1, 50, 51, 500, 507} {
			s.Asked, s.Checks = nil, nil
			c := Check{Name: "jprof", Title: "title", Summary: strings.Repeat("ü\n", 40_000), Failed: n > 0}
			for i := range n {
				c.Annotations = append(c.Annotations, Annotation{"A.java", i + 1, i + 2, "warning", "", fmt.Sprint(i)})
			}
			faults := 1
			s.Refuse = func(w http.ResponseWriter, r *http.Request) bool {
				fails := faults > 0
				if faults--; fails {
					forges.Answer(w, http.StatusServiceUnavailable, nil)
				}
				return fails
			}
			if err := j.Check(t.Context(), c); err != nil || len(s.Checks) != 1 {
				t.Fatalf("%d: %v, %d checks", n, err, len(s.Checks))
			}
			got := s.Checks[0]
			sent := min(n, maxAnnotations)
			if requests := 1 + max(1, (sent+49)/50); len(got.Annotations) != sent || len(s.Asked) != requests {
				t.Errorf("%d: %d annotations by %q, want %d requests", n, len(got.Annotations), s.Asked, requests)
			}
			for i, a := range got.Annotations {
				if a.Message != fmt.Sprint(i) {
					t.Errorf("%d: annotation %d is %s", n, i, a.Message)
				}
			}
			if conclusion := map[bool]string{false: "success", true: "failure"}[n > 0]; got.Conclusion != conclusion {
				t.Errorf("%d: %s", n, got.Conclusion)
			}
			says := strings.HasSuffix(got.Summary, "\n7 more annotations are not shown.\n")
			if says != (n == 507) {
				t.Errorf("%d: the summary ends in %q", n, got.Summary[len(got.Summary)-100:])
			}
		}
		if len(*waits) != 6 {
			t.Errorf("waited %v", *waits)
		}
	})
}

// TestFaults checks that errors of the host say what to do.
func TestFaults(t *testing.T) {
	hosts(t, func(t *testing.T, s *forges.Server, j *Job, _ *[]time.Duration) {
		variable := map[string]string{"GitHub": "GITHUB_TOKEN: ${{ github.token }}", "GitLab": "JPROF_GITLAB_TOKEN"}
		rights := map[string]string{"GitHub": "pull-requests: write", "GitLab": "scope api and the role Reporter"}
		for _, test := range []struct {
			change func(*Job)
			says   string
			hint   string
			rights bool
		}{
			{func(j *Job) { j.token = "" }, "there is no token of " + j.Host, variable[j.Host], true},
			{func(j *Job) { j.token = "wrong" }, "401 Unauthorized", variable[j.Host], true},
			{func(j *Job) { j.Number = 8 }, "404 Not Found", rights[j.Host], true},
			{func(j *Job) { j.api = "http://127.0.0.1:1"; j.user = "" }, "connection refused", "", false},
			{func(*Job) { s.Refuse = garbage }, "the answer is not as documented", "", false},
			{func(*Job) { s.Refuse = elsewhere }, "is on another host, which must not see the token", "", false},
		} {
			other := *j
			s.Refuse = nil
			test.change(&other)
			_, err := other.Comment(t.Context(), "a", "text")
			if err == nil || !strings.Contains(err.Error(), test.says) || NoRights(err) != test.rights ||
				!strings.Contains(strings.Join(term.Hints(err), "\n"), test.hint) {
				t.Errorf("%s: %v, hints %q", test.says, err, term.Hints(err))
			}
		}
	})
}

// TestOwnAuthority checks that a GitLab whose certificate is not by a known authority is reached by the file that its
// runner names, and only then.
func TestOwnAuthority(t *testing.T) {
	s := forges.New(t)
	secure := httptest.NewUnstartedServer(s)
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer secure.Close()
	file := event(t, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw})))
	vars := append(s.GitLab(), "CI_API_V4_URL="+secure.URL+"/api/v4")
	for _, trusted := range []string{"", file} {
		j := find(t, append(vars, "CI_SERVER_TLS_CA_FILE="+trusted))
		j.wait = func(context.Context, time.Duration) error { return nil }
		_, err := j.Comment(t.Context(), "a", "text")
		if fails := err != nil && strings.Contains(err.Error(), "certificate"); fails != (trusted == "") {
			t.Errorf("%q: %v", trusted, err)
		}
	}
}

func garbage(w http.ResponseWriter, _ *http.Request) bool {
	w.Write([]byte("<html>")) // the client sees it
	return true
}

// elsewhere answers an empty page whose next page is on another host.
func elsewhere(w http.ResponseWriter, r *http.Request) bool {
	if strings.HasSuffix(r.URL.Path, "/user") {
		return false
	}
	w.Header().Set("Link", `<https://elsewhere.example/?page=2>; rel="next"`)
	forges.Answer(w, http.StatusOK, []any{})
	return true
}

// TestFind checks which request, commit and rights a job has.
func TestFind(t *testing.T) {
	s := forges.New(t)
	merge := strings.Repeat("f", 40)
	fork := strings.Replace(forges.PullRequest("else/name"), `"fork": false`, `"fork": true`, 1)
	gone := `{"pull_request": {"number": 7, "head": {"sha": "` + forges.SHA + `", "repo": null}}}`
	later := `{"workflow_run": {"head_sha": "` + forges.SHA + `", "pull_requests": [{"number": 7}]}}`
	for name, test := range map[string]struct {
		vars             []string
		what, commit, by string
	}{
		"pull request": {s.GitHub(event(t, forges.PullRequest(forges.Repository))), "pull request 7 of owner/name",
			forges.SHA, ""},
		"push":         {s.GitHub(event(t, `{"ref": "refs/heads/main"}`)), "pull request 0 of owner/name", merge, ""},
		"fork":         {s.GitHub(event(t, fork)), "pull request 7 of owner/name", forges.SHA, "from a fork"},
		"deleted fork": {s.GitHub(event(t, gone)), "pull request 7 of owner/name", forges.SHA, "from a fork"},
		"workflow_run": {s.GitHub(event(t, later)), "pull request 7 of owner/name", forges.SHA, ""},
		"Dependabot": {append(s.GitHub(""), "GITHUB_ACTOR=dependabot[bot]"), "pull request 0 of owner/name", merge,
			"Dependabot"},
		"merge request": {s.GitLab(), "merge request 7 of owner/name", forges.SHA, ""},
		"merge request of a fork": {append(s.GitLab(), "CI_PROJECT_PATH=else/name"), "merge request 7 of owner/name",
			forges.SHA, "from a fork"},
		"branch": {append(s.GitLab(), "CI_MERGE_REQUEST_IID=", "CI_OPEN_MERGE_REQUESTS=owner/name!8,owner/name!9"),
			"merge request 8 of owner/name", forges.SHA, ""},
		"branch of a fork": {append(s.GitLab(), "CI_MERGE_REQUEST_IID=", "CI_OPEN_MERGE_REQUESTS=else/name!8"),
			"merge request 8 of else/name", forges.SHA, "from a fork"},
		"branch without requests": {append(s.GitLab(), "CI_MERGE_REQUEST_IID="), "merge request 0 of owner/name",
			forges.SHA, ""},
		"merged results": {append(s.GitLab(), "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA="+merge),
			"merge request 7 of owner/name", merge, ""},
	} {
		j := find(t, test.vars)
		if j.What() != test.what || j.Commit != test.commit || !strings.Contains(j.ReadOnly, test.by) ||
			(test.by == "") != (j.ReadOnly == "") {
			t.Errorf("%s: %s, commit %s, %q", name, j.What(), j.Commit, j.ReadOnly)
		}
	}
	if _, err := Find(func(string) string { return "" }); err != ErrNone {
		t.Errorf("outside of a job: %v", err)
	}
}
