package git

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/term"
)

// places lists the variables that name the repository. They take precedence over the folder in which Git runs. Git sets
// them for programs that it starts itself, such as hooks.
var places = []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE",
	"GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE"}

// others lists variables that change the answers of Git. They are the variables of git rev-parse --local-env-vars that
// are not in places, and options of diffs and paths. GIT_CONFIG_COUNT and GIT_CONFIG_PARAMETERS are not among them,
// because these settings may name safe folders.
var others = []string{"GIT_CONFIG", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_INTERNAL_SUPER_PREFIX",
	"GIT_REFERENCE_BACKEND", "GIT_DIFF_OPTS", "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS",
	"GIT_ICASE_PATHSPECS"}

// Environ returns the environment env without the variables in places.
func Environ(env []string) []string { return without(env, places) }

func without(env, names []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(names, name)
	})
}

// quiet lists options of Git. With them it starts no watcher of files, which would write into the user's repository,
// its index is one file, and it runs no hooks: git diff runs post-index-change when it has refreshed an index, even a
// private one.
var quiet = []string{"-c", "core.fsmonitor=false", "-c", "core.untrackedCache=false", "-c", "core.splitIndex=false",
	"-c", "core.hooksPath=" + os.DevNull}

// command returns the user's Git on the folder dir. It takes no lock and, but for git diff, writes nothing: see diff.
//
// It reads the objects as they are. git replace puts other objects in their place, on one machine: with a replaced
// commit, tree or file, a change would be none. An ID in a run names the content that has this hash, which is also what
// Blobs compare. If a history is only whole with replacements, Base finds no commit in common, and says so. The
// variable of the user's environment is in others because it is about the repository that his own Git runs for.
func command(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("git", slices.Concat(quiet, args)...)
	cmd.Dir = dir
	cmd.Env = append(without(Environ(os.Environ()), others), "GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1")
	return cmd
}

// git returns the output of Git on the folder dir. Its error has Git's message. If there is no Git, it is
// exec.ErrNotFound.
func git(dir string, args ...string) ([]byte, error) {
	return output(command(dir, args...), subcommand(args))
}

// output returns the output of a Git with that subcommand, or Git's message as an error.
func output(cmd *exec.Cmd, subcommand string) ([]byte, error) {
	if err := check(cmd.Dir); err != nil {
		return nil, err
	}
	cmd.Env = append(cmd.Env, "LC_ALL=C")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if command := safeDirectory().FindString(stderr.String()); command != "" {
			return nil, term.Errorf("if you trust it: "+command, "git %s: the repository belongs to another user",
				subcommand)
		}
		if text, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n"); text != "" {
			err = errors.New(strings.TrimPrefix(text, "fatal: "))
		}
		err = fmt.Errorf("git %s: %w", subcommand, err)
		if strings.Contains(stderr.String(), "promisor remote") {
			return nil, term.Errorf("in CI, clone without --filter, or let this job reach the remote repository",
				"this clone is partial: it lacks files of an older commit, and Git could not fetch them: %w", err)
		}
		return nil, err
	}
	return out, nil
}

// safeDirectory matches the command that Git proposes if another user owns a repository. Git does not read such a
// repository.
var safeDirectory = lazyregexp.New(`git config --global --add safe\.directory .*[^\s]`)

// subcommand returns the first argument that is no option of Git itself: -c NAME=VALUE, --git-dir=DIR.
func subcommand(args []string) string {
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "-c":
			i++
		case !strings.HasPrefix(args[i], "-"):
			return args[i]
		}
	}
	return ""
}

// local returns the output of a Git that fetches nothing, even in a partial clone. Recent versions of Git read
// GIT_NO_LAZY_FETCH. For older ones, no protocol is allowed.
func local(dir string, args ...string) ([]byte, error) {
	if err := check(dir); err != nil {
		return nil, err
	}
	cmd := command(dir, args...)
	cmd.Env = append(cmd.Env, "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=")
	return cmd.Output()
}
