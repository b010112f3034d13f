package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/buildtools/gradle"
	"jprof/buildtools/maven"
	"jprof/instrument"
	"jprof/internal/paths"
	"jprof/internal/probe"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/ui"
	"jprof/internal/version"
	"jprof/internal/words"
	"jprof/runner"
)

func (j *job) doctorCommand() *cli.Command {
	return &cli.Command{
		Name:      "doctor",
		Usage:     "report what jprof finds here, what it will count, and what the newest run lacks",
		UsageText: "jprof doctor [-f POM] [--json]",
		Description: `Builds nothing, and writes no files to the project. ` +
			`The exit code is 1 if jprof mvn or jprof gradle could not start the build, or if the sums of the newest run do not agree.`,
		Flags: []cli.Flag{
			&cli.PathFlag{Name: "f", Aliases: []string{"file"}, Usage: "the `POM` of the project, or its folder, as for mvn"},
			jsonFlag(),
		},
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			var args []string
			if pom := c.Path("f"); pom != "" {
				args = []string{"-f", pom}
			}
			d := &doctor{job: j}
			d.examine(c.Context, args)
			return d.end(c.Bool("json"))
		},
	}
}

// doctor collects a diagnosis.
type doctor struct {
	job  *job
	here []finding // of this machine and this project
	sets []setFinding
	gaps []gap
	as   string // where the source sets are from
	last []finding
	run  bool // whether findings are of the newest run now
}

// finding is a line of a diagnosis.
type finding struct {
	What    string   `json:"what"`  // what was examined
	Under   bool     `json:"under"` // it belongs to the last finding that is under none
	Text    string   `json:"text"`
	Problem bool     `json:"problem"` // jprof would fail, or its numbers are wrong
	Hints   []string `json:"hints"`
}

// setFinding is a source set.
type setFinding struct {
	Module   string   `json:"module"`
	Set      string   `json:"set"`
	Files    int      `json:"files"`
	Counted  int      `json:"counted"` // how many of them get counters
	Encoding string   `json:"encoding"`
	Level    string   `json:"level"` // of the language, "" where it is not known
	Roots    []string `json:"roots"`
}

// gap is a place that will be unmeasured.
type gap struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

// add adds a finding.
func (d *doctor) add(f finding) {
	if f.Hints == nil {
		f.Hints = []string{}
	}
	if f.What, f.Under = strings.CutPrefix(f.What, "  "); d.run {
		d.last = append(d.last, f)
	} else {
		d.here = append(d.here, f)
	}
}

// line adds a finding that is no problem. One that starts with two spaces belongs to the one before.
func (d *doctor) line(what, text string) { d.add(finding{What: what, Text: text}) }

// wrong adds a problem.
func (d *doctor) wrong(what string, err error) {
	d.add(finding{What: what, Text: err.Error(), Problem: true, Hints: ui.Hints(err)})
}

// problems is how many were found.
func (d *doctor) problems() int {
	n := 0
	for _, f := range slices.Concat(d.here, d.last) {
		if f.Problem {
			n++
		}
	}
	return n
}

// examine looks at this machine, at the project with the options args of Maven, and at its newest run.
func (d *doctor) examine(ctx context.Context, args []string) {
	env := d.job.env
	d.line("jprof", fmt.Sprintf("%s, %s/%s", version.String(), runtime.GOOS, runtime.GOARCH))
	if kit, err := findJDK(env); err != nil {
		d.wrong("JDK for jprof run", err)
	} else {
		d.line("JDK for jprof run", javaName(kit.level())+" in "+filepath.Dir(filepath.Dir(kit.javac)))
	}
	found, err := d.project(args)
	if store, ok := d.program(args, err); ok {
		d.line("project", fmt.Sprintf("%s, programs for jprof run (%v)", store.Project, buildtools.ErrNoBuild))
		d.settings(store.Project)
		d.lastRun(store, nil)
		return
	}
	if err != nil {
		d.wrong("project", err)
		return
	}
	project := found.project
	d.line("project", fmt.Sprintf("%s, %s", project.Home, words.Plural(len(project.Modules), "module")))
	for _, part := range project.Parts {
		if path := filepath.Join(project.Root, filepath.FromSlash(part)); path != project.Home {
			d.line("  with", path)
		}
	}
	cache, err := d.job.env.Cache()
	if err != nil {
		d.wrong("cache", err)
		return
	}
	s := runs.Store{Project: project.Home}
	conf := d.settings(s.Project)
	sets, as := found.look(ctx, cache)
	d.copied(cache, s.Project)
	d.lastRun(s, d.sources(ctx, sets, as, conf, project, cache))
}

// program finds the folder of jprof run that is here, where there is no build, as err says: it has runs, or Java
// files.
func (d *doctor) program(args []string, err error) (runs.Store, bool) {
	if len(args) > 0 || !errors.Is(err, buildtools.ErrNoBuild) {
		return runs.Store{}, false
	}
	if s, err := runs.FindStore(d.job.env.Dir); err == nil {
		return s, true
	}
	sources, err := filepath.Glob(filepath.Join(d.job.env.Dir, "*.java"))
	return runs.Store{Project: d.job.env.Dir}, err == nil && len(sources) > 0
}

// settings reads the settings of a project.
func (d *doctor) settings(root string) settings.Settings {
	conf, err := settings.Read(root)
	if err != nil {
		d.wrong("settings", err)
	} else if path := filepath.Join(root, settings.FileName); paths.Exists(path) {
		d.line("settings", path)
	}
	return conf
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
	d.line("  extension", "compiled for this version")
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
	d.line("copy", fmt.Sprintf("%s, %s in %s (jprof clean removes it)", dir, words.Bytes(u.Bytes), words.Plural(u.Files, "file")))
}

// sources tells what would be measured, by instrumenting it all, and returns the source sets.
func (d *doctor) sources(ctx context.Context, sets []buildtools.SourceSet, as string, conf settings.Settings, project buildtools.Project, cache string) []setID {
	if len(sets) == 0 {
		d.line("sources", "none that "+as+": plugins may add some in the build")
		return nil
	}
	tmp, err := os.MkdirTemp(cache, "doctor-*")
	if err != nil {
		d.wrong("sources", err)
		return nil
	}
	defer os.RemoveAll(tmp)
	d.as = as
	var found []setID
	for i, set := range sets {
		found = append(found, setID{set.Module.ID, set.Name})
		own := filepath.Join(tmp, fmt.Sprint(i))
		result, err := d.tryOut(ctx, set, conf, project, own)
		if err != nil {
			d.wrong(set.Module.ID, err)
			continue
		}
		f := setFinding{
			Module: set.Module.ID, Set: set.Name, Files: result.Files, Counted: result.Measured,
			Encoding: set.Encoding, Level: set.Level, Roots: []string{},
		}
		for _, root := range set.Roots {
			f.Roots = append(f.Roots, fromHome(project.Home, filepath.Join(project.Root, filepath.FromSlash(root))))
		}
		d.sets = append(d.sets, f)
		for _, n := range result.Unmeasured {
			d.gaps = append(d.gaps, gap{n.Path, int(n.Line), n.Reason})
		}
		os.RemoveAll(own) // room for the next; what is left goes at the end
	}
	return found
}

// tryOut instruments a source set into the folder tmp.
func (d *doctor) tryOut(ctx context.Context, set buildtools.SourceSet, conf settings.Settings, project buildtools.Project, tmp string) (*instrument.Result, error) {
	roots, options, err := inputOf(conf, set, project, tmp, skips{})
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

// lastRun adds what the newest run has, and what it lacks. found are the source sets of the project.
func (d *doctor) lastRun(s runs.Store, found []setID) {
	d.run = true
	list, bad := s.List()
	for _, err := range bad {
		d.wrong("runs", err)
	}
	if len(list) == 0 {
		d.line("newest run", "none yet")
		return
	}
	r := list[len(list)-1]
	d.line("newest run", fmt.Sprintf("%s: %s", r.ID, strings.Join(r.Command, " ")))
	d.line("  result", fmt.Sprintf("%s; %s wrote counts; took %s, ended %s", howEnded(r.Run), words.Plural(r.JVMs, "JVM"),
		words.Duration(r.Ended.Sub(r.Started)), r.Ended.Local().Format(runTime)))
	for _, p := range r.Incomplete {
		d.line("  incomplete", p)
	}
	for _, l := range r.Left {
		d.line("  unmeasured", fmt.Sprintf("%s in %s (%s, %s): %s", words.Plural(l.Files, "source"), l.Path, l.Module, l.Set, l.Reason))
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
			d.line("  never loaded", fmt.Sprintf("%s (%s): none of its code was executed", set.Module, set.Name))
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
		d.line("  sums", "agree: no count is negative")
	}
}
