package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// adder is a program that calls sum as often as its argument says.
const adder = `package org.example;

public class Adder {
    static int sum(int n) {
        int total = 0;
        for (int i = 0; i < n; i++) {
            total += i % 7;
        }
        return total;
    }

    static void never() {
        System.out.println("never");
    }

    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        for (int i = 0; i < rounds; i++) {
            System.out.println(sum(411));
        }
        if (rounds > 1000) {
            never();
        }
    }
}
`

// editing is an editor in a terminal, in the project of adder.
type editing struct {
	*terminal
	project string
	home    string // of the user, with the editor's settings
	cmd     *exec.Cmd
}

// adderPath is the path of the source below the project.
const adderPath = "src/org/example/Adder.java"

// newEditing counts a run of adder with 3 rounds. Files are the user's settings, by their names below the home.
func newEditing(t *testing.T, files map[string]string) *editing {
	e := &editing{terminal: &terminal{T: t}, project: filepath.Join(t.TempDir(), "adder")}
	var err error
	if e.home, err = os.MkdirTemp("", "jprof-editor-"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // servers that the editor has started may still be ending
		if !jtest.Await(func() bool { return os.RemoveAll(e.home) == nil }) {
			t.Errorf("%s is still in use", e.home)
		}
	})
	e.write(filepath.Join(e.project, adderPath), adder)
	for name, text := range files {
		e.write(filepath.Join(e.home, name), text)
	}
	e.count("3")
	return e
}

func (e *editing) write(path, text string) {
	e.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		e.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		e.Fatal(err)
	}
}

// count runs adder under jprof.
func (e *editing) count(rounds string) {
	e.Helper()
	cmd := exec.Command("jprof", "run", "-d", "src", adderPath, rounds)
	cmd.Dir, cmd.Env = e.project, append(os.Environ(), "JPROF_CACHE="+sharedCache)
	if out, err := cmd.CombinedOutput(); err != nil {
		e.Fatalf("%v: %v\n%s", cmd, err, out)
	}
}

// start starts the editor with the source.
func (e *editing) start(command ...string) {
	e.Helper()
	cmd := exec.Command(command[0], append(command[1:], adderPath)...)
	cmd.Dir = e.project
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "XDG_") }),
		"HOME="+e.home, "PATH="+filepath.Join(e.home, "bin")+":"+os.Getenv("PATH"),
		"TERM=xterm-256color", "LC_ALL=C.UTF-8")
	e.terminal, e.cmd = inTerminal(e.T, cmd, 40), cmd
}

// beside waits until the line with this code shows some words after it; "" for nothing at all.
func (e *editing) beside(code, text string) {
	e.Helper()
	if !jtest.Await(func() bool {
		for _, line := range strings.Split(e.screen.String(), "\n") {
			if _, after, ok := strings.Cut(line, code); ok {
				words := " " + strings.Join(strings.Fields(after), " ") + " "
				return strings.Contains(words, " "+text+" ") && (text != "" || words == "  ")
			}
		}
		return false
	}) {
		e.Fatalf("%q is not beside %q:\n%s", text, code, e.screen.String())
	}
}

// at waits until the cursor is on the line with this code.
func (e *editing) at(code string) {
	e.Helper()
	if !jtest.Await(func() bool {
		lines, y := strings.Split(e.screen.String(), "\n"), e.screen.CursorPosition().Y
		return y < len(lines) && strings.Contains(lines[y], code)
	}) {
		e.Fatalf("the cursor is at %v, not at %q:\n%s", e.screen.CursorPosition(), code, e.screen.String())
	}
}

// snippets returns the blocks of a language in a section of docs/EDITORS.md, in order.
func snippets(t *testing.T, section, language string) []string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/EDITORS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "\n## "+section+"\n")
	after, _, _ = strings.Cut(after, "\n## ")
	var found []string
	for _, block := range strings.Split(after, "\n```"+language+"\n")[1:] {
		code, _, _ := strings.Cut(block, "\n```\n")
		found = append(found, code+"\n")
	}
	if len(found) == 0 {
		t.Fatalf("docs/EDITORS.md has no code in %s in the section %s", language, section)
	}
	return found
}

// counted checks the hints of the run with 3 rounds.
func (e *editing) counted() {
	e.Helper()
	e.beside("static int sum(int n) {", "3×")
	e.beside("int total = 0;", "3×")
	e.beside("total += i % 7;", "1,233×")
	e.beside(`System.out.println("never");`, "0×")
	e.beside("public static void main(String[] args) {", "1×")
	e.beside("if (rounds > 1000) {", "1×")
}

// TestNeovim uses jprof lsp in Neovim, by the settings of docs/EDITORS.md.
func TestNeovim(t *testing.T) {
	jtest.Slow(t)
	t.Parallel()
	e := newEditing(t, map[string]string{".config/nvim/init.lua": snippets(t, "Neovim", "lua")[0]})
	e.start(jtest.Consumer(t, "nvim"))
	e.neovim()
}

// neovim does what users do in Neovim.
func (e *editing) neovim() {
	e.counted()
	e.shows("3 invocations")
	e.types("/total +=\rK")
	e.shows("1,233 executions", "Adder.java 3")
	e.types("gg")
	e.shows("-1,233 executions")
	e.types(" u")
	e.at(`System.out.println("never");`)
	e.types(" u")
	e.at("never();")
	e.types("k:lua vim.diagnostic.open_float()\r")
	e.shows("1 of 2 outcomes happened: T 0 / F 1")

	e.types("ggO// one more line\x1b")
	e.counted()
	e.beside("// one more line", "")
	e.types("/total = 0\rciwsum\x1b") // in the method sum
	e.beside("int sum = 0;", "")
	e.beside("total += i % 7;", "")
	e.shows("changed since the run: no counts")
	e.beside("if (rounds > 1000) {", "1×")
	e.types("u")
	e.counted()

	e.count("5")
	e.beside("total += i % 7;", "2,055×")
	e.beside("static int sum(int n) {", "5×")
	e.shows("5 invocations")
	e.types(":qall!\r")
	if err := e.cmd.Wait(); err != nil {
		e.Errorf("it ends with %v:\n%s", err, e.screen.String())
	}
}
