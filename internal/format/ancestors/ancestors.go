// Package ancestors finds the test step of a JVM that does not know its step. A hook sets the folder to write to for
// the JVMs of a step, by a variable of their environment. A JVM that one of them starts without this variable writes
// the PIDs of its ancestors. The package compares these PIDs with those of the JVMs that know their step. Counts
// (internal/format/counts) and calling contexts (internal/format/contexts) use it; the comment of
// internal/format/counts has the reasons.
package ancestors

import (
	"os"
	"time"

	"jprof/internal/format/recordfile"
)

// Max is the maximal number of ancestor processes that a JVM writes.
const Max = 16

// Write writes the PIDs of ancestors.
func Write(e *recordfile.Encoder, pids []uint64) {
	e.Uint32(uint32(len(pids)))
	for _, pid := range pids {
		e.Uint64(pid)
	}
}

// Read reads PIDs that Write wrote. It fails if there are more than most.
func Read(d *recordfile.Decoder, most uint32) (pids []uint64) {
	n := d.Uint32()
	if n > most {
		d.Fail("too many ancestors")
		n = 0
	}
	for range n {
		pids = append(pids, d.Uint64())
	}
	return pids
}

// JVM identifies a JVM by the data in its file.
type JVM struct {
	PID       uint64    // 0 if it is not known
	Start     time.Time // of counting
	Ancestors []uint64  // the processes that started it, the nearest first
}

// Steps are the JVMs of test steps, by PID. The zero value has none.
type Steps struct{ byPID map[uint64][]jvm }

// jvm is a JVM of a test step. No other process had its PID during the time in the two fields.
type jvm struct {
	from, to time.Time
	step     string
}

// Add adds a JVM of a step. path is the file that the JVM wrote last. The time of the file counts as the end of the
// JVM.
func (s *Steps) Add(path, step string, j JVM) {
	info, err := os.Stat(path)
	if err != nil || j.PID == 0 {
		return
	}
	if s.byPID == nil {
		s.byPID = map[uint64][]jvm{}
	}
	s.byPID[j.PID] = append(s.byPID[j.PID], jvm{j.Start, info.ModTime(), step})
}

// StepOf returns the step of the nearest ancestor of j, "" for none. An ancestor is a JVM that was alive when j began
// to count.
func (s *Steps) StepOf(j JVM) string {
	for _, pid := range j.Ancestors {
		for _, a := range s.byPID[pid] {
			if !j.Start.Before(a.from) && !j.Start.After(a.to) {
				return a.step
			}
		}
	}
	return ""
}
