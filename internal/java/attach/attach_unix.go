//go:build unix

package attach

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"jprof/internal/util/term"
)

// proc is the folder of Linux with facts about processes. Other systems have none.
const proc = "/proc"

// quitBit is the bit of SIGQUIT in the masks of signals in /proc/PID/status.
const quitBit = 1 << (uint(syscall.SIGQUIT) - 1)

// Find finds the JVM of a process, and checks that this process may attach to it.
func Find(pid int) (*Process, error) {
	if pid < 1 {
		return nil, fmt.Errorf("%d is not the number of a process", pid)
	}
	err := syscall.Kill(pid, 0)
	if errors.Is(err, syscall.ESRCH) {
		return nil, term.Errorf("jps, or ps -C java, lists the JVMs", "there is no process %d", pid)
	}
	p := &Process{PID: pid, inner: pid, uid: os.Geteuid(), gid: os.Getegid()}
	if _, noProc := os.Stat(filepath.Join(proc, "self")); noProc != nil {
		p.tmp = strings.TrimSuffix(os.TempDir(), "/") // as on macOS: HotSpot's is that of the user
		if err != nil {
			return nil, foreign(pid, err)
		}
		return p, nil
	}
	if p.tmp = "/tmp"; err != nil {
		return nil, foreign(pid, err)
	}
	return p, p.examine(filepath.Join(proc, strconv.Itoa(pid)))
}

// foreign returns the error for a process of another user.
func foreign(pid int, err error) error {
	if os.Geteuid() == 0 {
		return term.Errorf("run jprof where the JVM runs, or start the JVM with the line that jprof agent prints",
			"the process %d is closed to root of this system or container: %w", pid, err)
	}
	return term.Errorf("run jprof as the user of that process, or as root",
		"the process %d belongs to another user: %w", pid, err)
}

// examine reads the facts about the process from its folder in /proc.
func (p *Process) examine(dir string) error {
	status, err := os.ReadFile(filepath.Join(dir, "status"))
	if err != nil {
		return fmt.Errorf("the process %d: %w", p.PID, err)
	}
	field := func(name string) []string {
		for line := range strings.Lines(string(status)) {
			if rest, ok := strings.CutPrefix(line, name+":"); ok {
				return strings.Fields(rest)
			}
		}
		return nil
	}
	number := func(list []string, i int) int {
		if i < 0 || i >= len(list) {
			return 0
		}
		n, _ := strconv.Atoi(list[i]) // the kernel writes numbers
		return n
	}
	if inner := field("NSpid"); len(inner) > 0 {
		p.inner = number(inner, len(inner)-1)
	}
	p.uid, p.gid = number(field("Uid"), 1), number(field("Gid"), 1) // the effective ones
	if me := os.Geteuid(); me != 0 && me != p.uid {
		return foreign(p.PID, fmt.Errorf("its user is %d, this one %d", p.uid, me))
	}
	maps, err := os.ReadFile(filepath.Join(dir, "maps"))
	if err != nil {
		return foreign(p.PID, err)
	}
	switch {
	case bytes.Contains(maps, []byte("libj9vm")):
		return term.Errorf("start it with the line that jprof agent prints",
			"the process %d is a JVM of OpenJ9: jprof attaches to HotSpot only", p.PID)
	case !bytes.Contains(maps, []byte("libjvm.so")):
		return term.Errorf("jps, or ps -C java, lists the JVMs", "the process %d is no JVM", p.PID)
	}
	command, _ := os.ReadFile(filepath.Join(dir, "cmdline")) // one that cannot be read has no options to find
	variables, _ := os.ReadFile(filepath.Join(dir, "environ"))
	if bytes.Contains(append(command, variables...), []byte("-XX:+DisableAttachMechanism")) {
		return term.Errorf("start it without that option, or with the line that jprof agent prints",
			"the JVM %d has the option -XX:+DisableAttachMechanism", p.PID)
	}
	if caught := field("SigCgt"); len(caught) == 1 {
		mask, err := strconv.ParseUint(caught[0], 16, 64)
		if err == nil && mask&quitBit == 0 {
			return term.Errorf("wait until it has started; with -Xrs, start it with the line that jprof agent prints",
				"the JVM %d does not catch the signal SIGQUIT: it begins, or has the option -Xrs", p.PID)
		}
	}
	return p.findRoot(dir)
}

// findRoot finds out whether the process sees the same files as this one.
func (p *Process) findRoot(dir string) error {
	root := filepath.Join(dir, "root")
	there, err := os.Stat(root)
	if err != nil {
		return foreign(p.PID, err)
	}
	here, err := os.Stat("/")
	if err != nil {
		return err
	}
	const mounts = "ns/mnt" // the root may be the same, and /tmp not
	own, err := os.Readlink(filepath.Join(proc, "self", mounts))
	other, err2 := os.Readlink(filepath.Join(dir, mounts))
	if err != nil || err2 != nil || own != other || !os.SameFile(here, there) {
		p.root = root
	}
	return nil
}

// Owns reports whether a file belongs to the user of the process.
func (p *Process) Owns(file os.FileInfo) bool {
	stat, ok := file.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == p.uid
}

// quit sends the signal by which the JVM looks for those that want to attach.
func (p *Process) quit() error { return syscall.Kill(p.PID, syscall.SIGQUIT) }

// Runs reports whether the process still runs.
func (p *Process) Runs() bool {
	stat, err := os.ReadFile(filepath.Join(proc, strconv.Itoa(p.PID), "stat"))
	if state := bytes.LastIndexByte(stat, ')') + 2; err == nil && state < len(stat) && stat[state] == 'Z' {
		return false // it has ended, and its parent has not asked how
	}
	return syscall.Kill(p.PID, 0) == nil
}
