package guard

import (
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

const maxTitle = 72 // characters

// TestGuardTitles checks the commits that are not yet published: those that the main branch of the remote lacks, or,
// without one, the branch that this one follows. Without a remote, or outside of Git, it has nothing to check.
func TestGuardTitles(t *testing.T) {
	for _, published := range []string{"origin/main", "@{upstream}"} {
		log := exec.Command("git", "log", "--no-merges", "--format=%h %s", published+"..HEAD", "--")
		log.Dir = root
		if out, err := log.Output(); err == nil {
			report(t, checkTitles(slices.Collect(strings.Lines(string(out)))))
			return
		}
	}
}

var (
	// noImperative matches first words that are no imperative: "Fixed", "Fixing", "Fixes", "The".
	noImperative = regexp.MustCompile(`^([^A-Z].*|.*([^e]ed|ing|[^s]s)|An?|The|What|How|Why)$`)
	// imperatives are those that noImperative matches all the same.
	imperatives = []string{"Alias", "Bias", "Bring", "Embed", "Focus", "Ping", "Shed", "String"}
)

// checkTitles reports titles of commits that are too long, have two topics or do not start with an imperative. Each has
// the hash of its commit in front.
func checkTitles(titles []string) []string {
	var findings []string
	for _, line := range titles {
		hash, title, _ := strings.Cut(strings.TrimSpace(line), " ")
		add := func(format string, args ...any) {
			findings = append(findings, fmt.Sprintf("commit %s: %q: ", hash, title)+fmt.Sprintf(format, args...)+
				"; git commit --amend or git rebase -i changes it")
		}
		if n := utf8.RuneCountInString(title); n > maxTitle {
			add("%d characters, more than %d: the reasons belong in the text below the title", n, maxTitle)
		}
		if strings.Contains(title, ";") {
			add("a semicolon joins two topics: name one, or make two commits")
		}
		first, _, _ := strings.Cut(title, " ")
		if noImperative.MatchString(first) && !slices.Contains(imperatives, first) {
			add("start with an imperative, as in \"Pick the newest run in one place\"")
		}
	}
	return findings
}

func TestCheckTitles(t *testing.T) {
	longest := "Pick " + strings.Repeat("ü", maxTitle-len("Pick "))
	got := checkTitles([]string{
		"01 Pick the newest run in one place\n", "02 Process needs of speed", "03 Bring it", "04 Feed it",
		"05 Embed it", "06 Press it", "07 " + longest, "11 " + longest + "ü", "12 Pick it; show it", "13 Picked it",
		"14 Picks it", "15 Picking it", "16 cli: pick it", "17 The pick", "18 Änderung",
	})
	wantFindings(t, got, "commit 11: \"Pick üü", "commit 12: \"Pick it; show it\": a semicolon",
		"commit 13: \"Picked it\": start with an imperative", "commit 14", "commit 15", "commit 16", "commit 17",
		"commit 18")
}
