// Package report turns maps, counts and sources into the numbers that are shown. Build joins them to a Model; the
// packages below report render a Model, one form each, and import nothing else of jprof. Formulas are evaluated once,
// by Build.
//
// # Sources that have changed
//
// Build gets the maps that are not the newest of their source set as Input.Older. A file of an old map, or one that the
// newest map has in another layout, is paired with the newest files method by method (package pair): by the hash of the
// tokens, in the same file first; classes without a name in the order of the source, as their numbers change. Equal
// hashes have equal blocks, regions and branches in the same order, so that counts are added one by one (carry). All
// else is in Model.Dropped. Package compare pairs two models in the same way.
//
// # Hidden code
//
// The instrumenter knows what it could not count (probe.Unmeasured). What the user does not want to see is decided here
// (Exclude, (*excluder).parts): by path, by patterns for methods, by names of annotations, and by the comments. Both
// become one list of disjoint parts of a file (Part), which every number of the report is checked against: what could
// not be counted takes out what lies in it, what is excluded also what starts in it. A region is cut where an excluded
// part starts or ends. Totals count the two apart: a gap of jprof's is not the user's wish.
//
// # Whose tests
//
// An Origin is own module's, other modules', unit or integration tests. A module is a file's own if one of the source
// sets that compile it is of it, so this is known only when all maps are read. Then (*builder).attribute adds up, file
// by file, the counters of the steps of each origin, and evaluates the formulas of methods and statements once more for
// each. What stays is whether (four bits for each region) and how often methods were invoked. An exception stops all
// that follows, whoever runs it, so regions that are split by the counts of all have equal counts of each origin too.
// Only origins that say something are looked at: of one module with one kind of tests none are, and nothing is done.
// What methods have counted in other states of their file (carry) is of no origin.
//
// # What renderers share
//
// What stands beside a line of a source, and the mark that it has, is decided once (source.Annotate), so that pages and
// jprof show have the same numbers. Formats in which a path, a class and a method stand once (Cobertura, JaCoCo) are written
// from Unit: the versions of a path added up, types apart from those around them, each line in one type.
// (*Model).Production leaves out the test sources. What gates say is a gate.Verdict, which SARIF and Markdown render besides
// the model.
//
// Complexity is McCabe's ("A Complexity Measure", IEEE Transactions on Software Engineering, 1976): one, and for each
// decision one less than it has outcomes (complexity.go). docs/REPORT.md compares it with JaCoCo's.
package report
