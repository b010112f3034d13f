// Package settings reads jprof.yaml, the settings of a project. A command reads them once, by Read, and hands them on.
//
// A setting is a field with a yaml key, here or in check.go. The decoder's errors say little, so the file is checked in
// steps: its shape against the types of the fields (shape.go), then its values, each with its line (place.go). Settings
// that were renamed are in renamed.go; example.go has some to begin with. The plugins for Maven and Gradle hand over
// settings of the build (ofbuild.go), which join those of the file (document.go).
package settings

import (
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/bmatcuk/doublestar/v4"
	"gopkg.in/yaml.v3"

	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
	"jprof/report/assemble"
	"jprof/report/contexts/efficiency"
)

// FileName is the name of the settings file at the root of a project.
const FileName = "jprof.yaml"

// Settings are the content of jprof.yaml. Without the file they are empty. Options of the command line override them.
type Settings struct {
	// Exclude selects code that reports hide; a list is one of paths. It has no effect on builds, so that a change
	// needs no new build.
	Exclude Exclude `yaml:"exclude"`
	// Skip lists sources that are compiled without counters: patterns for paths relative to the root of the project,
	// with /, where ** matches any number of folders.
	Skip []string `yaml:"skip"`
	// ByTest makes builds give each test its own counts.
	ByTest bool `yaml:"by-test"`
	// TestReports makes builds leave their test reports in the project, as without jprof.
	TestReports bool     `yaml:"test-reports"`
	Affected    Affected `yaml:"affected"`
	// Components has parts of the project for gates: names, with patterns for paths.
	Components Components `yaml:"components"`
	Check      Check      `yaml:"check"`
	Contexts   Contexts   `yaml:"contexts"`
	// Efficiency has rules of jprof efficiency, and of all else that is about efficiency.
	Efficiency Efficiency `yaml:"efficiency"`
	Report     struct {
		Title string `yaml:"title"` // instead of the name of the project's folder
	} `yaml:"report"`
	// Requires is the oldest version of jprof that these settings are for. jprof 0.1 does not know this key.
	Requires Release `yaml:"requires"`

	// from finds the files of settings of which a build has handed over some; nil if all are of the file.
	from *document
}

// Affected has rules for the selection of tests.
type Affected struct {
	// Ignore lists files whose changes select no test: patterns for paths, as in Exclude.
	Ignore []string `yaml:"ignore"`
	// By is AffectedByCode or AffectedByState; "" means AffectedByCode.
	By string `yaml:"by"`
	// Files is false if runs by test do not record the files that tests open; nil means true.
	Files *bool `yaml:"files"`
}

// The values of affected.by, and of the option --affected-by: the grounds by which tests are selected.
const (
	AffectedByCode  = "code"  // executed code, and static fields that a selected test writes
	AffectedByState = "state" // also static fields in which a selected test may leave something else
)

// Exclude holds patterns: see cctbuild.Exclude.
type Exclude struct {
	Paths       []string `yaml:"paths"`
	Methods     []string `yaml:"methods"`
	Annotations []string `yaml:"annotations"`
}

// UnmarshalYAML reads a mapping, or a list of paths.
func (e *Exclude) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return n.Decode(&e.Paths)
	}
	type plain Exclude
	return n.Decode((*plain)(e))
}

// Excluded returns the code that reports hide.
func (c Settings) Excluded() assemble.Exclude {
	return assemble.Exclude{Paths: c.Exclude.Paths, PathsFrom: c.From("exclude", "paths"), Methods: c.Exclude.Methods,
		MethodsFrom: c.From("exclude", "methods"), Annotations: c.Exclude.Annotations}
}

// From returns the name of the file that has a setting, as messages have it, with the line if it is one of the build.
// Keys and indexes lead to the setting. For a setting that no file has, it is the file with the section for it.
func (c Settings) From(at ...any) string {
	if c.from == nil {
		return FileName
	}
	n, _ := nodeAt(c.from.root, at)
	if !c.from.build.has(n) {
		return FileName
	}
	p := c.from.place(n)
	p.File = c.from.short(p.File)
	return p.String()
}

// Read reads the settings of the project at root: those of its file, and those of its build (see Variable). Without any
// they are empty. An error in them is an exit.UsageError.
func Read(root string) (Settings, error) {
	d, err := load(root)
	if err != nil {
		return Settings{}, exit.AsUsage(err)
	}
	return d.settings, nil
}

// Parse reads the settings of a text that is to become the file at path. An error in it is an exit.UsageError.
func Parse(path string, text []byte) (Settings, error) {
	d := document{path: path}
	err := d.parse(text)
	if err == nil {
		err = d.decode()
	}
	if err != nil {
		return Settings{}, exit.AsUsage(err)
	}
	return d.settings, nil
}

// checkValues returns an error for the first value that has the right type but is invalid. Errors are valueErrors.
func (c Settings) checkValues() error {
	if err := checkPaths(c.Skip); err != nil {
		return under(err, "skip")
	}
	if err := checkPaths(c.Affected.Ignore); err != nil {
		return under(err, "affected", "ignore")
	}
	if by := c.Affected.By; by != "" && by != AffectedByCode && by != AffectedByState {
		return under(settingf(": %q is neither %s nor %s", by, AffectedByCode, AffectedByState), "affected", "by")
	}
	for _, list := range []struct {
		key      string
		patterns []string
		of       func(one []string) assemble.Exclude
	}{
		{"paths", c.Exclude.Paths, func(one []string) assemble.Exclude { return assemble.Exclude{Paths: one} }},
		{"methods", c.Exclude.Methods, func(one []string) assemble.Exclude { return assemble.Exclude{Methods: one} }},
		{"annotations", c.Exclude.Annotations,
			func(one []string) assemble.Exclude { return assemble.Exclude{Annotations: one} }},
	} {
		for i, pattern := range list.patterns {
			if err := list.of([]string{pattern}).Check(); err != nil {
				return under(settingf(": %w", err), "exclude", list.key, i)
			}
		}
	}
	if err := c.Contexts.check(); err != nil {
		return under(err, "contexts")
	}
	if err := c.Efficiency.Apply(new(efficiency.Options)); err != nil {
		return under(err, "efficiency")
	}
	if err := c.Components.check(); err != nil {
		return under(err, "components")
	}
	_, err := c.Check.Rules()
	if err == nil {
		err = c.Components.known(c.Check)
	}
	return under(err, "check")
}

// checkPaths returns a valueError for the first text that is no pattern for paths.
func checkPaths(patterns []string) error {
	for i, pattern := range patterns {
		if !doublestar.ValidatePattern(pattern) {
			return under(settingf(": %q is not a pattern for paths", pattern), i)
		}
	}
	return nil
}

// skipped returns the reason if the settings have a file compiled without counters, otherwise "".
func (c Settings) skipped(path string) string {
	for i, pattern := range c.Skip {
		if doublestar.MatchUnvalidated(pattern, path) {
			return fmt.Sprintf("skipped by %q in %s", pattern, c.From("skip", i))
		}
	}
	return ""
}

// SkipIn adds to out the Java files below the folder src that are compiled without counters, by their paths in the
// project, with the reason. The path of src in the project is rel.
func (c Settings) SkipIn(src, rel string, out map[string]string) error {
	if len(c.Skip) == 0 {
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
		if why := c.skipped(name); why != "" {
			out[name] = why
		}
		return nil
	})
}
