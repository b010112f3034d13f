// Package assemble makes the model of a report from maps, counters and sources. The function Model runs all phases.
// Each phase returns a type that only the next phase takes:
//
//	Input --join--> joined --evaluate--> evaluated --carry--> current --file--> *report.File --sumUp--> *report.Model
//
//	joined        files of all maps with their counters, which fit each other (join.go)
//	evaluated     the values of all formulas; files with the same layout are one (evaluate.go)
//	current       the newest files only, which have the values of older sources, too (carry.go)
//	*report.File  what is shown of a file: what is excluded (exclude.go), regions that end at exceptions, classes
//	              (file.go), whose tests have executed what (origins.go), metrics (sums.go)
//
// # To add something
//
// A metric, such as the number of loops that were entered, needs a field of report.Metrics with a line in its Plus. It
// also needs the value that a region, block, branch or method adds to it, in one of the functions at the top of
// sums.go. Then methods, classes, files, packages, modules and totals have it. Regions are split where exceptions were
// thrown, so a metric of a single region may differ between runs of equal sources.
//
// A reason to hide code that users do not want to see needs a method of excluder and a loop in (*excluder).parts.
// Reasons why jprof cannot count code are not in this package, but in instrument (refuse.go).
//
// # Sources that have changed
//
// Input.Older has the maps that are not the newest of their source set. A file of an old map, or one that the newest
// map has in another layout, is paired with the newest files method by method (package pair). Methods with equal hashes
// of code have equal blocks, regions and branches in the same order, so that values are added one by one. Counts of all
// other methods are in Model.Dropped.
//
// # Hidden code
//
// The map has the unmeasured parts (probe.Unmeasured). This package decides what is excluded (Exclude,
// (*excluder).parts): by path, by patterns for methods, by names of annotations, and by the comments. Both become one
// list of disjoint parts of a file (report.Part), which are omitted from every number of the report. An unmeasured part
// omits only code that lies completely in it. An excluded part also omits code that starts in it and ends after it. A
// region is cut at the start and end of an excluded part. Totals count the two separately: the first is a limit of
// jprof, the second the user's choice.
//
// # Whose tests
//
// An Origin is a group of tests: of the own module, of other modules, unit tests, integration tests. A file belongs to
// a module if a source set of that module compiles the file, so this is known only when all maps are read. Then
// attribute adds up, file by file, the counters of the steps of each origin. With these sums it evaluates the formulas
// of methods and statements again for each origin. It keeps four bits for each region (executed or not, by each
// origin), and the number of invocations of each method. Regions are split by the counts of all tests together. Each
// part also has one count per origin. Only origins that distinguish anything are computed: with one module and one kind
// of tests there are none, and nothing is done. Counts from other states of a file have no origin.
package assemble
