// Package report is the model of a report: the data, and methods that answer questions about it. Package
// report/assemble makes it from maps, counts and sources, and nothing changes it afterwards. The packages below report
// write it in one format each, such as csv or html. A new format is such a package, and a line in
// report/export/formats. Tests then require a reader (internal/app/cli/consumers_test.go) and a row in docs/EXPORTS.md.
//
// A Model has Files with Methods, Blocks, Regions, Branches and their counts, and Classes. These are only top-level
// classes, and nested ones are part of them. Metrics are numbers of a method that Plus combines into those of classes,
// files and totals (metrics.go). Questions are methods of Model and File: modules and packages (groups.go), hot and
// missed code (hot.go, missed.go), lines (lines.go), files and classes by name (find.go), failures of the run
// (failures.go).
//
// # What renderers share
//
// The counts beside a line of a source, and its mark, are decided once (source.Annotate), so that pages and jprof show
// have the same numbers. Some formats allow a path, a class and a method only once (Cobertura, JaCoCo). They are
// written from Unit: the versions of a path are added up, nested types are separate, and each line belongs to one type.
// (*Model).MainSources omits the test sources. Package gate makes the verdicts of gates. Package compare finds
// differences between two models. Package pattern finds the methods that a pattern matches.
//
// Complexity is that of McCabe ("A Complexity Measure", IEEE Transactions on Software Engineering, 1976): see
// complexity.go. docs/REPORT.md compares it with JaCoCo's.
package report
