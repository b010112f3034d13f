package settings

import (
	"gopkg.in/yaml.v3"

	"jprof/internal/util/term"
	"jprof/internal/util/version"
)

// Release is a version of jprof, such as 0.2.
type Release string

// UnmarshalYAML reads the text unchanged, because 0.10 is not a number.
func (r *Release) UnmarshalYAML(n *yaml.Node) error {
	*r = Release(n.Value)
	return nil
}

// checkRelease returns an error if the settings require a newer jprof. Nothing else is checked then, because other
// settings may be ones that this jprof does not know.
func checkRelease(root *yaml.Node) error {
	for key, value := range entries(root) {
		this, wanted := version.String(), value.Value
		if key.Value == "requires" && version.IsVersion(wanted) && version.IsBefore(this, wanted) {
			return nodeError{key, term.Errorf("install jprof "+wanted+" or newer",
				"requires jprof %s or newer; this is jprof %s", wanted, this)}
		}
	}
	return nil
}
