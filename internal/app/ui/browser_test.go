package ui

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"jprof/internal/jtest"
	"jprof/internal/jtest/chromium"
)

func TestMain(m *testing.M) { os.Exit(chromium.Run(m)) }

// window is a window of a browser.
type window struct {
	ctx context.Context
	t   *testing.T
}

// open opens a window of a browser that knows nothing of the other tests, or skips the test where no browser is
// installed.
func open(t *testing.T) window {
	t.Helper()
	jtest.Slow(t)
	shared, err := chromium.Shared()
	if errors.Is(err, chromium.ErrNone) {
		t.Skipf("%v: the page is not tried in a browser", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := chromedp.NewContext(shared, chromedp.WithNewBrowserContext())
	t.Cleanup(end)
	return window{ctx, t}
}

func (w window) do(actions ...chromedp.Action[chromedp.Void]) {
	w.t.Helper()
	if err := chromium.Do(w.ctx, actions...); err != nil {
		w.t.Fatal(err)
	}
}

// eval returns the value of an expression, or what it promises.
func eval[T any](w window, expression string) T {
	w.t.Helper()
	return chromium.Eval[T](w.t, w.ctx, expression)
}

// arrives waits until the window shows an address that starts with prefix.
func (w window) arrives(prefix string) {
	w.t.Helper()
	const address = `(document.readyState === "complete" ? "" : "loading ") + location.href`
	chromium.Until(w.t, w.ctx, address, prefix, func(at string) bool { return strings.HasPrefix(at, prefix) })
}

// TestEnterFromFile opens the page as jprof ui does: by a file.
func TestEnterFromFile(t *testing.T) {
	s, w := start(t, nil), open(t)
	file, err := s.AddressFile()
	if err != nil {
		t.Fatal(err)
	}
	w.do(chromedp.Navigate("file://" + file))
	w.arrives(s.base)
	if got := eval[string](w, `document.cookie + document.referrer`); got != "" {
		t.Errorf("a script sees %q", got)
	}
	if got := eval[string](w, `fetch("api/state").then((r) => r.json()).then((d) => d.version)`); got != "1.2.3" {
		t.Errorf("version %q", got)
	}
	w.do(chromedp.Navigate(s.base)) // as from a bookmark
	if got := eval[int](w, `fetch("api/state").then((r) => r.status)`); got != 200 {
		t.Errorf("status %d", got)
	}
}

// otherServer is a web server of another user, on another port of 127.0.0.1.
type otherServer struct {
	address string
	mu      sync.Mutex
	seen    []string // cookies and referrers that it was sent
	count   int
}

func (o *otherServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.count++
	o.seen = append(o.seen, r.Header["Cookie"]...)
	o.seen = append(o.seen, r.Header["Referer"]...)
	w.Header().Set("Content-Type", "text/html")
	w.Write([]byte("<title>other</title>")) // the test sees it
}

// serveOther starts such a server.
func serveOther(t *testing.T) *otherServer {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o := &otherServer{address: "http://" + l.Addr().String() + "/"}
	server := &http.Server{Handler: o}
	go server.Serve(l) // it ends with the test
	t.Cleanup(func() { server.Close() })
	return o
}

// TestOtherPort lures the user's browser, which has the cookie, to the server of another user: that gets no cookie, and
// its page can neither ask for anything nor change anything.
func TestOtherPort(t *testing.T) {
	s, w, o := start(t, nil), open(t), serveOther(t)
	w.do(chromedp.Navigate(s.Address()))
	w.arrives(s.base)
	w.do(chromedp.Navigate(o.address))
	w.do(chromedp.Evaluate[chromedp.Void](`location.reload()`)) // now it begins at the same site
	if !jtest.Await(func() bool { o.mu.Lock(); defer o.mu.Unlock(); return o.count >= 2 }) {
		t.Fatal("the other server is not asked")
	}
	w.arrives(o.address)
	for _, attack := range []string{
		`fetch(BASE + "api/state", { credentials: "include" }).then(() => "answered", () => "refused")`,
		`fetch(BASE + "api/state", { credentials: "include", mode: "no-cors" }).then((r) => r.text()).
			then((text) => text || "refused", () => "refused")`,
		`fetch(BASE + "api/projects", { method: "POST", credentials: "include", mode: "no-cors", body: "{}" }).
			then((r) => r.type, () => "refused")`,
		`new Promise((resolve) => {
			const script = document.createElement("script");
			script.src = BASE + "api/state";
			script.onload = () => resolve("loaded");
			script.onerror = () => resolve("refused");
			document.body.append(script);
		})`,
	} {
		got := eval[string](w, strings.ReplaceAll(attack, "BASE", `"`+s.base+`"`))
		if got != "refused" && got != "opaque" {
			t.Errorf("%s: %s", attack, got)
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if slices.ContainsFunc(o.seen, func(text string) bool {
		return strings.Contains(text, s.guard.cookie) || strings.Contains(text, s.guard.key)
	}) {
		t.Errorf("the other server was sent %q", o.seen)
	}
}
