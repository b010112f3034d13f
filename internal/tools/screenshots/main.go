// Command screenshots takes the pictures of the documentation: it writes the reports on the newest runs of Apache James
// Mime4j and of Apache Commons CSV, and photographs their pages in Chromium, always the same places in the same sizes;
// and the page of jprof ui while it builds a copy of Mime4j. It is a program for the development of jprof.
//
//	go run ./internal/tools/screenshots -jprof bin/jprof -project DIR -tests DIR -ui DIR -o docs/images
//
// The first DIR is a tree of Mime4j in which jprof has run, such as the one of make corpus ONLY=mime4j, and has run
// again with --contexts=app. The second is a tree of Commons CSV in which jprof has run with --by-test, the third one
// of Mime4j with some run. Without one of them, its pictures do not change.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"jprof/internal/jtest/chromium"
)

// picture is a page in a certain state.
type picture struct {
	name          string
	page          string
	width, height int64
	scheme        string // the colour scheme of the system
	act           string // a script that acts as a user
}

const (
	source = "source/org.apache.james.mime4j.stream.RawFieldParser.java.html"
	// toMethod shows a method with conditions that went one way only.
	toMethod   = `document.getElementById("L281").scrollIntoView({ block: "start" })`
	mapByHeat  = `document.querySelector(".byheat").click(); document.querySelector(".maphead").scrollIntoView()`
	codeByHeat = toMethod + `; document.dispatchEvent(new KeyboardEvent("keydown", { key: "c", bubbles: true }))`
	// search types into the box, as the key / would let a user do.
	search = `(() => {
		const box = document.getElementById("search");
		box.focus();
		box.value = "rawfieldparser";
		box.dispatchEvent(new Event("input"));
	})()`
	// parsing zooms into the test that parses large messages, and puts the cursor on the method that parses fields.
	parsing = `(() => {
		const largest = (name) => flame.state().cells.filter((c) => c.box.textContent === name)
			.reduce((a, b) => (a.width > b.width ? a : b));
		document.getElementById("graph").scrollIntoView();
		largest("DefaultMessageBuilder.parseMessage").box.click();
		const graph = document.getElementById("flame");
		graph.focus();
		for (let i = 0; i < 6; i++) graph.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown" }));
	})()`
	uncovered = `(() => {
		const show = document.querySelector("[data-filter=x]");
		show.value = "none";
		show.dispatchEvent(new Event("change"));
		document.querySelectorAll("[data-tree] thead button")[3].click();
		document.getElementById("tree").scrollIntoView();
	})()`
)

var pictures = []picture{
	{"overview", "index.html", 1280, 800, "light", ""},
	{"overview-dark", "index.html", 1280, 800, "dark", mapByHeat},
	{"uncovered", "index.html", 1280, 720, "light", uncovered},
	{"search", "index.html", 1024, 600, "light", search},
	{"class", "class/org.apache.james.mime4j.stream.RawFieldParser.html", 1280, 720, "light", ""},
	{"source", source, 1280, 800, "light", toMethod},
	{"source-phone", source, 390, 844, "light", toMethod},
	{"source-dark", source, 1280, 800, "dark", codeByHeat},
	{"contexts", "contexts.html", 1280, 1000, "light", parsing},
	{"callers", source, 1280, 720, "light", `document.querySelectorAll(".callers h3")[1].scrollIntoView()`},
	{"overview-phone", "index.html", 390, 844, "light", ""},
}

const (
	lexer = "source/org.apache.commons.csv.Lexer.java.html#L142"
	// testsOfLine shows the number of tests beside each line, and those of the line of the address.
	testsOfLine = `for (const key of ["T", "t"])
		document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))`
	bySeconds = `document.querySelectorAll("#tests thead button")[2].click()`
)

// testPictures lists the pictures of a run by test.
var testPictures = []picture{
	{"tests", "tests.html", 1280, 800, "light", ""},
	{"test-class", "tests/org.apache.commons.csv.CSVParserTest.html", 1280, 720, "light", bySeconds},
	{"source-tests", lexer, 1280, 800, "light", testsOfLine},
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "screenshots:", err)
		os.Exit(1)
	}
}

func run() error {
	jprof := flag.String("jprof", "bin/jprof", "the jprof that writes the report")
	project := flag.String("project", "", "tree of Mime4j in which jprof has run")
	tests := flag.String("tests", "", "tree of Commons CSV in which jprof has run with --by-test")
	ui := flag.String("ui", "", "tree of Mime4j for the pages of jprof ui, which builds a copy of it")
	out := flag.String("o", "docs/images", "folder for the pictures")
	flag.Parse()
	program, err := filepath.Abs(*jprof)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "jprof-screenshots-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Minute) // a build is among them
	defer cancel()
	ctx, cancel, err = chromium.Open(ctx, filepath.Join(work, "profile"))
	if err != nil {
		return err
	}
	defer cancel()
	if _, err := chromedp.Call(ctx, emulation.SetScrollbarsHidden,
		emulation.SetScrollbarsHiddenParams{Hidden: true}); err != nil {
		return err
	}
	for _, a := range []struct {
		title, project string
		pictures       []picture
	}{{"Apache James Mime4j", *project, pictures}, {"Apache Commons CSV", *tests, testPictures}} {
		if a.project == "" {
			continue
		}
		report := filepath.Join(work, filepath.Base(a.project))
		write := exec.Command(program, "report", "--title", a.title, "-o", report)
		write.Dir, write.Stdout, write.Stderr = a.project, os.Stderr, os.Stderr
		if err := write.Run(); err != nil {
			return fmt.Errorf("writing the report: %w", err)
		}
		if err := takeAll(ctx, a.pictures, report, *out); err != nil {
			return err
		}
	}
	if *ui == "" {
		return nil
	}
	return takeUI(ctx, program, *ui, work, *out)
}

// takeAll takes pictures of a report.
func takeAll(ctx context.Context, list []picture, report, out string) error {
	for _, p := range list {
		image, err := p.take(ctx, report)
		if err == nil {
			err = p.keep(image, out)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// keep writes the image of a picture into the folder out.
func (p picture) keep(image []byte, out string) error {
	fmt.Printf("%s.png %d kB\n", p.name, len(image)/1000)
	return os.WriteFile(filepath.Join(out, p.name+".png"), image, 0o666)
}

// take opens a page of a report, acts, and takes the picture.
func (p picture) take(ctx context.Context, report string) ([]byte, error) {
	file, line, _ := strings.Cut(p.page, "#")
	page := url.URL{Scheme: "file", Path: filepath.Join(report, file), Fragment: line}
	err := errors.Join(p.size(ctx), chromedp.Do(ctx,
		chromedp.Navigate("about:blank"), // so that nothing of the previous picture remains
		chromedp.Navigate(page.String()),
	))
	if err != nil {
		return nil, err
	}
	if p.act != "" {
		if err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](p.act+"; undefined")); err != nil {
			return nil, err
		}
	}
	return p.shoot(ctx)
}

// size sets the colours and the size of the window.
func (p picture) size(ctx context.Context) error {
	return errors.Join(chromium.Prefer(ctx, p.scheme), chromedp.Do(ctx, chromedp.EmulateViewport(p.width, p.height)))
}

// shoot takes the picture of the page as it is.
func (p picture) shoot(ctx context.Context) ([]byte, error) {
	if err := chromedp.Do(ctx, chromedp.Sleep(time.Second)); err != nil { // the page loads and draws meanwhile
		return nil, err
	}
	return chromedp.Run(ctx, chromedp.CaptureScreenshot())
}
