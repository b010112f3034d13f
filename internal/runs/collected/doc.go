// Package collected makes a run of the count files that JVMs have written outside of a build of jprof, such as those of
// services. The files may come from many JVMs, of several builds and versions.
//
// A count file has the IDs of its packages, which are hashes of their layouts, and no name. So the builds are searched
// for, among the runs of the project and those that the user names: for each set of IDs, the newest run whose maps have
// most of them (choose.go). The counts of each build become a run, with the sources of that build. If there are several
// builds of one project, they are merged, as jprof merge does.
//
// The run also keeps the counts by application, environment, version and day (package services).
package collected
