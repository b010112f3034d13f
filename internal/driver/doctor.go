package driver

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/buildtools/gradle"
	"jprof/buildtools/maven"
	"jprof/instrument"
	"jprof/internal/probe"
	"jprof/internal/runs"
	"jprof/internal/version"
	"jprof/runner"
)

func (j *job) doctorCommand() *cli.Command {
	return &cli.Command{
		Name:      "doctor",
		Usage:     "say what jprof finds here, what it will measure, and what the last run lacks",
		UsageText: "jprof doctor [-f POM]",
		Description: `Builds nothing, and leaves nothing behind but what jprof compiles once. The exit code is 1 where jprof mvn or jprof gradle
would not come to run the build, or the sums of the last run do not agree.`,
		Flags: []cli.Flag{
			&cli.PathFlag{Name: "f", Aliases: []string{"file"}, Usage: "the `POM` of the project, or its folder, as for mvn"},
		},
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			var args []string
			if pom := c.Path("f"); pom != "" {
				args = []string{"-f", pom}
			}
			d := &doctor{job: j, out: tabwriter.NewWriter(j.env.Stdout, 0, 0, 2, ' ', 0)}
			return d.examine(c.Context, args)
		},
	}
}

// doctor writes a diagnosis.
type doctor struct {
	job      *job
	out      *tabwriter.Writer
	problems int // that make jprof fail, or its numbers wrong
}

// line writes a line with columns.
func (d *doctor) line(columns ...string) {
	fmt.Fprintln(d.out, strings.Join(columns, "\t")) // a terminal that is gone shows in Flush
}

// wrong writes a line about a problem, with hints on lines of their own.
func (d *doctor) wrong(what string, err error) {
	d.problems++
	d.line(what, "PROBLEM: "+err.Error())
	if h, ok := err.(interface{ Hints() []string }); ok {
		for _, hint := range h.Hints() {
			d.line("", "  "+hint)
		}
	}
}

func (d *doctor) examine(ctx context.Context, args []string) error {
	env := d.job.env
	d.line("jprof", fmt.Sprintf("%s, %s/%s", version.String(), runtime.GOOS, runtime.GOARCH))
	if kit, err := findJDK(env); err != nil {
		d.wrong("JDK for jprof run", err)
	} else {
		d.line("JDK for jprof run", javaName(kit.level())+" in "+filepath.Dir(filepath.Dir(kit.javac)))
	}
	found, err := d.project(args)
	if err != nil {
		d.wrong("project", err)
		return d.end()
	}
	project := found.project
	d.line("project", fmt.Sprintf("%s, %s", project.Home, plural(len(project.Modules), "module")))
	for _, part := range project.Parts {
		if path := filepath.Join(project.Root, filepath.FromSlash(part)); path != project.Home {
			d.line("  with", path)
		}
	}
	cache, err := d.job.cacheDir()
	if err != nil {
		d.wrong("cache", err)
		return d.end()
	}
	s := runs.Store{Project: project.Home}
	conf, err := readConfig(s.Project)
	if err != nil {
		d.wrong("settings", err)
	} else if path := filepath.Join(s.Project, configName); exists(path) {
		d.line("settings", path)
	}
	sets, as := found.look(ctx, cache)
	d.copied(cache, s.Project)
	d.lastRun(s, d.sources(ctx, sets, as, conf, project, cache))
	return d.end()
}

// examined is a project, and the look into its build tool: the source sets, and how they were found.
type examined struct {
	project buildtools.Project
	look    func(ctx context.Context, cache string) (sets []buildtools.SourceSet, as string)
}

// project is that of Maven, with options args, or of Gradle.
func (d *doctor) project(args []string) (examined, error) {
	env := d.job.env
	tools, err := buildtools.Detect(env.Dir)
	if len(args) == 0 && (err != nil || tools[0] == buildtools.Gradle) {
		call, gradleErr := gradle.New(env.Dir, []string{"build"}, env.Vars)
		if gradleErr == nil {
			return examined{call.Project, func(ctx context.Context, cache string) ([]buildtools.SourceSet, string) {
				return d.gradle(ctx, call, cache)
			}}, nil
		}
		if err != nil {
			return examined{}, buildtools.Errorf([]string{"go to the folder of a project, or name its pom with -f"}, "%w", err)
		}
		return examined{}, gradleErr
	}
	call, err := maven.New(env.Dir, args, env.Vars)
	if err != nil {
		return examined{}, err
	}
	return examined{call.Project, func(ctx context.Context, cache string) ([]buildtools.SourceSet, string) {
		d.maven(ctx, call, cache)
		return call.SourceSets(), "the poms declare"
	}}, nil
}

// end writes what was found, and fails if something is wrong.
func (d *doctor) end() error {
	if err := d.out.Flush(); err != nil {
		return err
	}
	if d.problems > 0 {
		return note{status(exitFailed), fmt.Sprintf("%s found, see above", plural(d.problems, "problem"))}
	}
	return nil
}

func javaName(feature int) string {
	if feature == 0 {
		return "Java"
	}
	return fmt.Sprintf("Java %d", feature)
}

// maven tells which Maven would run.
func (d *doctor) maven(ctx context.Context, call *maven.Build, cache string) {
	exe, err := call.Locate(call.Project.Root)
	if err != nil {
		d.wrong("Maven", err)
		return
	}
	install, err := call.Inspect(ctx, exe, cache, runner.Output)
	if err != nil {
		d.wrong("Maven", err)
		return
	}
	where := exe.Path
	if exe.Wrapper {
		where += ", the project's wrapper"
	}
	d.line("Maven", install.Version+" by "+where)
	d.line("  runs on", "Java "+install.JavaVersion+" in "+install.JavaHome)
	if _, err := install.Extension(ctx, cache, runner.Output); err != nil {
		d.wrong("  extension", err)
		return
	}
	d.line("  extension", "compiled for it")
}

// copied tells where the copy of the project is, and how large.
func (d *doctor) copied(cache, project string) {
	dir, root, ok := runner.FindWorkspace(cache, project)
	if !ok || root != project {
		d.line("copy", "none yet, will be in "+cache)
		return
	}
	u, err := runner.UsageOf(dir)
	if err != nil {
		d.wrong("copy", err)
		return
	}
	d.line("copy", fmt.Sprintf("%s, %s in %s (jprof clean removes it)", dir, byteSize(u.Bytes), plural(u.Files, "file")))
}

// sources tells what would be measured, by instrumenting it all, and returns the source sets.
func (d *doctor) sources(ctx context.Context, sets []buildtools.SourceSet, as string, conf config, project buildtools.Project, cache string) []setID {
	if len(sets) == 0 {
		d.line("sources", "none that "+as+": a build may find what plugins add")
		return nil
	}
	tmp, err := os.MkdirTemp(cache, "doctor-*")
	if err != nil {
		d.wrong("sources", err)
		return nil
	}
	defer os.RemoveAll(tmp)
	d.line()
	d.line("module", "set", "files", "measured", "encoding", "level", "sources that "+as)
	var found []setID
	var gaps []string
	for i, set := range sets {
		found = append(found, setID{set.Module.ID, set.Name})
		own := filepath.Join(tmp, fmt.Sprint(i))
		result, err := d.tryOut(ctx, set, conf, project, own)
		if err != nil {
			d.wrong(set.Module.ID, err)
			continue
		}
		level := set.Level
		if level == "" {
			level = "?"
		}
		var roots []string
		for _, root := range set.Roots {
			roots = append(roots, fromHome(project.Home, filepath.Join(project.Root, filepath.FromSlash(root))))
		}
		d.line(set.Module.ID, set.Name, fmt.Sprint(result.Files), fmt.Sprint(result.Measured), set.Encoding, level, strings.Join(roots, ", "))
		for _, n := range result.NotMeasured {
			gaps = append(gaps, fmt.Sprintf("%s:%d: %s", n.Path, n.Line, n.Reason))
		}
		os.RemoveAll(own) // room for the next; what is left goes at the end
	}
	if len(gaps) > 0 {
		d.line()
		d.line("not measured:")
		for _, gap := range gaps {
			d.line("  " + gap)
		}
	}
	return found
}

// tryOut instruments a source set into the folder tmp.
func (d *doctor) tryOut(ctx context.Context, set buildtools.SourceSet, conf config, project buildtools.Project, tmp string) (*instrument.Result, error) {
	roots, options, err := conf.input(set, project, tmp, exclusions{})
	if err != nil {
		return nil, err
	}
	w, err := probe.NewWriter(io.Discard, version.String(), set.Module.ID, set.Name)
	if err != nil {
		return nil, err
	}
	options.JavaOnly = true
	return instrument.Tree(ctx, roots, options, w)
}

// lastRun tells what the newest run has, and what it lacks. found are the source sets of the project.
func (d *doctor) lastRun(s runs.Store, found []setID) {
	d.line()
	list, bad := s.List()
	for _, err := range bad {
		d.wrong("runs", err)
	}
	if len(list) == 0 {
		d.line("last run", "none yet")
		return
	}
	r := list[len(list)-1]
	d.line("last run", fmt.Sprintf("%s: %s", r.ID, strings.Join(r.Command, " ")))
	d.line("  "+howEnded(r.Run), fmt.Sprintf("%s left counts, %s ago, took %s", plural(r.JVMs, "JVM"),
		d.job.env.Now().Sub(r.Ended).Round(time.Second), r.Ended.Sub(r.Started).Round(time.Second)))
	for _, p := range r.Incomplete {
		d.line("  incomplete", p)
	}
	for _, l := range r.Left {
		d.line("  not measured", fmt.Sprintf("%s in %s (%s, %s): %s", plural(l.Files, "source"), l.Path, l.Module, l.Set, l.Reason))
	}
	if r.JVMs == 0 {
		d.line("  no counts", noCounts(r.Run))
		return
	}
	m, err := openMeasured(r)
	if err != nil {
		d.wrong("  counts", err)
		return
	}
	for _, set := range m.sets {
		if countsNothing(set, m.totals) {
			d.line("  never loaded", fmt.Sprintf("%s (%s): no JVM has run anything of it", set.Module, set.Name))
		}
	}
	for _, id := range found {
		if !slices.ContainsFunc(r.Sets, func(rs runs.Set) bool { return rs.Module == id.module && strings.HasPrefix(rs.Name, id.name) }) {
			d.line("  not compiled", fmt.Sprintf("%s (%s): not part of that run", id.module, id.name))
		}
	}
	model, err := d.job.model(s, m)
	if err != nil {
		d.wrong("  report", err)
		return
	}
	for _, p := range model.Problems {
		d.wrong("  sums", fmt.Errorf("%s:%d: %s", p.Path, p.Line, p.Text))
	}
	if len(model.Problems) == 0 {
		d.line("  sums", "agree: no count comes out negative")
	}
}
