// Package cli is the command line of jprof. A command is one file: its flags, one call, and what it prints. It is the
// only package that prints.
//
// newApp in main.go lists the commands. Help, the man page, completion and docs/COMMANDS.md are made of what the
// commands say of themselves (manual.go). options.go brings options in front of arguments, where the parser of commands
// requires them.
//
// A new command is a file with a function xCommand, as clean.go has, and its name in newApp. A new export format is a
// line in formats (formats.go), a new build tool a line in tools (tools.go).
//
// What commands have in common: chosen.go (the run that options name), models.go (several runs), repeat.go (a build or
// program that is measured more than once).
package cli
