// Package cli is the command line of jprof: flags, commands, and the pipeline that the commands run. It is the only
// package that prints, and the only one in which instrumenting, building and reporting meet; (*job).measure is the
// whole of it in one function.
//
// # What javac rejects
//
// After a build that failed, the next round compiles the method, constructor, initialiser or field around the line of
// javac's error without counters, and lists it; if that does not help, the file ((*toolBuild).rejected). Errors that
// counters cannot cause, such as a class that is not found, end it at once. On the corpus no file is rejected
// (docs/CORPUS.md).
//
// HotSpot does not compile methods of more than 8,000 bytes of byte code. That limit is reported, not kept: after the
// build jprof reads the class files (package classfile), and names methods that only counters push over it.
//
// # Sources
//
// The source of each file is asked for by path and SHA-256 (sources): the user's file, the copy that was built, and,
// where neither has these bytes, the commits of the run and of all runs in it, as they are in the repository or as Git
// checks them out (gitrepo.File). Nothing is fetched. A file that is not found is shown without its source.
//
// Maps and counts are dropped once they are in the model ((*measured).forget), as a large project has much of both.
package cli
