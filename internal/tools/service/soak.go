package main

import (
	"fmt"
	"os"
	"slices"
	"syscall"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/jtest"
	"jprof/internal/jtest/trial"
)

// Times of a soak.
const (
	burst  = 5 * time.Second  // in which each service gets as many requests as it can answer
	life   = 20 * time.Minute // of a JVM with counters, before it ends or is killed
	period = time.Minute      // after which a shipped program writes what has changed
)

// soak runs the service under load. Each JVM with counters lives for a while, then it is ended or killed in turn. The
// counts of all of them must be those of the requests, but for the last period of those that were killed.
func (p *program) soak(dir string, limit, rest time.Duration) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	plain, err := p.start(p.plain, "", "200")
	if err != nil {
		return err
	}
	defer plain.stop(syscall.SIGTERM)
	s := soaking{program: p, dir: dir, plain: plain, rest: rest}
	for end := time.Now().Add(limit); time.Now().Before(end); s.lives++ {
		if err := s.live(min(life, time.Until(end))); err != nil {
			return err
		}
	}
	fmt.Printf("%d JVMs, %d requests; requests per second against plain %s; heap after a collection %s MB, plain %s; "+
		"the last JVM had %v, and left %d files\n", s.lives, s.most, trial.Spread(trial.Ratios(s.with, s.without)),
		trial.Spread(s.heap), trial.Spread(s.plainHeap), s.held, files(s.dir))
	return nil
}

// soaking is the state of a soak.
type soaking struct {
	*program
	dir         string
	plain       *server
	rest        time.Duration
	lives       int
	least, most int64 // requests that must, and may, be in the counts
	with        []float64
	without     []float64
	heap        []float64 // megabytes
	plainHeap   []float64
	held        jtest.Held // at the end of the last JVM
}

// live runs one JVM with counters.
func (s *soaking) live(limit time.Duration) error {
	counted, err := s.start(s.counted, s.dir, "200")
	if err != nil {
		return err
	}
	stopped := false
	var half, last jtest.Held // the JVM compiles code for minutes: half is when that is done
	heaps := len(s.heap)
	defer func() {
		if !stopped {
			counted.stop(syscall.SIGKILL)
		}
	}()
	type moment struct {
		at   time.Time
		done int64
	}
	var moments []moment
	for end := time.Now().Add(limit); time.Now().Before(end); {
		if half.Resident == 0 && time.Until(end) < limit/2 {
			if half, err = jtest.HeldBy(counted.cmd.Process.Pid); err != nil {
				return err
			}
		}
		without, with, err := pairOf(s.plain, counted, burst)
		if err != nil {
			return err
		}
		s.without, s.with = append(s.without, without), append(s.with, with)
		moments = append(moments, moment{time.Now(), counted.done.Load()})
		if last, err = jtest.HeldBy(counted.cmd.Process.Pid); err != nil {
			return err
		}
		if len(moments)%12 == 0 {
			if err := s.sample(counted); err != nil {
				return err
			}
		}
		time.Sleep(s.rest)
	}
	if err := s.sample(counted); err != nil {
		return err
	}
	if half.Resident > 0 {
		if err := last.Stayed(half); err != nil {
			return err
		}
	}
	if first, last := s.heap[heaps], s.heap[len(s.heap)-1]; last > first*1.1+1 {
		return fmt.Errorf("the heap after a collection had %.1f MB, and then %.1f", first, last)
	}
	s.held = last
	killed := s.lives%2 == 0
	stopped = true
	if killed {
		counted.stop(syscall.SIGKILL)
		written := time.Now().Add(-period - 2*time.Second)
		for _, m := range slices.Backward(moments) {
			if m.at.Before(written) {
				s.least += m.done
				break
			}
		}
	} else {
		counted.stop(syscall.SIGTERM)
		s.least += counted.done.Load()
	}
	s.most += counted.done.Load()
	return s.check(killed)
}

// sample notes the memory of both services.
func (s *soaking) sample(counted *server) error {
	heap, resident, err := counted.memory()
	if err != nil {
		return err
	}
	plain, plainResident, err := s.plain.memory()
	if err != nil {
		return err
	}
	s.heap, s.plainHeap = append(s.heap, megabytes(heap)), append(s.plainHeap, megabytes(plain))
	fmt.Printf("%s  heap %.1f MB, plain %.1f; resident %.0f MB, plain %.0f; requests per second %.0f, plain %.0f\n",
		time.Now().UTC().Format("15:04:05"), megabytes(heap), megabytes(plain), megabytes(resident),
		megabytes(plainResident), s.with[len(s.with)-1], s.without[len(s.without)-1])
	return nil
}

// check compares the counts of all JVMs with the requests.
func (s *soaking) check(killed bool) error {
	totals, err := counts.Collect(s.dir, []*probe.Set{s.set}, time.Time{})
	if err != nil {
		return err
	}
	var got int64
	for _, pkg := range s.set.Packages {
		for _, f := range pkg.Files {
			for _, m := range f.Methods {
				if m.Name != "work" || pkg.Name != "app" {
					continue
				}
				for _, term := range m.Count {
					got += int64(term.Coef) * int64(totals.Counters(pkg.ID)[f.Base+term.Counter])
				}
			}
		}
	}
	missing := s.most - got
	fmt.Printf("killed %v: %d requests are counted, of %d to %d; %d files\n", killed, got, s.least, s.most,
		files(s.dir))
	if got < s.least || missing < 0 {
		return fmt.Errorf("%d requests are counted, want %d to %d; %q", got, s.least, s.most, totals.Problems())
	}
	return nil
}

func files(dir string) int {
	entries, _ := os.ReadDir(dir) // a folder that is gone has none
	return len(entries)
}
