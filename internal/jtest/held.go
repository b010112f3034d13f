package jtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Held has the numbers of what a process holds.
type Held struct {
	Resident int64 // bytes
	Peak     int64 // the most that Resident was
	Handles  int
	Threads  int
}

// HeldBy reads what a process holds, on Linux.
func HeldBy(pid int) (h Held, err error) {
	dir := filepath.Join("/proc", strconv.Itoa(pid))
	status, err := os.ReadFile(filepath.Join(dir, "status"))
	if err != nil {
		return h, err
	}
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		n, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(value), " kB")) // other lines have other values
		switch name {
		case "VmRSS":
			h.Resident = int64(n) << 10
		case "VmHWM":
			h.Peak = int64(n) << 10
		case "Threads":
			h.Threads = n
		}
	}
	handles, err := os.ReadDir(filepath.Join(dir, "fd"))
	h.Handles = len(handles)
	return h, err
}

func (h Held) String() string {
	return fmt.Sprintf("%d MB, %d handles, %d threads", h.Resident>>20, h.Handles, h.Threads)
}

// Stayed returns an error if a process holds more than before: but for some memory that its collector may keep, and
// threads that its runtime keeps.
func (h Held) Stayed(before Held) error {
	if h.Handles > before.Handles+2 || h.Threads > before.Threads+8 || h.Resident > before.Resident*3/2+32<<20 {
		return fmt.Errorf("it held %v, and then %v", before, h)
	}
	return nil
}
