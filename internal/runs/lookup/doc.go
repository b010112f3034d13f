// Package lookup finds what users name in a run: files, classes, methods, lines and tests, by a path, a name or a
// pattern. If a name matches nothing, the error lists similar names, other versions of a file, or a module that the run
// did not build.
package lookup
