package agent

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

func TestProperties(t *testing.T) {
	s, err := openStore(t.TempDir(), []byte("a jar"))
	if err != nil {
		t.Fatal(err)
	}
	set := Settings{Out: `C:\out put`, Limit: 5, CallSites: true, Children: true, Include: []string{"a.*", "b.C"},
		AgentPath: []string{" x"}}
	path, err := s.properties(set, All, "/patch")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := `out=C:\\out put
coverage=all
patch=/patch
limit=5
callSites=true
include=a.*,b.C
woven=` + s.wovenDir(set) + `
children=` + s.jar + `
agentPath=\ x
`
	if string(text) != want {
		t.Errorf("got:\n%swant:\n%s", text, want)
	}
	again, err := s.properties(set, All, "/patch")
	if err != nil || again != path {
		t.Errorf("equal settings are in %s and %s (%v)", path, again, err)
	}
	if other, err := s.properties(set, App, ""); err != nil || other == path {
		t.Errorf("other settings are in %s, too (%v)", other, err)
	}
}

func TestFolderWithEqualsSign(t *testing.T) {
	_, err := openStore(filepath.Join(t.TempDir(), "a=b"), []byte("a jar"))
	if err == nil || !strings.Contains(err.Error(), "= in its path") {
		t.Errorf("got the error %v", err)
	}
}

func TestOptions(t *testing.T) {
	a := &Agent{Coverage: App, jar: "/a b/agent.jar", settings: "/a b/x.properties", Feature: 8}
	got, err := a.ToolOptions(" -Dx=1 '-Dy=2 3' ")
	if want := `"-javaagent:/a b/agent.jar=/a b/x.properties" -Dx=1 '-Dy=2 3'`; got != want || err != nil {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	if _, err := a.ToolOptions(strings.Repeat("x", 1000)); err == nil {
		t.Error("Java 8 takes more than it reads")
	}
	a.Feature = 17
	if _, err := a.ToolOptions(strings.Repeat("x", 1000)); err != nil {
		t.Error(err)
	}
	agent := "-javaagent:/a b/agent.jar=/a b/x.properties"
	if got, want := a.Options(), []string{agent}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	a.Coverage, a.Patch = All, "/p"
	want := []string{agent, "--patch-module=java.base=/p/java.base.jar", "-XX:-OmitStackTraceInFastThrow",
		"-XX:+UnlockDiagnosticVMOptions", "-XX:-DisplayVMOutput"}
	if got := a.Options(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The JVM itself reads what quote has written.
func TestQuote(t *testing.T) {
	for _, j := range jtest.JDKs(t) {
		var words, want []string
		for i, value := range []string{"plain", "two words", "tab\tinside", `it's`, `say "a b"`, `'both' "kinds" x`,
			`back\slash`} {
			name := fmt.Sprintf("jprof.test%d", i)
			words = append(words, quote("-D"+name+"="+value))
			want = append(want, name+" = "+value+"\n")
		}
		t.Setenv(ToolVariable, strings.Join(words, " "))
		out, err := exec.Command(j.Java(), append(jtest.QuickStart, "-XshowSettings:properties", "-version")...).
			CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", j, err, out)
		}
		for i, line := range want {
			if !strings.Contains(string(out), line) {
				t.Errorf("%v: %s is not read as %s%s", j, words[i], line, out)
			}
		}
	}
}

// TestTimeOptions checks that whole stacks are asked for where samples are taken, and that the settings of the recorder
// are a file that the agent finds.
func TestTimeOptions(t *testing.T) {
	a := &Agent{Coverage: App, jar: "/agent.jar", settings: "/x.properties", time: true}
	if got := strings.Join(a.JDKOptions(), " "); !strings.Contains(got, "-XX:FlightRecorderOptions=stackdepth=") {
		t.Errorf("got %s", got)
	}
	s, err := openStore(t.TempDir(), []byte("a jar"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[Coverage]string{}
	for _, coverage := range []Coverage{App, All} {
		path, err := s.properties(Settings{Time: true}, coverage, "")
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(text), "flight=")
		path, _, _ = strings.Cut(rest, "\n")
		events, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(events), "jdk.ThreadPark#threshold=1 ms\n") {
			t.Errorf("%s: %v\n%s", coverage, err, events)
		}
		files[coverage] = string(events)
	}
	if strings.Contains(files[All], "jdk.FileRead") || !strings.Contains(files[App], "jdk.FileRead") {
		t.Errorf("events of Java code are those of runs without contexts of the JDK:\n%s\n%s", files[All], files[App])
	}
}
