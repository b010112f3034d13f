package forge

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
)

const (
	tries    = 3
	patience = time.Minute      // longest time to wait before a try
	timeout  = 30 * time.Second // of a request, with its answer
	whole    = 2 * time.Minute  // of all requests
	maxBody  = 64 << 20         // bytes of an answer
)

// Refused is an answer other than success.
type Refused struct {
	Status int // 0 if the job has no token
	Text   string
	hint   string
	after  time.Duration // time to wait before the next try, 0 if the host does not say
	limit  bool          // a limit for the rate of requests was reached
}

// Error returns the answer of the host and the request.
func (r *Refused) Error() string { return r.Text }

// Hints returns the remedy.
func (r *Refused) Hints() []string {
	if r.hint == "" {
		return nil
	}
	return []string{r.hint}
}

// NoRights reports whether err says that the token is missing or may not do this.
func NoRights(err error) bool {
	r, ok := errors.AsType[*Refused](err)
	return ok && !r.limit && (r.Status == 0 || r.Status == http.StatusUnauthorized ||
		r.Status == http.StatusForbidden || r.Status == http.StatusNotFound)
}

// newClient returns a client that follows no redirect, as the token is for one host. Certificates in trusted, in PEM,
// are trusted beside those of the system.
func newClient(trusted []byte) *http.Client {
	c := &http.Client{Timeout: timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if trusted != nil {
		pool, err := x509.SystemCertPool()
		if err != nil {
			pool = x509.NewCertPool()
		}
		pool.AppendCertsFromPEM(trusted)
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.TLSClientConfig = &tls.Config{RootCAs: pool}
		c.Transport = transport
	}
	return c
}

// again calls the function do until it succeeds, or fails in a way that does not pass by itself, or the time of the job
// is over.
func (j *Job) again(ctx context.Context, do func(context.Context) error) error {
	late := fmt.Errorf("%s has not answered all requests within %g seconds", j.server(), whole.Seconds())
	ctx, cancel := context.WithDeadlineCause(ctx, j.ends, late)
	defer cancel()
	for try := 1; ; try++ {
		err := do(ctx)
		if err != nil && context.Cause(ctx) == late {
			return j.unreachable(late)
		}
		if err == nil || try == tries || ctx.Err() != nil {
			return err
		}
		pause := time.Duration(try*try) * time.Second
		if r, ok := errors.AsType[*Refused](err); ok {
			if !r.limit && r.Status < 500 {
				return err
			}
			pause = cmp.Or(r.after, pause)
		} else if _, ok := errors.AsType[*url.Error](err); !ok {
			return err
		}
		if pause > patience || pause > time.Until(j.ends) {
			return err
		}
		if err := j.wait(ctx, pause); err != nil {
			return err
		}
	}
}

// server returns the host and the address of its API, for messages.
func (j *Job) server() string {
	at, err := url.Parse(j.api)
	if err != nil {
		return j.Host
	}
	return fmt.Sprintf("%s at %s://%s", j.Host, at.Scheme, at.Host)
}

// unreachable adds the remedy for a host that does not answer as it should.
func (j *Job) unreachable(err error) error {
	return term.WithHints(err, "see whether "+j.address+" is the API of "+j.Host+
		", and whether the job can reach it; then run the job again")
}

// unanswered returns the error of a request that has no answer, or not the whole one.
func (j *Job) unanswered(r *http.Request, err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok && u.Timeout() && r.Context().Err() == nil {
		u.Err = fmt.Errorf("no whole answer within %g seconds", j.client.Timeout.Seconds())
	}
	return j.unreachable(err)
}

// send sends a request with a body in JSON, nil for none, and decodes the answer, unless to is nil.
func (j *Job) send(ctx context.Context, method, address string, body, to any) (http.Header, error) {
	if j.token == "" {
		return nil, &Refused{Text: "there is no token of " + j.Host, hint: j.noToken}
	}
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+j.token)
	request.Header.Set("User-Agent", "jprof/"+version.String())
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	if j.Host == "GitHub" {
		request.Header.Set("Accept", "application/vnd.github+json")
		request.Header.Set("X-GitHub-Api-Version", "2022-11-28")
	}
	answer, err := j.client.Do(request)
	if err != nil {
		return nil, j.unanswered(request, err)
	}
	defer answer.Body.Close() // only read
	text, err = io.ReadAll(io.LimitReader(answer.Body, maxBody))
	if err != nil {
		return nil, j.unanswered(request, &url.Error{Op: method, URL: address, Err: err})
	}
	if answer.StatusCode/100 != 2 {
		return nil, j.refused(request, answer, text)
	}
	if to != nil {
		if err := json.Unmarshal(text, to); err != nil {
			return nil, fmt.Errorf("%s %s: the answer is not as documented: %w", method, address, err)
		}
	}
	return answer.Header, nil
}

// refused returns the error for an answer other than success.
func (j *Job) refused(request *http.Request, answer *http.Response, text []byte) *Refused {
	r := &Refused{Status: answer.StatusCode}
	r.Text = fmt.Sprintf("%s answers %s to %s %s", j.Host, strings.TrimSpace(answer.Status), request.Method,
		request.URL.Path)
	var says struct {
		Message, Error any // a text, or an object with texts
	}
	if json.Unmarshal(text, &says) == nil {
		if reason := cmp.Or(says.Message, says.Error); reason != nil {
			r.Text += fmt.Sprintf(": %.300s", strings.ReplaceAll(fmt.Sprint(reason), j.token, "(token)"))
		}
	}
	if seconds, err := strconv.Atoi(answer.Header.Get("Retry-After")); err == nil {
		r.after = time.Duration(seconds) * time.Second
	}
	switch h := answer.Header; r.Status {
	case http.StatusUnauthorized:
		r.hint = j.noToken
	case http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests:
		// GitHub answers 403 for a limit, too.
		r.limit = r.Status == http.StatusTooManyRequests || r.after > 0 || h.Get("X-RateLimit-Remaining") == "0"
		r.hint = j.noRights
		if r.limit {
			r.hint = "the limit for requests was reached: run the job again later"
		}
	}
	return r
}

// nextLink is a link to the next page in a header Link (RFC 8288), as both hosts write it.
var nextLink = lazyregexp.New(`<([^>]*)>\s*;[^,]*\brel="?next"?`)

// next returns the address of the page after the given one, "" for the last page. It reads the header Link, or GitLab's
// X-Next-Page.
func next(page string, header http.Header) (string, error) {
	at, err := url.Parse(page)
	if err != nil {
		return "", err
	}
	if m := nextLink().FindStringSubmatch(header.Get("Link")); m != nil {
		to, err := at.Parse(m[1])
		if err == nil && (to.Scheme != at.Scheme || to.Host != at.Host) {
			err = fmt.Errorf("the next page of %s is on another host, which must not see the token: %s", page, m[1])
		}
		if err != nil {
			return "", err
		}
		return to.String(), nil
	}
	number := header.Get("X-Next-Page")
	if number == "" {
		return "", nil
	}
	query := at.Query()
	query.Set("page", number)
	at.RawQuery = query.Encode()
	return at.String(), nil
}
