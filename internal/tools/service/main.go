// Command service measures what counters cost a service that runs for long: a server of HTTP with 1,000 classes in 100
// packages, which is compiled as a shipped program (rt.Class) and without counters. It is a program for the development
// of jprof, and runs on Linux.
//
//	go run ./internal/tools/service                idle cost, memory with 500 threads, requests per second
//	go run ./internal/tools/service -soak 2h       the same service under load, killed and started again
//
// It takes the default JDK, or the one of -jdk. It fails if a limit is exceeded, or if counts are lost.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"jprof/internal/jtest"
	"jprof/internal/jtest/trial"
)

// Limits of a shipped program against the plain one.
const (
	mostIdle   = 0.01     // of a core, at two requests a second
	mostMemory = 32 << 20 // bytes of the heap, whatever the number of threads
)

func main() {
	release := flag.Int("jdk", 17, "the `RELEASE` of the JDK")
	soak := flag.Duration("soak", 0, "run the service under load for `TIME` instead")
	rounds := flag.Int("rounds", 5, "the `NUMBER` of pairs for requests per second")
	idle := flag.Duration("idle", 3*time.Minute, "the `TIME` for the cost of an idle service")
	rest := flag.Duration("rest", 0, "rest for `TIME` after each pair of a soak")
	work := flag.String("work", filepath.Join(jtest.CacheDir(), "jprof-service"), "`FOLDER` for the program")
	flag.Parse()
	jdk, err := jtest.OfRelease(*release)
	if err == nil {
		err = run(jdk, filepath.Join(*work, jdk.String()), *soak, *rest, *idle, *rounds)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run builds the service and measures it.
func run(jdk jtest.JDK, dir string, soak, rest, idle time.Duration, rounds int) error {
	p, err := build(jdk, dir)
	if err != nil {
		return err
	}
	counts := filepath.Join(dir, "counts")
	if soak > 0 {
		return p.soak(counts, soak, rest)
	}
	fmt.Printf("%v, %d classes in %d packages\n", jdk, packages*classes, packages)
	return cmp.Or(p.memory(counts, "500"), p.virtual(counts), p.load(counts, "8", rounds),
		p.load(counts, "200", rounds), p.idle(counts, idle))
}

// pair starts the plain and the counted service.
func (p *program) pair(counts string, args ...string) (plain, counted *server, stop func(), err error) {
	if plain, err = p.start(p.plain, "", args...); err != nil {
		return nil, nil, nil, err
	}
	if counted, err = p.start(p.counted, counts, args...); err != nil {
		plain.stop(syscall.SIGKILL)
		return nil, nil, nil, err
	}
	return plain, counted, func() { plain.stop(syscall.SIGTERM); counted.stop(syscall.SIGTERM) }, nil
}

// virtual measures memory with virtual threads, where there are some.
func (p *program) virtual(counts string) error {
	if p.jdk.Version < 21 {
		return nil
	}
	return p.memory(counts, "500", "virtual")
}

// memory measures the heap when so many threads have counted in all classes, and live.
func (p *program) memory(counts string, args ...string) error {
	plain, counted, stop, err := p.pair(counts, args...)
	if err != nil {
		return err
	}
	defer stop()
	var heap, resident [2]int64
	for i, s := range []*server{plain, counted} {
		if _, err := s.get("/all"); err != nil {
			return err
		}
		if heap[i], resident[i], err = s.memory(); err != nil {
			return err
		}
	}
	more := heap[1] - heap[0]
	fmt.Printf("memory of %v threads: heap %.1f MB for %.1f (%.1f more), resident %.0f MB for %.0f\n", args,
		megabytes(heap[1]), megabytes(heap[0]), megabytes(more), megabytes(resident[1]), megabytes(resident[0]))
	if more > mostMemory {
		return fmt.Errorf("the heap has more than %d MB more", mostMemory>>20)
	}
	return nil
}

func megabytes(n int64) float64 { return float64(n) / (1 << 20) }

// load measures requests per second with so many threads, which take turns, in pairs.
func (p *program) load(counts, threads string, rounds int) error {
	plain, counted, stop, err := p.pair(counts, threads)
	if err != nil {
		return err
	}
	defer stop()
	var without, with []float64
	for i := range rounds + 1 {
		a, b, err := pairOf(plain, counted, 10*time.Second)
		if err != nil {
			return err
		}
		if i > 0 { // the first warms up
			without, with = append(without, a), append(with, b)
		}
	}
	fmt.Printf("requests per second with %s threads: %.0f for %.0f plain, ratio %s\n", threads, trial.Median(with),
		trial.Median(without), trial.Spread(trial.Ratios(with, without)))
	return nil
}

// clients is the number of clients that send requests at a time.
const clients = 4

// pairOf measures the requests per second of both services, one after the other.
func pairOf(plain, counted *server, each time.Duration) (without, with float64, err error) {
	if without, err = plain.work(clients, each); err == nil {
		with, err = counted.work(clients, each)
	}
	return without, with, err
}

// idle measures the processor time at two requests a second, after 200 threads have counted in all classes.
func (p *program) idle(counts string, limit time.Duration) error {
	plain, counted, stop, err := p.pair(counts, "200")
	if err != nil {
		return err
	}
	defer stop()
	var before [2]float64
	var ownBefore float64
	list := []*server{plain, counted}
	for _, s := range list {
		if _, err := s.get("/all"); err != nil {
			return err
		}
		if _, err := s.work(clients, time.Minute); err != nil { // else the time is that of compilers
			return err
		}
	}
	time.Sleep(30 * time.Second)
	for i, s := range list {
		if before[i], err = s.processors(); err != nil {
			return err
		}
	}
	if ownBefore, err = counted.own(); err != nil {
		return err
	}
	for n, end := 0, time.Now().Add(limit); time.Now().Before(end); n++ {
		for _, s := range list {
			if err := s.ask(n * 13); err != nil {
				return err
			}
		}
		time.Sleep(500 * time.Millisecond)
	}
	var share [2]float64
	for i, s := range list {
		after, err := s.processors()
		if err != nil {
			return err
		}
		share[i] = (after - before[i]) / limit.Seconds()
	}
	own, err := counted.own()
	if err != nil {
		return err
	}
	fmt.Printf("two requests a second for %v: %s of a core, plain %s; the thread of jprof took %.0f ms\n", limit,
		trial.Percent(share[1]), trial.Percent(share[0]), 1000*(own-ownBefore))
	if share[1]-share[0] > mostIdle {
		return fmt.Errorf("counting takes more than %s of a core", trial.Percent(mostIdle))
	}
	return nil
}
