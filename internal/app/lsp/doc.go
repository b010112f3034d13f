// Package lsp is a language server: it shows the counts of the newest run beside the code in editors. It speaks version
// 3.17 of the Language Server Protocol on standard input and output, beside the server for Java that the editor has.
//
// # From a run to a line
//
// The counts of a file come from the part of the run's model that has its package (project.open), so that a large
// project takes no memory for what nobody looks at. Lists of the whole project (hot spots, code that was not executed)
// make the whole model once for each run, and keep what they show (summary). While a build runs, its live counts are
// shown in place of those of the run.
//
// An open text differs from the one that was counted. Package follow finds what is the same. It needs a map of the
// text, which takes up to 10 µs a line. So each change first moves the lines of the view (view.spliced), in
// microseconds: code that it touches has no count. A goroutine for each document then reads the text, as often as it
// has changed; requests wait for it a little (patience), and the client refreshes what it shows if it was not ready. A
// text that cannot be read, as while someone types, keeps the view that was moved.
//
// # Protocol
//
// No Go library has the structures of 3.17, so protocol.go has those that are needed. Requests of jprof's own, for the
// extension of VS Code, start with "jprof/". The connection is that of jrpc2: it handles a notification before it
// starts the requests after it, and all others at the same time.
//
//	server.go    the connection, settings, documents that are open
//	text.go      texts, and positions in units of UTF-8, UTF-16 or UTF-32
//	document.go  an open text, and the goroutine that reads it
//	view.go      what is shown beside the lines of a text
//	project.go   the runs of a project, and the counts of a file
//	hints.go     hints, lenses, hovers, diagnostics
//	details.go   what hovers say besides counts; tests, and another run
//	extras.go    times and callers
//	guarded.go   keeps faults from ending the server
//	commands.go  commands
//	lists.go     requests of jprof: the state, lists of the project
//	summary.go   the numbers of all files of a run
//	coverage.go  requests of jprof: the coverage of a file
//	watch.go     looks for new runs, refreshes the client
//
// Nothing is written but the report, into .jprof, when a command asks for it; and what a build that a command starts
// writes.
package lsp
