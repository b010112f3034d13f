package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	shellquote "github.com/kballard/go-shellquote"
	"github.com/rogpeppe/go-internal/testscript"
)

// shownCommand matches a command line of a document whose output follows it, where that is only read from a run of the
// demo project.
var shownCommand = regexp.MustCompile(`^    \$ jprof (top|show|report --text|check|export)\b`)

// elided is a line of a document in place of the rest of an output.
const elided = "    ..."

// shownCmd is shown CLOSING FILE...: runs the commands that these documents show of a run, in the folder of the script,
// and compares what they print with what the documents say; -update writes it there. Behind a line ... the rest is not
// compared. Lines with the totals at the end of a build must be that in the file CLOSING.
func shownCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: shown CLOSING FILE...")
	}
	_, closing, _ := strings.Cut(ts.ReadFile(args[0]), "jprof: main sources:")
	closing, _, _ = strings.Cut("    jprof: main sources:"+closing, "\n")
	for _, name := range args[1:] {
		wd, err := os.Getwd() // of the test, not of the script
		ts.Check(err)
		file := filepath.Join(wd, "../../..", name)
		text, err := os.ReadFile(file)
		ts.Check(err)
		lines := strings.Split(string(text), "\n")
		for i := 0; i < len(lines); i++ {
			if strings.HasPrefix(lines[i], "    jprof: main sources:") && lines[i] != closing {
				if !*update {
					ts.Fatalf("%s:%d: the build ends with, and -update writes:\n%s", name, i+1, closing)
				}
				lines[i] = closing
			}
			if !shownCommand.MatchString(lines[i]) {
				continue
			}
			end := endOfOutput(lines, i+1)
			command := strings.TrimPrefix(lines[i], "    $ ")
			got := outputOf(ts, command)
			if cut := slices.Index(lines[i+1:end], elided); cut >= 0 && cut < len(got) {
				got = append(got[:cut:cut], elided)
			}
			if !slices.Equal(lines[i+1:end], got) {
				if !*update {
					ts.Fatalf("%s:%d: %s prints, and -update writes:\n%s", name, i+1, command, strings.Join(got, "\n"))
				}
				lines = slices.Replace(lines, i+1, end, got...)
				end = i + 1 + len(got)
			}
			i = end - 1
		}
		if now := strings.Join(lines, "\n"); now != string(text) {
			ts.Check(os.WriteFile(file, []byte(now), 0o666))
		}
	}
}

// endOfOutput returns the end of the indented lines from line i on, up to the next command.
func endOfOutput(lines []string, i int) int {
	end := i
	for ; i < len(lines) && (lines[i] == "" || strings.HasPrefix(lines[i], "    ")) &&
		!strings.HasPrefix(lines[i], "    $"); i++ {
		if lines[i] != "" {
			end = i + 1
		}
	}
	return end
}

// outputOf returns what a command prints, as lines of code in Markdown.
func outputOf(ts *testscript.TestScript, command string) []string {
	words, err := shellquote.Split(command)
	ts.Check(err)
	ts.Check(ts.Exec(words[0], words[1:]...))
	out := strings.Split(strings.TrimRight(ts.ReadFile("stdout"), "\n"), "\n")
	for i, line := range out {
		out[i] = strings.TrimRight("    "+line, " ")
	}
	return out
}
