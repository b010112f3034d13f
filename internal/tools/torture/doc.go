// Command torture tries to break what jprof promises, and writes docs/RELIABILITY.md: for each promise how it was
// tried, and a figure. It is a program for the development of jprof, and runs on Linux.
//
//	go run ./internal/tools/torture -jprof bin/jprof            all parts (hours)
//	go run ./internal/tools/torture -jprof bin/jprof -quick     a small share of each (ten minutes)
//	go run ./internal/tools/torture -jprof bin/jprof kill       one part
//
// A part has trials (main.go). A trial returns a row of the table, or the faults that it has found; then the command
// ends with 1, and the folder of the trial stays. With -quick nothing is written but with -doc.
//
// Trials take place in a world of their own (world.go): a project with a finished run, a cache and a folder for
// temporary files. Each process in it has an environment variable by which it is found (processes.go).
package main
