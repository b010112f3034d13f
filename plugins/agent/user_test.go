package agent

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// user runs a program of testdata with agents of the user, and returns what it prints and has recorded.
func user(t *testing.T, jdk jtest.JDK, agents, main string, properties ...string) (result, recorded) {
	t.Helper()
	dir, api := t.TempDir(), jar(t)
	if out, err := jdk.Run("javac", "-nowarn", "-cp", api, "-d", filepath.Join(dir, "agents"),
		"testdata/agents/q/Visits.java"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return userPath(t, jdk, agents, filepath.Join(dir, "agents"), main, properties...)
}

// userPath is user with agents that are compiled already.
func userPath(t *testing.T, jdk jtest.JDK, agents, path, main string, properties ...string) (result, recorded) {
	t.Helper()
	dir, api := t.TempDir(), jar(t)
	classPath := filepath.Join(dir, "classes")
	settings := filepath.Join(dir, "agent.properties")
	text := fmt.Sprintf("out=%s\nagents=%s\n", filepath.Join(dir, "out"), agents)
	if strings.HasPrefix(main, "q.") {
		classPath = path
	} else {
		if out, err := jdk.Run("javac", "-nowarn", "-d", classPath,
			"../../testdata/contexts/"+main+".java"); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		text += "agentPath=" + path + "\n"
	}
	if err := os.WriteFile(settings, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	args := append(slices.Clone(jtest.QuickStart), "-javaagent:"+api+"="+settings, "-cp", classPath)
	args = append(args, properties...)
	got := run(t, exec.Command(jdk.Java(), append(args, main)...))
	if got.exit != 0 || got.stderr != "" && !strings.HasPrefix(agents, "jprof.") && main != "q.Visits$Replacing" {
		t.Errorf("%+v", got)
	}
	return got, collect(t, filepath.Join(dir, "out"))
}

// visit is the line of visit i of Activation: its comment has the numbers.
func visit(header int) string {
	return fmt.Sprintf("Activation.sum(II)I 1 %d below main: f %d %d\n", 2+3*header+7*(header-1), header-1,
		4*(header-1))
}

func TestActivation(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			all := "begin main\n"
			for header := 72; header <= 936; header += 72 {
				all += visit(header)
			}
			for _, tt := range []struct {
				properties []string
				want       string
				agents     int
			}{
				{nil, all + "end\n", 0},
				{[]string{"-Dthen=10000"}, "begin main\n" + visit(72) + visit(787) + "end\n", 0},
				{[]string{"-Dfail=x"}, "begin main\n" + visit(72) + visit(144), 1}, // switched off: no end
			} {
				got, r := user(t, jdk, "q.Visits", "Activation", tt.properties...)
				if got.stdout != tt.want {
					t.Errorf("%q: got %s, want %s", tt.properties, got.stdout, tt.want)
				}
				if r.calls["main/Activation.main/Activation.sum/Activation.f"] != 1000 {
					t.Errorf("contexts %v", r.calls)
				}
				agents := r.Profile.Source().Head().Agents
				losses := r.Profile.Source().Head().Losses
				if len(losses) != 1 || losses[0].Class != "q.Visits" {
					t.Errorf("losses %q", losses)
				}
				if len(agents) != tt.agents ||
					len(agents) > 0 && !strings.Contains(agents[0].Problem, "on purpose") {
					t.Errorf("problems of agents %q", agents)
				}
			}
		})
	}
}

// TestMissingAgent has the file say that an agent is not there.
func TestMissingAgent(t *testing.T) {
	_, r := user(t, jtest.Newest(t), "q.Missing", "Activation")
	agents := r.Profile.Source().Head().Agents
	if len(agents) != 1 || agents[0].Name != "q.Missing" || !strings.Contains(agents[0].Problem, "neither") {
		t.Errorf("problems of agents %q", agents)
	}
}

// TestMade reads objects and arrays, in a program that is not recorded for a while.
func TestMade(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			got, r := user(t, jdk, "q.Visits$Made", "q.Visits$Program")
			// made(4): 2 builders, int[1] and int[3], Object[4], long[2][4]; made(2): 1, int[1], Object[2], long[2][2].
			// Both clone the Object array.
			want := "made 2 3 3 3 5 4 12 6 16\njava.lang.StringBuilder\n0 0[]\n"
			if got.stdout != want {
				t.Errorf("got %q, want %q", got.stdout, want)
			}
			if r.byMethod()["q.Visits$Program.hidden"] != 0 {
				t.Errorf("contexts %v", r.calls)
			}
		})
	}
}

// TestReplacedStreams has an agent print to standard error at the end, where the program has replaced standard output:
// test frameworks do, and what an agent prints then is lost, or disturbs them.
func TestReplacedStreams(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		got, _ := user(t, jdk, "q.Visits", "q.Visits$Replacing")
		if got.stdout != "begin main\n" || got.stderr != "end\n" {
			t.Errorf("%v: %+v", jdk, got)
		}
	}
}

// TestExamples runs the agents that are shipped. The numbers are those in the comments of the programs.
func TestExamples(t *testing.T) {
	jdk := jtest.Newest(t)
	for _, tt := range []struct{ agent, program, want string }{
		{"Integrate", "Activation", "1 6 Activation.main\n1 10007 Activation.main;Activation.sum\n" +
			"1000 4000 Activation.main;Activation.sum;Activation.f\n"},
		{"Integrate", "Contexts", integrated},
		// sum has 10,007 of 14,013 bytecodes
		{"Sampler", "Activation", "13 Activation.main;Activation.sum\noverlap with the exact profile: 71.41 %\n"},
		{"Continuous", "Activation", "thread,bytecodes,objects,density,top\n" +
			"\"main\",1004,0,0.000,Activation.main;Activation.sum\n" +
			strings.Repeat("\"main\",1008,0,0.000,Activation.main;Activation.sum\n", 12)},
		{"Depth", "Activation", "1 6 Activation.main\n1001 14007 Activation.main;Activation.sum\n"},
		{"Depth", "Deep", "1 9 Deep.main\n8191 65524 Deep.main;Deep.a\n5001 45005 Deep.main;Deep.down\n"},
	} {
		file := filepath.Join(t.TempDir(), "out.txt")
		_, r := user(t, jdk, "jprof.agents."+tt.agent, tt.program, "-Djprof.agents.every=1000",
			"-Djprof.agents.depth=2", "-Djprof.agents.out="+file, "-Xss4m")
		got, err := os.ReadFile(file)
		if text := lambda.ReplaceAllString(string(got), "$1"); err != nil || text != tt.want {
			t.Errorf("%s of %s: got %s, %v, want %s", tt.agent, tt.program, text, err, tt.want)
		}
		agents := r.Profile.Source().Head().Agents
		cleared := len(agents) == 1 && strings.HasPrefix(agents[0].Problem, "has set contexts to 0")
		if len(agents) > 1 || cleared != (tt.agent == "Depth") {
			t.Errorf("%s: to be known of agents: %q", tt.agent, agents)
		}
	}
}

// lambda is the name of a lambda with its number, which compilers choose.
var lambda = regexp.MustCompile(`(lambda\$\w+\$)\d+`)

// integrated is the contexts of Contexts.java, of all threads: those that it starts, and main.
const integrated = `1 3 Contexts.<clinit>
1 2 Contexts.<clinit>;Contexts.init
2 4 Contexts.lambda$start$
2 10 Contexts.lambda$start$;Contexts.after
1 13 Contexts.main
1 7 Contexts.main;Contexts$Late.<clinit>
1 51 Contexts.main;Contexts.caught
5 25 Contexts.main;Contexts.caught;Contexts.after
5 10 Contexts.main;Contexts.caught;Contexts.thrower
5 30 Contexts.main;Contexts.caught;Contexts.thrower;Contexts.deep
1 11 Contexts.main;Contexts.generic
2 6 Contexts.main;Contexts.generic;Contexts$Impl.<init>
1 5 Contexts.main;Contexts.generic;Contexts$Impl.compareTo
1 2 Contexts.main;Contexts.generic;Contexts$Impl.compareTo;Contexts$Impl.compareTo
1 26 Contexts.main;Contexts.lambdas
1 2 Contexts.main;Contexts.lambdas;Contexts.callable
3 6 Contexts.main;Contexts.lambdas;Contexts.lambda$lambdas$
3 15 Contexts.main;Contexts.lambdas;Contexts.lambda$lambdas$;Contexts.after
1 34 Contexts.main;Contexts.start
1 60 Contexts.main;Contexts.supers
4 25 Contexts.main;Contexts.supers;Contexts$Sub.<init>
3 33 Contexts.main;Contexts.supers;Contexts$Sub.<init>;Contexts$Super.<init>
3 6 Contexts.main;Contexts.supers;Contexts$Sub.<init>;Contexts$Super.<init>;Contexts.made
4 18 Contexts.main;Contexts.supers;Contexts$Sub.<init>;Contexts.check
2 4 Contexts.main;Contexts.supers;Contexts$Sub.<init>;Contexts.made
4 20 Contexts.main;Contexts.supers;Contexts.after
`

// TestTemplate runs a program with the agent of the project that users copy.
func TestTemplate(t *testing.T) {
	classes := t.TempDir()
	sources, err := filepath.Glob("template/src/main/java/com/example/*.java")
	if err != nil || len(sources) == 0 {
		t.Fatal("no sources", err)
	}
	args := append([]string{"-cp", jar(t), "-d", classes}, sources...)
	if out, err := jtest.Newest(t).Run("javac", args...); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	runTemplate(t, classes)
}

// TestAcceptanceTemplate builds that project by Maven.
func TestAcceptanceTemplate(t *testing.T) {
	jtest.Acceptance(t)
	mvn := jtest.NeedsTool(t, "mvn")
	api, err := filepath.Abs("dist/jprof-api.jar")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "my-agent")
	if err := os.CopyFS(dir, os.DirFS("template")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(mvn, "-B", "-q", "-Djprof.api="+api, "package")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	runTemplate(t, filepath.Join(dir, "target/my-agent.jar"))
}

// TestAgentOfTheManual compiles the agent of docs/CONTEXTS.md by the commands that the page prints, and runs a program
// with it.
func TestAgentOfTheManual(t *testing.T) {
	page, err := os.ReadFile("../../docs/CONTEXTS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "\n    // Deepest.java\n")
	code, text, _ := strings.Cut(text, "\n    make build")
	_, text, _ = strings.Cut(text, "\n")
	commands, _, ok := strings.Cut(text, "\n\n")
	if !ok {
		t.Fatal("the page has no agent, or no commands behind it")
	}
	dir, jdk := t.TempDir(), jtest.Newest(t)
	code = strings.ReplaceAll("\n"+code, "\n    ", "\n")
	if err := os.WriteFile(filepath.Join(dir, "Deepest.java"), []byte(code), 0o666); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(commands) {
		words := strings.Fields(line)
		if words[0] == "jprof" {
			break
		}
		for i, word := range words {
			switch {
			case word == "bin/jprof-api.jar":
				words[i] = jar(t)
			case word == "agent" || strings.HasPrefix(word, "deepest.") || strings.HasSuffix(word, ".java"):
				words[i] = filepath.Join(dir, word)
			}
		}
		if out, err := jdk.Run(words[0], words[1:]...); err != nil {
			t.Fatalf("%s: %v: %s", line, err, out)
		}
	}
	// Numbers by hand: main, sum and f.
	got, _ := userPath(t, jdk, "Deepest", filepath.Join(dir, "deepest.jar"), "Activation")
	if got.stdout != "deepest: 2\n" {
		t.Errorf("the agent prints %q", got.stdout)
	}
}

// runTemplate runs a program with the agent of the template, which is in a folder or a jar.
func runTemplate(t *testing.T, agentPath string) {
	t.Helper()
	dir := t.TempDir()
	settings := filepath.Join(dir, "agent.properties")
	text := fmt.Sprintf("out=%s\nagents=com.example.Deepest\nagentPath=%s\n", filepath.Join(dir, "out"), agentPath)
	if err := os.WriteFile(settings, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p := program{name: "many"}
	got := run(t, p.plain(t, jtest.Newest(t), "-javaagent:"+jar(t)+"="+settings))
	if got.exit != 0 || !strings.HasPrefix(got.stdout, "end of many\ndeepest: ") || got.stderr != "" ||
		!strings.Contains(got.stdout, ", in p.Main.") {
		t.Errorf("%+v", got)
	}
}
