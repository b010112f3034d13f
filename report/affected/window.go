package affected

import "jprof/report/change"

// changed makes a method suspect whose code has changed.
func (s *selector) changed(n int, u int32, _ *change.Fact) { s.suspect(n, u, "") }
