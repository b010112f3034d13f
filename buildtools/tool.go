package buildtools

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"jprof/internal/util/paths"
	"jprof/internal/util/words"
)

// Tool is a build tool. It has no state. A Build is one call of the tool.
type Tool interface {
	// Info describes the tool without a project.
	Info() Info
	// Open reads a call of the tool with args in the folder cwd. env is the environment of the call, a list of
	// KEY=VALUE. The options of Info.Options are among args.
	//
	// Errors: no project (ErrNoBuild), or a goal that must not run on instrumented code, such as publishing.
	Open(cwd string, args, env []string) (Build, error)
}

// Info describes a tool without a project, mostly for help and messages.
type Info struct {
	Command string   // mvn: the command of users, and of jprof
	Name    string   // Maven
	Aliases []string // words that users may type instead of Command; jprof suggests it

	BuildFiles []string // the build file of a module, in the order of preference: pom.xml
	RootFiles  []string // other files that make a folder the root of a project: settings.gradle

	// UnitOptions means that units may have options of any names. So an unknown option behind one is no mistake.
	UnitOptions bool
	// Similar lists options of the tool that are like options of jprof, without dashes.
	Similar []string

	Unit  string // the word for the user's targets: goal, task
	Usual string // the unit that builds and tests a project: verify
	// Step matches a line of the tool's output that announces the start of a unit, or of a part of a unit. The groups
	// of the match, joined by colons, are the name of the unit or part. Step is nil if the tool prints no such lines.
	Step func() *regexp.Regexp
	// Help matches a line of the tool's output that only explains how to use the tool, after a failure. It is nil if
	// the tool prints no such lines.
	Help  func() *regexp.Regexp
	Goals []Example // the units that users often ask for; Line has units, separated by spaces

	Hook      string // the part of the hook that the tool loads, in words: extension, init script
	NotHooked string // likely causes if a build has compiled something without the hook

	// JavacMessage returns a message of javac in the form in which the tool prints it; kind is error or warning.
	// It is nil if the tool does not change messages.
	JavacMessage func(kind string, r Rejection) string

	Options  []Option // options of jprof's command that only this tool has
	File     Option   // the option that names another build file; jprof doctor has it, too; without one, its Name is ""
	Examples []Example

	Outputs Outputs
}

// Message returns a message of javac in the form in which the tool prints it. kind is error or warning. source is the
// text of the line in r.
func (i Info) Message(kind string, r Rejection, source string) string {
	if i.JavacMessage != nil {
		return i.JavacMessage(kind, r)
	}
	text := fmt.Sprintf("%s:%d: %s: %s", r.File, r.Line, kind, r.Message)
	if r.Column == 0 {
		return text
	}
	message, details, _ := strings.Cut(text, "\n")
	text = message + "\n" + source + "\n" + caret(source, r.Column)
	if details != "" {
		text += "\n" + details
	}
	return text
}

// StepOf returns the name of the unit that line, a line of the tool's output, announces. It returns "" for other lines.
func (i Info) StepOf(line string) string {
	if i.Step == nil {
		return ""
	}
	found := i.Step().FindStringSubmatch(line)
	if found == nil {
		return ""
	}
	return strings.Join(found[1:], ":")
}

// IsHelp reports whether a line of the tool's output only explains how to use the tool.
func (i Info) IsHelp(line string) bool { return i.Help != nil && i.Help().MatchString(line) }

// Option is an option of a command line. An option with a value has the name of the value between backquotes in its
// usage.
type Option struct{ Name, Alias, Usage string }

// Value returns the name of the value of an option, "" if the option takes no value.
func (o Option) Value() string {
	_, rest, _ := strings.Cut(o.Usage, "`")
	name, _, _ := strings.Cut(rest, "`")
	return name
}

// Example is a command line for the help, and its effect.
type Example struct{ Line, Does string }

// Outputs describes the files that a build tool writes into a project. They are not copied to the mirror, unless Git
// tracks them.
type Outputs struct {
	State   []string // names of folders with the state of a build, which is bound to its place
	Folders []OutputFolder
}

// OutputFolder describes folders by the files in them and beside them, because a name like build is not enough.
type OutputFolder struct {
	Name   string   // of the folder, "" for any
	Beside []string // a file with one of these names is in the folder above; patterns of path.Match
	Holds  []string // one of these folders is in it; slash paths
}

// Matches reports whether dir is a folder of the kind that o describes.
func (o OutputFolder) Matches(dir string) bool {
	holds := func(name string) bool { return paths.IsDir(filepath.Join(dir, filepath.FromSlash(name))) }
	return (o.Name == "" || filepath.Base(dir) == o.Name) && hasFile(filepath.Dir(dir), o.Beside) &&
		slices.ContainsFunc(o.Holds, holds)
}

// hasFile reports whether a file with one of the names, which may be patterns, is in dir.
func hasFile(dir string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		if !strings.ContainsAny(name, `*?[\`) {
			return paths.IsFile(filepath.Join(dir, name))
		}
		entries, _ := os.ReadDir(dir) // no file is found in a folder that cannot be read
		return slices.ContainsFunc(entries, func(e os.DirEntry) bool {
			matches, _ := path.Match(name, e.Name()) // a bad pattern matches nothing
			return matches && paths.IsFile(filepath.Join(dir, e.Name()))
		})
	})
}

// Registry lists the build tools that jprof supports. If a folder has build files of two of them, the first one is
// used.
type Registry []Tool

// Detect returns the tools whose build files dir contains. It examines no other folder. If there is no tool, the error
// is ErrNoBuild.
func (r Registry) Detect(dir string) ([]Tool, error) {
	var found []Tool
	for _, t := range r {
		if info := t.Info(); hasFile(dir, info.BuildFiles) || hasFile(dir, info.RootFiles) {
			found = append(found, t)
		}
	}
	if len(found) == 0 {
		return nil, NoBuild(nil, "%s: %s", dir, r.Missing())
	}
	return found, nil
}

// Missing names the files that are missing if Detect finds no tool: no pom.xml, build.gradle or settings.gradle.
func (r Registry) Missing() string {
	var names []string
	for _, t := range r {
		info := t.Info()
		for _, files := range [][]string{info.BuildFiles, info.RootFiles} {
			if len(files) > 0 {
				names = append(names, files[0])
			}
		}
	}
	return "no " + words.Either(names)
}

// Outputs returns the outputs of all tools.
func (r Registry) Outputs() Outputs {
	var all Outputs
	for _, t := range r {
		own := t.Info().Outputs
		all.State = append(all.State, own.State...)
		all.Folders = append(all.Folders, own.Folders...)
	}
	return all
}
