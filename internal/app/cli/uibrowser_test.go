package cli

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"

	"jprof/internal/jtest"
	"jprof/internal/jtest/chromium"
)

// uiWindow is a window of a browser with the page of a jprof ui that a test has started.
type uiWindow struct {
	t       *testing.T
	ctx     context.Context
	process *exec.Cmd
	address string
}

// openUI starts jprof ui and opens its page, or skips the test where no browser is installed. expected is as for
// chromium.Quiet.
func openUI(t *testing.T, expected ...string) uiWindow {
	t.Helper()
	jtest.Slow(t)
	ctx, end, err := chromium.Open(t.Context(), t.TempDir())
	if errors.Is(err, chromium.ErrNone) {
		t.Skipf("%v: the page is not tried in a browser", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	w := uiWindow{t: t, ctx: ctx}
	w.process, w.address = startUI(t, sharedCache, "false", "--no-open")
	t.Cleanup(func() {
		_ = w.process.Process.Signal(syscall.SIGTERM) // the test may have killed it
		_ = w.process.Wait()
	})
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	chromium.Quiet(t, ctx, expected...)
	w.visit(w.address)
	w.await(chromium.Text("h1"), "Projects")
	return w
}

func (w uiWindow) visit(address string) {
	w.t.Helper()
	if err := chromium.Do(w.ctx, chromedp.Navigate(address)); err != nil {
		w.t.Fatal(err)
	}
}

func (w uiWindow) await(expression, want string) {
	w.t.Helper()
	chromium.Await(w.t, w.ctx, expression, want)
}

func (w uiWindow) press(name string) { w.t.Helper(); chromium.Press(w.t, w.ctx, name) }

func (w uiWindow) fill(selector, value string) {
	w.t.Helper()
	chromium.Fill(w.t, w.ctx, selector, value)
}

// has waits until an element has a text in it.
func (w uiWindow) has(selector, text string) {
	w.t.Helper()
	chromium.Await(w.t, w.ctx, fmt.Sprintf("%s.includes(%q)", chromium.Text(selector), text), true)
}

// open opens a project by typing its path.
func (w uiWindow) open(dir string) {
	w.t.Helper()
	w.fill("#folder", dir)
	w.has("#folder-is", "✓")
	w.press("Open")
	w.await(chromium.Text("h1"), filepath.Base(dir))
}

// The state of a job, and its output.
const (
	jobIs  = "main .run"
	output = ".terminal"
)

// TestUIProgram runs a program of one file with arguments and input, some of which is typed while it runs. Then the
// server is killed, and another one started at its port.
func TestUIProgram(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "words")
	const program = `import java.util.Scanner;

class Words {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine())
            System.out.println(args[0] + in.nextLine());
        System.out.println("no more");
    }
}
`
	if err := errors.Join(os.Mkdir(dir, 0o777),
		os.WriteFile(filepath.Join(dir, "Words.java"), []byte(program), 0o666)); err != nil {
		t.Fatal(err)
	}
	w := openUI(t, "Failed to load resource", "ERR_") // errors after the server is killed
	w.open(dir)
	w.press("Run a program …")
	w.await(`document.querySelector("[list=mains]")?.value ?? ""`, "Words.java")
	w.fill(".basics input:not([list])", "'<b> '")
	w.press("Standard input")
	w.fill(".basics textarea", "one\n")
	w.has("#line", "jprof run Words.java ")
	w.press("Run")
	w.has(output, "<b> one")
	w.fill(".line input", "two")
	w.press("Send")
	w.has(output, "<b> two")
	w.press("End of input")
	w.has(output, "no more")
	w.has(jobIs, "passed")

	// One step leads to the report of the run that it has made.
	w.await(chromium.Text("main .actions .main[target]"), "Open the report")
	report := chromium.Eval[string](t, w.ctx, `document.querySelector("main .actions .main[target]").href`)
	was := chromium.Eval[string](t, w.ctx, `location.href`)
	w.visit(report + "?page=Hot+spots")
	w.await(`location.pathname.replace(/[0-9a-f]{16,}/, "X") + " " + `+chromium.Text("h1"), "/r/X/hot.html Hot spots")
	w.visit(was)
	w.press("Open the run")
	w.await(chromium.Texts(".exports button"), "cobertura|csv|jacoco|json|lcov|markdown") // sarif needs gates
	w.press("lcov")
	w.has("main section:last-child .lead", "-lcov.info is saved.")
	w.press("Code")
	w.await(chromium.Texts("[role=treeitem]"), ".jprof jprof|Words.java main method 100 %")

	if err := w.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = w.process.Wait()
	chromium.Eval[bool](t, w.ctx, `document.querySelector("[role=treeitem]:last-child .row").click() ?? true`)
	w.has("#banner", "Connection lost.")
	u, err := url.Parse(w.address)
	if err != nil {
		t.Fatal(err)
	}
	next, address := startUI(t, sharedCache, "false", "--no-open", "--port", u.Port())
	w.has("#banner", "Open the address that it has printed.")
	w.visit(address)
	w.has("table.projects tbody", "words") // and projects of tests that run beside this one
	if err := next.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := next.Wait(); err != nil {
		t.Error(err)
	}
}
