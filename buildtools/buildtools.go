// Package buildtools says what jprof needs to know of a build tool: which one a folder is built
// with, where its project begins, the command to start, and what its hook reports back. It reads
// files and makes commands; it runs none.
package buildtools

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	shellquote "github.com/kballard/go-shellquote"
)

// Tool names a build tool by the command that users type.
type Tool string

// The build tools that jprof knows.
const (
	Maven  Tool = "mvn"
	Gradle Tool = "gradle"
)

// ErrNoBuild is in the chain of errors that say that a folder is no project of a build tool, or does not exist.
var ErrNoBuild = errors.New("no pom.xml, build.gradle or settings.gradle")

// Detect tells which tools dir has build files of: Maven before Gradle where it has both. It looks
// in no other folder. Where there are none, the error wraps ErrNoBuild.
func Detect(dir string) ([]Tool, error) {
	var found []Tool
	for _, t := range []struct {
		tool  Tool
		files []string
	}{
		{Maven, []string{"pom.xml"}},
		{Gradle, []string{"settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts"}},
	} {
		for _, name := range t.files {
			if IsFile(filepath.Join(dir, name)) {
				found = append(found, t.tool)
				break
			}
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s: %w", dir, ErrNoBuild)
	}
	return found, nil
}

// IsFile reports whether path is a regular file, or a link to one.
func IsFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// IsDir reports whether path is a folder, or a link to one.
func IsDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Exists reports whether path is a file or a folder, or a link to one.
func Exists(path string) bool { return IsFile(path) || IsDir(path) }

// Project is where a build lives. Its paths are absolute and hold no symbolic links.
type Project struct {
	Root    string   // the highest folder that the build reads: what has to be copied to build it elsewhere
	Parts   []string // slash paths from Root of what in it the build reads; empty for everything
	Home    string   // where what jprof keeps of it belongs: Root, or the part of it that is the project itself
	Dir     string   // the folder that the user's command is for, usually Root or below it
	Modules []string // slash paths from Root of the folders of all build files found, sorted; "." is Root
}

// InMirror maps path to the same place in mirror, a copy of the project's root. It reports false,
// and returns path as it is, where path is not in the project.
func (p Project) InMirror(path, mirror string) (string, bool) {
	rel, ok := Within(p.Root, path)
	if !ok {
		return path, false
	}
	return filepath.Join(mirror, rel), true
}

// Within returns path relative to dir, if it is dir or lies in it. Both are absolute; no file is
// looked at.
func Within(dir, path string) (string, bool) {
	rel, err := filepath.Rel(dir, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return rel, true
}

// Nested reports whether one of the two is the other, or lies in it. Both are absolute; no file is looked at.
func Nested(a, b string) bool {
	_, in := Within(a, b)
	_, around := Within(b, a)
	return in || around
}

// Common is the deepest folder that holds both a and b, which are absolute.
func Common(a, b string) string {
	for {
		if _, ok := Within(a, b); ok || a == filepath.Dir(a) {
			return a
		}
		a = filepath.Dir(a)
	}
}

// Joined is the folder that holds all of paths, home among them, and what of it they are: the Root and the Parts of a Project. There are no parts where
// it is home itself.
func Joined(home string, paths []string) (root string, parts []string) {
	root = home
	for _, path := range paths {
		root = Common(root, path)
	}
	if root == home {
		return root, nil
	}
	for _, path := range paths {
		if rel, ok := Within(root, path); ok {
			parts = append(parts, filepath.ToSlash(rel))
		}
	}
	slices.Sort(parts)
	return root, parts
}

// SourceSet is the sources of a module that are compiled together.
type SourceSet struct {
	Module   Module
	Name     string       // main, test
	Roots    []string     // slash paths from the root of the project, of folders that exist
	Files    []SourceFile // what of the roots is compiled, nil where that is not known
	Encoding string       // by Java's name
	Level    string       // of the language, as the compiler is told it (1.8, 17), "" where it is not told
	Build    string       // the module's build directory, a slash path from the root of the project; it need not exist
}

// SourceFile is a file of a source set.
type SourceFile struct {
	Root string // as in SourceSet
	Path string // slash path from there
}

// Output runs a command and returns its standard output. It is runner.Output; the packages of build tools run
// nothing themselves.
type Output func(context.Context, Command) ([]byte, error)

// Command is a process to be started.
type Command struct {
	Path string   // of the executable
	Args []string // without the name of the executable
	Dir  string   // the working directory
	Env  []string // all of the environment, KEY=VALUE; where a key is there twice, the last one counts
	// Open are files that the process is to keep open.
	Open []*os.File
}

// String is the command line, quoted as a shell would want it.
func (c Command) String() string {
	return shellquote.Join(append([]string{c.Path}, c.Args...)...)
}

// Error is an error of a build's set-up: what is wrong, and where; Hints say what to do about it.
type Error struct {
	Err  error
	hint []string
}

// Errorf returns an Error. The format is that of fmt.Errorf.
func Errorf(hints []string, format string, args ...any) *Error {
	return &Error{fmt.Errorf(format, args...), hints}
}

// NoBuild returns an Error that is ErrNoBuild as well. The format is that of fmt.Errorf.
func NoBuild(hints []string, format string, args ...any) *Error {
	return &Error{noBuild{fmt.Errorf(format, args...)}, hints}
}

// noBuild is an error that says what err does, and is ErrNoBuild as well.
type noBuild struct{ error }

func (n noBuild) Unwrap() []error { return []error{n.error, ErrNoBuild} }

// Error tells what is wrong.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the error behind it.
func (e *Error) Unwrap() error { return e.Err }

// Hints tells what the user can do, one line each.
func (e *Error) Hints() []string { return e.hint }
