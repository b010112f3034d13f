package cli

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"jprof/internal/exit"
	"jprof/internal/paths"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/ui"
	"jprof/internal/version"
	"jprof/report"
	"jprof/report/text"
)

func isHash(data []byte, hash [32]byte) bool { return sha256.Sum256(data) == hash }

// inputFlags choose what a report is about, and what it is called.
func inputFlags() []cli.Flag {
	return append(countsFlags(), &cli.StringFlag{Name: "title", Usage: "title of the report: `TEXT`"})
}

// countsFlags choose what was counted.
func countsFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "run", Usage: "read the run `RUN` instead of the newest: an ID, a label, a folder or an archive"},
		&cli.PathFlag{Name: "map", Usage: "read the map from `FILE`, which jprof instrument wrote"},
		&cli.PathFlag{Name: "counts", Usage: "read the counts from `DIR`, to which the JVMs wrote them"},
	}
}

func (j *job) reportCommand() *cli.Command {
	return &cli.Command{
		Name:        "report",
		Usage:       "write the report of a run again, or print its totals",
		UsageText:   "jprof report [OPTIONS]",
		Description: `Without --run, jprof reads the newest run of the project, or newer counts of sources that jprof instrument wrote.`,
		Flags: append(inputFlags(),
			&cli.BoolFlag{Name: "text", Usage: "print the totals, the hottest methods and the hottest regions instead"},
			&cli.IntFlag{Name: "top", Usage: "print `N` of each", Value: 20},
			&cli.PathFlag{Name: "o", Aliases: []string{"output"}, Usage: "write the report to `DIR`", DefaultText: ".jprof/report"},
			&cli.BoolFlag{Name: "open", Usage: "also open the report in the browser that the variable BROWSER or the system names"},
		),
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			if c.Int("top") < 1 {
				return exit.Usagef("jprof report --text --top 20", "--top must be at least 1, not %d", c.Int("top"))
			}
			if c.Bool("open") && c.Bool("text") {
				return exit.Usagef("", "--open and --text cannot be combined")
			}
			s, m, model, err := j.chosenModel(c)
			if err != nil {
				return err
			}
			j.tellMerged(m, model)
			if c.Bool("text") {
				if err := text.Totals(j.env.Stdout, j.screen.Width(), model); err != nil {
					return err
				}
				if _, err := fmt.Fprintln(j.env.Stdout); err != nil {
					return err
				}
				return text.Hottest(j.env.Stdout, j.screen.Width(), model, c.Int("top"))
			}
			m.forget()
			dir := s.Report()
			if c.IsSet("o") {
				dir = j.env.Path(c.Path("o"))
			}
			if err := j.writeReport(model, dir); err != nil {
				return err
			}
			j.summary(m.run, model, dir)
			if c.Bool("open") {
				return j.open(c.Context, filepath.Join(dir, "index.html"))
			}
			return nil
		},
	}
}

// newest says which run a command reads that names none.
type newest bool

const (
	withCounts newest = false // the newest that has counts
	whatever   newest = true  // the newest, which must have counts: gates of jprof, or of what reads exports, are not for an older one
)

// chosen reads what the options of inputFlags or countsFlags say.
func (j *job) chosen(c *cli.Context, which newest) (runs.Store, *measured, error) {
	s, m, err := j.chosenRun(c, which)
	if err != nil {
		return s, nil, err
	}
	conf, err := settings.Read(s.Project)
	if err != nil {
		return s, nil, err
	}
	m.run.Title = cmp.Or(c.String("title"), conf.Report.Title, m.run.Title)
	j.warn(m.run)
	return s, m, nil
}

// chosenModel is the model of what the options choose.
func (j *job) chosenModel(c *cli.Context) (runs.Store, *measured, *report.Model, error) {
	s, m, err := j.chosen(c, withCounts)
	if err != nil {
		return s, m, nil, err
	}
	model, err := j.model(s, m)
	return s, m, model, err
}

// tellMerged warns of what is wrong with the counts of a merged run: of a single one that has been told.
func (j *job) tellMerged(m *measured, model *report.Model) {
	if len(m.run.Parts) > 0 {
		j.tellSaturated(model)
	}
}

func (j *job) chosenRun(c *cli.Context, which newest) (runs.Store, *measured, error) {
	if c.IsSet("map") != c.IsSet("counts") {
		return runs.Store{}, nil, exit.Usagef("give both, or none for the newest run", "--map and --counts must be used together")
	}
	if c.IsSet("map") {
		if c.IsSet("run") {
			return runs.Store{}, nil, exit.Usagef("", "--run and --map cannot be combined")
		}
		s := runs.Store{Project: j.env.Dir}
		h := handMade{Map: j.env.Path(c.Path("map")), Counts: j.env.Path(c.Path("counts")), Sources: j.env.Dir}
		var known handMade
		if readJSON(handMadeFile(s), &known) == nil && known.Map == h.Map {
			h.Sources = known.Sources
		}
		m, err := h.measured(s)
		return s, m, err
	}
	if _, err := runs.FindStore(j.env.Dir); err != nil && !c.IsSet("run") {
		return runs.Store{}, nil, err
	}
	f := j.finder()
	defer f.Close() //nolint:errcheck // a folder that stays in the system's temporary one
	s := f.Store
	list, bad := s.List()
	var h handMade
	if !c.IsSet("run") && readJSON(handMadeFile(s), &h) == nil {
		if written := h.written(); !written.IsZero() && (len(list) == 0 || written.After(list[len(list)-1].Ended)) {
			m, err := h.measured(s)
			return s, m, err
		}
	}
	o, err := f.One(c.String("run"))
	if err == nil && which == whatever && !c.IsSet("run") {
		o, err = newestOf(s, o)
	}
	if err != nil {
		return s, nil, err
	}
	for _, err := range bad {
		j.ui.Warn("%v", err)
	}
	if !c.IsSet("run") && o.JVMs > 0 && o.ID != list[len(list)-1].ID {
		j.ui.Info("run %s has no counts: this is %s, the newest that has some", list[len(list)-1].ID, o.ID)
	}
	m, err := openMeasured(o)
	return s, m, err
}

// newestOf is the newest run of the store, which must have counts. other is the newest that has some.
func newestOf(s runs.Store, other *runs.Opened) (*runs.Opened, error) {
	o, err := s.Newest()
	if err != nil || o.JVMs > 0 {
		return o, err
	}
	hint := "measure again"
	if other.JVMs > 0 {
		hint += fmt.Sprintf(", or name another run: --run %s is the newest that has counts", other.ID)
	}
	return nil, runs.NoRun(ui.Errorf(hint, "the newest run, %s, has no counts: %s", o.ID, noCounts(o.Run)))
}

// written is when the last file of counts was written, the zero time if there is none.
func (h handMade) written() time.Time {
	var last time.Time
	entries, err := os.ReadDir(h.Counts)
	if err != nil {
		return last
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	return last
}

// measured reads what sources that jprof instrument wrote have counted.
func (h handMade) measured(s runs.Store) (*measured, error) {
	m, err := readMeasured([]string{h.Map}, h.Counts, "", nil, time.Time{}, sources(s, runs.Run{Sources: paths.Rel(s.Project, h.Sources)}))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, runs.NoRun(fmt.Errorf("cannot read what jprof instrument wrote: %w", err))
	}
	if err != nil {
		return nil, err
	}
	m.run = runs.Run{
		ID: "by-hand", Tool: version.String(), Started: h.written(), Ended: h.written(), JVMs: m.totals.JVMs(), Incomplete: m.totals.Problems(),
		Sources: paths.Rel(s.Project, h.Sources), Title: filepath.Base(s.Project),
	}
	if m.run.JVMs == 0 {
		return nil, runs.NoRun(ui.WithHints(fmt.Errorf("%s: no counts of the sources in %s", h.Counts, h.Map), m.run.Incomplete...))
	}
	return m, nil
}
