// Package docs has the tests of the project's documentation: its links, its length and its index (docs_test.go), words
// that users must not read (words_test.go), and words that the code must not have (code_test.go).
package docs

import (
	"fmt"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"jprof/internal/jtest"
	"jprof/internal/util/version"
)

const (
	readme        = "README.md"
	readmeLines   = 110 // about 100: a landing page
	readmeColumns = 100
	columns       = 120
	manualLines   = 5950
)

// TestLinks checks that each relative link in a tracked Markdown file leads to a tracked file or
// folder, and each anchor to a heading, by GitHub's rules.
func TestLinks(t *testing.T) {
	known := tracked(t)
	anchors := map[string][]string{}
	for name := range known {
		if strings.HasSuffix(name, ".md") {
			anchors[name] = headingAnchors(read(t, name))
		}
	}
	for name := range anchors {
		for _, l := range links(read(t, name)) {
			if err := follow(name, l.target, known, anchors); err != nil {
				t.Errorf("%s:%d: %v", name, l.line, err)
			}
		}
	}
}

// TestEveryPageIsLinked checks that README.md leads to each document: directly, or by one page
// between. The pages of VS Code's walkthrough are none: its manifest has them.
func TestEveryPageIsLinked(t *testing.T) {
	reached := map[string]bool{readme: true}
	next := []string{readme}
	for range 2 {
		var found []string
		for _, name := range next {
			for _, l := range links(read(t, name)) {
				target, _, _ := strings.Cut(l.target, "#")
				if to := path.Join(path.Dir(name), target); strings.HasSuffix(to, ".md") && !reached[to] &&
					!isURL(l.target) {
					reached[to] = true
					found = append(found, to)
				}
			}
		}
		next = found
	}
	for name := range tracked(t) {
		if strings.HasSuffix(name, ".md") && !reached[name] && path.Dir(name) != "plugins/vscode/media" {
			t.Errorf("%s: no page that README.md links to leads here", name)
		}
	}
}

// TestLength checks that README.md stays a landing page, and that the prose of other documents is
// wrapped. There rows of tables, code, and what a program writes into docs/lab/BENCHMARKS.md may be longer.
func TestLength(t *testing.T) {
	for i, line := range strings.Split(read(t, readme), "\n") {
		if n := utf8.RuneCountInString(line); n > readmeColumns {
			t.Errorf("%s:%d: %d columns, more than %d", readme, i+1, n, readmeColumns)
		}
		if i == readmeLines {
			t.Errorf("%s: more than %d lines", readme, readmeLines)
		}
	}
	for name := range tracked(t) {
		if !strings.HasSuffix(name, ".md") || name == readme {
			continue
		}
		generated := false
		for i, line := range proseLines(read(t, name), false) {
			switch {
			case strings.HasPrefix(line, "<!-- what follows"):
				generated = true
			case strings.HasPrefix(line, "<!-- what precedes"):
				generated = false
			}
			if n := utf8.RuneCountInString(line); n > columns && !generated &&
				strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%s:%d: %d columns, more than %d", name, i+1, n, columns)
			}
		}
	}
}

// TestManualsAreShort checks that the manuals, the documents in docs, stay short as a whole. Folders below it, as
// docs/lab, may have any length.
func TestManualsAreShort(t *testing.T) {
	lines := 0
	for name := range tracked(t) {
		if path.Dir(name) == "docs" && path.Ext(name) == ".md" {
			lines += strings.Count(read(t, name), "\n")
		}
	}
	if lines > manualLines {
		t.Errorf("docs/*.md have %d lines, more than %d: say each thing once, and move what was measured or tried to "+
			"docs/lab", lines, manualLines)
	}
}

// TestHome checks that the pages with addresses of jprof's home say that there is none, as long as it is a placeholder.
func TestHome(t *testing.T) {
	placeholder := strings.Contains(version.Home, "/OWNER/")
	for _, name := range []string{readme, "docs/INSTALL.md", "docs/CI.md"} {
		if strings.Contains(spaces.ReplaceAllString(read(t, name), " "), "no public home yet") != placeholder {
			t.Errorf("%s: jprof's home is %s", name, version.Home)
		}
	}
}

// tracked returns all files that Git tracks, and their folders, with / from the root of the project.
func tracked(t *testing.T) map[string]bool {
	t.Helper()
	known := map[string]bool{}
	for _, name := range jtest.Tracked(t, "..") {
		for ; name != "." && !known[name]; name = path.Dir(name) {
			known[name] = true
		}
	}
	return known
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// proseLines returns the lines of a document. Those of code and, unless tables is set, of tables are
// empty.
func proseLines(text string, tables bool) []string {
	lines := strings.Split(text, "\n")
	fence := ""
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		mark := trimmed[:len(trimmed)-len(strings.TrimLeft(trimmed, "`~"))]
		isFence := len(mark) >= 3
		switch {
		case fence == "" && isFence:
			fence, lines[i] = mark, ""
		case fence != "":
			if isFence && strings.HasPrefix(mark, fence) {
				fence = ""
			}
			lines[i] = ""
		case strings.HasPrefix(line, "    ") && !isItem(trimmed) && afterBlank(lines, i),
			!tables && strings.HasPrefix(line, "|"):
			lines[i] = ""
		}
	}
	return lines
}

func isItem(trimmed string) bool { return strings.HasPrefix(trimmed, "- ") }

// afterBlank reports whether line i of a document follows an empty line, or code that was emptied.
func afterBlank(lines []string, i int) bool { return i == 0 || strings.TrimSpace(lines[i-1]) == "" }

type link struct {
	target string
	line   int // from 1
}

var (
	codeSpan  = regexp.MustCompile("`+[^`]*`+")
	inline    = regexp.MustCompile(`\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)`)
	reference = regexp.MustCompile(`^\s*\[[^\]]+\]:\s*<?([^\s>]+)`)
	attribute = regexp.MustCompile(`(?:src|href)="([^"]+)"`)
)

// links returns the targets of the links and pictures of a document.
func links(text string) []link {
	var list []link
	for i, line := range proseLines(text, true) {
		line = codeSpan.ReplaceAllString(line, "`")
		for _, pattern := range []*regexp.Regexp{inline, reference, attribute} {
			for _, m := range pattern.FindAllStringSubmatch(line, -1) {
				list = append(list, link{m[1], i + 1})
			}
		}
	}
	return list
}

func isURL(target string) bool {
	u, err := url.Parse(target)
	return err == nil && u.Scheme != ""
}

// follow returns an error unless target leads somewhere from the document name.
func follow(name, target string, known map[string]bool, anchors map[string][]string) error {
	if isURL(target) {
		return nil
	}
	file, anchor, hasAnchor := strings.Cut(target, "#")
	file, err := url.PathUnescape(file)
	if err != nil {
		return fmt.Errorf("%s: %w", target, err)
	}
	to := name
	if file != "" {
		to = path.Join(path.Dir(name), file)
	}
	if !known[to] {
		return fmt.Errorf("%s: no such file in the project: %s", target, to)
	}
	if hasAnchor && !slices.Contains(anchors[to], anchor) {
		return fmt.Errorf("%s: no heading of %s has this anchor", target, to)
	}
	return nil
}

var markdownLink = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)

// headingAnchors returns the anchors that GitHub gives the headings of a document.
func headingAnchors(text string) []string {
	var list []string
	times := map[string]int{}
	for _, line := range proseLines(text, true) {
		level := len(line) - len(strings.TrimLeft(line, "#"))
		if level == 0 || level > 6 || !strings.HasPrefix(line[level:], " ") {
			continue
		}
		a := anchor(markdownLink.ReplaceAllString(line[level+1:], "$1"))
		if n := times[a]; n > 0 {
			list = append(list, fmt.Sprintf("%s-%d", a, n))
		} else {
			list = append(list, a)
		}
		times[a]++
	}
	return list
}

// anchor returns the anchor of a heading: lower case, spaces as hyphens, without punctuation.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(heading))
}

func TestAnchor(t *testing.T) {
	for heading, want := range map[string]string{
		"What is not exact, or not measured": "what-is-not-exact-or-not-measured",
		"Shards, JDKs, and other machines":   "shards-jdks-and-other-machines",
		"`jprof check` – gates":              "jprof-check--gates",
	} {
		if got := anchor(heading); got != want {
			t.Errorf("anchor(%q) = %q, not %q", heading, got, want)
		}
	}
	text := "# A\n```\n# no heading\n[no](link.md)\n```\n## A\n[yes](x.md#a-1) `[no](y.md)`\n"
	if got, want := headingAnchors(text), []string{"a", "a-1"}; !slices.Equal(got, want) {
		t.Errorf("anchors are %q, not %q", got, want)
	}
	if got, want := links(text), []link{{"x.md#a-1", 7}}; !slices.Equal(got, want) {
		t.Errorf("links are %v, not %v", got, want)
	}
}
