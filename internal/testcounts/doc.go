// Package testcounts divides the counts of a run among its tests: which test has executed what, how often. In go the
// streams that JVMs write when a run is by test (plugins/tests), with their count files and the maps (Collect); out
// come the totals of internal/counts, and Counts: what is known of each test, and its counters. Counts are the file
// "tests" of a run (Write, Read). Package report/bytest makes regions and lines of them.
//
// # Whose counts
//
// A count has one owner (Kind): a test; a class, for its set-up; outside, where no test was under way; or shared, where
// several were and it is not known which it was. The invariant: for each counter and test step, the sum over all owners
// is the run's count, exactly. Collect checks it for each JVM, with the counter's place, and for the whole run.
//
// # The stream of a JVM
//
// STEM.tests stands beside STEM.counts or STEM.part, with the layout of internal/recordfile. The recorder appends to it
// at the end of each test, so that a JVM that is killed loses the test under way and no other.
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
package testcounts
