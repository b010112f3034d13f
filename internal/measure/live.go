package measure

import (
	"jprof/internal/runs/live"
	"jprof/internal/util/environ"
	"jprof/internal/util/paths"
	"jprof/runner"
)

// publish lets others follow the measurement from now on: see package live. The caller ends m.live. What cannot be
// published is measured all the same.
func (m *measurement) publish(s live.State) {
	s.ID, s.Contexts, s.Shared = m.run.ID, m.contexts != nil, m.env.Getenv(environ.CountsVariable)
	var err error
	if m.live, err = live.Publish(m.store, s); err != nil {
		m.ui.Verbose("this run cannot be followed: %v", err)
	}
}

// publishBuild is publish for the build of a project.
func (m *measurement) publishBuild(req Request, ws *runner.Workspace) {
	m.publish(live.State{
		Label: req.Label, Command: commandOf(req), Phase: live.Copying, Maps: ws.Maps, Counts: ws.Counts,
		Sources: ".", Around: paths.Rel(m.store.Project, ws.Root), Mirror: ws.HomeMirror(),
	})
}

// is publishes the phase of the measurement, with other changes of its state.
func (m *measurement) is(phase live.Phase, changes ...func(*live.State)) {
	err := m.live.Change(func(s *live.State) {
		s.Phase = phase
		for _, change := range changes {
			change(s)
		}
	})
	if err != nil {
		m.ui.Verbose("whoever follows this run does not see that it is %s: %v", phase, err)
	}
}
