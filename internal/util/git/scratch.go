package git

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
)

// diff returns the output of git diff with these arguments on the folder dir. Unlike other commands, git diff writes,
// whatever GIT_OPTIONAL_LOCKS is: new times into the index, for files with the same content, and objects that a partial
// clone lacks. So it runs aside.
//
// git diff-index writes nothing. But it lists each file as changed whose times differ from those in the index.
func diff(dir string, args ...string) ([]byte, error) {
	// Files that differ only in their times, or modes, are equal, whatever the user has set. The order of files does
	// not matter, and the file with that order may not be there.
	return aside(dir, func(places []string) ([]byte, error) {
		cmd := command(dir, slices.Concat([]string{"-c", "diff.autoRefreshIndex=true", "-c", "core.fileMode=false",
			"-c", "core.ignoreStat=false", "-c", "core.quotePath=false", "-c", "status.showUntrackedFiles=normal",
			"diff", "-O/dev/null"}, args)...)
		cmd.Env = append(cmd.Env, places...)
		return output(cmd, "diff")
	})
}

// aside calls run with variables for Git on the folder dir: with them, Git has a copy of the index, and a folder of its
// own for objects. Errors name the index of the repository, not the copy.
func aside(dir string, run func(places []string) ([]byte, error)) ([]byte, error) {
	scratch, err := atomicfile.NewScratch("git")
	if err != nil {
		return nil, err
	}
	defer scratch.Remove() // clean removes what stays
	index, places, err := divert(dir, scratch.Dir)
	if err != nil {
		return nil, err
	}
	copied := filepath.Join(scratch.Dir, "index")
	if err := reveal(dir, places); err != nil {
		if err = rename(err, copied, index); !strings.Contains(err.Error(), index) {
			err = fmt.Errorf("%s: %w", index, err)
		}
		return nil, err
	}
	out, err := run(places)
	return out, rename(err, copied, index)
}

// rename returns the error err with the path to in the place of from.
func rename(err error, from, to string) error {
	if err == nil || !strings.Contains(err.Error(), from) {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), from, to))
}

// divert copies the index of the repository around dir to the folder scratch. It returns the path of the original, and
// the variables with which Git writes there.
func divert(dir, scratch string) (index string, env []string, err error) {
	out, err := git(dir, "rev-parse", "--git-path", "index", "--git-path", "objects")
	if err != nil {
		return "", nil, err
	}
	dir = paths.Real(dir) // relative paths are from there
	index, objects, _ := strings.Cut(strings.TrimRight(string(out), "\r\n"), "\n")
	index, objects = paths.Absolute(dir, strings.TrimSuffix(index, "\r")), paths.Absolute(dir, objects)
	if objects, err = filepath.Abs(objects); err != nil {
		return "", nil, err
	}
	copied := filepath.Join(scratch, "index")
	if err := copyTimed(index, copied); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", nil, err
	}
	if replaced, err := git(dir, "for-each-ref", "--count=1", "refs/replace/"); err != nil {
		return "", nil, err
	} else if len(replaced) > 0 {
		// The index may have the true name of a file and the time of a file that was written from its replacement. Git
		// reads files that are newer than the index.
		old := time.Unix(1, 0)
		if err := os.Chtimes(copied, old, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", nil, err
		}
	}
	return index, []string{"GIT_INDEX_FILE=" + copied, "GIT_OBJECT_DIRECTORY=" + scratch,
		"GIT_ALTERNATE_OBJECT_DIRECTORIES=" + `"` + subsectionQuotes.Replace(filepath.ToSlash(objects)) + `"`}, nil
}

// reveal makes Git examine all files below dir, in the copy of an index that the variables places name: it clears the
// flags assume-unchanged and skip-worktree, which hide changes. A file that is not there keeps skip-worktree, else it
// would be deleted in each sparse checkout.
func reveal(dir string, places []string) error {
	run := func(names []string, args ...string) ([]byte, error) {
		cmd := command(dir, args...)
		cmd.Env = append(cmd.Env, places...)
		cmd.Stdin = strings.NewReader(strings.Join(names, "\x00"))
		return output(cmd, args[0])
	}
	list, err := run(nil, "ls-files", "-v", "-z", "--", ".")
	if err != nil {
		return err
	}
	var assumed, skipped []string
	for entry := range strings.SplitSeq(string(list), "\x00") { // TAG NAME
		if len(entry) < 3 || entry[0] == 'H' {
			continue
		}
		tag, name := entry[0], entry[2:]
		if 'a' <= tag && tag <= 'z' {
			assumed = append(assumed, name)
		}
		if (tag == 'S' || tag == 's') && is(filepath.Join(dir, filepath.FromSlash(name))) {
			skipped = append(skipped, name)
		}
	}
	if len(assumed) > 0 {
		if _, err := run(assumed, "update-index", "--no-assume-unchanged", "-z", "--stdin"); err != nil {
			return err
		}
	}
	if len(skipped) > 0 {
		_, err = run(skipped, "update-index", "--no-skip-worktree", "-z", "--stdin")
	}
	return err
}

// copyTimed copies a file with its time: Git reads files that are as new as the index.
func copyTimed(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.WriteFile(to, text, 0o600); err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}
