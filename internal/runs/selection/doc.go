// Package selection finds the tests that a change of a project may concern. From the store of the project, a run by
// test, and perhaps a revision of Git, it makes a Found: the selection (report/tests/affected), and the run that the
// selection is based on. jprof affected prints the tests of the selection; the commands of build tools run them.
//
// # What is compared
//
// The sources of the run with the working tree, always: only the code that the run executed is known. With a revision
// also that with the working tree. A test is omitted if neither difference concerns it: then it does the same at the
// revision, in the run, and now. If the run has the sources of the revision, both are one. If the revision and the
// working tree do not differ, no test is needed, however old the run is.
//
// Java sources of the run are known by the hashes of its maps. Its other files are those of its commit, but for those
// that the run has the hashes of (Untold): all that differed then or that Git ignores, and everything where there is no
// Git. What a build is given beside files is in the run, too (given.go): a JDK, options, variables, settings of the
// user.
//
// # Which run
//
// The newest that ran the whole test suite: see unfit. One in which a test failed may lack tests that followed, which
// only the build knows: see partial. If the build says that it stops then, the run is not taken.
package selection
