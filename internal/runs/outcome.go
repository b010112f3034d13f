package runs

import (
	"fmt"
	"strings"

	"jprof/internal/util/words"
)

// Outcome returns the result of a run, for programs.
func (r Run) Outcome() string {
	switch t := r.Results; {
	case r.NotFinished:
		return "not-finished"
	case r.Interrupted:
		return "interrupted"
	case t != nil && t.Failed > 0:
		return "tests-failed"
	case r.ExitCode == 0 && len(r.NotBuilt) > 0: // mvn -fn
		return "modules-not-built"
	case r.ExitCode == 0 && len(r.FailedModules) == 0:
		return "ok"
	case !r.IsBuild() && len(r.Parts) == 0:
		return "program-failed"
	}
	return "build-failed"
}

// HowEnded returns the result of a build or program, for people: "build failed, 1 test failed, 2 modules not built".
// If the build ignores failures of tests, only the tests have failed.
func (r Run) HowEnded() string {
	var parts []string
	switch o := r.Outcome(); {
	case r.Refused:
		parts = append(parts, "refused")
	case r.Running:
		parts = append(parts, "running")
	case o == "tests-failed":
		if r.Failed() {
			parts = append(parts, "build failed")
		}
		parts = append(parts, words.Plural(r.Results.Failed, "test")+" failed")
	case o == "program-failed":
		parts = append(parts, fmt.Sprintf("exit code %d", r.ExitCode))
	case o == "modules-not-built": // with their number
	case o == "ok":
		parts = append(parts, "passed")
	case o == "interrupted":
		parts = append(parts, "cancelled")
	default:
		parts = append(parts, strings.ReplaceAll(o, "-", " "))
	}
	modules := map[string]bool{}
	for _, n := range r.NotBuilt {
		modules[n.Module] = true
	}
	if len(modules) > 0 {
		parts = append(parts, words.Plural(len(modules), "module")+" not built")
	}
	return strings.Join(parts, ", ")
}

// NoCounts returns the reason why the run has no counts to report.
func (r Run) NoCounts() string {
	switch {
	case r.NotFinished && len(r.Parts) == 0:
		return r.whyNotFinished()
	case r.HasContexts():
		return "it was run with --contexts: jprof contexts shows what it has"
	case r.IsContexts():
		return "it was run with --contexts, and " + r.NoContexts()
	}
	if shards := r.emptyShards(); shards != "" && !r.Failed() {
		return "no test is in " + shards
	}
	if r.Shipped != nil && r.Results == nil {
		return "no tests ran, so the build itself has no counts: jprof collect reads those of services"
	}
	if len(r.Incomplete) > 0 && !r.Failed() && !r.Interrupted {
		return "no counts can be used: " + r.Incomplete[0]
	}
	return "no JVM wrote counts: " + r.nothing("no instrumented code was executed")
}

// NoContexts returns the reason why the run has no contexts.
func (r Run) NoContexts() string {
	if !r.IsContexts() {
		return "it was run without --contexts"
	}
	if r.NotFinished && len(r.Parts) == 0 {
		return r.whyNotFinished()
	}
	return "no JVM recorded contexts: " + r.nothing("no JVM of a test or program ran with the agent of jprof")
}

// whyNotFinished returns the reason why a run that is not finished has no data.
func (r Run) whyNotFinished() string {
	switch {
	case len(r.Incomplete) > 0 && r.Refused:
		return "jprof did not begin it: " + r.Incomplete[0]
	case len(r.Incomplete) > 0:
		return "jprof failed: " + r.Incomplete[0]
	}
	return "it is not finished: it still runs, or jprof was killed"
}

// nothing returns the reason why JVMs wrote nothing. If the run succeeded, this is the argument otherwise.
func (r Run) nothing(otherwise string) string {
	switch program := !r.IsBuild(); {
	case r.Interrupted:
		return "the run was cancelled first"
	case len(r.Parts) > 0 && r.Failed():
		return "all runs that are merged in it failed first"
	case r.ExitCode != 0 && program:
		return "the program failed first"
	case r.Failed():
		return "the build failed first"
	}
	return otherwise
}

// When returns the time at which the run began, for people.
func (r Run) When() string { return words.Time(r.Started) }
