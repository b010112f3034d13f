package settings

import (
	"fmt"
	"os"
	"reflect"
	"slices"

	"gopkg.in/yaml.v3"

	"jprof/internal/util/term"
)

// Variable is the environment variable with the path of a file in which a plugin of the project's build hands over its
// settings. The file is YAML, which JSON is, too: the keys of ofBuild.
//
//	{"file": "/path/pom.xml", "line": 57, "settings": {"skip": {"file": "**/A.java"}, "by-test": "true"},
//	 "places": [{"file": "/path/pom.xml", "line": 58}, {"file": "/path/pom.xml", "line": 58},
//	  {"file": "/path/parent/pom.xml", "line": 20}]}
//
// The places are those of all keys of the settings, in their order; without them, all are at the line.
//
// The settings have the names and the structure of the settings file, with two differences, as Maven's configuration
// has no types: a list may be a mapping, whose keys are ignored and may repeat, and all values may be texts.
const Variable = "JPROF_SETTINGS"

// ofBuild has settings of a project's build.
type ofBuild struct {
	place    `yaml:",inline"`
	Settings yaml.Node `yaml:"settings"`
	Places   []place   `yaml:"places"`

	nodes map[*yaml.Node]place // all of the settings
}

// readOfBuild reads the settings of the build, nil if there are none.
func readOfBuild() (*ofBuild, error) {
	path := os.Getenv(Variable)
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", Variable, err)
	}
	b := &ofBuild{nodes: map[*yaml.Node]place{}}
	if err := yaml.Unmarshal(text, b); err != nil {
		return nil, fmt.Errorf("%s: %s: %w", Variable, path, err)
	}
	if b.File == "" || b.Settings.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%s: %s does not have the keys file and settings", Variable, path)
	}
	b.note(&b.Settings, b.place)
	typed(&b.Settings, reflect.TypeFor[Settings]())
	return b, nil
}

// note adds a node at a place, and those below it, to b.nodes. It takes the places of keys off b.Places.
func (b *ofBuild) note(n *yaml.Node, at place) {
	b.nodes[n] = at
	for key, value := range entries(n) {
		below := at
		if len(b.Places) > 0 {
			below, b.Places = b.Places[0], b.Places[1:]
		}
		b.nodes[key] = below
		b.note(value, below)
	}
	if n.Kind == yaml.SequenceNode {
		for _, item := range n.Content {
			b.note(item, at)
		}
	}
}

// has reports whether a node is one of the settings of a build, nil for none.
func (b *ofBuild) has(n *yaml.Node) bool {
	if b == nil {
		return false
	}
	_, has := b.nodes[n]
	return has
}

// onlyOnce returns an error for a key that a section below n has twice.
func onlyOnce(n *yaml.Node) error {
	for _, c := range n.Content {
		if err := onlyOnce(c); err != nil {
			return err
		}
	}
	seen := map[string]bool{}
	for key := range entries(n) {
		if seen[key.Value] {
			return nodeError{key, term.Errorf("give each key once", "%s is there twice", key.Value)}
		}
		seen[key.Value] = true
	}
	return nil
}

// typed makes lists of mappings that have to be lists of the type t, and numbers and the like of texts, below the
// node n.
func typed(n *yaml.Node, t reflect.Type) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == reflect.TypeFor[Exclude]() && !hasAny(n, settingsOf(t)) {
		t = reflect.TypeFor[[]string]()
	}
	if n.Kind == yaml.ScalarNode {
		n.Tag, n.Style = "", 0
		n.Tag = n.ShortTag() // as of the text without quotes
		return
	}
	switch t.Kind() {
	case reflect.Slice:
		if n.Kind == yaml.MappingNode {
			var values []*yaml.Node
			for _, value := range entries(n) {
				values = append(values, value)
			}
			n.Kind, n.Tag, n.Content = yaml.SequenceNode, "!!seq", values
		}
		for _, item := range n.Content {
			typed(item, t.Elem())
		}
	case reflect.Map:
		for _, value := range entries(n) {
			typed(value, t.Elem())
		}
	case reflect.Struct:
		for key, value := range entries(n) {
			if at := slices.Index(settingsOf(t), key.Value); at >= 0 {
				typed(value, t.Field(at).Type)
			}
		}
	}
}

// hasAny reports whether a mapping has one of some keys.
func hasAny(n *yaml.Node, names []string) bool {
	for key := range entries(n) {
		if slices.Contains(names, key.Value) {
			return true
		}
	}
	return false
}

// join adds the settings of the build to those of the file. A setting that both have is an error.
func (d *document) join() error {
	if err := onlyOnce(&d.build.Settings); err != nil {
		return d.named(err)
	}
	if d.root == nil || d.root.Tag == "!!null" {
		d.root = &d.build.Settings
		return nil
	}
	if d.root.Kind != yaml.MappingNode {
		return nil // decode has an error for it
	}
	return d.joinSection(d.root, &d.build.Settings, "")
}

func (d *document) joinSection(section, more *yaml.Node, name string) error {
	for key, value := range entries(more) {
		full := name + key.Value
		there := valueOf(section, key.Value)
		switch {
		case there == nil:
			section.Content = append(section.Content, key, value)
		case there.Kind == yaml.MappingNode && value.Kind == yaml.MappingNode:
			if err := d.joinSection(there, value, full+"."); err != nil {
				return err
			}
		default:
			err := fmt.Errorf("%s is also set in %s", full, d.place(value))
			return d.named(nodeError{there, term.WithHints(err, "remove one of the two")})
		}
	}
	return nil
}
