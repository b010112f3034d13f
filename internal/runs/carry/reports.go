package carry

import (
	"jprof/internal/format/testcounts"
	"jprof/internal/format/testreports"
	"jprof/internal/runs"
	"jprof/report/tests/testview"
)

// Reports returns the test reports of an earlier run, reduced to the cases of carried-over tests. fresh has the reports
// of the new run. A case whose test is not known is kept, unless fresh has a suite of the same name.
func (j *Joined) Reports(run runs.Run, earlier, fresh []testreports.Suite) []testreports.Suite {
	type suite struct{ module, name string }
	again := map[suite]bool{}
	for i := range fresh {
		again[suite{fresh[i].Module, fresh[i].Name}] = true
	}
	var kept []testreports.Suite
	var tests []testcounts.Test
	for _, t := range j.all {
		tests = append(tests, t.Test)
	}
	for i, cases := range testview.Cases(tests, earlier, run.FolderOf) {
		s := earlier[i]
		s.Cases, s.Time = nil, 0
		for k, test := range cases {
			if test >= 0 && j.all[test].carried ||
				test < 0 && !again[suite{s.Module, s.Name}] && j.shard.has(testcounts.Outside, "") {
				s.Cases = append(s.Cases, earlier[i].Cases[k])
				s.Time += earlier[i].Cases[k].Time
			}
		}
		if len(s.Cases) > 0 {
			kept = append(kept, s)
		}
	}
	return kept
}
