package settings

import (
	"slices"

	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/words"
)

// Contexts has the settings of runs with --contexts.
type Contexts struct {
	Mode        string `yaml:"mode"`    // the value of a --contexts without a value: app or all
	Include     Texts  `yaml:"include"` // patterns of the names of classes: only these are recorded
	Exclude     Texts  `yaml:"exclude"` // patterns of the names of classes that are not recorded
	MaxContexts *int   `yaml:"max-contexts"`
	Recursion   string `yaml:"recursion"`
	Blocks      string `yaml:"blocks"`
	CallSites   bool   `yaml:"call-sites"`
	Agents      Texts  `yaml:"agents"`     // classes of the user's agents
	AgentPath   Texts  `yaml:"agent-path"` // jars and folders with them, relative to the project
}

// The values of those settings of contexts that have only a few. The options have the same values.
var (
	Modes      = []string{"app", "all"}
	Recursions = []string{"full", "folded"}
	Blocks     = []string{"exact", "fast", "calls"}
)

var (
	classPattern = lazyregexp.New(`^[\pL\pN_.$*]+$`)
	methodName   = lazyregexp.New(`^(.*\.\p{Lu}[^.*]*)\.\p{Ll}[^.*]*$`) // after a class, by the usual names
	className    = lazyregexp.New(`^[\pL_$][\pL\pN_$]*(\.[\pL_$][\pL\pN_$]*)*$`)
)

// IsClassName reports whether a text can be the name of a class.
func IsClassName(s string) bool { return className().MatchString(s) }

// check returns an error for the first invalid value.
func (c Contexts) check() error {
	for _, v := range []struct {
		key, value string
		known      []string
	}{{"mode", c.Mode, Modes}, {"recursion", c.Recursion, Recursions}, {"blocks", c.Blocks, Blocks}} {
		if v.value != "" && !slices.Contains(v.known, v.value) {
			return under(settingf(" must be %s, not %s", words.Either(v.known), v.value), v.key)
		}
	}
	if n := c.MaxContexts; n != nil && *n < 1 {
		return under(settingf(" must be at least 1, not %d", *n), "max-contexts")
	}
	for _, list := range []struct {
		key      string
		patterns []string
	}{{"include", c.Include}, {"exclude", c.Exclude}} {
		for i, pattern := range list.patterns {
			if !classPattern().MatchString(pattern) {
				return under(settingf(": %q is not a pattern for names of classes such as com.example.*", pattern),
					list.key, i)
			}
			if class := methodName().FindStringSubmatch(pattern); class != nil {
				return under(settingf(": %q names a method: name the class, %s", pattern, class[1]), list.key, i)
			}
		}
	}
	for i, name := range c.Agents {
		if !IsClassName(name) {
			return under(settingf(": %q is not the name of a class", name), "agents", i)
		}
	}
	return nil
}
