// Package carry takes over the counts of tests that need not run again from an earlier run by test. A Plan is made from
// that run, with its maps and counts, and from the tests that are selected. Plan.Omitted has the tests that a build
// omits. When the build has run, Plan.Join returns the counts of the whole suite in terms of the new maps. Package
// selection makes a Plan, and the pipeline (internal/measure) uses it.
//
// # Which tests run
//
// A build is asked to omit tests, never to run some: tests that are carried over are excluded, class by class, and
// method by method where the test framework can. So new tests run by themselves, by the rules of the build, and tests
// that cannot be excluded by name run as well. A test that has run is never carried over, for whatever reason it ran.
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
// Nothing else is carried over. A test that is not selected has executed nothing that has changed, so this is all that
// it has. Where it is not, the test is run again, with the tests of a class if it was the set-up of that, and all tests
// if it was outside of tests. This is known before the build, by instrumenting the sources that have changed, and is
// checked when the build has made the maps: if it differs, the build runs once more with the tests that it concerns.
//
// # Whose counts
//
// The counts of a test are its own, so they are carried over or not, as a whole. Other owners have counts of many
// tests, some of which ran again:
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
// The sum over all owners is the count of the run, as in each run by test.
package carry
