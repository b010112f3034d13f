// Package compare finds the differences between two models of one project, mostly of different states of its sources
// (Models), and between equal runs (Vary). The results are methods, classes, files and regions whose counts differ, the
// largest differences first. The packages for formats render these.
//
// Methods are paired as package pair describes. Classes and files are paired by name, renamed ones by the methods that
// they have in common (counterparts.go).
//
// Differences between equal runs are found by comparing them (Vary), not by guessing: --repeat writes these methods to
// the run.json of the last run. They are marked (report.Method.Varies), and Models and the gates for methods ignore
// them. Whole methods are ignored, as the sum over a method varies with any of its regions.
package compare
