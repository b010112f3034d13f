package cli

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/manual"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/report"
)

// TestCommandsPage compares docs/COMMANDS.md with the commands and their options; -update writes it.
func TestCommandsPage(t *testing.T) {
	const file = "../../../docs/COMMANDS.md"
	page := commandsPage(testApp(t, new(bytes.Buffer)))
	if *update {
		if err := os.WriteFile(file, page, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(old, page) {
		t.Errorf("docs/COMMANDS.md does not have the commands as they are: go test ./internal/app/cli -run " +
			"TestCommandsPage -update")
	}
}

// TestExitCodesOfGates checks that docs/GATES.md explains each exit code.
func TestExitCodesOfGates(t *testing.T) {
	page, err := os.ReadFile("../../../docs/GATES.md")
	if err != nil {
		t.Fatal(err)
	}
	for code := exit.OK; code <= exit.Error; code++ {
		if !bytes.Contains(page, fmt.Appendf(nil, "\n| %d | ", code)) {
			t.Errorf("docs/GATES.md does not say what the exit code %d means", code)
		}
	}
}

// TestWhatIsChecked counts the sources of a check without those that it omits.
func TestWhatIsChecked(t *testing.T) {
	m := &report.Model{Files: make([]*report.File, 15)}
	if got, want := whatIsChecked(m, 4), "checking 15 main sources; 4 test sources are left out (--tests includes "+
		"tests)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	m.Totals.Excluded.Files = 3
	if got, want := whatIsChecked(m, 1), "checking 12 main sources; 3 excluded sources and 1 test source are left "+
		"out (--tests includes tests)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// commandsPage renders the manuals of jprof and of its commands as Markdown.
func commandsPage(app *cli.App) []byte {
	var b bytes.Buffer
	b.WriteString("# Commands\n\n<!-- written by: go test ./internal/app/cli -run TestCommandsPage -update -->\n")
	all := manual.Sections(app)
	for _, s := range all {
		var links []string
		for _, p := range s.Pages {
			links = append(links, fmt.Sprintf("[%s](#%s)", p.Name,
				strings.ReplaceAll(p.Title(), " ", "-")))
		}
		b.WriteString("\n- " + strings.TrimSuffix(filled(s.Title+": "+strings.Join(links, ", "), 2), "\n"))
	}
	b.WriteString("\n")
	writePage(&b, manual.Main(app))
	for _, s := range all {
		for _, p := range s.Pages {
			writePage(&b, p)
		}
	}
	return b.Bytes()
}

// writePage renders a manual as a chapter.
func writePage(b *bytes.Buffer, p manual.Page) {
	fmt.Fprintf(b, "\n## %s\n\n%s.\n", p.Title(), inMarkdown(strings.ToUpper(p.Usage[:1])+p.Usage[1:]))
	fmt.Fprintf(b, "\n```text\n%s\n```\n", strings.Join(p.Forms, "\n"))
	for _, paragraph := range manual.Paragraphs(p.Description) {
		if len(paragraph) > 1 || strings.HasPrefix(paragraph[0], " ") {
			fmt.Fprintf(b, "\n```text\n%s\n```\n", strings.Join(paragraph, "\n"))
		} else {
			b.WriteString("\n" + filled(inMarkdown(paragraph[0]), 0))
		}
	}
	head := "example"
	if len(p.Options) > 0 {
		head = "option, example"
	}
	fmt.Fprintf(b, "\n| %s | meaning |\n| --- | --- |\n", head)
	for _, o := range p.Options {
		fmt.Fprintf(b, "| `%s` | %s |\n", strings.ReplaceAll(o.Form(), "|", "\\|"), inMarkdown(o.Text()))
	}
	for _, e := range p.Examples {
		fmt.Fprintf(b, "| `%s` | %s |\n", strings.ReplaceAll(e.Line, "|", "\\|"), inMarkdown(e.Does))
	}
}

// filled returns text in lines of the width of documents, each line but the first behind indent.
func filled(text string, indent int) string {
	return manual.Filled(text, 120, indent)
}

// inMarkdown returns text with a backslash before each character that Markdown would take for markup.
func inMarkdown(text string) string { return markup.ReplaceAllString(text, `\$0`) }

var markup = regexp.MustCompile("[*_`<>\\[\\]|\\\\]")

// TestSettingsPage checks that docs/SETTINGS.md or docs/GATES.md names each key of jprof.yaml.
func TestSettingsPage(t *testing.T) {
	var pages string
	for _, file := range []string{"../../../docs/SETTINGS.md", "../../../docs/GATES.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pages += string(text)
	}
	for _, key := range settingKeys(reflect.TypeFor[settings.Settings](), "") {
		name := key[strings.LastIndexByte(key, '.')+1:]
		if !strings.Contains(pages, "`"+key+"`") && !strings.Contains(pages, "`"+name+"`") {
			t.Errorf("%s: neither docs/SETTINGS.md nor docs/GATES.md has `%s`", key, name)
		}
	}
}

// settingKeys lists the keys with a value of a type that YAML is decoded into, each after those above it.
func settingKeys(t reflect.Type, prefix string) []string {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	var list []string
	for f := range t.Fields() {
		key, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if key == "" || key == "-" {
			continue
		}
		if below := settingKeys(f.Type, prefix+key+"."); len(below) > 0 {
			list = append(list, below...)
		} else {
			list = append(list, prefix+key)
		}
	}
	return list
}
