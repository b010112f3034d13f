package runs

import "time"

// Entry is a run in a list for programs. docs/schema/jprof-runs-1.schema.json describes it.
type Entry struct {
	ID       string    `json:"id"`
	Label    string    `json:"label"`
	Title    string    `json:"title"`
	Tool     string    `json:"tool"`
	Command  []string  `json:"command"`
	Started  time.Time `json:"started"`
	Ended    time.Time `json:"ended"`
	Seconds  float64   `json:"seconds"` // its duration
	Outcome  string    `json:"outcome"`
	Result   string    `json:"result"` // the outcome in words for people
	ExitCode int       `json:"exitCode"`
	JVMs     int       `json:"jvms"`
	JDK      string    `json:"jdk"`
	Commit   string    `json:"commit"`
	Changed  []string  `json:"changedFiles"`
	Merged   int       `json:"mergedRuns"`
	Totals   *Totals   `json:"totals,omitempty"`
	// Contexts describes the contexts of a run with contexts, which has no counts.
	Contexts *Contexts `json:"contexts,omitempty"`
	ByTest   *ByTest   `json:"byTest,omitempty"`
	Times    *Times    `json:"times,omitempty"`
	// Tests are the results of the tests that the build ran.
	Tests    *Results   `json:"tests,omitempty"`
	NotBuilt []NotBuilt `json:"notBuilt"`
	// Services describes the services whose counts were collected, in all parts of the run.
	Services *Services `json:"services,omitempty"`
	Shipped  *Shipped  `json:"shipped,omitempty"`
	Branch   string    `json:"branch,omitempty"`
	Part     string    `json:"part,omitempty"` // see WhyPart
}

// Entry returns the entry of the run for lists for programs.
func (r Run) Entry() Entry {
	e := Entry{
		ID: r.ID, Label: r.Label, Title: r.Title, Tool: r.Tool, Command: r.Command,
		Started: r.Started, Ended: r.Ended, Seconds: r.Duration().Seconds(), Outcome: r.Outcome(), Result: r.HowEnded(),
		ExitCode: r.ExitCode, JVMs: r.Writers(), JDK: r.JDK,
		Merged: len(r.Parts), Totals: r.Totals, Changed: []string{}, Tests: r.Results,
		NotBuilt: append([]NotBuilt{}, r.NotBuilt...), Contexts: r.Contexts, ByTest: r.ByTest,
		Part: r.WhyPart(), Services: r.AllServices(), Shipped: r.Shipped,
	}
	if r.HasTimes() {
		e.Times = r.Times
	}
	if r.Commit != nil {
		e.Commit, e.Changed = r.Commit.ID, append(e.Changed, r.Commit.Dirty...)
		e.Branch = r.Commit.Branch
	}
	return e
}

// Writers returns the number of JVMs that wrote the counts, or contexts, of the run.
func (r Run) Writers() int {
	if r.IsContexts() {
		return r.Contexts.JVMs
	}
	return r.JVMs
}
