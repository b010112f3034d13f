package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// server is a JVM with the service.
type server struct {
	cmd *exec.Cmd
	url string
	// done is the number of requests that it has answered. They are counted when the answer is read, so that the JVM
	// may have counted more.
	done atomic.Int64
}

// start starts a JVM. It writes counts to the folder counts, if that is not "" and the class path has counters.
func (p *program) start(classPath, counts string, args ...string) (*server, error) {
	jvm := []string{"-Xmx1g", "-Dsun.net.httpserver.nodelay=true", "-cp", classPath, "app.Service"}
	cmd := exec.Command(p.jdk.Java(), append(jvm, args...)...)
	cmd.Env = append(os.Environ(), "JPROF_COUNTS="+counts)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	port, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("the service has not started: %w", err)
	}
	return &server{cmd: cmd, url: "http://127.0.0.1:" + strings.TrimSpace(port)}, nil
}

// get sends a request and returns the number in the answer.
func (s *server) get(path string) (int64, error) {
	r, err := http.Get(s.url + path)
	if err != nil {
		return 0, err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(string(text), 10, 64)
}

// work sends requests for work from several clients, each of them one after the other, for a time. It returns the
// number of requests in a second.
func (s *server) work(clients int, limit time.Duration) (float64, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	before, began := s.done.Load(), time.Now()
	var wait sync.WaitGroup
	var failed atomic.Pointer[error]
	for c := range clients {
		wait.Go(func() {
			for n := c * 17; ctx.Err() == nil; n += 7 {
				if err := s.ask(n); err != nil {
					failed.Store(&err)
					return
				}
			}
		})
	}
	wait.Wait()
	if err := failed.Load(); err != nil {
		return 0, *err
	}
	return float64(s.done.Load()-before) / time.Since(began).Seconds(), nil
}

// ask sends one request for work.
func (s *server) ask(n int) error {
	if _, err := s.get(fmt.Sprintf("/work?%d", n%1000)); err != nil {
		return err
	}
	s.done.Add(1)
	return nil
}

// ticks is the number of units of processor time in a second, as Linux counts them for programs.
const ticks = 100

// processors returns the seconds of processor time that the JVM has used.
func (s *server) processors() (float64, error) {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(s.cmd.Process.Pid), "stat"))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	sum := 0
	for _, i := range []int{11, 12} { // of the user and of the system
		n, err := strconv.Atoi(fields[i])
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return float64(sum) / ticks, nil
}

// jprofThreads has the first characters of the names of jprof's threads. Linux keeps 15 of a name.
const jprofThreads = "jprof-c"

// own returns the seconds of processor time that the threads of jprof have used.
func (s *server) own() (float64, error) {
	tasks, err := filepath.Glob(filepath.Join("/proc", strconv.Itoa(s.cmd.Process.Pid), "task", "*"))
	if err != nil {
		return 0, err
	}
	sum, found := 0.0, false
	for _, task := range tasks {
		comm, err := os.ReadFile(filepath.Join(task, "comm"))
		if err != nil || !strings.HasPrefix(string(comm), jprofThreads) {
			continue // others, and those that have ended
		}
		text, err := os.ReadFile(filepath.Join(task, "schedstat"))
		if err != nil {
			return 0, err
		}
		nanoseconds, err := strconv.ParseInt(strings.Fields(string(text))[0], 10, 64)
		if err != nil {
			return 0, err
		}
		sum, found = sum+float64(nanoseconds)/1e9, true
	}
	if !found {
		return 0, errors.New("the JVM has no thread of jprof")
	}
	return sum, nil
}

// memory returns the bytes of the heap after a collection, and those of the process.
func (s *server) memory() (heap, resident int64, err error) {
	if heap, err = s.get("/memory"); err != nil {
		return 0, 0, err
	}
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(s.cmd.Process.Pid), "statm"))
	if err != nil {
		return 0, 0, err
	}
	pages, err := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64)
	return heap, pages * int64(os.Getpagesize()), err
}

// stop ends the JVM by a signal.
func (s *server) stop(signal os.Signal) {
	s.cmd.Process.Signal(signal) // a JVM that has ended needs none
	s.cmd.Wait()                 // its exit code says that it got the signal
}
