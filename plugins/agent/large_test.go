package agent

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// TestLargeMethod runs a method of nearly 64 KB, which with counters has more: it runs as it is and is a loss, and the
// rest of its class counts.
func TestLargeMethod(t *testing.T) {
	var text strings.Builder
	text.WriteString("public class Large {\n static int n;\n static void large() {\n")
	for i := range 3600 { // of 18 bytes each
		fmt.Fprintf(&text, "  if (n == %d) n = small(n);\n", 1000+i)
	}
	text.WriteString(" }\n static int small(int i) { return i + 1; }\n" +
		" public static void main(String[] args) { large(); n = 1000; large(); n = small(n);" +
		" System.out.println(n); }\n}\n")
	for _, jdk := range jtest.JDKs(t) {
		dir, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
		source := filepath.Join(dir, "Large.java")
		if err := os.WriteFile(source, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		if text, err := jdk.Run("javac", "-d", dir, source); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		cmd := program{}.command(t, jdk, out)
		cmd.Args = append(cmd.Args[:len(cmd.Args)-2], dir, "Large")
		if got := run(t, cmd); got != (result{0, "4601\n", ""}) {
			t.Fatalf("%v: %+v", jdk, got)
		}
		r := collect(t, out)
		losses := r.Profile.Source().Head().Losses
		if len(losses) != 1 || losses[0].Class != "Large" || losses[0].Method != "large()V" ||
			!strings.Contains(losses[0].Reason, "64 KB") {
			t.Errorf("%v: losses %+v", jdk, losses)
		}
		if r.calls["main/Large.main"] != 1 || r.calls["main/Large.main/Large.small"] != 3601 || r.nodes != 2 {
			t.Errorf("%v: contexts %v", jdk, r.calls)
		}
	}
}
