package report

// Origin is a class of tests: by their module, or by their purpose. JVMs of no test step have no origin.
type Origin int

// The origins. The own module of a source is one whose source sets compile the source.
const (
	OwnModule Origin = iota
	OtherModules
	UnitTests
	IntegrationTests
	allOrigins
)

// String returns the origin in words: "own module's tests".
func (o Origin) String() string {
	return [allOrigins]string{"own module's tests", "other modules' tests", "unit tests", "integration tests"}[o]
}

// By holds the executions by tests of each origin.
type By [allOrigins]ByTests

// ByTests has the numbers of measured parts that tests have executed at least once, and the invocations of methods by
// these tests. It does not include counts from other states of the file (Input.Older).
type ByTests struct {
	Methods     int    `json:"methods"`
	Regions     int    `json:"regions"`
	Lines       int    `json:"lines"`
	Invocations uint64 `json:"invocations"`
}

// Plus adds the executions by tests of disjoint parts.
func (b By) Plus(other By) By {
	for i, o := range other {
		b[i] = ByTests{b[i].Methods + o.Methods, b[i].Regions + o.Regions, b[i].Lines + o.Lines,
			Add(b[i].Invocations, o.Invocations)}
	}
	return b
}
