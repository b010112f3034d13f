package jtest

import (
	"bufio"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
)

//go:embed Tools.java
var toolsSource []byte

// QuickStart holds options for a JVM that runs for less than a few seconds. With them the JVM starts fewer threads and
// uses only its quick compiler.
var QuickStart = []string{"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"}

// Run runs a tool of the JDK ("javac", "javap", "jar") and returns what it prints on both streams. The error is not nil
// if the tool fails. Relative paths start at the working directory; the class path has no wildcards. All calls of a
// process share one JVM for each JDK, so that a small compilation takes a tenth of the time of a javac that has just
// started. Calls may be concurrent; those with one JDK run one after the other.
func (j JDK) Run(tool string, args ...string) ([]byte, error) {
	if j.Version < 11 { // it does not launch Tools.java
		return exec.Command(filepath.Join(j.Home, "bin", tool), args...).CombinedOutput()
	}
	v, _ := toolJVMs.LoadOrStore(j.Home, &toolJVM{})
	return v.(*toolJVM).run(j, append([]string{tool}, args...))
}

// toolJVMs has a *toolJVM for each home of a JDK.
var toolJVMs sync.Map

// toolJVM is a JVM that runs Tools.java. It ends with this process, because its standard input ends then.
type toolJVM struct {
	mu  sync.Mutex
	in  io.Writer
	out *bufio.Reader
}

func (v *toolJVM) run(j JDK, command []string) ([]byte, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.in == nil {
		if err := v.start(j); err != nil {
			return nil, fmt.Errorf("starting the tools of %v: %w", j, err)
		}
	}
	request := binary.BigEndian.AppendUint32(nil, uint32(len(command)))
	for _, word := range command {
		request = binary.BigEndian.AppendUint32(request, uint32(len(word)))
		request = append(request, word...)
	}
	if _, err := v.in.Write(request); err != nil {
		return nil, fmt.Errorf("the tools of %v: %w", j, err)
	}
	var answer struct {
		Status int32
		Size   uint32
	}
	if err := binary.Read(v.out, binary.BigEndian, &answer); err != nil {
		return nil, fmt.Errorf("the tools of %v: %w", j, err)
	}
	messages := make([]byte, answer.Size)
	if _, err := io.ReadFull(v.out, messages); err != nil {
		return nil, fmt.Errorf("the tools of %v: %w", j, err)
	}
	if answer.Status != 0 {
		return messages, fmt.Errorf("%s of %v: exit status %d", command[0], j, answer.Status)
	}
	return messages, nil
}

// start launches the JVM, and waits until it answers. The file Tools.java is removed then, as the JVM has read it.
func (v *toolJVM) start(j JDK) error {
	dir, err := os.MkdirTemp("", "jprof-tools-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	source := filepath.Join(dir, "Tools.java")
	if err := os.WriteFile(source, toolsSource, 0o666); err != nil {
		return err
	}
	cmd := exec.Command(j.Java(), append(slices.Clone(QuickStart), source)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	v.in, v.out = in, bufio.NewReader(out)
	if _, err := v.out.ReadByte(); err != nil { // it is ready, and has read its source
		v.in = nil
		return err
	}
	return nil
}
