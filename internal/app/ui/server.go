package ui

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"jprof/buildtools"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/environ"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/runner"
)

// The bounds of all requests.
const (
	maxBody      = 1 << 20
	maxHeaders   = 16 << 10
	readTimeout  = 20 * time.Second // for a request
	writeTimeout = 30 * time.Second // for each part of an answer
	idleTimeout  = time.Minute
	endTimeout   = 2 * time.Second // for requests that are being answered when the server ends
)

// jobGrace limits the time that the server waits for jprof to end. Tests set a shorter one.
var jobGrace = runner.JprofGrace

// Options connect the server with jprof: its commands, formats and build tools.
type Options struct {
	Env     environ.Env
	UI      *term.UI
	Version string // of jprof
	Tools   buildtools.Registry
	// Commands are those that the page can run.
	Commands []Command
	// Check returns the error that jprof would report for a command line in a folder, without the name of the program,
	// as far as that is known without running it.
	Check func(dir string, argv []string) error
	// Executable is jprof, "" for the program that runs.
	Executable string
	// Port is the port to listen on, 0 for any that is free.
	Port int
}

// Server answers the requests of one invocation of jprof ui.
type Server struct {
	Options
	dir      string // a folder for its files, which only the user can read
	projects projects
	captures chan struct{} // has an element for each command that capture runs
	streams  chan struct{} // has an element for each stream
	jobs     jobs
	reports  reports
	models   models
	watches  watches
	measured measurements
	listener net.Listener
	guard    *guard
	own      *atomicfile.Own // dir
}

// New makes a server that listens. It must be closed, also if it never serves.
func New(o Options) (*Server, error) {
	s := &Server{Options: o, captures: make(chan struct{}, maxCaptures),
		streams: make(chan struct{}, maxStreams)}
	s.watches.line, s.watches.job = s.lineOf, s.jobOf
	var err error
	if s.own, err = ownFolder(o.Env); err != nil {
		return nil, err
	}
	s.dir = s.own.Dir
	if s.listener, err = net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", o.Port)); err != nil {
		return nil, errors.Join(fmt.Errorf("--port: %w", err), s.own.Remove())
	}
	s.projects = projects{filepath.Join(filepath.Dir(s.dir), "projects.json")}
	s.reports.dir = filepath.Join(s.dir, "reports")
	s.guard = newGuard(s.listener.Addr().(*net.TCPAddr).Port, s.routes(), &s.reports)
	return s, nil
}

// routes are the requests that the page may send. Their paths are below the folder KEY.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	serveAssets(mux)
	get(mux, "/api/state", s.state)
	get(mux, "/api/folders", s.folders)
	post(mux, "/api/projects", s.openProject)
	post(mux, "/api/projects/forget", s.forgetProject)
	ofProject := func(path string, answer func(*http.Request, string) (any, error)) {
		get(mux, "/api/projects/{project}"+path, s.ofProject(answer))
	}
	ofProject("", s.projectState)
	ofProject("/tree", s.tree)
	ofProject("/mains", s.mains)
	ofProject("/source", s.source)
	ofProject("/find", s.findFile)
	ofProject("/sources", s.findSources)
	ofProject("/counts", s.counts)
	ofProject("/counts/source", s.sourceCounts)
	ofProject("/doctor", s.doctor)
	get(mux, "/api/live", s.measurements)
	get(mux, "/api/commands", s.commands)
	postOf(s, mux, "/command", s.commandLine)
	postOf(s, mux, "/jobs", s.startJob)
	ofProject("/settings", s.settings)
	postOf(s, mux, "/settings", s.changeSettings)
	ofProject("/live", s.liveEvents)
	ofProject("/live/map", s.liveMap)
	ofProject("/live/source", s.liveSource)
	ofProject("/live/methods", s.liveMethods)
	ofProject("/overview", s.overview)
	ofProject("/runs", s.runList)
	ofProject("/trend", s.trend)
	ofProject("/runs/{run}/gates", s.gates)
	ofProject("/runs/{run}/formats", s.formats)
	ofProject("/runs/{run}/findings", s.foundIn)
	ofProject("/runs/{run}/next", s.next)
	ofProject("/export", s.export)
	postOf(s, mux, "/live/cancel", s.cancelLive)
	postOf(s, mux, "/runs/label", s.labelRun)
	postOf(s, mux, "/runs/delete", s.deleteRuns)
	postOf(s, mux, "/runs/merge", s.mergeRuns)
	postOf(s, mux, "/report", s.report)
	postOf(s, mux, "/compare", s.compare)
	get(mux, "/api/jobs/{job}", s.jobState)
	get(mux, "/api/jobs/{job}/events", s.jobEvents)
	post(mux, "/api/jobs/{job}/cancel", s.cancelJob)
	post(mux, "/api/jobs/{job}/input", s.inputJob)
	return mux
}

// State is the answer to /api/state.
type State struct {
	Version   string `json:"version"`
	Home      string `json:"home"`      // the user's folder
	Separator string `json:"separator"` // of paths
	// Here is the folder that jprof ui was started in.
	Here     Folder    `json:"here"`
	Projects []Project `json:"projects"` // the last used one first
}

func (s *Server) state(*http.Request) (any, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		home = s.Env.Dir
	}
	state := State{Version: s.Version, Home: home, Separator: string(filepath.Separator),
		Here: Folder{s.Env.Dir, s.isProject(s.Env.Dir)}, Projects: []Project{}}
	for _, r := range s.projects.list() {
		state.Projects = append(state.Projects, s.describe(r))
	}
	return state, nil
}

// Serve answers requests until ctx ends. It returns when all that it has started has ended.
func (s *Server) Serve(ctx context.Context) error {
	requests, endRequests := context.WithCancel(context.Background())
	defer endRequests()
	server := &http.Server{
		Handler: s.guard, MaxHeaderBytes: maxHeaders, ReadHeaderTimeout: readTimeout, ReadTimeout: readTimeout,
		IdleTimeout: idleTimeout, ErrorLog: log.New(faults{s.UI}, "", 0),
		BaseContext: func(net.Listener) context.Context { return requests },
		ConnContext: s.guard.strangers.context, ConnState: s.guard.strangers.changed,
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(s.listener) }()
	var failed error
	select {
	case failed = <-served:
	case <-ctx.Done():
	}
	if n := len(running(s.jobs.all())); n > 0 {
		s.UI.Info("waiting until %s", words.Plural(n, "job")+words.Form(n, " ends", " end"))
	}
	s.jobs.end() // their streams show it
	endRequests()
	s.watches.end()
	limit, cancel := context.WithTimeout(context.Background(), endTimeout)
	defer cancel()
	if server.Shutdown(limit) != nil {
		failed = errors.Join(failed, ignoring(server.Close(), net.ErrClosed))
	}
	return failed
}

// Close removes the files of the server.
func (s *Server) Close() error {
	return errors.Join(ignoring(s.listener.Close(), net.ErrClosed), s.own.Remove())
}

// ignoring is err, or nil if it is the error that is expected.
func ignoring(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}

// faults takes the messages of the HTTP server. It shows those of faults of jprof; anybody can cause the others.
type faults struct{ ui *term.UI }

func (f faults) Write(p []byte) (int, error) {
	if strings.Contains(string(p), "panic") {
		f.ui.Warn("%s", p)
	}
	return len(p), nil
}
