package runs

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/format/recordfile"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
)

// Store is the folder .jprof of a project, with its runs and the report.
type Store struct {
	Project string // the folder that holds it

	aside string // the folder in the user's cache for runs that Note cannot write here; "" for none
}

// Dir returns the path of the folder.
func (s Store) Dir() string { return filepath.Join(s.Project, ".jprof") }

// Runs returns the path of the folder with the runs.
func (s Store) Runs() string { return filepath.Join(s.Dir(), "runs") }

// RunDir returns the path of the folder of a run.
func (s Store) RunDir(id string) string { return filepath.Join(s.Runs(), id) }

// Report returns the path of the folder with the report.
func (s Store) Report() string { return filepath.Join(s.Dir(), "report") }

// Path returns the path of another file in the folder. p is the slash path of the file below the folder.
func (s Store) Path(p string) string { return filepath.Join(s.Dir(), p) }

// Abs returns the absolute path of a folder. A run names the folder by a slash path relative to the project.
func (s Store) Abs(dir string) string {
	if filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(s.Project, filepath.FromSlash(dir))
}

// Create makes the folder, with a .gitignore that keeps it out of version control.
func (s Store) Create() error {
	if err := os.MkdirAll(s.Dir(), 0o777); err != nil {
		return s.Explain(err)
	}
	ignore := s.Path(".gitignore")
	if _, err := os.Lstat(ignore); err == nil {
		return nil
	}
	return os.WriteFile(ignore, []byte("*\n"), 0o666)
}

// RemoveEmpty removes the folder if it has only its .gitignore.
func (s Store) RemoveEmpty() error {
	os.Remove(s.Runs()) // this fails if there is a run
	entries, err := os.ReadDir(s.Dir())
	if err != nil || len(entries) != 1 || entries[0].Name() != ".gitignore" {
		return nil
	}
	return os.RemoveAll(s.Dir())
}

// FindStore returns the store for commands without a build: the store in dir, or in the nearest folder above dir that
// has one. Its error wraps ErrNoRun.
func FindStore(dir string) (Store, error) {
	for d := dir; ; d = filepath.Dir(d) {
		s := Store{Project: d}
		if paths.IsDir(s.Dir()) {
			return s, nil
		}
		if d == filepath.Dir(d) {
			return Store{}, NoRun(NoneYet{Elsewhere: true,
				Err: fmt.Errorf("%s: no runs here: there is no folder .jprof in it or above it", dir)})
		}
	}
}

// Save finishes a run of the store. If Note was not called for the run, Save enters it. The function fill writes the
// maps, counts and test reports of the run to a folder, and may complete r. If anything fails, the run stays
// unfinished, and its folder has none of these files.
func (s Store) Save(r *Run, fill func(dir string) error) error {
	err := s.note(*r)
	if err == nil {
		err = fill(s.RunDir(r.ID))
	}
	if err == nil {
		r.Format = recordfile.Version
		err = atomicfile.WriteJSON(s.description(r.ID), r)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("saving the run: %w", err), s.unfill(r.ID))
	}
	if r.Label != "" && r.hasData() {
		return s.SetLabel(r.ID, r.Label) // another run may have it
	}
	return nil
}

// unfill removes the files that fill wrote to the folder of a run that is not finished.
func (s Store) unfill(id string) error {
	entries, err := os.ReadDir(s.RunDir(id))
	for _, e := range entries {
		if path := filepath.Join(s.RunDir(id), e.Name()); path != s.description(id) {
			err = errors.Join(err, os.RemoveAll(path))
		}
	}
	return err
}

// description returns the path of the run.json of a run.
func (s Store) description(id string) string { return filepath.Join(s.RunDir(id), "run.json") }

// List lists the runs, oldest first, and the errors of runs that cannot be read. It includes runs that Note has written
// to the cache.
func (s Store) List() (List, []error) {
	list, bad := s.here()
	list = append(list, s.notedAside()...)
	slices.SortFunc(list, func(a, b *Opened) int { // not only by ID: several may start within a second
		return cmp.Or(a.Started.Compare(b.Started), strings.Compare(a.ID, b.ID))
	})
	return list, bad
}

// here returns the runs in the folder of the project, and the errors of runs that cannot be read.
func (s Store) here() (list List, bad []error) {
	entries, err := os.ReadDir(s.Runs())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, []error{s.Explain(err)}
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || !e.IsDir() && !ids().MatchString(e.Name()) {
			continue
		}
		if o, err := s.listed(e.Name()); err != nil {
			bad = append(bad, err)
		} else {
			list = append(list, o)
		}
	}
	return list, bad
}

// listed opens a run of the list. A run for which Note could not write a description counts as damaged.
func (s Store) listed(id string) (*Opened, error) {
	o, err := s.Open(s.RunDir(id))
	if err == nil || !ids().MatchString(id) || !paths.Exists(s.RunDir(id)) {
		return o, err
	}
	if _, missing := os.Lstat(s.description(id)); missing != nil {
		err = place{dir: s.RunDir(id)}.broken(fmt.Errorf("%s: this run never began: jprof could not write its "+
			"run.json", s.RunDir(id)))
	}
	return o, err
}

// Remove deletes a run. Even if some of its files cannot be deleted, it is not listed any more.
func (s Store) Remove(id string) error {
	gone := filepath.Join(s.Runs(), "."+id+".tmp")
	if err := atomicfile.RemoveAll(gone); err != nil {
		return err
	}
	if err := atomicfile.Rename(s.RunDir(id), gone); err != nil {
		return err
	}
	return atomicfile.RemoveAll(gone)
}

// Labelled returns the newest run with a label, nil if there is none or the label is "".
func (s Store) Labelled(label string) *Opened {
	return s.Last(func(r Run) bool { return label != "" && r.Label == label })
}

// SetLabel labels a run, and removes the label from the run that had it, because a label names only one run.
func (s Store) SetLabel(id, label string) error {
	list, _ := s.List()
	for _, o := range list {
		was := o.Label
		switch {
		case o.ID == id:
			o.Label = label
		case label != "" && o.Label == label:
			o.Label = ""
		}
		if o.Label != was {
			if err := o.rewrite("label"); err != nil {
				return err
			}
		}
	}
	return nil
}

// SetVarying sets Run.Varying.
func (s Store) SetVarying(id string, methods []Method) error {
	return s.edit(id, "varying", func(r *Run) { r.Varying = methods })
}

// SetRepeated sets Run.Repeated.
func (s Store) SetRepeated(id string, repeated Repeated) error {
	return s.edit(id, "repeated", func(r *Run) { r.Repeated = &repeated })
}

// SetTotals sets Run.Totals.
func (s Store) SetTotals(id string, t Totals) error {
	return s.edit(id, "totals", func(r *Run) { r.Totals = &t })
}

// SetStarted sets Run.Started, which decides the place of the run among those of the store.
func (s Store) SetStarted(id string, at time.Time) error {
	return s.edit(id, "started", func(r *Run) { r.Started = at })
}

// edit changes a run, and writes the given key of its description. All other keys stay, even those of a newer jprof
// that Run does not have.
func (s Store) edit(id, key string, change func(*Run)) error {
	o, err := s.Open(s.RunDir(id))
	if err != nil {
		return err
	}
	change(&o.Run)
	return o.rewrite(key)
}
