package shadow

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"jprof/buildtools"
	"jprof/internal/measure/helpers"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
)

// classFoldersDir is the folder beside a hook file with the paths to which compilers write class files with counters: a
// file for each source set. It stays when a build ends, as a source set may be up to date in the next one.
func classFoldersDir(hookFile string) string {
	return filepath.Join(filepath.Dir(hookFile), "class-folders")
}

// noteClasses writes where the class files of a source set are, as far as the build says it.
func (s Hooked) noteClasses(hookFile string) error {
	if s.Classes == "" {
		return nil
	}
	dir := classFoldersDir(hookFile)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(dir, s.FileName()+".txt"), []byte(s.Classes))
}

// classFolders reads the notes of noteClasses.
func classFolders(hookFile string) ([]string, error) {
	notes, err := filepath.Glob(filepath.Join(classFoldersDir(hookFile), "*.txt"))
	if err != nil {
		return nil, err
	}
	var folders []string
	for _, note := range notes {
		path, err := os.ReadFile(note)
		if err != nil {
			return nil, err
		}
		folders = append(folders, string(path))
	}
	return folders, nil
}

// Complete adds helper classes to the output of a step of a build: the files, and those below the folders, that the
// file list names, each ended by a zero byte. Files outside of the copy of the project are left alone. A file that
// cannot be completed becomes an event (buildtools.WriteIncomplete).
func Complete(hookFile, list string) error {
	hook, err := buildtools.ReadHookFile(hookFile)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(list)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var made []string
	for path := range strings.SplitSeq(strings.TrimSuffix(string(data), "\x00"), "\x00") {
		if _, ok := paths.Within(hook.Mirror, path); ok && path != "" {
			made = append(made, path)
		}
	}
	folders, err := classFolders(hookFile)
	if err != nil || len(folders) == 0 {
		return err
	}
	incomplete, err := helpers.New(folders).Complete(made)
	if err != nil {
		return err
	}
	for _, file := range incomplete {
		event := buildtools.Incomplete{Path: file.Path, Reason: file.Reason}
		if err := buildtools.WriteIncomplete(hook.Events, event); err != nil {
			return err
		}
	}
	return nil
}
