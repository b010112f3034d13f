package affected

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"jprof/docs/schema"
)

// TestRulesAreDocumented checks that the schema lists the rules, and docs/TESTS.md each with its words.
func TestRulesAreDocumented(t *testing.T) {
	var s struct {
		Defs struct {
			Reason struct {
				Properties struct{ Rule struct{ Enum []Rule } }
			}
		} `json:"$defs"`
	}
	if err := json.Unmarshal(schema.Affected, &s); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../docs/TESTS.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := s.Defs.Reason.Properties.Rule.Enum
	for r, text := range inWords {
		if !slices.Contains(listed, r) {
			t.Errorf("the schema does not have %s", r)
		}
		if row := fmt.Sprintf("\n| `%s` | %s |\n", r, text); !strings.Contains(string(page), row) {
			t.Errorf("docs/TESTS.md has no row%s", row)
		}
		if r.Words() != text {
			t.Errorf("%s: %q", r, r.Words())
		}
	}
	if len(listed) != len(inWords) {
		t.Errorf("the schema lists %d rules of %d", len(listed), len(inWords))
	}
	if r := Rule("later"); r.Words() != "later" {
		t.Errorf("a rule of another version: %q", r.Words())
	}
}
