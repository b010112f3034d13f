package git

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
)

// diff returns the output of git diff with these arguments on the folder dir. Unlike other commands, git diff writes,
// whatever GIT_OPTIONAL_LOCKS is: new times into the index, for files with the same content, and objects that a partial
// clone lacks. So it gets a copy of the index, and a folder of its own for objects.
//
// git diff-index writes nothing. But it lists each file as changed whose times differ from those in the index.
func diff(dir string, args ...string) ([]byte, error) {
	scratch, err := atomicfile.NewScratch("git")
	if err != nil {
		return nil, err
	}
	defer scratch.Remove() // clean removes what stays
	places, err := divert(dir, scratch.Dir)
	if err != nil {
		return nil, err
	}
	// Files that differ only in their times, or modes, are equal, whatever the user has set. The order of files does
	// not matter, and the file with that order may not be there.
	cmd := command(dir, slices.Concat([]string{"-c", "diff.autoRefreshIndex=true", "-c", "core.fileMode=false",
		"-c", "core.quotePath=false", "-c", "status.showUntrackedFiles=normal", "diff", "-O/dev/null"}, args)...)
	cmd.Env = append(cmd.Env, places...)
	return output(cmd, "diff")
}

// divert copies the index of the repository around dir to the folder scratch. It returns the variables with which Git
// writes there.
func divert(dir, scratch string) (env []string, err error) {
	out, err := git(dir, "rev-parse", "--git-path", "index", "--git-path", "objects")
	if err != nil {
		return nil, err
	}
	index, objects, _ := strings.Cut(strings.TrimRight(string(out), "\r\n"), "\n")
	index, objects = paths.Absolute(dir, strings.TrimSuffix(index, "\r")), paths.Absolute(dir, objects)
	if objects, err = filepath.Abs(objects); err != nil {
		return nil, err
	}
	copied := filepath.Join(scratch, "index")
	if err := copyTimed(index, copied); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return []string{"GIT_INDEX_FILE=" + copied, "GIT_OBJECT_DIRECTORY=" + scratch,
		"GIT_ALTERNATE_OBJECT_DIRECTORIES=" + `"` + subsectionQuotes.Replace(filepath.ToSlash(objects)) + `"`}, nil
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
