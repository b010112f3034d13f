package bucket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"

	"jprof/internal/util/environ"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
)

// Program is the name of the program with the drivers of the clouds.
const Program = "jprof-store"

// protocol is the version of the messages between jprof and Program.
const protocol = 1

// The parameters of the methods, and the result of the first one.
type (
	openParams struct {
		Protocol int    `json:"protocol"`
		URL      string `json:"url"`
	}
	openResult struct {
		Protocol int    `json:"protocol"`
		Version  string `json:"version"`
	}
	keyParams struct {
		Key   string `json:"key"` // or its start, for list
		File  string `json:"file,omitempty"`
		Limit int64  `json:"limit,omitempty"`
		Data  []byte `json:"data,omitempty"`
	}
)

// The codes of errors.
const (
	notThere  = jrpc2.Code(1)
	transient = jrpc2.Code(2)
	other     = jrpc2.Code(3)
)

// program is a bucket that Program reads and writes.
type program struct {
	place  Place
	cmd    *exec.Cmd
	client *jrpc2.Client
	stderr *tail
}

// startProgram starts Program, and has it open a bucket.
func startProgram(ctx context.Context, env environ.Env, p Place) (Bucket, error) {
	path, err := findProgram(env, p)
	if err != nil {
		return nil, err
	}
	// It ends with its input. The context is not for it: files that it writes would stay without their end.
	cmd := exec.Command(path)
	cmd.Env, cmd.Dir = env.Vars, env.Dir
	b := &program{place: p, cmd: cmd, stderr: &tail{}}
	cmd.Stderr = b.stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	b.client = jrpc2.NewClient(channel.Line(out, in), nil)
	var opened openResult
	err = b.call(ctx, "open", openParams{protocol, p.url.String()}, &opened)
	if err == nil && opened.Protocol != protocol {
		err = term.Errorf("install both from one release: docs/INSTALL.md", "%s is %s of %s, which does not fit to "+
			"jprof %s", path, Program, opened.Version, version.String())
	}
	if err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// findProgram returns the path of Program: beside jprof, or on the PATH.
func findProgram(env environ.Env, p Place) (string, error) {
	name, beside := Program, ""
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if own, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(own); err == nil {
			own = real
		}
		beside = filepath.Join(filepath.Dir(own), name)
		if path, err := exec.LookPath(beside); err == nil {
			return path, nil
		}
	}
	if path, err := env.LookPath(Program); err == nil {
		return path, nil
	}
	return "", term.Errorf("it is in the archive of each release, beside jprof, and in the packages: docs/INSTALL.md; "+
		"make build makes it", "%s: %s:// needs the program %s, which is neither at %s nor on the PATH", p,
		p.url.Scheme, Program, beside)
}

// call has Program do something.
func (b *program) call(ctx context.Context, method string, params, result any) error {
	var err error
	if result == nil {
		_, err = b.client.Call(ctx, method, params)
	} else {
		err = b.client.CallResult(ctx, method, params, result)
	}
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	failed := (*jrpc2.Error)(nil)
	if !errors.As(err, &failed) || failed.Code == jrpc2.SystemError && b.stderr.text() != "" {
		return fmt.Errorf("%s: %s ended: %s %s", b.place, Program, Redact(err.Error()), b.stderr.text())
	}
	// Some drivers report whole documents.
	message := strings.Join(strings.Fields(Redact(failed.Message)), " ")
	err = fmt.Errorf("%s: %s", b.place, message)
	switch failed.Code {
	case notThere:
		if method != "list" {
			return NewMissing(err)
		}
		err = term.WithHints(err, "make the bucket, or check its name")
	case transient:
		err = Transient{err}
	}
	return term.WithHints(err, "docs/STORES.md: where the region and credentials come from")
}

func (b *program) List(ctx context.Context, prefix string) (list []Object, err error) {
	err = b.call(ctx, "list", keyParams{Key: prefix}, &list)
	return list, err
}

func (b *program) Stat(ctx context.Context, key string) (o Object, err error) {
	err = b.call(ctx, "stat", keyParams{Key: key}, &o)
	return o, err
}

func (b *program) Get(ctx context.Context, key, file string, limit int64) error {
	return b.call(ctx, "get", keyParams{Key: key, File: file, Limit: limit}, nil)
}

func (b *program) Put(ctx context.Context, key, file string) error {
	return b.call(ctx, "put", keyParams{Key: key, File: file}, nil)
}

func (b *program) Create(ctx context.Context, key string, data []byte) (made bool, err error) {
	err = b.call(ctx, "create", keyParams{Key: key, Data: data}, &made)
	return made, err
}

func (b *program) Delete(ctx context.Context, key string) error {
	return b.call(ctx, "delete", keyParams{Key: key}, nil)
}

// Close ends Program. One that does not end is killed.
func (b *program) Close() error {
	b.client.Close() // its error is that of a program that has ended
	ended := make(chan error, 1)
	go func() { ended <- b.cmd.Wait() }()
	select {
	case <-ended: // all that it was asked for has an answer, or an error
	case <-time.After(5 * time.Second):
		_ = b.cmd.Process.Kill()
		<-ended
	}
	return nil
}

// tail keeps the end of what a program writes.
type tail struct {
	lock sync.Mutex
	last []byte
}

var _ io.Writer = (*tail)(nil)

func (t *tail) Write(p []byte) (int, error) {
	const most = 2000
	t.lock.Lock()
	defer t.lock.Unlock()
	t.last = append(t.last, p...)
	if n := len(t.last); n > most {
		t.last = append([]byte{}, t.last[n-most:]...)
	}
	return len(p), nil
}

func (t *tail) text() string {
	t.lock.Lock()
	defer t.lock.Unlock()
	return Redact(strings.TrimSpace(string(t.last)))
}
