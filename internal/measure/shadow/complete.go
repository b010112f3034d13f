package shadow

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"jprof/buildtools"
	"jprof/internal/measure/helpers"
	"jprof/internal/util/paths"
)

// Complete adds helper classes to the files that a step of a build wrote. The file list names files and folders, each
// ended by a zero byte; Complete takes these files, and those below these folders. It ignores files outside of the copy
// of the project. For each file that it cannot complete it writes an event (buildtools.WriteIncomplete).
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
	notes, err := ReadNotes(hookFile)
	if err != nil || len(notes) == 0 {
		return err
	}
	var folders []string
	for _, n := range notes {
		folders = append(folders, n.Folder)
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
