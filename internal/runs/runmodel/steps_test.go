package runmodel

import (
	"slices"
	"strings"
	"testing"

	"jprof/internal/runs"
)

// TestStepsNamed checks by which names users may ask for a test step: also by that of the outputs.
func TestStepsNamed(t *testing.T) {
	c := &Contexts{Opened: &runs.Opened{Run: runs.Run{ID: "r", Tests: []runs.TestStep{
		{ID: "app-1", Module: "g:app", Goal: "test", Execution: "default-test"},
		{ID: "app-2", Module: "g:app", Goal: "integration-test", Execution: "it"}}}}}
	if name := StepName(c.Tests[1]); name != "g:app integration-test it" {
		t.Errorf("name %q", name)
	}
	for name, want := range map[string][]string{
		"app": {"app-1", "app-2"}, "g:app": {"app-1", "app-2"}, "test": {"app-1"}, "it": {"app-2"}, "app-2": {"app-2"},
		"g:app test default-test": {"app-1"},
	} {
		if ids, err := c.StepsNamed([]string{name}); err != nil || !slices.Equal(ids, want) {
			t.Errorf("%s: %v, %v", name, ids, err)
		}
	}
	if _, err := c.StepsNamed([]string{"unit"}); err == nil || !strings.Contains(err.Error(), "no such test step") {
		t.Errorf("an unknown step: %v", err)
	}
}
