package ui

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/runs"
	"jprof/internal/util/words"
	"jprof/report"
)

// The bounds of a trend.
const (
	maxTrend  = 100             // runs
	trendTime = 5 * time.Second // for reading counts; the page asks again for the rest
)

// Trend is the answer to /api/projects/ID/trend.
type Trend struct {
	Runs []TrendRun `json:"runs"` // the oldest first
	More bool       `json:"more"` // executions and costs of some runs are null because they are not read yet
}

// TrendRun is the numbers of a run. What a run does not have is null.
type TrendRun struct {
	ID         string        `json:"id"`
	Label      string        `json:"label"`
	Started    time.Time     `json:"started"`
	Seconds    float64       `json:"seconds"`
	Command    string        `json:"command"`
	Kind       string        `json:"kind"` // counts, by test or contexts: durations of one kind can be compared
	Outcome    string        `json:"outcome"`
	Commit     string        `json:"commit"`
	Lines      *runs.Share   `json:"lines"`
	Branches   *runs.Share   `json:"branches"`
	Methods    *runs.Share   `json:"methods"`
	Tests      *runs.Results `json:"tests"`
	Executions *uint64       `json:"executions"` // of statements of main sources
	Costs      []*uint64     `json:"costs"`      // of the methods that each pattern matches
}

// trend shows numbers of the newest runs. The query has any number of methods: a part of the name of methods, as
// jprof top has it.
func (s *Server) trend(r *http.Request, project string) (any, error) {
	patterns := r.URL.Query()["methods"]
	list, _ := storeOf(project).List() // damaged runs have no numbers
	list = slices.DeleteFunc(list, func(o *runs.Opened) bool { return !inTrend(o.Run) })
	list = list[max(0, len(list)-maxTrend):]
	trend := Trend{Runs: []TrendRun{}}
	end := time.Now().Add(trendTime)
	for _, o := range slices.Backward(list) { // the newest first, as time may not do for all
		t := TrendRun{ID: o.ID, Label: o.Label, Started: o.Started, Seconds: o.Duration().Seconds(),
			Command: words.Command(o.Command), Kind: kindOf(o.Run), Outcome: o.Outcome(), Tests: o.Results,
			Costs: make([]*uint64, len(patterns))}
		if o.Commit != nil {
			t.Commit = o.Commit.ID
		}
		if o.Totals != nil {
			t.Lines, t.Branches, t.Methods = &o.Totals.Lines, &o.Totals.Branches, &o.Totals.Methods
		}
		if o.JVMs > 0 && !o.IsContexts() {
			more, err := s.addCosts(o, &t, patterns, time.Now().Before(end))
			if err != nil {
				return nil, err
			}
			trend.More = trend.More || more
		}
		trend.Runs = append(trend.Runs, t)
	}
	slices.Reverse(trend.Runs)
	return trend, nil
}

// inTrend reports whether a run is a point of trends: it went to its end, and has numbers. A merged run is no moment of
// the project, and the numbers of a build that failed or was interrupted are those of a part of it.
func inTrend(r runs.Run) bool {
	return len(r.Parts) == 0 && !r.Interrupted && !r.NotFinished && r.Outcome() != "build-failed" &&
		(r.JVMs > 0 || r.HasContexts() || r.Results != nil)
}

// kindOf returns the kind of data that a run records. It decides how long the run takes.
func kindOf(r runs.Run) string {
	switch {
	case r.IsContexts():
		return "contexts"
	case r.ByTest != nil:
		return "by test"
	}
	return "counts"
}

// addCosts adds executions to the numbers of a run, unless they were not read yet and there is no time for that.
func (s *Server) addCosts(o *runs.Opened, t *TrendRun, patterns []string, mayRead bool) (more bool, err error) {
	file := filepath.Join(s.dir, "costs-"+idOf(o.Store.Project)+"-"+o.ID)
	var c costs
	switch text, err := os.ReadFile(file); {
	case err == nil:
		if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&c); err != nil {
			return false, fmt.Errorf("%s: %w", file, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return false, err
	case !mayRead:
		return true, nil
	default:
		var text bytes.Buffer
		if c, err = s.models.costsOf(o); err != nil {
			return false, nil // a run that cannot be read has no numbers
		}
		if err := gob.NewEncoder(&text).Encode(c); err != nil {
			return false, err
		}
		if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
			return false, err
		}
	}
	t.Executions = &c.All
	for i, pattern := range patterns {
		t.Costs[i] = new(uint64)
		for name, n := range c.Methods {
			if strings.Contains(name, pattern) {
				*t.Costs[i] += n
			}
		}
	}
	return false, nil
}

// costs are executions of statements in main sources.
type costs struct {
	All     uint64            // more than those of the methods, as fields are initialized outside of them
	Methods map[string]uint64 // by name; those of one name together
}

// costsOf reads the costs in a run.
func (ms *models) costsOf(o *runs.Opened) (costs, error) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	model, err := ms.modelOf(o)
	if err != nil {
		return costs{}, err
	}
	c := costs{model.Totals.Executed, map[string]uint64{}}
	for _, ref := range model.MainSources().MethodsBy(report.ByExecutions, nil) {
		c.Methods[ref.Method().Label] += ref.Method().Executed
	}
	return c, nil
}
