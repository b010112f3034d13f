package agent

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// TestChildren starts JVMs that do not inherit the environment, from one that has the agent by it.
func TestChildren(t *testing.T) {
	jtest.NeedsTool(t, "env")
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "two words")
			agent, settings := filepath.Join(dir, "agent.jar"), filepath.Join(dir, "agent.properties")
			out, step := filepath.Join(dir, "out"), filepath.Join(dir, "out", "7")
			data, err := os.ReadFile(jar(t))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			for path, content := range map[string][]byte{agent: data, settings: []byte("out=" + out + "\n")} {
				if err := os.WriteFile(path, content, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			cmd := program{name: "children"}.plain(t, jdk)
			cmd.Env = append(cmd.Env, `JAVA_TOOL_OPTIONS="-javaagent:`+agent+"="+settings+`" -Dmine=null`,
				"JPROF_COUNTS="+step)
			got := run(t, cmd)
			if got.exit != 0 || got.stdout != "end of children\n" {
				t.Fatalf("%+v", got)
			}
			r := collect(t, step)
			if n := r.calls["main/Main.main/Children.child/Main.work"]; n != 4 || len(r.Lacks()) > 0 {
				t.Errorf("%d calls in JVMs with the agent, want 4; problems %q", n, r.Lacks())
			}
			if n := r.calls["main/Main.main/Children.run/Main.work"]; n != 1 {
				t.Errorf("contexts %v", r.calls)
			}
			if rest, _ := filepath.Glob(filepath.Join(out, "*.contexts")); len(rest) > 0 {
				t.Errorf("JVMs that are of no step: %s", strings.Join(rest, ", "))
			}
		})
	}
}

// TestLedChildren starts JVMs from one that has the agent on its command line: theirs get it, too.
func TestLedChildren(t *testing.T) {
	jtest.NeedsTool(t, "env")
	out := filepath.Join(t.TempDir(), "out")
	p := program{name: "children", settings: []string{"children=" + jar(t)}}
	if got := run(t, p.command(t, jtest.Newest(t), out)); got != (result{0, "end of children\n", ""}) {
		t.Fatalf("%+v", got)
	}
	r := collect(t, out)
	if n := r.calls["main/Main.main/Children.child/Main.work"]; n != 4 || len(r.Lacks()) > 0 {
		t.Errorf("%d calls in JVMs with the agent, want 4; problems %q", n, r.Lacks())
	}
}
