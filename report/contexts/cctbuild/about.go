package cctbuild

import (
	"jprof/internal/format/contexts"
	"jprof/report/contexts/cct"
)

// notCovered lists code without nodes, with the coverage for which it has none. No JVM reports this code.
var notCovered = []struct {
	coverage contexts.Values
	cct.Exclusion
}{
	{contexts.App, cct.Exclusion{What: "the JDK", Reason: "--contexts=all covers it"}},
	{contexts.All, cct.Exclusion{What: "what ran before the JVM had started",
		Reason: "nothing is recorded; lambda forms and other hidden classes made then have no contexts later, either"}},
	{contexts.App | contexts.All, cct.Exclusion{What: "native methods",
		Reason: "they have no bytecodes; what they call is below their caller, which also has what known ones make"}},
	{contexts.App, cct.Exclusion{What: "hidden classes",
		Reason: "no agent sees what the JVM makes for lambdas and method handles; bodies of lambdas are covered"}},
	{contexts.App | contexts.All, cct.Exclusion{What: "objects that the JVM makes itself",
		Reason: "no instruction makes constants, and exceptions of the JVM"}},
}

// about fills About with facts about the run. steps are its test steps.
func (b *builder) about(steps []string) {
	h, a := b.head, &b.t.About
	a.Coverage = h.Coverage.Named("app", "all")
	a.Blocks = h.Blocks.Named("exact", "fast", "calls")
	a.Recursion = h.Recursion.Named("full", "folded")
	a.Threads = b.options.Threads != nil
	a.CallSites = h.Sites.Has(contexts.Sites)
	a.Limit = h.Limit
	a.JVMs, a.Snapshots = int(h.About.JVMs), int(h.Snapshots)
	a.Java, a.JDKs = h.Java, h.JDKs
	for _, step := range steps {
		if step != "" {
			a.Steps = append(a.Steps, step)
		}
	}
	a.Stopped, a.Guessed, a.Lost = h.Stopped, h.Guessed, h.Lost
	a.Apart = b.apart()
	for _, e := range notCovered {
		if e.coverage.Has(h.Coverage) {
			a.Excluded = append(a.Excluded, e.Exclusion)
		}
	}
	for _, g := range h.Agents {
		a.Agents = append(a.Agents, g.Name+" "+g.Problem)
	}
	for _, l := range h.Losses {
		if l.Class == "" {
			a.Excluded = append(a.Excluded, cct.Exclusion{What: l.Method, Reason: l.Reason})
			continue
		}
		if l.Class == objectInit.Class && b.object >= 0 {
			l.Reason = objectReason
		}
		b.t.Losses = append(b.t.Losses, l)
	}
}
