package driver

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/ui"
)

// store is the folder .jprof of a project: runs and the report.
type store struct {
	project string // the folder that holds it
}

func (s store) dir() string          { return filepath.Join(s.project, ".jprof") }
func (s store) runs() string         { return filepath.Join(s.dir(), "runs") }
func (s store) run(id string) string { return filepath.Join(s.runs(), id) }
func (s store) report() string       { return filepath.Join(s.dir(), "report") }
func (s store) handMade() string     { return filepath.Join(s.dir(), "instrument.json") }
func (s store) path(p string) string { return filepath.Join(s.dir(), p) }

// create makes the folder, with a .gitignore so that no version control takes it up.
func (s store) create() error {
	if err := os.MkdirAll(s.dir(), 0o777); err != nil {
		return s.explain(err)
	}
	ignore := s.path(".gitignore")
	if exists(ignore) {
		return nil
	}
	return os.WriteFile(ignore, []byte("*\n"), 0o666)
}

// check tells whether create will work. It leaves nothing behind.
func (s store) check() error {
	switch err := os.Mkdir(s.dir(), 0o777); {
	case err == nil:
		return os.Remove(s.dir())
	case errors.Is(err, fs.ErrExist):
		info, err := os.Stat(s.dir())
		if err == nil && !info.IsDir() {
			err = fmt.Errorf("%s is not a folder", s.dir())
		}
		return s.explain(err)
	default:
		return s.explain(err)
	}
}

// explain adds a hint to what went wrong with the folder.
func (s store) explain(err error) error {
	if err == nil {
		return nil
	}
	return ui.Errorf("jprof keeps the runs and the report of a project in its folder .jprof, and must be allowed to make that", "%w", err)
}

// findStore returns the store that a command without a build means: that of dir or of the nearest
// folder above that has one.
func findStore(dir string) (store, error) {
	for d := dir; ; d = filepath.Dir(d) {
		s := store{d}
		if info, err := os.Stat(s.dir()); err == nil && info.IsDir() {
			return s, nil
		}
		if d == filepath.Dir(d) {
			return store{}, ui.Errorf("run jprof mvn verify, jprof gradle build or jprof run Main.java first, or go to the folder where that was done",
				"%s: nothing was measured here: no folder .jprof in it or above it", dir)
		}
	}
}

// run is what run.json says: one execution of the user's build or program.
type run struct {
	ID          string    `json:"id"`
	Tool        string    `json:"tool"`    // version of jprof
	Command     []string  `json:"command"` // as the user typed it, from the name of the tool or program on
	Dir         string    `json:"dir"`     // where it was started, slash path relative to the project
	Started     time.Time `json:"started"`
	Ended       time.Time `json:"ended"`
	ExitCode    int       `json:"exitCode"`
	Interrupted bool      `json:"interrupted,omitempty"`
	Rounds      int       `json:"rounds"` // how often it was built: more than once where javac rejected files
	JVMs        int       `json:"jvms"`   // that left counts
	Sets        []runSet  `json:"sets"`
	// Sources is the folder that the paths of the maps start at, a slash path relative to the
	// project, and Mirror the copy of it that was built, an absolute path, "" for none. Around is the folder that all
	// sources lie in, a slash path relative to the project, "" where that is Sources.
	Sources string `json:"sources"`
	Around  string `json:"around,omitempty"`
	Mirror  string `json:"mirror,omitempty"`
	// Title is what the report is about.
	Title string `json:"title"`
	// Left are sources that were compiled as they are: generated ones, and those that are not in the project.
	Left []leftSources `json:"left,omitempty"`
	// Incomplete says why counts may be missing, one line each.
	Incomplete []string `json:"incomplete,omitempty"`
}

// runSet is a source set of a run.
type runSet struct {
	Module   string `json:"module"`
	Name     string `json:"name"`
	Map      string `json:"map"` // file name in maps
	Files    int    `json:"files"`
	Measured int    `json:"measured"`
}

// leftSources are Java files below a folder that are not measured.
type leftSources struct {
	Module string `json:"module"`
	Set    string `json:"set"`
	Path   string `json:"path"` // of the folder, relative to the project where it is in it
	Reason string `json:"reason"`
	Files  int    `json:"files"`
}

// newRunID returns an ID that sorts by time: UTC to the second, and something that tells apart
// what starts within one second.
func newRunID(now time.Time) (string, error) {
	var random [3]byte
	if _, err := rand.Read(random[:]); err != nil {
		return "", err
	}
	return now.UTC().Format("20060102-150405") + "-" + hex.EncodeToString(random[:]), nil
}

// save adds a run to the store. fill puts its maps, counts and test reports into a folder; the run
// appears, whole, when that has worked, or not at all.
func (s store) save(r run, fill func(dir string) error) error {
	if err := s.create(); err != nil {
		return err
	}
	tmp := filepath.Join(s.runs(), "."+r.ID+".tmp")
	err := os.MkdirAll(tmp, 0o777)
	if err == nil {
		err = fill(tmp)
	}
	if err == nil {
		err = writeJSON(filepath.Join(tmp, "run.json"), r)
	}
	if err == nil {
		err = os.Rename(tmp, s.run(r.ID))
	}
	if err != nil {
		return errors.Join(fmt.Errorf("saving the run: %w", err), os.RemoveAll(tmp))
	}
	return nil
}

// load reads a run, the newest if id is "".
func (s store) load(id string) (run, error) {
	if id == "" {
		ids, err := s.ids()
		if err != nil {
			return run{}, err
		}
		if len(ids) == 0 {
			return run{}, ui.Errorf("run jprof mvn verify, jprof gradle build or jprof run Main.java first", "%s: no run yet", s.runs())
		}
		// The newest with counts; if none has, the newest, so that the message is about that.
		for _, id := range slices.Backward(ids) {
			if r, err := s.load(id); err == nil && r.JVMs > 0 {
				return r, nil
			}
		}
		id = ids[len(ids)-1]
	} else if filepath.Base(id) != id || strings.HasPrefix(id, ".") || !exists(s.run(id)) {
		return run{}, ui.Errorf("jprof runs lists those that there are", "%s: no run %s", s.runs(), id)
	}
	var r run
	path := filepath.Join(s.run(id), "run.json")
	if err := readJSON(path, &r); err != nil {
		return run{}, ui.Errorf("remove the folder "+s.run(id)+", and measure again", "%s: %w", path, err)
	}
	return r, nil
}

// ids lists the runs, oldest first.
func (s store) ids() ([]string, error) {
	entries, err := os.ReadDir(s.runs())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			ids = append(ids, e.Name())
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// writeJSON writes v to path in one step: a reader sees all of it or what was there before.
func writeJSON(path string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return writeTo(path, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// writeTo writes a file in one step: a reader sees all of it or what was there before, which also
// stays if write fails.
func writeTo(path string, write func(io.Writer) error) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		return fmt.Errorf("cannot write %s: %w", path, failed.Err) // the other name is nobody's business
	}
	if err != nil {
		return err
	}
	err = errors.Join(write(tmp), tmp.Chmod(0o644), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}

func readJSON(path string, v any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, v)
}
