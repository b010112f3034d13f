package chromium

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jprof/internal/jtest"
)

// enough limits the answers in a row in which a page is the same, before a wait for something of it is given up. A page
// is asked once a second at most, and only answers count: a busy machine, which answers late, has more time.
const enough = 120

// look is an expression for the state of a page: its address, its scroll position, and its elements.
const look = `((s) => {
	let h = 0;
	for (let i = 0; i < s.length; i++) h = (h * 31 + s.charCodeAt(i)) | 0;
	return [location.href, document.readyState, scrollX, scrollY, s.length, h].join(" ");
})(document.documentElement?.outerHTML ?? "")`

// shown is an expression for the beginning of the text that a reader sees.
const shown = `location.href + ", which shows\n" + (document.body?.innerText ?? "").slice(0, 1000)`

// patient returns a context for a wait in a window. It ends with end, or when the page is quiet: its cause then has the
// text of the page.
func patient(window context.Context, pause time.Duration) (ctx context.Context, end func(), err error) {
	if err := chromedp.Do(window); err != nil { // starts the window, which ends with the context that has started it
		return nil, nil, err
	}
	ctx, cancel := context.WithCancelCause(window)
	go func() {
		last, same := "", 0
		for same < enough {
			select {
			case <-ctx.Done():
				return
			case <-time.After(pause):
			}
			now, err := chromedp.Run(ctx, chromedp.Evaluate[string](look))
			if err != nil || now != last { // an error: the page is just being left
				last, same = now, 0
			} else {
				same++
			}
		}
		text, err := chromedp.Run(ctx, chromedp.Evaluate[string](shown))
		if err != nil {
			text = err.Error()
		}
		cancel(fmt.Errorf("%d times in a row nothing changed at %s", enough, text))
	}()
	return ctx, func() { cancel(nil) }, nil
}

// Do runs actions in a window. It gives up when the page is quiet.
func Do(window context.Context, actions ...chromedp.Action[chromedp.Void]) error {
	ctx, end, err := patient(window, time.Second)
	if err != nil {
		return err
	}
	defer end()
	if err := chromedp.Do(ctx, actions...); err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return err
	}
	return nil
}

// Until waits until the value of an expression is accepted, also on the page that the window goes to meanwhile. An
// error of the expression is waited for, too: elements may not be there yet. It fails when the page is quiet.
func Until[T any](t testing.TB, window context.Context, expression, want string, accepted func(T) bool) {
	t.Helper()
	err := until(window, time.Second, expression, func(got T, err error) bool { return err == nil && accepted(got) })
	if err != nil {
		t.Fatalf("%v\nwant %s", err, want)
	}
}

// Wait is Until for programs and an expression that becomes true.
func Wait(window context.Context, expression string) error {
	return until(window, time.Second, expression, func(is bool, err error) bool { return err == nil && is })
}

// until evaluates an expression until done returns true. Its error has the last value of the expression.
func until[T any](window context.Context, pause time.Duration, expression string, done func(T, error) bool) error {
	ctx, end, err := patient(window, pause)
	if err != nil {
		return err
	}
	defer end()
	var got T
	var failed error
	ok := jtest.Await(func() bool {
		v, err := eval[T](ctx, expression)
		if ctx.Err() != nil {
			return true
		}
		got, failed = v, err
		return done(v, err)
	})
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%s is\n%v (%v)\n%w", expression, got, failed, context.Cause(ctx))
	case !ok:
		return fmt.Errorf("%s is\n%v (%v)\non a page that changes", expression, got, failed)
	}
	return nil
}
