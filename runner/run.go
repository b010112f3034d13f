package runner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"jprof/buildtools"
)

// Stdio has the standard streams of a command. The command gets files themselves, so that a terminal stays a terminal.
type Stdio struct {
	In  io.Reader // nil means an empty input
	Out io.Writer // nil discards the output
	Err io.Writer // nil discards the output
}

// Result describes the end of a command.
type Result struct {
	ExitCode int       // of the command; if a signal ended it, 128 + the number of the signal, as in shells
	Signal   os.Signal // the first signal that jprof got while the command ran, nil for none
	Start    time.Time // just before the command was started
}

// Interrupted reports whether the user, or another process that stops jprof, has ended the command.
func (r Result) Interrupted() bool { return r.Signal != nil }

// Grace has the times that processes get to exit. In that time JVMs run their shutdown hooks, which write the counts.
type Grace struct {
	Ask  time.Duration // from the first signal until the processes that still run get SIGTERM (again)
	Kill time.Duration // from then until SIGKILL
}

// DefaultGrace has times for a user who waits.
var DefaultGrace = Grace{Ask: 10 * time.Second, Kill: 5 * time.Second}

// JprofGrace has the times for jprof itself as a Process, which gives its build DefaultGrace and then saves the run.
var JprofGrace = Grace{Ask: time.Minute, Kill: 5 * time.Second}

// Run starts a command, waits for it and returns its result. The error is not nil only if the command could not be
// started or waited for.
//
// The command stays in the process group of jprof. So it can read from the terminal, and signals to that group (Ctrl-C,
// a CI server) reach it as without jprof. On SIGINT, SIGTERM, SIGHUP, or when ctx ends, jprof passes the signal on to
// all descendants, unless the terminal has done that, and waits until all have ended. After the times of grace it sends
// stronger signals. A second signal to jprof ends the first of these times, a third signal the second one. SIGQUIT
// (Ctrl-\) ends nothing: JVMs, which get it from the terminal, too, print their threads and go on.
func Run(ctx context.Context, command buildtools.Command, stdio Stdio, grace Grace) (Result, error) {
	result := Result{Start: time.Now()}
	cmd, err := prepare(command, stdio)
	if err != nil {
		return result, err
	}
	if runtime.GOOS != "windows" { // Windows has no signals
		cmd.ExtraFiles = command.Open
	}
	// This matters only if the streams are not files. Then a descendant that outlives the command would keep Wait
	// waiting for the end of its output.
	cmd.WaitDelay = grace.Ask + grace.Kill

	release := adoptOrphans()
	defer release()
	signals := make(chan os.Signal, 8)
	for _, s := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) { // ignored as with nohup or in the background of a shell: the command ignores it, too
			signal.Notify(signals, s)
		}
	}
	defer signal.Stop(signals)
	if quits := make(chan os.Signal, 1); !signal.Ignored(syscall.SIGQUIT) { // the channel is never read
		signal.Notify(quits, syscall.SIGQUIT)
		defer signal.Stop(quits)
	}

	if err := cmd.Start(); err != nil {
		return result, fmt.Errorf("starting %s: %w", command.Path, err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()

	stop := stopper{grace: grace, signals: signals}
	select {
	case err = <-ended:
		select {
		case s := <-signals: // the command ended at the same time: its descendants may still run
			result.Signal = s
			stop.all(s, nil)
		default:
		}
	case s := <-signals:
		result.Signal = s
		err = stop.all(s, ended)
	case <-ctx.Done():
		result.Signal = syscall.SIGTERM
		err = stop.all(syscall.SIGTERM, ended)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) {
		return result, fmt.Errorf("%s: %w", command.Path, err)
	}
	result.ExitCode = exitCode(cmd.ProcessState)
	return result, nil
}

// prepare returns a command that can be started.
func prepare(command buildtools.Command, stdio Stdio) (*exec.Cmd, error) {
	cmd := exec.Command(command.Path, command.Args...)
	cmd.Dir = command.Dir
	cmd.Env = append(command.Env[:len(command.Env):len(command.Env)], "PWD="+command.Dir)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdio.In, stdio.Out, stdio.Err
	return cmd, setBatch(cmd)
}

// exitCode returns the exit code of a process, as a shell reports it.
func exitCode(state *os.ProcessState) int {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}

// stopper ends the descendants of this process.
type stopper struct {
	grace   Grace
	signals <-chan os.Signal
}

// all ends the descendants after the signal s. If ended is not nil, it returns the value from that channel, after the
// last descendant has ended.
func (st stopper) all(s os.Signal, ended <-chan error) (err error) {
	if s != syscall.SIGINT || !fromTerminal() {
		signalAll(s.(syscall.Signal))
	}
	next := syscall.SIGTERM
	timer := time.NewTimer(st.grace.Ask)
	defer timer.Stop()
	poll := time.NewTicker(50 * time.Millisecond)
	defer poll.Stop()
	escalate := func() {
		signalAll(next)
		next = syscall.SIGKILL
		timer.Reset(st.grace.Kill)
	}
	for {
		select {
		case err = <-ended: // nil channels are never ready
			ended = nil
		case <-st.signals:
			escalate()
		case <-timer.C:
			escalate()
		case <-poll.C:
		}
		if ended == nil && len(descendants()) == 0 {
			return err
		}
	}
}

// Output runs a command without input and returns its standard output. If the command fails, the error has the command
// line and the last lines of its output and its errors.
func Output(ctx context.Context, command buildtools.Command) ([]byte, error) {
	var out, errs bytes.Buffer // two buffers, because they are written at the same time
	result, err := Run(ctx, command, Stdio{Out: &out, Err: &errs}, DefaultGrace)
	if err != nil {
		return nil, err
	}
	if result.Interrupted() {
		return nil, fmt.Errorf("%s: %w", command.Path, context.Canceled)
	}
	if result.ExitCode != 0 {
		return nil, fmt.Errorf("%s: exit code %d\n%s", command, result.ExitCode, tail(out.String()+errs.String(), 20))
	}
	return out.Bytes(), nil
}

// tail returns the last n lines of text.
func tail(text string, n int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if len(lines) > n {
		lines = lines[len(lines)-n:]
	}
	return strings.Join(lines, "\n")
}
