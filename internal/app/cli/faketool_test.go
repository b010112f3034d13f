package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"jprof/buildtools"
	"jprof/internal/util/environ"
	"jprof/internal/util/paths"
)

// script is a build tool for projects whose build is a shell script, build.sh, that compiles the folder src with javac.
// It is the smallest tool that does everything: an example for those who add one, and the proof that nothing else knows
// the tools by name. TestScripts/^tool$ builds with it.
type script struct{}

func (script) Info() buildtools.Info {
	return buildtools.Info{
		Command: "script", Name: "shell script", Aliases: []string{"shell"},
		BuildFiles: []string{"build.sh"},
		Unit:       "argument", Usual: "all",
		Hook: "javac", NotHooked: "build.sh did not call javac",
		Examples: []buildtools.Example{{Line: "jprof script all", Does: "run build.sh all, and count"}},
		Outputs: buildtools.Outputs{
			State:   []string{".script"},
			Folders: []buildtools.OutputFolder{{Name: "classes", Beside: []string{"build.sh"}, Holds: []string{"p"}}},
		},
	}
}

func (script) Open(cwd string, args, env []string) (buildtools.Build, error) {
	if !paths.IsFile(filepath.Join(cwd, "build.sh")) {
		return nil, buildtools.NoBuild([]string{"go to the folder of a build.sh"},
			"%s: no build.sh in this folder", cwd)
	}
	root, err := paths.Canonical(cwd)
	first := strings.Join(args[:min(1, len(args))], "")
	call := buildtools.Call{
		Project: buildtools.Project{Root: root, Home: root, Modules: []string{"."}},
		AsTyped: first == "version", Compiles: first != "clean",
	}
	return &scriptBuild{call, args, env}, err
}

// scriptBuild is one call of build.sh.
type scriptBuild struct {
	call buildtools.Call
	args []string
	env  []string
}

func (b *scriptBuild) About() buildtools.Call { return b.call }

func (b *scriptBuild) Plain() (buildtools.Command, error) {
	return b.command(b.call.Project.Root, b.env), nil
}

func (b *scriptBuild) command(dir string, env []string) buildtools.Command {
	return buildtools.Command{Path: "/bin/sh", Args: append([]string{"build.sh"}, b.args...), Dir: dir, Env: env}
}

func (b *scriptBuild) Hooks() []buildtools.Hook { return []buildtools.Hook{b} }

func (b *scriptBuild) InPlace() ([]buildtools.SourceSet, bool) { return nil, false }

// Command puts a javac that is the hook in front of the one on the PATH.
func (b *scriptBuild) Command(_ context.Context, site buildtools.Site) (buildtools.Command, error) {
	javac, err := environ.LookPath(b.env, "", "javac")
	if err != nil {
		return buildtools.Command{}, buildtools.Errorf([]string{"install a JDK"}, "no javac on the PATH")
	}
	jprof, err := os.Executable()
	text := strings.NewReplacer("JPROF", jprof, "HOOK", site.HookFile, "EVENTS", site.Events, "JAVAC", javac).
		Replace(hookedJavac)
	bin := filepath.Join(site.Own, "bin")
	err = errors.Join(err, os.MkdirAll(bin, 0o777), os.WriteFile(filepath.Join(bin, "javac"), []byte(text), 0o777))
	path := "PATH=" + bin + string(filepath.ListSeparator) + environ.Get(b.env, "PATH")
	return b.command(site.Mirror, append(b.env[:len(b.env):len(b.env)], path)), err
}

// hookedJavac is the hook: it compiles the shadow tree of src instead of src, and reports that.
const hookedJavac = `#!/bin/sh
printf '%s\n' kind=module module=script dir=. >EVENTS/module.properties
shadow=$('JPROF' internal-instrument --hook 'HOOK' --module script --set main --encoding UTF-8 -- "$PWD/src") || exit
printf '%s\n' kind=compile module=script dir=. plugin=script goal=javac execution=javac set=main \
	"root.0.path=$PWD/src" "root.0.shadow=$shadow" >EVENTS/compile.properties
find "$shadow" -name '*.java' >files
if ! 'JAVAC' -d classes @files 2>EVENTS/javac.err; then
	cat EVENTS/javac.err >&2
	printf '%s\n' kind=compile-failed module=script dir=. plugin=script goal=javac execution=javac set=main \
		message= warnings= >EVENTS/failed.properties
	exit 1
fi
`

func (b *scriptBuild) Events(_ context.Context, site buildtools.Site, _ buildtools.Round) (buildtools.Events, error) {
	events, err := buildtools.ReadEvents(site.Events)
	if said, readErr := os.ReadFile(filepath.Join(site.Mirror, "said")); readErr == nil {
		events.Messages = []string{string(said)} // the output that build.sh keeps
	}
	for i := range events.Failures {
		printed, readErr := os.ReadFile(filepath.Join(site.Events, "javac.err"))
		err = errors.Join(err, readErr)
		events.Failures[i].Rejections = buildtools.JavacRejections(string(printed))
	}
	return events, err
}

func (b *scriptBuild) Examine(context.Context, buildtools.Examiner) buildtools.Examination {
	module := buildtools.Module{ID: "script", Dir: "."}
	set := buildtools.SourceSet{Module: module, Name: "main", Roots: []string{"src"}, Encoding: "UTF-8"}
	shell, err := exec.LookPath("sh")
	return buildtools.Examination{
		Findings: []buildtools.Finding{{What: "shell", Text: shell, Err: err}},
		Sets:     []buildtools.SourceSet{set}, As: "build.sh compiles",
	}
}
