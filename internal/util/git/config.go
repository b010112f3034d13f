package git

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/util/lazyregexp"
)

// setting is a setting of a configuration file of Git.
type setting struct {
	key   string // section.name or section.subsection.name; section and name in lower case
	value string
	flag  bool // there is no value: true
}

// readConfig lists the settings of a configuration file, and of the files that it includes. It ignores files that are
// included on a condition about the place of the repository or its branch, because the copy is in another place. If
// there is no Git, the error is exec.ErrNotFound.
func readConfig(path string) ([]setting, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	out, err := git(filepath.Dir(path), "--git-dir="+os.DevNull, "config", "--file", path, "--includes", "--list", "-z")
	if err != nil {
		return nil, err
	}
	var settings []setting
	for item := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		key, value, hasValue := strings.Cut(item, "\n")
		if section, _, _ := strings.Cut(key, "."); section != "" && section != "include" && section != "includeif" {
			settings = append(settings, setting{key, value, !hasValue})
		}
	}
	return settings, nil
}

var (
	valueQuotes      = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\b", `\b`)
	subsectionQuotes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
)

// formatConfig returns the text of a configuration file with these settings.
func formatConfig(settings []setting) []byte {
	var b bytes.Buffer
	header := ""
	for _, s := range settings {
		section, rest, _ := strings.Cut(s.key, ".")
		name := rest[strings.LastIndexByte(rest, '.')+1:]
		h := "[" + section + "]\n"
		if len(name) < len(rest) {
			subsection := strings.TrimSuffix(rest, "."+name)
			h = "[" + section + ` "` + subsectionQuotes.Replace(subsection) + "\"]\n"
		}
		if h != header {
			b.WriteString(h)
			header = h
		}
		if s.flag {
			fmt.Fprintf(&b, "\t%s\n", name)
		} else {
			fmt.Fprintf(&b, "\t%s = \"%s\"\n", name, valueQuotes.Replace(s.value))
		}
	}
	return b.Bytes()
}

// notPrivate lists settings that would lead from the copy back to the user's tree, or make Git start a watcher of
// files.
var notPrivate = map[string]bool{
	"core.bare":                    true,
	"core.worktree":                true,
	"core.hookspath":               true,
	"core.fsmonitor":               true,
	"core.fsmonitorhookversion":    true,
	"core.untrackedcache":          true,
	"core.splitindex":              true,
	"core.checkstat":               true,
	"extensions.worktreeconfig":    true,
	"extensions.relativeworktrees": true,
}

// private lists the settings that each copy has.
var private = []setting{
	{key: "core.bare", value: "false"},
	// They may be on for all of the user's repositories.
	{key: "core.fsmonitor", value: "false"},
	{key: "core.untrackedcache", value: "false"},
	{key: "core.splitindex", value: "false"},
	// The index is a copy of the user's: files have the same size and time as there, but are others.
	{key: "core.checkstat", value: "minimal"},
}

// backHere lists settings that override the settings in notPrivate which lead out of a copy.
var backHere = []setting{{key: "core.worktree", value: ".."}, {key: "core.hookspath", value: ".git/hooks"}}

// privateConfig returns the configuration of a copy of the repository: the user's settings without those in notPrivate,
// and with those in private. If there is no Git, only libraries such as JGit read it, for which the last setting of a
// name counts. Then it is the user's text, followed by settings that override the settings which lead out of the copy.
func (r *Repository) privateConfig() ([]byte, error) {
	settings, err := readConfig(filepath.Join(r.common, "config"))
	if errors.Is(err, exec.ErrNotFound) {
		return append(r.configText(), formatConfig(slices.Concat(backHere, private))...), nil
	} else if err != nil {
		return nil, err
	}
	hasOwn := false
	for _, s := range settings {
		if s.key == "extensions.worktreeconfig" {
			hasOwn = isTrue(s)
		}
	}
	if hasOwn {
		own, err := readConfig(filepath.Join(r.Dir, "config.worktree"))
		if err != nil {
			return nil, err
		}
		settings = append(settings, own...)
	}
	settings = slices.DeleteFunc(settings, func(s setting) bool { return notPrivate[s.key] })
	return formatConfig(append(settings, private...)), nil
}

// configText returns the content of the file config of the repository, or nil if the file cannot be read.
func (r *Repository) configText() []byte {
	text, err := os.ReadFile(filepath.Join(r.common, "config"))
	if err != nil {
		return nil
	}
	return append(text, '\n')
}

// isTrue reports whether Git takes the value for true.
func isTrue(s setting) bool {
	return s.flag || slices.Contains([]string{"true", "yes", "on", "1"}, strings.ToLower(s.value))
}

// withSHA256 matches the setting of a repository whose objects have SHA-256 as their names. Git writes the setting when
// it makes the repository.
var withSHA256 = lazyregexp.New(`(?im)^\s*objectformat\s*=\s*"?sha256`)

// usesSHA256 reports whether the names of objects are SHA-256.
func (r *Repository) usesSHA256() bool {
	return withSHA256().Match(r.configText())
}
