// Package report is the model of a report: the data, and methods that answer questions about it. Package
// report/assemble makes it from maps, counts and sources, and nothing changes it afterwards. The packages below report
// write it: one format each, such as csv or html. A new format is such a package, a line in
// report/export/formats, and what tests require then: a reader (internal/app/cli/consumers_test.go) and a row in
// docs/EXPORTS.md.
//
// A Model has Files with Methods, Blocks, Regions, Branches and their counts, and Classes: only top-level classes;
// nested ones are part of them. Metrics are numbers of a method that Plus combines into those of classes, files and
// totals (metrics.go). Questions are methods of Model and File: modules and packages (groups.go), hot and missed code
// (hot.go, missed.go), lines (lines.go), what a name refers to (find.go), what a run lacks (failures.go).
//
// # What renderers share
//
// The counts beside a line of a source, and its mark, are decided once (source.Annotate), so that pages and jprof show
// have the same numbers. Formats in which a path, a class and a method may occur once (Cobertura, JaCoCo) are written
// from Unit: the versions of a path added up, nested types are separate, and each line belongs to one type.
// (*Model).MainSources omits the test sources. Verdicts of gates are made by package gate; what differs between two
// models by package compare; the methods that a pattern matches are found by package pattern.
//
// Complexity is McCabe's ("A Complexity Measure", IEEE Transactions on Software Engineering, 1976): one, and for each
// decision one less than it has outcomes (complexity.go). docs/REPORT.md compares it with JaCoCo's.
package report
