package counts

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shirou/gopsutil/v4/process"
)

// Await waits until each JVM that has begun a count file has written it or has ended, but at most for limit. It looks
// for count files in the folder dir and in the folders of test steps in it.
func Await(dir string, limit time.Duration) {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		begun, _ := List(dir) // a folder that cannot be read has no files
		if !slices.ContainsFunc(begun, func(w Written) bool { return !w.Ended && lives(pidOf(w.Stem)) }) {
			return
		}
	}
}

// pidOf returns the PID at the start of the name of a count file, 0 if it has none.
func pidOf(path string) int32 {
	digits, _, _ := strings.Cut(filepath.Base(path), "-")
	pid, err := strconv.ParseInt(digits, 10, 32)
	if err != nil {
		return 0
	}
	return int32(pid)
}

// lives reports whether a process with that PID exists.
func lives(pid int32) bool {
	exists, err := process.PidExists(pid)
	return exists && err == nil
}
