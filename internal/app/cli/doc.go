// Package cli is the command line of jprof. A command is one file: its flags, one call, and its output. The package
// alone writes to standard output; other packages show messages only by internal/util/term.
//
// newApp in main.go lists the commands. Help, the man page, completion and docs/COMMANDS.md are made of the
// descriptions of the commands (packages manual and completion). Package options moves options before arguments,
// because urfave/cli expects them there; typed.go does so for a command line.
//
// # To add something
//
// A command: a function like cleanCommand (clean.go), with a usage, a form and two examples, and that function's name
// in the list in newApp. To read the run that options name, call s.chosenModel (chosen.go). Then a script in
// testdata/script, and go test ./internal/app/cli -run TestCommandsPage -update, which writes docs/COMMANDS.md.
//
// An export format: a line in the table of report/export/formats. Tests then require a reader in consumers
// (consumers_test.go) and a row in docs/EXPORTS.md. A build tool: a line in tools (tools.go).
//
// # What commands have in common
//
// The run that options name (chosen.go), several runs (models.go), a build or program that is measured more than once
// (repeat.go).
package cli
