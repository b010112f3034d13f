// Package compare finds the differences between two models of one project, mostly of different states of its sources
// (Models), and between equal runs (Vary). It goes in with models and comes out with methods, classes, files and
// regions that have other counts, the largest differences first; the packages for formats render these.
//
// Methods are paired as package pair describes. Classes and files belong to those with the same name, and renamed ones
// to where their methods come from (counterparts.go).
//
// Differences between equal runs are found by comparing them (Vary), not by guessing: --repeat notes these methods in
// the run.json of the last run. They are marked (report.Method.Varies), and Models and the gates for methods pass over
// them. Whole methods are omitted, as the sum over a method varies with any of its regions.
package compare
