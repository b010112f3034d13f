package settings

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"jprof/internal/util/term"
	"jprof/internal/util/version"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/gate"
)

// checkShape returns an error for the first setting below the node n that is unknown, or has the wrong type. t is the
// type of the settings. The error is a nodeError with the name of the setting, which the decoder's errors do not have.
func checkShape(n *yaml.Node, t reflect.Type, name string) error {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind == 0 || n.Tag == "!!null" {
		return nil
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	required := func(what string) error {
		if name == "" {
			name = "the file"
		}
		return nodeError{n, fmt.Errorf("%s must be %s, not %s", name, what, brief(n))}
	}
	switch t {
	case reflect.TypeFor[Percent]():
		if _, err := gate.ParsePercent(n.Value); err != nil || n.Kind != yaml.ScalarNode {
			return required("a percentage such as 80 or 79.5")
		}
		return nil
	case reflect.TypeFor[Threshold]():
		if _, err := ParseThreshold(n.Value); err != nil || n.Kind != yaml.ScalarNode {
			return required("a percentage such as 80 or 79.5, or the word base")
		}
		return nil
	case reflect.TypeFor[Age]():
		if _, err := words.ParseAge(n.Value); err != nil || n.Kind != yaml.ScalarNode {
			return required("an age such as 14d, 36h or 2w")
		}
		return nil
	case reflect.TypeFor[Count]():
		if err := n.Decode(new(Count)); err != nil {
			return required("a whole number such as 1000")
		}
		return nil
	case reflect.TypeFor[Day]():
		if err := n.Decode(new(Day)); err != nil {
			return required("a day such as 2027-01-31")
		}
		return nil
	case reflect.TypeFor[Release]():
		if n.Kind != yaml.ScalarNode || !version.IsVersion(n.Value) {
			return required("a version of jprof such as 0.2")
		}
		return nil
	case reflect.TypeFor[Texts]():
		if n.Kind == yaml.ScalarNode {
			return nil
		}
	case reflect.TypeFor[Exclude]():
		switch n.Kind {
		case yaml.SequenceNode:
			t = reflect.TypeFor[[]string]()
		case yaml.ScalarNode:
			return required("a list of paths, or have the keys " + words.Listed(settingsOf(t)))
		}
	}
	switch {
	case t.Kind() == reflect.Struct && n.Kind == yaml.MappingNode:
		return checkSection(n, t, name)
	case t.Kind() == reflect.Map && n.Kind == yaml.MappingNode:
		for key, value := range entries(n) {
			if err := checkShape(value, t.Elem(), name+"."+key.Value); err != nil {
				return err
			}
		}
	case t.Kind() == reflect.Slice && n.Kind == yaml.SequenceNode:
		for _, item := range n.Content {
			if err := checkShape(item, t.Elem(), name); err != nil {
				return err
			}
		}
	default:
		if what := shapeOf(n, t); what != "" {
			return required(what)
		}
	}
	return nil
}

// shapeOf names the kind of node that a type requires, "" if n has that kind, or any kind is allowed.
func shapeOf(n *yaml.Node, t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct:
		return "a section with the keys " + words.Listed(settingsOf(t))
	case reflect.Map:
		return "a section with a list for each name"
	case reflect.Slice:
		return "a list" + map[bool]string{true: " of strings"}[t.Elem().Kind() == reflect.String]
	case reflect.String:
		if n.Kind != yaml.ScalarNode {
			return "a string"
		}
	case reflect.Bool:
		if n.Tag != "!!bool" {
			return "true or false"
		}
	case reflect.Int:
		if n.Decode(new(int)) != nil || n.Tag != "!!int" {
			return "a whole number"
		}
	}
	return ""
}

// checkSection checks the settings in a section.
func checkSection(n *yaml.Node, t reflect.Type, name string) error {
	known := settingsOf(t)
	for key, value := range entries(n) {
		full := strings.TrimPrefix(name+"."+key.Value, ".")
		at := slices.Index(known, key.Value)
		if at < 0 && key.Tag == "!!merge" {
			if err := checkMerged(value, t, name); err != nil {
				return err
			}
			continue
		}
		if now := Renamed(full); at < 0 && now != "" {
			return nodeError{key, term.Errorf("write "+now[strings.LastIndexByte(now, '.')+1:]+": instead",
				"setting %s was renamed to %s", full, now)}
		}
		if at < 0 {
			hint := "the settings here are " + words.Listed(known)
			option := strings.TrimPrefix(strings.TrimPrefix(key.Value, "min-"), "max-") // check has no prefixes
			near := append(words.Nearest(key.Value, known), words.Nearest(option, known)...)
			if meant, is := others[full]; is {
				near = []string{meant}
			}
			if len(near) > 0 {
				hint = "did you mean " + near[0] + "? " + hint
			}
			return nodeError{key, term.Errorf(hint, "unknown setting %s", report.Printable(full))}
		}
		if err := checkShape(value, t.Field(at).Type, full); err != nil {
			return err
		}
	}
	return nil
}

// checkMerged checks the value of a merge (<<): a section, or a list of them. The decoder rejects anything else.
func checkMerged(n *yaml.Node, t reflect.Type, name string) error {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch n.Kind {
	case yaml.MappingNode:
		return checkSection(n, t, name)
	case yaml.SequenceNode:
		for _, item := range n.Content {
			if err := checkMerged(item, t, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// settingsOf returns the names of the settings in a section, one for each exported field of its type.
func settingsOf(t reflect.Type) []string {
	var names []string
	for i := range t.NumField() {
		if t.Field(i).IsExported() { // these are the first ones
			names = append(names, t.Field(i).Tag.Get("yaml"))
		}
	}
	return names
}

// brief returns a value of a settings file as messages show it.
func brief(n *yaml.Node) string {
	switch n.Kind {
	case yaml.SequenceNode:
		return "a list"
	case yaml.MappingNode:
		return "a section"
	}
	const most = 40
	value := []rune(report.Printable(n.Value))
	if len(value) > most {
		value = append(value[:most], '…')
	}
	if n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 || len(value) == 0 {
		return fmt.Sprintf("%q", string(value))
	}
	return string(value)
}
