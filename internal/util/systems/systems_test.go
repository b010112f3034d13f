package systems

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestPage compares the table of docs/SYSTEMS.md with the limits.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../../docs/SYSTEMS.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for line := range strings.Lines(string(text)) {
		if strings.Count(line, "|") == 5 && strings.Contains(line, "| affected |") {
			rows = append(rows, strings.TrimSpace(line))
		}
	}
	var want []string
	for _, l := range limits {
		row := "| " + l.text
		for _, system := range []string{"linux", "darwin", "windows"} {
			row += map[bool]string{true: " | affected", false: " | not affected"}[slices.Contains(l.systems, system)]
		}
		want = append(want, row+" |")
	}
	if !slices.Equal(rows, want) {
		t.Errorf("docs/SYSTEMS.md has\n%s\nwant\n%s", strings.Join(rows, "\n"), strings.Join(want, "\n"))
	}
}

func TestLimits(t *testing.T) {
	for system, want := range map[string]int{"linux": 0, "darwin": 2, "windows": len(limits), "plan9": 0} {
		if got := Limits(system); len(got) != want {
			t.Errorf("%s: %q", system, got)
		}
	}
	if Name("darwin") != "macOS" || Name("plan9") != "plan9" {
		t.Error("names")
	}
}
