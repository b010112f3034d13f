// Package testview is the model of counts by test: the tests that executed a part of the sources, with the number of
// executions, and the code that a test executed. The input is the model of a report, the formulas of its counts
// (assemble.Formulas) and the counters of each test (package testcounts). The result is Model, which is read-only and
// has one method for each question. It is made only when tests are needed: plain reports do without it.
//
// # What is counted
//
// All formulas are linear, so a formula of the map with the counters of one test is the part of this test in the count.
// The parts of all owners (tests, set-up of classes, code outside of tests, several tests at once) add up to the count
// of the report. A formula may be negative for one test if an execution began in one test and ended in another. Its
// value is 0 then.
//
//   - Executions of a test are those of statements in main sources, Regions how many regions of these it executed.
//   - Only: regions that this test executed, and no other test did, nor several tests at once, which may be others.
//     Attempts of one test are one test here. Set-up of a class is no test.
//   - A model that has only test sources takes them for its main sources, as report.MainSources does.
//
// # Both directions
//
// The counters of a test are packed in testcounts.Counts: Footprint reads them and evaluates what they touch. For the
// other direction New transposes them once: each file of a map has the numbers of the tests that changed its counters,
// with these, packed in bytes. File unpacks one file and evaluates its formulas, for all tests at once: the cost of a
// page. Both directions hold counters, not values of formulas: there are fewer, and each question (regions, lines,
// branches, methods) is answered from the same bytes. Formulas are compiled into flat arrays, so that maps can be
// dropped.
//
// # To add something
//
// A question about a place: a method of File, with its weights (place.go). A question about tests: a method of Model in
// a file of its own, as in order.go, which sees tests as sets of regions and outcomes of branches.
package testview
