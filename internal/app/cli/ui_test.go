package cli

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"jprof/buildtools"
	"jprof/buildtools/maven"
	"jprof/internal/app/manual"
	"jprof/internal/app/ui"
	"jprof/internal/jtest"
)

// addressLine matches the output of jprof ui.
var addressLine = regexp.MustCompile(`^jprof ui: (http://127\.0\.0\.1:[0-9]+/\?token=[0-9a-f]{64})\n$`)

// startUI starts jprof ui, and returns the process and the address that it prints.
func startUI(t *testing.T, cache, browser string, args ...string) (*exec.Cmd, string) {
	t.Helper()
	cmd := exec.Command("jprof", append([]string{"ui"}, args...)...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "JPROF_CACHE="+cache, "BROWSER="+browser,
		"MAVEN_OPTS="+jtest.QuickMaven)
	cmd.Stderr = t.Output()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // it has ended, unless the test failed
		if cmd.ProcessState == nil && cmd.Process.Signal(syscall.SIGTERM) == nil {
			_ = cmd.Wait() // with the builds that it has started
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	found := addressLine.FindStringSubmatch(line)
	if err != nil || found == nil {
		t.Fatalf("it printed %q, %v", line, err)
	}
	return cmd, found[1]
}

// TestUI starts the page, enters it and ends it.
func TestUI(t *testing.T) {
	jtest.Slow(t)
	t.Parallel()
	cache := t.TempDir()
	cmd, address := startUI(t, cache, "false", "--port", "0", "--no-open")
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK || len(answer.Cookies()) != 1 {
		t.Errorf("%s, cookies %v", answer.Status, answer.Cookies())
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("after Ctrl-C: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(cache, "ui", "server-*")); err != nil || len(left) > 0 {
		t.Errorf("left over: %q, %v", left, err)
	}
}

// TestUIOpens looks at the command line of the browser.
func TestUIOpens(t *testing.T) {
	jtest.Slow(t)
	t.Parallel()
	dir := t.TempDir()
	browser := jtest.FakeTool(t, dir, "browser", `cat "$1" >"$(dirname "$0")/page"; echo "$1" >"$(dirname "$0")/arg"`)
	cmd, address := startUI(t, t.TempDir(), browser)
	var arg []byte
	if !jtest.Await(func() bool {
		arg, _ = os.ReadFile(filepath.Join(dir, "arg"))
		return strings.HasSuffix(string(arg), "\n")
	}) {
		t.Fatal("the browser is not started")
	}
	_, token, _ := strings.Cut(address, "=")
	page, err := os.ReadFile(filepath.Join(dir, "page"))
	if err != nil || !strings.Contains(string(page), address) || strings.Contains(string(arg), token) {
		t.Errorf("opened %s, %v: %s", arg, err, page)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("after SIGTERM: %v", err)
	}
}

// TestUIPort asks for ports that it cannot have.
func TestUIPort(t *testing.T) {
	for _, test := range []struct{ port, text string }{
		{"65536", "--port must be 0 to 65535, not 65536"},
		{"-1", "--port must be 0 to 65535, not -1"},
		{"x", `--port: "x" is not a whole number`},
	} {
		var errs strings.Builder
		code := Main([]string{"jprof", "ui", "--no-open", "--port", test.port},
			Env{Stdout: io.Discard, Stderr: &errs, Dir: t.TempDir(), Vars: []string{"JPROF_CACHE=" + t.TempDir()}})
		if code != 2 || !strings.Contains(errs.String(), test.text) {
			t.Errorf("--port %s: exit code %d, %s", test.port, code, errs.String())
		}
	}
}

// TestCheckLine checks command lines of the page as the commands do, without running them.
func TestCheckLine(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"pom.xml": "<project/>", "Main.java": "class Main {}"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := newSession(Env{Stdout: io.Discard, Stderr: io.Discard, Dir: t.TempDir()}, tools)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ line, text string }{
		{"mvn verify", ""},
		{"mvn --by-test --label x verify", ""},
		{"mvn --help", ""},
		{"mvn deploy", "mvn deploy is refused"},
		{"mvn --label a/b verify", `"a/b" is not a label`},
		{"mvn --repeat x verify", `"x" is not a whole number`},
		{"mvn --affected HEAD --repeat 3 verify", "leave --repeat out"},
		{"gradle test", "build.gradle in this folder"},
		{"run Main.java 1 2", ""},
		{"run --label x Main.java", ""},
		{"run None.java", "None.java: no such file"},
		{"run", "requires the Java file"},
		{"run --nonsense Main.java", "no such option: --nonsense"},
		{"report --run base", ""},
		{"report --top x", `"x" is not a whole number`},
	} {
		err := s.checkLine(dir, strings.Fields(test.line))
		if (err == nil) != (test.text == "") || err != nil && !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: %v, want %q", test.line, err, test.text)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("it wrote files: %v, %v", entries, err)
	}
}

// TestPageCommands checks the data on commands that the page gets.
func TestPageCommands(t *testing.T) {
	list := pageCommands(testApp(t, new(bytes.Buffer)), buildtools.Registry{maven.Tool{}})
	names := map[string]ui.Command{}
	for _, c := range list {
		names[c.Name] = c
		for _, o := range c.Options {
			if !strings.HasPrefix(o.Name, "-") || o.Usage == "" || !slices.Contains(o.Names, o.Name) ||
				strings.ContainsAny(o.Value, "[]=") {
				t.Errorf("%s: %+v", c.Name, o)
			}
		}
	}
	for _, name := range []string{"mvn", "gradle", "run", "instrument", "report", "check", "clean", "doctor"} {
		if names[name].Usage == "" || len(names[name].Forms) == 0 {
			t.Errorf("no command %s", name)
		}
	}
	for _, name := range append(notOnPage, "internal-instrument", "") {
		if _, ok := names[name]; ok {
			t.Errorf("the page has the command %s", name)
		}
	}
	if names["mvn"].Unit != "goal" || names["run"].Unit != "" {
		t.Errorf("units %q, %q", names["mvn"].Unit, names["run"].Unit)
	}
	i := slices.IndexFunc(names["run"].Options, func(o manual.Option) bool { return o.Name == "--contexts" })
	if o := names["run"].Options[max(i, 0)]; !o.OptionalValue || o.Value != "MODE" {
		t.Errorf("%+v", o)
	}
}
