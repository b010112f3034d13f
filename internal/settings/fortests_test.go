package settings_test

import (
	"testing"

	"jprof/internal/settings"
)

func TestForTests(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "",
		"# nothing\n":                "",
		"check:\n  lines: 80\n":      "",
		"report: {title: x}\n":       "",
		"skip: [a]  # generated\r\n": "skip:\n    - a\n",
		"check:\n  lines: 80\nskip:\n  - a\ncomponents: {}\n": "skip:\n    - a\n",
		"by-test: true\n": "by-test: true\n",
		"a: b: c\n":       "a: b: c\n", // no YAML
		"word\n":          "word\n",
	} {
		if got := string(settings.ForTests([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
