package settings

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// place has the file and the line of a setting. The line is 0 if it is not known.
type place struct {
	File string `yaml:"file"`
	Line int    `yaml:"line"`
}

// String names the file and the line.
func (p place) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s, line %d", p.File, p.Line)
}

// valueError is an error in the value of a setting. The keys and indexes in at lead to it from the top of the settings.
// The text follows the name of the setting: " must be ..." or ": ...".
type valueError struct {
	at   []any
	text string
}

func (e valueError) Error() string { return keyOf(e.at) + e.text }

// settingf returns a valueError without a place, which under adds.
func settingf(format string, args ...any) error {
	return valueError{text: fmt.Errorf(format, args...).Error()}
}

// parsed parses the texts of a setting. Errors are valueErrors below the section that has it.
func parsed[P any](key string, texts []string, parse func(string) (P, error)) (list []P, err error) {
	for i, text := range texts {
		p, err := parse(text)
		if err != nil {
			return nil, under(settingf(": %w", err), key, i)
		}
		list = append(list, p)
	}
	return list, nil
}

// under returns a valueError with the keys and indexes at before its own. For nil it returns nil.
func under(err error, at ...any) error {
	var e valueError
	if errors.As(err, &e) {
		return valueError{slices.Concat(at, e.at), e.text}
	}
	return err
}

// placed returns a nodeError for the setting that a valueError is about, in the settings below root.
func placed(err error, root *yaml.Node) error {
	var e valueError
	if !errors.As(err, &e) {
		return err
	}
	n, at := nodeAt(root, e.at)
	return nodeError{n, errors.New(keyOf(at) + e.text)}
}

// nodeAt returns the node to which keys and indexes lead, and those of them that are there.
func nodeAt(root *yaml.Node, at []any) (n *yaml.Node, there []any) {
	n = root
	for _, step := range at {
		if next := child(n, step); next != nil {
			n, there = next, append(there, step)
		}
	}
	return n, there
}

// child returns the child of a node for a key or an index, nil if there is none. A list may replace the
// section that holds it, and a text may replace a list that holds it.
func child(n *yaml.Node, step any) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch step := step.(type) {
	case int:
		if n.Kind == yaml.SequenceNode && step < len(n.Content) {
			return n.Content[step]
		}
	case string:
		if n.Kind == yaml.MappingNode {
			return valueOf(n, step)
		}
	}
	return nil
}

// entries returns the keys of a mapping with their values, in order; none of any other node.
func entries(n *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(key, value *yaml.Node) bool) {
		for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
			if !yield(n.Content[i], n.Content[i+1]) {
				return
			}
		}
	}
}

// valueOf returns the value of a key in a section, or in the sections that it merges.
func valueOf(section *yaml.Node, key string) *yaml.Node {
	var merged []*yaml.Node
	for k, v := range entries(section) {
		switch {
		case k.Tag == "!!merge" && v.Kind == yaml.SequenceNode:
			merged = append(merged, v.Content...)
		case k.Tag == "!!merge":
			merged = append(merged, v)
		case k.Value == key:
			return v
		}
	}
	for _, m := range merged {
		if v := child(m, key); v != nil {
			return v
		}
	}
	return nil
}

// keyOf returns the name of a setting: its keys, without indexes.
func keyOf(at []any) string {
	var keys []string
	for _, step := range at {
		if key, ok := step.(string); ok {
			keys = append(keys, key)
		}
	}
	return strings.Join(keys, ".")
}
