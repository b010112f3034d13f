package cli

import (
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/internal/jtest"
	"jprof/internal/jtest/forges"
)

// standIn is the executable of a release that writes down its arguments, makes the files that it is asked for, and
// ends with the exit codes in the variables BUILD and GATES. With NO_COUNTS there is nothing to report. Comments are
// written by the jprof in the variable REAL.
const standIn = `#!/bin/sh
{
	printf %s "$1"
	for argument; do printf ' [%s]' "$argument"; done
	echo
} >>"$CALLS"
command=$1
[ "$command-${NO_COUNTS:-}" != report-yes ] || exit 3
[ "$command" != comment ] || exec "$REAL" "$@"
[ -z "${GITHUB_TOKEN:-}" ] || exit 99 # only comments get the token
while [ $# -gt 0 ]; do
	case $1 in
	-o | --markdown | --sarif | --code-quality | --junit)
		mkdir -p "$(dirname "$2")"
		echo '"uri": "src/A.java" filename="src/A.java" "path": "src/A.java"' >"$2"
		shift
		;;
	esac
	shift
done
case $command in
version) echo stand-in ;;
mvn | gradle | run)
	echo "built ${PWD##*/clone}"
	exit "${BUILD:-0}"
	;;
check) exit "${GATES:-0}" ;;
esac
`

// TestAction runs the action with a stand-in for jprof.
func TestAction(t *testing.T) {
	jtest.NeedsTool(t, "bash")
	jtest.NeedsTool(t, "curl")
	origin := t.TempDir()
	for _, dir := range []string{"sub/folder", "a &b|c"} {
		if err := os.MkdirAll(filepath.Join(origin, dir), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(origin, dir, "file"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	commitAll(t, origin)
	release := newRelease(t, standIn)
	for _, test := range []struct {
		name    string
		with    map[string]string
		env     []string
		fork    bool
		calls   []string // beginnings of those after the installation; OUT is the folder for results
		says    string
		failed  bool
		makes   []string // names of published files
		comment string   // beginning of the text of the comment on the pull request
		prepare func(*githubJob)
	}{
		{name: "only installs", calls: nil},
		{name: "one job", with: map[string]string{"run": "mvn -B verify", "gates": "--min-lines 80", "report": "r"},
			calls: []string{"mvn [mvn] [--label] [ci] [-B] [verify]", "merge [merge] [ci] [-o] [OUT/run.tar.gz]",
				"report [report] [--run] [ci] [-o] [OUT/report]", "report [report] [--run] [ci] [--text]",
				"export [export] [--run] [ci] [--format] [cobertura]",
				"check [check] [--run] [ci] [--min-lines] [80] [--markdown]"},
			makes: []string{"r", "summary"}},
		{name: "no gates", with: map[string]string{"run": "./gradlew test", "gates": "none", "summary": "false"},
			calls: []string{"gradle [gradle] [--label] [ci] [test]", "merge", "report", "report", "export",
				"export [export] [--run] [ci] [--format] [markdown]"}},
		{name: "options", with: map[string]string{"run": "./mvnw test", "options": "--by-test --title 'a b'"},
			calls: []string{"mvn [mvn] [--label] [ci] [--by-test] [--title] [a b] [test]", "", "", "", "", ""},
			makes: []string{"summary"}},
		{name: "a command is words, not a script",
			with: map[string]string{"upload": "x", "run": "mvn \"-Da=b  c\" '-Dd=\"e\"' \"-Df=it's\" $(touch pwned) " +
				"`touch pwned` ;touch pwned\n-B \\\"${HOME}"},
			calls: []string{"mvn [mvn] [--label] [x] [-Da=b  c] [-Dd=\"e\"] [-Df=it's] [$(touch] [pwned)] " +
				"[`touch] [pwned`] [;touch] [pwned] [-B] [\"${HOME}]", "merge [merge] [x] [-o] [OUT/runs/x.tar.gz]"},
			makes: []string{"jprof-run-x"}},
		{name: "gates are words",
			with: map[string]string{"run": "run Main.java", "gates": "--method 'A b' ; touch pwned"},
			calls: []string{"run [run] [--label] [ci] [Main.java]", "", "", "", "",
				"check [check] [--run] [ci] [--method] [A b] [;] [touch] [pwned] [--markdown]"},
			makes: []string{"summary"}},
		{name: "an open quote", with: map[string]string{"run": "mvn 'verify"}, failed: true,
			says: "count.sh: cannot be split into words: mvn 'verify"},
		{name: "another command", with: map[string]string{"run": "make test"}, failed: true,
			says: "count.sh: the command must start with mvn, ./mvnw, gradle, ./gradlew or run: make test"},
		{name: "a build that fails", with: map[string]string{"run": "mvn verify", "report": "r", "sarif": "true"},
			env: []string{"BUILD=3", "GATES=1"}, failed: true, says: "exit status 3",
			calls: []string{"mvn", "merge", "report", "report", "export", "check"},
			makes: []string{"alerts", "r", "summary"}},
		{name: "a failed build that the gates excuse", with: map[string]string{"run": "mvn verify"},
			env: []string{"BUILD=1"}, calls: []string{"mvn", "merge", "report", "report", "export", "check"},
			makes: []string{"summary"}},
		{name: "a failed build without gates", with: map[string]string{"run": "mvn verify", "gates": "none"},
			env: []string{"BUILD=1"}, failed: true, says: "exit status 1",
			calls: []string{"mvn", "merge", "report", "report", "export", "export"}, makes: []string{"summary"}},
		{name: "a build that does not compile", with: map[string]string{"run": "mvn verify", "sarif": "true"},
			env: []string{"BUILD=1", "NO_COUNTS=yes"}, failed: true, says: "exit status 1",
			calls: []string{"mvn", "merge", "report"}, makes: []string{"summary"}},
		{name: "a part that fails", with: map[string]string{"run": "mvn verify", "upload": "unit"},
			env: []string{"BUILD=1"}, failed: true, calls: []string{"mvn [mvn] [--label] [unit] [verify]", "merge"},
			makes: []string{"jprof-run-unit"}},
		{name: "gates that fail", with: map[string]string{"run": "mvn verify"}, env: []string{"GATES=1"}, failed: true,
			says: "exit status 1", calls: []string{"", "", "", "", "", "check"}, makes: []string{"summary"}},
		{name: "a fork", with: map[string]string{"run": "mvn verify", "sarif": "true"}, fork: true,
			calls: []string{"", "", "", "", "", "check"}, makes: []string{"summary"}},
		{name: "a comment", with: map[string]string{"run": "mvn verify", "comment": "unit"}, env: []string{"GATES=1"},
			failed: true, says: "exit status 1", makes: []string{"summary"}, comment: `"uri": "src/A.java"`,
			calls: []string{"", "", "", "", "", "check", "comment [comment] [--label] [unit] [OUT/summary.md]"}},
		{name: "a comment without counts", with: map[string]string{"run": "mvn verify", "comment": "unit"},
			env: []string{"BUILD=1", "NO_COUNTS=yes"}, failed: true, says: "exit status 1", makes: []string{"summary"},
			calls: []string{"mvn", "merge", "report", "comment"}, comment: "**jprof:** no counts, as the build failed"},
		{name: "merge", with: map[string]string{"merge": "true"},
			prepare: func(j *githubJob) { j.keep("jprof-run-a", filepath.Join(j.dir, "sub/folder/file")) },
			calls: []string{"merge [merge] [OUT/runs] [-o] [OUT/run.tar.gz]",
				"report [report] [--run] [OUT/run.tar.gz]", "", "", "check"},
			makes: []string{"jprof-run-a", "summary"}},
		{name: "a run to be the base", with: map[string]string{"run": "mvn verify", "base": "true", "comment": "unit"},
			prepare: func(j *githubJob) { j.event("push", "main") },
			calls:   []string{"", "", "", "", "", "check [check] [--run] [ci] [--markdown]", "comment"},
			makes:   []string{"jprof-base/unit/sha", "summary"}, comment: `"uri": `},
		{name: "another branch", with: map[string]string{"run": "mvn verify", "base": "true"},
			prepare: func(j *githubJob) { j.event("push", "topic") },
			calls:   []string{"", "", "", "", "", "check"}, makes: []string{"summary"}},
		{name: "a base that fails", with: map[string]string{"run": "mvn verify", "base": "true"},
			prepare: func(j *githubJob) { j.event("push", "main") }, failed: true,
			env: []string{"GATES=1"}, says: "exit status 1", calls: []string{"", "", "", "", "", "check"},
			makes: []string{"summary"}},
		{name: "a pull request with a base",
			with: map[string]string{"run": "mvn verify", "base": "true", "gates": "--min-lines 80"},
			prepare: func(j *githubJob) {
				j.event("pull_request", "7/merge")
				base := filepath.Join(j.temp, "base.tar.gz")
				if err := os.WriteFile(base, nil, 0o666); err != nil {
					j.t.Fatal(err)
				}
				j.keep("jprof-base//older", base)
			},
			calls: []string{"", "", "", "", "", "check [check] [--run] [ci] [--base] [BASE] [--min-lines] [80]"},
			makes: []string{"jprof-base//older", "summary"}},
		{name: "a pull request without one", with: map[string]string{"run": "mvn verify", "base": "true"},
			prepare: func(j *githubJob) { j.event("pull_request", "7/merge") },
			calls:   []string{"", "", "", "", "", "check [check] [--run] [ci] [--markdown]"},
			makes:   []string{"summary"}},
		{name: "merge and run", with: map[string]string{"merge": "true", "run": "mvn verify"}, failed: true,
			says: "::error::jprof: run and merge cannot be combined"},
		{name: "a folder", with: map[string]string{"run": "mvn verify", "working-directory": "sub/folder"},
			says: "built /sub/folder\n", calls: []string{"mvn", "", "", "", "", ""}, makes: []string{"summary"}},
		{name: "a folder with signs",
			with: map[string]string{"run": "mvn verify", "working-directory": "a &b|c"},
			says: "built /a &b|c\n", calls: []string{"mvn", "", "", "", "", ""}, makes: []string{"summary"}},
		{name: "no such version", with: map[string]string{"run": "mvn verify", "version": "0.0.1"}, failed: true,
			says: "install.sh: there is no release 0.0.1: see http"},
	} {
		t.Run(test.name, func(t *testing.T) {
			j := newGitHubJob(newCIJob(t, origin, release))
			calls := filepath.Join(filepath.Dir(j.dir), "calls")
			j.env = append(append(j.env, "CALLS="+calls), test.env...)
			server := j.onServer(forges.PullRequest(forges.Repository))
			if test.fork {
				request := map[string]any{"head": map[string]any{"repo": map[string]any{"fork": true}}}
				j.contexts["github"].(map[string]any)["event"] = map[string]any{"pull_request": request}
			}
			if test.prepare != nil {
				test.prepare(j)
			}
			j.own(test.with)
			if j.failed != test.failed || !strings.Contains(j.output.String(), test.says) {
				t.Errorf("failed: %v, output\n%s", j.failed, j.output.String())
			}
			text, err := os.ReadFile(calls)
			if err != nil && !test.failed {
				t.Fatal(err)
			}
			out := filepath.Join(j.temp, "jprof/results")
			names := strings.NewReplacer(out, "OUT", filepath.Join(j.temp, "jprof/base.tar.gz"), "BASE")
			made := strings.Split(strings.TrimSuffix(names.Replace(string(text)), "\n"), "\n")
			made = made[1:] // the installation made the first
			if !slices.EqualFunc(made, test.calls, strings.HasPrefix) {
				t.Errorf("calls\n%s\nwant\n%s", strings.Join(made, "\n"), strings.Join(test.calls, "\n"))
			}
			if names := slices.Sorted(maps.Keys(j.published)); !slices.Equal(names, test.makes) {
				t.Errorf("published %q, want %q", names, test.makes)
			}
			j.commented(server, test.with["comment"], test.comment)
			folder := path.Join(test.with["working-directory"], "src/A.java")
			for file, want := range map[string]string{
				"jprof.sarif":       `"uri": "` + strings.ReplaceAll(folder, " ", "%20") + `"`,
				"code-quality.json": `"path": "` + folder + `"`,
				"cobertura.xml":     ` filename="` + strings.ReplaceAll(folder, "&", "&amp;") + `"`,
			} {
				text, err := os.ReadFile(filepath.Join(out, file))
				if err == nil && !strings.Contains(string(text), want) {
					t.Errorf("%s has no %s: %s", file, want, text)
				}
			}
			if _, err := os.Stat(filepath.Join(j.dir, "pwned")); err == nil {
				t.Error("a word was run as a command")
			}
		})
	}
}

// TestCountSaysWhatIsMissing: if there is nothing to report, the summary names the missing data.
func TestCountSaysWhatIsMissing(t *testing.T) {
	script, err := filepath.Abs("../../../.ci/count.sh")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, run, says, summary string
		code                     int
	}{
		{"neither a command nor runs", "",
			"count.sh: JPROF_RUN names no command, and no job has left a run in out/runs\n",
			"there is no run to merge", 3},
		{"a command that jprof refuses", "mvn verify", "refused: mvn\nrefused: merge\n", "no run was made", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir, tools := t.TempDir(), t.TempDir()
			jtest.FakeTool(t, tools, "jprof", `echo "refused: $1"; exit 2`)
			cmd := exec.Command("sh", script)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+tools+":"+os.Getenv("PATH"), "JPROF_OUT=out", "JPROF_RUN="+test.run)
			out, err := cmd.CombinedOutput()
			if string(out) != test.says || cmd.ProcessState.ExitCode() != test.code {
				t.Errorf("%v\n%s", err, out)
			}
			summary, err := os.ReadFile(filepath.Join(dir, "out/summary.md"))
			want := "**jprof:** no counts, as " + test.summary + ". The log says why.\n"
			if err != nil || string(summary) != want {
				t.Errorf("the summary: %v, %s", err, summary)
			}
		})
	}
}

// TestActionKnowsCaches: the folder that is kept is that of jprof on each system, as os.UserCacheDir has it.
func TestActionKnowsCaches(t *testing.T) {
	jtest.NeedsTool(t, "bash")
	jtest.NeedsTool(t, "curl")
	origin := t.TempDir()
	commitAll(t, origin)
	release := newRelease(t, sayVersion)
	for _, test := range []struct {
		env  []string
		want string
	}{
		{[]string{"RUNNER_OS=Linux", "XDG_CACHE_HOME=", "HOME=/home/me"}, "/home/me/.cache/jprof"},
		{[]string{"RUNNER_OS=Linux", "XDG_CACHE_HOME=/caches"}, "/caches/jprof"},
		{[]string{"RUNNER_OS=macOS", "HOME=/Users/me"}, "/Users/me/Library/Caches/jprof"},
		{[]string{"RUNNER_OS=Windows", `LOCALAPPDATA=C:\Users\me\AppData\Local`}, `C:\Users\me\AppData\Local/jprof`},
	} {
		j := newGitHubJob(newCIJob(t, origin, release))
		j.env = append(append(j.env, "JPROF_CACHE="), test.env...)
		find := readAction(t).Runs.Steps[0]
		steps := j.steps([]githubStep{find}, map[string]string{"version": "latest"})
		outputs := steps[find.ID].(map[string]any)["outputs"].(map[string]string)
		if j.failed || outputs["cache"] != test.want || outputs["version"] != testRelease {
			t.Errorf("%q: %q", test.env, outputs)
		}
	}
}
