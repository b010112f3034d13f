package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"strings"
	"testing"

	"jprof/internal/util/environ"
	"jprof/internal/util/term"
)

// served is a server that a test has started, and the user's browser.
type served struct {
	*Server
	t      *testing.T
	client *http.Client // with the cookie
	base   string       // the address of the folder of the page
	end    context.CancelFunc
	ended  chan error
	waits  string // the only message that the server may show
}

// start starts a server, and enters the page. change may change its options.
func start(t *testing.T, change func(*Options)) *served {
	t.Helper()
	env, err := environ.Env{Dir: t.TempDir(), Vars: append(os.Environ(), "JPROF_CACHE="+t.TempDir())}.WithDefaults()
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Env: env, Version: "1.2.3"}
	var messages bytes.Buffer
	o.UI = term.New(&messages, func(string) string { return "" })
	if change != nil {
		change(&o)
	}
	server, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	s := &served{Server: server, t: t, end: end, ended: make(chan error, 1)}
	go func() { s.ended <- server.Serve(ctx) }()
	t.Cleanup(func() {
		end()
		if err := <-s.ended; err != nil {
			t.Error(err)
		}
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		if text := messages.String(); text != "" && (s.waits == "" || text != "jprof: "+s.waits+"\n") {
			t.Errorf("messages: %s", text)
		}
	})
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s.client = &http.Client{Jar: jar}
	answer, _ := s.send(s.client, request(t, "GET", s.Address(), ""))
	s.base = s.guard.origin() + answer.Header.Get("Content-Location")
	return s
}

// request is a request as the page sends it, with a body unless that is "".
func request(t *testing.T, method, address, body string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Origin", "http://"+u.Host)
	}
	return r
}

// send sends a request, and returns the answer with its body.
func (s *served) send(client *http.Client, r *http.Request) (*http.Response, string) {
	s.t.Helper()
	answer, err := client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer, string(body)
}

// ask sends a request of the page with a document as its body, nil for none, and reads the answer into out. It returns
// the status, and the error if the answer is one.
func (s *served) ask(method, path string, in, out any) (int, Failure) {
	s.t.Helper()
	body := ""
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			s.t.Fatal(err)
		}
		body = string(text)
	}
	answer, text := s.send(s.client, request(s.t, method, s.base+path, body))
	var failure Failure
	if answer.StatusCode != http.StatusOK {
		out = &failure
	}
	if out != nil {
		if err := json.Unmarshal([]byte(text), out); err != nil {
			s.t.Fatalf("%s %s: %s: %v: %q", method, path, answer.Status, err, text)
		}
	}
	return answer.StatusCode, failure
}

// get asks for a document that must be there.
func (s *served) get(path string, out any) {
	s.t.Helper()
	if status, failure := s.ask(http.MethodGet, path, nil, out); status != http.StatusOK {
		s.t.Fatalf("GET %s: %d, %+v", path, status, failure)
	}
}

// post sends a request that must succeed.
func (s *served) post(path string, in, out any) {
	s.t.Helper()
	if status, failure := s.ask(http.MethodPost, path, in, out); status != http.StatusOK {
		s.t.Fatalf("POST %s: %d, %+v", path, status, failure)
	}
}

// fails sends a request that must fail with this status, and an error that has the text.
func (s *served) fails(method, path string, in any, status int, text string) {
	s.t.Helper()
	got, failure := s.ask(method, path, in, nil)
	if got != status || !strings.Contains(failure.Error, text) {
		s.t.Errorf("%s %s: %d %+v, want %d %q", method, path, got, failure, status, text)
	}
}
