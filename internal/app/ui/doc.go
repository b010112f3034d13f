// Package ui is the server of jprof ui: a page in the browser by which a user opens projects, runs jprof in them,
// watches counts and compares runs. Options has the commands of jprof and its build tools. The server has an address,
// at which it answers by HTTP with JSON documents, events and files. docs/UI.md describes these for authors of scripts.
//
//	server.go     Options, New and Serve: the folder of the server, the listener, limits, the end
//	guard.go      protection of requests: token, cookie, Host, Origin, rates, headers of all answers
//	answer.go     requests and answers in JSON, errors
//	assets.go     the page itself, and the files that it shares with reports
//	projects.go   the projects that the user has opened, folders to choose from
//	tree.go       files of a project: a level of its tree, sources
//	mains.go      sources with a main method
//	codecounts.go models of runs; the executed lines of sources, of the newest run
//	find.go       files that the output of a build names
//	capture.go    commands of jprof whose output is an answer: doctor
//	commands.go   all commands and their options; the command line that the page has put together
//	jobs.go       commands that the page has started: start, end, result
//	jobevents.go  their output and state as events
//	input.go      their standard input
//	ring.go       the end of their output
//	overview.go   the state of a project: its newest run, failed tests, where to test next
//	runs.go       runs: list, label, delete, merge, gates, export
//	trend.go      numbers of several runs
//	measured.go   the measurements of all projects: those that run, and those that have just ended
//	follow.go     a measurement (internal/runs/live) is followed once for all windows that show it
//	live.go       its documents: updates, the map, a source with counts
//	settings.go   jprof.yaml: checked, and written if it is right
//	reports.go    reports and comparisons, in a sandbox
//	events.go     streams of events
//	address.go    the address with the token, and the file that a browser is opened with
//
// The front end is in assets: modules without a library, each with a comment on its purpose. app.js chooses a
// view by the address after the #, api.js has requests and streams, also without an answer, dom.js makes
// elements: text of a project never becomes HTML. It shares style.css, code.css and elements.js with reports, which are
// served from report/html and copied nowhere.
//
// # Jobs
//
// The server executes jprof, and nothing else, with a list of arguments and without a shell. A job is a process of its
// own rather than a call, because jprof passes signals on to all of its descendants. It has a process group of its own,
// so that Ctrl-C ends it once: the server asks it to end, and it ends its build (runner.Process).
//
// Counts of lines and costs of methods are read from the model of a run, one at a time, which is then forgotten. Where
// an answer may need several models, or a build tool, a command of jprof prints or writes it, which can be killed
// (capture): doctor, gates, exports, reports, comparisons and merged runs.
//
// Output is kept in a ring, and each event has the offset after it as its ID, so that a browser that connects again
// gets each byte once, and several windows see the same. Events are written by github.com/tmaxmax/go-sse, which keeps
// to the specification, supports the two newest releases of Go, and leaves subscriptions to its callers.
//
// # Protection
//
// The server listens on 127.0.0.1 only, and that is not enough: all users of the machine can connect to it, and each
// page in the user's browser can send requests to it. So each request must pass (*guard).ServeHTTP.
//
//   - The token, 32 random bytes, is in the address that jprof ui prints. It is exchanged for a cookie (HttpOnly,
//     SameSite=Strict), without which nothing is answered.
//   - Cookies do not know ports: the server of another user, on another port of 127.0.0.1, gets all cookies that have
//     the path /. So the page lives in a folder with a random name, KEY, and the cookie has that path. One of the
//     two without the other is useless.
//   - Host must be 127.0.0.1 with the port, which ends DNS rebinding. The name localhost is refused: another user may
//     listen on the same port of ::1, which browsers ask first.
//   - Requests that change something are POST requests with JSON and the Origin of the page; GET changes nothing.
//   - A browser is opened with a file that only the user can read, as all users can see the command line of a browser.
//   - The page that takes the token goes on by itself (Refresh). After a redirect, browsers would not send the cookie
//     if the page was opened from a file or by another program: SameSite=Strict looks at where it began.
//   - Reports hold text of the project. They are at /r/RANDOM/, in a sandbox, where they have no origin: their scripts
//     work, but cannot ask this server for anything.
//
// Sizes and rates are bounded (server.go, guard.go), for requests without the cookie apart from others, so that nobody
// can lock the user out.
package ui
