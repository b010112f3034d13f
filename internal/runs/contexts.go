package runs

import "path/filepath"

// The files of a run with contexts, in its folder: see package contexts.
const (
	ContextsFile = "contexts"
	ClassesFile  = "classes"
)

// ContextsPath returns the path of the file with the trees of a run with contexts.
func (o *Opened) ContextsPath() string { return filepath.Join(o.Dir, ContextsFile) }

// ClassesPath returns the path of the file with the class files of a run with contexts.
func (o *Opened) ClassesPath() string { return filepath.Join(o.Dir, ClassesFile) }
