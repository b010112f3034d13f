package runs

import (
	"fmt"
	"path/filepath"

	"jprof/internal/format/jfr"
	"jprof/internal/util/term"
)

// TimesFile is the file with the samples of a run with --time, in its folder: see package timing. A merged run has
// none.
const TimesFile = "times"

// Times describes the samples of a run.
type Times struct {
	Clock   string `json:"clock,omitempty"` // see jfr.Clock
	JVMs    int    `json:"jvms"`            // that have a recording
	Samples int    `json:"samples"`
}

// DescribeTimes returns the description of samples.
func DescribeTimes(s *jfr.Samples) *Times {
	return &Times{Clock: string(s.Clock), JVMs: s.JVMs, Samples: s.All.Samples}
}

// HasTimes reports whether a run has samples. A merged run has none.
func (r Run) HasTimes() bool { return r.Times != nil && len(r.Parts) == 0 }

// Times reads the samples of the run. If it has none, the error wraps ErrNoRun.
func (o *Opened) Times() (*jfr.Samples, error) {
	if !o.HasTimes() {
		why, options := "it was run without --time", "--time"
		if o.IsContexts() {
			options = "--contexts --time"
		}
		if len(o.Parts) > 0 {
			why = "it is merged"
		}
		return nil, NoRun(term.WithHints(fmt.Errorf("run %s has no times: %s", o.ID, why),
			"run it with --time: "+o.Again(options, false)))
	}
	s, err := jfr.ReadFile(filepath.Join(o.Dir, TimesFile))
	if err != nil {
		return nil, NoRun(o.in.broken(err))
	}
	return s, nil
}

// NoSamples returns an ErrNoRun with the reason why the run has no samples.
func (o *Opened) NoSamples(s *jfr.Samples) error {
	why := "its JVMs ended before a sample was taken"
	switch {
	case len(s.Missing) > 0:
		why = s.Missing[0].Why
	case s.Lost > 0:
		why = "the recorder lost all that it took"
	}
	return NoRun(term.WithHints(fmt.Errorf("run %s has no samples: %s", o.ID, why),
		"the recorder takes a sample each 10 ms while Java code runs"))
}
