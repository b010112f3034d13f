package ui

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"

	"jprof/internal/runs"
	"jprof/internal/runs/live"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
	"jprof/internal/util/words"
)

// maxProjects limits the projects that are remembered.
const maxProjects = 100

// Project is a folder that the user has opened. Requests name it by its ID.
type Project struct {
	ID     string    `json:"id"`
	Name   string    `json:"name"` // of the folder
	Path   string    `json:"path"`
	Tools  []string  `json:"tools"` // the commands of the build tools whose files are in it
	Opened time.Time `json:"opened"`
	Gone   bool      `json:"gone"` // the folder is not there any more
}

// remembered is an entry of projects.json.
type remembered struct {
	Path   string    `json:"path"`
	Opened time.Time `json:"opened"`
	Last   *Call     `json:"last,omitempty"` // the call of the newest job
}

// projects is the file with the projects of the user, which all servers share.
type projects struct{ file string }

func idOf(path string) string {
	hash := sha256.Sum256([]byte(path))
	return hex.EncodeToString(hash[:6])
}

// list lists the projects, the last used one first. A file that cannot be read is like none: it only saves typing.
func (p projects) list() []remembered {
	var list []remembered
	text, err := os.ReadFile(p.file)
	if err == nil && json.Unmarshal(text, &list) != nil {
		list = nil
	}
	list = slices.DeleteFunc(list, func(r remembered) bool { return !filepath.IsAbs(r.Path) })
	slices.SortStableFunc(list, func(a, b remembered) int { return b.Opened.Compare(a.Opened) })
	return list
}

// change changes the list. Only one process does so at a time.
func (p projects) change(change func([]remembered) []remembered) error {
	lock := flock.New(p.file+".lock", flock.SetPermissions(0o600))
	if err := lock.Lock(); err != nil {
		return err
	}
	defer lock.Unlock() // it ends with the process at the latest
	list := change(p.list())
	text, err := json.MarshalIndent(list[:min(len(list), maxProjects)], "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WritePrivate(p.file, append(text, '\n'))
}

// open remembers a folder as the last used one.
func (p projects) open(path string, now time.Time) error {
	return p.change(func(list []remembered) []remembered {
		entry := remembered{Path: path, Opened: now}
		if i := slices.IndexFunc(list, func(r remembered) bool { return r.Path == path }); i >= 0 {
			entry.Last = list[i].Last
			list = slices.Delete(list, i, i+1)
		}
		return append([]remembered{entry}, list...)
	})
}

// started remembers the call of a job: the form of the page begins with it.
func (p projects) started(path string, call Call) error {
	return p.change(func(list []remembered) []remembered {
		for i := range list {
			if list[i].Path == path {
				list[i].Last = &call
			}
		}
		return list
	})
}

// last is the call of the newest job of a project, nil for none.
func (p projects) last(path string) *Call {
	for _, r := range p.list() {
		if r.Path == path {
			return r.Last
		}
	}
	return nil
}

// forget removes a project from the list.
func (p projects) forget(id string) error {
	return p.change(func(list []remembered) []remembered {
		return slices.DeleteFunc(list, func(r remembered) bool { return idOf(r.Path) == id })
	})
}

// describe returns the data that the page shows of a remembered project.
func (s *Server) describe(r remembered) Project {
	p := Project{ID: idOf(r.Path), Name: filepath.Base(r.Path), Path: r.Path, Opened: r.Opened, Tools: []string{},
		Gone: !paths.IsDir(r.Path)}
	found, _ := s.Tools.Detect(r.Path) // none where there is no project
	for _, tool := range found {
		p.Tools = append(p.Tools, tool.Info().Command)
	}
	return p
}

// project returns the path of the project that a request names. Only folders that the user has opened are projects.
func (s *Server) project(r *http.Request) (string, error) {
	for _, known := range s.projects.list() {
		if idOf(known.Path) != r.PathValue("project") {
			continue
		}
		if !paths.IsDir(known.Path) {
			return "", failf(http.StatusNotFound, "", "%s: the folder is not there any more", known.Path)
		}
		return known.Path, nil
	}
	return "", failf(http.StatusNotFound, "open its folder first", "unknown project")
}

// ofProject makes an answer of one that needs the path of the project.
func (s *Server) ofProject(answer func(r *http.Request, project string) (any, error)) func(*http.Request) (any, error) {
	return func(r *http.Request) (any, error) {
		project, err := s.project(r)
		if err != nil {
			return nil, err
		}
		return answer(r, project)
	}
}

// postOf registers a request that changes something in a project.
func postOf[In any](s *Server, mux *http.ServeMux, path string, answer func(*http.Request, string, In) (any, error)) {
	post(mux, "/api/projects/{project}"+path, func(r *http.Request, in In) (any, error) {
		project, err := s.project(r)
		if err != nil {
			return nil, err
		}
		return answer(r, project, in)
	})
}

// openProject opens a folder as a project.
func (s *Server) openProject(_ *http.Request, in struct{ Path string }) (any, error) {
	path, err := folderAt(in.Path)
	if err != nil {
		return nil, err
	}
	now := s.Env.Now()
	if err := s.projects.open(path, now); err != nil {
		return nil, err
	}
	return s.describe(remembered{Path: path, Opened: now}), nil
}

func (s *Server) forgetProject(_ *http.Request, in struct{ ID string }) (any, error) {
	return struct{}{}, s.projects.forget(in.ID)
}

// folderAt is a folder that the user names.
func folderAt(path string) (string, error) {
	if !filepath.IsAbs(path) {
		return "", failf(http.StatusBadRequest, "", "%q: type the whole path, from the root on", path)
	}
	path = filepath.Clean(path)
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return "", failf(http.StatusNotFound, "", "%s: no such folder", path)
	case err != nil:
		return "", err
	case !info.IsDir():
		return "", failf(http.StatusBadRequest, "", "%s: not a folder", path)
	}
	return path, nil
}

// Folders is the answer to /api/folders: the folders in a folder.
type Folders struct {
	Path    string   `json:"path"`
	Parent  string   `json:"parent"` // "" above the root
	Project bool     `json:"project"`
	Folders []Folder `json:"folders"`
}

// Folder is a folder in another one.
type Folder struct {
	Name    string `json:"name"`
	Project bool   `json:"project"` // it has build files, runs, or Java files of its own
}

// folders lists folders for the user to choose from. Names of files are not shown.
func (s *Server) folders(r *http.Request) (any, error) {
	path, err := folderAt(r.URL.Query().Get("path"))
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	f := Folders{Path: path, Parent: filepath.Dir(path), Project: s.isProject(path), Folders: []Folder{}}
	if f.Parent == path {
		f.Parent = ""
	}
	for _, e := range entries {
		full := filepath.Join(path, e.Name())
		if e.Name()[0] != '.' && (e.IsDir() || e.Type() == fs.ModeSymlink && paths.IsDir(full)) {
			f.Folders = append(f.Folders, Folder{e.Name(), s.isProject(full)})
		}
	}
	return f, nil
}

// isProject reports whether a folder looks like a project.
func (s *Server) isProject(dir string) bool {
	if _, err := s.Tools.Detect(dir); err == nil || paths.IsDir(runs.Store{Project: dir}.Runs()) {
		return true
	}
	entries, _ := os.ReadDir(dir) // it may not be the user's
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !e.IsDir() && paths.IsJava(e.Name()) })
}

// ProjectState is the answer to /api/projects/ID.
type ProjectState struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	Path      string   `json:"path"`
	Tools     []Tool   `json:"tools"`     // the build tools whose files are in it
	NewestRun *RunName `json:"newestRun"` // null for none
	Jobs      []Job    `json:"jobs"`      // the newest first
	Last      *Call    `json:"last"`      // the call of the newest job there ever was, null for none
	Live      []Live   `json:"live"`      // measurements that run now, also from elsewhere; the newest first
}

// Tool is a build tool, with its usual goal.
type Tool struct {
	Command string `json:"command"` // mvn
	Name    string `json:"name"`    // Maven
	Unit    string `json:"unit"`    // the word for goals
	Usual   string `json:"usual"`   // the arguments of the newest run of all tests, or the goal that builds and tests
	Goals   []Goal `json:"goals"`
	ByTest  bool   `json:"byTest"` // that run counts by test
}

// Goal is a goal of a build tool, and its effect.
type Goal struct {
	Name string `json:"name"`
	Does string `json:"does"`
}

// RunName names a run.
type RunName struct {
	ID      string    `json:"id"`
	Label   string    `json:"label"`
	Started time.Time `json:"started"`
	Outcome string    `json:"outcome"`
	Result  string    `json:"result"` // the same for people
}

func runName(o *runs.Opened) *RunName {
	return &RunName{o.ID, o.Label, o.Started, o.Outcome(), o.HowEnded()}
}

// projectState describes a project.
func (s *Server) projectState(_ *http.Request, path string) (any, error) {
	state := ProjectState{ID: idOf(path), Name: filepath.Base(path), Path: path, Tools: []Tool{},
		Jobs: s.jobsOf(path), Last: s.projects.last(path), Live: []Live{}}
	store := storeOf(path)
	now := live.Find(store)
	for _, m := range now {
		state.Live = append(state.Live, s.liveOf(m))
	}
	list, _ := store.List()          // damaged runs are none
	found, _ := s.Tools.Detect(path) // as in describe
	for _, tool := range found {
		info := tool.Info()
		t := Tool{Command: info.Command, Name: info.Name, Unit: info.Unit, Usual: info.Usual, Goals: []Goal{}}
		if o := list.Last(runs.Run.RanAll, func(r runs.Run) bool {
			return r.IsBuild() && r.Command[0] == info.Command && r.Dir == "." && r.Results != nil
		}); o != nil {
			t.Usual, t.ByTest = words.Command(o.Command[1:]), o.ByTest != nil
		}
		for _, g := range info.Goals {
			t.Goals = append(t.Goals, Goal{g.Line, g.Does})
		}
		state.Tools = append(state.Tools, t)
	}
	if o := live.Mark(list, now).Last(); o != nil {
		state.NewestRun = runName(o)
	}
	return state, nil
}
