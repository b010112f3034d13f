package ui

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"jprof/internal/runs"
	"jprof/internal/util/paths"
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
	if !paths.Exists(file) {
		if !mayRead {
			return true, nil
		}
		text, err := s.models.costsOf(o)
		if err != nil {
			return false, nil // a run that cannot be read has no numbers
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return false, err
		}
	}
	f, err := os.Open(file)
	if err != nil {
		return false, err
	}
	defer f.Close()
	t.Executions = new(uint64)
	for i := range patterns {
		t.Costs[i] = new(uint64)
	}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for first := true; lines.Scan(); first = false {
		count, name, _ := strings.Cut(lines.Text(), "\t")
		n, err := strconv.ParseUint(count, 10, 64)
		if err != nil {
			return false, fmt.Errorf("%s: %w", file, err)
		}
		if first {
			*t.Executions = n
			continue
		}
		for i, pattern := range patterns {
			if strings.Contains(name, pattern) {
				*t.Costs[i] += n
			}
		}
	}
	return false, lines.Err()
}

// costsOf returns the executions of all statements of main sources in a run, and then those of each method: a line with
// the number, a tab, and the name. Methods have less together, as fields are initialized outside of them.
func (ms *models) costsOf(o *runs.Opened) ([]byte, error) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	model, err := ms.modelOf(o)
	if err != nil {
		return nil, err
	}
	text := fmt.Appendf(nil, "%d\t\n", model.Totals.Executed)
	for _, ref := range model.MainSources().MethodsBy(report.ByExecutions, nil) {
		m := ref.Method()
		text = fmt.Appendf(text, "%d\t%s\n", m.Executed, strings.ReplaceAll(m.Label, "\n", " "))
	}
	return text, nil
}
