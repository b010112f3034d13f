// Package report turns maps, counts and sources into the numbers that are shown. Build joins them to a Model; each
// package below report writes a Model in one format, and imports nothing else of jprof. Formulas are evaluated once, by
// Build.
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
// The map has the unmeasured parts (probe.Unmeasured). What is excluded is decided here (Exclude, (*excluder).parts):
// by path, by patterns for methods, by names of annotations, and by the comments. Both become one list of disjoint
// parts of a file (Part), which are omitted from every number of the report: an unmeasured part omits what lies in it,
// an excluded part also what starts in it. A region is cut where an excluded part starts or ends. Totals count the two
// separately: the first is a limit of jprof, the second the user's choice.
//
// # Whose tests
//
// An Origin is own module's, other modules', unit or integration tests. A module is a file's own if one of the source
// sets that compile it is of it, so this is known only when all maps are read. Then (*builder).attribute adds up, file
// by file, the counters of the steps of each origin, and evaluates the formulas of methods and statements once more for
// each. It keeps four bits for each region (executed or not), and the number of invocations of each method. An
// exception stops the code after it in the tests of each origin, so regions that are split by all counts have equal
// counts for each origin too. Only origins that distinguish anything are computed: with one module and one kind of
// tests there are none, and nothing is done. Counts from other states of a file (carry) have no origin.
//
// # What renderers share
//
// The counts beside a line of a source, and its mark, are decided once (source.Annotate), so that pages and jprof show
// have the same numbers. Formats in which a path, a class and a method may occur once (Cobertura, JaCoCo)
// are written from Unit: the versions of a path added up, types apart from those around them, each line in one type.
// (*Model).MainSources is the model without test sources. The result of all gates is a gate.Verdict, which SARIF and
// Markdown render besides the model.
//
// Complexity is McCabe's ("A Complexity Measure", IEEE Transactions on Software Engineering, 1976): one, and for each
// decision one less than it has outcomes (complexity.go). docs/REPORT.md compares it with JaCoCo's.
package report
