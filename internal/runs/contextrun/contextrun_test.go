package contextrun

import (
	"testing"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
)

// TestThreadPattern checks that a name that a program shows finds the tree of all threads that have other numbers.
func TestThreadPattern(t *testing.T) {
	for _, tt := range []struct {
		text, thread string
		want         bool
	}{
		{"worker-1", "worker-N", true},
		{"worker-N", "worker-N", true},
		{"pool-12-thread-3", "pool-N-thread-N", true},
		{"pool-1*", "pool-N-thread-N", true},
		{"pool-*", "pool-N-thread-N", true},
		{"main", "main", true},
		{"worker", "worker-N", false},
		{"worker-1", "worker-NN", false},
	} {
		if got := threadPattern(tt.text, tt.thread); got != tt.want {
			t.Errorf("%s, %s: %v", tt.text, tt.thread, got)
		}
	}
}

// TestStartedSteps checks that trees of test steps start at the methods of all patterns, also where a step has those of
// some only: no step may be lost.
func TestStartedSteps(t *testing.T) {
	steps := []*cct.Tree{
		ccttest.Tree(t, `
		thread main
		  Test.one()V 1 5
		    p.A.run()V 1 9
		`),
		ccttest.Tree(t, `
		thread main
		  Test.two()V 1 5
		    p.A.run()V 1 1
		    p.B.run()V 2 3
		`),
	}
	whole := ccttest.Tree(t, `
	thread main
	  Test.one()V 1 5
	    p.A.run()V 1 9
	  Test.two()V 1 5
	    p.A.run()V 1 1
	    p.B.run()V 2 3
	`)
	run := &Run{Tree: whole, options: Options{Roots: []string{"A.run", "B.run"}}}
	if err := run.start(); err != nil {
		t.Fatal(err)
	}
	if n := run.Tree.Sum(cct.Bytecodes); n != 13 {
		t.Errorf("%d bytecodes in all, not 13", n)
	}
	for i, want := range []uint64{9, 4} {
		if n := run.started(steps[i]).Sum(cct.Bytecodes); n != want {
			t.Errorf("step %d: %d bytecodes, not %d", i, n, want)
		}
	}
}
