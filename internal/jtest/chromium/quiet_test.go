package chromium

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jprof/internal/jtest"
)

func TestMain(m *testing.M) { os.Exit(Run(m)) }

// TestQuietPage checks that a wait for an event that never comes ends, and one for a late event does not.
func TestQuietPage(t *testing.T) {
	jtest.Slow(t)
	shared, err := Shared()
	if errors.Is(err, ErrNone) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	window, end := chromedp.NewContext(shared, chromedp.WithNewBrowserContext())
	defer end()
	const page = `data:text/html,<body><p>before</p><script>let n = 0; setInterval(() => {
		if (++n < 300) document.body.dataset.n = n; else document.querySelector("p").textContent = "after";
	}, 5)</script>`
	if err := Do(window, chromedp.Navigate(page)); err != nil {
		t.Fatal(err)
	}
	wait := func(want string) error {
		return until(window, 10*time.Millisecond, Text("p"), func(got string, _ error) bool { return got == want })
	}
	if err := wait("after"); err != nil {
		t.Error(err)
	}
	err = wait("never")
	if err == nil {
		t.Fatal("a wait for what never comes has an end without an error")
	}
	for _, part := range []string{Text("p") + " is\nafter", "nothing changed at data:text/html", "which shows\nafter"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%v lacks %q", err, part)
		}
	}
}
