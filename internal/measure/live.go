package measure

import (
	"jprof/internal/runs/live"
	"jprof/internal/util/environ"
	"jprof/runner"
)

// publish lets others follow the measurement from now on: see package live. The caller ends m.live. If the state cannot
// be published, the measurement goes on without it.
func (m *measurement) publish(s live.State) {
	r := m.before
	s.ID, s.Label, s.Command, s.Sources, s.Around = r.ID, r.Label, r.Command, r.Sources, r.Around
	if len(m.env.Args) > 0 {
		s.Args = m.env.Args[1:]
	}
	s.Contexts, s.Shared = r.IsContexts(), m.env.Getenv(environ.CountsVariable)
	var err error
	if m.live, err = live.Publish(m.store, s); err == nil {
		err = m.live.Interrupt(runner.Interruption())
	}
	if err != nil {
		m.ui.Verbose("jprof watch and jprof ui cannot show this run while it runs: %v", err)
	}
}

// setPhase publishes the phase of the measurement. changes may set other fields of the state.
func (m *measurement) setPhase(phase live.Phase, changes ...func(*live.State)) {
	if err := m.live.Phase(phase, changes...); err != nil {
		m.ui.Verbose("jprof watch and jprof ui do not show that this run is now %s: %v", phase, err)
	}
}
