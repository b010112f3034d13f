package trial

import (
	"os/exec"
	"strings"
	"testing"
)

func TestRunMeasuresFailures(t *testing.T) {
	for script, fails := range map[string]bool{"exit 0": false, "exit 1": true} {
		if u, err := Run(exec.Command("sh", "-c", script)); u.Wall <= 0 || err != nil != fails {
			t.Errorf("%s: %+v, %v", script, u, err)
		}
	}
	if _, err := Run(exec.Command("no-such-command")); err == nil {
		t.Error("no error")
	}
}

func TestTable(t *testing.T) {
	var b strings.Builder
	Titles(&b, "a", "b")
	Row(&b, "x", "1")
	if got := b.String(); got != "| a | b |\n| --- | --- |\n| x | 1 |\n" {
		t.Errorf("got\n%s", got)
	}
	if got := Spread(Ratios([]float64{2, 9, 4}, []float64{1, 3, 4})); got != "2.00 (1.00..3.00)" {
		t.Error(got)
	}
}
