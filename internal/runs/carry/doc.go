// Package carry takes over the counts of tests that need not run again from an earlier run by test. A Plan is made from
// that run, with its maps and counts, and from the tests that are selected. Plan.Omitted has the tests that a build
// omits. When the build has run, Plan.Join returns the counts of the whole suite in terms of the new maps. Package
// selection makes a Plan, and the pipeline (internal/measure) uses it.
//
// # Which tests run
//
// A build is asked to omit tests, never to run some. Tests that are carried over are excluded class by class, and
// method by method if the test framework can do this. So new tests run by the rules of the build, and so do tests that
// cannot be excluded by name. A test that has run is never carried over, whatever the reason for running it was.
//
// # Where counters are now
//
// Counts are kept by the counters of the old maps, and the new maps have other ones (Moves):
//
//   - a package whose layout is the same has the same ID, and the same counters;
//   - a file that is the same has its counters in another place of its package;
//   - in a file that has changed methods are found again by package pair, by their code. Code that is the same has the
//     same formulas, term by term, so each counter of the old one is one of the new one. Initialisers of fields are
//     found by their type, and by being alike.
//
// Nothing else is carried over. A test that is not selected has executed no changed code, so it has no other counts. If
// it has, the test runs again. The tests of a class run again if the counts are of the set-up of the class, and all
// tests if they are outside of tests. This is known before the build, by instrumenting the sources that have changed.
// It is checked when the build has made the maps: if they differ from the prediction, the build runs once more with the
// tests that this concerns.
//
// # Whose counts
//
// The counts of a test belong to it alone, so they are carried over as a whole, or not at all. Other owners have counts
// of many tests, of which some ran again:
//
//   - the set-up of a class of which no test ran again is carried over; that of a class of which all tests ran is the
//     new one. If some did, each counter has the larger of both numbers: the code is the same, as the tests of a class
//     are selected with its set-up, and JUnit 4 for example makes an instance for each test in it. If tests of such a
//     class were added or removed, all of the class are run;
//   - outside of tests, and several tests at once: the larger of both numbers, for the same reason.
//
// So the run has, for deterministic tests, exactly the counts that a run of all tests has. The exception is code that
// runs once in a JVM, such as static initialisers and caches that are filled: it runs again in the JVMs of the new run,
// in the first selected test that needs it, and the test that came to it first in the earlier run keeps its counts.
//
// Of several builds, each with a shard of the selected tests (Shard), one carries over the counts of an owner: that
// with its class, and the first one if no test of the class is selected, or if the owner has no class.
//
// The sum over all owners is the count of the run, as in each run by test.
package carry
