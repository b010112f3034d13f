package runs

// Outcomes has what is compared with other runs to find flaky tests. Tests that passed are not listed, as there are
// many.
type Outcomes struct {
	// Code is equal in runs of the same code: the commit, or a hash of the commit and all that differs from it; without
	// a repository, a hash of the sources. It is "" where that is not known.
	Code string `json:"code,omitempty"`
	// Suite is a hash of the names of all tests that passed or failed. Runs with the same Suite ran the same tests.
	Suite string `json:"suite"`
	// Failed has the tests that failed, or passed when they were tried again, sorted by Name. More is the number of
	// those that it lacks because there are too many.
	Failed []TestOutcome `json:"failed,omitempty"`
	More   int           `json:"more,omitempty"`
	// Passed has the names of the tests that passed at once and had failed in an earlier run, sorted.
	Passed []string `json:"passed,omitempty"`
}

// TestOutcome has the results of a test that failed.
type TestOutcome struct {
	Name   string `json:"name"`             // MODULE:CLASS#TEST, by the test reports; MODULE is the folder of these
	Failed int    `json:"failed"`           // number of executions that failed
	Passed bool   `json:"passed,omitempty"` // the last execution passed
}
