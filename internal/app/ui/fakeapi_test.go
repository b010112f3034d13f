package ui

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"jprof/internal/jtest"
)

// fakeAPI serves the page with made data in place of projects, jobs and runs.
type fakeAPI struct {
	t       *testing.T
	address string // host and port
	server  *http.Server

	mu sync.Mutex
	// answers are by path and query below api/, or by POST and the path: a document, a Failure, an error of failf, or
	// a func() any.
	answers map[string]any
	posted  []string // path and body
	streams map[string][]string
	open    int // streams that are open
	changed chan struct{}
}

// fake starts a server with made data.
func fake(t *testing.T, answers map[string]any) *fakeAPI {
	t.Helper()
	f := &fakeAPI{t: t, address: "127.0.0.1:0", answers: answers, streams: map[string][]string{},
		changed: make(chan struct{})}
	f.start()
	t.Cleanup(func() { f.stop() })
	return f
}

// start starts to listen, at the same address as before.
func (f *fakeAPI) start() {
	f.t.Helper()
	l, err := net.Listen("tcp4", f.address)
	if err != nil {
		f.t.Fatal(err)
	}
	f.address = l.Addr().String()
	mux := http.NewServeMux()
	serveAssets(mux)
	mux.HandleFunc("/api/", f.api)
	f.server = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header())
		mux.ServeHTTP(w, r)
	})}
	go f.server.Serve(l) // it ends with the test
}

// stop ends the server and all its connections, as if it was killed.
func (f *fakeAPI) stop() { f.server.Close() }

func (f *fakeAPI) url(route string) string { return "http://" + f.address + "/#" + route }

// api answers a request.
func (f *fakeAPI) api(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, "/api/")
	if r.Header.Get("Accept") == "text/event-stream" {
		f.stream(w, r, path)
		return
	}
	if r.Method == http.MethodPost {
		body, _ := io.ReadAll(r.Body)
		f.mu.Lock()
		f.posted = append(f.posted, path+" "+string(body))
		f.mu.Unlock()
	} else if r.URL.RawQuery != "" {
		path += "?" + r.URL.RawQuery
	}
	f.mu.Lock()
	answer, ok := f.answers[r.Method+" "+path]
	if !ok {
		answer, ok = f.answers[path]
	}
	f.mu.Unlock()
	if make, isFunc := answer.(func() any); isFunc {
		answer = make()
	}
	status := http.StatusOK
	if !ok {
		status, answer = http.StatusNotFound, Failure{"no answer to " + path, []string{}}
	} else if _, isFailure := answer.(Failure); isFailure {
		status = http.StatusBadRequest
	} else if err, isError := answer.(failed); isError {
		status, answer = err.status, Failure{err.Error(), []string{}}
	}
	writeJSON(w, status, answer)
}

// stream sends the events of a stream, those that were sent before first, until the page or the server ends it.
func (f *fakeAPI) stream(w http.ResponseWriter, r *http.Request, path string) {
	w.Header().Set("Content-Type", "text/event-stream")
	if run := r.URL.Query().Get("run"); run != "" {
		path += "?run=" + run
	}
	after, _ := strconv.Atoi(cmp.Or(r.Header.Get("Last-Event-ID"), r.URL.Query().Get("after")))
	f.mu.Lock()
	f.open++
	f.mu.Unlock()
	defer func() { f.mu.Lock(); f.open--; f.mu.Unlock() }()
	for {
		f.mu.Lock()
		events, changed := f.streams[path], f.changed
		f.mu.Unlock()
		for ; after < len(events); after++ {
			fmt.Fprintf(w, "id: %d\n%s\n\n", after+1, events[after])
		}
		w.(http.Flusher).Flush()
		select {
		case <-r.Context().Done():
			return
		case <-changed:
		}
	}
}

// emit sends an event to all that follow a stream, now or later.
func (f *fakeAPI) emit(path, name string, data any) {
	f.t.Helper()
	text, err := json.Marshal(data)
	if err != nil {
		f.t.Fatal(err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.streams[path] = append(f.streams[path], "event: "+name+"\ndata: "+string(text))
	close(f.changed)
	f.changed = make(chan struct{})
}

// set changes an answer.
func (f *fakeAPI) set(path string, answer any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answers[path] = answer
}

// wantPosted checks that the page has sent a request, the last one to its path.
func (f *fakeAPI) wantPosted(want string) {
	f.t.Helper()
	path, _, _ := strings.Cut(want, " ")
	last := func() string {
		f.mu.Lock()
		defer f.mu.Unlock()
		for _, p := range slices.Backward(f.posted) {
			if strings.HasPrefix(p, path+" ") {
				return p
			}
		}
		return ""
	}
	if !jtest.Await(func() bool { return last() == want }) {
		f.t.Fatalf("posted %s\nwant   %s", last(), want)
	}
}
