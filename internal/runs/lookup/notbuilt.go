package lookup

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/report"
)

// otherRun is the hint for a run that lacks a module, which other runs may have.
const otherRun = "jprof runs lists all runs; --run RUN reads another one"

// notBuilt returns the error for a file or class of the project that the run lacks because it did not build its module.
// It returns nil for other names.
func (in Run) notBuilt(name string) error {
	if filepath.IsAbs(name) {
		if rel, err := filepath.Rel(in.Root, name); err == nil {
			name = rel
		}
	}
	for _, m := range in.Model.Run.ModulesNotBuilt() {
		if in.Root != "" && m.File != "" && hasSource(in.Root, m.File, path.Clean(filepath.ToSlash(name))) {
			return term.WithHints(exit.AsUsage(fmt.Errorf("%s: not in the run: %s", name, m.State())), otherRun)
		}
	}
	return nil
}

// hasSource reports whether a module has a source that the name may mean. The name is a path, the end of a path, or a
// class. build is the path of the module's build file below root, with slashes.
func hasSource(root, build, name string) bool {
	dir := filepath.Join(root, filepath.FromSlash(path.Dir(build)))
	found := false
	// A folder that cannot be read has no known source.
	_ = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
		case d.IsDir() && file != dir &&
			(strings.HasPrefix(d.Name(), ".") || paths.Exists(filepath.Join(file, path.Base(build)))):
			return fs.SkipDir // hidden, or the folder of another module
		case !d.IsDir() && paths.IsJava(file) && isNamed(filepath.ToSlash(file), name):
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}

// isNamed reports whether the path of a source ends with a name or with the name of a class. In the latter case, the
// name may go on with a nested class and a method.
func isNamed(file, name string) bool {
	if strings.HasSuffix(name, ".java") {
		return strings.HasSuffix(file, "/"+name)
	}
	name, _, _ = strings.Cut(name, "(")
	file = "/" + strings.TrimSuffix(file, ".java")
	name = strings.NewReplacer(".", "/", "$", "/").Replace(name)
	for ; name != "." && name != "/"; name = path.Dir(name) {
		if strings.HasSuffix(file, "/"+name) {
			return true
		}
	}
	return false
}

// withNotBuilt adds a hint with the modules that a run has not built to the error for a pattern without a match.
func withNotBuilt(err error, r report.RunInfo) error {
	list := r.ModulesNotBuilt()
	switch len(list) {
	case 0:
		return err
	case 1:
		return term.WithHints(err, "the run lacks sources: "+list[0].State(), otherRun)
	}
	return term.WithHints(err, fmt.Sprintf("the run lacks sources: %s, and those of %s", list[0].State(),
		words.Plural(len(list)-1, "other module")), otherRun)
}
