package forge

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"jprof/internal/util/term"
	"jprof/internal/util/words"
)

// maxPages limits the list of comments. A page has 100 of them.
const maxPages = 100

// comment is a comment in both APIs. Each of them has only some of the fields.
type comment struct {
	ID     int64
	Body   string
	System bool                  // GitLab: text of the host about an event
	User   struct{ Type string } // GitHub
	Author struct{ ID int64 }    // GitLab
}

// marker returns the first line of the comments with a label.
func marker(label string) string { return "<!-- jprof:" + label + " -->" }

// Body returns the comment with a label and a text. It ends with the commit and the job, so that readers see how old it
// is. It fits into the limit of the host.
func (j *Job) Body(label, text string) string {
	var of []string
	if j.Commit != "" {
		of = append(of, "commit `"+j.Commit[:min(9, len(j.Commit))]+"`")
	}
	if j.Page != "" {
		of = append(of, "[job]("+j.Page+")")
	}
	head, end := marker(label)+"\n", ""
	if len(of) > 0 {
		end = "\n" + words.Capital(strings.Join(of, ", ")) + "\n"
	}
	return head + cut(text, j.limit-utf8.RuneCountInString(head+end)) + end
}

// cut returns a text with at most limit characters. If there are more, it ends after a whole line, with a note.
func cut(text string, limit int) string {
	text = strings.TrimRight(strings.ToValidUTF8(text, "�"), "\n") + "\n"
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	const note = "\n%s %s not shown: the text would be too long.\n"
	room, end := limit-len(note)-len("1,000,000 more lines are"), 0
	for line := range strings.Lines(text) {
		if room -= utf8.RuneCountInString(line); room < 0 {
			break
		}
		end += len(line)
	}
	n := strings.Count(text[end:], "\n")
	return text[:end] + fmt.Sprintf(note, words.Plural(n, "more line"), words.Form(n, "is", "are"))
}

// Comment writes the comment with a label to the request. It replaces the one that is there, and reports whether there
// was one.
func (j *Job) Comment(ctx context.Context, label, text string) (replaced bool, err error) {
	err = j.again(ctx, func(ctx context.Context) error {
		old, err := j.find(ctx, marker(label))
		if err != nil {
			return err
		}
		method, path := http.MethodPost, j.comments(j.Number)
		if replaced = old != nil; replaced {
			method, path = j.update, j.comment(j.Number, old.ID)
		}
		_, err = j.send(ctx, method, j.api+path, map[string]string{"body": j.Body(label, text)}, nil)
		return err
	})
	return replaced, err
}

// find returns the oldest comment of the right author that starts with a marker, nil if there is none.
func (j *Job) find(ctx context.Context, marker string) (*comment, error) {
	var self struct{ ID int64 }
	if j.user != "" {
		if _, err := j.send(ctx, http.MethodGet, j.user, nil, &self); err != nil {
			return nil, err
		}
	}
	page := j.api + j.comments(j.Number) + "?per_page=100&sort=asc"
	for pages := 0; page != ""; pages++ {
		if pages == maxPages {
			return nil, term.Errorf("see whether "+j.address+" is the API of "+j.Host+"; if "+j.What()+
				" has so many comments, use another one", "%s has more than %d pages of comments on %s",
				j.server(), maxPages, j.What())
		}
		var list []comment
		header, err := j.send(ctx, http.MethodGet, page, nil, &list)
		if err != nil {
			return nil, err
		}
		for _, c := range list {
			own := c.User.Type == "Bot"
			if j.user != "" {
				own = c.Author.ID == self.ID && !c.System
			}
			if own && strings.HasPrefix(c.Body, marker) {
				return &c, nil
			}
		}
		if page, err = next(page, header); err != nil {
			return nil, err
		}
	}
	return nil, nil
}
