// Package compare finds the differences between two models of one project, mostly of different states of its sources
// (Models), and between equal runs (Vary). Models is all that jprof diff, its pages and summaries for merge requests
// show, which only render it: changed lines (changed.go, also for gates), what is newly missed (edit.go), tests that
// newly fail, are new or lost (failing.go, lost.go), totals, and methods, classes, files and regions whose counts
// differ, the largest differences first.
//
// A line has changed if the sources of both runs differ there, unless the code of its method is the same but for its
// place and white space. A difference is small up to 1 %, as counts that depend on time or threads often differ so
// little: renderers count these, and do not list them.
//
// Methods are paired as package pair describes. Classes and files are paired by name, renamed ones by the methods that
// they have in common (counterparts.go).
//
// Differences between equal runs are found by comparing them (Vary), not by guessing: --repeat writes these methods to
// the run.json of the last run. They are marked (report.Method.Varies), and Models and the gates for methods ignore
// them. Whole methods are ignored, as the sum over a method varies with any of its regions.
package compare
