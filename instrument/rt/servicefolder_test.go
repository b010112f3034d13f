package rt

import (
	"testing"

	"jprof/internal/jtest"
)

// testServiceBusy loads a class while the host is writing, which may take long. The class does not wait for it.
func testServiceBusy(t *testing.T, s service) {
	cmd := s.start(t, "busy")
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	if !jtest.Await(func() bool { return len(ended) > 0 }) {
		t.Error("the class waits for the host")
		return
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	for _, f := range s.files(t) {
		if len(f.Sections) < 2 {
			t.Errorf("%+v lacks a class", f)
		}
	}
}

// testServiceLoads loads a class again and again, as a server of applications does. Rows of classes that were unloaded
// take no bytes from those that follow.
func testServiceLoads(t *testing.T, s service) {
	few, many := run(t, s.command("loads 2")), run(t, s.command("loads 20"))
	if few.exit != 0 || few.stdout == "" || few != many {
		t.Errorf("%+v, then %+v", few, many)
	}
	if c := s.counters(t); c[0] != 2 {
		t.Errorf("counters %v", c)
	}
}
