package counts

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Await waits until each JVM that has begun a count file in the folder dir, or in a folder of a test step in it, has
// written the file or has ended, but at most for limit.
func Await(dir string, limit time.Duration) {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		var begun []string
		for _, pattern := range []string{"*" + partSuffix, filepath.Join("*", "*"+partSuffix)} {
			found, _ := filepath.Glob(filepath.Join(dir, pattern)) // the pattern is right
			begun = append(begun, found...)
		}
		writes := false
		for _, path := range begun {
			writes = writes || lives(pidOf(path))
		}
		if !writes {
			return
		}
	}
}

// pidOf returns the PID at the start of the name of a count file, 0 where it has none.
func pidOf(path string) int {
	digits, _, _ := strings.Cut(filepath.Base(path), "-")
	pid, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return pid
}
