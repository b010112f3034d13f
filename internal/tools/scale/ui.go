package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// The limits for jprof ui while it shows a measurement: share of a processor, and resident memory in bytes.
const (
	mostUIShare  = 0.05
	mostUIMemory = 100e6
)

// measureUI starts jprof ui on a measurement of the sources of a JDK that is made up, opens its page in two windows of
// a browser, one after the other, and prints what the server takes for so many seconds each, and how the page answers.
// It is an error if the server is over its limits.
func measureUI(jprof, home, work string, seconds int) error {
	jprof, project, err := prepare(jprof, home, work)
	if err != nil {
		return err
	}
	row("load average", "%s", load())
	var failed error
	for _, l := range liveLoads {
		err := measureUIWith(jprof, project, l, time.Duration(seconds)*time.Second)
		failed = errors.Join(failed, err)
	}
	return failed
}

// measureUIWith measures it with a load.
func measureUIWith(jprof, project string, load liveLoad, each time.Duration) (err error) {
	dir, err := os.MkdirTemp("", "jprof-scale-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	run, err := startLive(project, dir, load)
	if err != nil {
		return err
	}
	defer run.publisher.End()
	fmt.Println()
	row("load "+load.name, "%d JVMs, %d files, %d packages, %d counters", liveJVMs, run.files, len(run.packages),
		run.counters)
	ctx, end := context.WithCancel(context.Background())
	written := make(chan error, 1)
	go func() { written <- run.run(ctx) }()
	defer func() { end(); err = errors.Join(err, <-written) }()

	s, err := startUI(jprof, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	return s.measureWindows(dir, project, each)
}

// uiServer is a jprof ui that runs.
type uiServer struct {
	command *exec.Cmd
	address string
}

// startUI starts jprof ui with a cache of its own.
func startUI(jprof, dir string) (*uiServer, error) {
	s := &uiServer{command: exec.Command(jprof, "ui", "--no-open")}
	s.command.Dir = dir
	s.command.Env = append(os.Environ(), "GOMAXPROCS=2", "JPROF_CACHE="+filepath.Join(dir, "cache"))
	s.command.Stderr = os.Stderr
	out, err := s.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, errors.Join(fmt.Errorf("jprof ui: %w", err), s.stop())
	}
	s.address = strings.TrimSpace(line[strings.LastIndexByte(strings.TrimSpace(line), ' ')+1:])
	return s, nil
}

// stop ends the server as Ctrl-C does.
func (s *uiServer) stop() error {
	if err := s.command.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	return s.command.Wait()
}

// watch prints the cost of the server in a time, and fails if that is over the limits. what describes that time.
func (s *uiServer) watch(what string, during time.Duration) error {
	var most, sum int64
	n := int64(0)
	from, start := s.used(), time.Now()
	for time.Since(start) < during {
		time.Sleep(100 * time.Millisecond)
		now := s.resident("VmRSS")
		most, sum, n = max(most, now), sum+now, n+1
	}
	share := (s.used() - from).Seconds() / time.Since(start).Seconds()
	row(what, "%.1f %% of a processor, %.0f MB resident in the mean, %.0f MB at most", 100*share, mb(sum/n), mb(most))
	if share > mostUIShare || most > mostUIMemory {
		return fmt.Errorf("%s: more than %.0f %% of a processor or %.0f MB", what, 100*mostUIShare, mostUIMemory/1e6)
	}
	return nil
}

// ticks is the number of ticks of clock(2) in a second on Linux.
const ticks = 100

// used is the time of processors that the server has used.
func (s *uiServer) used() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.command.Process.Pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	user, _ := strconv.Atoi(fields[11]) // the kernel writes numbers
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / ticks
}

// resident is a size in the status of the server, in bytes.
func (s *uiServer) resident(name string) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.command.Process.Pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if rest, is := strings.CutPrefix(line, name+":"); is {
			kilobytes, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64) // the same
			return kilobytes << 10
		}
	}
	return 0
}
