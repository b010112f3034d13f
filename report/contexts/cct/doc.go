// Package cct is the calling context tree that all outputs of contexts read: text, CSV, pprof, pages, comparison.
//
// In: nothing; report/contexts/cctbuild makes a [Tree] from a merged profile and the class files of the run, and
// ccttest makes one for tests. Out: plain columns, and the questions to them: inclusive metrics ([Tree.Total]), sums by
// method ([Tree.ByMethod]), allocations by type ([Tree.Allocations]).
//
// # Design
//
// A tree has up to millions of nodes, so it is columns and not objects with pointers: a number of 4 bytes for parent,
// method and end, and 8 for each metric. Nodes are in preorder. So a subtree is the range from a node to its End, all
// loops over a tree are loops over numbers, and nothing recurses, whatever the depth: a sum over a subtree is one loop
// from the last node to the first, that adds each node to its parent.
//
//	node  0          1     2     3     4          5
//	      main-root  main  f     g     pool-root  run
//	Parent  -1       0     1     2     -1         4
//	End      4       4     4     4      6         6
//	Method  -1       m0    m1    m2    -2         m3       -1-i: the root of the thread name i
//
// Threads are in order of their names, methods and children in that of class, name and descriptor: to compare two trees
// is to walk through both at once.
//
// A root represents all threads of a name, and has no metrics of its own. Calls that found no more room for contexts
// are below the root [BeyondThread], one node a method: exclusive numbers and calls of methods are exact, but their
// callers are unknown, and so inclusive numbers are lower bounds ([Tree.IsPartial]).
//
// # To add something
//
// A metric: a constant before [NumMetrics] and its name; report/contexts/cctbuild fills it, outputs go over all
// metrics. A fact about the run that outputs must say: a field of [About], and a sentence in notes.go.
package cct
