package ui

import (
	"bufio"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"jprof/internal/runs"
	"jprof/internal/util/exit"
)

// CodeCounts is the answer to /api/projects/ID/counts: the lines that the newest run with counts has executed.
type CodeCounts struct {
	Run     string    `json:"run"` // its ID, "" if there is none
	Label   string    `json:"label"`
	Started time.Time `json:"started"`
	// Files has each source with lines that are counted.
	Files []FileCounts `json:"files"`
}

// FileCounts has the numbers of executed and of counted lines of a source.
type FileCounts struct {
	Path    string `json:"path"` // in the project, with /
	Covered int    `json:"covered"`
	Total   int    `json:"total"`
}

// SourceCounts is the answer to /api/projects/ID/counts/source.
type SourceCounts struct {
	// Counts are the executions of each line, null for those that are not counted; null if there are none at all.
	Counts []*uint64 `json:"counts"`
	// Stale means that the source was saved after the run began, so that its counts belong to other lines.
	Stale bool `json:"stale"`
}

// codeCounts keeps the counts of the newest run with counts, which a command writes, in files of the server.
type codeCounts struct {
	mu    sync.Mutex
	files map[string]countsFile // by project
}

type countsFile struct {
	run, path string
}

// countsOf is a file with the counts of a run, in LCOV's format.
func (s *Server) countsOf(r *http.Request, project string, o *runs.Opened) (string, error) {
	c := &s.codeCounts
	c.mu.Lock()
	defer c.mu.Unlock()
	last := c.files[project]
	if last.run == o.ID {
		return last.path, nil
	}
	next := countsFile{o.ID, filepath.Join(s.dir, "counts-"+random(8))}
	if _, err := s.capture(r.Context(), project, []int{exit.OK}, "export", "--run", o.ID, "--format", "lcov", "--tests",
		"-o", next.path); err != nil {
		return "", err
	}
	if c.files == nil {
		c.files = map[string]countsFile{}
	}
	c.files[project] = next
	if last.path != "" {
		return next.path, os.Remove(last.path)
	}
	return next.path, nil
}

// readCounts calls visit for each line of a file in LCOV's format, with the source that it is about: its path in the
// project. Sources outside of it are skipped.
func readCounts(file, project string, visit func(source, key, value string)) error {
	within, err := filepath.Rel(storeOf(project).Project, project)
	if err != nil {
		return err
	}
	prefix := ""
	if within != "." {
		prefix = filepath.ToSlash(within) + "/"
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	source, is := "", false
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxBody)
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), ":")
		if key == "SF" {
			source, is = strings.CutPrefix(value, prefix)
			is = is && filepath.IsLocal(filepath.FromSlash(source))
		} else if is {
			visit(source, key, value)
		}
	}
	return lines.Err()
}

// counts lists the sources of a project with their executed lines, by the newest run with counts.
func (s *Server) counts(r *http.Request, project string) (any, error) {
	out := CodeCounts{Files: []FileCounts{}}
	o := storeOf(project).Last(runs.Run.IsCounts, runs.Run.HasCounts)
	if o == nil {
		return out, nil
	}
	out.Run, out.Label, out.Started = o.ID, o.Label, o.Started
	file, err := s.countsOf(r, project, o)
	if err != nil {
		return nil, err
	}
	total := 0
	err = readCounts(file, project, func(source, key, value string) {
		n, _ := strconv.Atoi(value) // of those keys
		switch key {
		case "LF":
			total = n
		case "LH":
			if total > 0 {
				out.Files = append(out.Files, FileCounts{source, n, total})
			}
		}
	})
	return out, err
}

// sourceCounts shows the counts of a source in the newest run with counts.
func (s *Server) sourceCounts(r *http.Request, project string) (any, error) {
	in, name, err := s.readerAt(r, project)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	info, err := in.Stat(filepath.FromSlash(name))
	if err != nil {
		return nil, outside(err)
	}
	var out SourceCounts
	o := storeOf(project).Last(runs.Run.IsCounts, runs.Run.HasCounts)
	if o == nil {
		return out, nil
	}
	file, err := s.countsOf(r, project, o)
	if err != nil {
		return nil, err
	}
	err = readCounts(file, project, func(source, key, value string) {
		if source != name || key != "DA" {
			return
		}
		at, count, _ := strings.Cut(value, ",")
		line, err := strconv.Atoi(at)
		n, err2 := strconv.ParseUint(count, 10, 64)
		if err != nil || err2 != nil || line < 1 || line > maxSource {
			return
		}
		for len(out.Counts) < line {
			out.Counts = append(out.Counts, nil)
		}
		out.Counts[line-1] = &n
	})
	if out.Counts != nil && info.ModTime().After(o.Started) {
		out.Counts, out.Stale = nil, true
	}
	return out, err
}
