package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"

	"github.com/rogpeppe/go-internal/testscript"
)

// mcpCmd is mcp [OPTION...] TOOL ARGUMENTS: starts jprof mcp with the options, calls a tool with arguments in JSON, and
// prints the text of the answer; with ! it must be an error. jprof must end when its input ends, with exit code 0. This
// client writes lines by hand, so that it depends on nothing that jprof mcp is made of.
func mcpCmd(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: mcp [OPTION...] TOOL ARGUMENTS")
	}
	options, tool, arguments := args[:len(args)-2], args[len(args)-2], args[len(args)-1]
	s := mcpServer(ts, options)
	s.ask(1, "initialize", `{"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "lines", `+
		`"version": "1"}}`)
	s.send(`{"jsonrpc": "2.0", "method": "notifications/initialized"}`)
	answer := s.ask(2, "tools/call", fmt.Sprintf(`{"name": %q, "arguments": %s, "_meta": {"progressToken": "p"}}`, tool,
		arguments))
	ts.Check(s.in.Close())
	rest, err := io.ReadAll(s.out)
	ts.Check(errors.Join(err, s.cmd.Wait()))
	if len(rest) > 0 || len(answer.Content) != 1 || answer.Content[0].Type != "text" {
		ts.Fatalf("answer %+v, and after it %q", answer, rest)
	}
	_, err = fmt.Fprintln(ts.Stdout(), answer.Content[0].Text)
	ts.Check(err)
	if answer.IsError != neg || neg == (len(answer.StructuredContent) > 0) {
		ts.Fatalf("error %v, data %s: %s", answer.IsError, answer.StructuredContent, answer.Content[0].Text)
	}
}

// mcpLines is a running jprof mcp.
type mcpLines struct {
	ts  *testscript.TestScript
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// mcpAnswer is an answer of a tool.
type mcpAnswer struct {
	Content           []struct{ Type, Text string }
	StructuredContent json.RawMessage
	IsError           bool
}

// mcpServer starts jprof mcp.
func mcpServer(ts *testscript.TestScript, options []string) *mcpLines {
	cmd := exec.Command("jprof", append([]string{"mcp"}, options...)...)
	cmd.Dir, cmd.Stderr = ts.MkAbs("."), ts.Stderr()
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "LC_ALL", "JPROF_CACHE", "JAVA_HOME", "MAVEN_OPTS",
		"GRADLE_OPTS"} { // tests may depend on the last three
		if value := ts.Getenv(name); value != "" {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	in, err := cmd.StdinPipe()
	ts.Check(err)
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() {
		if cmd.ProcessState == nil { // the script failed
			_ = in.Close()
			_ = cmd.Wait()
		}
	})
	return &mcpLines{ts, cmd, in, bufio.NewReader(out)}
}

func (s *mcpLines) send(line string) {
	_, err := fmt.Fprintln(s.in, line)
	s.ts.Check(err)
}

// ask sends a request and returns its result. Notifications before it are skipped, and all else is a fault.
func (s *mcpLines) ask(id int, method, params string) (result mcpAnswer) {
	s.send(fmt.Sprintf(`{"jsonrpc": "2.0", "id": %d, "method": %q, "params": %s}`, id, method, params))
	for {
		line, err := s.out.ReadBytes('\n')
		s.ts.Check(err)
		var message struct {
			ID     *int
			Method string
			Result json.RawMessage
			Error  json.RawMessage
		}
		s.ts.Check(json.Unmarshal(line, &message))
		switch {
		case message.Method == "notifications/progress":
		case message.ID == nil || *message.ID != id || message.Error != nil:
			s.ts.Fatalf("%s: %s", method, line)
		default:
			s.ts.Check(json.Unmarshal(message.Result, &result))
			return result
		}
	}
}
