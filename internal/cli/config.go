package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"gopkg.in/yaml.v3"

	"jprof/internal/exit"
	"jprof/internal/paths"
	"jprof/internal/ui"
	"jprof/report"
)

// configName is the name of the settings file at the root of a project.
const configName = "jprof.yaml"

// config holds the settings of a project. Options of the command line win over them.
type config struct {
	// Exclude tells what reports leave out, a list: by path. It has no effect on builds, so that a
	// change needs no new one.
	Exclude exclude `yaml:"exclude"`
	// Uninstrumented lists sources that are compiled as they are: patterns for paths relative to the
	// root of the project, with /, where ** stands for any number of folders.
	Uninstrumented []string    `yaml:"uninstrumented"`
	Check          checkConfig `yaml:"check"`
	Report         struct {
		Title string `yaml:"title"` // instead of the name of the project's folder
	} `yaml:"report"`
}

// exclude holds patterns: see report.Exclude.
type exclude struct {
	Paths       []string `yaml:"paths"`
	Methods     []string `yaml:"methods"`
	Annotations []string `yaml:"annotations"`
}

// UnmarshalYAML reads a mapping, or a list of paths.
func (e *exclude) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return n.Decode(&e.Paths)
	}
	type plain exclude
	return n.Decode((*plain)(e))
}

// excluded is what reports leave out.
func (c config) excluded() report.Exclude {
	return report.Exclude{Paths: c.Exclude.Paths, Methods: c.Exclude.Methods, Annotations: c.Exclude.Annotations, From: configName}
}

// readConfig reads the settings of the project at root. Without a file they are empty. What is wrong with them is an exit.UsageError.
func readConfig(root string) (config, error) {
	path := filepath.Join(root, configName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if other := filepath.Join(root, "jprof.yml"); paths.Exists(other) {
			return config{}, exit.AsUsage(ui.Errorf("rename it", "%s: settings are read from %s only", other, configName))
		}
		return config{}, nil
	}
	var c config
	if err == nil {
		c, err = parseConfig(path, text)
	}
	if err != nil {
		return config{}, exit.AsUsage(err)
	}
	return c, nil
}

// parseConfig reads the settings that the file at path holds.
func parseConfig(path string, text []byte) (config, error) {
	var c config
	d := yaml.NewDecoder(bytes.NewReader(text))
	var all yaml.Node
	err := d.Decode(&all)
	if err == nil {
		err = all.Decode(new(any)) // nothing holds itself: checkShape follows all
	}
	if err == nil {
		for _, n := range all.Content { // one
			if err := checkShape(n, reflect.TypeFor[config](), ""); err != nil {
				return config{}, fmt.Errorf("%s: %w", path, err)
			}
		}
		err = all.Decode(&c)
	}
	if err != nil && !errors.Is(err, io.EOF) { // EOF: only comments, or nothing
		message, hint := strings.TrimPrefix(oneLine(err.Error()), "yaml: "), "quote values with special characters, and indent by spaces"
		if strings.Contains(message, "already defined") {
			hint = "give each key once"
		}
		return config{}, ui.Errorf(hint, "%s: %s", path, message)
	}
	if err := d.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return config{}, fmt.Errorf("%s: there must be one document: nothing after --- is read", path)
	}
	if err := noEmptyGates(text); err != nil {
		return config{}, fmt.Errorf("%s: %w", path, err)
	}
	if err := c.checkValues(); err != nil {
		return config{}, fmt.Errorf("%s: %w", path, placed(err, all.Content[0])) // an empty file has no values
	}
	return c, nil
}

// checkValues complains of the first value that is of the right type, and has no meaning. Errors are settingErrors.
func (c config) checkValues() error {
	for i, pattern := range c.Uninstrumented {
		if !doublestar.ValidatePattern(pattern) {
			return under(settingf(": %q is not a pattern for paths", pattern), "uninstrumented", i)
		}
	}
	for _, list := range []struct {
		key      string
		patterns []string
		of       func(one []string) report.Exclude
	}{
		{"paths", c.Exclude.Paths, func(one []string) report.Exclude { return report.Exclude{Paths: one} }},
		{"methods", c.Exclude.Methods, func(one []string) report.Exclude { return report.Exclude{Methods: one} }},
		{"annotations", c.Exclude.Annotations, func(one []string) report.Exclude { return report.Exclude{Annotations: one} }},
	} {
		for i, pattern := range list.patterns {
			if err := list.of([]string{pattern}).Check(); err != nil {
				return under(settingf(": %w", err), "exclude", list.key, i)
			}
		}
	}
	_, err := c.Check.rules()
	return under(err, "check")
}

// oneLine joins the lines of a message of the YAML library.
func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "unmarshal errors:", "")), " ")
}

// uninstrumented returns why the settings say that a file is to be compiled as it is, "" if they do not.
func (c config) uninstrumented(path string) string {
	for _, pattern := range c.Uninstrumented {
		if doublestar.MatchUnvalidated(pattern, path) {
			return fmt.Sprintf("uninstrumented by %q in %s", pattern, configName)
		}
	}
	return ""
}

// leaveIn adds the Java files below the folder src, whose path in the project is rel, that the settings
// want compiled as they are to out, with the reason.
func (c config) leaveIn(src, rel string, out map[string]string) error {
	if len(c.Uninstrumented) == 0 {
		return nil
	}
	return filepath.WalkDir(src, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() || !paths.IsJava(path) {
			return nil
		}
		below, err := filepath.Rel(src, path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(filepath.Join(rel, below))
		if why := c.uninstrumented(name); why != "" {
			out[name] = why
		}
		return nil
	})
}
