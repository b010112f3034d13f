// Package live follows a measurement while it runs: its run and phase, the number of JVMs that have written counts, the
// sums of each file, the hottest methods with their rates, and the counts of a source line by line. It reads files
// only: packages page and watch show the numbers.
//
// # State
//
// The pipeline publishes a State (Publish) in .jprof/live/ID.json of the project, beside a file that it keeps locked.
// Find lists the states whose file is locked. It removes all other states, which a killed jprof has left. A lock shows
// more than a PID: it ends with its process, while another process, or one in another container, may have the same PID.
//
// # What is read
//
// JVMs write all of their counts twice a second to one file, and rename it when they end (package counts). Poll lists
// the folders, and reads
//
//   - maps of this build once, when they appear. Those of earlier builds, which are in the same folder, are read when
//     there are counts of a package that no map has, and shown if a package of theirs has counts;
//   - files of JVMs that have ended, once: their counts are added to a sum that stays. A file is final if its process
//     is gone, or some seconds after it got its last name, as hooks and daemon threads run until then;
//   - of the files of all other JVMs, the packages that one of them has changed, by the check sums in the files.
//     Their counters are added up again from all files, onto that sum. No counts are kept for each JVM: 100 JVMs would
//     take 100 times as much memory, and subtracting what a file had before is not quicker than adding up what all have
//     now;
//   - streams of counts by test, as far as they have grown, for the number of tests (testcounts.Tail).
//
// If a final file is gone or has changed, all files are read again. Either javac has rejected counters and the build
// starts again, or a JVM is in a container with PIDs of its own.
//
// # Sums
//
// For each file of a map a layout is kept (layout.go): its formulas, a few bytes each, and the names of its methods.
// Poll evaluates the files whose counters have changed. The sums are equal to those of the report, with the settings of
// the project: regions are split where an exception came between, and excluded code is omitted (a test compares them
// with package build). Source makes the model of one file by package build itself, so its lines are equal to those of
// the report.
//
// Rates are executions since the older one of two marks, which is 2 to 4 seconds ago.
//
// # Cost
//
// Update.Wait is 25 times the processor time of the poll, at least 500 ms: polling takes less than 4 % of a processor
// whatever there is to read. Maps are not in this, as each is read once.
//
// 15,000 files with 519,000 regions, 145,000 methods and 873,000 counters, and 100 JVMs (on 2 cores; JPROF_LIVE=1 go
// test ./internal/runs/live -run '^$' -bench Poll -benchtime 10x):
//
//	                                                              poll    wait     resident
//	maps are read, once                                           1.2 s
//	all JVMs run, and have all changed counters of all packages   0.49 s  12.2 s   86 MB
//	99 have ended, one runs                                       0.09 s  2.4 s    92 MB
//
// docs/lab/UI.md has the cost of the whole server.
package live
