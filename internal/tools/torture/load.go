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
	"strconv"
	"strings"
	"syscall"
	"time"
)

func loadTrials() []trial {
	return []trial{
		{"page", "Slow clients do not keep the page from others, and leave nothing", "connections that send a byte a " +
			"second, and never a whole request, while a page is asked for again and again", (*torture).slowClients},
		{"soak", "jprof watch stays as it is, however often a file is saved", "a source is saved, and the build " +
			"runs, again and again: memory, handles and threads of jprof", (*torture).soakWatch},
	}
}

// used has the numbers of what a process holds.
type used struct {
	resident int64 // bytes
	handles  int
	threads  int
}

// usedBy reads what a process holds.
func usedBy(pid int) (u used, err error) {
	dir := filepath.Join("/proc", strconv.Itoa(pid))
	status, err := os.ReadFile(filepath.Join(dir, "status"))
	if err != nil {
		return u, err
	}
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		n, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(value), " kB")) // other lines have other values
		switch name {
		case "VmRSS":
			u.resident = int64(n) << 10
		case "Threads":
			u.threads = n
		}
	}
	handles, err := os.ReadDir(filepath.Join(dir, "fd"))
	u.handles = len(handles)
	return u, err
}

func (u used) String() string {
	return fmt.Sprintf("%d MB, %d handles, %d threads", u.resident>>20, u.handles, u.threads)
}

// stayed checks that a process holds what it did before, but for some memory that its collector may keep, and threads
// that the runtime keeps.
func stayed(before, after used) error {
	if after.handles > before.handles+2 || after.threads > before.threads+8 ||
		after.resident > before.resident*3/2+32<<20 {
		return fmt.Errorf("it held %v, and then %v", before, after)
	}
	return nil
}

// slowClients opens connections to the page that send next to nothing.
func (t *torture) slowClients() (string, error) {
	w, err := t.newWorld("page", maven...)
	if err != nil {
		return "", err
	}
	cmd := w.command("ui", "--no-open")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	defer stop(cmd)
	line, err := bufio.NewReader(out).ReadString('\n')
	_, address, found := strings.Cut(strings.TrimSpace(line), "jprof ui: ")
	page, bad := url.Parse(address)
	if err != nil || !found || bad != nil {
		return "", fmt.Errorf("no address in %q: %w", line, errors.Join(err, bad))
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return "", err
	}
	user := &http.Client{Timeout: 10 * time.Second, Jar: jar}
	entry, err := user.Get(address) // it sets the cookie
	if err != nil {
		return "", err
	}
	entry.Body.Close()
	address = page.Scheme + "://" + page.Host + entry.Header.Get("Content-Location")
	before, err := usedBy(cmd.Process.Pid)
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
		c, err := net.Dial("tcp", page.Host)
		if err != nil {
			return "", err
		}
		slow = append(slow, c)
	}
	longest := time.Duration(0)
	request := "GET / HTTP/1.1\r\nHost: " + page.Host + "\r\nX-Slow: "
	rounds := t.share(60, 8)
	for i := range rounds {
		for _, c := range slow {
			_, _ = c.Write([]byte{(request + strings.Repeat("x", rounds))[i]}) // the server may have closed it
		}
		took, err := ask(user, address)
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
	user.CloseIdleConnections()
	var after used
	for range 100 {
		if after, err = usedBy(cmd.Process.Pid); err != nil || stayed(before, after) == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	return fmt.Sprintf("%d connections for %d s; the page answers within %.2f s; before %v, then %v", number, rounds,
		longest.Seconds(), before, after), errors.Join(err, stayed(before, after))
}

// ask gets a page, and returns how long that took.
func ask(user *http.Client, address string) (time.Duration, error) {
	began := time.Now()
	answer, err := user.Get(address)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close() // only read
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return 0, err
	}
	if answer.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s: %s", address, answer.Status)
	}
	return time.Since(began), nil
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
	var before, after used
	for i := range edits {
		if i == 2 { // the first runs load what is kept
			if before, err = usedBy(cmd.Process.Pid); err != nil {
				return "", err
			}
		}
		time.Sleep(time.Second) // watch begins to wait when the report is written
		if err := os.WriteFile(source, append(text, fmt.Sprintf("// %d\n", i)...), 0o666); err != nil {
			return "", err
		}
		if err := w.awaitRuns(3 + i); err != nil {
			return "", fmt.Errorf("edit %d: %w", i, err)
		}
	}
	if after, err = usedBy(cmd.Process.Pid); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d edits, %d runs; after the second edit %v, at the end %v", edits, edits+1, before, after),
		stayed(before, after)
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
