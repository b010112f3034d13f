package cli

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"testing"

	"jprof/report/export/formats"
)

// mention is the name of a format, and the heading of its group in the help.
type mention struct{ group, name string }

// TestFormatsAreNamedOnce holds help, completion and the documents to one mention of each export format,
// among those of its group. docs/EXPORTS.md has the groups in the same order.
func TestFormatsAreNamedOnce(t *testing.T) {
	var declared []mention
	groups := map[string]string{}
	for _, g := range formats.Groups {
		for _, f := range g.Formats {
			if other, twice := groups[f.Name]; twice {
				t.Errorf("%s is declared among %s, and among %s", f.Name, other, g.Heading)
			}
			groups[f.Name] = g.Heading
			declared = append(declared, mention{g.Heading, f.Name})
		}
	}
	app := testApp(t, new(bytes.Buffer))
	var completed bytes.Buffer
	if err := completer(app, "").Complete(&completed, []string{"export", "--format", ""}); err != nil {
		t.Fatal(err)
	}
	var completion []mention
	for _, name := range firstWords(completed.String(), `(?m)^(\S+)\t`) {
		completion = append(completion, mention{groups[name], name})
	}
	for place, mentions := range map[string][]mention{
		"help":             inHelp(t, app.Command("export").Description),
		"docs/COMMANDS.md": inHelp(t, chapter(t, "../../../docs/COMMANDS.md", "jprof export")),
		"docs/EXPORTS.md": inSections(pageText(t, "../../../docs/EXPORTS.md"), `(?m)^\| format \| for \| `,
			"(?m)^\\| `([^` ]+)` \\| "),
		"completion": completion,
	} {
		counts := map[mention]int{}
		for _, m := range mentions {
			counts[m]++
		}
		for _, d := range declared {
			if counts[d] != 1 {
				t.Errorf("%s names %s %d times among those of %s", place, d.name, counts[d], d.group)
			}
			delete(counts, d)
		}
		for m := range counts {
			t.Errorf("%s names %s, which is not declared in %q", place, m.name, m.group)
		}
	}
}

// inHelp returns the mentions in a help text.
func inHelp(t *testing.T, text string) []mention {
	t.Helper()
	const heading = `(?m)^Formats .*:$`
	var want []string
	for _, g := range formats.Groups {
		want = append(want, g.Heading)
	}
	if got := regexp.MustCompile(heading).FindAllString(text, -1); !slices.Equal(got, want) {
		t.Errorf("the help has the sections\n%q, want\n%q", got, want)
	}
	return inSections(text, heading, `(?m)^  (\S+) {2,}`)
}

// inSections returns the mentions in a text with a section for each group of formats.
func inSections(text, heading, entry string) []mention {
	var all []mention
	for i, section := range regexp.MustCompile(heading).Split(text, -1)[1:] {
		group := "no group"
		if i < len(formats.Groups) {
			group = formats.Groups[i].Heading
		}
		for _, name := range firstWords(section, entry) {
			all = append(all, mention{group, name})
		}
	}
	return all
}

// firstWords returns what the group of a pattern matches in a text.
func firstWords(text, pattern string) []string {
	var all []string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// chapter returns the part of a document below a heading of the second level.
func chapter(t *testing.T, file, title string) string {
	t.Helper()
	text := pageText(t, file)
	found := regexp.MustCompile(`(?s)\n## ` + title + `\n.*?(\n## |\z)`).FindString(text)
	if found == "" {
		t.Fatalf("%s has no chapter %s", file, title)
	}
	return found
}

func pageText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
