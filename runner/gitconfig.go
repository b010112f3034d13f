package runner

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// setting is one line of a configuration file of Git.
type setting struct {
	section string // in lower case
	sub     string // subsection, "" for none
	name    string // as it is written: case does not matter
	value   string
	flag    bool // there is no value: true
}

// key is the name of the setting as git config wants it, in lower case but for the subsection.
func (s setting) key() string {
	if s.sub == "" {
		return s.section + "." + strings.ToLower(s.name)
	}
	return s.section + "." + s.sub + "." + strings.ToLower(s.name)
}

// isTrue reports whether Git takes the value for true.
func (s setting) isTrue() bool {
	switch strings.ToLower(s.value) {
	case "true", "yes", "on", "1":
		return true
	}
	return s.flag
}

// lastOf is the last setting with that key, which is the one that counts.
func lastOf(settings []setting, key string) (setting, bool) {
	for i := len(settings) - 1; i >= 0; i-- {
		if settings[i].key() == key {
			return settings[i], true
		}
	}
	return setting{}, false
}

// readGitConfig reads a configuration file, and what it includes in its place. Included by condition
// is nothing: what the condition asks of the user's repository is not so in the copy.
func readGitConfig(path string, depth int) ([]setting, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	settings, err := parseGitConfig(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var all []setting
	for _, s := range settings {
		switch {
		case s.section == "includeif":
		case s.key() != "include.path":
			all = append(all, s)
		case depth > 0:
			file := s.value
			if rest, ok := strings.CutPrefix(file, "~/"); ok {
				home, err := os.UserHomeDir()
				if err != nil {
					return nil, err
				}
				file = filepath.Join(home, rest)
			} else if !filepath.IsAbs(file) {
				file = filepath.Join(filepath.Dir(path), file)
			}
			included, err := readGitConfig(file, depth-1)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
			all = append(all, included...)
		}
	}
	return all, nil
}

// parseGitConfig reads the text of a configuration file as git-config(1) describes it.
func parseGitConfig(text []byte) ([]setting, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	p := configParser{rest: bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), line: 1}
	var settings []setting
	var section, sub string
	for {
		c := p.next()
		switch {
		case c == 0:
			return settings, nil
		case c == ' ' || c == '\t' || c == '\n':
		case c == '#' || c == ';':
			p.skipLine()
		case c == '[':
			var ok bool
			if section, sub, ok = p.header(); !ok {
				return nil, fmt.Errorf("line %d: not the name of a section", p.line)
			}
		case isConfigName(c) && section != "":
			s, ok := p.setting(c)
			if !ok {
				return nil, fmt.Errorf("line %d: not a setting", p.line)
			}
			s.section, s.sub = section, sub
			settings = append(settings, s)
		default:
			return nil, fmt.Errorf("line %d: unexpected %q", p.line, c)
		}
	}
}

type configParser struct {
	rest []byte
	line int
}

func isConfigName(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-'
}

// next is the next character, 0 at the end.
func (p *configParser) next() byte {
	if len(p.rest) == 0 {
		return 0
	}
	c := p.rest[0]
	p.rest = p.rest[1:]
	if c == '\n' {
		p.line++
	}
	return c
}

func (p *configParser) skipLine() {
	for c := p.next(); c != '\n' && c != 0; c = p.next() {
	}
}

// header reads the name of a section, behind its bracket: [a], [a "b"] or, as it was written once, [a.b].
func (p *configParser) header() (section, sub string, ok bool) {
	var name strings.Builder
	for {
		switch c := p.next(); {
		case c == ']':
			section, sub, _ = strings.Cut(strings.ToLower(name.String()), ".")
			return section, sub, section != ""
		case c == ' ' || c == '\t':
			for c == ' ' || c == '\t' {
				c = p.next()
			}
			if c != '"' {
				return "", "", false
			}
			var quoted strings.Builder
			for c = p.next(); c != '"'; c = p.next() {
				if c == '\\' {
					c = p.next()
				}
				if c == '\n' || c == 0 {
					return "", "", false
				}
				quoted.WriteByte(c)
			}
			return strings.ToLower(name.String()), quoted.String(), p.next() == ']' && name.Len() > 0
		case isConfigName(c) || c == '.':
			name.WriteByte(c)
		default:
			return "", "", false
		}
	}
}

// setting reads a name, which starts with first, and its value.
func (p *configParser) setting(first byte) (setting, bool) {
	name := []byte{first}
	c := p.next()
	for ; isConfigName(c); c = p.next() {
		name = append(name, c)
	}
	for c == ' ' || c == '\t' {
		c = p.next()
	}
	switch c {
	case '\n', 0:
		return setting{name: string(name), flag: true}, true
	case '#', ';':
		p.skipLine()
		return setting{name: string(name), flag: true}, true
	case '=':
		value, ok := p.value()
		return setting{name: string(name), value: value}, ok
	}
	return setting{}, false
}

// value reads a value up to the end of its line, or of those that it goes on in.
func (p *configParser) value() (string, bool) {
	var value []byte
	end := 0 // of what is no space at the end
	quoted := false
	for {
		c := p.next()
		switch {
		case c == '\n' || c == 0:
			return string(value[:end]), !quoted
		case !quoted && (c == '#' || c == ';'):
			p.skipLine()
			return string(value[:end]), true
		case !quoted && (c == ' ' || c == '\t'):
			if end > 0 {
				value = append(value, c)
			}
			continue
		case c == '"':
			quoted = !quoted
			end = len(value)
			continue
		case c == '\\':
			switch c = p.next(); c {
			case '\n':
				continue
			case 'n':
				c = '\n'
			case 't':
				c = '\t'
			case 'b':
				c = '\b'
			case '"', '\\':
			default:
				return "", false
			}
		}
		value = append(value, c)
		end = len(value)
	}
}

var configQuotes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\b", `\b`)

// formatGitConfig is the text of a configuration file with these settings.
func formatGitConfig(settings []setting) []byte {
	var b bytes.Buffer
	header := ""
	for _, s := range settings {
		h := "[" + s.section + "]\n"
		if s.sub != "" {
			h = "[" + s.section + ` "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s.sub) + "\"]\n"
		}
		if h != header {
			b.WriteString(h)
			header = h
		}
		if s.flag {
			fmt.Fprintf(&b, "\t%s\n", s.name)
		} else {
			fmt.Fprintf(&b, "\t%s = \"%s\"\n", s.name, configQuotes.Replace(s.value))
		}
	}
	return b.Bytes()
}

// notPrivate are settings that would lead from the copy back to the user's tree, or let Git start
// something that watches it.
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

// privateConfig is what the configuration of a copy says instead of settings.
func privateConfig(settings []setting) []setting {
	var kept []setting
	for _, s := range settings {
		if !notPrivate[s.key()] {
			kept = append(kept, s)
		}
	}
	core := func(name, value string) { kept = append(kept, setting{section: "core", name: name, value: value}) }
	core("bare", "false")
	// They may be on for all of the user's repositories.
	core("fsmonitor", "false")
	core("untrackedCache", "false")
	core("splitIndex", "false")
	// The index is a copy of the user's: files have the same size and time as there, but are others.
	core("checkStat", "minimal")
	return kept
}
