package runs

// Selected describes the tests that a build with --affected selected.
type Selected struct {
	Text string `json:"text"` // their number and the reasons, in one line
	// Why has the first MostWhy of them, with their first reasons. It is empty for all tests, and for a shard.
	Why []Why `json:"why,omitempty"`
}

// MostWhy limits Selected.Why.
const MostWhy = 200

// Why is a test with the first reason why it was selected.
type Why struct {
	Test   string `json:"test"`
	Reason string `json:"reason"`
}
