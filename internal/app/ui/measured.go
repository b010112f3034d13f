package ui

import (
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"jprof/internal/runs/live"
	"jprof/internal/util/words"
)

// The bounds for remembering measurements that have ended while the page was open.
const (
	keepEnded = 10 * time.Minute
	mostEnded = 10
)

// Live is a measurement that runs.
type Live struct {
	Run     string     `json:"run"`
	Label   string     `json:"label"`
	Command string     `json:"command"` // as a command line of jprof
	Started time.Time  `json:"started"`
	Phase   live.Phase `json:"phase"`
}

func (s *Server) liveOf(m live.State) Live {
	return Live{m.ID, m.Label, s.lineOf(m), m.Started, m.Phase}
}

// isBuild reports whether a measurement is that of a build, not of a program.
func (s *Server) isBuild(m live.State) bool { return len(m.Command) > 0 && s.isTool(m.Command[0]) }

// lineOf returns the command line of a measurement. Older versions of jprof publish it without its options.
func (s *Server) lineOf(m live.State) string {
	if len(m.Args) > 0 {
		return words.Command(append([]string{"jprof"}, m.Args...))
	}
	line := []string{"jprof", "run"}
	if s.isBuild(m) {
		line = line[:1]
	}
	return words.Command(append(line, m.Command...))
}

// Measurement is a measurement of one of the projects that the user has opened, which runs or has just ended.
type Measurement struct {
	Live
	Project string `json:"project"` // its ID
	Name    string `json:"name"`    // that of the project
	Path    string `json:"path"`    // the same
	// SameName reports whether the user has opened another project with this name, in another folder.
	SameName bool       `json:"sameName"`
	Ended    *time.Time `json:"ended"` // about when; null while it runs
	// ExitCode is that of the build or program. It is null while the measurement runs, and if no run was saved, so
	// that there are no final numbers.
	ExitCode *int   `json:"exitCode"`
	Result   string `json:"result"` // of its run, for people, "" where ExitCode is null
}

// Measurements is the answer to /api/live. It lists the running measurements, and after them those that ended lately.
// In both groups, the measurement that started last is the first.
type Measurements struct {
	Measurements []Measurement `json:"measurements"`
}

// measurements holds the measurements of the last answer.
type measurements struct {
	mu    sync.Mutex
	known []Measurement
}

// measurements answers with the measurements of all projects that the user has opened, including those started in
// terminals.
func (s *Server) measurements(*http.Request) (any, error) {
	list, named := []Measurement{}, map[string]int{}
	for _, p := range s.projects.list() {
		named[filepath.Base(p.Path)]++
		for _, state := range live.Find(storeOf(p.Path)) {
			list = append(list, Measurement{Live: s.liveOf(state), Project: idOf(p.Path), Name: filepath.Base(p.Path),
				Path: p.Path})
		}
	}
	list = s.measured.update(list, s.Env.Now())
	for i := range list {
		list[i].SameName = named[list[i].Name] > 1
	}
	return Measurements{list}, nil
}

// update returns the running measurements, and after them at most mostEnded that ended within keepEnded.
func (m *measurements) update(running []Measurement, now time.Time) []Measurement {
	m.mu.Lock()
	defer m.mu.Unlock()
	byStart := func(a, b Measurement) int { return b.Started.Compare(a.Started) }
	slices.SortStableFunc(running, byStart)
	var ended []Measurement
	for _, k := range m.known {
		is := func(r Measurement) bool { return r.Run == k.Run && r.Project == k.Project }
		if slices.ContainsFunc(running, is) {
			continue
		}
		if k.Ended == nil {
			end := endOf(k.Path, k.Run)
			k.Ended, k.ExitCode, k.Result = &now, end.ExitCode, end.Result
		}
		if now.Sub(*k.Ended) < keepEnded {
			ended = append(ended, k)
		}
	}
	slices.SortStableFunc(ended, byStart)
	m.known = slices.Concat(running, ended[:min(len(ended), mostEnded)])
	return append([]Measurement{}, m.known...)
}
