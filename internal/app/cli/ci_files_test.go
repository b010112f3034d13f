package cli

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"jprof/internal/jtest"
	"jprof/internal/util/version"
)

// ciBlocks are the files that other projects use in their CI, beside the action of GitHub, which has the scripts.
var ciBlocks = []string{"gitlab.yml", "circleci.yml", "azure.yml"}

// TestCIScriptsAreClean: the scripts that other projects run have no warnings, for the shell that runs them.
func TestCIScriptsAreClean(t *testing.T) {
	scripts, err := filepath.Glob("../../../.ci/*.sh")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		checkScript(t, script, "sh", string(text))
	}
	for _, step := range readAction(t).Runs.Steps {
		if step.Run != "" {
			checkScript(t, step.Name, step.Shell, step.Run)
		}
	}
	for _, block := range ciBlocks {
		text, err := os.ReadFile(filepath.Join("../../../.ci", block))
		if err != nil {
			t.Fatal(err)
		}
		shell := "bash"
		if block == "gitlab.yml" { // an image need not have bash
			shell = "sh"
		}
		checked := 0
		for d := yaml.NewDecoder(bytes.NewReader(text)); ; {
			var document any
			if err := d.Decode(&document); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			replaced(document, func(text string) any {
				if strings.Contains(text, "# begin ") {
					checked++
					checkScript(t, block, shell, text)
				}
				return text
			})
		}
		if checked != 2 {
			t.Errorf("%s has %d scripts, want 2", block, checked)
		}
	}
}

// checkScript has ShellCheck read a script.
func checkScript(t *testing.T, name, shell, script string) {
	t.Helper()
	cmd := exec.Command(jtest.Consumer(t, "shellcheck"), "--shell", shell, "-")
	cmd.Stdin = strings.NewReader(script)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", name, err, out)
	}
}

// TestCIBlocksHaveTheScripts: a template or an orb is one file, so it has copies of the scripts between the lines
// "# begin NAME" and "# end NAME". -update writes them.
func TestCIBlocksHaveTheScripts(t *testing.T) {
	for _, block := range ciBlocks {
		path := filepath.Join("../../../.ci", block)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want, scripts := withScripts(t, string(text))
		if scripts != 2 {
			t.Errorf("%s has %d scripts, want 2", block, scripts)
		}
		if bytes.Equal(text, []byte(want)) {
			continue
		}
		if !*update {
			t.Errorf("%s has other scripts: go test ./internal/app/cli -run %s -update", block, t.Name())
		} else if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// withScripts returns a file with the scripts as they are now, indented as their marks, and how many there are.
func withScripts(t *testing.T, text string) (string, int) {
	t.Helper()
	var b strings.Builder
	begin, scripts, end := regexp.MustCompile(`^( *)# begin (\S+\.sh)\n$`), 0, ""
	for line := range strings.Lines(text) {
		if end != "" && line != end {
			continue
		}
		end = ""
		b.WriteString(line)
		m := begin.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		scripts++
		end = m[1] + "# end " + m[2] + "\n"
		script, err := os.ReadFile(filepath.Join("../../../.ci", m[2]))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(strings.TrimPrefix(string(script), "#!/bin/sh\n")) {
			if line != "\n" {
				line = m[1] + line
			}
			b.WriteString(line)
		}
	}
	if end != "" {
		t.Fatalf("no line %q", end)
	}
	return b.String(), scripts
}

// TestCIBlocksNameTheOwnerOnce: where releases are is in one place of each file, and is the home of the project.
func TestCIBlocksNameTheOwnerOnce(t *testing.T) {
	releases := regexp.MustCompile(`https://\S+?/releases\b`)
	want := strings.TrimSuffix(version.Download(testRelease), releasePath[:len(releasePath)-1])
	for _, file := range append([]string{"install.sh"}, ciBlocks...) {
		text, err := os.ReadFile(filepath.Join("../../../.ci", file))
		if err != nil {
			t.Fatal(err)
		}
		if found := releases.FindAllString(string(text), -1); len(found) != 1 || found[0] != want {
			t.Errorf("%s has %q, want %q once", file, found, want)
		}
	}
}

// TestCIPageNamesValues: all that users can set in the blocks and for the scripts is on the page.
func TestCIPageNamesValues(t *testing.T) {
	page, err := os.ReadFile("../../../docs/CI.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []struct{ file, exp string }{
		{".github/actions/jprof/action.yml", `(?m)^  ([a-z-]+):\n    description`}, // inputs and outputs
		{".ci/gitlab.yml", `(?m)^    ([a-z]+):\n      description`},
		{".ci/azure.yml", `(?m)^  - name: ([a-z]+)`},
		{".ci/circleci.yml", `(?m)^      ([a-z]+):(?: [&*]\w+)?\n        (?:description|type)`},
		{".ci/count.sh", `(?m)^#   (JPROF_\w+) `},
		{".ci/install.sh", `(JPROF_(?:VERSION|RELEASES))`}, // folders are options
	} {
		text, err := os.ReadFile(filepath.Join("../../..", of.file))
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(of.exp).FindAllSubmatch(text, -1)
		if len(found) < 2 {
			t.Errorf("%s has %d values", of.file, len(found))
		}
		for _, m := range found {
			if !regexp.MustCompile("`" + string(m[1]) + "[`:]").Match(page) {
				t.Errorf("docs/CI.md does not say what %s of %s is", m[1], of.file)
			}
		}
	}
}

// TestCIPageNamesTheOwner: examples lead to the home of the project, and name the newest release.
func TestCIPageNamesTheOwner(t *testing.T) {
	page, err := os.ReadFile("../../../docs/CI.md")
	if err != nil {
		t.Fatal(err)
	}
	_, owned, _ := strings.Cut(version.Home, "/")
	for what, form := range map[string]struct {
		exp, want string
		times     int
	}{
		"the action":        {`uses: (\S+)/\.github/actions/jprof@`, owned, 3},
		"its version":       {`/\.github/actions/jprof@v(\S+)`, version.Latest, 3},
		"files":             {`raw\.githubusercontent\.com/([^/\s]+/[^/\s]+)/`, owned, 4},
		"versions of files": {`raw\.githubusercontent\.com/[^/\s]+/[^/\s]+/v([^/\s]+)/`, version.Latest, 4},
		"the repository":    {` name: (\S+/\S+), endpoint: `, owned, 2},
		"the tag":           {`refs/tags/v([^}\s]+)`, version.Latest, 2},
	} {
		found := regexp.MustCompile(form.exp).FindAllSubmatch(page, -1)
		if len(found) != form.times {
			t.Errorf("docs/CI.md has %s %d times, want %d", what, len(found), form.times)
		}
		for _, m := range found {
			if string(m[1]) != form.want {
				t.Errorf("docs/CI.md: %s is %s, want %s", what, m[1], form.want)
			}
		}
	}
}
