package runs

// Repeated lists the tests that vary between equal runs by test, one of which the run was.
type Repeated struct {
	Runs  int           `json:"runs"`
	Tests []VaryingTest `json:"tests"`
}

// VaryingTest is a test that executed something else, or ended otherwise, in another of several equal runs.
type VaryingTest struct {
	Step     string   `json:"step,omitempty"`
	Name     string   `json:"name"` // testcounts.Test.Name
	Attempt  int      `json:"attempt"`
	Runs     int      `json:"runs"` // that have the test
	Statuses []string `json:"statuses"`
	Least    uint64   `json:"least"` // executions of statements in main sources
	Most     uint64   `json:"most"`
	Methods  []Method `json:"methods"` // that vary, by path
}
