package measure

import (
	"jprof/buildtools"
	"jprof/internal/format/jfr"
	"jprof/internal/runs"
)

// stepFolders returns the names of the folders to which the JVMs of test steps write.
func (b *toolBuild) stepFolders() []string {
	var names []string
	for _, t := range b.events.Tests {
		if t.Counts != "" {
			names = append(names, t.Counts)
		}
	}
	return names
}

// stepOf returns the description of a test step that has counts or contexts.
func stepOf(t buildtools.Tests) runs.TestStep {
	return runs.TestStep{ID: t.Counts, Module: t.Module.ID, Plugin: t.Plugin, Goal: t.Goal, Execution: t.ID,
		Kind: string(t.Kind()), FailFast: t.FailFast}
}

// TestOptions returns the options for JVMs of tests in a build with counters: for long methods, for times and for
// stacks.
func TestOptions(hookFile string, getenv func(string) string) ([]string, error) {
	hook, err := buildtools.ReadHookFile(hookFile)
	if err != nil {
		return nil, err
	}
	options, err := longMethodOptions(hookFile)
	if jfr.Enabled(hook.Counts) {
		options = append(options, jfr.LineOptions()...)
	}
	return append(options, stackOf(getenv)...), err
}
