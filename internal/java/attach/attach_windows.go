package attach

import (
	"os"

	"jprof/internal/util/term"
)

// Find returns an error: see the comment of the package.
func Find(pid int) (*Process, error) {
	return nil, term.Errorf("start the JVM with the line that jprof agent prints",
		"jprof cannot attach to the process %d on Windows", pid)
}

// Owns reports whether a file belongs to the user of the process.
func (p *Process) Owns(os.FileInfo) bool { return false }

func (p *Process) quit() error { return nil }

// Runs reports whether the process still runs.
func (p *Process) Runs() bool { return false }
