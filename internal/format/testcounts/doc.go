// Package testcounts divides the counts of a run among its tests: each test gets the counts of what it executed.
// Collect reads the streams that JVMs write when a run is by test (plugins/tests), with their count files and the maps.
// It returns the totals of internal/format/counts, and Counts: the tests with their results, and their counters. The
// file "tests" of a run has these Counts (Write, Read). Package report/tests/testview computes regions and lines from
// them.
//
// # Whose counts
//
// A count has one owner (Kind): a test; a class, for its set-up; outside, if no test was running; or shared, if several
// were running and it is not known which of them it was. The invariant: for each counter and test step, the sum over
// all owners is the run's count, exactly. Collect checks it for each JVM, with the place of the counter, and for the
// whole run.
//
// # The stream of a JVM
//
// STEM.tests stands beside STEM.counts or STEM.part, with the layout of internal/format/recordfile. The recorder
// appends to it at the end of each test, so that a JVM that is killed loses the test under way and no other.
//
//	about   = flags (uint32)  PID (uint64)  start (uint64, ms since 1970)
//	item    = type (byte), then
//	  1 section  ID (16 bytes)  counters (uint32)                    numbered from 0, in order of appearance
//	  2 begin    n (uvarint, from 1)  parent n (uvarint, 0 none)  kind (byte: 0 class 1 other container 2 test)
//	             time (uint64, ms since 1970)  unique ID, class, method, parameter types, display name (strings)
//	  3 counts   owner (uvarint: 0 outside, 1 shared, n + 1 begun number n)  sections (uvarint)
//	             { number (uvarint)  changed (uvarint) { gap to the last index (uvarint)  count (uvarint) } }
//	  4 end      n (uvarint)  status (byte)  nanoseconds (uvarint)  reason (string)
//
// The first gap of a section is its first index; later ones are at least 1. Counts of one owner add up.
//
// # The file of a run
//
// It has the same layout, and its own flag. Tests are in the order of Compare, in blocks of about 1 MB:
//
//	about   = flag 1 (uint32)  JVMs (uint32)  tests (uint32)  packages (uint32) { ID (16 bytes)  counters (uint32) }
//	item    = tests (uvarint), then three columns: size (uvarint)  deflated size (uvarint)  deflated bytes
//	  tests       { kind, and 128 where Name has the types, and 64 where it was carried over (byte)  status (byte)
//	                step, class, method, parameter types, invocation, unique ID, display name, reason (strings)
//	                attempt, ms since 1970, nanoseconds, footprint (uvarints) }
//	  footprints  { size (uvarint)  sections (uvarint) { gap to the last package (uvarint)  size (uvarint)
//	                { gap to the last index (uvarint) } } }, those that no test before has
//	  counts      { count (uvarint) } of each counter in the footprint of each test
//
// Equal counts have equal bytes. In memory, counts are the columns before they are deflated. A test needs no other
// memory but for its texts. A file of up to 2 GB of columns and 4 million tests can be written and read.
//
// 100,000 tests with 500 counters each are collected in 4.0 s, written in 2.6 s and read in 1.8 s, all in one process
// with 752 MB resident, on 2 cores; the stream has 139 MB, the file 56 MB (JPROF_TESTS=100000 go test
// ./internal/format/testcounts -run '^$' -bench Tests).
//
// # Merging
//
// Each run that was merged keeps its file unchanged, so merging is a union, as for counts (internal/runs). Readers add
// up the files with Merge: the same attempt of the same test in the same step is one.
//
// # To change the files
//
// The writer of streams is Java (plugins/tests). Change the drawings above, and take the next recordfile.Version. New
// data must survive damage: add them to the files of TestDamage, TestWrongInside and FuzzRead.
package testcounts
