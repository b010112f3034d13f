package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/runner"
)

// The bounds of commands whose output is an answer.
const (
	maxOutput   = 256 << 20
	maxMessages = 64 << 10
	maxCaptures = 4 // at a time
)

// command returns a command line of jprof, which runs in dir. jprof is the only program that the server starts, and it
// starts no shell.
func (s *Server) command(dir string, args []string) (buildtools.Command, error) {
	path := s.Executable
	if path == "" {
		var err error
		if path, err = os.Executable(); err != nil {
			return buildtools.Command{}, err
		}
	}
	return buildtools.Command{Path: path, Args: args, Dir: dir, Env: s.Env.Vars}, nil
}

// document runs a command of jprof that prints a JSON document, in a project, and returns the document. The exit code
// may be 1, which then belongs to the meaning of the document.
func (s *Server) document(ctx context.Context, project string, args ...string) (json.RawMessage, error) {
	out, err := s.capture(ctx, project, []int{exit.OK, exit.Failed}, args...)
	if err != nil {
		return nil, err
	}
	if !json.Valid(out) {
		return nil, errors.New("jprof " + args[0] + " printed no document")
	}
	return out, nil
}

// capture runs a command of jprof in a project, and returns its output. Exit codes other than codes are errors.
func (s *Server) capture(ctx context.Context, project string, codes []int, args ...string) ([]byte, error) {
	select {
	case s.captures <- struct{}{}:
		defer func() { <-s.captures }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	command, err := s.command(project, args)
	if err != nil {
		return nil, err
	}
	out, messages := limited{limit: maxOutput}, limited{limit: maxMessages}
	p, err := runner.Start(command, runner.Stdio{Out: &out, Err: &messages})
	if err != nil {
		return nil, err
	}
	select {
	case <-p.Ended():
	case <-ctx.Done():
		p.Stop(jobGrace)
		return nil, ctx.Err()
	}
	switch {
	case !slices.Contains(codes, p.ExitCode()) || p.ExitCode() != exit.OK && out.Len() == 0:
		return nil, messageError(p.ExitCode(), messages.String())
	case out.over:
		return nil, failf(http.StatusRequestEntityTooLarge, "", "jprof %s prints too much", args[0])
	}
	return out.Bytes(), nil
}

// messageError returns an error with the messages and hints that a command has printed: see the rules of
// internal/util/term.
func messageError(code int, messages string) error {
	var text, hints []string
	for line := range strings.Lines(messages) {
		line, isMessage := strings.CutPrefix(strings.TrimRight(line, "\n"), "jprof: ")
		hint, isHint := strings.CutPrefix(line, "hint: ")
		switch {
		case isHint:
			hints = append(hints, hint)
		case isMessage && !strings.HasPrefix(line, "warning: "):
			text = append(text, line)
		}
	}
	if len(text) == 0 {
		text = []string{"jprof failed without a message"}
	}
	status := http.StatusInternalServerError
	switch code {
	case exit.Usage:
		status = http.StatusBadRequest
	case exit.NoRun:
		status = http.StatusNotFound
	}
	return failed{term.WithHints(errors.New(strings.Join(text, "\n")), hints...), status}
}

// limited is a buffer that drops bytes beyond its limit.
type limited struct {
	bytes.Buffer
	limit int
	over  bool
}

// Write accepts all of p, and keeps as many bytes as have room.
func (l *limited) Write(p []byte) (int, error) {
	room := max(0, l.limit-l.Len())
	l.over = l.over || len(p) > room
	l.Buffer.Write(p[:min(room, len(p))])
	return len(p), nil
}

// doctor returns the document of jprof doctor for a project.
func (s *Server) doctor(r *http.Request, project string) (any, error) {
	return s.document(r.Context(), project, "doctor", "--json")
}
