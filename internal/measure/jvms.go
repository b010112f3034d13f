package measure

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"jprof/internal/format/contexts"
	"jprof/internal/measure/agent"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/util/environ"
	"jprof/internal/util/term"
)

// JVMs are JVMs that jprof did not start, and that have recorded contexts.
type JVMs struct {
	Dir   string // the folder that they wrote to
	Label string // of the run
}

// CollectContexts makes a run of what JVMs have recorded that jprof did not start, and saves it in the project in the
// folder project, which need not have any runs. It writes the report, too, and returns the ID of the run. The files
// stay.
func CollectContexts(env environ.Env, u *term.UI, conf settings.Settings, project string, of JVMs) (id string,
	err error) {
	m, err := begin(env, u, conf, project, Contexts{})
	if err != nil {
		return "", err
	}
	w, err := of.examine()
	if err != nil {
		return "", err
	}
	m.before.Label, m.before.Dir = of.Label, "."
	m.before.Command = append([]string{runs.FromJVMs}, w.names...)
	m.before.Title = strings.Join(w.names, ", ")
	if conf.Report.Title != "" {
		m.before.Title = conf.Report.Title
	}
	defer func() { m.leave(err) }()
	if err := m.note(); err != nil {
		return "", err
	}
	m.begun = true
	progress := m.ui.Progress("merging contexts")
	c, err := contexts.Collect(w.dir, time.Time{})
	progress.Done()
	if err != nil {
		return "", err
	}
	// A second run of the same recording is the newer one.
	if m.store.Last(func(r runs.Run) bool { return !r.NotFinished && !r.Started.Before(w.begun) }) != nil {
		w.begun = m.before.Started
	}
	w.ended = later(w.begun, w.ended)
	r := m.recorded(w, c)
	return r.ID, m.finishContexts(r, agent.Settings{}, c, nil)
}

// later returns the later one of two times.
func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// recordedJVMs are the facts about JVMs that have recorded.
type recordedJVMs struct {
	dir          string
	names        []string // of their programs
	begun, ended time.Time
}

// describe adds the facts to those of a run.
func (w *recordedJVMs) describe(r *runs.Run) { r.Started, r.Ended = w.begun, w.ended }

// examine finds the files of the JVMs, and reads what the JVMs say about themselves.
func (j JVMs) examine() (*recordedJVMs, error) {
	w := &recordedJVMs{dir: j.Dir}
	files, err := filepath.Glob(filepath.Join(j.Dir, "*.contexts"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, term.Errorf("name the folder that the JVMs write to: jprof agent prints it",
			"%s has no files of JVMs with contexts", j.Dir)
	}
	for _, file := range files {
		stem := strings.TrimSuffix(file, ".contexts")
		if info, err := os.Stat(file); err == nil && info.ModTime().After(w.ended) {
			w.ended = info.ModTime().UTC()
		}
		if _, start, ok := strings.Cut(filepath.Base(stem), "-"); ok {
			ms, err := strconv.ParseInt(start, 10, 64)
			if begun := time.UnixMilli(ms).UTC(); err == nil && (w.begun.IsZero() || begun.Before(w.begun)) {
				w.begun = begun
			}
		}
		facts, _ := os.ReadFile(stem + ".jvm") // JVMs that jprof has started have none
		for line := range bytes.Lines(facts) {
			name, ok := strings.CutPrefix(strings.TrimSpace(string(line)), "main=")
			if ok && name != "" && !slices.Contains(w.names, name) {
				w.names = append(w.names, name)
			}
		}
	}
	return w, nil
}
