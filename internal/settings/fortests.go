package settings

import (
	"gopkg.in/yaml.v3"

	"jprof/internal/util/lineends"
)

// afterTests lists the settings that jprof reads when the tests have ended: gates, and what reports show.
var afterTests = []string{"check", "components", "efficiency", "report", "requires"}

// ForTests returns the settings in the text of a file without those that no test can depend on, comments and format. If
// none remain, it returns nil, as for a project without the file. A text that is no map of settings is returned as it
// is.
func ForTests(text []byte) []byte {
	text = lineends.Unix(text)
	var all map[string]any
	if err := yaml.Unmarshal(text, &all); err != nil {
		return text
	}
	for _, name := range afterTests {
		delete(all, name)
	}
	if len(all) == 0 {
		return nil
	}
	rest, err := yaml.Marshal(all)
	if err != nil {
		return text
	}
	return rest
}
