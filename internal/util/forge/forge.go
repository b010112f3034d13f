// Package forge writes to the pull request (GitHub) or merge request (GitLab) of a CI job: one comment, which later
// jobs replace, and on GitHub a check with annotations. It needs few endpoints of each API, so it uses net/http in
// place of two large client libraries.
//
// # The comment that is replaced
//
// The first line of a comment is a marker, an HTML comment that readers do not see. Of the comments with this marker,
// the oldest one of the right author is replaced: on GitHub a bot, as the token of a job is one, on GitLab the user of
// the token. So no comment of other people is ever changed, even if they copy the marker.
//
// # The token
//
// Only the token that the job has is used. It is sent in a header, to the host of the API only: redirects are not
// followed, and a next page elsewhere is an error. It is in no address, and messages of the host are printed without
// it.
//
// # Failures
//
// What may succeed a few seconds later (429, 5xx, an error of the network) is tried three times. Each try looks for the
// comment again: a request that reached the host, but whose answer was lost, does not make a second comment.
//
// A host that never ends is given up: a request ends after half a minute, all requests of a job end two minutes after
// it was found, and lists of comments after 100 pages.
package forge

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// Job is a CI job on a host, and the request that it is for: a pull request of GitHub, or a merge request of GitLab.
type Job struct {
	Host    string // GitHub or GitLab
	Project string // owner/name, or the ID of the project if GitLab does not name it
	Number  int    // of the request, 0 if the job is for none
	Commit  string // ID of the newest commit of the request, or that of the job if there is none
	Page    string // address of the page of the job, "" if it is not known
	Summary string // file whose text the host shows on the page of the job, "" for none
	// ReadOnly is the reason why the host gives this job no token that may write, "" for none.
	ReadOnly string

	host
	api    string    // address of all endpoints
	ends   time.Time // of all requests
	token  string
	client *http.Client
	wait   func(context.Context, time.Duration) error
}

// host has the differences between the APIs.
type host struct {
	request  string                  // word for a request
	limit    int                     // characters of a comment
	user     string                  // endpoint for the user of the token, "" if the authors are bots
	comments func(number int) string // endpoint for the comments of a request
	comment  func(number int, id int64) string
	update   string // method that replaces a comment
	checks   string // endpoint for checks, "" if there is none for the token of a job
	address  string // variable with the address of the API
	noToken  string // remedy if the token is missing, or not valid
	noRights string // remedy if the token must not write
}

// ErrNone is the error of Find outside of a CI job on a known host.
var ErrNone = errors.New("this is no job of GitHub Actions or GitLab CI")

// Find returns the job that environment variables describe.
func Find(getenv func(string) string) (*Job, error) {
	switch {
	case getenv("GITHUB_ACTIONS") == "true":
		return onGitHub(getenv)
	case getenv("GITLAB_CI") == "true":
		return onGitLab(getenv)
	}
	return nil, ErrNone
}

// Outside returns a job that represents one where there is none: its comment names no commit and no page.
func Outside() *Job { return &Job{host: host{limit: 65_536, checks: "none"}} }

// What returns the request in words: "pull request 7 of owner/name".
func (j *Job) What() string { return fmt.Sprintf("%s %d of %s", j.request, j.Number, j.Project) }

// Request returns the word of the host for a request.
func (j *Job) Request() string { return j.request }

// onGitHub returns the job that the variables of GitHub Actions describe, and the event that started it.
func onGitHub(getenv func(string) string) (*Job, error) {
	j := &Job{Host: "GitHub", Project: getenv("GITHUB_REPOSITORY"), Commit: getenv("GITHUB_SHA"),
		Summary: getenv("GITHUB_STEP_SUMMARY"), token: getenv("GITHUB_TOKEN"), client: newClient(nil), wait: sleep,
		ends: time.Now().Add(whole)}
	j.api = cmp.Or(getenv("GITHUB_API_URL"), "https://api.github.com") + "/repos/" + j.Project
	if server, id := getenv("GITHUB_SERVER_URL"), getenv("GITHUB_RUN_ID"); server != "" && id != "" {
		j.Page = server + "/" + j.Project + "/actions/runs/" + id
	}
	j.host = host{
		request:  "pull request",
		limit:    65_536,
		comments: func(number int) string { return fmt.Sprintf("/issues/%d/comments", number) },
		comment:  func(_ int, id int64) string { return fmt.Sprintf("/issues/comments/%d", id) },
		update:   "PATCH",
		checks:   "/check-runs",
		address:  "GITHUB_API_URL",
		noToken:  "set GITHUB_TOKEN: ${{ github.token }} in env of the step",
		noRights: "give the job these permissions: {contents: read, pull-requests: write, checks: write}",
	}
	if getenv("GITHUB_ACTOR") == "dependabot[bot]" {
		j.ReadOnly = "Dependabot started the job"
	}
	file := getenv("GITHUB_EVENT_PATH")
	if file == "" {
		return j, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("GITHUB_EVENT_PATH: %w", err)
	}
	var event struct {
		PullRequest *struct {
			Number int
			Head   struct {
				SHA  string
				Repo struct {
					Name string `json:"full_name"` // none if the fork was deleted
				}
			}
		} `json:"pull_request"`
		WorkflowRun *struct {
			SHA          string                 `json:"head_sha"`
			PullRequests []struct{ Number int } `json:"pull_requests"` // none for forks
		} `json:"workflow_run"`
	}
	if err := json.Unmarshal(text, &event); err != nil {
		return nil, fmt.Errorf("GITHUB_EVENT_PATH: %s: %w", file, err)
	}
	if p := event.PullRequest; p != nil {
		j.Number, j.Commit = p.Number, p.Head.SHA // GITHUB_SHA is a merge commit
		if p.Head.Repo.Name != j.Project {
			j.ReadOnly = "the pull request is from a fork"
		}
	}
	if w := event.WorkflowRun; w != nil {
		j.Commit = w.SHA
		if len(w.PullRequests) > 0 {
			j.Number = w.PullRequests[0].Number
		}
	}
	return j, nil
}

// onGitLab returns the job that the variables of GitLab CI describe. A pipeline for a branch names the open merge
// requests of that branch: the first one is taken.
func onGitLab(getenv func(string) string) (*Job, error) {
	own := getenv("CI_PROJECT_PATH")
	var trusted []byte
	if file := getenv("CI_SERVER_TLS_CA_FILE"); file != "" { // a server whose certificate is by an authority of its own
		var err error
		if trusted, err = os.ReadFile(file); err != nil {
			return nil, fmt.Errorf("CI_SERVER_TLS_CA_FILE: %w", err)
		}
	}
	j := &Job{Host: "GitLab", Project: cmp.Or(getenv("CI_MERGE_REQUEST_PROJECT_PATH"), own),
		Commit: getenv("CI_COMMIT_SHA"), Page: getenv("CI_JOB_URL"), client: newClient(trusted), wait: sleep,
		token: cmp.Or(getenv("JPROF_GITLAB_TOKEN"), getenv("GITLAB_TOKEN")), ends: time.Now().Add(whole)}
	id := cmp.Or(getenv("CI_MERGE_REQUEST_PROJECT_ID"), getenv("CI_PROJECT_ID"))
	j.Number, _ = strconv.Atoi(getenv("CI_MERGE_REQUEST_IID")) // 0 if there is none
	if sha := getenv("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"); sha != "" {
		j.Commit = sha // CI_COMMIT_SHA is a merge commit then
	}
	if open, _, _ := strings.Cut(getenv("CI_OPEN_MERGE_REQUESTS"), ","); j.Number == 0 && open != "" {
		of, number, _ := strings.Cut(open, "!")
		j.Number, _ = strconv.Atoi(number)
		if of != own {
			j.Project, id = of, url.PathEscape(of)
		}
	}
	if own != j.Project {
		j.ReadOnly = "the merge request is from a fork"
	}
	j.Project = cmp.Or(j.Project, id)
	j.api = getenv("CI_API_V4_URL") + "/projects/" + id
	comments := func(number int) string { return fmt.Sprintf("/merge_requests/%d/notes", number) }
	j.host = host{
		request:  "merge request",
		limit:    1_000_000,
		user:     getenv("CI_API_V4_URL") + "/user",
		comments: comments,
		comment:  func(number int, id int64) string { return fmt.Sprintf("%s/%d", comments(number), id) },
		update:   "PUT",
		address:  "CI_API_V4_URL",
		noToken: "set JPROF_GITLAB_TOKEN, a masked variable of the project, to a project access token with the " +
			"scope api: CI_JOB_TOKEN cannot write comments",
		noRights: "the project access token in JPROF_GITLAB_TOKEN needs the scope api and the role Reporter, or a " +
			"higher one",
	}
	return j, nil
}

// sleep waits, unless the context ends.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
