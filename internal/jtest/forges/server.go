// Package forges has a server for tests with the endpoints of GitHub and GitLab that package forge uses, as their
// documentation describes them: comments with pages, check runs, limits, and errors.
package forges

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

const (
	// Token is the token that the server accepts.
	Token = "secret-token-of-the-job"
	// Repository is the repository of the server on GitHub, and its project on GitLab.
	Repository = "owner/name"
	// ProjectID is the ID of the project on GitLab.
	ProjectID = "42"
	// Number is the number of the only pull request, and of the only merge request.
	Number = 7
	// SHA is the ID of the newest commit of the request.
	SHA = "0123456789abcdef0123456789abcdef01234567"

	self = 5 // ID of the user of the token on GitLab
)

// Comment is a comment on the request.
type Comment struct {
	ID     int64
	Body   string
	Own    bool // by the user of the token
	System bool // GitLab: about an event
}

// Check is a check run of GitHub.
type Check struct {
	ID          int64
	Name, SHA   string
	Conclusion  string
	Title       string
	Summary     string
	Annotations []Annotation
}

// Annotation is an annotation of a check run.
type Annotation struct {
	Path    string `json:"path"`
	First   int    `json:"start_line"`
	Last    int    `json:"end_line"`
	Level   string `json:"annotation_level"`
	Message string `json:"message"`
	Title   string `json:"title"`
}

// Server has a repository of GitHub below /api/v3 and a project of GitLab below /api/v4.
type Server struct {
	*httptest.Server
	mu       sync.Mutex
	Comments []Comment
	Checks   []Check
	Base     string   // GitLab: content of the artifact with the run of the branch main by the job jprof, "" for none
	Asked    []string // method and path of each request
	// Refuse answers a request in place of the server, if it returns true.
	Refuse func(http.ResponseWriter, *http.Request) bool

	t      testing.TB
	lastID int64
}

// New starts a server, which stops at the end of the test.
func New(t testing.TB) *Server {
	s := &Server{t: t, lastID: 1000}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// Add adds a comment that is older than all that the server is sent.
func (s *Server) Add(c Comment) {
	s.lastID++
	c.ID = s.lastID
	s.Comments = append(s.Comments, c)
}

// GitHub returns the variables of a job of GitHub Actions. event is the content of the file about the event, which
// the caller writes to the path file.
func (s *Server) GitHub(file string) []string {
	return []string{"GITHUB_ACTIONS=true", "GITHUB_REPOSITORY=" + Repository, "GITHUB_API_URL=" + s.URL + "/api/v3",
		"GITHUB_SERVER_URL=" + s.URL, "GITHUB_RUN_ID=99", "GITHUB_SHA=" + strings.Repeat("f", 40),
		"GITHUB_EVENT_PATH=" + file, "GITHUB_TOKEN=" + Token}
}

// PullRequest returns the event of a pull request of a branch of the repository from.
func PullRequest(from string) string {
	return fmt.Sprintf(`{"action": "synchronize", "number": %d, "pull_request": {"number": %[1]d,
		"head": {"ref": "b", "sha": "%s", "repo": {"full_name": "%s", "fork": %t}}}}`, Number, SHA, from,
		from != Repository)
}

// GitLab returns the variables of a job of GitLab CI in a pipeline of the merge request.
func (s *Server) GitLab() []string {
	return []string{"GITLAB_CI=true", "CI_API_V4_URL=" + s.URL + "/api/v4", "CI_PROJECT_ID=" + ProjectID,
		"CI_PROJECT_PATH=" + Repository, "CI_MERGE_REQUEST_PROJECT_ID=" + ProjectID,
		"CI_MERGE_REQUEST_PROJECT_PATH=" + Repository, "CI_MERGE_REQUEST_IID=" + strconv.Itoa(Number),
		"CI_DEFAULT_BRANCH=main", "CI_JOB_NAME=jprof", "CI_COMMIT_SHA=" + SHA,
		"CI_JOB_URL=" + s.URL + "/-/jobs/99", "JPROF_GITLAB_TOKEN=" + Token}
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Asked = append(s.Asked, r.Method+" "+r.URL.Path)
	if strings.Contains(r.URL.String(), Token) {
		s.t.Errorf("the token is in an address: %s", r.URL)
	}
	if s.Refuse != nil && s.Refuse(w, r) {
		return
	}
	github := strings.HasPrefix(r.URL.Path, "/api/v3/")
	if r.Header.Get("Authorization") != "Bearer "+Token {
		message := "401 Unauthorized"
		if github {
			message = "Bad credentials"
		}
		Answer(w, http.StatusUnauthorized, map[string]any{"message": message})
		return
	}
	if github && (r.Header.Get("User-Agent") == "" || r.Header.Get("X-GitHub-Api-Version") == "") {
		s.t.Errorf("headers %v", r.Header)
	}
	if path, ok := strings.CutPrefix(r.URL.Path, "/api/v3/repos/"+Repository+"/"); ok {
		s.github(w, r, path)
	} else if r.URL.Path == "/api/v4/user" {
		Answer(w, http.StatusOK, map[string]any{"id": self, "username": "project_42_bot"})
	} else if path, ok := strings.CutPrefix(r.URL.Path, "/api/v4/projects/"+ProjectID+"/"); ok {
		s.gitlab(w, r, path)
	} else {
		notFound(w)
	}
}

func (s *Server) github(w http.ResponseWriter, r *http.Request, path string) {
	comments := fmt.Sprintf("issues/%d/comments", Number)
	switch {
	case r.Method == "GET" && path == comments:
		s.list(w, r, func(c Comment) any {
			user := map[string]any{"login": "someone", "type": "User"}
			if c.Own {
				user = map[string]any{"login": "github-actions[bot]", "type": "Bot"}
			}
			return map[string]any{"id": c.ID, "body": c.Body, "user": user}
		})
	case r.Method == "POST" && path == comments:
		s.write(w, r, -1, 65_536)
	case r.Method == "PATCH" && strings.HasPrefix(path, "issues/comments/"):
		s.write(w, r, s.index(path), 65_536)
	case r.Method == "POST" && path == "check-runs":
		s.check(w, r, nil)
	case r.Method == "PATCH" && strings.HasPrefix(path, "check-runs/"):
		for i := range s.Checks {
			if path == fmt.Sprintf("check-runs/%d", s.Checks[i].ID) {
				s.check(w, r, &s.Checks[i])
				return
			}
		}
		notFound(w)
	default:
		notFound(w)
	}
}

func (s *Server) gitlab(w http.ResponseWriter, r *http.Request, path string) {
	notes := fmt.Sprintf("merge_requests/%d/notes", Number)
	switch {
	case r.Method == "GET" && path == "jobs/artifacts/main/raw/.jprof/ci/run.tar.gz" && s.Base != "" &&
		r.URL.Query().Get("job") == "jprof":
		fmt.Fprint(w, s.Base) // the client sees it
	case r.Method == "GET" && path == notes:
		s.list(w, r, func(c Comment) any {
			author := map[string]any{"id": 1, "username": "someone"}
			if c.Own {
				author = map[string]any{"id": self, "username": "project_42_bot"}
			}
			return map[string]any{"id": c.ID, "body": c.Body, "author": author, "system": c.System,
				"noteable_type": "MergeRequest", "noteable_iid": Number}
		})
	case r.Method == "POST" && path == notes:
		s.write(w, r, -1, 1_000_000)
	case r.Method == "PUT" && strings.HasPrefix(path, notes+"/"):
		s.write(w, r, s.index(path), 1_000_000)
	default:
		notFound(w)
	}
}

// index returns the index of the comment whose ID ends a path, len(s.Comments) if there is none.
func (s *Server) index(path string) int {
	for i, c := range s.Comments {
		if strings.HasSuffix(path, fmt.Sprintf("/%d", c.ID)) {
			return i
		}
	}
	return len(s.Comments)
}

// list answers a page of the comments, with the address of the next one.
func (s *Server) list(w http.ResponseWriter, r *http.Request, of func(Comment) any) {
	query := r.URL.Query()
	size, page := 30, 1
	if n, err := strconv.Atoi(query.Get("per_page")); err == nil {
		size = min(n, 100)
	}
	if n, err := strconv.Atoi(query.Get("page")); err == nil {
		page = n
	}
	all := slices.Clone(s.Comments)
	isGitLab := strings.HasPrefix(r.URL.Path, "/api/v4/")
	if isGitLab && query.Get("sort") != "asc" {
		slices.Reverse(all)
	}
	list := []any{}
	for i := (page - 1) * size; i < min(page*size, len(all)); i++ {
		list = append(list, of(all[i]))
	}
	if page*size < len(all) {
		query.Set("page", strconv.Itoa(page+1))
		to := s.URL + r.URL.Path + "?" + query.Encode()
		if isGitLab {
			w.Header().Set("X-Next-Page", strconv.Itoa(page+1))
		} else {
			w.Header().Set("Link", fmt.Sprintf(`<%s>; rel="last", <%s>; rel="next"`, s.URL, to))
		}
	}
	Answer(w, http.StatusOK, list)
}

// write makes a comment, or replaces that with an index, from the body of a request.
func (s *Server) write(w http.ResponseWriter, r *http.Request, index, limit int) {
	var sent struct{ Body string }
	switch {
	case index == len(s.Comments) && index >= 0 && r.Method != "POST":
		notFound(w)
	case !decode(r, &sent) || sent.Body == "":
		Answer(w, http.StatusBadRequest, map[string]any{"message": "Problems parsing JSON"})
	case utf8.RuneCountInString(sent.Body) > limit:
		fault := map[string]any{"field": "body",
			"message": fmt.Sprintf("body is too long (maximum is %d characters)", limit)}
		Answer(w, http.StatusUnprocessableEntity,
			map[string]any{"message": "Validation Failed", "errors": []any{fault}})
	case index < 0:
		s.Add(Comment{Body: sent.Body, Own: true})
		Answer(w, http.StatusCreated, map[string]any{"id": s.lastID, "body": sent.Body})
	default:
		s.Comments[index].Body = sent.Body
		Answer(w, http.StatusOK, map[string]any{"id": s.Comments[index].ID, "body": sent.Body})
	}
}

// check makes a check run, or changes one.
func (s *Server) check(w http.ResponseWriter, r *http.Request, old *Check) {
	var sent struct {
		Name       string `json:"name"`
		SHA        string `json:"head_sha"`
		Status     string `json:"status"`
		Conclusion string `json:"conclusion"`
		URL        string `json:"details_url"`
		Output     struct {
			Title       string       `json:"title"`
			Summary     string       `json:"summary"`
			Annotations []Annotation `json:"annotations"`
		} `json:"output"`
	}
	refuse := func(why string) {
		Answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "Invalid request.\n\n" + why})
	}
	out := &sent.Output
	switch {
	case !decode(r, &sent):
		Answer(w, http.StatusBadRequest, map[string]any{"message": "Problems parsing JSON"})
		return
	case old == nil && (sent.Name == "" || len(sent.SHA) != 40):
		refuse(`"name", "head_sha" weren't supplied.`)
		return
	case out.Title == "" || out.Summary == "":
		refuse(`"title", "summary" weren't supplied.`)
		return
	case utf8.RuneCountInString(out.Summary) > 65_535:
		refuse("Only 65535 characters are allowed; summary.")
		return
	case len(out.Annotations) > 50:
		refuse("No more than 50 items are allowed; annotations.")
		return
	case !slices.Contains([]string{"success", "failure", "neutral", ""}, sent.Conclusion):
		refuse(sent.Conclusion + " is not a member of conclusions.")
		return
	}
	for _, a := range out.Annotations {
		if a.Path == "" || a.First < 1 || a.Last < a.First || a.Message == "" ||
			!slices.Contains([]string{"notice", "warning", "failure"}, a.Level) {
			refuse(fmt.Sprintf("%+v", a))
			return
		}
	}
	status := http.StatusOK
	if old == nil {
		s.lastID++
		s.Checks = append(s.Checks, Check{ID: s.lastID, Name: sent.Name, SHA: sent.SHA})
		old, status = &s.Checks[len(s.Checks)-1], http.StatusCreated
	}
	old.Title, old.Summary = out.Title, out.Summary
	if sent.Conclusion != "" {
		old.Conclusion = sent.Conclusion
	}
	old.Annotations = append(old.Annotations, out.Annotations...)
	Answer(w, status, map[string]any{"id": old.ID, "name": old.Name, "status": "completed"})
}

// decode reads the body of a request, which has no unknown field.
func decode(r *http.Request, to any) bool {
	var text bytes.Buffer
	if _, err := text.ReadFrom(r.Body); err != nil {
		return false
	}
	d := json.NewDecoder(&text)
	d.DisallowUnknownFields()
	return r.Header.Get("Content-Type") == "application/json" && d.Decode(to) == nil
}

// Answer writes an answer in JSON.
func Answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body) // the client sees it
}

func notFound(w http.ResponseWriter) {
	Answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
}
