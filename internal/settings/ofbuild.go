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
//	{"file": "/path/pom.xml", "line": 57, "settings": {"skip": {"file": "**/A.java"}, "by-test": "true"}}
//
// The settings have the names and the structure of the settings file, with two differences, as Maven's configuration
// has no types: a list may be a mapping, whose keys are ignored and may repeat, and all values may be texts.
const Variable = "JPROF_SETTINGS"

// ofBuild has settings of a project's build.
type ofBuild struct {
	File     string    `yaml:"file"` // of the build, in which they are
	Line     int       `yaml:"line"` // in the file, 0 if it is not known
	Settings yaml.Node `yaml:"settings"`

	nodes map[*yaml.Node]bool // all of the settings
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
	b := &ofBuild{nodes: map[*yaml.Node]bool{}}
	if err := yaml.Unmarshal(text, b); err != nil {
		return nil, fmt.Errorf("%s: %s: %w", Variable, path, err)
	}
	if b.File == "" || b.Settings.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%s: %s does not have the keys file and settings", Variable, path)
	}
	typed(&b.Settings, reflect.TypeFor[Settings]())
	b.note(&b.Settings)
	return b, nil
}

// note adds a node, and those below it, to b.nodes.
func (b *ofBuild) note(n *yaml.Node) {
	b.nodes[n] = true
	for _, c := range n.Content {
		b.note(c)
	}
}

// typed makes lists of mappings that have to be lists of the type t, and numbers and the like of texts, below the
// node n.
func typed(n *yaml.Node, t reflect.Type) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == reflect.TypeFor[Exclude]() && !slices.ContainsFunc(keys(n), func(key string) bool {
		return slices.Contains(settingsOf(t), key)
	}) {
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
			n.Kind, n.Tag, n.Content = yaml.SequenceNode, "!!seq", values(n)
		}
		for _, item := range n.Content {
			typed(item, t.Elem())
		}
	case reflect.Map:
		for _, value := range values(n) {
			typed(value, t.Elem())
		}
	case reflect.Struct:
		for i, key := range keys(n) {
			if at := slices.Index(settingsOf(t), key); at >= 0 {
				typed(values(n)[i], t.Field(at).Type)
			}
		}
	}
}

// keys returns the keys of a mapping, nil for any other node.
func keys(n *yaml.Node) (list []string) {
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			list = append(list, n.Content[i].Value)
		}
	}
	return list
}

// values returns the values of a mapping, in the order of its keys.
func values(n *yaml.Node) (list []*yaml.Node) {
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			list = append(list, n.Content[i+1])
		}
	}
	return list
}

// join adds the settings of the build to those of the file. A setting that both have is an error.
func (d *document) join() error {
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
	for i, key := range keys(more) {
		value, there := values(more)[i], valueOf(section, key)
		switch {
		case there == nil:
			section.Content = append(section.Content, more.Content[2*i], value)
		case there.Kind == yaml.MappingNode && value.Kind == yaml.MappingNode:
			if err := d.joinSection(there, value, name+key+"."); err != nil {
				return err
			}
		default:
			err := fmt.Errorf("%s is also set in %s", name+key, d.build.place())
			return d.named(nodeError{there, term.WithHints(err, "remove one of the two")})
		}
	}
	return nil
}

// place returns the file and the line of the settings.
func (b *ofBuild) place() string {
	if b.Line == 0 {
		return b.File
	}
	return fmt.Sprintf("%s, line %d", b.File, b.Line)
}
