package ui

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// stranger is a client without the cookie.
var stranger = &http.Client{}

func TestEnter(t *testing.T) {
	s := start(t, nil)
	answer, text := s.send(stranger, request(t, "GET", s.Address(), ""))
	cookies := answer.Cookies()
	if answer.StatusCode != 200 || len(cookies) != 1 {
		t.Fatalf("%s, cookies %v", answer.Status, cookies)
	}
	c := cookies[0]
	if c.Name != s.guard.cookieName() || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode ||
		c.Path != s.guard.folder() || c.Domain != "" || len(c.Value) != 64 {
		t.Errorf("cookie %+v", c)
	}
	if len(s.guard.token) != 64 || c.Value == s.guard.token || strings.Contains(text, s.guard.token) {
		t.Errorf("the token %s is in the answer %v %s", s.guard.token, c, text)
	}
	if !strings.Contains(text, `content="0; url=`+s.guard.folder()+`"`) {
		t.Errorf("the page leads nowhere: %s", text)
	}
	var state State
	s.get("api/state", &state)
	if home, _ := os.UserHomeDir(); state.Version != "1.2.3" || state.Home != home || state.Separator != "/" {
		t.Errorf("%+v", state)
	}
	if other := start(t, nil); other.guard.token == s.guard.token || other.guard.key == s.guard.key ||
		other.guard.cookie == s.guard.cookie {
		t.Error("two servers have the same secrets")
	}
}

// TestHeaders asks for answers of all kinds.
func TestHeaders(t *testing.T) {
	s := start(t, nil)
	for _, address := range []string{s.Address(), s.base, s.base + "api/state", s.base + "api/nothing",
		s.base + "shared/style.css", s.base + "assets/nothing", s.guard.origin() + "/", s.guard.origin() + "/r/x/"} {
		answer, _ := s.send(s.client, request(t, "GET", address, ""))
		for name, want := range map[string]string{
			"Content-Security-Policy": contentPolicy, "X-Content-Type-Options": "nosniff",
			"Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "Cross-Origin-Opener-Policy": "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin", "Access-Control-Allow-Origin": "",
		} {
			if got := answer.Header.Get(name); got != want {
				t.Errorf("%s: %s: %q, want %q", address, name, got, want)
			}
		}
	}
	for path, kind := range map[string]string{"": "text/html", "shared/style.css": "text/css",
		"shared/report.js": "text/javascript"} {
		answer, text := s.send(s.client, request(t, "GET", s.base+path, ""))
		if !strings.HasPrefix(answer.Header.Get("Content-Type"), kind) || answer.StatusCode != 200 || text == "" {
			t.Errorf("%q: %s, %v", path, answer.Status, answer.Header)
		}
	}
}

// TestRefused sends requests that are not the page's. Each differs in one thing from one that is.
func TestRefused(t *testing.T) {
	s := start(t, nil)
	set := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	host := func(host string) func(*http.Request) { return func(r *http.Request) { r.Host = host } }
	port := fmt.Sprint(s.guard.port)
	for _, test := range []struct {
		attack string
		method string
		change func(*http.Request)
		status int
		text   string
	}{
		{"DNS rebinding", "GET", host("evil.example:" + port), 403, "the address must start with"},
		{"a name for loopback", "GET", host("localhost:" + port), 403, "the address must start with"},
		{"another port", "GET", host("127.0.0.1"), 403, "the address must start with"},
		{"another address", "GET", host("127.0.0.2:" + port), 403, "the address must start with"},
		{"CORS", "GET", set("Origin", "http://evil.example"), 403, "another page"},
		{"sandbox", "GET", set("Origin", "null"), 403, "another page"},
		{"another port of this machine", "GET", set("Origin", "http://127.0.0.1:1"), 403, "another page"},
		{"https", "POST", set("Origin", "https://127.0.0.1:"+port), 403, "another page"},
		{"two origins", "GET", func(r *http.Request) { r.Header["Origin"] = []string{s.guard.origin(), "x"} }, 403,
			"another page"},
		{"cross-site", "GET", set("Sec-Fetch-Site", "cross-site"), 403, "another site"},
		{"same-site", "GET", set("Sec-Fetch-Site", "same-site"), 403, "another site"},
		{"a form", "POST", set("Content-Type", "application/x-www-form-urlencoded"), 415, "application/json"},
		{"a form of text", "POST", set("Content-Type", "text/plain"), 415, "application/json"},
		{"no type", "POST", func(r *http.Request) { r.Header.Del("Content-Type") }, 415, "application/json"},
		{"no origin", "POST", func(r *http.Request) { r.Header.Del("Origin") }, 403, "requires the header Origin"},
		{"PUT", "PUT", func(*http.Request) {}, 405, "GET or POST"},
		{"TRACE", "TRACE", func(*http.Request) {}, 405, "GET or POST"},
		{"OPTIONS", "OPTIONS", func(*http.Request) {}, 405, "GET or POST"},
		{"GET with a body", "GET", func(r *http.Request) {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader("{}")), 2
		}, 400, "no body"},
		{"a large body", "POST", func(r *http.Request) {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader("")), maxBody+1
		}, 413, "too large"},
	} {
		t.Run(test.attack, func(t *testing.T) {
			for _, address := range []string{s.base + "api/state", s.Address()} {
				r := request(t, test.method, address, "")
				test.change(r)
				if entry := address == s.Address(); entry && r.Header.Get("Sec-Fetch-Site") != "" {
					continue // requests with the token may come from anywhere: see TestEnterFromFile
				}
				answer, err := s.client.Do(r)
				if err != nil {
					if r.ContentLength > maxBody {
						continue // the connection was closed before all of it was sent
					}
					t.Fatal(err)
				}
				defer answer.Body.Close()
				var failure Failure
				if err := json.NewDecoder(answer.Body).Decode(&failure); err != nil {
					t.Fatal(err)
				}
				if answer.StatusCode != test.status || !strings.Contains(failure.Error, test.text) {
					t.Errorf("%s: %s %+v, want %d %q", address, answer.Status, failure, test.status, test.text)
				}
				if len(answer.Cookies()) > 0 {
					t.Errorf("cookies %v", answer.Cookies())
				}
			}
		})
	}
}

// TestGetChangesNothing has all requests that change something in it as they would be if a page of another site could
// send them: as GET.
func TestGetChangesNothing(t *testing.T) {
	s := start(t, nil)
	r := request(t, "GET", s.base+"api/state", "")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if answer, _ := s.send(s.client, r); answer.StatusCode != 200 {
		t.Errorf("a request of the page: %s", answer.Status)
	}
	if answer, _ := s.send(s.client, request(t, "POST", s.base+"api/state", "{}")); answer.StatusCode != 405 {
		t.Errorf("POST of what is only read: %s", answer.Status)
	}
}

// TestOtherUser does what another user of the machine can do: connect, guess, read files and command lines.
func TestOtherUser(t *testing.T) {
	s := start(t, nil)
	folder, origin := s.guard.folder(), s.guard.origin()
	wrong := strings.Repeat("0", 64)
	jar := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.AddCookie(&http.Cookie{Name: name, Value: value}) }
	}
	none := func(*http.Request) {}
	for _, test := range []struct {
		attack, address string
		change          func(*http.Request)
	}{
		{"no token", "/", none},
		{"a token", "/?token=" + wrong, none},
		{"a short token", "/?token=" + s.guard.token[:63], none},
		{"a long token", "/?token=" + s.guard.token + "0", none},
		{"an empty token", "/?token=", none},
		{"the second token", "/?token=" + wrong + "&token=" + s.guard.token, none},
		{"the token elsewhere", folder + "api/state?token=" + s.guard.token, none},
		{"the folder alone", folder + "api/state", none},
		{"a cookie", folder + "api/state", jar(s.guard.cookieName(), wrong)},
		{"the token as the cookie", folder + "api/state", jar(s.guard.cookieName(), s.guard.token)},
		{"the cookie by another name", folder + "api/state", jar("jprof-1", s.guard.cookie)},
		{"the cookie without the folder", "/api/state", jar(s.guard.cookieName(), s.guard.cookie)},
		{"another folder", "/" + strings.Repeat("0", 32) + "/api/state", jar(s.guard.cookieName(), s.guard.cookie)},
		{"out of the folder", folder + "../api/state", jar(s.guard.cookieName(), s.guard.cookie)},
		{"the page", folder, none},
		{"its files", folder + "assets/app.js", none},
	} {
		r := request(t, "GET", origin+test.address, "")
		test.change(r)
		answer, text := s.send(stranger, r)
		if answer.StatusCode != 403 || len(answer.Cookies()) > 0 || strings.Contains(text, s.guard.key) {
			t.Errorf("%s: %s, %v, %s", test.attack, answer.Status, answer.Cookies(), text)
		}
		r.Header.Set("Accept", "text/html")
		answer, text = s.send(stranger, r)
		if answer.StatusCode != 403 || !strings.Contains(text, "Open that address") {
			t.Errorf("%s, in a browser: %s, %s", test.attack, answer.Status, text)
		}
		time.Sleep(time.Second / strangerRate) // see TestRates
	}
	path, err := s.AddressFile()
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), s.Address()) ||
		strings.Contains(path, s.guard.token) {
		t.Errorf("%s: %v, %s", path, err, text)
	}
	wantPrivate(t, s)
}

// wantPrivate checks that only the user can read the files of the server.
func wantPrivate(t *testing.T, s *served) {
	t.Helper()
	dir, files := filepath.Dir(s.dir), 0 // that of all servers
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		} else {
			files++
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s: %v, want %v", path, info.Mode().Perm(), want)
		}
		return nil
	})
	if err != nil || files == 0 {
		t.Errorf("%d files in %s, %v", files, dir, err)
	}
}

// TestLoopback asks for the page on all other addresses of the machine.
func TestLoopback(t *testing.T) {
	s := start(t, nil)
	all, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range append(all, &net.IPNet{IP: net.IPv4(127, 0, 0, 2)}, &net.IPNet{IP: net.IPv6loopback}) {
		ip := a.(*net.IPNet).IP
		if ip.Equal(net.IPv4(127, 0, 0, 1)) {
			continue
		}
		c, err := net.Dial("tcp", net.JoinHostPort(ip.String(), fmt.Sprint(s.guard.port)))
		if err == nil {
			c.Close()
			t.Errorf("%v is answered", ip)
		}
	}
}

// TestRates has a stranger send many requests at once: most are refused, and the user's are answered.
func TestRates(t *testing.T) {
	s := start(t, nil)
	s.guard.strangerLimit.SetLimit(0) // else a machine that is busy sends no more than is allowed
	s.guard.userLimit.SetLimit(0)
	refused := 0
	for range strangerBurst + 100 {
		answer, _ := s.send(stranger, request(t, "GET", s.guard.origin()+"/?token=x", ""))
		if answer.StatusCode == http.StatusTooManyRequests {
			refused++
			if answer.Header.Get("Retry-After") == "" {
				t.Error("no Retry-After")
			}
		}
	}
	if refused < 100 {
		t.Errorf("%d requests were refused, not 100", refused)
	}
	s.get("api/state", nil)
	if answer, _ := s.send(stranger, request(t, "GET", s.Address(), "")); answer.StatusCode != 200 {
		t.Errorf("the user cannot enter: %s", answer.Status)
	}
	refused = 0
	for range userBurst + 200 {
		if answer, _ := s.send(s.client, request(t, "GET", s.base+"api/state", "")); answer.StatusCode == 429 {
			refused++
		}
	}
	if refused < 200 {
		t.Errorf("%d requests of the page were refused, not 200", refused)
	}
}

// TestSizes sends more than is read.
func TestSizes(t *testing.T) {
	s := start(t, nil)
	r := request(t, "GET", s.base+"api/state", "")
	r.Header.Set("X", strings.Repeat("x", 2*maxHeaders))
	if answer, err := s.client.Do(r); err == nil { // else the connection was closed before all of them were sent
		answer.Body.Close()
		if answer.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("large headers: %s", answer.Status)
		}
	}
	c, err := net.Dial("tcp", s.guard.host())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	// A body without a length that never ends.
	fmt.Fprintf(c, "POST %sapi/none HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\nContent-Type: application/json\r\n"+
		"Cookie: %s=%s\r\nTransfer-Encoding: chunked\r\n\r\n", s.guard.folder(), s.guard.host(), s.guard.origin(),
		s.guard.cookieName(), s.guard.cookie)
	sent := 0
	for chunk := []byte("8000\r\n" + strings.Repeat(" ", 0x8000) + "\r\n"); sent < 16*maxBody; sent += len(chunk) {
		if _, err := c.Write(chunk); err != nil {
			break
		}
	}
	if sent >= 16*maxBody {
		t.Errorf("%d bytes were read", sent)
	}
}

// TestEnd ends a server while a request is being sent and a connection is open.
func TestEnd(t *testing.T) {
	s := start(t, nil)
	c, err := net.Dial("tcp", s.guard.host())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "GET / HTTP/1.1\r\nHost: %s\r\nX: ", s.guard.host())
	s.end()
	if err := <-s.ended; err != nil {
		t.Error(err)
	}
	s.ended <- nil // for start
	if _, err := bufio.NewReader(c).ReadString('\n'); err == nil {
		t.Error("the connection is open")
	}
	r := request(t, "GET", s.Address(), "").WithContext(context.Background())
	if answer, err := stranger.Do(r); err == nil {
		answer.Body.Close()
		t.Error("the server answers")
	}
}

// TestOwnFolder looks after the folders of servers: of one that has ended, one that was killed, and one that runs.
func TestOwnFolder(t *testing.T) {
	s := start(t, nil)
	killed := filepath.Join(filepath.Dir(s.dir), "server-killed")
	if err := os.Mkdir(killed, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(killed, "lock"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	own, err := ownFolder(s.Env)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(killed); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s: %v", killed, err)
	}
	if _, err := os.Stat(s.dir); err != nil || own.Dir == s.dir {
		t.Errorf("%s, beside %s: %v", s.dir, own.Dir, err)
	}
	if err := own.Remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(own.Dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s: %v", own.Dir, err)
	}
}
