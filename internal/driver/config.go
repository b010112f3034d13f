package driver

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"gopkg.in/yaml.v3"

	"jprof/internal/ui"
)

// configName is the name of the settings file at the root of a project.
const configName = "jprof.yaml"

// config holds the settings of a project. Options of the command line win over them.
type config struct {
	// Exclude lists sources that are compiled as they are and not counted: patterns for paths
	// relative to the root of the project, with /, where ** stands for any number of folders.
	Exclude []string `yaml:"exclude"`
	Report  struct {
		Title string `yaml:"title"` // instead of the name of the project's folder
	} `yaml:"report"`
}

// readConfig reads the settings of the project at root. Without a file they are empty.
func readConfig(root string) (config, error) {
	var c config
	path := filepath.Join(root, configName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&c); err != nil && !errors.Is(err, io.EOF) { // EOF: only comments, or nothing
		return config{}, ui.Errorf("the settings are exclude (a list of patterns) and report.title",
			"%s: %s", path, strings.TrimPrefix(oneLine(err.Error()), "yaml: "))
	}
	for _, pattern := range c.Exclude {
		if !doublestar.ValidatePattern(pattern) {
			return config{}, fmt.Errorf("%s: %q is no pattern for paths", path, pattern)
		}
	}
	return c, nil
}

// oneLine joins the lines of a message of the YAML library.
func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "unmarshal errors:", "")), " ")
}

// excluded returns why the settings say that a file is not to be counted, "" if they do not.
func (c config) excluded(path string) string {
	for _, pattern := range c.Exclude {
		if doublestar.MatchUnvalidated(pattern, path) {
			return fmt.Sprintf("excluded by %q in %s", pattern, configName)
		}
	}
	return ""
}

// excludeIn adds what the settings exclude of the Java files below the folder src, whose path in
// the project is rel, to the reasons in out.
func (c config) excludeIn(src, rel string, out map[string]string) error {
	if len(c.Exclude) == 0 {
		return nil
	}
	return filepath.WalkDir(src, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() || !isJava(path) {
			return nil
		}
		below, err := filepath.Rel(src, path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(filepath.Join(rel, below))
		if why := c.excluded(name); why != "" {
			out[name] = why
		}
		return nil
	})
}
