package report

// Origin classifies tests, in two ways: by their module, and by their purpose. JVMs of no test step have no origin.
type Origin int

// The origins. A module is a source's own if it has one of the source sets that compile the source.
const (
	OwnModule Origin = iota
	OtherModules
	UnitTests
	IntegrationTests
	allOrigins
)

// String is the origin in words: "own module's tests".
func (o Origin) String() string {
	return [allOrigins]string{"own module's tests", "other modules' tests", "unit tests", "integration tests"}[o]
}

// By holds the executions by tests of each origin.
type By [allOrigins]ByTests

// ByTests counts the measured code that tests have executed at least once, and their invocations of methods. Counts
// from other states of the file (Input.Older) are not in it.
type ByTests struct {
	Methods     int    `json:"methods"`
	Regions     int    `json:"regions"`
	Lines       int    `json:"lines"`
	Invocations uint64 `json:"invocations"`
}

// Plus adds what tests have executed of disjoint parts.
func (b By) Plus(other By) By {
	for i, o := range other {
		b[i] = ByTests{b[i].Methods + o.Methods, b[i].Regions + o.Regions, b[i].Lines + o.Lines,
			Add(b[i].Invocations, o.Invocations)}
	}
	return b
}
