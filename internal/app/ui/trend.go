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
	"jprof/internal/runs/history"
	"jprof/report"
)

// The bounds of a trend.
const (
	maxTrend  = 400             // runs
	trendTime = 5 * time.Second // for reading counts; the page asks again for the rest
)

// Trend is the answer to /api/projects/ID/trend.
type Trend struct {
	Runs []TrendRun `json:"runs"` // the oldest first
	More bool       `json:"more"` // executions and costs of some runs are null because they are not read yet
	// Omitted names the number of runs that are no points, with reasons, as jprof trend does; "" for none.
	Omitted string `json:"omitted"`
	// Flaky has the tests that ended differently with the same code, in runs of all branches.
	Flaky    []history.Flaky `json:"flaky"`
	Branches []string        `json:"branches"` // those of all runs, also if the request was for one
}

// TrendRun is the numbers of a run. What a run does not have is null.
type TrendRun struct {
	history.Row
	Executions *uint64   `json:"executions"` // of statements of main sources
	Costs      []*uint64 `json:"costs"`      // of the methods that each pattern matches
}

// trend shows numbers of the newest runs, of one branch if the query has one. The query has any number of methods: a
// part of the name of methods, as jprof top has it.
func (s *Server) trend(r *http.Request, project string) (any, error) {
	patterns, store := r.URL.Query()["methods"], storeOf(project)
	list, _ := store.List() // damaged runs have no numbers
	h, err := history.From(list, store.Path(history.File))
	if err != nil {
		return nil, err
	}
	trend := Trend{Runs: []TrendRun{}, Flaky: h.Flaky(), Branches: h.AllBranches()}
	h.Select(r.URL.Query().Get("branch"), time.Time{}, maxTrend)
	trend.Omitted = h.OmittedText()
	end := time.Now().Add(trendTime)
	for _, line := range slices.Backward(h.Lines) { // the newest first, as time may not do for all
		t := TrendRun{Row: line.Row, Costs: make([]*uint64, len(patterns))}
		if o := list.Last(func(r runs.Run) bool { return r.ID == line.ID }); o != nil && o.JVMs > 0 && !o.IsContexts() {
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
