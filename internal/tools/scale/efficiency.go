package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"jprof/internal/format/contexts"
	"jprof/internal/jtest"
	"jprof/internal/runs"
	"jprof/internal/util/version"
)

// efficiencyLimit has the time and memory that jprof efficiency may take for a run of so many contexts.
type efficiencyLimit struct {
	contexts int
	took     time.Duration
	memory   int64
}

// efficiencyLimits are the limits, for the larger runs last. Above the last one there is none.
var efficiencyLimits = []efficiencyLimit{
	{1_000_000, time.Minute, 2e9},
	{22_000_000, 15 * time.Minute, 8e9},
}

// measureEfficiency makes a run of a made-up program with n contexts, and prints the cost of jprof efficiency for it,
// and with page that of its report, which has a page of efficiency. It is an error if jprof efficiency is over its
// limit.
func measureEfficiency(jprof string, n int, work string, page bool) error {
	jprof, err := filepath.Abs(jprof)
	if err != nil {
		return err
	}
	dir := filepath.Join(work, fmt.Sprintf("efficiency-%d", n))
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := makeRecording(dir, n); err != nil {
		return err
	}
	row("load average", "%s", load())
	took, memory, err := timed(jprof, dir, "efficiency")
	if err != nil {
		return err
	}
	if page {
		if _, _, err := timed(jprof, dir, "report"); err != nil {
			return err
		}
	}
	for _, l := range efficiencyLimits {
		if n <= l.contexts {
			if took > l.took || memory > l.memory {
				return fmt.Errorf("jprof efficiency may take %v and %.0f MB for %d contexts", l.took, mb(l.memory),
					l.contexts)
			}
			break
		}
	}
	return os.RemoveAll(dir)
}

// makeRecording makes the project dir with a run of a made-up program.
func makeRecording(dir string, n int) error {
	t := &trees{madeProgram: makeProgram(1), contexts: n, seed: 1}
	sizes := &recordingSizes{}
	if err := t.Walk(sizes); err != nil {
		return err
	}
	t.head.About = contexts.About{JVMs: 1, Start: time.Now(), Java: []string{"25"}, Coverage: contexts.All,
		Blocks: contexts.Exact, Recursion: contexts.Full, Sites: contexts.NoSite, Limit: uint64(n), Steps: []string{""},
		Nodes: sizes.nodes, Slots: sizes.slots}
	now := time.Now().UTC()
	r := runs.Run{ID: "scale", Tool: version.String(), Command: []string{"mvn", "verify"}, Dir: ".", Started: now,
		Ended: now, Rounds: 1, JDK: "25", Sources: ".", Around: ".", Title: "scale",
		Contexts: &runs.Contexts{Coverage: "all", Blocks: "exact", Recursion: "full", Limit: uint64(n), JVMs: 1,
			Nodes: sizes.contexts(), Calls: sizes.calls}}
	err := runs.Store{Project: dir}.Save(&r, func(to string) error {
		return errors.Join(contexts.WriteFile(filepath.Join(to, runs.ContextsFile), t),
			t.pack.WriteFile(filepath.Join(to, runs.ClassesFile)))
	})
	if err != nil {
		return err
	}
	row("contexts", "%d of %d methods, depth %d at most, %.1f in the mean", sizes.contexts(), len(t.head.Methods),
		sizes.deepest, float64(sizes.depths)/float64(sizes.contexts()))
	var files int64
	for _, name := range []string{runs.ContextsFile, runs.ClassesFile} {
		info, err := os.Stat(filepath.Join(runs.Store{Project: dir}.RunDir(r.ID), name))
		if err != nil {
			return err
		}
		files += info.Size()
	}
	row("recording", "%.1f MB", mb(files))
	return nil
}

// recordingSizes has the sizes of the trees in a file.
type recordingSizes struct {
	roots, nodes, slots, calls, depths uint64
	deepest                            int
}

// contexts is the number of nodes without roots.
func (s *recordingSizes) contexts() uint64 { return s.nodes - s.roots }

// Root counts a root.
func (s *recordingSizes) Root(contexts.Root) error {
	s.roots++
	s.nodes++
	return nil
}

// Node counts a node.
func (s *recordingSizes) Node(n *contexts.Node) error {
	s.nodes++
	s.slots += uint64(len(n.Slots))
	s.calls += n.Calls
	s.depths += uint64(n.Depth)
	s.deepest = max(s.deepest, n.Depth)
	return nil
}

// timed runs jprof in a project on 2 cores, and prints its time and memory.
func timed(jprof, dir string, args ...string) (took time.Duration, memory int64, err error) {
	command := exec.Command(jprof, args...)
	command.Dir = dir
	command.Env = append(os.Environ(), "GOMAXPROCS=2")
	start := time.Now()
	if out, err := command.CombinedOutput(); err != nil {
		return 0, 0, fmt.Errorf("%w\n%s", err, out)
	}
	took, memory = time.Since(start), jtest.Peak(command.ProcessState)
	cpu := command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	row("jprof "+strings.Join(args, " "), "%.1f s, %.1f s of processors, %.0f MB of resident memory at most",
		took.Seconds(), cpu.Seconds(), mb(memory))
	return took, memory, nil
}

// load is the load average of the system, where it is known.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "not known"
	}
	return strings.Join(strings.Fields(string(text))[:3], " ")
}
