package runs

// Repeated lists the tests that vary between equal runs by test. The run that has this list is one of these runs.
type Repeated struct {
	Runs  int           `json:"runs"`
	Tests []VaryingTest `json:"tests"`
}

// VaryingTest is a test that did not execute the same code, or not have the same result, in all of several equal runs.
type VaryingTest struct {
	Step     string   `json:"step,omitempty"`
	Name     string   `json:"name"` // testcounts.Test.Name
	Attempt  int      `json:"attempt"`
	Runs     int      `json:"runs"` // the number of runs that have the test
	Statuses []string `json:"statuses"`
	Least    uint64   `json:"least"` // executions of statements in main sources
	Most     uint64   `json:"most"`
	Methods  []Method `json:"methods"` // the methods that vary, sorted by path
}
