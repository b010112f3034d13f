//go:build linux

package main

import (
	"bytes"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"jprof/internal/jtest"
)

// process is a process of a world.
type process struct {
	pid, parent int
	name        string // of its executable file
}

// others returns the folders of /proc of all processes but this one, by their IDs.
func others() iter.Seq2[int, string] {
	return func(yield func(pid int, dir string) bool) {
		entries, _ := os.ReadDir("/proc")
		for _, e := range entries {
			pid, err := strconv.Atoi(e.Name())
			if err == nil && pid != os.Getpid() && !yield(pid, filepath.Join("/proc", e.Name())) {
				return
			}
		}
	}
}

// processes lists the processes whose environment has the given variable and value.
func processes(variable string) []process {
	var all []process
	for pid, dir := range others() {
		vars, err := os.ReadFile(filepath.Join(dir, "environ"))
		if err != nil || !bytes.Contains(append([]byte{0}, vars...), []byte("\x00"+variable+"\x00")) {
			continue
		}
		stat, err := os.ReadFile(filepath.Join(dir, "stat"))
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if err != nil || len(fields) < 2 || fields[0] == "Z" {
			continue
		}
		parent, _ := strconv.Atoi(fields[1])
		exe, _ := os.Readlink(filepath.Join(dir, "exe"))
		all = append(all, process{pid, parent, filepath.Base(exe)})
	}
	return all
}

// jvms splits the JVMs of a world into build tools, and what these have started.
func jvms(all []process) (tools, tests []int) {
	byPID := map[int]process{}
	for _, p := range all {
		byPID[p.pid] = p
	}
	for _, p := range all {
		if p.name != "java" {
			continue
		}
		below := false
		for q := byPID[p.parent]; q.pid != 0; q = byPID[q.parent] {
			below = below || q.name == "java"
		}
		if below {
			tests = append(tests, p.pid)
		} else {
			tools = append(tools, p.pid)
		}
	}
	return tools, tests
}

// patience is the time that processes have to end by themselves.
const patience = time.Minute

// awaitEnd waits until no process of a world is left, and returns how long that took.
func awaitEnd(variable string) (time.Duration, error) {
	began := time.Now()
	for {
		left := processes(variable)
		if len(left) == 0 {
			return time.Since(began), nil
		}
		if time.Since(began) > patience {
			return 0, fmt.Errorf("processes are left after %v: %v", patience, left)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// watchPeak watches the processes with an argument until the function that it returns is called. That returns the most
// memory that one of them has taken, in bytes.
func watchPeak(argument string) (peak func() int64) {
	end, most := make(chan struct{}), make(chan int64)
	go func() {
		n := int64(0)
		for {
			n = max(n, peakOf(argument))
			select {
			case <-end:
				most <- n
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
	return func() int64 {
		close(end)
		return <-most
	}
}

// peakOf returns the most memory that one of the processes with an argument has taken, in bytes.
func peakOf(argument string) (most int64) {
	for pid, dir := range others() {
		args, err := os.ReadFile(filepath.Join(dir, "cmdline"))
		if err != nil || !bytes.Contains(args, []byte("\x00"+argument+"\x00")) {
			continue
		}
		if h, err := jtest.HeldBy(pid); err == nil {
			most = max(most, h.Peak)
		}
	}
	return most
}
