package ui

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"

	"jprof/internal/runs"
	"jprof/internal/runs/history"
	"jprof/internal/runs/live"
	"jprof/internal/settings"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/exit"
	"jprof/internal/util/git"
	"jprof/internal/util/words"
	"jprof/runner"
)

// RunList is the answer to /api/projects/ID/runs.
type RunList struct {
	Runs []ListedRun `json:"runs"` // the newest first
}

// ListedRun is a run as jprof runs --json has it, and what the page shows of it beside.
type ListedRun struct {
	runs.Entry
	Line    string   `json:"line"`    // the command as it is typed
	Size    int64    `json:"size"`    // in bytes
	Pages   []string `json:"pages"`   // of its report
	Nothing string   `json:"nothing"` // the reason why there are none, or ""
	Base    string   `json:"base"`    // ID of the run that it is compared with by default, or ""
}

// listed returns a run without its size.
func listed(o *runs.Opened) *ListedRun {
	return &ListedRun{Entry: o.Entry(), Line: words.Command(o.Command), Pages: pagesOf(o.Run),
		Nothing: nothingIn(o.Run)}
}

// runList lists the runs of a project.
func (s *Server) runList(_ *http.Request, project string) (any, error) {
	document := RunList{[]ListedRun{}}
	store := storeOf(project)
	list, _ := store.List() // jprof runs warns of damaged ones
	live.Mark(list, live.Find(store))
	branch := git.BaseBranch(store.Project)
	for _, o := range slices.Backward(list) {
		_, size, err := runner.DiskUsage(o.Dir)
		if err != nil {
			return nil, err
		}
		l := listed(o)
		l.Size = size
		if base := list.Base(o, branch); base != nil && o.HasCounts() {
			l.Base = base.ID
		}
		document.Runs = append(document.Runs, *l)
	}
	return document, nil
}

// nothingIn says why a run has neither counts nor contexts, "" for one that has some.
func nothingIn(r runs.Run) string {
	switch {
	case r.HasContexts() || r.JVMs > 0 && !r.IsContexts():
		return ""
	case r.IsContexts():
		return r.NoContexts()
	}
	return r.NoCounts()
}

// hasEfficiency reports whether a run has the data for efficiency: not if it has recorded calls only.
func hasEfficiency(r runs.Run) bool { return r.HasContexts() && r.Contexts.Blocks != "calls" }

// run is a run of a project. Requests name it by its ID only: no path, no archive.
func run(project, id string) (*runs.Opened, error) {
	if o := storeOf(project).Last(func(r runs.Run) bool { return r.ID == id }); o != nil {
		return o, nil
	}
	return nil, failf(http.StatusNotFound, "", "no run %q", id)
}

// ownStore returns the store of a project's runs, for requests that change them: not one above it, as that is another
// folder than the one that the user has opened.
func ownStore(project string) (runs.Store, error) {
	store := storeOf(project)
	if store.Project != project {
		return store, failf(http.StatusForbidden, "open that folder", "the runs are kept in %s", store.Project)
	}
	return store, nil
}

// checkLabel returns an error for a text that cannot be the label of a run; "" is none.
func checkLabel(label string) error {
	if err := runs.CheckLabel(label); err != nil {
		return failed{err, http.StatusBadRequest}
	}
	return nil
}

// setLabel labels a run. It returns the run that had the label before, nil for none.
func setLabel(store runs.Store, id, label string) (moved *RunName, err error) {
	if before := store.Labelled(label); before != nil && before.ID != id {
		moved = runName(before)
	}
	return moved, store.SetLabel(id, label)
}

// labelRun labels a run; "" removes its label.
func (s *Server) labelRun(_ *http.Request, project string, in struct{ Run, Label string }) (any, error) {
	store, err := ownStore(project)
	if err != nil {
		return nil, err
	}
	o, err := run(project, in.Run)
	if err != nil {
		return nil, err
	}
	if err := checkLabel(in.Label); err != nil {
		return nil, err
	}
	moved, err := setLabel(store, o.ID, in.Label)
	return map[string]*RunName{"moved": moved}, err
}

// deleteRuns deletes runs of a project, all or, where one does not exist, none. Trends keep their numbers.
func (s *Server) deleteRuns(_ *http.Request, project string, in struct{ Runs []string }) (any, error) {
	store, err := ownStore(project)
	if err != nil {
		return nil, err
	}
	var list []*runs.Opened
	for _, id := range in.Runs {
		o, err := run(project, id)
		if err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	if err := history.Keep(store, list...); err != nil {
		return nil, err
	}
	for _, id := range in.Runs {
		if err := store.Remove(id); err != nil {
			return nil, err
		}
	}
	return struct{}{}, nil
}

// mergeRuns merges runs into one, which is a run of the project as well.
func (s *Server) mergeRuns(r *http.Request, project string, in struct {
	Runs  []string
	Label string
}) (any, error) {
	store, err := ownStore(project)
	if err != nil {
		return nil, err
	}
	tmp := filepath.Join(store.Runs(), "."+random(8)+".tmp")
	args := []string{"merge"}
	for _, id := range in.Runs {
		o, err := run(project, id)
		if err != nil {
			return nil, err
		}
		args = append(args, o.ID)
	}
	if err := checkLabel(in.Label); err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp) // it is gone if all went well, and hidden else
	if _, err := s.capture(r.Context(), project, []int{exit.OK}, append(args, "-o", tmp)...); err != nil {
		return nil, err
	}
	merged, err := store.Open(tmp)
	if err != nil {
		return nil, err
	}
	if _, err := run(project, merged.ID); err != nil { // else it was merged before
		if err := atomicfile.Rename(tmp, store.RunDir(merged.ID)); err != nil {
			return nil, err
		}
	}
	var moved *RunName
	if in.Label != "" {
		moved, err = setLabel(store, merged.ID, in.Label)
	}
	return map[string]any{"run": merged.ID, "moved": moved}, err
}

// gates are the results of the gates of a run, an empty list where none are set.
func (s *Server) gates(r *http.Request, project string) (any, error) {
	o, err := run(project, r.PathValue("run"))
	if err != nil {
		return nil, err
	}
	if has, err := hasGates(project, o); err != nil || !has {
		return map[string]any{"gates": []string{}}, err
	}
	return s.document(r.Context(), project, withKind(o, "check", "--run", o.ID, "--json")...)
}

// hasGates reports whether the settings of a project have gates for runs of the kind of this one.
func hasGates(project string, o *runs.Opened) (bool, error) {
	conf, err := settings.Read(storeOf(project).Project)
	if o.IsContexts() {
		return len(conf.Check.Contexts)+len(conf.Check.Efficiency) > 0, err
	}
	return !conf.Check.Empty(), err
}

// withKind is the arguments of a command that reads a run, with the option for one with contexts.
func withKind(o *runs.Opened, args ...string) []string {
	if o.IsContexts() {
		args = append(args, "--contexts")
	}
	return args
}
