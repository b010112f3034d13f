package agent

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/jtest"
	"jprof/internal/util/term"
	"jprof/plugins"
)

// An agent of the user that cannot be one is an error before any JVM starts.
func TestCheckAgents(t *testing.T) {
	jar, err := plugins.ContextAgent()
	if err != nil {
		t.Skip(err)
	}
	j, dir := jtest.Newest(t), t.TempDir()
	agent, folder := filepath.Join(dir, "agent.jar"), filepath.Join(dir, "classes")
	source := filepath.Join(dir, "Some.java")
	if err := os.WriteFile(agent, jar, 0o666); err != nil {
		t.Fatal(err)
	}
	const body = "{ public long begin(Thread t, Context root) { return 1; }" +
		" public long visit(Context c) { return 1; } }"
	text := "package q;\nimport jprof.api.*;\nclass Good implements ContextAgent " + body +
		"\nclass Derived extends Good {}\nabstract class Half implements ContextAgent {}\nclass None {}\n" +
		"class Made extends Good { Made(int n) {} }\n"
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := j.Run("javac", "-cp", agent, "-d", folder, source); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	packed, damaged := filepath.Join(dir, "q.jar"), filepath.Join(dir, "damaged.jar")
	if out, err := j.Run("jar", "cf", packed, "-C", folder, "."); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.WriteFile(damaged, []byte("no jar"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, path, want string }{
		{"jprof.agents.Sampler", "", ""},
		{"jprof.agents.Samplr", "", "there is no agent jprof.agents.Samplr"},
		{"jprof.agents.Report", "", "jprof.agents.Report"}, // shared by the agents
		{"jprof.agent.Depth", "", "there is no agent jprof.agent.Depth"},
		{"q.Anything", "", ""}, // it may be on the class path
		{"q.Good", folder, ""},
		{"q.Good", packed, ""},
		{"q.Derived", packed, ""},
		{"q.Goood", packed, "the agent path has no class q.Goood"},
		{"q.Half", packed, "the class q.Half is abstract"},
		{"q.None", folder, "the class q.None does not implement"},
		{"q.Made", folder, "the class q.Made has no constructor without parameters"},
		{"q.Good", damaged, "damaged.jar"},
	} {
		set := Settings{Agents: []string{tt.name}}
		if tt.path != "" {
			set.AgentPath = []string{tt.path}
		}
		err := set.CheckAgents()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s in %q: got %v, want %q", tt.name, tt.path, err, tt.want)
		}
	}
	lib := filepath.Join(dir, "*")
	linked := filepath.Join(dir, "linked.jar")
	manifest := filepath.Join(dir, "manifest")
	if err := os.WriteFile(manifest, []byte("Class-Path: other.jar\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := j.Run("jar", "cfm", linked, manifest); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, tt := range []struct{ name, classPath, want, hint string }{
		{"jprof.agents.Sampler", "", "", ""},
		{"q.Good", folder, "", ""},
		{"q.Good", "classes", "", ""}, // below the folder of the program
		{"q.Good", lib, "", ""},
		{"q.Goood", filepath.Join(dir, "none") + string(filepath.ListSeparator) + packed, "no agent q.Goood",
			"did you mean q.Good?"},
		{"Sampelr", folder, "no agent Sampelr", "did you mean jprof.agents.Sampler?"},
		{"q.None", packed, "the class q.None does not implement", ""},
		{"q.Anything", linked, "", ""}, // it may be in a jar that this one names
	} {
		err := Settings{Agents: []string{tt.name}}.CheckOnClassPath(tt.classPath, dir)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s in %q: got %v, want %q", tt.name, tt.classPath, err, tt.want)
		}
		if hints := term.Hints(err); tt.hint != "" && (len(hints) == 0 || hints[0] != tt.hint) {
			t.Errorf("%s in %q: hints %q, want %q", tt.name, tt.classPath, hints, tt.hint)
		}
	}
	for name, want := range map[string]bool{"Depth": false, "dept": false, "q.Depth": true, "Mine": true} {
		if err := (Settings{Agents: []string{name}}).CheckUnnamed(); (err == nil) != want {
			t.Errorf("%s, without the class path of a build: %v", name, err)
		}
	}
	if got := agentsIn(os.DirFS(folder)); len(got) != 1 || got[0] != "q.Good" {
		t.Errorf("agents %q", got)
	}
}
