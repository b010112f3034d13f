package ui

import (
	"net/http"
	"strconv"

	"jprof/internal/util/git"
)

// Overview is the answer to /api/projects/ID/overview: the state of a project by the newest run with counts of all
// tests, or else by the newest one with counts.
type Overview struct {
	Run  *ListedRun `json:"run"`  // null for none
	Base *ListedRun `json:"base"` // the run that it is compared with, null for none
	// Newer is a newer run with counts of only a part of the tests. Part names that part: see
	// runs.Run.WhyPart.
	Newer *RunName `json:"newer"` // null for none
	Part  string   `json:"part"`
}

// overview returns the state of a project.
func (s *Server) overview(_ *http.Request, project string) (any, error) {
	store := storeOf(project)
	list, _ := store.List() // as in runList
	answer := Overview{}
	o, newest := list.Shown()
	if o == nil {
		return answer, nil
	}
	if o != newest {
		answer.Newer, answer.Part = runName(newest), newest.WhyPart()
	}
	answer.Run = listed(o)
	if base := list.Base(o, git.BaseBranch(store.Project)); base != nil {
		answer.Run.Base, answer.Base = base.ID, listed(base)
	}
	return answer, nil
}

// shownNext is the number of methods of next.
const shownNext = 8

// next returns where to test next, by a run: the document of jprof show --next.
func (s *Server) next(r *http.Request, project string) (any, error) {
	o, err := run(project, r.PathValue("run"))
	if err != nil {
		return nil, err
	}
	return s.document(r.Context(), project, "show", "--next", "--json", "-n", strconv.Itoa(shownNext), "--run", o.ID)
}
