package forge

import (
	"context"
	"fmt"
	"net/http"

	"jprof/internal/util/words"
)

const (
	maxSummary     = 65_535 // characters
	maxAnnotations = 500    // of a check
	oneRequest     = 50     // annotations
)

// Check is a check of GitHub: a result for a commit, with a summary and annotations at lines.
type Check struct {
	Name        string
	Title       string
	Summary     string // Markdown
	Failed      bool
	Annotations []Annotation // those after the first 500 are not sent: the summary names their number
}

// Annotation is a message at lines of a file.
type Annotation struct {
	Path    string `json:"path"` // from the root of the repository
	First   int    `json:"start_line"`
	Last    int    `json:"end_line"`
	Level   string `json:"annotation_level"` // failure, warning or notice
	Title   string `json:"title,omitempty"`
	Message string `json:"message"`
}

// HasChecks reports whether the host has checks that the token of a job may write.
func (j *Job) HasChecks() bool { return j.checks != "" }

// checkRun is the body of requests for check runs.
type checkRun struct {
	Name       string      `json:"name,omitempty"`
	SHA        string      `json:"head_sha,omitempty"`
	Page       string      `json:"details_url,omitempty"`
	Status     string      `json:"status,omitempty"`
	Conclusion string      `json:"conclusion,omitempty"`
	Output     checkOutput `json:"output"`
}

type checkOutput struct {
	Title       string       `json:"title"`
	Summary     string       `json:"summary"`
	Annotations []Annotation `json:"annotations,omitempty"`
}

// Check writes a check for the commit of the job. GitHub shows the newest check of a name, so none is replaced.
func (j *Job) Check(ctx context.Context, c Check) error {
	requests := c.requests()
	requests[0].Name, requests[0].SHA, requests[0].Page = c.Name, j.Commit, j.Page
	method, address := http.MethodPost, j.api+j.checks
	for _, body := range requests {
		var made struct{ ID int64 }
		err := j.again(ctx, func(ctx context.Context) error {
			_, err := j.send(ctx, method, address, body, &made)
			return err
		})
		if err != nil {
			return err
		}
		method, address = http.MethodPatch, fmt.Sprintf("%s%s/%d", j.api, j.checks, made.ID)
	}
	return nil
}

// requests returns the bodies of the requests that write the check: the first one makes it, the others add annotations.
func (c Check) requests() []checkRun {
	left, note := c.Annotations, ""
	if n := len(left) - maxAnnotations; n > 0 {
		left = left[:maxAnnotations]
		note = "\n" + words.Plural(n, "more annotation") + " " + words.Form(n, "is", "are") + " not shown.\n"
	}
	output := checkOutput{Title: c.Title, Summary: cut(c.Summary, maxSummary-len(note)) + note}
	list := []checkRun{{Status: "completed", Conclusion: "success"}}
	if c.Failed {
		list[0].Conclusion = "failure"
	}
	for {
		n := min(oneRequest, len(left))
		last := &list[len(list)-1]
		last.Output = output
		last.Output.Annotations, left = left[:n], left[n:]
		if len(left) == 0 {
			return list
		}
		list = append(list, checkRun{})
	}
}
