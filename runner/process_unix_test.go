//go:build unix

package runner

import (
	"bytes"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"jprof/internal/jtest"
)

func TestStart(t *testing.T) {
	var out bytes.Buffer
	c := script(t, `read line; echo "$line in $PWD"; exit 7`)
	p, err := Start(c, Stdio{In: strings.NewReader("hello\n"), Out: &out})
	if err != nil {
		t.Fatal(err)
	}
	<-p.Ended()
	if want := "hello in " + c.Dir + "\n"; p.ExitCode() != 7 || out.String() != want {
		t.Errorf("exit code %d, output %q, want %q", p.ExitCode(), out.String(), want)
	}
	p.Stop(long) // does nothing
	c.Path = "/no/such/program"
	if _, err := Start(c, Stdio{}); err == nil || !strings.Contains(err.Error(), "starting /no/such/program") {
		t.Errorf("no such program: %v", err)
	}
}

// TestStop ends a process that can be asked, and one that cannot.
func TestStop(t *testing.T) {
	for _, test := range []struct {
		name, trap string
		grace      Grace
		code       int
	}{
		{"asked", `trap 'echo asked >asked; kill $child; exit 3' INT`, long, 3},
		{"killed", `trap '' INT TERM`, quick, 128 + int(syscall.SIGKILL)},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := script(t, `{ `+jtest.Forever()+`; } & child=$!; `+test.trap+`; echo $child >child; echo >ready
`+
				jtest.Forever())
			p, err := Start(c, Stdio{})
			if err != nil {
				t.Fatal(err)
			}
			if !awaitFile(filepath.Join(c.Dir, "ready")) {
				t.Fatal("it does not start")
			}
			group, err := syscall.Getpgid(p.PID())
			if err != nil || group != p.PID() {
				t.Errorf("process group %d of %d, %v", group, p.PID(), err)
			}
			p.Stop(test.grace)
			if p.ExitCode() != test.code {
				t.Errorf("exit code %d, want %d", p.ExitCode(), test.code)
			}
			child := read(t, filepath.Join(c.Dir, "child"))
			if !jtest.Await(func() bool { return gone(t, child) }) {
				t.Errorf("%s is still there", child)
			}
		})
	}
}

// TestInterruptWhereItIsIgnored interrupts a process that ignores SIGINT, as all do behind & in a script.
func TestInterruptWhereItIsIgnored(t *testing.T) {
	signal.Ignore(syscall.SIGINT)
	defer signal.Reset(syscall.SIGINT)
	c := script(t, `trap 'exit 3' INT TERM; echo >ready; `+jtest.Forever())
	p, err := Start(c, Stdio{})
	if err != nil {
		t.Fatal(err)
	}
	if !awaitFile(filepath.Join(c.Dir, "ready")) {
		t.Fatal("it does not start")
	}
	p.Interrupt()
	<-p.Ended()
	if p.ExitCode() != 3 {
		t.Errorf("exit code %d", p.ExitCode())
	}
}
