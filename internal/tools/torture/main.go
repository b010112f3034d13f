//go:build linux

package main

import (
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// torture holds what all trials need.
type torture struct {
	jprof string // absolute path
	top   string // the root of jprof's sources
	quick bool
	seed  uint64
	each  time.Duration // of fuzzing a reader
	soak  time.Duration // of each trial under load
	work  string        // the folder of all worlds
}

// trial tries one promise.
type trial struct {
	part    string
	promise string
	how     string // the method, without numbers
	// try returns the figure. An error joins the faults.
	try func(t *torture) (figure string, err error)
}

// unable is the error of a trial that needs more than this machine has or permits. A quick one goes on without it.
type unable string

func (u unable) Error() string { return string(u) }

// trials lists all of them, in the order of the table.
func trials() []trial {
	return slices.Concat(killTrials(), refusalTrials(), placeTrials(), manyTrials(), jvmTrials(), loadTrials(),
		testTrials())
}

func main() {
	if signal.Ignored(os.Interrupt) { // in the background of a shell; what the trials start must not ignore it
		signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "torture:", err)
		os.Exit(1)
	}
}

func run() error {
	jprof := flag.String("jprof", "bin/jprof", "the jprof to try")
	quick := flag.Bool("quick", false, "try a small share of each part")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "the `SEED` of random moments")
	doc := flag.String("doc", "", "the `FILE` whose table gets the rows of the trials that have passed")
	work := flag.String("work", filepath.Join(os.TempDir(), "jprof-torture"), "the `FOLDER` for the trials")
	each := flag.Duration("fuzz", time.Hour, "fuzz each reader for this `TIME`")
	soak := flag.Duration("soak", 2*time.Hour, "go on with each load for this `TIME`")
	flag.Parse()
	t := &torture{quick: *quick, seed: *seed, each: *each, soak: *soak, work: *work}
	var err error
	if t.jprof, err = filepath.Abs(*jprof); err != nil {
		return err
	}
	if t.top, err = os.Getwd(); err != nil {
		return err
	}
	if _, err := os.Stat(t.jprof); err != nil {
		return fmt.Errorf("%w: make build", err)
	}
	if err := os.MkdirAll(t.work, 0o700); err != nil {
		return err
	}
	chosen, err := choose(flag.Args())
	if err != nil {
		return err
	}
	fmt.Printf("seed %d\n", t.seed)
	if err := t.download(); err != nil {
		return err
	}
	var faults []error
	for _, x := range chosen {
		began := time.Now()
		figure, err := x.try(t)
		took := time.Since(began).Round(time.Second)
		if u := (unable)(""); errors.As(err, &u) && t.quick {
			fmt.Printf("not tried %s: %s: this machine does not permit it: %v\n", x.part, x.promise, err)
			continue
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %s: %w", x.part, x.promise, err))
			fmt.Printf("FAULT %s: %s (%v)\n%v\n", x.part, x.promise, took, err)
			continue
		}
		fmt.Printf("ok %s: %s: %s (%v)\n", x.part, x.promise, figure, took)
		if *doc != "" {
			faults = append(faults, writeRow(*doc, row{x.promise, x.how, "make torture ONLY=" + x.part, figure,
				began.Format(time.DateOnly)}))
		}
	}
	return errors.Join(faults...)
}

// choose returns the trials of the given parts, all for none. PART/WORD is those of a part with a word in the promise.
func choose(parts []string) ([]trial, error) {
	if len(parts) == 0 {
		return trials(), nil
	}
	var known []string
	var chosen []trial
	used := map[string]bool{}
	for _, x := range trials() {
		if !slices.Contains(known, x.part) {
			known = append(known, x.part)
		}
		for _, p := range parts {
			if part, word, _ := strings.Cut(p, "/"); part == x.part && strings.Contains(x.promise, word) {
				chosen, used[p] = append(chosen, x), true
			}
		}
	}
	for _, p := range parts {
		if !used[p] {
			return nil, fmt.Errorf("no trial %s; there are %s", p, strings.Join(known, ", "))
		}
	}
	return chosen, nil
}

// share returns the number for a whole trial, or the one for a quick one.
func (t *torture) share(whole, quick int) int {
	if t.quick {
		return quick
	}
	return whole
}

// random returns a source of random numbers for a trial.
func (t *torture) random(name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name)) // never fails
	return rand.New(rand.NewPCG(t.seed, h.Sum64()))
}
