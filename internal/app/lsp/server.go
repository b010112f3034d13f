package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/handler"

	"jprof/internal/runs"
	"jprof/internal/util/environ"
	"jprof/internal/util/version"
)

// Server is a language server.
type Server struct {
	env environ.Env
	rpc *jrpc2.Server
	end context.CancelFunc
	// context ends with the server. Work that goes on after its request uses it.
	context context.Context
	builds  sync.WaitGroup // those that commands have started

	mu       sync.Mutex
	units    encoding
	options  Options
	client   initializeParams
	ready    bool // initialize was called
	shutdown bool // shutdown was called
	folders  []string
	open     map[string]*document // by URI
	projects map[string]*project  // by folder
	wake     chan struct{}        // wakes the goroutine that refreshes the client
}

// lookAgain is the time between two looks for new runs.
const lookAgain = 500 * time.Millisecond

// Serve speaks with a client on the standard input and output of env, until the client says exit, closes the input, or
// ends. It returns an error if the client sends what is no message.
func Serve(ctx context.Context, env environ.Env) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	s := &Server{env: env, end: end, context: ctx, units: utf16Units, options: defaultOptions,
		open: map[string]*document{}, projects: map[string]*project{}, wake: make(chan struct{}, 1)}
	s.rpc = jrpc2.NewServer(s.methods(), &jrpc2.ServerOptions{AllowPush: true, DisableBuiltin: true,
		Concurrency: 2 * runtime.GOMAXPROCS(0), NewContext: func() context.Context { return ctx }})
	s.rpc.Start(newConnection(env.Stdin, env.Stdout))
	go s.watch(ctx)
	go s.refresh(ctx)
	ended := make(chan error, 1)
	go func() { ended <- s.rpc.Wait() }()
	select {
	case err := <-ended: // the client has closed the input, or sent what is no message
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("the client: %w", err)
		}
	case <-ctx.Done():
		// The connection cannot be stopped while it reads from a pipe. It ends with the process.
	}
	end()
	s.builds.Wait() // they are stopped with all that they have started
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.projects {
		p.compareWith(compared{})
	}
	return nil
}

// defaultOptions are those of clients that say nothing.
var defaultOptions = Options{Hints: hintsMethods, Lenses: true, Diagnostics: true}

// The error codes of the protocol.
const (
	notInitialized = jrpc2.Code(-32002)
	requestFailed  = jrpc2.Code(-32803) // the request is right, but there is no answer, as without a run
)

// methods returns the methods of the protocol. Those of the protocol that are not here, and all others, are refused;
// notifications that are not here are ignored.
func (s *Server) methods() jrpc2.Assigner {
	all := handler.Map{
		"initialize":                          handler.New(s.initialize),
		"initialized":                         s.quiet(func() {}),
		"shutdown":                            s.quiet(func() { s.mu.Lock(); defer s.mu.Unlock(); s.shutdown = true }),
		"exit":                                s.quiet(s.end),
		"$/cancelRequest":                     handler.New(s.cancel),
		"textDocument/didOpen":                handler.New(s.didOpen),
		"textDocument/didChange":              handler.New(s.didChange),
		"textDocument/didClose":               handler.New(s.didClose),
		"textDocument/inlayHint":              handler.New(s.inlayHints),
		"inlayHint/resolve":                   handler.New(s.resolveHint),
		"textDocument/codeLens":               handler.New(s.codeLenses),
		"textDocument/hover":                  handler.New(s.hover),
		"textDocument/codeAction":             handler.New(s.codeActions),
		"workspace/executeCommand":            handler.New(s.executeCommand),
		"workspace/didChangeConfiguration":    handler.New(s.configure),
		"workspace/didChangeWorkspaceFolders": handler.New(s.changeFolders),
		"jprof/status":                        handler.New(s.statusOf),
		"jprof/runs":                          handler.New(s.runsOf),
		"jprof/file":                          handler.New(s.fileCounts),
		"jprof/coverage":                      handler.New(s.coverage),
		"jprof/coverageDetails":               handler.New(s.coverageDetails),
		"jprof/hot":                           handler.New(s.hot),
		"jprof/uncovered":                     handler.New(s.uncovered),
	}
	return assigner{s, all}
}

// assigner refuses all requests before initialize, and after shutdown, as the protocol asks for.
type assigner struct {
	server *Server
	all    handler.Map
}

// Assign returns the handler of a method.
func (a assigner) Assign(ctx context.Context, method string) jrpc2.Handler {
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	switch {
	case method == "initialize" || method == "exit":
	case !a.server.ready:
		return func(context.Context, *jrpc2.Request) (any, error) {
			return nil, jrpc2.Errorf(notInitialized, "%s comes before initialize", method)
		}
	case a.server.shutdown:
		return func(context.Context, *jrpc2.Request) (any, error) {
			return nil, jrpc2.Errorf(jrpc2.InvalidRequest, "%s comes after shutdown", method)
		}
	}
	do := a.all.Assign(ctx, method)
	if do == nil {
		return nil
	}
	return func(ctx context.Context, r *jrpc2.Request) (any, error) {
		result, err := guarded(method, func() (any, error) { return do(ctx, r) })
		if of := (*jrpc2.Error)(nil); err != nil && !errors.As(err, &of) {
			err = jrpc2.Errorf(requestFailed, "%v", err)
		}
		return result, err
	}
}

// quiet returns a handler that takes any parameters and has no result.
func (s *Server) quiet(do func()) jrpc2.Handler {
	return func(context.Context, *jrpc2.Request) (any, error) { do(); return nil, nil }
}

// initialize agrees with the client on what both can do.
func (s *Server) initialize(_ context.Context, p *initializeParams) (*initializeResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ready {
		return nil, jrpc2.Errorf(jrpc2.InvalidRequest, "initialize comes twice")
	}
	if err := s.set(p.Options); err != nil {
		return nil, err
	}
	s.client, s.ready = *p, true
	s.units = chooseEncoding(p.Capabilities.General.PositionEncodings)
	folders := p.Folders
	if len(folders) == 0 && p.RootURI != "" {
		folders = []Folder{{URI: p.RootURI}}
	}
	for _, f := range folders {
		if path := pathOf(f.URI); path != "" {
			s.folders = append(s.folders, path)
		}
	}
	if p.ProcessID != nil {
		go s.endWith(s.context, *p.ProcessID)
	}
	r := &initializeResult{ServerInfo: serverInfo{"jprof", version.String()}}
	c := &r.Capabilities
	c.PositionEncoding, c.Sync = string(s.units), syncOptions{OpenClose: true, Change: 2}
	c.Hover, c.InlayHint.Resolve, c.CodeAction = true, true, true
	c.Commands.Commands = commandNames()
	c.Workspace.Folders.Supported, c.Workspace.Folders.Changes = true, true
	return r, nil
}

// set takes the settings that a client gives; those that it does not give stay.
func (s *Server) set(given json.RawMessage) error {
	if len(given) == 0 || string(given) == "null" {
		return nil
	}
	next := s.options
	if err := json.Unmarshal(given, &next); err != nil {
		return jrpc2.Errorf(jrpc2.InvalidParams, "the settings of jprof: %v", err)
	}
	if !slices.Contains([]string{hintsOff, hintsMethods, hintsAll}, next.Hints) {
		return jrpc2.Errorf(jrpc2.InvalidParams,
			`the settings of jprof: hints must be "off", "methods" or "all", not %q`, next.Hints)
	}
	s.options = next
	return nil
}

// configure takes new settings, and shows what they change.
func (s *Server) configure(ctx context.Context, p *struct {
	Settings struct {
		Jprof json.RawMessage `json:"jprof"`
	} `json:"settings"`
}) error {
	s.mu.Lock()
	err := s.set(p.Settings.Jprof)
	s.mu.Unlock()
	if err != nil {
		s.show(ctx, messageError, err.Error())
	}
	for _, d := range s.documents() {
		s.publish(ctx, d)
	}
	s.refreshSoon()
	return nil
}

func (s *Server) changeFolders(_ context.Context, p *struct {
	Event struct{ Added, Removed []Folder } `json:"event"`
}) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range p.Event.Removed {
		s.folders = slices.DeleteFunc(s.folders, func(path string) bool { return path == pathOf(f.URI) })
	}
	for _, f := range p.Event.Added {
		if path := pathOf(f.URI); path != "" {
			s.folders = append(s.folders, path)
		}
	}
	return nil
}

// cancel cancels a request of the client.
func (s *Server) cancel(_ context.Context, p *struct {
	ID json.RawMessage `json:"id"`
}) error {
	s.rpc.CancelRequest(string(p.ID))
	return nil
}

// documents returns the open documents.
func (s *Server) documents() []*document {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*document
	for _, d := range s.open {
		list = append(list, d)
	}
	return list
}

// document returns an open document, nil for one that is not open.
func (s *Server) document(uri string) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open[uri]
}

func (s *Server) didOpen(_ context.Context, p *openParams) error {
	d := &document{uri: p.Document.URI, text: newText([]byte(p.Document.Text))}
	d.changed = func(d *document, shown bool) {
		if shown {
			s.publish(s.context, d)
			s.refreshSoon()
		}
	}
	d.view = &view{lines: make([]line, d.text.lines())}
	if path := pathOf(d.uri); strings.HasSuffix(path, ".java") {
		d.path, d.project = path, s.projectOf(filepath.Dir(path))
		d.view.note = "the counts are being read"
	} else {
		d.view.note = "only Java files have counts"
	}
	s.mu.Lock()
	if old := s.open[d.uri]; old != nil {
		old.close()
	}
	s.open[d.uri] = d
	s.mu.Unlock()
	d.recount()
	return nil
}

func (s *Server) didChange(_ context.Context, p *changeParams) error {
	if d := s.document(p.Document.URI); d != nil {
		s.mu.Lock()
		units := s.units
		s.mu.Unlock()
		d.edit(p.Changes, units)
	}
	return nil
}

func (s *Server) didClose(ctx context.Context, p *documentParams) error {
	s.mu.Lock()
	d := s.open[p.Document.URI]
	delete(s.open, p.Document.URI)
	s.mu.Unlock()
	if d == nil {
		return nil
	}
	d.close()
	return s.rpc.Notify(ctx, "textDocument/publishDiagnostics", publishParams{d.uri, []Diagnostic{}})
}

// projectOf returns the project around a folder: the nearest folder above that has runs, or else the folder of the
// workspace around it, in which there may be runs later.
func (s *Server) projectOf(dir string) *project {
	root := dir
	if store, err := runs.FindStore(dir); err == nil {
		root = store.Project
	} else {
		s.mu.Lock()
		for _, f := range s.folders {
			rel, err := filepath.Rel(f, dir)
			if err == nil && filepath.IsLocal(rel) && (root == dir || len(f) > len(root)) {
				root = f
			}
		}
		s.mu.Unlock()
	}
	s.mu.Lock()
	p := s.projects[root]
	if p == nil {
		p = &project{store: runs.Store{Project: root}, found: map[string]map[string]string{}}
		s.projects[root] = p
	}
	s.mu.Unlock()
	p.ready()
	return p
}

// pathOf returns the path of a file's URI, "" for other URIs.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return ""
	}
	path := filepath.FromSlash(u.Path)
	if len(path) > 2 && path[0] == filepath.Separator && path[2] == ':' { // /C:/folder
		path = path[1:]
	}
	return filepath.Clean(path)
}

// uriOf returns the URI of a path.
func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
