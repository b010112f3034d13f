// Package codeowners reads CODEOWNERS, the file in which a repository on GitHub or GitLab names the owners of paths.
//
// Both hosts have patterns like those of .gitignore, and the last line that matches a path decides. They differ in
// these points:
//
//   - GitLab has sections, which are looked up one by one, so that a path may have owners of several; a section may
//     have owners for its lines without owners, and lines with ! that take paths out of it;
//   - at GitLab a pattern without / at its start may match at any depth, at GitHub only one without another / does;
//   - at GitHub a pattern without / at its end also matches all that is in a folder of this name;
//   - at GitHub a # after owners starts a comment.
package codeowners

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
	"jprof/internal/util/regular"
	"jprof/internal/util/term"
)

// Host is a host of repositories.
type Host int

// The hosts.
const (
	GitHub Host = iota
	GitLab
)

// places has the files of CODEOWNERS on each host, in the order in which the host looks for them.
var places = [][]string{
	GitHub: {".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"},
	GitLab: {"CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"},
}

// Places lists the files that Read looks for, for people.
const Places = "CODEOWNERS, .github/CODEOWNERS, .gitlab/CODEOWNERS or docs/CODEOWNERS"

// File is a CODEOWNERS file.
type File struct {
	Path     string // slash path from the root of the repository
	Problems []error
	sections []*section
	named    map[string]*section // by name in lower case
}

type section struct {
	owners []string // of lines without owners
	rules  []rule
}

type rule struct {
	pattern *pattern
	owners  []string
	not     bool // the line takes paths out of the section
}

// maxFile limits the file, in bytes. GitHub reads no larger one.
const maxFile = 3 << 20

// Read reads the file of the repository with the given root. If there is none, the error wraps fs.ErrNotExist. The
// rules of GitLab apply if the file is in .gitlab or has sections, or if the repository has a .gitlab-ci.yml and no
// .github.
func Read(root string) (*File, error) {
	host := GitHub
	if paths.Exists(filepath.Join(root, ".gitlab-ci.yml")) && !paths.IsDir(filepath.Join(root, ".github")) {
		host = GitLab
	}
	for _, h := range []Host{host, 1 - host} {
		for _, name := range places[h] {
			text, err := regular.ReadUpTo(filepath.Join(root, filepath.FromSlash(name)), maxFile)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if errors.As(err, new(regular.Unfit)) {
				err = term.WithHints(err, "GitHub reads no larger file: join its lines by patterns for folders")
			}
			if err != nil {
				return nil, err
			}
			if path.Dir(name) == ".gitlab" || heading().Match(text) {
				host = GitLab
			}
			return Parse(name, text, host), nil
		}
	}
	return nil, fmt.Errorf("%s: no %s: %w", root, Places, fs.ErrNotExist)
}

// heading matches the first line of a section: [Name], [Name][2] @owner, ^[Name].
var heading = lazyregexp.New(`(?m)^\^?\[([^\]\n]+)\](?:\[\d+\])?([ \t][^\n]*)?\r?$`)

// Parse reads the text of the file at path.
func Parse(path string, text []byte, host Host) *File {
	f := &File{Path: path, sections: []*section{{}}, named: map[string]*section{}}
	patterns := map[string]*pattern{}
	at := f.sections[0]
	for i, line := range bytes.Split(bytes.TrimPrefix(text, []byte("\ufeff")), []byte("\n")) {
		words := wordsOf(string(line))
		var m [][]byte
		if host == GitLab {
			m = heading().FindSubmatch(line)
		}
		switch {
		case len(words) == 0 || strings.HasPrefix(words[0], "#"):
			continue
		case m != nil:
			at = f.section(string(m[1]))
			at.owners = append(at.owners, f.owners(strings.Fields(string(m[2])), i+1, host)...)
			continue
		}
		text, not := strings.CutPrefix(words[0], "!")
		p := patterns[text]
		if p == nil {
			p = newPattern(text, host)
			patterns[text] = p
		}
		r := rule{p, f.owners(words[1:], i+1, host), not}
		if not && host == GitHub {
			f.problem(i+1, "GitHub has no patterns with !")
			continue
		}
		at.rules = append(at.rules, r)
	}
	return f
}

// section returns the section with a name, in upper or lower case. It adds a section if there is none.
func (f *File) section(name string) *section {
	key := strings.ToLower(name)
	s := f.named[key]
	if s == nil {
		s = &section{}
		f.named[key], f.sections = s, append(f.sections, s)
	}
	return s
}

func (f *File) problem(line int, text string) {
	f.Problems = append(f.Problems, fmt.Errorf("%s:%d: %s", f.Path, line, text))
}

// owners returns the owners of a line: @user, @group/team, @@role, and addresses.
func (f *File) owners(words []string, line int, host Host) []string {
	var owners []string
	for _, w := range words {
		if strings.HasPrefix(w, "#") && host == GitHub {
			break
		}
		if !strings.Contains(w, "@") {
			f.problem(line, fmt.Sprintf("%q is not an owner such as @user, @group/team or a@example.org", w))
			continue
		}
		owners = append(owners, w)
	}
	return owners
}

// wordsOf splits a line at blanks. In its first word, which is a pattern, a blank or # after a backslash belongs to the
// word, and wordsOf removes this backslash.
func wordsOf(line string) []string {
	line = strings.TrimSpace(line)
	end := 0
	for ; end < len(line) && line[end] != ' ' && line[end] != '\t'; end++ {
		if line[end] == '\\' && end+1 < len(line) {
			end++
		}
	}
	if line == "" || line[0] == '#' {
		return nil
	}
	pattern := line[:end]
	if strings.Contains(pattern, `\`) {
		pattern = strings.NewReplacer(`\ `, " ", `\#`, "#").Replace(pattern)
	}
	if strings.HasPrefix(line, `\#`) {
		pattern = "/**/" + pattern // it does not start a comment
	}
	return append([]string{pattern}, strings.Fields(line[end:])...)
}

// pattern is a pattern for paths. Its regular expression is compiled for the first path that may match: a file may have
// 100,000 patterns, and each expression takes kilobytes.
type pattern struct {
	literal string // all paths that match have this text
	compile func() *regexp.Regexp
}

func newPattern(text string, host Host) *pattern {
	p := &pattern{compile: sync.OnceValue(func() *regexp.Regexp { return compile(text, host) })}
	for piece := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '*' || r == '?' }) {
		// A slash at an end of a piece may be beside **, which also matches no folder.
		if piece = strings.Trim(piece, "/"); len(piece) > len(p.literal) {
			p.literal = piece
		}
	}
	return p
}

func (p *pattern) matches(path string) bool {
	return strings.Contains(path, p.literal) && p.compile().MatchString(path)
}

// compile makes a regular expression for slash paths of a pattern.
func compile(pattern string, host Host) *regexp.Regexp {
	anchored := strings.HasPrefix(pattern, "/")
	if !anchored && host == GitHub && strings.Contains(strings.TrimSuffix(pattern, "/"), "/") {
		anchored = true
	}
	pattern = strings.TrimPrefix(pattern, "/")
	var b strings.Builder
	b.WriteString("^")
	if !anchored {
		b.WriteString("(?:.*/)?")
	}
	folder := strings.HasSuffix(pattern, "/")
	segments := strings.Split(strings.TrimSuffix(pattern, "/"), "/")
	for i, s := range segments {
		last := i == len(segments)-1
		switch {
		case s == "**" && last:
			b.WriteString(".*")
		case s == "**":
			b.WriteString("(?:.*/)?")
		default:
			for _, c := range s {
				switch c {
				case '*':
					b.WriteString("[^/]*")
				case '?':
					b.WriteString("[^/]")
				default:
					b.WriteString(regexp.QuoteMeta(string(c)))
				}
			}
			if !last {
				b.WriteString("/")
			}
		}
	}
	switch last := segments[len(segments)-1]; {
	case folder:
		b.WriteString("/.*")
	case host == GitHub && last != "*" && last != "**":
		b.WriteString("(?:/.*)?")
	}
	return regexp.MustCompile(b.String() + "$")
}

// Owners returns the owners of a path, sorted. The path is one with slashes from the root of the repository.
func (f *File) Owners(path string) []string {
	var all []string
	for _, s := range f.sections {
		all = append(all, s.of(path)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// of returns the owners of a path in a section. The last line that matches the path decides.
func (s *section) of(path string) (owners []string) {
	for _, r := range s.rules {
		if !r.pattern.matches(path) {
			continue
		}
		if r.not {
			return nil
		}
		if owners = r.owners; len(owners) == 0 {
			owners = s.owners
		}
	}
	return owners
}
