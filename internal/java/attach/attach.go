// Package attach loads Java agents into JVMs that run. It speaks the attach protocol of HotSpot itself: that takes no
// JDK, neither here nor where the JVM runs, which may be a JRE in a container.
//
//   - The JVM N opens the socket /tmp/.java_pidN when it gets SIGQUIT and finds a file /tmp/.attach_pidN of its own
//     user. Without that file it prints a thread dump. A process that is no JVM would die of the signal, so Find looks
//     for the library of HotSpot in the process, and whether it catches the signal.
//   - In a container, N is the number there, and /tmp is below /proc/PID/root.
//   - A request is "1", "load", "instrument", "false" and JAR=OPTIONS, each with a 0 byte behind it. The JVM answers
//     when the agent's method agentmain has returned: the number 0 in a line, and then "return code: 0", or a message.
//   - The JVM accepts only its own user and group, and root.
//
// There is no way to attach on Windows: there, it takes code in the other process.
package attach

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"jprof/internal/util/term"
)

// Process is a JVM that runs.
type Process struct {
	PID int

	inner    int    // its PID as the JVM knows it
	root     string // the root of its files, "" for that of this process
	tmp      string // the folder of its socket, as the JVM names it
	uid, gid int    // of the user that it runs as
}

// protocol is the version of the protocol. Version 2, of JDK 21 and later, has longer arguments.
const protocol = "1"

// answers limits the time for which the JVM may take to load an agent and to run its method agentmain.
const answers = 10 * time.Minute

// opens limits the time until the JVM has opened its socket. It may be collecting garbage.
const opens = 20 * time.Second

// polls is the pause between two looks for the socket.
const polls = 20 * time.Millisecond

// Tmp returns the folder for temporary files of the process, as the process names it.
func (p *Process) Tmp() string { return p.tmp }

// Path returns the path, in this process, of a file that the other process names path.
func (p *Process) Path(path string) string { return p.root + path }

// User returns the ID of the user that the process runs as.
func (p *Process) User() int { return p.uid }

// Own gives a file to the user of the process, where this process runs as another user. path is as Path returns it.
func (p *Process) Own(path string) error {
	if p.uid == os.Geteuid() {
		return nil
	}
	return os.Lchown(path, p.uid, p.gid)
}

// OwnFile does the same with an open file.
func (p *Process) OwnFile(f *os.File) error {
	if p.uid == os.Geteuid() {
		return nil
	}
	return f.Chown(p.uid, p.gid)
}

// Load loads an agent, and returns when its method agentmain has returned. jar is the path of the agent as the process
// names it.
func (p *Process) Load(ctx context.Context, jar, options string) error {
	conn, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if err := conn.SetDeadline(time.Now().Add(answers)); err != nil {
		return err
	}
	request := strings.Join([]string{protocol, "load", "instrument", "false", jar + "=" + options, ""}, "\x00")
	if _, err := conn.Write([]byte(request)); err != nil {
		return p.refused(err)
	}
	var answer bytes.Buffer
	if _, err := answer.ReadFrom(conn); err != nil {
		return p.refused(cmp.Or(context.Cause(ctx), err))
	}
	return p.check(answer.String())
}

// check returns an error if an answer says that the agent was not loaded.
func (p *Process) check(answer string) error {
	code, text, _ := strings.Cut(answer, "\n")
	text = strings.TrimSpace(text)
	result := strings.TrimPrefix(text, "return code: ")
	switch {
	case code == "" && text == "":
		return p.refused(errors.New("it closes the connection"))
	case code == "0" && (result == "0" || text == ""):
		return nil
	case strings.Contains(text, "EnableDynamicAgentLoading"):
		return term.Errorf("start it with -XX:+EnableDynamicAgentLoading, or with the line that jprof agent prints",
			"the JVM %d loads no agents while it runs: %s", p.PID, text)
	case strings.Contains(text, "java.instrument"):
		return term.Errorf("add the module java.instrument to its image",
			"the JVM %d has no module java.instrument: %s", p.PID, text)
	}
	return fmt.Errorf("the JVM %d did not load the agent: %s", p.PID, strings.Join(strings.Fields(answer), " "))
}

// refused returns the error for a JVM that does not take a request.
func (p *Process) refused(err error) error {
	return term.Errorf("attach as the user and the group that the JVM runs as",
		"the JVM %d did not answer: %w", p.PID, err)
}

// socket returns the path of the socket of the JVM in this process.
func (p *Process) socket() string {
	return p.Path(filepath.Join(p.tmp, fmt.Sprintf(".java_pid%d", p.inner)))
}

// connect connects to the JVM, after it was made to listen.
func (p *Process) connect(ctx context.Context) (net.Conn, error) {
	if _, err := os.Lstat(p.socket()); err != nil {
		if err := p.wake(ctx); err != nil {
			return nil, err
		}
	}
	conn, err := new(net.Dialer).DialContext(ctx, "unix", p.socket())
	if err != nil {
		return nil, p.refused(err)
	}
	return conn, nil
}

// wake has the JVM open its socket.
func (p *Process) wake(ctx context.Context) error {
	trigger := p.Path(filepath.Join(p.tmp, fmt.Sprintf(".attach_pid%d", p.inner)))
	file, err := os.OpenFile(trigger, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil && !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("attaching to the JVM %d: %w", p.PID, err)
	}
	if err == nil {
		defer os.Remove(trigger)
		file.Close()
		if err := p.Own(trigger); err != nil {
			return fmt.Errorf("attaching to the JVM %d: %w", p.PID, err)
		}
	}
	// The JVM is given two signals, as the JDK does it: one that comes when the socket is there prints a thread dump.
	for range 2 {
		if err := p.quit(); err != nil {
			return fmt.Errorf("attaching to the JVM %d: %w", p.PID, err)
		}
		for end := time.Now().Add(opens / 2); time.Now().Before(end); {
			select {
			case <-ctx.Done():
				return context.Cause(ctx)
			case <-time.After(polls):
			}
			if _, err := os.Lstat(p.socket()); err == nil {
				return nil
			}
		}
	}
	return term.Errorf("start it with the line that jprof agent prints", "the JVM %d does not answer: it has the "+
		"option -XX:+DisableAttachMechanism, or it is stopped", p.PID)
}
