package chromium

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Eval returns the value of an expression in a window. If the value is a promise, Eval waits for its result.
func Eval[T any](t testing.TB, window context.Context, expression string) T {
	t.Helper()
	v, err := eval[T](window, expression)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func eval[T any](window context.Context, expression string) (T, error) {
	v, err := chromedp.Run(window, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		err = fmt.Errorf("%s: %w", expression, err)
	}
	return v, err
}

// leftPage is part of the error of an evaluation during which the window left the page.
const leftPage = "Inspected target navigated"

// Await waits until an expression has a value. The window may go to another page meanwhile. Await fails if the page is
// quiet, that is, no longer changes.
func Await[T comparable](t testing.TB, window context.Context, expression string, want T) {
	t.Helper()
	err := until(window, time.Second, expression, func(got T, err error) bool {
		t.Helper()
		if err != nil && !strings.Contains(err.Error(), leftPage) {
			t.Fatal(err)
		}
		return err == nil && got == want
	})
	if err != nil {
		t.Fatalf("%v\nwant %v", err, want)
	}
}

// Text returns an expression for the text that an element shows, or "" without such an element.
func Text(selector string) string {
	return fmt.Sprintf(`(document.querySelector(%q)?.innerText.trim().replace(/\n+/g, "\n") ?? "")`, selector)
}

// Texts returns an expression for the texts that all elements of a selector show, with | between them.
func Texts(selector string) string {
	return fmt.Sprintf(`Array.from(document.querySelectorAll(%q), (e) => e.innerText.trim().replace(/\n+/g, `+
		`"\n")).join("|")`,
		selector)
}

// Press waits for a button or link with a text and clicks it. It searches dialogs first, then the page, then its head.
func Press(t testing.TB, window context.Context, name string) {
	t.Helper()
	find := fmt.Sprintf(`["dialog", "main", "nav"].flatMap((box) => Array.from(document.querySelectorAll(`+
		`box + " :is(button, a, summary)"))).find((e) => e.textContent.trim() === %q)`, name)
	Await(t, window, `Boolean(`+find+`)`, true)
	Eval[bool](t, window, `(`+find+`.click(), true)`)
}

// Fill puts a value into a field.
func Fill(t testing.TB, window context.Context, selector, value string) {
	t.Helper()
	Eval[bool](t, window, fmt.Sprintf(`((e) => {
		e.focus();
		e.value = %q;
		e.dispatchEvent(new Event("input", { bubbles: true }));
		e.dispatchEvent(new Event("change", { bubbles: true }));
		return true;
	})(document.querySelector(%q))`, value, selector))
}

// Quiet fails the test at its end if the page had an error or the browser blocked something. Messages that contain one
// of expected are allowed. The icon is always allowed: a browser requests it if it leaves a page before it has read the
// head.
func Quiet(t testing.TB, window context.Context, expected ...string) {
	t.Helper()
	var mu sync.Mutex
	var sins []string
	expected = append([]string{"/favicon.ico"}, expected...)
	sin := func(text string) {
		for _, e := range expected {
			if strings.Contains(text, e) {
				return
			}
		}
		mu.Lock()
		defer mu.Unlock()
		sins = append(sins, text)
	}
	err := chromedp.Listen(window, func(event any) {
		switch e := event.(type) {
		case *log.EventEntryAdded:
			sin(e.Entry.Text + " " + e.Entry.URL)
		case *runtime.EventExceptionThrown:
			sin(fmt.Sprint(e.ExceptionDetails.Text, e.ExceptionDetails.Exception))
		case *runtime.EventConsoleAPICalled:
			sin("console: " + string(e.Type))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(window, log.Enable, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		for _, s := range sins {
			t.Errorf("the browser reports: %s", s)
		}
	})
}
