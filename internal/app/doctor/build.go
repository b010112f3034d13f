package doctor

import (
	"context"
	"os"
	"strings"

	"jprof/buildtools"
	"jprof/internal/measure"
	"jprof/runner"
)

// build opens the usual build of the project with that build file, or of the project that is here.
func (d *examiner) build(file string) (buildtools.Build, error) {
	candidates, detectErr := d.tools.Detect(d.env.Dir)
	if file != "" || detectErr != nil {
		candidates = d.tools // some find their project in a folder above
	} else {
		candidates = candidates[:1]
	}
	var firstErr error
	for _, tool := range candidates {
		info := tool.Info()
		args := []string{info.Usual}
		if file != "" {
			if info.File.Name == "" {
				continue
			}
			args = []string{"--" + info.File.Name, file, info.Usual}
		}
		build, err := tool.Open(d.env.Dir, args, d.env.Vars)
		if err == nil {
			return build, nil
		}
		if firstErr == nil {
			firstErr = err
		}
	}
	if file == "" && detectErr != nil {
		return nil, buildtools.Errorf([]string{d.elsewhere()}, "%w", detectErr)
	}
	return nil, firstErr
}

// elsewhere returns the hint on another project: another folder, or an option for its build file.
func (d *examiner) elsewhere() string {
	hint := "go to the folder of a project"
	for _, tool := range d.tools {
		if o := tool.Info().File; o.Name != "" {
			hint += ", or name its " + strings.ToLower(o.Value()) + " with -" + o.Alias
		}
	}
	return hint
}

// examineBuild adds the findings of the build tool. It returns the source sets, and the way in which they were found.
func (d *examiner) examineBuild(ctx context.Context, build buildtools.Build, cache string) (
	sets []buildtools.SourceSet, as string) {
	x := build.Examine(ctx, buildtools.Examiner{
		Cache: cache, Run: runner.Output,
		InCopy: func(use func(buildtools.Site) error) error { return d.inCopy(build.About().Project, cache, use) },
	})
	for _, f := range x.Findings {
		what := f.What
		if f.Under {
			what = "  " + what
		}
		if f.Err != nil {
			d.wrong(what, f.Err)
		} else {
			d.line(what, f.Text)
		}
	}
	return x.Sets, x.As
}

// inCopy makes a copy of the project for use, and removes it afterwards.
func (d *examiner) inCopy(project buildtools.Project, cache string, use func(buildtools.Site) error) error {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(cache, "doctor-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	ws, err := runner.OpenWorkspace(tmp, project)
	if err != nil {
		return err
	}
	defer ws.Close()
	if err := measure.Sync(d.ui, ws, d.tools.Outputs()); err != nil {
		return err
	}
	return use(measure.Site(ws, cache))
}
