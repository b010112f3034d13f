package agent

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/format/contexts"
	"jprof/internal/jtest"
	"jprof/internal/jtest/javagen"
)

// TestWeaving runs programs with naive counters and woven: the same output and stack traces, and the same executions of
// each instruction in each context (WeaveCheck.java). The JVM verifies all classes.
func TestWeaving(t *testing.T) {
	agent := jar(t)
	for _, jdk := range jtest.JDKs(t) {
		if jdk.Version < 11 { // no StackWalker
			continue
		}
		t.Run(jdk.String(), func(t *testing.T) {
			t.Parallel()
			c := newCheck(t, jdk, agent)
			shapes, small, random, made := filepath.Join(c.dir, "shapes"), filepath.Join(c.dir, "small"),
				filepath.Join(c.dir, "random"), filepath.Join(c.dir, "made")
			c.compile(shapes, []string{"Shapes"}, "src/check/programs/Shapes.java")
			c.compile(small, []string{"Sum", "Contexts", "TimeFormat", "Activation"},
				contextsPrograms("Sum", "Contexts", "TimeFormat", "Activation")...)
			c.generate(random, 10)
			c.java("-cp", c.path, "jprof.agent.weave.Made", made)
			c.check("0 failures", shapes, small, random, made)
			if jdk != jtest.Newest(t) {
				return // the weaver is the same: its options need no other compiler
			}
			for _, option := range []string{"--agents", "--sites", "--fast"} {
				c.check("0 failures", option, shapes, made)
			}
			c.check("0 failures", "--calls", shapes)
		})
	}
}

// TestVisits runs the program of the agents' API: 13 visits, as its comment says.
func TestVisits(t *testing.T) {
	jdk := jtest.Newest(t)
	c := newCheck(t, jdk, jar(t))
	dir := filepath.Join(c.dir, "activation")
	c.compile(dir, []string{"Activation"}, contextsPrograms("Activation")...)
	c.check(" 13 visits", "--agents", dir)
}

// TestCallsOnly records calls without slots.
func TestCallsOnly(t *testing.T) {
	jdk := jtest.Newest(t)
	out := filepath.Join(t.TempDir(), "out")
	if got := run(t, program{name: "threads", settings: []string{"blocks=calls"}}.command(t, jdk, out)); got.exit != 0 {
		t.Fatalf("%+v", got)
	}
	r := collect(t, out)
	head := r.Profile.Source().Head()
	if n := r.calls["odd/Main.lambda$threads/Main.loop/Main.work"]; n != 400_000 || head.Blocks != contexts.Calls {
		t.Errorf("%d calls with the setting %d, want 400000 with %d", n, head.Blocks, contexts.Calls)
	}
	for _, m := range head.Methods {
		if len(m.Slots) > 0 {
			t.Errorf("%s has slots %v", m.Name, m.Slots)
		}
	}
}

func contextsPrograms(names ...string) []string {
	var files []string
	for _, name := range names {
		files = append(files, filepath.Join("..", "..", "testdata", "contexts", name+".java"))
	}
	return files
}

// check is the compiled check of the weaver.
type check struct {
	t    *testing.T
	jdk  jtest.JDK
	dir  string // for files of the test
	path string // the class path: agent and check
	base string // the classes of java.lang that woven code calls
}

// newCheck compiles the check against the agent, in which ASM has another name.
func newCheck(t *testing.T, jdk jtest.JDK, agent string) *check {
	dir := t.TempDir()
	c := &check{t, jdk, dir, agent + string(os.PathListSeparator) + filepath.Join(dir, "check"),
		filepath.Join(dir, "runtime")}
	runtime, err := filepath.Glob("src/check/runtime/java/lang/*.java")
	if err != nil {
		t.Fatal(err)
	}
	c.javac(append([]string{"--patch-module", "java.base=src/check/runtime", "-d", c.base}, runtime...)...)
	sources, err := filepath.Glob("src/check/java/jprof/agent/weave/*.java")
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"--patch-module", "java.base=" + c.base, "-cp", agent, "-d", filepath.Join(dir, "check")}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		renamed := filepath.Join(dir, filepath.Base(source))
		text = []byte(strings.ReplaceAll(string(text), "org.objectweb.asm", "jprof.agent.asm"))
		if err := os.WriteFile(renamed, text, 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, renamed)
	}
	c.javac(args...)
	return c
}

func (c *check) javac(args ...string) {
	c.t.Helper()
	if out, err := c.jdk.Run("javac", args...); err != nil {
		c.t.Fatalf("%v: %s", err, out)
	}
}

func (c *check) java(args ...string) string {
	c.t.Helper()
	out, err := exec.Command(c.jdk.Java(), append(jtest.QuickStart, args...)...).CombinedOutput()
	if err != nil {
		c.t.Errorf("%v: %s", err, out)
	}
	return string(out)
}

// compile compiles programs into a folder, and adds a file that names the main classes.
func (c *check) compile(dir string, mains []string, sources ...string) {
	c.t.Helper()
	c.javac(append([]string{"-nowarn", "-d", dir}, sources...)...)
	if err := os.WriteFile(filepath.Join(dir, "mains"), []byte(strings.Join(mains, "\n")+"\n"), 0o666); err != nil {
		c.t.Fatal(err)
	}
}

// generate makes random programs.
func (c *check) generate(dir string, count int) {
	c.t.Helper()
	from := c.t.TempDir()
	texts := map[string]string{"Fz": javagen.Support}
	var mains []string
	for i := range count {
		name := fmt.Sprintf("P%d", i)
		options := javagen.Options{Level: min(c.jdk.Version, 25), Super: true}
		texts[name] = javagen.Generate(name, int64(i), options).Text(nil)
		mains = append(mains, "fz.Fz 1 "+name)
	}
	var sources []string
	for name, text := range texts {
		source := filepath.Join(from, name+".java")
		if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
			c.t.Fatal(err)
		}
		sources = append(sources, source)
	}
	c.compile(dir, mains, sources...)
}

// check runs the check and expects a text at the end of what it prints.
func (c *check) check(want string, args ...string) {
	c.t.Helper()
	// With more fuel, random programs have thousands of contexts, and each naive count walks the stack.
	options := []string{"-Xverify:all", "-Dfz.fuel=100", "--patch-module", "java.base=" + c.base, "-cp", c.path,
		"jprof.agent.weave.WeaveCheck"}
	out := c.java(append(options, args...)...)
	if !strings.Contains(out, want) {
		c.t.Errorf("%v: not %q in %s", args, want, out)
	}
}
