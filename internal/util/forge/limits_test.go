package forge

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"jprof/internal/jtest/forges"
	"jprof/internal/util/term"
)

// TestEndlessLists checks that a list of comments whose next page is the page itself is given up.
func TestEndlessLists(t *testing.T) {
	hosts(t, func(t *testing.T, s *forges.Server, j *Job, _ *[]time.Duration) {
		s.Refuse = func(w http.ResponseWriter, r *http.Request) bool {
			if strings.HasSuffix(r.URL.Path, "/user") {
				return false
			}
			w.Header().Set("Link", "<"+s.URL+r.URL.String()+`>; rel="next"`)
			forges.Answer(w, http.StatusOK, []any{})
			return true
		}
		_, err := j.Comment(t.Context(), "a", "text")
		want := j.Host + " at " + s.URL + " has more than 100 pages of comments on " + j.What()
		if err == nil || err.Error() != want || !strings.Contains(strings.Join(term.Hints(err), "\n"), j.address) {
			t.Errorf("%v, hints %q, want %s", err, term.Hints(err), want)
		}
		if n := len(s.Asked); n > maxPages+1 {
			t.Errorf("%d requests", n)
		}
	})
}

// TestSlowServers checks that servers without an answer, and with one that does not end, are given up: after the time
// of a request, three times, and after the time of the job.
func TestSlowServers(t *testing.T) {
	silent := func(_ http.ResponseWriter, r *http.Request) bool {
		_, _ = io.Copy(io.Discard, r.Body) // a server sees the end of a connection only after that
		<-r.Context().Done()
		return true
	}
	slow := func(w http.ResponseWriter, r *http.Request) bool {
		for r.Context().Err() == nil {
			if _, err := w.Write([]byte(" ")); err != nil {
				break
			}
			http.NewResponseController(w).Flush() // the client may have left
			time.Sleep(time.Millisecond)
		}
		return true
	}
	const short = 30 * time.Millisecond
	hosts(t, func(t *testing.T, s *forges.Server, j *Job, waits *[]time.Duration) {
		for name, refuse := range map[string]func(http.ResponseWriter, *http.Request) bool{
			"silent": silent, "slow": slow,
		} {
			s.Refuse, *waits = refuse, nil
			one := *j
			client := *j.client
			one.client, client.Timeout = &client, short
			_, err := one.Comment(t.Context(), "a", "text")
			wantSlow(t, name+", one request", j, err, s.URL, "no whole answer within 0.03 seconds")
			if len(*waits) != tries-1 {
				t.Errorf("%s: waited %v", name, *waits)
			}
			for part, do := range map[string]func(*Job) error{
				"comment": func(j *Job) error { _, err := j.Comment(t.Context(), "a", "text"); return err },
				"check":   func(j *Job) error { return j.Check(t.Context(), Check{Name: "a"}) },
			} {
				all := *j
				all.ends = time.Now().Add(short)
				wantSlow(t, name+", "+part, j, do(&all), s.URL, "has not answered all requests within 120 seconds")
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), short)
		defer cancel()
		_, err := j.Comment(ctx, "a", "text")
		if !errors.Is(err, context.DeadlineExceeded) || strings.Contains(err.Error(), "all requests") {
			t.Errorf("ended by the caller: %v", err)
		}
	})
}

// wantSlow checks an error that names a server and what to do.
func wantSlow(t *testing.T, name string, j *Job, err error, server, says string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), server) ||
		!strings.Contains(strings.Join(term.Hints(err), "\n"), j.address) {
		t.Errorf("%s: %v, hints %q", name, err, term.Hints(err))
	}
}

// TestNoTimeToWait checks that no try is waited for that would be after the time of the job: the error is that of the
// host, not of the time.
func TestNoTimeToWait(t *testing.T) {
	hosts(t, func(t *testing.T, s *forges.Server, j *Job, waits *[]time.Duration) {
		j.ends = time.Now().Add(30 * time.Second)
		s.Refuse = func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Retry-After", "50")
			forges.Answer(w, http.StatusTooManyRequests, nil)
			return true
		}
		_, err := j.Comment(t.Context(), "a", "text")
		if err == nil || !strings.Contains(err.Error(), "429 Too Many Requests") || len(*waits) > 0 {
			t.Errorf("%v, waited %v", err, *waits)
		}
	})
}
