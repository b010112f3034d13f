package gradle

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
)

// Description is what Gradle itself says of a build.
type Description struct {
	Gradle   string // version
	Java     string // version that Gradle runs on
	JavaHome string
	Sets     []buildtools.SourceSet
	Tests    []string // paths of the tasks that run tests
}

// description is the JSON of the init script. Its paths are absolute.
type description struct {
	Gradle   string
	Java     string
	JavaHome string
	Projects []struct {
		Module string
		Dir    string
		Build  string
		Sets   []struct {
			Name     string
			Task     string
			Level    string
			Encoding string
			Files    []struct {
				Path string // below its source root
				File string
			}
		}
		Tests []string
	}
}

// Ask has Gradle configure the copy of the project at mirror, and say what is in it. tmp is a folder for a file.
func (b *Build) Ask(ctx context.Context, mirror, cacheDir, tmp string, run buildtools.Output) (Description, error) {
	var d Description
	exe, err := b.Locate(mirror)
	if err != nil {
		return d, err
	}
	script, err := Script(cacheDir)
	if err != nil {
		return d, err
	}
	file := filepath.Join(tmp, "build.json")
	if _, err := run(ctx, b.Describe(mirror, exe, script, file)); err != nil {
		return d, fmt.Errorf("%s does not run: %w", exe, err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return d, fmt.Errorf("%s did not run the init script: %w", exe, err)
	}
	var found description
	if err := json.Unmarshal(data, &found); err != nil {
		return d, fmt.Errorf("%s: %w", file, err)
	}
	d = Description{Gradle: found.Gradle, Java: found.Java, JavaHome: found.JavaHome}
	for _, p := range found.Projects {
		d.Tests = append(d.Tests, p.Tests...)
		dir, _ := inProject(mirror, p.Dir)
		for _, s := range p.Sets {
			set := buildtools.SourceSet{
				Module: buildtools.Module{ID: p.Module, Dir: dir}, Name: s.Name, Encoding: s.Encoding, Level: s.Level,
			}
			for _, f := range s.Files {
				_, generated := buildtools.Within(p.Build, f.File)
				root, below := strings.CutSuffix(filepath.ToSlash(f.File), "/"+f.Path)
				rel, ok := inProject(mirror, filepath.FromSlash(root))
				if !ok || !below || generated {
					continue
				}
				if !slices.Contains(set.Roots, rel) {
					set.Roots = append(set.Roots, rel)
				}
				set.Files = append(set.Files, buildtools.SourceFile{Root: rel, Path: f.Path})
			}
			if len(set.Roots) > 0 {
				d.Sets = append(d.Sets, set)
			}
		}
	}
	return d, nil
}

// inProject is path, in the mirror, as a slash path from the root of the project.
func inProject(mirror, path string) (string, bool) {
	rel, ok := buildtools.Within(mirror, path)
	return filepath.ToSlash(rel), ok
}
