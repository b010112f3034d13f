package ui

import (
	"crypto/subtle"
	"fmt"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

// The limits of requests: the rate, per second, and the burst, the number that may come at once.
const (
	strangerRate, strangerBurst = 10, 40 // all requests without the cookie
	userRate, userBurst         = 200, 800
)

// contentPolicy is the content security policy of the page.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'"

// guard passes on the requests that come from the user's page, and refuses others: see the comment of the package.
type guard struct {
	port                     int
	token, key, cookie       string
	pages                    http.Handler // below the folder key
	reports                  *reports
	strangerLimit, userLimit *rate.Limiter
	strangers                strangers
}

func newGuard(port int, pages http.Handler, reports *reports) *guard {
	return &guard{port: port, token: random(32), key: random(16), cookie: random(32), pages: pages, reports: reports,
		strangerLimit: rate.NewLimiter(strangerRate, strangerBurst), userLimit: rate.NewLimiter(userRate, userBurst)}
}

// host returns the only value of the header Host that is accepted.
func (g *guard) host() string { return fmt.Sprintf("127.0.0.1:%d", g.port) }

func (g *guard) origin() string { return "http://" + g.host() }

// folder returns the path of the page.
func (g *guard) folder() string { return "/" + g.key + "/" }

func (g *guard) cookieName() string { return fmt.Sprintf("jprof-%d", g.port) }

// ServeHTTP answers a request, or refuses it.
func (g *guard) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w := &writer{ResponseWriter: rw, control: http.NewResponseController(rw)}
	setHeaders(w.Header())
	name, inFolder := strings.CutPrefix(r.URL.Path, g.folder())
	inFolder = inFolder && path.Clean("/"+name) == "/"+name // others would be answered with a redirect
	isUser := inFolder && g.hasCookie(r)
	isEntry := r.URL.Path == "/" && r.Method == http.MethodGet && same(r.URL.Query().Get("token"), g.token)
	isReport := g.reports.has(r)
	limit := g.strangerLimit
	if isUser || isEntry || isReport {
		limit = g.userLimit
		g.strangers.admit(r)
	}
	if !limit.Allow() {
		w.Header().Set("Retry-After", "1")
		refuse(w, r, http.StatusTooManyRequests, "too many requests")
		return
	}
	if status, why := g.refusal(r, isEntry || isReport); why != "" {
		refuse(w, r, status, why)
		return
	}
	switch {
	case isEntry:
		g.enter(w)
	case isReport && r.Method != http.MethodPost && g.reports.back(r) != "":
		g.lead(w, g.reports.back(r))
	case isReport && r.Method != http.MethodPost:
		g.reports.ServeHTTP(w, r)
	case isUser:
		r.URL.Path = "/" + name
		if r.Method != http.MethodPost { // POST: see readBody
			_ = w.control.SetReadDeadline(time.Time{})
		}
		g.pages.ServeHTTP(w, r)
	default:
		refuse(w, r, http.StatusForbidden, "open the address that jprof ui has printed")
	}
}

// refusal returns the reason why a request cannot come from the page, "" if it may. knowsSecret means that the request
// names a secret, so that it may come from anywhere.
func (g *guard) refusal(r *http.Request, knowsSecret bool) (status int, why string) {
	origin, hasOrigin := r.Header["Origin"]
	site := r.Header.Get("Sec-Fetch-Site")
	isSame := site == "" || site == "same-origin" || site == "none"
	isPost := r.Method == http.MethodPost
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case r.Host != g.host():
		return http.StatusForbidden, "the address must start with " + g.origin()
	case hasOrigin && (len(origin) != 1 || origin[0] != g.origin()):
		return http.StatusForbidden, "the request comes from another page"
	case !isSame && !knowsSecret:
		return http.StatusForbidden, "the request comes from another site"
	case !isPost && r.Method != http.MethodGet && r.Method != http.MethodHead:
		return http.StatusMethodNotAllowed, "the method must be GET or POST"
	case !isPost && r.ContentLength != 0:
		return http.StatusBadRequest, r.Method + " must have no body"
	case isPost && !hasOrigin:
		return http.StatusForbidden, "POST requires the header Origin"
	case isPost && (err != nil || kind != "application/json"):
		return http.StatusUnsupportedMediaType, "POST requires the Content-Type application/json"
	case r.ContentLength > maxBody:
		return http.StatusRequestEntityTooLarge, "the body is too large"
	}
	return 0, ""
}

func (g *guard) hasCookie(r *http.Request) bool {
	for _, c := range r.CookiesNamed(g.cookieName()) {
		if same(c.Value, g.cookie) {
			return true
		}
	}
	return false
}

// same reports whether two secrets are equal. The time for it depends only on their lengths.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// enter sets the cookie of the browser, and leads the browser to the page.
func (g *guard) enter(w http.ResponseWriter) {
	http.SetCookie(w, &http.Cookie{Name: g.cookieName(), Value: g.cookie, Path: g.folder(), HttpOnly: true,
		SameSite: http.SameSiteStrictMode})
	w.Header().Set("Content-Location", g.folder())
	g.lead(w, "")
}

// lead leads the browser to a view of the page.
func (g *guard) lead(w http.ResponseWriter, fragment string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = leadsTo.Execute(w, g.folder()+fragment) // the browser has gone if it fails
}

// setHeaders sets the headers of all answers.
func setHeaders(h http.Header) {
	for name, value := range map[string]string{
		"Content-Security-Policy":      contentPolicy,
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "no-referrer",
		"Cache-Control":                "no-store",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
	} {
		h.Set(name, value)
	}
}

// writer is a ResponseWriter with a time limit for each part of the response.
type writer struct {
	http.ResponseWriter
	control *http.ResponseController
}

func (w *writer) extend() {
	_ = w.control.SetWriteDeadline(time.Now().Add(writeTimeout)) // all connections have deadlines
}

// Write writes a part of the answer.
func (w *writer) Write(p []byte) (int, error) {
	w.extend()
	return w.ResponseWriter.Write(p)
}

// FlushError sends what was written.
func (w *writer) FlushError() error {
	w.extend()
	return w.control.Flush()
}

// Unwrap lets http.ResponseController find the methods of the wrapped writer.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }
