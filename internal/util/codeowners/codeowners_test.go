package codeowners

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"jprof/internal/util/term"
)

// TestOwners looks up the examples of the documentation of both hosts. A case is "path: owners".
func TestOwners(t *testing.T) {
	for name, c := range map[string]struct {
		host Host
		text string
		want []string
	}{
		"GitHub": {GitHub, `
# comment
*       @global-owner1 @global-owner2
*.js    @js-owner #This is an inline comment.
*.go docs@example.com
*.txt @octo-org/octocats
/build/logs/ @doctocat
docs/* docs@example.com
apps/ @octocat
/docs/ @doctocat
/scripts/ @doctocat @octocat
**/logs @octocat
/apps/github
with\ blank.c @blank
src/main @main
/a/**/z.java @z
`, []string{"a.c: @global-owner1 @global-owner2", "a/b/c.js: @js-owner", "x.go: docs@example.com",
			"a/x.txt: @octo-org/octocats", "build/logs/a/b: @octocat", "x/build/logs/a: @octocat",
			"x/apps/a/b: @octocat",
			"docs/a/b.md: @doctocat", "x/docs/b.md: @global-owner1 @global-owner2", "scripts/x.js: @doctocat @octocat",
			"deep/logs: @octocat", "apps/github: ", "apps/github/a.js: ", "a/with blank.c: @blank",
			"src/main/A.java: @main", "b/src/main/A.java: @global-owner1 @global-owner2", "a/z.java: @z",
			"a/b/c/z.java: @z", "apps/z.java: @octocat"}},
		"only files in a folder": {GitHub, "docs/* @d", []string{"docs/a.md: @d", "docs/a/b.md: ", "x/docs/a.md: "}},
		"GitLab": {GitLab, `
* @default
*.rb @ruby-owner
\#file.rb @pound
LICENSE @legal janedoe@gitlab.com
/docs/ @all-docs
/docs/* @root-docs
/docs/**/*.md @root-md
lib/ @lib-owner
path\ with\ spaces/ @space-owner
model/db @db
[Documentation] @docs
ee/docs/
README.md
[Database][2] @database
model/db/
README.md @admin
^[documentation]
guide/
[Rest]
*
!/lib/
/lib/x @never
!*.gen
config/ @@maintainer
`, []string{"a.c: @default", "x/a.rb: @ruby-owner", "x/#file.rb: @pound", "x/LICENSE: @legal janedoe@gitlab.com",
			"docs/a.txt: @root-docs", "docs/a/b.txt: @all-docs", "docs/a/b.md: @root-md", "docs/b.md: @root-md",
			"x/lib/a/b: @lib-owner", "path with spaces/a.c: @space-owner", "x/model/db/a.sql: @database @default",
			"x/model/db: @db", "README.md: @admin @default @docs", "x/guide/a.c: @default @docs", "lib/x: @lib-owner",
			"x/config/a: @@maintainer @default"}},
	} {
		f := Parse("CODEOWNERS", []byte(c.text), c.host)
		for _, line := range c.want {
			path, want, _ := strings.Cut(line, ": ")
			if got := strings.Join(f.Owners(path), " "); got != want {
				t.Errorf("%s: %s: %q, want %q", name, path, got, want)
			}
		}
		if len(f.Problems) > 0 {
			t.Errorf("%s: %v", name, f.Problems)
		}
	}
	f := Parse("CODEOWNERS", []byte("* @a team\n!x @b\n"), GitHub)
	if len(f.Problems) != 2 || !strings.HasPrefix(f.Problems[0].Error(), `CODEOWNERS:1: "team" is not an owner`) ||
		!strings.HasPrefix(f.Problems[1].Error(), "CODEOWNERS:2: ") {
		t.Errorf("problems %v", f.Problems)
	}
}

// TestRead looks for the file in the places of both hosts.
func TestRead(t *testing.T) {
	for name, c := range map[string]struct{ files, want string }{
		"none":               {"README", ""},
		"GitHub":             {"docs/CODEOWNERS CODEOWNERS .github/CODEOWNERS .gitlab-ci.yml", ".github/CODEOWNERS"},
		"GitLab":             {"docs/CODEOWNERS .gitlab-ci.yml .gitlab/CODEOWNERS", "docs/CODEOWNERS, anywhere"},
		"GitLab's folder":    {".gitlab/CODEOWNERS", ".gitlab/CODEOWNERS, anywhere"},
		"at the root":        {"CODEOWNERS docs/CODEOWNERS", "CODEOWNERS"},
		"at GitLab's root":   {"CODEOWNERS docs/CODEOWNERS .gitlab-ci.yml", "CODEOWNERS, anywhere"},
		"mirrored elsewhere": {".gitlab-ci.yml .github/CODEOWNERS", ".github/CODEOWNERS"},
	} {
		dir := t.TempDir()
		for _, file := range strings.Fields(c.files) {
			path := filepath.Join(dir, filepath.FromSlash(file))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte("a/b @x\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		f, err := Read(dir)
		got := ""
		switch {
		case err == nil:
			if got = f.Path; len(f.Owners("x/a/b")) > 0 {
				got += ", anywhere"
			}
		case !errors.Is(err, fs.ErrNotExist):
			t.Errorf("%s: %v", name, err)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestLargeFiles checks that a file of the largest size is read without an expression for each line, and that a larger
// one is an error that says so.
func TestLargeFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "CODEOWNERS")
	var b strings.Builder
	for i := 0; b.Len() < maxFile-100; i++ {
		fmt.Fprintf(&b, "/src/p%d/*.java @o%d\n", i, i)
	}
	b.WriteString("*.x @x\n*.x @y\n")
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	rules := f.sections[0].rules
	if n := len(rules); rules[n-1].pattern != rules[n-2].pattern {
		t.Error("a pattern is compiled twice")
	}
	compiled := 0
	for _, r := range rules {
		compile := r.pattern.compile
		r.pattern.compile = func() *regexp.Regexp { compiled++; return compile() }
	}
	if got := f.Owners("src/p77/A.java"); len(got) != 1 || got[0] != "@o77" || compiled > 10 {
		t.Errorf("owners %q, %d of %d patterns compiled", got, compiled, len(rules))
	}
	if err := os.WriteFile(file, make([]byte, maxFile+1), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err = Read(dir); err == nil || err.Error() != file+": larger than 3 MB" || len(term.Hints(err)) != 1 {
		t.Errorf("a larger one: %v, hints %q", err, term.Hints(err))
	}
}
