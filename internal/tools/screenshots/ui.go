package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"

	"jprof/internal/jtest/chromium"
)

const (
	// fillForm chooses counts by test and types goals.
	fillForm = `(() => {
		Array.from(document.querySelectorAll(".chip")).find((chip) => chip.innerText === "By test").click();
		const goals = document.querySelector(".basics input");
		goals.value = "--batch-mode test";
		goals.dispatchEvent(new Event("input", { bubbles: true }));
	})()`
	formIs    = `document.querySelector(".basics input") !== null`
	formReady = `document.querySelector("#line").innerText === "jprof mvn --by-test --batch-mode test"`
	start     = `document.querySelector(".command .button.main").click()`
	started   = `location.hash.includes("/job/")`
	// busy reports whether enough tests have run that the page is worth a look.
	busy = `Array.from(document.querySelectorAll(".tile"), (tile) => tile.innerText)
		.some((text) => /^tests\s+[\d,]{2}/i.test(text)) && document.querySelectorAll(".hot tbody tr").length > 20`
	over = `document.querySelector("main").innerText.includes("The run has ended")`
	// listed reports whether the runs and the first charts are there.
	listed = `document.querySelector("main tbody tr") !== null && document.querySelector("main svg") !== null`
)

// takeUI takes pictures of jprof ui. It copies the project first, as it builds it for the picture of live counts.
func takeUI(ctx context.Context, program, project, work, out string) error {
	dir := filepath.Join(work, "ui", filepath.Base(project))
	if err := errors.Join(os.Mkdir(filepath.Dir(dir), 0o777), os.CopyFS(dir, os.DirFS(project))); err != nil {
		return err
	}
	server := exec.CommandContext(ctx, program, "ui", "--port", "0", "--no-open")
	server.Dir, server.Stderr = dir, os.Stderr
	server.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(work, "cache")) // it has the known projects
	server.Cancel = func() error { return server.Process.Signal(os.Interrupt) }
	printed, err := server.StdoutPipe()
	if err != nil {
		return err
	}
	if err := server.Start(); err != nil {
		return err
	}
	defer func() { _ = errors.Join(server.Cancel(), server.Wait()) }() // the pictures are taken
	line, err := bufio.NewReader(printed).ReadString('\n')
	if err != nil {
		return fmt.Errorf("jprof ui prints no address: %w", err)
	}
	words := strings.Fields(line)
	if err := errors.Join(chromedp.Do(ctx, chromedp.Navigate(words[len(words)-1])),
		chromium.Wait(ctx, `document.querySelector("h1")?.innerText === "Projects"`)); err != nil {
		return err
	}
	id, err := chromedp.Run(ctx, chromedp.Evaluate[string](`fetch("api/projects", { method: "POST",
		headers: { "Content-Type": "application/json" }, body: JSON.stringify({ path: `+fmt.Sprintf("%q", dir)+` }) })
		.then((answer) => answer.json()).then((project) => project.id)`, chromedp.EvalAwaitPromise))
	if err != nil {
		return err
	}
	open := func(view, shown string) error {
		address := fmt.Sprintf(`location.hash = "#/p/%s/%s"; undefined`, id, view)
		return errors.Join(chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](address)), chromium.Wait(ctx, shown))
	}
	act := func(script, done string) error {
		return errors.Join(chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](script+"; undefined")),
			chromium.Wait(ctx, done))
	}
	shot := func(name, scheme string) error {
		p := picture{name: name, width: 1280, height: 900, scheme: scheme}
		if err := p.size(ctx); err != nil {
			return err
		}
		image, err := p.shoot(ctx)
		if err != nil {
			return err
		}
		return p.keep(image, out)
	}
	for _, step := range []func() error{
		func() error { return open("run", formIs) },
		func() error { return act(fillForm, formReady) },
		func() error { return shot("ui-run", "light") },
		func() error { return act(start, started) },
		func() error { return open("live", busy) },
		func() error { return shot("ui-live", "dark") },
		func() error { return chromium.Wait(ctx, over) },
		func() error { return open("runs", listed) },
		func() error { return shot("ui-runs", "light") },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
