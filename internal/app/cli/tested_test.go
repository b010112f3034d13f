package cli

import (
	"github.com/rogpeppe/go-internal/testscript"

	"jprof/report/reporttest"
)

// testedCmd is tested DIR: writes the project reporttest.Tested and a run of it with counts by test to DIR.
func testedCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: tested DIR")
	}
	p, err := reporttest.Tested()
	ts.Check(err)
	ts.Check(p.Save(ts.MkAbs(args[0]), "20260102-030405-tested"))
}
