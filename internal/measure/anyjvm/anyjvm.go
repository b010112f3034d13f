// Package anyjvm has the agent record in JVMs that run, by package attach.
//
// What the JVM reads and writes is in its own folder for temporary files, in a folder that only its user can read:
//
//	jprof-agent-UID/jprof-agent-HASH.jar   the agent; it stays, as the JVM may read it later
//	jprof-agent-UID/RANDOM/                a request: removed when its answer was read, or its recording was collected
//	    request.properties                 see agent.Request
//	    answer                             lines of keys and values, which the agent writes
//	    recorded/                          the files of a recording
//
// The agent in the JVM knows the recording that goes on. So whoever stops it needs its PID only, and learns from the
// answer where its files are. A recording with a time ends by itself, even if jprof was killed.
package anyjvm

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"jprof/internal/java/attach"
	"jprof/internal/measure/agent"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/plugins"
)

// polls is the pause between two looks for the end of a recording.
const polls = 100 * time.Millisecond

// JVM is a JVM that the agent is, or will be, at work in.
type JVM struct {
	process *attach.Process
	base    string   // the folder jprof-agent-UID, as the JVM names it
	files   *os.Root // the same folder
	jar     string   // the path of the agent, as the JVM names it
}

// Answer describes the recording in a JVM, as its agent has answered.
type Answer struct {
	State   string // recording or stopped
	Out     string // the folder with its files, in this process
	Stem    string // the path of the JVM's files in Out, without endings
	Reached bool   // it notes which methods ran
	Classes int    // whose code was changed by the request
	Refused int    // that the JVM did not change
	Took    time.Duration

	inside string // Out as the JVM names it
}

// Open finds a JVM, and brings the agent to it.
func Open(pid int) (*JVM, error) {
	p, err := attach.Find(pid)
	if err != nil {
		return nil, err
	}
	data, err := plugins.ContextAgent()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	v := &JVM{process: p, base: path.Join(p.Tmp(), "jprof-agent-"+strconv.Itoa(p.User()))}
	v.jar = path.Join(v.base, "jprof-agent-"+hex.EncodeToString(sum[:8])+".jar")
	if err := v.openBase(); err != nil {
		return nil, err
	}
	if known, err := v.files.ReadFile(v.rel(v.jar)); err == nil && bytes.Equal(known, data) {
		return v, nil
	}
	part := v.jar + "." + rand.Text()
	if err := v.write(part, data); err != nil {
		return nil, err
	}
	return v, v.files.Rename(v.rel(part), v.rel(v.jar))
}

// openBase opens the folder for the files of jprof. It makes the folder, or checks that nobody else has made it. This
// process may be root's, and the folder another user's. So all files in it are opened below it: links lead nowhere.
func (v *JVM) openBase() error {
	dir := v.process.Path(v.base)
	err := os.Mkdir(dir, 0o700)
	if err == nil {
		err = v.process.Own(dir)
	} else if errors.Is(err, os.ErrExist) {
		err = nil
	}
	if err != nil {
		return fmt.Errorf("the folder for temporary files of the JVM %d: %w", v.process.PID, err)
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if v.files, err = os.OpenRoot(dir); err != nil {
		return err
	}
	opened, err := v.files.Stat(".")
	if err != nil {
		return err
	}
	if !os.SameFile(info, opened) || info.Mode().Perm()&0o077 != 0 || !v.process.Owns(info) {
		return term.Errorf("remove it: jprof makes it again", "%s is not a private folder of the user of the JVM %d",
			dir, v.process.PID)
	}
	return nil
}

// Close closes the folder for the files of jprof.
func (v *JVM) Close() error { return v.files.Close() }

// rel returns the path, in the folder for the files of jprof, of a file that the JVM names file.
func (v *JVM) rel(file string) string { return strings.TrimPrefix(file, v.base+"/") }

// write writes a file that the JVM names file, and that does not exist.
func (v *JVM) write(file string, data []byte) error {
	f, err := v.files.OpenFile(v.rel(file), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, v.process.OwnFile(f), f.Close())
}

// ask gives the agent a request. dir is the folder of the request, as the JVM names it.
func (v *JVM) ask(ctx context.Context, command string, set agent.Settings, limit time.Duration) (*Answer, string,
	error) {
	made := rand.Text()
	if err := v.files.Mkdir(made, 0o700); err != nil {
		return nil, "", err
	}
	dir := path.Join(v.base, made)
	a, err := v.askIn(ctx, dir, command, set, limit)
	if err != nil || command != start {
		v.files.RemoveAll(made) // if this fails, they stay private to the user
	}
	return a, path.Join(dir, answerFile), err
}

// The commands of the agent, and the names of the files of a request.
const (
	start       = "start"
	stop        = "stop"
	snapshot    = "snapshot"
	requestFile = "request.properties"
	answerFile  = "answer"
	recordedDir = "recorded"
)

func (v *JVM) askIn(ctx context.Context, dir, command string, set agent.Settings, limit time.Duration) (*Answer,
	error) {
	folder, err := v.files.Open(v.rel(dir))
	if err != nil {
		return nil, err
	}
	if err := errors.Join(v.process.OwnFile(folder), folder.Close()); err != nil {
		return nil, err
	}
	set.Out = path.Join(dir, recordedDir)
	request := agent.Request{Command: command, Jar: v.jar, Answer: path.Join(dir, answerFile), Time: limit}
	file := path.Join(dir, requestFile)
	if err := v.write(file, []byte(request.Properties(set))); err != nil {
		return nil, err
	}
	if err := v.process.Load(ctx, v.jar, file); err != nil {
		return nil, err
	}
	return v.read(request.Answer)
}

// read reads an answer.
func (v *JVM) read(file string) (*Answer, error) {
	data, err := v.files.ReadFile(v.rel(file))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("the agent in the JVM %d gave no answer: the JVM has printed the reason on its "+
			"standard error", v.process.PID)
	}
	if err != nil {
		return nil, err
	}
	values := map[string]string{}
	for line := range strings.Lines(string(data)) {
		key, value, _ := strings.Cut(strings.TrimRight(line, "\n"), "=")
		if values[key] == "" {
			values[key] = value
		}
	}
	number := func(key string) int {
		n, _ := strconv.Atoi(values[key]) // 0 for none
		return n
	}
	a := &Answer{State: values["state"], inside: values["out"], Out: v.process.Path(values["out"]),
		Reached: values["reached"] == "true", Classes: number("classes"), Refused: number("refused"),
		Took: time.Duration(number("took")) * time.Millisecond}
	a.Stem = filepath.Join(a.Out, values["stem"])
	return a, v.failed(values["error"], a)
}

// failed returns the error for what the agent says, nil for "".
func (v *JVM) failed(reason string, a *Answer) error {
	pid := v.process.PID
	switch reason {
	case "":
		return nil
	case "none":
		return term.Errorf(fmt.Sprintf("jprof attach %d starts one", pid), "nothing is recorded in the JVM %d", pid)
	case "busy":
		return term.Errorf(fmt.Sprintf("jprof attach %d --stop ends that recording, and keeps it", pid),
			"the JVM %d is being recorded already, to %s", pid, a.Out)
	case "fixed":
		return term.Errorf(fmt.Sprintf("jprof attach %d --snapshot keeps what there is", pid),
			"the recording in the JVM %d ends with the JVM: its JDK is instrumented, or jprof has started it", pid)
	case "version":
		return term.Errorf("use that jprof, or start the JVM again",
			"the JVM %d has the agent of another version of jprof", pid)
	}
	return fmt.Errorf("the agent in the JVM %d: %s", pid, reason)
}

// Start starts a recording that ends after a time, or, if limit is 0, when Stop is called. answer is for Wait.
func (v *JVM) Start(ctx context.Context, set agent.Settings, limit time.Duration) (a *Answer, answer string,
	err error) {
	return v.ask(ctx, start, set, limit)
}

// Wait waits until a recording with a time has ended. answer is the path that Start has returned. If the context ends
// before, Wait stops the recording.
func (v *JVM) Wait(ctx context.Context, answer string) (*Answer, error) {
	for {
		a, err := v.read(answer)
		if err != nil {
			return nil, err
		}
		if a.State == "stopped" {
			return a, nil
		}
		if !v.process.Runs() {
			return a, nil // it has written its files at its end
		}
		select {
		case <-ctx.Done():
			return v.Stop(context.WithoutCancel(ctx))
		case <-time.After(polls):
		}
	}
}

// Stop ends the recording in the JVM.
func (v *JVM) Stop(ctx context.Context) (*Answer, error) {
	a, _, err := v.ask(ctx, stop, agent.Settings{}, 0)
	return a, err
}

// Snapshot has the agent write its files, and go on.
func (v *JVM) Snapshot(ctx context.Context) (*Answer, error) {
	a, _, err := v.ask(ctx, snapshot, agent.Settings{}, 0)
	return a, err
}

// CopyTo copies the files of the JVM to another folder, and returns their paths. So a recording that goes on does not
// change them while they are read.
func (a *Answer) CopyTo(dir string) ([]string, error) {
	files, err := filepath.Glob(a.Stem + ".*")
	if err != nil {
		return nil, err
	}
	var copied []string
	for _, file := range files {
		if filepath.Ext(file) == ".part" {
			continue // the next one, which the JVM writes at the moment
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		to := filepath.Join(dir, filepath.Base(file))
		if err := os.WriteFile(to, data, 0o600); err != nil {
			return nil, err
		}
		copied = append(copied, to)
	}
	if len(copied) == 0 {
		return nil, fmt.Errorf("the JVM has left no files in %s", a.Out)
	}
	return copied, nil
}

// Remove removes the files of a recording that has ended, if they are in the folder of jprof. Files of a JVM that was
// started with the agent stay.
func (v *JVM) Remove(a *Answer) error {
	if !strings.HasPrefix(a.inside, v.base+"/") {
		return nil
	}
	return v.files.RemoveAll(v.rel(path.Dir(a.inside)))
}

// Parse reads the number of a process.
func Parse(text string) (int, error) {
	pid, err := strconv.Atoi(text)
	if err != nil || pid < 1 {
		return 0, exit.Usagef("jprof attach 4711", "%q is not the number of a process: jps lists the JVMs", text)
	}
	return pid, nil
}
