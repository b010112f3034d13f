// Package anyjvm has the commands for JVMs that jprof does not start: jprof agent, which writes the agent for them, and
// jprof attach, which records in one that runs.
package anyjvm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/manual"
	"jprof/internal/format/reached"
	"jprof/internal/measure"
	"jprof/internal/measure/agent"
	jvms "jprof/internal/measure/anyjvm"
	"jprof/internal/measure/program"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
)

// command holds what the commands use.
type command struct {
	env environ.Env
	ui  *term.UI
}

// The names of options.
const (
	contextsFlag = "contexts"
	reachedFlag  = "reached"
	blocksFlag   = "blocks"
	limitFlag    = "max-contexts"
	forFlag      = "for"
	stopFlag     = "stop"
	snapshotFlag = "snapshot"
)

// recordFlags returns the options that say what is recorded. modes are the values of --contexts.
func recordFlags(modes string) []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: contextsFlag, Usage: "record calling contexts of `MODE`: " + modes, Value: "app"},
		&cli.BoolFlag{Name: reachedFlag, Usage: "note which methods ran, each once, and record nothing else"},
		&cli.StringFlag{Name: blocksFlag, DefaultText: "exact",
			Usage: "`KIND` is exact, fast, or calls: only calls are recorded, which is faster"},
		&cli.IntFlag{Name: limitFlag, DefaultText: "8000000", Usage: "record up to `N` contexts in each JVM"},
		&cli.StringFlag{Name: "label", Usage: "name the run `LABEL`"},
	}
}

// settings returns what is to be recorded, with the settings of the project for contexts.
func (c command) settings(ctx *cli.Context, conf settings.Contexts, modes ...string) (agent.Settings, error) {
	set := agent.Settings{Coverage: agent.Coverage(ctx.String(contextsFlag)), Blocks: conf.Blocks,
		Recursion: conf.Recursion, CallSites: conf.CallSites, Include: conf.Include, Exclude: conf.Exclude}
	if conf.MaxContexts != nil {
		set.Limit = *conf.MaxContexts
	}
	switch {
	case ctx.Bool(reachedFlag) && ctx.IsSet(contextsFlag):
		return set, exit.Usagef("--reached, or --contexts=app",
			"--reached and --contexts record different things: give one of them")
	case ctx.Bool(reachedFlag):
		set.Coverage = agent.Reached
		return set, nil
	case !slices.Contains(modes, string(set.Coverage)):
		return set, exit.Usagef("jprof agent --contexts=all is for a JVM that starts",
			"--contexts must be %s, not %s", words.Either(modes), set.Coverage)
	case ctx.IsSet(limitFlag) && ctx.Int(limitFlag) < 1:
		return set, exit.Usagef("--max-contexts 1000000", "--max-contexts must be a whole number from 1 on, not %d",
			ctx.Int(limitFlag))
	case ctx.IsSet(blocksFlag) && !slices.Contains(settings.Blocks, ctx.String(blocksFlag)):
		return set, exit.Usagef("--blocks=calls", "--blocks must be %s, not %s", words.Either(settings.Blocks),
			ctx.String(blocksFlag))
	}
	if ctx.IsSet(limitFlag) {
		set.Limit = ctx.Int(limitFlag)
	}
	if ctx.IsSet(blocksFlag) {
		set.Blocks = ctx.String(blocksFlag)
	}
	return set, nil
}

// project returns the folder of the project for a run, and its settings: the nearest folder with runs, or the current
// one, which gets the first.
func (c command) project() (string, settings.Settings, error) {
	dir := c.env.Dir
	if store, err := runs.FindStore(dir); err == nil {
		dir = store.Project
	}
	conf, err := settings.Read(dir)
	return dir, conf, err
}

// Agent returns the command jprof agent.
func Agent(env environ.Env, u *term.UI) (*cli.Command, []manual.Example) {
	c := command{env, u}
	return &cli.Command{
			Name:      "agent",
			Usage:     "write the agent that records contexts, for any JVM",
			UsageText: "jprof agent [-o DIR] [options]",
			Description: `Writes the Java agent and its settings to a folder, and prints the option for java. ` +
				`JVMs that start with it record, without a build: a finished jar, an application server, a ` +
				`container. They write to the folder recorded in that folder, which only its user can read; ` +
				`nothing is sent, and nothing listens. jprof collect --contexts makes a run of it, which jprof ` +
				`contexts reads. docs/SERVICES.md says more.`,
			Flags: append([]cli.Flag{
				&cli.PathFlag{Name: "o", Usage: "write to the folder `DIR`, and make it", Value: "jprof-agent"},
			}, recordFlags("app, the application and its libraries; or all, the JDK as well, for the java that jprof "+
				"run uses")...),
			Before: func(ctx *cli.Context) error {
				if ctx.Args().Present() {
					return exit.Usagef("jprof agent -o DIR", "agent takes no argument: %s", ctx.Args().First())
				}
				return nil
			},
			Action: c.agent,
		}, []manual.Example{
			{Line: "jprof agent -o /srv/jprof", Does: "write the agent, and print the option for java"},
			{Line: "jprof agent --reached", Does: "write an agent that notes which methods ran, at little cost"},
		}
}

func (c command) agent(ctx *cli.Context) error {
	_, conf, err := c.project()
	if err != nil {
		return err
	}
	set, err := c.settings(ctx, conf.Contexts, string(agent.App), string(agent.All))
	if err != nil {
		return err
	}
	java, cache := "", ""
	if set.Coverage == agent.All {
		jdk, err := program.FindJDK(c.env)
		if err != nil {
			return err
		}
		java = jdk.Java
		if cache, err = c.env.MakeCache(); err != nil {
			return err
		}
	}
	dir, err := filepath.Abs(c.env.Path(ctx.Path("o")))
	if err != nil {
		return err
	}
	options, out, err := agent.Folder(ctx.Context, c.ui, cache, java, dir, set)
	if err != nil {
		return err
	}
	c.ui.Info("JVMs with this option write to %s", out)
	if set.Coverage == agent.Reached {
		c.ui.Info("jprof unused --reached %s lists what did not run", words.Command([]string{out}))
	} else {
		c.ui.Info("jprof collect --contexts %s makes a run of it", words.Command([]string{out}))
	}
	_, err = fmt.Fprintln(c.env.Stdout, words.Command(options))
	return err
}

// classes names a number of classes.
func classes(n int) string {
	return words.Thousands(uint64(n)) + " " + words.Form(n, "class", "classes")
}

// Collect makes a run of the contexts that JVMs have written to a folder, and prints its ID.
func Collect(env environ.Env, u *term.UI, dir, label string) error {
	c := command{env, u}
	project, conf, err := c.project()
	if err != nil {
		return err
	}
	id, err := measure.CollectContexts(env, u, conf, project, measure.JVMs{Dir: env.Path(dir), Label: label})
	return c.printed(id, err)
}

// printed prints the ID of a run, if there is one.
func (c command) printed(id string, err error) error {
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.env.Stdout, id)
	return err
}

// Attach returns the command jprof attach.
func Attach(env environ.Env, u *term.UI) (*cli.Command, []manual.Example) {
	c := command{env, u}
	return &cli.Command{
			Name:      "attach",
			Usage:     "record contexts in a JVM that runs",
			ArgsUsage: "PID",
			UsageText: "jprof attach PID [--for TIME] [options]\njprof attach PID --stop|--snapshot [--label LABEL]",
			Description: `Brings the agent into the JVM with the number PID, has it record for some time, and makes ` +
				`a run of it; the ID of the run is printed. Then the JVM runs its classes as before. Without --for, ` +
				`recording goes on until --stop; --snapshot makes a run of what there is until now. Calls that had ` +
				`begun before are in no number. It takes HotSpot, and the user of that JVM, or root; ` +
				`PID may be a JVM in a container. docs/SERVICES.md says more.`,
			Flags: append([]cli.Flag{
				&cli.StringFlag{Name: forFlag, Usage: "record for `TIME`, such as 30s, 5m or 1h",
					DefaultText: "until --stop"},
				&cli.BoolFlag{Name: stopFlag, Usage: "end the recording, and make a run of it"},
				&cli.BoolFlag{Name: snapshotFlag, Usage: "make a run of what is recorded until now, and go on"},
				&cli.PathFlag{Name: "o", Value: "jprof-reached",
					Usage: "with --reached, write the file about the methods that ran to the folder `DIR`"},
			}, recordFlags("app, the application and its libraries")...),
			Before: attachArgs,
			Action: c.attach,
		}, []manual.Example{
			{Line: "jprof attach 4711 --for 30s", Does: "record for 30 seconds: jprof contexts reads the run"},
			{Line: "jprof attach 4711 --stop", Does: "end a recording that has no --for"},
			{Line: "jprof attach 4711 --reached --for 1h", Does: "note which methods run within an hour"},
		}
}

// attachArgs checks the command line.
func attachArgs(ctx *cli.Context) error {
	switch {
	case ctx.Args().Len() != 1:
		return exit.Usagef("jprof attach 4711", "attach requires one PID: jps lists the JVMs")
	case ctx.Bool(stopFlag) && ctx.Bool(snapshotFlag):
		return exit.Usagef("jprof attach 4711 --stop", "--stop and --snapshot cannot be combined")
	case ctx.IsSet(forFlag) && (ctx.Bool(stopFlag) || ctx.Bool(snapshotFlag)):
		return exit.Usagef("jprof attach 4711 --stop", "--for begins a recording, --stop and --snapshot do not")
	case ctx.IsSet("o") && !ctx.Bool(reachedFlag) && !ctx.Bool(stopFlag) && !ctx.Bool(snapshotFlag):
		return exit.Usagef("jprof attach 4711 --reached -o DIR", "-o is for --reached: contexts become a run")
	}
	_, err := limit(ctx)
	if err == nil {
		_, err = jvms.Parse(ctx.Args().First())
	}
	return err
}

// limit returns the value of --for, 0 without it.
func limit(ctx *cli.Context) (time.Duration, error) {
	if !ctx.IsSet(forFlag) {
		return 0, nil
	}
	text := ctx.String(forFlag)
	limit, err := time.ParseDuration(text)
	if _, noUnit := strconv.ParseFloat(text, 64); noUnit == nil && text != "0" {
		return 0, exit.Usagef("--for "+text+"s, --for "+text+"m", "--for %s has no unit", text)
	}
	if err != nil || limit < time.Millisecond {
		return 0, exit.Usagef("--for 30s, --for 5m", "--for must be a time of 1ms or more, not %q", text)
	}
	return limit, nil
}

func (c command) attach(ctx *cli.Context) error {
	pid, err := jvms.Parse(ctx.Args().First())
	if err != nil {
		return err
	}
	project, conf, err := c.project()
	if err != nil {
		return err
	}
	set, err := c.settings(ctx, conf.Contexts, string(agent.App))
	if err != nil {
		return err
	}
	limit, err := limit(ctx)
	if err != nil {
		return err
	}
	jvm, err := jvms.Open(pid)
	if err != nil {
		return err
	}
	defer jvm.Close()
	var a *jvms.Answer
	switch {
	case ctx.Bool(stopFlag):
		a, err = jvm.Stop(ctx.Context)
	case ctx.Bool(snapshotFlag):
		a, err = jvm.Snapshot(ctx.Context)
	default:
		a, err = c.record(ctx.Context, jvm, set, pid, limit)
	}
	if err != nil || a == nil {
		return err
	}
	if a.State == "stopped" {
		c.ui.Info("stopped: %s as before, which took %s", classes(a.Classes), words.Duration(a.Took))
	}
	if err = c.keep(ctx, a, conf, project); err == nil && !ctx.Bool(snapshotFlag) {
		err = jvm.Remove(a)
	}
	if err != nil {
		c.ui.Warn("the files of the recording stay in %s", a.Out)
		if !a.Reached {
			err = term.WithHints(err,
				"then jprof collect --contexts "+words.Command([]string{a.Out})+" makes a run of it")
		}
	}
	return err
}

// record starts a recording, and waits for its end. Without a limit it returns at once, and no answer.
func (c command) record(ctx context.Context, jvm *jvms.JVM, set agent.Settings, pid int, limit time.Duration) (
	*jvms.Answer, error) {
	a, answer, err := jvm.Start(ctx, set, limit)
	if err != nil {
		return nil, err
	}
	what, result := "recording contexts", "makes a run of what there is until then"
	if a.Reached {
		what, result = "noting which methods run", "writes a file of those that ran until then"
	}
	c.ui.Info("%s in the JVM %d: %s changed in %s", what, pid, classes(a.Classes),
		words.Duration(a.Took))
	if a.Refused > 0 {
		c.ui.Warn("the JVM did not change %s: their methods are not recorded", classes(a.Refused))
	}
	if limit == 0 {
		c.ui.Info("jprof attach %d --stop ends it, --snapshot %s", pid, result)
		return nil, nil
	}
	return jvm.Wait(ctx, answer)
}

// keep makes a run of a recording, or keeps its file about methods that ran.
func (c command) keep(ctx *cli.Context, a *jvms.Answer, conf settings.Settings, project string) error {
	if a.Reached {
		return c.keepReached(a, c.env.Path(ctx.Path("o")))
	}
	scratch, err := atomicfile.NewScratch("attach")
	if err != nil {
		return err
	}
	defer scratch.Remove() // clean removes what stays
	dir := filepath.Join(scratch.Dir, "files")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	if _, err := a.CopyTo(dir); err != nil {
		return err
	}
	return c.printed(measure.CollectContexts(c.env, c.ui, conf, project,
		measure.JVMs{Dir: dir, Label: ctx.String("label")}))
}

// keepReached copies the file about methods that ran, and prints its path and a summary.
func (c command) keepReached(a *jvms.Answer, dir string) error {
	made := !paths.Exists(dir)
	err := os.MkdirAll(dir, 0o700)
	if err == nil && made { // else the next run has other files than its commit
		err = os.WriteFile(filepath.Join(dir, ".gitignore"), []byte("*\n"), 0o666)
	}
	if err != nil {
		return err
	}
	files, err := a.CopyTo(dir)
	if err != nil {
		return err
	}
	file := files[slices.IndexFunc(files, func(f string) bool { return filepath.Ext(f) == reached.Suffix })]
	f, err := reached.Read(file)
	if err != nil {
		return errors.Join(err, errors.New("the file is damaged"))
	}
	ran, methods := reached.Join([]*reached.File{f}).Reached()
	c.ui.Info("%s of %s in %s ran", words.Thousands(uint64(ran)), words.Plural(methods, "method"),
		classes(len(f.Classes)))
	_, err = fmt.Fprintln(c.env.Stdout, file)
	return err
}
