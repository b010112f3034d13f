// Package cct has the calling context tree that all outputs of contexts read: text, CSV, pprof, pages, comparison.
//
// report/contexts/cctbuild makes a [Tree] from a merged profile and the class files of the run, and ccttest makes one
// for tests. The tree has columns of numbers, and functions that compute from them: inclusive metrics ([Tree.Total]),
// sums by method ([Tree.ByMethod]), allocations by type ([Tree.Allocations]).
//
// # Design
//
// A tree has up to millions of nodes. So it consists of columns, not of objects with pointers: 4 bytes a node for each
// of parent, method and end, and 8 for each metric. Nodes are in preorder, so that a subtree is the range from a node
// to its End. Nothing recurses, whatever the depth: a sum over subtrees is one loop from the last node to the first,
// which adds each node to its parent.
//
//	node  0          1     2     3     4          5
//	      main-root  main  f     g     pool-root  run
//	Parent  -1       0     1     2     -1         4
//	End      4       4     4     4      6         6
//	Method  -1       m0    m1    m2    -2         m3       -1-i: the root of the thread name i
//
// Threads are in order of their names, methods and children in that of class, name and descriptor. So two trees are
// compared in one pass through both.
//
// A root represents all threads of a name, and has no metrics of its own. Calls for which there was no more room are
// below the root [BeyondThread], one node for each method. Exclusive numbers and calls of methods are exact, but the
// callers of these calls are unknown. So inclusive numbers are lower bounds ([Tree.IsPartial]).
//
// # To add something
//
// A metric needs a constant before [NumMetrics] and a name. report/contexts/cctbuild computes it, and outputs loop over
// all metrics. A fact about the run that outputs must mention needs a field of [About], and a sentence in notes.go.
package cct
