package agent

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"jprof/internal/format/contexts"
	"jprof/internal/jtest"
	"jprof/plugins"
)

// jar is the path of the agent. It is an error if make agent has not built it: make test does.
func jar(t *testing.T) string {
	t.Helper()
	data, err := plugins.ContextAgent()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "agent.jar")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// programs are the compiled classes of testdata/programs, once for each JDK.
var programs sync.Map

// compile compiles the programs for Java 8, and returns their folder.
func compile(t *testing.T, jdk jtest.JDK) string {
	t.Helper()
	once, _ := programs.LoadOrStore(jdk.Home, sync.OnceValues(func() (string, error) {
		dir, err := os.MkdirTemp("", "jprof-agent-")
		if err != nil {
			return "", err
		}
		args := []string{"-nowarn", "-d", dir}
		if jdk.Version > 8 {
			args = append(args, "--release", "8")
		}
		files, err := filepath.Glob("testdata/programs/*/*.java")
		if err != nil {
			return "", err
		}
		if out, err := jdk.Run("javac", append(args, files...)...); err != nil {
			return "", fmt.Errorf("%w: %s", err, out)
		}
		return dir, nil
	}))
	dir, err := once.(func() (string, error))()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestMain(m *testing.M) {
	status := m.Run()
	programs.Range(func(_, once any) bool {
		if dir, err := once.(func() (string, error))(); err == nil {
			os.RemoveAll(dir)
		}
		return true
	})
	os.Exit(status)
}

// program is a JVM to run.
type program struct {
	name     string   // the arguments of p.Main
	settings []string // of the agent: lines of the properties file
	options  []string // of the JVM
}

// command is the JVM with the agent, which writes to the folder out.
func (p program) command(t *testing.T, jdk jtest.JDK, out string) *exec.Cmd {
	t.Helper()
	settings := filepath.Join(t.TempDir(), "agent.properties")
	text := "out=" + strings.ReplaceAll(out, `\`, `\\`) + "\n" + strings.Join(p.settings, "\n")
	if err := os.WriteFile(settings, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return p.plain(t, jdk, "-javaagent:"+jar(t)+"="+settings)
}

// plain is the JVM with other options.
func (p program) plain(t *testing.T, jdk jtest.JDK, options ...string) *exec.Cmd {
	t.Helper()
	args := append(slices.Clone(jtest.QuickStart), "-Xss2m")
	args = append(append(args, options...), p.options...)
	args = append(append(args, "-cp", compile(t, jdk), "p.Main"), strings.Fields(p.name)...)
	cmd := exec.Command(jdk.Java(), args...)
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "JPROF_COUNTS=") || strings.HasPrefix(v, "JAVA_TOOL_OPTIONS=")
	})
	return cmd
}

// result holds the output of a JVM and its exit status.
type result struct {
	exit           int
	stdout, stderr string
}

func run(t *testing.T, cmd *exec.Cmd) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// recorded holds the recording of a JVM.
type recorded struct {
	*contexts.Collected
	calls map[string]uint64 // by path: main/Main.main/Main.work
	nodes int
}

func collect(t *testing.T, out string) recorded {
	t.Helper()
	c, err := contexts.Collect(out, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	r := recorded{Collected: c, calls: map[string]uint64{}}
	v := &paths{r: &r, head: c.Profile.Source().Head()}
	if err := c.Profile.Source().Walk(v); err != nil {
		t.Fatal(err)
	}
	return r
}

// number matches the end that javac adds to the names of lambdas: versions differ.
var number = regexp.MustCompile(`\$[0-9]+$`)

// paths is a visitor that collects the calls of all contexts.
type paths struct {
	r    *recorded
	head *contexts.Header
	path []string
}

func (p *paths) Root(r contexts.Root) error {
	p.path = []string{r.Name}
	if r.Beyond {
		p.path = []string{"(beyond)"}
	}
	return nil
}

func (p *paths) Node(n *contexts.Node) error {
	if n.Depth > 5000 { // paths of deep recursion have no use, and are too long
		p.r.nodes++
		return nil
	}
	m := p.head.Methods[n.Method]
	class := p.head.Classes[m.Class].Name
	if strings.HasPrefix(class, "jprof.") || strings.HasPrefix(class, "java.lang.Jprof") {
		return fmt.Errorf("the agent's %s has a context", class)
	}
	name := strings.TrimPrefix(class, "p.") + "." + number.ReplaceAllString(m.Name, "")
	p.path = append(p.path[:n.Depth], name)
	if n.Depth < 50 {
		p.r.calls[strings.Join(p.path, "/")] += n.Calls
	}
	if p.path[0] != "(beyond)" {
		p.r.nodes++
	}
	return nil
}

// byMethod is the calls of each method.
func (r recorded) byMethod() map[string]uint64 {
	sums := map[string]uint64{}
	for path, n := range r.calls {
		sums[path[strings.LastIndexByte(path, '/')+1:]] += n
	}
	return sums
}
