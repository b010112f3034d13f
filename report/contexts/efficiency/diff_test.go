package efficiency_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/contexts"
	"jprof/internal/jtest"
	"jprof/report/contexts/efficiency"
)

// TestRenamedMethodIsTheSame compares two runs of a program in which one method was renamed: it differs in nothing.
func TestRenamedMethodIsTheSame(t *testing.T) {
	jdk := jtest.Newest(t)
	program, err := os.ReadFile(timeFormat)
	if err != nil {
		t.Fatal(err)
	}
	analyzedAs := func(old, renamed string) *efficiency.Result {
		path := filepath.Join(t.TempDir(), "TimeFormat.java")
		text := strings.ReplaceAll(string(program), old, renamed)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		c, err := contexts.Collect(recordedIn(t, jdk, path, "TimeFormat", ""), time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		return analyzed(t, c, efficiency.Default())
	}
	before := analyzedAs("zeroPad", "zeroPad")
	changes := func(after *efficiency.Result) (list []string) {
		for _, c := range efficiency.Compare(before, after).Methods {
			list = append(list, fmt.Sprint(c.Of.Name, c.New, c.Gone))
		}
		return list
	}
	if got := changes(analyzedAs("zeroPad", "fill")); len(got) > 0 {
		t.Errorf("renamed: %q", got)
	}
	after := analyzedAs("zeroPad", "zeroPad")
	after.Methods = slices.DeleteFunc(after.Methods, func(m *efficiency.Method) bool { return m.Name == "zeroPad" })
	if got := changes(after); !slices.Equal(got, []string{"zeroPadfalse true"}) {
		t.Errorf("without zeroPad: %q", got)
	}
}
