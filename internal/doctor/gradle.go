package doctor

import (
	"context"
	"os"
	"strings"

	"jprof/buildtools"
	"jprof/buildtools/gradle"
	"jprof/internal/measure"
	"jprof/runner"
)

// gradle tells which Gradle would run, and asks it what is in the build; or reads the build files, where it does not
// start. It returns the source sets.
func (d *examiner) gradle(ctx context.Context, call *gradle.Build, cache string) (sets []buildtools.SourceSet, as string) {
	exe, err := call.Locate(call.Project.Root)
	if err == nil {
		where := exe.Path
		if exe.Wrapper {
			where += ", the project's wrapper"
		}
		d.line("Gradle", where)
		var found gradle.Description
		if found, err = d.askGradle(ctx, call, cache); err == nil {
			d.line("  version", found.Gradle)
			d.line("  runs on", "Java "+found.Java+" in "+found.JavaHome)
			if len(found.Tests) > 0 {
				d.line("  tests by", strings.Join(found.Tests, ", "))
			}
			return found.Sets, "Gradle compiles"
		}
	}
	d.wrong("Gradle", err)
	return call.SourceSets(), "the build files seem to declare"
}

// askGradle has Gradle configure a copy of the project, which is gone afterwards: it writes into the folder that
// it runs in.
func (d *examiner) askGradle(ctx context.Context, call *gradle.Build, cache string) (gradle.Description, error) {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return gradle.Description{}, err
	}
	tmp, err := os.MkdirTemp(cache, "doctor-*")
	if err != nil {
		return gradle.Description{}, err
	}
	defer os.RemoveAll(tmp)
	ws, err := runner.OpenWorkspace(tmp, call.Project)
	if err != nil {
		return gradle.Description{}, err
	}
	defer ws.Close()
	if err := measure.Sync(d.ui, ws); err != nil {
		return gradle.Description{}, err
	}
	return call.Ask(ctx, ws.Mirror, cache, tmp, runner.Output)
}
