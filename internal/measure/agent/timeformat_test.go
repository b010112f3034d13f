package agent

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/contexts"
	"jprof/internal/jtest"
	"jprof/internal/util/environ"
	"jprof/report/contexts/efficiency"
)

// measured runs a program with full coverage, and returns the efficiency of its method measured.
func measured(t *testing.T, j jtest.JDK, source, class string) *efficiency.Result {
	t.Helper()
	dir := t.TempDir()
	_, problems, err := java(t, j, []string{environ.CountsVariable + "=" + dir},
		append(full(t, j).Options(), "-cp", compile(t, j, source), class)...)
	if err != nil || problems != "" {
		t.Fatalf("%v\n%s", err, problems)
	}
	c, err := contexts.Collect(dir, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	o := efficiency.Default()
	o.Below = func(m *efficiency.Method) bool { return m.Name == "measured" }
	r, err := efficiency.Analyze(c.Profile.Source(), c.Pack, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// timeFormatRow is a line of the comment of TimeFormatText.java: a method, and its numbers.
var timeFormatRow = regexp.MustCompile(`(?m)^ \* ([\w.<>]+\([\w\[\],]*\)) +((?:\d+ +){10}\d+)$`)

// timeFormatRows returns the rows for the JDK's build, by its file release; none if the comment lacks that build.
func timeFormatRows(comment, release string) map[string]string {
	rows := map[string]string{}
	for _, part := range strings.Split(comment, "\n * JDK ")[1:] {
		build, _, _ := strings.Cut(part, " ")
		if !strings.Contains(release, `JAVA_VERSION="`+build+`"`) {
			continue
		}
		for _, m := range timeFormatRow.FindAllStringSubmatch(part, -1) {
			rows[m[1]] = strings.Join(strings.Fields(m[2]), " ")
		}
	}
	return rows
}

// TestTimeFormatOfJDK computes table 2 of the paper with the JDK's own classes, as the comment of TimeFormatText.java
// has it. docs/lab/EFFICIENCY.md explains what differs from the paper. On any JDK the values of the program's own
// methods are those of the paper, and its output.
func TestTimeFormatOfJDK(t *testing.T) {
	source := filepath.FromSlash("../../../testdata/contexts/TimeFormatText.java")
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range jtest.JDKs(t) {
		t.Run(j.String(), func(t *testing.T) {
			t.Parallel()
			r := measured(t, j, source, "TimeFormatText")
			got := map[string]string{}
			for _, m := range r.Methods {
				if m.Bridge {
					continue
				}
				n := &m.Numbers
				name := m.Class[strings.LastIndexByte(m.Class, '.')+1:] + strings.TrimPrefix(m.Signature(), m.Class)
				got[name] = fmt.Sprint(n.Invocations, n.Cost, n.Writes, n.Escaping, n.NotEscaping, n.Captured,
					n.Output, n.Returned, n.Operand, n.Local, n.Value)
				switch m.Name {
				case "outputTime":
					if n.Value != 33 || n.Output != 33 || n.Operand != 0 {
						t.Errorf("outputTime: %+v", n)
					}
				case "zeroPad":
					if n.Value != 36 || n.Returned != 33 {
						t.Errorf("zeroPad: %+v", n)
					}
				}
			}
			release, err := os.ReadFile(filepath.Join(j.Home, "release"))
			if err != nil {
				t.Fatal(err)
			}
			want := timeFormatRows(string(text), string(release))
			for method, numbers := range want {
				if got[method] != numbers {
					t.Errorf("%s: %s, want %s", method, got[method], numbers)
				}
			}
			if len(got) < 30 || len(want) != 25 && len(want) != 0 {
				t.Errorf("%d methods, %d rows", len(got), len(want))
			}
		})
	}
}
