package cli

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/ui"
)

// declaredFormats returns the names of all formats, read from the lists that declare them.
func declaredFormats() map[ui.FormatKind][]string {
	return map[ui.FormatKind][]string{
		ui.OfCounts:     namesOf(formats),
		ui.OfContexts:   namesOf(contextFormats),
		ui.OfEfficiency: namesOf(efficiencyFormats),
		ui.OfTests:      namesOf(testFormats),
		ui.OfTimes:      namesOf(timeFormats),
	}
}

func namesOf[F interface{ description() described }](formats []F) []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.description().name)
	}
	return names
}

// TestFormatsAreNamedOnce holds help, completion, the page and the documents to one mention of each export format.
func TestFormatsAreNamedOnce(t *testing.T) {
	var declared []string
	for _, names := range declaredFormats() {
		declared = append(declared, names...)
	}
	slices.Sort(declared)
	app := testApp(t, new(bytes.Buffer))
	export := app.Command("export")
	places := map[string][]string{
		"help":             firstWords(formatList(), `(?m)^  (\S+)`),
		"docs/COMMANDS.md": firstWords(chapter(t, "../../../docs/COMMANDS.md", "jprof export"), `(?m)^  (\S+) {2,}`),
		"docs/EXPORTS.md":  firstWords(pageText(t, "../../../docs/EXPORTS.md"), "(?m)^\\| `([^` ]+)` \\| "),
	}
	i := slices.IndexFunc(export.Flags, func(f cli.Flag) bool { return f.Names()[0] == "format" })
	for _, c := range (completer{app: app}).valueCandidates("export", export.Flags[i]) {
		places["completion"] = append(places["completion"], c.word)
	}
	for _, f := range pageFormats() {
		places["page"] = append(places["page"], f.Name)
		if kind := f.Of; kind != ui.OfGates && !slices.Contains(declaredFormats()[kind], f.Name) {
			t.Errorf("page: %s is listed for runs of another kind, %d", f.Name, kind)
		}
	}
	for place, named := range places {
		slices.Sort(named)
		if !slices.Equal(named, declared) {
			t.Errorf("%s names the formats\n%q, but there are\n%q", place, named, declared)
		}
	}
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
