// Package trial holds what programs that measure and compare have in common: a process with its time and memory, the
// load of the machine, medians (numbers.go), and rows of Markdown tables.
package trial

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"jprof/internal/jtest"
)

// Used holds the time and memory of a process and of the processes that it waited for.
type Used struct {
	Wall, CPU float64 // in seconds; CPU is user and system time
	Peak      int64   // resident memory, in bytes; 0 if it is not known
}

// Run executes a command and returns its time and memory, also if the command fails.
func Run(cmd *exec.Cmd) (Used, error) {
	start := time.Now()
	err := cmd.Run()
	u := Used{Wall: time.Since(start).Seconds()}
	if cmd.ProcessState != nil {
		u.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
		u.Peak = jtest.Peak(cmd.ProcessState)
	}
	return u, err
}

// Load returns the load average of the system.
func Load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "not known"
	}
	return strings.Join(strings.Fields(string(text))[:3], " ")
}

// Row writes a row of a table.
func Row(w io.Writer, cells ...string) { fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | ")) }

// Titles writes the first two rows of a table.
func Titles(w io.Writer, titles ...string) {
	Row(w, titles...)
	fmt.Fprintf(w, "|%s\n", strings.Repeat(" --- |", len(titles)))
}
