package runner

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"jprof/buildtools"
)

// Process is a command that runs beside this process. Start does not wait for it, unlike Run. It has a process group of
// its own, so that Ctrl-C in the terminal does not reach it.
type Process struct {
	cmd   *exec.Cmd
	ended chan struct{}
	code  int
}

// Start starts a command. If a stream is a file, the command gets the file itself.
func Start(command buildtools.Command, stdio Stdio) (*Process, error) {
	cmd, err := prepare(command, stdio)
	if err != nil {
		return nil, err
	}
	ownGroup(cmd)
	cmd.WaitDelay = time.Second // for descendants that keep its streams open
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", command.Path, err)
	}
	p := &Process{cmd: cmd, ended: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // its exit code is enough
		p.code = exitCode(cmd.ProcessState)
		close(p.ended)
	}()
	return p, nil
}

// PID returns the PID of the command.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Ended returns a channel that is closed when the command has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// ExitCode returns the exit code of a command that has ended, as in Result.
func (p *Process) ExitCode() int { return p.code }

// Interrupt asks the command to end, as Ctrl-C does. It is for commands such as jprof that end their descendants
// themselves. Windows has no signals: there the command and its descendants are killed.
func (p *Process) Interrupt() {
	if interruptible {
		_ = kill(p.PID(), interruption()) // it may have ended
		return
	}
	p.killAll()
}

// Interruption returns a function that interrupts this process as Ctrl-C does, nil where the system has no signals.
func Interruption() func() {
	if !interruptible {
		return nil
	}
	s := interruption()
	return func() { _ = kill(os.Getpid(), s) } // it is there
}

// interruption returns the signal that interrupts this process and those that it starts. Processes in the background of
// a script ignore SIGINT, and so do their children.
func interruption() syscall.Signal {
	if signal.Ignored(syscall.SIGINT) {
		return syscall.SIGTERM
	}
	return syscall.SIGINT
}

// Stop ends the command as Interrupt does. It sends stronger signals after the times of grace, and returns when the
// command has ended.
func (p *Process) Stop(grace Grace) {
	p.Interrupt()
	for _, next := range []struct {
		after time.Duration
		do    func()
	}{{grace.Ask, func() { _ = kill(p.PID(), syscall.SIGTERM) }}, {grace.Kill, p.killAll}} {
		timer := time.NewTimer(next.after)
		select {
		case <-p.ended:
			timer.Stop()
			return
		case <-timer.C:
			next.do()
		}
	}
	<-p.ended
}

// killAll kills the command and its descendants.
func (p *Process) killAll() {
	all := below(p.PID()) // they are found before the command ends, because they have another parent after that
	_ = killGroup(p.PID())
	for _, pid := range all {
		_ = kill(pid, syscall.SIGKILL)
	}
}
