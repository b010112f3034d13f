// Package mcp is the server of jprof mcp: it answers the questions of coding agents about counts by the Model Context
// Protocol, on standard input and output. docs/MCP.md describes it for users.
//
//	server.go   Options and Serve: the tools, errors, the end
//	answer.go   the form of all answers: a page of items, as data and as text
//	models.go   models of runs, kept until other ones are asked for
//	summary.go  totals, gates, the newest runs
//	missed.go   what did not run: of a change, of a file or package, or where a test is worth most
//	hot.go      what ran most
//	tests.go    tests of a line, and what a test alone runs
//	method.go   callers and cost of a method
//	compare.go  the differences of two runs
//	build.go    the tests that a change may concern, and a build of them
//
// Tools compute nothing themselves. They ask the packages that the commands of jprof ask, and find runs as these do
// (internal/app/reading), so that an answer has the numbers of the command that its description could name.
//
// # Answers
//
// An agent pays for each byte, in a context that is small. So an answer has a sentence, eight items of a line, and the
// number of the others; limit and offset get them. Items begin with their place, as file:line. A client gives the model
// the text or the data: both say the same, but for numbers that only programs need.
//
// Lines are those of the present file, as an agent reads it: a place in a file that has changed since the run is
// translated, or is marked where its code has changed. If the agent names the run, lines are those of the run.
//
// What a command prints as a message (the run is not the newest, tests are missing) is a note of the answer. A mistake
// of the agent is an error of the tool with a hint, not of the protocol: so the model sees it.
//
// # Safety
//
// Standard output has the protocol and nothing else. All tools but one only read: they write nothing, not even a cache.
// run_affected starts a build. It is there only if the user has allowed it.
//
// The library is the official one, github.com/modelcontextprotocol/go-sdk: it makes the schemas from the types here,
// and follows the versions of the protocol.
package mcp
