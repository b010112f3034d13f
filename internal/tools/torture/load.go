//go:build linux

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"jprof/internal/jtest"
)

func loadTrials() []trial {
	return []trial{
		{"page", "Slow clients do not keep the page from others, and leave nothing", "connections that send a byte a " +
			"second, and never a whole request, while a page is asked for again and again", (*torture).slowClients},
		{"soak", "jprof watch stays as it is, however often a file is saved", "a source is saved, and the build " +
			"runs, again and again: memory, handles and threads of jprof", (*torture).soakWatch},
		{"soak", "jprof ui stays as it is beside builds, and each run takes the same room", "builds of the project, " +
			"and the page after each: memory, handles and threads of jprof, bytes of runs, cache and temporary files",
			(*torture).soakPage},
		{"soak", "A service that counts stays as it is under load, and each request is counted", "a service of 1,000 " +
			"classes with 200 threads, whose JVMs end and are killed; bursts of requests, and rests of 20 s",
			(*torture).soakService},
	}
}

// page is the page of jprof ui, and the user who has opened it.
type page struct {
	cmd     *exec.Cmd
	host    string
	address string // of the project
	user    *http.Client
}

// openPage starts jprof ui, and opens its page. The caller stops the command.
func (w *world) openPage() (*page, error) {
	cmd := w.command("ui", "--no-open")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p, err := enter(bufio.NewReader(out).ReadString('\n'))
	if err != nil {
		stop(cmd)
		return nil, err
	}
	p.cmd = cmd
	return p, nil
}

// enter opens the address in the first line of jprof ui, which sets a cookie.
func enter(line string, err error) (*page, error) {
	_, address, found := strings.Cut(strings.TrimSpace(line), "jprof ui: ")
	at, bad := url.Parse(address)
	if err != nil || !found || bad != nil {
		return nil, fmt.Errorf("no address in %q: %w", line, errors.Join(err, bad))
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	p := &page{host: at.Host, user: &http.Client{Timeout: 10 * time.Second, Jar: jar}}
	entry, err := p.user.Get(address)
	if err != nil {
		return nil, err
	}
	entry.Body.Close()
	p.address = at.Scheme + "://" + at.Host + entry.Header.Get("Content-Location")
	return p, nil
}

// ask gets the page, and returns how long that took.
func (p *page) ask() (time.Duration, error) {
	began := time.Now()
	answer, err := p.user.Get(p.address)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close() // only read
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return 0, err
	}
	if answer.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s: %s", p.address, answer.Status)
	}
	return time.Since(began), nil
}

// slowClients opens connections to the page that send next to nothing.
func (t *torture) slowClients() (string, error) {
	w, err := t.newWorld("page", maven...)
	if err != nil {
		return "", err
	}
	page, err := w.openPage()
	if err != nil {
		return "", err
	}
	defer stop(page.cmd)
	before, err := jtest.HeldBy(page.cmd.Process.Pid)
	if err != nil {
		return "", err
	}
	number := t.share(1000, 200)
	var slow []net.Conn
	defer func() {
		for _, c := range slow {
			c.Close()
		}
	}()
	for range number {
		c, err := net.Dial("tcp", page.host)
		if err != nil {
			return "", err
		}
		slow = append(slow, c)
	}
	longest := time.Duration(0)
	request := "GET / HTTP/1.1\r\nHost: " + page.host + "\r\nX-Slow: "
	rounds := t.share(60, 8)
	for i := range rounds {
		for _, c := range slow {
			_, _ = c.Write([]byte{(request + strings.Repeat("x", rounds))[i]}) // the server may have closed it
		}
		took, err := page.ask()
		if err != nil {
			return "", fmt.Errorf("round %d: %w", i, err)
		}
		longest = max(longest, took)
		time.Sleep(time.Second)
	}
	for _, c := range slow {
		c.Close()
	}
	slow = nil
	page.user.CloseIdleConnections()
	var after jtest.Held
	for range 100 {
		if after, err = jtest.HeldBy(page.cmd.Process.Pid); err != nil || after.Stayed(before) == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	return fmt.Sprintf("%d connections for %d s; the page answers within %.2f s; before %v, then %v", number, rounds,
		longest.Seconds(), before, after), errors.Join(err, after.Stayed(before))
}

// stop ends a command that never ends by itself.
func stop(cmd *exec.Cmd) {
	_ = cmd.Process.Signal(syscall.SIGTERM)
	_, _ = end(cmd)
}

// soakWatch saves a source again and again, and waits for the run each time.
func (t *torture) soakWatch() (string, error) {
	w, err := t.newWorld("soak-watch", maven...)
	if err != nil {
		return "", err
	}
	cmd := w.command(append([]string{"watch", "--"}, maven...)...)
	if err := cmd.Start(); err != nil {
		return "", err
	}
	defer stop(cmd)
	source := w.path(filepath.Join("src", "main", "java", "demo", "calc", "Main.java"))
	text, err := os.ReadFile(source)
	if err != nil {
		return "", err
	}
	if err := w.awaitRuns(2); err != nil {
		return "", err
	}
	edits := t.share(500, 4)
	began, wait := t.pace(edits)
	var before, after jtest.Held
	for i := range edits {
		if i == 2 { // the first runs load what is kept
			if before, err = jtest.HeldBy(cmd.Process.Pid); err != nil {
				return "", err
			}
		}
		wait(i)
		if err := os.WriteFile(source, append(text, fmt.Sprintf("// %d\n", i)...), 0o666); err != nil {
			return "", err
		}
		if err := w.awaitRuns(3 + i); err != nil {
			return "", fmt.Errorf("edit %d: %w", i, err)
		}
	}
	if after, err = jtest.HeldBy(cmd.Process.Pid); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d edits in %v, %d runs; after the second edit %v, at the end %v", edits, since(began),
		edits+1, before, after), after.Stayed(before)
}

// soakPage builds the project again and again, and asks for its page each time.
func (t *torture) soakPage() (string, error) {
	w, err := t.newWorld("soak-page", maven...)
	if err != nil {
		return "", err
	}
	page, err := w.openPage()
	if err != nil {
		return "", err
	}
	defer stop(page.cmd)
	builds, settled := t.share(200, 4), t.share(20, 2)
	began, wait := t.pace(builds)
	var before, after jtest.Held
	var first, last room
	for i := range builds {
		wait(i)
		_, asking := page.ask()
		if err := errors.Join(w.buildEqual(), asking); err != nil {
			return "", fmt.Errorf("build %d: %w", i, err)
		}
		if i != settled-1 && i != builds-1 {
			continue
		}
		if last, err = w.room(i + 1); err != nil {
			return "", err
		}
		if after, err = jtest.HeldBy(page.cmd.Process.Pid); err != nil {
			return "", err
		}
		if i == settled-1 {
			before, first = after, last
		}
	}
	err = after.Stayed(before)
	if last.perRun > first.perRun*5/4 || last.beside > first.beside*5/4+1<<20 {
		err = errors.Join(err, fmt.Errorf("%v, and then %v", first, last))
	}
	return fmt.Sprintf("%d builds in %v; after build %d %v, at the end %v; on the disk %v, and then %v", builds,
		since(began), settled, before, after, first, last), err
}

// room holds the bytes that builds take on the disk. Runs stay until users remove them.
type room struct{ perRun, beside int64 }

// String returns the figure.
func (r room) String() string {
	return fmt.Sprintf("%.0f kB for each run, and %.1f MB beside them", float64(r.perRun)/1e3, float64(r.beside)/1e6)
}

// room returns what a number of builds have taken.
func (w *world) room(builds int) (r room, err error) {
	kept, err := pages(w.path(".jprof/runs"))
	r = room{kept / int64(builds), -kept}
	for _, dir := range []string{w.path(".jprof"), filepath.Join(w.dir, "cache"), filepath.Join(w.dir, "tmp")} {
		n, walk := pages(dir)
		r.beside, err = r.beside+n, errors.Join(err, walk)
	}
	return r, err
}

// pace spreads a number of steps over the time of the soak, whose begin it returns: wait returns when step i is due. A
// second is always between two steps: jprof watch begins to wait when the report is written.
func (t *torture) pace(steps int) (began time.Time, wait func(i int)) {
	began, limit := time.Now(), t.soak
	if t.quick {
		limit = 0
	}
	return began, func(i int) {
		due := began.Add(limit * time.Duration(i) / time.Duration(steps))
		time.Sleep(max(time.Second, time.Until(due)))
	}
}

// since returns how long ago began is, for a figure.
func since(began time.Time) time.Duration { return time.Since(began).Round(time.Second) }

// soakService runs the tool for services.
func (t *torture) soakService() (string, error) {
	limit, rest := t.soak, 20*time.Second
	if t.quick {
		limit, rest = 20*time.Second, 0
	}
	out, err := t.goCommand("run", "./internal/tools/service", "-soak", limit.String(), "-rest", rest.String())
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return fmt.Sprintf("%v; %s", limit, lines[len(lines)-1]), nil
}

// awaitRuns waits until the project has so many runs, of which the newest is ok.
func (w *world) awaitRuns(number int) error {
	var list []listed
	for began := time.Now(); time.Since(began) < hang; time.Sleep(200 * time.Millisecond) {
		var err error
		if list, err = w.runs(); err != nil {
			return err
		}
		if len(list) >= number && list[0].Outcome == "ok" {
			return nil
		}
	}
	return fmt.Errorf("%d runs after %v, want %d; the newest is %v", len(list), hang, number, list[0])
}
