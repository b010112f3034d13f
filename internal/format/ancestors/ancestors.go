// Package ancestors finds the test step of a JVM that does not know it. A hook says to the JVMs of a step where to
// write, by a variable of their environment; a JVM that one of them starts without it writes the PIDs of its ancestors.
// In go the JVMs that know their step, out comes the step of the others. Counts (internal/format/counts) and calling
// contexts (internal/format/contexts) share it; internal/format/counts says why it is done so.
package ancestors

import (
	"os"
	"time"

	"jprof/internal/format/recordfile"
)

// Max is the maximal number of ancestors of its process that a JVM writes.
const Max = 16

// Write writes the PIDs of ancestors.
func Write(e *recordfile.Encoder, pids []uint64) {
	e.Uint32(uint32(len(pids)))
	for _, pid := range pids {
		e.Uint64(pid)
	}
}

// Read reads what Write wrote: at most so many.
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

// JVM identifies a JVM, as it writes itself.
type JVM struct {
	PID       uint64    // 0 where it is not known
	Start     time.Time // of counting
	Ancestors []uint64  // the processes that it was started by, the nearest first
}

// Steps are the JVMs of test steps, by PID. The zero value has none.
type Steps struct{ byPID map[uint64][]jvm }

// jvm is a JVM of a test step. No other process has its PID between from and to.
type jvm struct {
	from, to time.Time
	step     string
}

// Add adds a JVM of a step, by the file that it wrote last: it writes until it ends.
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

// StepOf returns the step of the nearest ancestor of a JVM, "" for none. An ancestor was alive when the JVM began to
// count.
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
