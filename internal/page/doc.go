// Package page is the server of jprof ui: a page in the browser by which a user opens projects, runs jprof in them,
// watches counts and compares runs. In go the commands of jprof and what is known of build tools (Options); out come an
// address and, by HTTP, JSON documents, events and files. docs/UI.md describes them for those who write scripts.
//
//	server.go     Options, New and Serve: the folder of the server, the listener, limits, the end
//	guard.go      who may ask: token, cookie, Host, Origin, rates, headers of all answers
//	answer.go     requests and answers in JSON, errors
//	assets.go     the page itself, and the files that it shares with reports
//	address.go    the address with the token, and the file that a browser is opened with
//
// # Who may ask
//
// The server listens on 127.0.0.1 only, and that is not enough: all users of the machine can connect to it, and each
// page in the user's browser can send requests to it. So each request must pass (*guard).ServeHTTP.
//
//   - The token, 32 random bytes, is in the address that jprof ui prints. It is exchanged for a cookie (HttpOnly,
//     SameSite=Strict), without which nothing is answered.
//   - Cookies do not know ports: the server of another user, on another port of 127.0.0.1, gets all cookies that have
//     the path /. So the page lives in a folder with a random name, KEY, and the cookie has that path. Who has only
//     one of the two has nothing.
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
package page
