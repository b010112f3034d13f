package chromium

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jprof/internal/jtest"
)

// enough is the number of equal answers in a row after which a page is quiet, and a wait for it ends. A page is asked
// once a second at most. Only answers count, so a busy machine, which answers late, gets more time.
const enough = 120

// look is an expression for the state of a page: address, progress of loading, scroll position, and a hash of its
// elements.
const look = `((s) => {
	let h = 0;
	for (let i = 0; i < s.length; i++) h = (h * 31 + s.charCodeAt(i)) | 0;
	return [location.href, document.readyState, scrollX, scrollY, s.length, h].join(" ");
})(document.documentElement?.outerHTML ?? "")`

// shown is an expression for the address of a page and the first 1,000 characters of its visible text.
const shown = `location.href + ", which shows\n" + (document.body?.innerText ?? "").slice(0, 1000)`

// patient returns a context for a wait in a window. The context ends when the function end is called, or when the page
// does not change any more. In the second case, its cause contains the text of the page.
func patient(window context.Context, pause time.Duration) (ctx context.Context, end func(), err error) {
	if err := chromedp.Do(window); err != nil { // starts the window, which ends with the context that starts it
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
			if err != nil || now != last { // an error means that the window leaves the page
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

// Do runs actions in a window. It returns an error if the page becomes quiet meanwhile.
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

// Until waits until accepted returns true for the value of an expression. The window may go to another page meanwhile.
// An error of the expression does not end the wait, because elements may still be missing. Until fails if the page is
// quiet.
func Until[T any](t testing.TB, window context.Context, expression, want string, accepted func(T) bool) {
	t.Helper()
	err := until(window, time.Second, expression, func(got T, err error) bool { return err == nil && accepted(got) })
	if err != nil {
		t.Fatalf("%v\nwant %s", err, want)
	}
}

// Wait waits until an expression is true. Unlike Until it returns an error, so programs can use it.
func Wait(window context.Context, expression string) error {
	return until(window, time.Second, expression, func(is bool, err error) bool { return err == nil && is })
}

// until evaluates an expression until done returns true. Its error contains the last value of the expression.
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
