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
	"jprof/internal/util/paths"
)

// answer describes a build, as Gradle reports it.
type answer struct {
	Gradle   string // version
	Java     string // version that Gradle runs on
	JavaHome string
	Sets     []buildtools.SourceSet
	Tests    []string // paths of the tasks that run tests
}

// document has the structure of the JSON that the init script writes. Its paths are absolute.
type document struct {
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

// ask runs Gradle, which configures the copy of the project, and returns its description of the build.
func (b *build) ask(ctx context.Context, site buildtools.Site) (answer, error) {
	var d answer
	exe, err := b.locate(site.Mirror)
	if err != nil {
		return d, err
	}
	script, err := initScript(site.Cache)
	if err != nil {
		return d, err
	}
	file := filepath.Join(site.Own, "build.json")
	if _, err := site.Run(ctx, b.describe(site.Mirror, exe, script, file)); err != nil {
		return d, fmt.Errorf("%s does not run: %w", exe, err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return d, fmt.Errorf("%s did not run the init script: %w", exe, err)
	}
	var found document
	if err := json.Unmarshal(data, &found); err != nil {
		return d, fmt.Errorf("%s: %w", file, err)
	}
	d = answer{Gradle: found.Gradle, Java: found.Java, JavaHome: found.JavaHome}
	for _, p := range found.Projects {
		d.Tests = append(d.Tests, p.Tests...)
		dir, _ := inProject(site.Mirror, p.Dir)
		for _, s := range p.Sets {
			set := buildtools.SourceSet{
				Module: buildtools.Module{ID: p.Module, Dir: dir}, Name: s.Name, Encoding: s.Encoding, Level: s.Level,
			}
			for _, f := range s.Files {
				_, generated := paths.Within(p.Build, f.File)
				root, below := strings.CutSuffix(filepath.ToSlash(f.File), "/"+f.Path)
				rel, ok := inProject(site.Mirror, filepath.FromSlash(root))
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

// inProject returns path as a slash path from the mirror, and whether it is in the mirror.
func inProject(mirror, path string) (string, bool) {
	rel, ok := paths.Within(mirror, path)
	return filepath.ToSlash(rel), ok
}
